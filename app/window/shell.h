// The window's life: one picture after the other until it is closed.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>

#include "app/window/host.h"
#include "app/window/theme.h"
#include "app/window/workspace.h"

namespace fum {

struct ShellOptions {
    WorkspaceOptions workspace;
    std::filesystem::path input;  ///< scene or mesh; empty: the one that was open last, or the first preset
    bool empty = false;           ///< without an input: no scene at all, for scripts
    double scale = 0;             ///< of the user interface; 0: the screen's
    bool allow_interop = true;
};

class Shell {
public:
    Shell(Host&, const ShellOptions&);
    ~Shell();

    /// One picture. False when the window is to close.
    bool frame();
    Workspace& workspace();
    /// Errors of OpenGL since the last call; only where debugging was asked for.
    std::vector<std::string> gl_messages();

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace fum

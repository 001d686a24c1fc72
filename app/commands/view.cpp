#include <fmt/format.h>

#include <cstdio>
#include <filesystem>

#include "app/commands/commands.h"
#include "app/interrupt.h"
#include "app/log.h"
#include "app/window/actions.h"
#include "app/window/host.h"
#include "app/window/readings.h"
#include "app/window/script.h"
#include "app/window/shell.h"
#include "sim/core/files.h"

namespace fum {
namespace {

HostOptions host_options(const ViewOptions& options, bool debug) {
    HostOptions host;
    host.debug = debug;
    if (options.script.empty()) {  // as it was last
        const WindowState kept(places());
        host.width = static_cast<int>(kept.number("width", host.width));
        host.height = static_cast<int>(kept.number("height", host.height));
        host.maximized = kept.number("maximized", 0) != 0;
    } else {
        host.width = 1280;
        host.height = 720;
    }
    if (options.width > 0 || options.height > 0) host.maximized = false;
    if (options.width > 0) host.width = options.width;
    if (options.height > 0) host.height = options.height;
    return host;
}

/// What an unsaved scene needs where the window does not end in good order.
void keep_for_later(Workspace& w) {
    if (!w.options.remember || !w.doc.dirty()) return;
    w.autosave.write(w.doc.scene(), w.doc.path());
    w.autosave.leave();
    log::info("window", "The scene has unsaved changes; the next start will offer them.");
}

void note_complaints(Shell& shell) {
    for (const std::string& text : shell.gl_messages()) {
        log::error("opengl", text);
        shell.workspace().parts.of<GlComplaints>().texts.push_back(text);
    }
}

int live(Shell& shell, UiMap& map) {
    bool open = true;
    while (open && !interrupted()) {
        open = shell.frame();
        note_complaints(shell);
        map.tick(shell.workspace());
    }
    if (!open) return static_cast<int>(Exit::ok);
    log::info("window", "Interrupted; the window closes.");
    keep_for_later(shell.workspace());
    return static_cast<int>(Exit::interrupted);
}

}  // namespace

int view(const ViewOptions& options) {
    if (options.off_screen && options.script.empty())
        throw Error(Exit::usage, "--off-screen is for scripts: add --script FILE, or leave it out to open a window.");
    const std::string name = options.script.filename().string();
    const auto lines =
        options.script.empty() ? std::vector<ScriptLine>{} : read_script(read_whole(options.script), name);
    UiMap map;
    const HostOptions wished = host_options(options, map.wanted() || !options.script.empty());
    const InterruptGuard guard;
    const auto host = options.off_screen ? make_offscreen_host(wished) : make_window_host(wished);
    ShellOptions shell_options;
    shell_options.workspace.open = options.open;
    shell_options.workspace.remember = options.script.empty();
    shell_options.input = options.input;
    shell_options.empty = !options.script.empty();
    shell_options.scale = options.scale;
    shell_options.allow_interop = !options.no_interop;
    Shell shell(*host, shell_options);
    try {
        if (options.script.empty()) return live(shell, map);
        play_script(shell, *host, lines, name, [&] {
            note_complaints(shell);
            map.tick(shell.workspace());
        });
    } catch (const std::exception&) {  // the scene is what must not be lost; main says the sentence
        keep_for_later(shell.workspace());
        throw;
    }
    return static_cast<int>(Exit::ok);
}

std::string view_help() { return script_language(); }

int list_bindings() {
    for (const Action& action : actions()) {
        std::string keys = chord_text(action.keys);
        if (action.more_keys) keys += (keys.empty() ? "" : ", ") + chord_text(action.more_keys);
        std::printf("%s\n", fmt::format("{:<32} {:<28} {}", action.id, keys, action.title).c_str());
    }
    return static_cast<int>(Exit::ok);
}

}  // namespace fum

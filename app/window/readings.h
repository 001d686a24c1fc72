// What a script can ask the window, and what the window tells tests from outside: names and texts.
#pragma once

#include <string>
#include <vector>

#include "app/window/workspace.h"

namespace fum {

/// What OpenGL has complained about since the window opened; in Workspace::parts.
struct GlComplaints {
    std::vector<std::string> texts;
};

/// Of scripts: which errors of the log they have been told to forget.
struct ForgottenNotices {
    std::uint64_t until = 0;
};

/// One name and what it stands for.
struct Reading {
    const char* name;
    const char* help;
    std::string (*read)(Workspace&);
};
/// All, in the order of the help.
const std::vector<Reading>& readings();

/// "step", or one with a word behind it: "value fluid.re", "seen run.play", "enabled edit.undo", "checked view.smoke".
/// Throws Error(input) if there is none of that name.
std::string reading(Workspace&, const std::string& name, const std::string& of);
bool reading_takes_word(const std::string& name);

/// Whether two texts say the same: as numbers where they are numbers (1e-6), lists part by part.
bool same_text(const std::string& a, const std::string& b);

/// Writes all readings and where every visible item is as JSON, a few times a second, for a test that drives the
/// window from outside. Readers see whole files alone.
class UiMap {
public:
    /// The file that FUMAROLE_UI_MAP names; without it this does nothing.
    UiMap();
    bool wanted() const { return !file_.empty(); }
    void tick(Workspace&);

private:
    std::filesystem::path file_;
    std::chrono::steady_clock::time_point written_{};
    std::int64_t count_ = 0;
};

}  // namespace fum

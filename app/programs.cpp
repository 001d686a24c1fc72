#include "app/programs.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <sstream>

#include "app/child.h"
#include "sim/core/error.h"

namespace fum {
namespace {

namespace fs = std::filesystem;

ChildEnd asked(const std::vector<std::string>& command) {
    return run_child(command, fs::temp_directory_path() / fmt::format("fumarole_asks_{}", getpid()));
}

/// The word after `before`, or nothing.
std::string word_after(const std::string& text, const std::string& before) {
    const std::size_t at = text.find(before);
    if (at == text.npos) return {};
    std::string word;
    std::istringstream(text.substr(at + before.size())) >> word;
    return word;
}

}  // namespace

std::vector<std::string> find_mitsuba() {
    const auto as_module = [](const std::string& python) {
        return std::vector<std::string>{python, "-c", "from mitsuba.cli import _main; _main()"};
    };
    if (const char* given = std::getenv("FUMAROLE_MITSUBA"); given != nullptr && *given != '\0') {
        const std::string program = find_program(given);
        if (program.empty())
            throw Error(Exit::device, fmt::format("FUMAROLE_MITSUBA is \"{}\", which is no program.", given));
        if (fs::path(program).filename().string().starts_with("python")) return as_module(program);
        return {program};
    }
    if (const std::string program = find_program("mitsuba"); !program.empty()) return {program};
    const std::string python = find_program("python3");
    if (python.empty() || asked({python, "-c", "import mitsuba.cli"}).code != 0) return {};
    return as_module(python);
}

std::string version_of_mitsuba(const std::vector<std::string>& command) {
    std::vector<std::string> words = command;
    words.emplace_back("--help");
    const ChildEnd end = asked(words);
    const std::string version = word_after(end.said, "Mitsuba version");
    if (end.code != 0 || version.empty()) return {};
    std::string variants, word;
    for (std::istringstream text(end.said); text >> word;)
        if (word.ends_with("_rgb")) variants += (variants.empty() ? " with " : ", ") + word;
    return version + variants;
}

std::string version_of_ffmpeg() {
    const std::string program = find_program("ffmpeg");
    return program.empty() ? "" : word_after(asked({program, "-version"}).said, "ffmpeg version");
}

}  // namespace fum

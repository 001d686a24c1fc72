// What a command line says, once it is understood, and what is done about it. options.cpp declares the options.
#pragma once

#include <array>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "app/commands/commands.h"
#include "app/log.h"

namespace fum {

inline constexpr std::array<std::string_view, 11> command_names{
    "view", "run", "info", "sample", "tune", "verify", "convert", "render", "movie", "bench", "doctor"};

/// All commands together.
struct Words {
    log::Options log;
    std::string log_format = "text";
    int louder = 0;
    bool quiet = false, resume = false, headless = false;
    std::string frames, gpus;
    bool version = false, schema = false, markdown = false, list_devices = false, list_bindings = false, doctor = false;
    RunOptions run;
    InfoOptions info;
    SampleOptions sample;
    TuneCommandOptions tune;
    VerifyOptions verify;
    ConvertOptions convert;
    BenchOptions bench;
    RenderOptions render;
    MovieOptions movie;
    ViewOptions view;
};

bool has_display();  ///< DISPLAY names one; whether it answers, the window will say

/// The arguments, with a command in front where none is named. `fumarole` and `fumarole SCENE` open the window; a scene
/// is run without one if that is asked for, by --headless or an option that only runs have, and where there is no
/// display.
std::vector<std::string> with_command(int argc, const char* const* argv,
                                      const std::function<bool(const std::string& option)>& only_of_run);

/// Runs `command`, or what a flag asks for where that is empty. Returns the exit code; throws Error.
int act(const std::string& command, Words&);

}  // namespace fum

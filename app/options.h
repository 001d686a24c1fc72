// The command line. CLI11 is included in options.cpp alone.
#pragma once

namespace fum {

/// Understands the arguments, runs one command, returns the process's exit code (core/error.h). Throws nothing.
int command_line(int argc, const char* const* argv);

}  // namespace fum

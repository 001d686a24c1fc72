// Programs of others that Fumarole starts: where they are and what they say of themselves.
#pragma once

#include <string>
#include <vector>

namespace fum {

/// The words that start Mitsuba: FUMAROLE_MITSUBA (its program, or a Python that has its module), `mitsuba` in PATH, or
/// python3's module. Empty if there is none. Throws Error(device) if FUMAROLE_MITSUBA names no program.
std::vector<std::string> find_mitsuba();

/// "3.9.1 with scalar_rgb, llvm_ad_rgb", or nothing if `command` does not say.
std::string version_of_mitsuba(const std::vector<std::string>& command);

/// "5.1.9", or nothing if there is no ffmpeg that says.
std::string version_of_ffmpeg();

}  // namespace fum

// Pictures of light as PNG, with the curve of the preview.
#pragma once

#include <filesystem>

namespace fum {

/// Reads a portable float map (RGB, as Mitsuba writes it) and writes it as PNG. Throws Error(input) if it is none,
/// Error(output).
void png_from_pfm(const std::filesystem::path& pfm, const std::filesystem::path& png);

}  // namespace fum

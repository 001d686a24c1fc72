// A film of a sequence's pictures: H.264 in NAME.mp4, made by ffmpeg where it is installed.
#pragma once

#include <filesystem>
#include <string>

#include "app/manifest.h"

namespace fum {

/// Makes the film of all pictures that the manifest in `folder` lists, at its frames a second. Built under a temporary
/// name. Never throws: what went wrong is in `why`.
MovieRecord make_movie(const std::filesystem::path& folder, int crf);

/// "No film: WHY.", with what to install where ffmpeg is missing and the command that tries again.
std::string no_film(const MovieRecord&, const std::filesystem::path& folder);

}  // namespace fum

// A film of a sequence's pictures: H.264 in NAME.mp4, made by ffmpeg where it is installed.
#pragma once

#include <filesystem>

#include "app/manifest.h"

namespace fum {

/// Makes the film of all pictures that the manifest in `folder` lists, at its frames a second. Built under a temporary
/// name. Never throws: what went wrong, or what to install, is in `why` and in the log.
MovieRecord make_movie(const std::filesystem::path& folder, int crf);

}  // namespace fum

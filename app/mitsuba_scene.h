// The scene that Mitsuba 3 draws: camera, lights and smoke of the preview pictures, solids and floor.
#pragma once

#include <string>

#include "app/output_folder.h"
#include "app/setup.h"

namespace fum {

/// Of smoke at density 1 in Mitsuba, 1/m: output.mitsuba.optical_depth, or what the pictures take.
double mitsuba_extinction(const Setup&);

/// XML for all frames of a sequence; the frame's number, as it stands in file names, is its parameter `frame`.
/// `solids`: ending of the files of solids, ".ply" or ".obj"; empty = none.
std::string mitsuba_scene(const Setup&, const OutputFolder&, const std::string& solids);

}  // namespace fum

// Scripts for Blender and Houdini that load a sequence: OpenVDB frames with the right units of velocity, camera, solids
// and their motion. The programs' side is in assets/export/*.py.in.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "app/companions.h"

namespace fum {

/// Writes the scripts that the scene asks for, and the solids at rest (NAME_body_0000.obj: body frame, metres) beside
/// them. Returns the files' names. Throws Error(output).
std::vector<std::string> write_import_scripts(const Setup&, const OutputFolder&,
                                              const std::map<int, WrittenFrame>& written);

}  // namespace fum

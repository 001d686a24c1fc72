// One text of OpenUSD (.usda) for a whole sequence: the OpenVDB files as a Volume whose fields' filePath changes with
// time, the solids as meshes that move, the camera.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "sim/core/vec.h"
#include "sim/io/exporters/axes.h"

namespace fum {

struct UsdField {
    std::string grid;  ///< its name in the OpenVDB files, and that of the volume's relation: field:density
    bool vector = false;
};

struct UsdPose {
    Quaternion turn{};
    Double3 position_m{};
};

struct UsdSolid {
    std::string name;
    std::span<const Float3> vertices;  ///< body frame, metres
    std::span<const Int3> triangles;
    std::vector<UsdPose> poses;  ///< one a frame of the stage
};

/// Right-handed, metres, degrees.
struct UsdCamera {
    Double3 eye_m{}, target_m{}, up{0, 1, 0};
    double fov_deg = 35;  ///< vertical
    double aspect = 1;    ///< width / height
};

struct UsdStage {
    std::string name;    ///< of the root prim; letters that USD does not allow become _
    char up_axis = 'Y';  ///< Y or Z
    double fps = 24;
    std::vector<int> frames;           ///< rising numbers: time codes
    std::vector<std::string> files;    ///< OpenVDB, beside the .usda, one a frame
    Double3 box_min_m{}, box_max_m{};  ///< of the volume
    AxisTurn to_file{};                ///< from the stage's axes to those of the OpenVDB files
    double file_units_per_m = 1;
    std::vector<UsdField> fields;
    std::vector<UsdSolid> solids;
    UsdCamera camera{};
};

/// Throws Error(output).
void write_usda(const std::filesystem::path&, const UsdStage&);

/// A text as the name of a prim: "größe 2" -> "gr__e_2".
std::string usd_name(const std::string&);

}  // namespace fum

#include "sim/io/exporters/usda.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numbers>

#include "sim/core/error.h"
#include "sim/io/exporters/staged_file.h"

namespace fum {
namespace {

std::string triple(const Double3& v) { return fmt::format("({}, {}, {})", v.x, v.y, v.z); }

/// Time samples of one attribute: text(i) for the i-th frame. An attribute that never changes gets one plain value.
template <class F>
std::string sampled(const std::vector<int>& frames, bool always_samples, F&& text) {
    bool same = !always_samples;
    for (std::size_t i = 1; same && i < frames.size(); ++i) same = text(i) == text(0);
    if (same) return fmt::format(" = {}\n", text(0));
    std::string all = ".timeSamples = {\n";
    for (std::size_t i = 0; i < frames.size(); ++i) all += fmt::format("    {}: {},\n", frames[i], text(i));
    return all + "}\n";
}

/// What brings the files' places to the stage; nothing where they are the same. USD's vectors are rows: v' = v M.
std::string file_to_stage(const UsdStage& stage) {
    if (stage.to_file == AxisTurn{} && stage.file_units_per_m == 1) return "";
    std::string rows;
    for (std::size_t a = 0; a < 3; ++a) {  // the file's axis a
        Double3 row{};
        row[stage.to_file.from[a]] = stage.to_file.sign[a] / stage.file_units_per_m;
        rows += fmt::format("({}, {}, {}, 0), ", row.x, row.y, row.z);
    }
    return "matrix4d xformOp:transform = (" + rows +
           "(0, 0, 0, 1))\nuniform token[] xformOpOrder = [\"xformOp:transform\"]\n";
}

std::string volume_text(const UsdStage& stage) {
    const std::string place = "/" + usd_name(stage.name) + "/volume";
    const Double3 a = stage.to_file * stage.box_min_m * stage.file_units_per_m,
                  b = stage.to_file * stage.box_max_m * stage.file_units_per_m;
    std::string text = fmt::format("def Volume \"volume\"\n{{\nfloat3[] extent = [{}, {}]\n",
                                   triple({std::min(a.x, b.x), std::min(a.y, b.y), std::min(a.z, b.z)}),
                                   triple({std::max(a.x, b.x), std::max(a.y, b.y), std::max(a.z, b.z)})) +
                       file_to_stage(stage);
    for (const UsdField& field : stage.fields)
        text += fmt::format("rel field:{0} = <{1}/{0}>\n", usd_name(field.grid), place);
    for (const UsdField& field : stage.fields) {
        text += fmt::format("\ndef OpenVDBAsset \"{}\"\n{{\n", usd_name(field.grid));
        text += fmt::format("token fieldName = \"{}\"\nint fieldIndex = 0\n", field.grid);
        text += field.vector ? "token fieldDataType = \"float3\"\ntoken vectorDataRoleHint = \"Vector\"\n"
                             : "token fieldDataType = \"float\"\ntoken fieldClass = \"fogVolume\"\n";
        text += "asset filePath" +
                sampled(stage.frames, true, [&](std::size_t i) { return "@./" + stage.files[i] + "@"; }) + "}\n";
    }
    return text + "}\n";
}

/// Quaternions of opposite signs are the same rotation, and a way between them that no solid takes.
void keep_signs(std::vector<UsdPose>& poses) {
    for (std::size_t i = 1; i < poses.size(); ++i) {
        const Quaternion& a = poses[i - 1].turn;
        Quaternion& b = poses[i].turn;
        if (a.w * b.w + a.x * b.x + a.y * b.y + a.z * b.z < 0) b = {-b.w, -b.x, -b.y, -b.z};
    }
}

std::string solid_text(const UsdStage& stage, std::size_t index) {
    const UsdSolid& solid = stage.solids[index];
    std::vector<UsdPose> poses = solid.poses;
    keep_signs(poses);
    std::string text = fmt::format("def Mesh \"solid{}_{}\"\n{{\nuniform token subdivisionScheme = \"none\"\n", index,
                                   usd_name(solid.name));
    const auto out = std::back_inserter(text);
    text += "point3f[] points = [";
    for (const Float3& v : solid.vertices) fmt::format_to(out, "({}, {}, {}), ", v.x, v.y, v.z);
    text += "]\nint[] faceVertexCounts = [";
    for (std::size_t i = 0; i < solid.triangles.size(); ++i) text += "3, ";
    text += "]\nint[] faceVertexIndices = [";
    for (const Int3& t : solid.triangles) fmt::format_to(out, "{}, {}, {}, ", t.x, t.y, t.z);
    text += "]\ndouble3 xformOp:translate" +
            sampled(stage.frames, false, [&](std::size_t i) { return triple(poses[i].position_m); });
    text += "quatd xformOp:orient" + sampled(stage.frames, false, [&](std::size_t i) {
                const Quaternion& q = poses[i].turn;
                return fmt::format("({}, {}, {}, {})", q.w, q.x, q.y, q.z);
            });
    return text + "uniform token[] xformOpOrder = [\"xformOp:translate\", \"xformOp:orient\"]\n}\n";
}

/// A camera of USD looks along -z, its y up. Aperture and focal length are in tenths of a scene unit and matter as a
/// ratio alone.
std::string camera_text(const UsdCamera& camera) {
    const Double3 back = normalized(camera.eye_m - camera.target_m);
    const Double3 right = normalized(cross(camera.up, back)), up = cross(back, right);
    constexpr double height = 24;
    const double focal = 0.5 * height / std::tan(camera.fov_deg * std::numbers::pi / 360);
    const auto row = [](const Double3& v, int w) { return fmt::format("({}, {}, {}, {})", v.x, v.y, v.z, w); };
    return fmt::format(
        "def Camera \"camera\"\n{{\ntoken projection = \"perspective\"\nfloat horizontalAperture = {}\n"
        "float verticalAperture = {}\nfloat focalLength = {}\nfloat2 clippingRange = ({}, {})\n"
        "matrix4d xformOp:transform = ({}, {}, {}, {})\nuniform token[] xformOpOrder = [\"xformOp:transform\"]\n}}\n",
        height * camera.aspect, height, focal, 1e-3 * length(camera.eye_m - camera.target_m),
        1e3 * length(camera.eye_m - camera.target_m), row(right, 0), row(up, 0), row(back, 0), row(camera.eye_m, 1));
}

}  // namespace

std::string usd_name(const std::string& text) {
    std::string name;
    for (const char c : text) {
        const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_', digit = c >= '0' && c <= '9';
        if (digit && name.empty()) name += '_';
        name += letter || digit ? c : '_';
    }
    return name.empty() ? "_" : name;
}

void write_usda(const std::filesystem::path& path, const UsdStage& stage) {
    FUM_ASSERT(!stage.frames.empty() && stage.files.size() == stage.frames.size(), std::to_string(stage.files.size()));
    const std::string root = usd_name(stage.name);
    std::string text = fmt::format(
        "#usda 1.0\n(\n    defaultPrim = \"{}\"\n    metersPerUnit = 1\n    upAxis = \"{}\"\n    timeCodesPerSecond = "
        "{}\n    framesPerSecond = {}\n    startTimeCode = {}\n    endTimeCode = {}\n)\n\ndef Xform \"{}\"\n{{\n",
        root, stage.up_axis, stage.fps, stage.fps, stage.frames.front(), stage.frames.back(), root);
    text += volume_text(stage);
    for (std::size_t i = 0; i < stage.solids.size(); ++i) {
        FUM_ASSERT(stage.solids[i].poses.size() == stage.frames.size(), stage.solids[i].name);
        text += "\n" + solid_text(stage, i);
    }
    write_checked(path, text + "\n" + camera_text(stage.camera) + "}\n");
}

}  // namespace fum

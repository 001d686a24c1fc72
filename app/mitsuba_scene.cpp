#include "app/mitsuba_scene.h"

#include <fmt/format.h>

#include <algorithm>

#include "app/templates.h"
#include "app/view.h"
#include "sim/io/exporters/vti.h"

namespace fum {
namespace {

// Irradiance of the sun and radiance of the sky. Their colours are those of shaders/frame.glsl, their levels are chosen
// by eye so that smoke looks about as bright as in the preview.
constexpr const char* sun = "4.2, 4.01, 3.74";
constexpr const char* sky = "0.089, 0.103, 0.12";

std::string triple(const Double3& v) { return fmt::format("{}, {}, {}", v.x, v.y, v.z); }

std::string solids_text(const std::string& name, const std::string& ending) {
    return fmt::format(
        "\n    <shape type=\"{0}\">\n"
        "        <string name=\"filename\" value=\"{1}_solids_$frame.{0}\"/>\n"
        "        <boolean name=\"face_normals\" value=\"true\"/>\n"
        "        <bsdf type=\"twosided\">\n"
        "            <bsdf type=\"diffuse\">\n"
        "                <rgb name=\"reflectance\" value=\"0.37, 0.345, 0.32\"/>\n"
        "            </bsdf>\n        </bsdf>\n    </shape>\n",
        ending.substr(1), name);
}

/// A dark square under the box, wide enough that its edges are far away.
std::string floor_text(const Setup& setup, const Double3& low, const Double3& high) {
    const int up = static_cast<int>(setup.scene.domain.up);
    Double3 middle = (low + high) * 0.5;
    middle[up] = low[up] - 0.01 * setup.numbers.units.dx_m;  // not in the plane of the smoke's boundary
    Double3 ahead = middle;
    ahead[up] += 1;
    return fmt::format(
        "\n    <shape type=\"rectangle\">\n        <transform name=\"to_world\">\n"
        "            <scale value=\"{}\"/>\n            <lookat origin=\"{}\" target=\"{}\" up=\"{}\"/>\n"
        "        </transform>\n        <bsdf type=\"twosided\">\n            <bsdf type=\"diffuse\">\n"
        "                <rgb name=\"reflectance\" value=\"0.05\"/>\n            </bsdf>\n        </bsdf>\n"
        "    </shape>\n",
        5 * length(high - low), triple(middle), triple(ahead), up == 0 ? "0, 1, 0" : "1, 0, 0");
}

bool inside(const Double3& p, const Double3& low, const Double3& high) {
    return p.x > low.x && p.y > low.y && p.z > low.z && p.x < high.x && p.y < high.y && p.z < high.z;
}

}  // namespace

double mitsuba_extinction(const Setup& setup) {
    const auto& wish = setup.scene.mitsuba.optical_depth;
    return wish && setup.smoke_width_m > 0 ? *wish / setup.smoke_width_m : setup.extinction_per_m;
}

std::string mitsuba_scene(const Setup& setup, const OutputFolder& folder, const std::string& solids) {
    const Scene& scene = setup.scene;
    const OutputMitsuba& wish = scene.mitsuba;
    const Camera camera = scene_camera(setup);
    const Double3 eye = cast<double>(camera.eye), target = cast<double>(camera.target);
    const double dx = setup.numbers.units.dx_m, extinction = mitsuba_extinction(setup);
    const Double3 low = setup.numbers.units.node0_m - Double3{0.5, 0.5, 0.5} * dx;
    const Double3 half = cast<double>(setup.config.nodes) * (0.5 * dx), middle = low + half, high = middle + half;
    const double reach = length(eye - middle) + length(half);
    const std::string name = xml_text(scene.output.name);
    const auto number = [](auto v) { return fmt::format("{}", v); };
    return filled("mitsuba.xml.in",
                  {{"NAME", name},
                   {"FILE", xml_text(folder.scene_name("_mitsuba.xml"))},
                   {"FRAME", folder.frame_text(scene.output.first_frame)},
                   {"WIDTH", number(wish.width.value_or(scene.png.width))},
                   {"HEIGHT", number(wish.height.value_or(scene.png.height))},
                   {"SAMPLES", number(wish.samples)},
                   {"MAX_DEPTH", number(wish.max_depth)},
                   {"EXTINCTION", number(extinction)},
                   {"OPTICAL_DEPTH",
                    fmt::format("{:.3g} across {:.3g} m", extinction * setup.smoke_width_m, setup.smoke_width_m)},
                   {"ALBEDO", number(wish.albedo)},
                   {"ANISOTROPY", number(wish.anisotropy)},
                   {"SUN", sun},
                   {"SKY", sky},
                   {"HALF_X", number(half.x)},
                   {"HALF_Y", number(half.y)},
                   {"HALF_Z", number(half.z)},
                   {"MIDDLE_X", number(middle.x)},
                   {"MIDDLE_Y", number(middle.y)},
                   {"MIDDLE_Z", number(middle.z)},
                   {"EYE", triple(eye)},
                   {"TARGET", triple(target)},
                   {"UP", triple(cast<double>(camera.up))},
                   {"FOV", number(scene.camera.fov_deg)},
                   {"NEAR", number(1e-4 * reach)},
                   {"FAR", number(100 * reach)},
                   {"SENSOR_MEDIUM", inside(eye, low, high) ? "        <ref name=\"medium\" id=\"smoke\"/>\n" : ""},
                   {"LIGHT", triple(-normalized(scene.light.direction))},
                   {"SOLIDS", solids.empty() ? "" : solids_text(name, solids)},
                   {"FLOOR", scene.light.floor ? floor_text(setup, low, high) : ""}});
}

}  // namespace fum

#include "sim/io/exporters/profile.h"

#include <fmt/format.h>

#include <charconv>
#include <set>

#include "sim/core/error.h"
#include "sim/scene_tables.h"

namespace fum {
namespace {

/// What a profile fixes. 0 fps and no axis: those of the scene.
struct Row {
    VdbProfile profile;
    const char* velocity;  ///< grid name; density is "density" for every reader, the others have no convention
    bool half_density, half_others;
    VelocityUnit velocity_unit;
    double velocity_fps;
    std::optional<Axis> up;
    double units_per_m;
};

using enum VelocityUnit;

// One row a reader:
//   houdini    Karma and Mantra take vel, metres a second, Y up
//   blender    finds velocity, vel or v by itself and takes them per frame unless told otherwise; Z up
//   arnold     takes any names, divides velocity by its own fps; Maya's units are centimetres, Y up
//   renderman  relates velocity to the frame unless the attribute volume:fps is set; Y up
//   unreal     Z up, centimetres, 30 frames a second; all grids must match, and half is what its textures hold
//   mitsuba    reads float32 alone (fumarole convert --to vol)
constexpr Row rows[] = {
    {VdbProfile::houdini, "vel", true, false, second, 0, Axis::y, 1},
    {VdbProfile::blender, "velocity", true, false, frame, 0, Axis::z, 1},
    {VdbProfile::arnold, "vel", true, false, second, 0, Axis::y, 100},
    {VdbProfile::renderman, "vel", true, false, frame, 0, Axis::y, 1},
    {VdbProfile::unreal, "vel", true, true, frame, 30, Axis::z, 100},
    {VdbProfile::mitsuba, "vel", false, false, second, 0, Axis::y, 1},
    {VdbProfile::custom, "vel", true, false, second, 0, std::nullopt, 1},
};

const Row& row_of(VdbProfile profile) {
    for (const Row& row : rows)
        if (row.profile == profile) return row;
    FUM_ASSERT(false, std::string(name_of(profile)));
    return rows[0];
}

/// What an importer of frames assumes whatever the scene says; nothing if it asks.
std::optional<double> assumed_fps(VdbProfile profile) {
    const double fps = row_of(profile).velocity_fps;
    return fps > 0 ? std::optional(fps) : std::nullopt;
}

std::string length_unit(double units_per_m) {
    return units_per_m == 1 ? "m" : units_per_m == 100 ? "cm" : units_per_m == 1000 ? "mm" : "units";
}

bool is_plain_name(const std::string& name) {
    return !name.empty() && name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_.") == std::string::npos;
}

using Metadata = std::map<std::string, std::string>;

/// Overwrites `field` if the metadata has the key. Throws Error(input) if the word is no such value.
template <class T>
void take(const Metadata& metadata, const char* key, T& field) {
    const auto found = metadata.find(key);
    if (found == metadata.end()) return;
    const std::string& word = found->second;
    std::string fault;
    if constexpr (std::is_enum_v<T>) {
        fault = assign(field, Value{word});
    } else {
        double number = 0;
        const auto [end, failed] = std::from_chars(word.data(), word.data() + word.size(), number);
        if (failed != std::errc() || end != word.data() + word.size() || !(number > 0))
            fault = fmt::format("expected a number above 0, got \"{}\"", word);
        else
            field = number;
    }
    if (!fault.empty()) throw Error(Exit::input, fmt::format("its metadata \"{}\" is wrong: {}", key, fault));
}

}  // namespace

std::string VdbConventions::unit(Quantity quantity) const {
    switch (quantity) {
        case Quantity::density:
            return "";
        case Quantity::velocity:
            return length_unit(units_per_m) + (velocity_unit == frame ? "/frame" : "/s");
        case Quantity::vorticity:
            return "1/s";
        case Quantity::q:
            return "1/s^2";
        case Quantity::pressure:
            return "Pa";
    }
    return "";
}

VdbConventions conventions_of(const OutputVdb& wish, Axis scene_up, double fps) {
    const Row& row = row_of(wish.profile);
    VdbConventions c;
    c.profile = wish.profile;
    c.grids = {GridStyle{wish.density_name.value_or("density"), wish.half.value_or(row.half_density)},
               GridStyle{wish.velocity_name.value_or(row.velocity), wish.velocity_half.value_or(row.half_others)},
               GridStyle{wish.vorticity_name.value_or("vorticity"), wish.vorticity_half.value_or(row.half_others)},
               GridStyle{wish.q_name.value_or("q"), wish.q_half.value_or(row.half_others)},
               GridStyle{wish.pressure_name.value_or("pressure"), wish.pressure_half.value_or(row.half_others)}};
    c.velocity_unit = wish.velocity_unit.value_or(row.velocity_unit);
    c.velocity_fps = wish.velocity_fps.value_or(assumed_fps(wish.profile).value_or(fps));
    c.up = wish.up.value_or(row.up.value_or(scene_up));
    c.units_per_m = wish.units_per_m.value_or(row.units_per_m);
    c.compression = wish.compression.value_or(VdbCompression::blosc);
    return c;
}

VdbConventions conventions_of(const Scene& scene) { return conventions_of(scene.vdb, scene.domain.up, scene.time.fps); }

Metadata metadata_of(const VdbConventions& c) {
    return {{"profile", std::string(name_of(c.profile))},      {"up", std::string(name_of(c.up))},
            {"units_per_m", fmt::format("{}", c.units_per_m)}, {"velocity_per", std::string(name_of(c.velocity_unit))},
            {"velocity_unit", c.unit(Quantity::velocity)},     {"velocity_fps", fmt::format("{}", c.velocity_fps)}};
}

std::optional<VdbConventions> conventions_from(const Metadata& metadata) {
    OutputVdb wish;
    const auto profile = metadata.find("profile");
    if (profile == metadata.end() || !assign(wish.profile, Value{profile->second}).empty()) return std::nullopt;
    double fps = 24;
    take(metadata, "fps", fps);
    VdbConventions c = conventions_of(wish, Axis::y, fps);
    take(metadata, "up", c.up);
    take(metadata, "units_per_m", c.units_per_m);
    take(metadata, "velocity_per", c.velocity_unit);
    take(metadata, "velocity_fps", c.velocity_fps);
    return c;
}

std::optional<Quantity> quantity_named(const std::string& grid_name, const VdbConventions& c) {
    for (const Quantity quantity : all_quantities)
        if (grid_name == c.style(quantity).name) return quantity;
    // Other spellings that readers find by themselves (Blender, MoonRay, Redshift).
    if (grid_name == "velocity" || grid_name == "vel" || grid_name == "v") return Quantity::velocity;
    return std::nullopt;
}

Issues judge_vdb(const Scene& scene) {
    Issues issues;
    if (!scene.vdb.on) return issues;
    const VdbConventions c = conventions_of(scene);
    const auto say = [&](Issue::Kind kind, const std::string& key, const std::string& sentence) {
        issues.push_back({kind, "output.vdb." + key, sentence});
    };
    std::set<std::string> names;
    for (const Quantity quantity : all_quantities) {
        const std::string &name = c.style(quantity).name, key = fmt::format("{}_name", name_of(quantity));
        if (!is_plain_name(name))
            say(Issue::Kind::error, key,
                fmt::format("is \"{}\"; grid names are made of small letters, digits, _ and .: readers find no others",
                            name));
        else if (!names.insert(name).second)
            say(Issue::Kind::error, key, fmt::format("is \"{}\" a second time; names must differ", name));
    }
    if (const auto fps = assumed_fps(c.profile); fps && c.velocity_unit == frame && scene.time.fps != c.velocity_fps)
        say(Issue::Kind::warning, "velocity_fps",
            fmt::format("is {:g} for the profile {}, whose reader plays so many frames a second, but time.fps is {:g}; "
                        "set time.fps = {:g} or this key",
                        c.velocity_fps, name_of(c.profile), scene.time.fps, c.velocity_fps));
    return issues;
}

}  // namespace fum

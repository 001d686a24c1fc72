#include <fmt/format.h>

#include <cstdlib>

#include "app/convert.h"
#include "sim/io/exporters/vol.h"
#include "sim/io/exporters/vti.h"
#include "sim/scene_tables.h"

namespace fum {
namespace {

void write_profile(const ConvertTarget& target, const SourceFrame& source, const std::filesystem::path& to) {
    VdbProfile profile{};
    const std::string fault = assign(profile, Value{std::string(target.name)});
    FUM_ASSERT(fault.empty(), fault);
    write_vdb(to, converted(source, profile));
}

const VdbDenseGrid* grid_of(const SourceFrame& source, Quantity quantity) {
    for (const VdbDenseGrid& grid : source.content.grids)
        if (quantity_named(grid.report.name, source.conventions) == quantity) return &grid;
    return nullptr;
}

/// Mitsuba takes one grid a file.
void write_density_vol(const ConvertTarget&, const SourceFrame& source, const std::filesystem::path& to) {
    const VdbDenseGrid* density = grid_of(source, Quantity::density);
    if (!density)
        throw Error(Exit::input, fmt::format("{} holds no density, which a .vol is made of.", source.file.string()));
    write_vol(to, source.nodes, source.dx_m, source.origin_m, density->components, density->values);
}

/// All grids, with their own names and units.
void write_image_data(const ConvertTarget&, const SourceFrame& source, const std::filesystem::path& to) {
    VtiFrame frame{source.nodes, source.dx_m, source.origin_m, 0, {}};
    for (const VdbDenseGrid& grid : source.content.grids)
        frame.arrays.push_back({grid.report.name, grid.components, grid.values});
    const auto time = source.content.metadata.find("time_s");
    if (time != source.content.metadata.end()) frame.time_s = std::strtod(time->second.c_str(), nullptr);
    write_vti(to, frame);
}

/// A row each. Other formats take what they need from the SourceFrame: its axes are the file's, lengths are metres.
constexpr ConvertTarget targets[] = {
    {"houdini", ".vdb", write_profile},   {"blender", ".vdb", write_profile}, {"arnold", ".vdb", write_profile},
    {"renderman", ".vdb", write_profile}, {"unreal", ".vdb", write_profile},  {"mitsuba", ".vdb", write_profile},
    {"custom", ".vdb", write_profile},    {"vol", ".vol", write_density_vol}, {"vti", ".vti", write_image_data},
};

}  // namespace

std::span<const ConvertTarget> convert_targets() { return targets; }

std::vector<std::string> convert_target_names() {
    std::vector<std::string> names;
    for (const ConvertTarget& target : targets) names.emplace_back(target.name);
    return names;
}

std::string convert_targets_help() {
    return fmt::format("What the frames become: {}", fmt::join(convert_target_names(), ", "));
}

std::vector<std::string> convert_source_names() {
    const auto& names = EnumNames<VdbProfile>::names;
    return {names.begin(), names.end()};
}

}  // namespace fum

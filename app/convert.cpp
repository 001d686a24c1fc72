#include "app/convert.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <set>

#include "app/build_info.h"
#include "sim/core/error.h"
#include "sim/scene_tables.h"

namespace fum {
namespace {

namespace fs = std::filesystem;

Int3 least(const Int3& a, const Int3& b) { return {std::min(a.x, b.x), std::min(a.y, b.y), std::min(a.z, b.z)}; }
Int3 most(const Int3& a, const Int3& b) { return {std::max(a.x, b.x), std::max(a.y, b.y), std::max(a.z, b.z)}; }

bool is_ours(const VdbReport& report) { return report.metadata.contains("profile"); }

[[noreturn]] void refuse(const fs::path& file, const std::string& why) {
    throw Error(Exit::input, fmt::format("{} cannot be converted: {}.", file.string(), why));
}

/// Every grid of every file must stand on the lattice of the first.
class BoxFinder {
public:
    void add(const fs::path& file) {
        const VdbReport report = inspect_vdb(file);
        std::set<std::string> names;
        if (report.grids.empty()) refuse(file, "it holds no grid");
        for (const VdbGridReport& grid : report.grids) {
            if (!names.insert(grid.name).second) refuse(file, fmt::format("it holds two grids named {}", grid.name));
            if (!grid.uniform) refuse(file, fmt::format("its grid {} is stretched, mirrored or turned", grid.name));
            if (box_.dx == 0) {
                box_.dx = grid.dx;
                box_.origin = grid.origin;
            }
            const double slack = 1e-6 * box_.dx;
            if (std::abs(grid.dx - box_.dx) > slack || length(grid.origin - box_.origin) > slack)
                refuse(file, fmt::format("its grid {} has other voxels than the grids before it", grid.name));
            if (grid.type != "float" && grid.type != "vec3s" && told_.insert(grid.name).second)
                box_.left_out.push_back(fmt::format("{} holds values of type {}", grid.name, grid.type));
            if (grid.active == 0) continue;
            first_ = any_ ? least(first_, grid.box_min) : grid.box_min;
            last_ = any_ ? most(last_, grid.box_max) : grid.box_max;
            any_ = true;
        }
        ours_ = ours_ && is_ours(report);
    }

    SequenceBox box() const {
        const int rim = ours_ ? 0 : 1;
        SequenceBox box = box_;
        box.first = first_ - Int3{rim, rim, rim};
        box.nodes = last_ - first_ + Int3{1 + 2 * rim, 1 + 2 * rim, 1 + 2 * rim};
        box.origin += cast<double>(box.first) * box.dx;
        return box;
    }
    bool any() const { return any_; }

private:
    SequenceBox box_{.first = {}, .nodes = {}, .dx = 0, .origin = {}, .left_out = {}};
    std::set<std::string> told_;
    Int3 first_{}, last_{};
    bool any_ = false, ours_ = true;
};

double number_in(const std::map<std::string, std::string>& metadata, const char* key, double otherwise) {
    const auto found = metadata.find(key);
    double number = otherwise;
    if (found != metadata.end())
        std::from_chars(found->second.data(), found->second.data() + found->second.size(), number);
    return number > 0 ? number : otherwise;
}

VdbConventions source_conventions(const SourceFrame& source, const std::string& from) {
    try {
        if (auto found = conventions_from(source.content.metadata)) {
            for (const VdbDenseGrid& grid : source.content.grids)  // names may be the scene's own
                for (const Quantity quantity : all_quantities)
                    if (grid.report.quantity == name_of(quantity))
                        found->grids[static_cast<std::size_t>(quantity)].name = grid.report.name;
            return *found;
        }
    } catch (const Error& e) { refuse(source.file, e.what()); }
    OutputVdb wish;
    if (from.empty() || !assign(wish.profile, Value{from}).empty())
        throw Error(Exit::usage,
                    fmt::format("{} does not say whose conventions it follows; name them with --from (custom: "
                                "metres, metres a second, y up).",
                                source.file.string()));
    VdbConventions found = conventions_of(wish, Axis::y, source.fps > 0 ? source.fps : 1);
    const bool has_velocity = std::any_of(source.content.grids.begin(), source.content.grids.end(), [&](const auto& g) {
        return quantity_named(g.report.name, found) == Quantity::velocity;
    });
    if (has_velocity && found.velocity_unit == VelocityUnit::frame && source.fps == 0)
        throw Error(Exit::usage, fmt::format("{} has velocities per frame; give --fps.", source.file.string()));
    return found;
}

/// One grid under the target's conventions. Grids of no known quantity keep name, values and width.
VdbGrid converted_grid(const VdbDenseGrid& grid, const VdbConventions& from, const VdbConventions& to) {
    VdbGrid made{.name = grid.report.name,
                 .components = grid.components,
                 .values = grid.values,
                 .half = grid.report.half,
                 .quantity = grid.report.quantity,
                 .unit = grid.report.unit};
    const auto quantity = quantity_named(grid.report.name, from);
    if (!quantity || (*quantity == Quantity::velocity && grid.components != 3)) return made;
    made.name = to.style(*quantity).name;
    made.half = to.style(*quantity).half;
    made.quantity = name_of(*quantity);
    made.unit = to.unit(*quantity);
    if (*quantity == Quantity::velocity) made.scale = static_cast<float>(to.velocity_per_ms() / from.velocity_per_ms());
    return made;
}

}  // namespace

SequenceBox box_of(const std::vector<fs::path>& files) {
    BoxFinder finder;
    for (const fs::path& file : files) finder.add(file);
    if (!finder.any())
        throw Error(Exit::input, "No voxel is active in any of the files, so they have no box to convert.");
    return finder.box();
}

SourceFrame read_source(const fs::path& file, const SequenceBox& box, const std::string& from, double fps) {
    SourceFrame source{.file = file, .conventions = {}, .content = read_vdb(file, box.first, box.nodes)};
    source.fps = number_in(source.content.metadata, "fps", fps);
    source.conventions = source_conventions(source, from);
    source.nodes = box.nodes;
    source.dx_m = box.dx / source.conventions.units_per_m;
    source.origin_m = box.origin / source.conventions.units_per_m;
    return source;
}

VdbFrame converted(const SourceFrame& source, VdbProfile profile) {
    OutputVdb wish;
    wish.profile = profile;
    const VdbConventions& from = source.conventions;
    const VdbConventions to = conventions_of(wish, from.up, source.fps);
    if (to.velocity_unit == VelocityUnit::frame && !(to.velocity_fps > 0))
        throw Error(Exit::usage,
                    fmt::format("{} wants velocities per frame and {} does not say how many frames a second has; give "
                                "--fps.",
                                name_of(profile), source.file.string()));
    VdbFrame frame;
    frame.nodes = source.nodes;
    frame.dx_m = source.dx_m;
    frame.origin_m = source.origin_m;
    frame.turn = turn_between(from.up, to.up);
    frame.units_per_m = to.units_per_m;
    frame.compression = to.compression;
    for (const VdbDenseGrid& grid : source.content.grids) frame.grids.push_back(converted_grid(grid, from, to));
    frame.metadata = metadata_of(to);
    frame.metadata.merge(place_metadata(frame));
    frame.metadata["converter"] = fmt::format("Fumarole {}", build::version);
    if (source.fps > 0) frame.metadata["fps"] = fmt::format("{}", source.fps);
    for (const auto& [key, word] : source.content.metadata) frame.metadata.insert({key, word});
    return frame;
}

}  // namespace fum

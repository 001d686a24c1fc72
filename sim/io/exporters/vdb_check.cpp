#include "sim/io/exporters/vdb_check.h"

#include <fmt/core.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <limits>
#include <set>

#include "sim/core/error.h"
#include "sim/core/files.h"
#include "sim/io/exporters/dense.h"

namespace fum {
namespace {

std::string triple(const Int3& v) { return fmt::format("({}, {}, {})", v.x, v.y, v.z); }

std::string box_difference(const VdbGridReport& want, const VdbGridReport& have) {
    if (want.dx == 0) return "";
    const double slack = 1e-9 * want.dx;
    if (want.uniform != have.uniform) return have.uniform ? "is not stretched or turned" : "is stretched or turned";
    if (std::abs(want.dx - have.dx) > slack) return fmt::format("has voxels of {}, not {}", have.dx, want.dx);
    const Double3 shift = want.origin - have.origin;
    if (length(shift) > slack + 1e-12 * length(want.origin))
        return fmt::format("is displaced by ({}, {}, {})", -shift.x, -shift.y, -shift.z);
    if (want.box_min != have.box_min || want.box_max != have.box_max)
        return fmt::format("covers {} to {}, not {} to {}", triple(have.box_min), triple(have.box_max),
                           triple(want.box_min), triple(want.box_max));
    return "";
}

std::string grid_difference(const VdbGridReport& want, const VdbGridReport& have, float slack) {
    if (want.name != have.name) return fmt::format("is named \"{}\", not \"{}\"", have.name, want.name);
    if (!want.type.empty() && want.type != have.type) return fmt::format("holds {}, not {}", have.type, want.type);
    if (want.half != have.half) return have.half ? "is stored as half floats" : "is not stored as half floats";
    if (want.active != have.active) return fmt::format("has {} active voxels, not {}", have.active, want.active);
    if (want.non_finite != have.non_finite) return fmt::format("has {} values that are not finite", have.non_finite);
    const float room = slack * std::max(std::abs(want.min), std::abs(want.max));
    if (!(std::abs(want.min - have.min) <= room && std::abs(want.max - have.max) <= room))
        return fmt::format("ranges from {} to {}, not from {} to {}", have.min, have.max, want.min, want.max);
    return box_difference(want, have);
}

}  // namespace

VdbPlace place_of(const VdbFrame& frame) {
    const Double3 origin = frame.turn.first_voxel(frame.origin_m, frame.nodes, frame.dx_m);
    return {frame.dx_m * frame.units_per_m, origin * frame.units_per_m, frame.turn.box(frame.nodes)};
}

std::map<std::string, std::string> place_metadata(const VdbFrame& frame) {
    const VdbPlace place = place_of(frame);
    return {{"dx", fmt::format("{}", place.dx)},
            {"origin", fmt::format("{} {} {}", place.origin.x, place.origin.y, place.origin.z)}};
}

void check_shape(const VdbFrame& frame) {
    const Int3 n = frame.nodes;
    FUM_ASSERT(n.x > 0 && n.y > 0 && n.z > 0, triple(n));
    FUM_ASSERT(frame.dx_m > 0 && std::isfinite(frame.dx_m), std::to_string(frame.dx_m));
    FUM_ASSERT(frame.units_per_m > 0 && std::isfinite(frame.units_per_m), std::to_string(frame.units_per_m));
    std::set<std::string> names;
    for (const VdbGrid& grid : frame.grids) {
        check_dense(n, frame.dx_m, grid.components, grid.values.size());
        FUM_ASSERT(!grid.name.empty() && std::none_of(grid.name.begin(), grid.name.end(),
                                                      [](unsigned char c) { return std::isupper(c) != 0; }),
                   grid.name);
        FUM_ASSERT(names.insert(grid.name).second, grid.name);
    }
}

bool fits_half(float peak) {
    constexpr float largest = 65504, smallest_normal = 1.0f / 16384;
    return peak == 0 || (peak >= smallest_normal && peak <= largest);
}

std::vector<std::string> differences(const VdbReport& expected, const VdbReport& found, float slack) {
    std::vector<std::string> all;
    if (expected.bytes != 0 && expected.bytes != found.bytes)
        all.push_back(fmt::format("it has {} bytes, not {}", found.bytes, expected.bytes));
    if (expected.grids.size() != found.grids.size()) {
        all.push_back(fmt::format("it holds {} grids, not {}", found.grids.size(), expected.grids.size()));
        return all;
    }
    for (std::size_t i = 0; i < expected.grids.size(); ++i) {
        const std::string difference = grid_difference(expected.grids[i], found.grids[i], slack);
        if (!difference.empty()) all.push_back(fmt::format("its grid \"{}\" {}", expected.grids[i].name, difference));
    }
    return all;
}

std::string shape_difference(const VdbReport& first, const VdbReport& other) {
    if (first.grids.size() != other.grids.size())
        return fmt::format("it holds {} grids, not {}", other.grids.size(), first.grids.size());
    for (std::size_t i = 0; i < first.grids.size(); ++i) {
        const VdbGridReport &want = first.grids[i], &have = other.grids[i];
        std::string difference = box_difference(want, have);
        if (want.type != have.type) difference = fmt::format("holds {}, not {}", have.type, want.type);
        if (want.name != have.name) difference = fmt::format("is named \"{}\", not \"{}\"", have.name, want.name);
        if (!difference.empty()) return fmt::format("its grid \"{}\" {}", want.name, difference);
    }
    return "";
}

std::string first_difference(const VdbReport& expected, const VdbReport& found, float slack) {
    const std::vector<std::string> all = differences(expected, found, slack);
    return all.empty() ? "" : all.front();
}

void throw_unwritten(const std::filesystem::path& path, double bytes, const std::string& reason) {
    const std::string space = free_space_sentence(path);
    throw Error(Exit::output,
                fmt::format("The frame {} (about {}) could not be written: {}{}. Free some space or choose another "
                            "output folder.",
                            path.string(), human_bytes(bytes), reason, space.empty() ? "" : "; " + space));
}

void verify_vdb(const std::filesystem::path& path, const VdbReport& expected) {
    std::string difference;
    try {
        difference = first_difference(expected, inspect_vdb(path), 1e-6f);
    } catch (const Error& e) { throw Error(Exit::output, e.what()); }
    if (!difference.empty())
        throw Error(Exit::output, fmt::format("The frame {} is not what was written: {}.", path.string(), difference));
}

}  // namespace fum

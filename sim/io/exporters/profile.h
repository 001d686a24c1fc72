// What the readers of OpenVDB files expect, as one table, and a scene's own wishes laid over a row of it.
#pragma once

#include <array>
#include <map>
#include <optional>
#include <string>

#include "sim/core/param.h"
#include "sim/scene.h"

namespace fum {

/// What a grid can hold. Temperature is not among them: the solver has none.
enum class Quantity { density, velocity, vorticity, q, pressure };
inline constexpr std::array all_quantities{Quantity::density, Quantity::velocity, Quantity::vorticity, Quantity::q,
                                           Quantity::pressure};
template <>
struct EnumNames<Quantity> {
    static constexpr std::array<std::string_view, 5> names{"density", "velocity", "vorticity", "q", "pressure"};
};

/// How one quantity is stored.
struct GridStyle {
    std::string name;
    bool half = false;
};

/// Everything that a file's reader must know or silently assumes.
struct VdbConventions {
    VdbProfile profile = VdbProfile::custom;
    std::array<GridStyle, 5> grids;  ///< by Quantity
    VelocityUnit velocity_unit = VelocityUnit::second;
    double velocity_fps = 24;  ///< by which a velocity per frame was divided
    Axis up = Axis::y;
    double units_per_m = 1;
    VdbCompression compression = VdbCompression::blosc;

    const GridStyle& style(Quantity q) const { return grids[static_cast<std::size_t>(q)]; }
    /// File units of velocity in one m/s (seconds of film).
    double velocity_per_ms() const { return units_per_m / (velocity_unit == VelocityUnit::frame ? velocity_fps : 1.0); }
    std::string unit(Quantity) const;  ///< "cm/s", "units/frame"; "" for density
};

/// A row of the table, with `wish`'s own keys over it. `scene_up` and `fps` are taken where the row names none.
VdbConventions conventions_of(const OutputVdb& wish, Axis scene_up, double fps);
VdbConventions conventions_of(const Scene&);

/// File metadata that says them: profile, up, units_per_m, velocity_unit, velocity_fps.
std::map<std::string, std::string> metadata_of(const VdbConventions&);

/// The conventions of a file by its metadata: its profile's row, then its own words. Nothing if it names no profile
/// that is known. Throws Error(input) if its words make no sense.
std::optional<VdbConventions> conventions_from(const std::map<std::string, std::string>& metadata);

/// The quantity that a grid of this name holds, by these conventions or by the spellings that readers find by
/// themselves.
std::optional<Quantity> quantity_named(const std::string& grid_name, const VdbConventions&);

/// Mistakes and doubts in [output.vdb] that its table of ranges does not see.
Issues judge_vdb(const Scene&);

}  // namespace fum

#include "app/vdb_frame.h"

#include <fmt/format.h>

#include "app/build_info.h"
#include "sim/io/exporters/profile.h"

namespace fum {
namespace {

/// A quantity as the solver has it: value in the file = (value + offset) * scale.
struct Source {
    Quantity quantity;
    Field field;
    double scale = 1, offset = 0;
};

/// All but velocity stay in SI units. Velocity is that of the film: in slow motion (time.speed < 1) smoke moves less
/// from frame to frame, and motion blur must agree with that.
std::vector<Source> sources_of(const Setup& setup, const VdbConventions& c) {
    const Units& units = setup.numbers.units;
    const double ms = units.velocity_to_ms(), per_s = 1 / units.dt_s;
    const OutputVdb& wish = setup.scene.vdb;
    std::vector<Source> sources;
    if (wish.velocity)
        sources.push_back({Quantity::velocity, Field::velocity, ms * setup.scene.time.speed * c.velocity_per_ms()});
    if (wish.vorticity) sources.push_back({Quantity::vorticity, Field::vorticity, per_s});
    if (wish.q) sources.push_back({Quantity::q, Field::q, per_s * per_s});
    if (wish.pressure)  // p = (rho - 1) / 3
        sources.push_back({Quantity::pressure, Field::rho, units.density_kgm3 * ms * ms / 3, -1});
    return sources;
}

VdbGrid density_grid(const Setup& setup, const VdbConventions& c, std::span<const float> smoke) {
    const GridStyle& style = c.style(Quantity::density);
    VdbGrid grid{.name = style.name, .values = smoke, .half = style.half};
    grid.tolerance = static_cast<float>(setup.scene.vdb.tolerance);
    grid.quantity = name_of(Quantity::density);
    return grid;
}

/// Motion blur of a shutter that is open for half a frame looks velocity up where smoke is a quarter of a frame later
/// and was one earlier.
float carries(const Source& source, const Numbers& numbers) {
    return source.quantity == Quantity::velocity ? static_cast<float>(numbers.steps_per_frame) / 4 : 0;
}

VdbGrid masked_grid(const Setup& setup, const Source& source, const VdbConventions& c, std::span<const float> values) {
    const GridStyle& style = c.style(source.quantity);
    return {.name = style.name,
            .components = components(source.field),
            .values = values,
            .scale = static_cast<float>(source.scale),
            .offset = static_cast<float>(source.offset),
            .half = style.half,
            .mask_by_first = true,
            .carries = carries(source, setup.numbers),
            .quantity = std::string(name_of(source.quantity)),
            .unit = c.unit(source.quantity)};
}

void add_metadata(VdbFrame& frame, const Setup& setup, const VdbConventions& c, const FrameData& data) {
    const Units& units = setup.numbers.units;
    frame.metadata = metadata_of(c);
    frame.metadata.insert({{"creator", fmt::format("Fumarole {}", build::version)},
                           {"version", build::version},
                           {"fps", fmt::format("{}", setup.scene.time.fps)},
                           {"speed", fmt::format("{}", setup.scene.time.speed)},
                           {"frame", std::to_string(data.frame)},
                           {"time_s", fmt::format("{}", data.time_s)},
                           {"dx_m", fmt::format("{}", units.dx_m)},
                           {"dt_s", fmt::format("{}", units.dt_s)}});
    if (setup.plan.ib_block != 0) frame.metadata["plan_l"] = std::to_string(setup.plan.ib_block);
    if (setup.plan.alpha != 0) frame.metadata["plan_alpha"] = std::to_string(setup.plan.alpha);
    frame.metadata.merge(place_metadata(frame));
}

}  // namespace

VdbFrame vdb_frame(const Setup& setup, const FrameData& data) {
    const VdbConventions conventions = conventions_of(setup.scene);
    VdbFrame frame;
    frame.nodes = setup.config.nodes;
    frame.dx_m = setup.numbers.units.dx_m;
    frame.origin_m = setup.numbers.units.node0_m;
    frame.turn = turn_between(setup.scene.domain.up, conventions.up);
    frame.units_per_m = conventions.units_per_m;
    frame.compression = conventions.compression;
    frame.grids.push_back(density_grid(setup, conventions, data.field(Field::smoke)));
    for (const Source& source : sources_of(setup, conventions))
        if (const auto values = data.field(source.field); !values.empty())
            frame.grids.push_back(masked_grid(setup, source, conventions, values));
    add_metadata(frame, setup, conventions, data);
    return frame;
}

}  // namespace fum

#include "app/vdb_frame.h"

#include <fmt/format.h>

#include <algorithm>

#include "app/build_info.h"

namespace fum {

VdbFrame vdb_frame(const Setup& setup, const FrameData& data) {
    const Units& units = setup.numbers.units;
    const OutputVdb& wish = setup.scene.vdb;
    VdbFrame frame;
    frame.nodes = setup.config.nodes;
    frame.dx_m = units.dx_m;
    frame.origin_m = units.node0_m;
    const auto smoke = data.field(Field::smoke);
    const auto velocity = wish.velocity ? data.field(Field::velocity) : std::span<const float>{};
    const float peak = smoke.empty() ? 0 : *std::max_element(smoke.begin(), smoke.end());
    VdbGrid density{.name = "density", .values = smoke, .half = wish.half};
    density.tolerance = static_cast<float>(wish.tolerance) * peak;
    frame.grids.push_back(density);
    if (!velocity.empty())
        frame.grids.push_back({.name = "vel",
                               .components = 3,
                               .values = velocity,
                               .scale = static_cast<float>(units.velocity_to_ms()),
                               .mask_by_first = true});
    frame.metadata = {{"creator", fmt::format("Fumarole {}", build::version)},
                      {"fps", fmt::format("{}", setup.scene.time.fps)},
                      {"frame", std::to_string(data.frame)},
                      {"time_s", fmt::format("{}", data.time_s)},
                      {"dx_m", fmt::format("{}", units.dx_m)},
                      {"dt_s", fmt::format("{}", units.dt_s)},
                      {"velocity_unit", "m/s"},
                      {"l", std::to_string(setup.plan.ib_block)},
                      {"alpha", std::to_string(setup.plan.alpha)},
                      {"version", build::version}};
    return frame;
}

}  // namespace fum

#include "app/output_estimate.h"

#include <algorithm>
#include <cmath>

#include "app/frame_data.h"
#include "app/log.h"
#include "app/vdb_frame.h"
#include "sim/core/error.h"
#include "sim/io/exporters/profile.h"
#include "sim/io/exporters/vdb_size.h"

namespace fum {
namespace {

double node_count(const Int3& n) { return 1.0 * n.x * n.y * n.z; }

/// Bytes of an active voxel in a file: values alone; measured on jet_on_ball.toml, Blosc saves what masks cost.
double bytes_per_voxel(const Scene& scene) {
    const VdbConventions c = conventions_of(scene);
    const OutputVdb& wish = scene.vdb;
    const auto bytes = [&](bool wanted, Quantity q, int values) {
        return wanted ? values * (c.style(q).half ? 2 : 4) : 0;
    };
    return bytes(true, Quantity::density, 1) + bytes(wish.velocity, Quantity::velocity, 3) +
           bytes(wish.vorticity, Quantity::vorticity, 3) + bytes(wish.q, Quantity::q, 1) +
           bytes(wish.pressure, Quantity::pressure, 1);
}

/// Steps after which a tracer has left through an outflow, 1e30 without one.
double residence(const Setup& setup) {
    double longest = 0;
    for (int axis = 0; axis < 3; ++axis)
        for (int side = 0; side < 2; ++side)
            if (setup.config.face[static_cast<std::size_t>(2 * axis + side)].kind == FaceKind::outflow)
                longest = std::max(longest, setup.config.nodes[axis] / std::max(1e-9, setup.numbers.lattice_speed));
    return std::min(setup.config.smoke.life, longest > 0 ? 1.5 * longest : 1e30);
}

/// The scene with about `updates` node updates in all: work grows with the fourth power of the resolution.
Setup small_setup(const Setup& setup, double updates) {
    const Int3& n = setup.config.nodes;
    const double longest = std::max({n.x, n.y, n.z});
    const double work = node_count(n) * static_cast<double>(setup.numbers.total_steps);
    double share = std::min(1.0, std::pow(updates / work, 0.25));
    for (;; share *= 1.3) {  // solids of a few cells are refused
        Scene scene = setup.scene;
        scene.domain.dx_m.reset();
        scene.domain.resolution = std::max(16, static_cast<int>(std::min(share, 1.0) * longest));
        scene.solver.samples_per_area = std::min(scene.solver.samples_per_area, 3.0);
        Setup small = prepare(scene);
        if (!usable(small.issues) && share < 1) continue;
        if (!usable(small.issues)) throw Error(Exit::input, "The scene cannot be run small: " + listed(small.issues));
        sample_solids(small);
        return small;
    }
}

/// Adds a frame's rows, each `share` times.
void add(std::vector<OutputSize>& sums, const std::vector<SizeRow>& rows, double share) {
    if (sums.empty()) sums.resize(rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i) {
        sums[i].tolerance = rows[i].tolerance;
        sums[i].half = rows[i].half_wanted;
        sums[i].bytes += static_cast<std::int64_t>(share * static_cast<double>(rows[i].bytes));
        sums[i].active += static_cast<std::int64_t>(share * static_cast<double>(rows[i].active.at(0)));
        sums[i].max_error = std::max(sums[i].max_error, rows[i].error.at(0));
    }
}

}  // namespace

OutputEstimate estimate_output(const Setup& setup) {
    constexpr double spread = 3;  // cells a tracer's share of fresh smoke has mixed with, of those it began in
    const Numbers& n = setup.numbers;
    OutputEstimate estimate;
    estimate.frames = setup.scene.vdb.on ? setup.scene.time.frames : 0;
    const double stay = residence(setup), a_cell = std::max(1e-6, 1.0 * setup.config.smoke.density_per_tracer);
    double voxels = 0;
    for (int frame = 1; frame <= estimate.frames; ++frame) {
        const double now = static_cast<double>(n.warm_up_steps) + 1.0 * frame * static_cast<double>(n.steps_per_frame);
        double alive = 0;
        for (const Emitter& e : setup.config.smoke.emitters)
            alive += e.rate * std::max(0.0, std::min(now, e.end) - std::max(now - stay, e.start));
        alive = std::min(alive, static_cast<double>(setup.config.smoke.max_tracers));
        voxels += std::min(node_count(setup.config.nodes),
                           spread * alive * a_cell / std::max(1e-6, setup.scene.smoke.density));
    }
    if (estimate.frames > 0) estimate.bytes_per_frame = 4000 + voxels / estimate.frames * bytes_per_voxel(setup.scene);
    return estimate;
}

OutputEstimate measure_output(const Setup& setup) {
    constexpr double updates = 4e8;  // three seconds of two cores
    constexpr int samples = 8;
    OutputEstimate estimate;
    estimate.frames = setup.scene.vdb.on ? setup.scene.time.frames : 0;
    if (estimate.frames == 0) return estimate;
    const Setup small = small_setup(setup, updates);
    estimate.measured = true;
    estimate.nodes = small.config.nodes;
    estimate.coarse = small.config.nodes != setup.config.nodes;
    const double up = node_count(setup.config.nodes) / node_count(small.config.nodes);
    const auto solver = make_solver(small.config, {}, "cpu", setup.scene.solver.threads);
    const int count = std::min(samples, estimate.frames);
    for (int i = 0; i < count; ++i) {
        FrameData data;
        data.frame = 1 + static_cast<int>((i + 0.5) * estimate.frames / count);
        const std::int64_t until =
            small.numbers.warm_up_steps + std::int64_t{data.frame} * small.numbers.steps_per_frame;
        solver->step(static_cast<int>(until - solver->time()));
        data.snapshot = solver->snapshot(wanted_fields(small));
        data.wait();
        const VdbFrame frame = vdb_frame(small, data);
        estimate.bytes_per_frame += up / count * static_cast<double>(measure_vdb(frame).bytes);
        add(estimate.sizes, measure_vdb_sizes(frame), up / count);
    }
    return estimate;
}

}  // namespace fum

#include "app/fit.h"

#include <algorithm>
#include <cmath>

#include "app/live_setup.h"
#include "app/output_estimate.h"
#include "app/writer_plan.h"

namespace fum {
namespace {

constexpr int least_resolution = 16, most_resolution = 16384;  // below, no solid is resolved; of domain.resolution

double node_count(const Int3& n) { return 1.0 * n.x * n.y * n.z; }

bool fits(FitTo to, const Needs& needs, const Room& room) {
    if (to == FitTo::disk) return fits_disk(needs, room);
    return to == FitTo::device ? fits_memory(needs, room) : fits_night(needs);
}

/// Memory grows with the third power of the resolution, frames with the second to third, time with the fourth.
int first_guess(FitTo to, const Needs& now, const Room& room) {
    const auto root = [](double wanted, double has, double power) {
        return has > 0 ? std::pow(std::max(wanted, 0.0) / has, 1 / power) : 1.0;
    };
    double factor = 1;
    if (to == FitTo::device)
        factor = root(static_cast<double>(room.memory_bytes) * memory_share, static_cast<double>(now.memory_bytes), 3);
    if (to == FitTo::disk)
        factor = root(static_cast<double>(room.disk_bytes.value_or(0)) * disk_share, now.disk_bytes, 3);
    if (to == FitTo::night) factor = root(night_s, now.seconds, 4);
    return static_cast<int>(std::clamp(factor * now.resolution, 1.0 * least_resolution, 1.0 * most_resolution));
}

std::string refusal_of(FitTo to, const Needs& now, const Room& room) {
    if (to == FitTo::night && room.mlups <= 0) return "The speed is not known yet: let the flow play for a moment.";
    if (to == FitTo::disk && now.disk_bytes <= 0)
        return "Nothing is written: output.vdb is off, the shot has no frames, or there is no smoke.";
    if (to == FitTo::disk && !room.disk_bytes) return "The system does not say how much of the disk is free.";
    return {};
}

}  // namespace

bool fits_memory(const Needs& needs, const Room& room) {
    return static_cast<double>(needs.memory_bytes) <= memory_share * static_cast<double>(room.memory_bytes);
}

bool fits_disk(const Needs& needs, const Room& room) {
    return !room.disk_bytes || needs.disk_bytes <= disk_share * static_cast<double>(*room.disk_bytes);
}

bool fits_night(const Needs& needs) { return needs.seconds <= night_s; }

Needs needs_of(const Setup& setup, const Room& room) {
    Needs needs;
    needs.nodes = setup.config.nodes;
    needs.resolution = std::max({needs.nodes.x, needs.nodes.y, needs.nodes.z});
    needs.frames = setup.scene.time.frames;
    needs.dx_m = setup.numbers.units.dx_m;
    needs.steps = setup.numbers.total_steps;
    for (const MemoryItem& item : estimate_memory(setup.config, setup.plan, room.device.id))
        needs.memory_bytes += item.bytes;
    const WriterPlan writing = writer_plan(setup, room.device);
    needs.memory_bytes += room.device.id == "cpu" ? writing.host_bytes : writing.device_bytes;
    needs.disk_bytes = estimate_output(setup).bytes();
    if (room.mlups > 0) needs.seconds = node_count(needs.nodes) * static_cast<double>(needs.steps) / (1e6 * room.mlups);
    return needs;
}

Sizes::Sizes(const Setup& setup, const Room& room) : setup_(setup), room_(room) { leave_room_for_edits(setup_); }

Needs Sizes::at(int resolution) {
    change_resolution(setup_, resolution);
    leave_room_for_edits(setup_);
    return needs_of(setup_, room_);
}

Needs Sizes::with_frames(int frames) {
    setup_.scene.time.frames = frames;
    setup_.numbers = numbers_of(setup_.scene, scales_of(setup_.scene, setup_.solids));
    return needs_of(setup_, room_);
}

int largest_that(int least, int most, int guess, const std::function<bool(int)>& fits) {
    int good = least - 1, bad = most + 1, at = std::clamp(guess, least, most);
    for (int stride = std::max(1, at / 64); good < bad - 1;) {
        fits(at) ? good = at : bad = at;
        const bool open_above = bad == most + 1, open_below = good == least - 1;
        if (open_above || open_below) {
            at = std::clamp(open_above ? good + stride : bad - stride, good + 1, bad - 1);
            stride *= 2;
        } else
            at = good + (bad - good) / 2;
    }
    return good;
}

std::optional<Proposal> propose(FitTo to, const Setup& setup, const Room& room, const std::function<bool()>& wanted) {
    Setup as_is = setup;
    leave_room_for_edits(as_is);
    Proposal proposal;
    proposal.to = to;
    proposal.now = needs_of(as_is, room);
    proposal.refusal = refusal_of(to, proposal.now, room);
    if (!proposal.refusal.empty()) return proposal;
    bool stopped = false;
    const auto asks = [&](const Needs& needs) {
        stopped = stopped || (wanted && !wanted());
        return !stopped && fits(to, needs, room);
    };
    Sizes sizes(setup, room);
    const int best = largest_that(least_resolution, most_resolution, first_guess(to, proposal.now, room),
                                  [&](int resolution) { return !stopped && asks(sizes.at(resolution)); });
    if (best >= least_resolution) proposal.then = sizes.at(best);
    if (best < least_resolution) proposal.refusal = "Not even 16 cells fit.";
    if (to == FitTo::disk && !fits_disk(proposal.now, room)) {
        Sizes same(setup, room);
        const int frames = largest_that(1, proposal.now.frames, proposal.now.frames / 2,
                                        [&](int n) { return !stopped && asks(same.with_frames(n)); });
        if (frames >= 1) proposal.fewer_frames = same.with_frames(frames);
    }
    if (stopped) return std::nullopt;
    return proposal;
}

}  // namespace fum

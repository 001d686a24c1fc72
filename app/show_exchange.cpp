#include "app/show_exchange.h"

#include <algorithm>

namespace fum {
namespace {

double seconds_since(std::chrono::steady_clock::time_point then) {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - then).count();
}

std::size_t count_of(const Int3& n) {
    return static_cast<std::size_t>(n.x) * static_cast<std::size_t>(n.y) * static_cast<std::size_t>(n.z);
}

/// Into the vectors of `to`.
void write_on_host(Solver& solver, const SnapshotWish& wish, Shown& to) {
    const std::size_t nodes = count_of(to.nodes);
    ShowTargets targets;
    if (wish.flow) {
        to.flow.resize(nodes);
        targets.flow = to.flow.data();
    }
    if (wish.smoke && !solver.config().smoke.emitters.empty()) {
        to.smoke.resize(nodes);
        targets.smoke = to.smoke.data();
    }
    if (wish.tracers) {
        targets.tracer_room = solver.tracers().count;
        to.tracers.resize(4 * static_cast<std::size_t>(targets.tracer_room));
        targets.tracers = to.tracers.data();
    }
    if (!targets.wants_flow() && !targets.wants_smoke() && !targets.tracers) return;
    to.tracer_count = solver.show(targets);
    to.tracers.resize(4 * static_cast<std::size_t>(to.tracer_count));
    to.has_flow = targets.flow != nullptr;
    to.has_smoke = targets.smoke != nullptr;
}

/// A place holds what it held some time ago: memory that will be used again stays.
void clear(Shown& to, const SnapshotWish& wish) {
    to.elsewhere = to.has_flow = to.has_smoke = false;
    to.tracer_count = 0;
    to.tracers.clear();
    if (!wish.flow) to.flow.clear();
    if (!wish.smoke) to.smoke.clear();
    to.poses.clear();
}

}  // namespace

void ShowExchange::use(ShowMemory* memory) {
    const std::lock_guard lock(mutex_);
    memory_ = memory;
}

/// False if they are not due.
bool ShowExchange::read_fields(Solver& solver, const SnapshotWish& wish, std::uint64_t run) {
    const bool same =
        std::ranges::equal(fields_, wish.fields, {}, [](const auto& f) { return f.first; }) && fields_run_ == run;
    if (same && fields_step_ == solver.time()) return true;
    const double pause = std::max(1 / wish.fields_per_second, wish.fields_per_second < 1e9 ? 9 * fields_s_ : 0.0);
    if (same && seconds_since(fields_at_) < pause) return false;
    const auto begin = Clock::now();
    HostFields::Map values;
    for (const Field field : wish.fields) {
        std::vector<float>& into = values[field];
        into.resize(count_of(solver.config().nodes) * static_cast<std::size_t>(components(field)));
        solver.read(field, into);
    }
    fields_ = HostFields(std::move(values));
    fields_run_ = run;
    fields_step_ = solver.time();
    fields_at_ = Clock::now();
    fields_s_ = seconds_since(begin);
    return true;
}

ShowExchange::Written ShowExchange::write(Solver& solver, const SnapshotWish& wish, std::uint64_t run, double time_s,
                                          const Units& units) {
    const auto begin = Clock::now();
    Shown& to = places_.back();
    clear(to, wish);
    to.nodes = solver.config().nodes;
    to.units = units;
    {
        const std::lock_guard lock(mutex_);
        const auto answer =
            memory_ ? memory_->write(places_.back_place(), solver, wish, to) : ShowMemory::Answer::elsewhere;
        if (answer == ShowMemory::Answer::later) return Written::nothing;
        to.elsewhere = answer == ShowMemory::Answer::written;
    }
    if (!to.elsewhere) write_on_host(solver, wish, to);
    const bool due = read_fields(solver, wish, run);
    to.fields = fields_;
    to.fields_step = fields_step_;
    to.probes = solver.probe(wish.probes);
    for (std::size_t b = 0; b < solver.config().bodies.size(); ++b)
        to.poses.push_back(solver.pose(static_cast<int>(b)));
    to.run = run;
    to.serial = ++serial_;
    to.step = solver.time();
    to.time_s = time_s;
    to.read_ms = 1e3 * seconds_since(begin);
    places_.publish();
    return due ? Written::all : Written::without_fields;
}

}  // namespace fum

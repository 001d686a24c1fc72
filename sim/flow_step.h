// Part of flow.h: steps, one by one or recorded, the fused collision, and the look for faults.
#pragma once

namespace fum {

template <class D, class Row>
void Flow<D, Row>::set_clock() {
    const Clock clock{static_cast<std::uint32_t>(time_), static_cast<float>(config_.ramp)};
    device_->upload(s_.clock.data(), std::span<const Clock>(&clock, 1));
}

template <class D, class Row>
void Flow<D, Row>::step(int n) {
    const auto begin = std::chrono::steady_clock::now();
    for (int left = n; left > 0;) {
        if (batch() > 1 && left >= batch() && time_ % batch() == 0) {
            left -= batch();
            last_of_call_ = left == 0;
            repeat_batch();
        } else {
            last_of_call_ = --left == 0;
            one_step();
        }
    }
    device_->wait();
    stats_.steps += n;
    stats_.seconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

template <class D, class Row>
void Flow<D, Row>::one_step() {
    if constexpr (Row::staged)
        staged_step(*this);
    else
        fused_step(*this);
}

/// Steps that are recorded once and then repeated as one launch; 0 if every step differs. Smoke, which is different
/// each time, must come after the last of them.
template <class D, class Row>
int Flow<D, Row>::batch() const {
    if (!D::on_gpu || Row::staged || moving_ || profile_) return 0;
    const bool smoke = !config_.smoke.emitters.empty();
    const int steps = smoke ? config_.smoke.interval : 16;
    const bool whole = steps % 2 == 0 && (!has_bodies() || steps % load_every == 0) && steps <= 64;
    return whole ? steps : 0;
}

/// batch() steps from a recording. Faults are looked for in the last of them.
template <class D, class Row>
void Flow<D, Row>::repeat_batch() {
    if constexpr (D::on_gpu) {
        const std::int64_t start = time_, loads = load_count_;
        if (!recording_)
            recording_ = device_->record([&] {
                for (int i = 0; i < batch(); ++i) {
                    recorded_look_ = i + 1 == batch() && config_.check_every > 0;
                    fluid_step(*this);
                    turn_over();
                }
                recorded_look_.reset();
            });
        device_->replay(recording_);
        load_count_ = loads + (has_bodies() ? batch() / load_every : 0);
        time_ = start + batch() - 1;
        carry_smoke();
        ++time_;
        u_time_ = config_.smoke.emitters.empty() ? -1 : time_;  // not what it was while steps were recorded
        smoke_stale_ = true;
        if (config_.check_every > 0 && (last_of_call_ || time_ / config_.check_every > start / config_.check_every))
            demand_sound_flow();
    }
}

/// In place the populations move down by slab_ + 1 planes in one step, slab by slab from z = 0 on, and up again in the
/// next, from the other end: no slab writes where another one, or a node of its own, has still to read.
template <class D, class Row>
void Flow<D, Row>::pull_collide_write() {
    const auto timing = stage("pull + collide", stats_.bytes_per_node * static_cast<double>(nodes()));
    const Calm calm{s_.calm[0].data(), s_.calm[1].data(), s_.calm[2].data()};
    const PullCollide<T, Layout, Collide> kernel{{now(), layout_, grid_},
                                                 then(),
                                                 collide_,
                                                 acceleration(),
                                                 band(),
                                                 calm,
                                                 writes_velocity() ? s_.u.data() : nullptr,
                                                 looks() ? s_.fault.data() : nullptr,
                                                 states_};
    if (writes_velocity()) u_time_ = time_ + 1;
    const int nz = grid_.n.z, slab = slab_ > 0 ? slab_ : nz, slabs = (nz + slab - 1) / slab;
    for (int j = 0; j < slabs; ++j) {
        const int first = (s_.now == 1 ? j : slabs - 1 - j) * slab;
        device_->nodes(kernel, first, std::min(first + slab, nz));
    }
}

/// The populations that were written become the ones to read.
template <class D, class Row>
void Flow<D, Row>::turn_over() {
    ++time_;
    s_.now = 1 - s_.now;
    smoke_stale_ = true;
}

template <class D, class Row>
void Flow<D, Row>::finish() {
    const auto timing = stage("finish");
    const bool looked = looks();
    turn_over();
    if (looked) demand_sound_flow();
}

template <class D, class Row>
void Flow<D, Row>::demand_sound_flow() {
    Fault fault;
    device_->download(std::span<Fault>(&fault, 1), s_.fault.data());
    if (fault.raised) throw divergence(fault, time_, config_);
}

}  // namespace fum

// Part of flow.h: smoke. Seeding, advection, projection.
#pragma once

namespace fum {

template <class D, class Row>
void Flow<D, Row>::carry_smoke() {
    if (!smoke_step()) return;
    const double after = static_cast<double>(time_ + 1), before = after - config_.smoke.interval;
    device_->each(ring_filled_,
                  AdvectTracers{field(), s_.tracers.data(), static_cast<float>(config_.smoke.interval), life()});
    for (std::size_t e = 0; e < config_.smoke.emitters.size(); ++e) seed(config_.smoke.emitters[e], e, before, after);
}

template <class D, class Row>
void Flow<D, Row>::seed(const Emitter& emitter, std::size_t e, double before, double after) {
    const std::int64_t room = static_cast<std::int64_t>(s_.tracers.size());
    const std::int64_t count = std::min(room, emitted_by(emitter, after) - emitted_by(emitter, before));
    if (count <= 0 || room == 0) return;
    SeedTracers k{};
    k.field = field();
    k.tracers = s_.tracers.data();
    k.room = room;
    k.slot = ring_next_;
    k.number = static_cast<std::uint64_t>(emitted_by(emitter, before));
    k.seed = static_cast<std::uint32_t>(config_.seed + 1000003 * e);
    k.shape = emitter.shape;
    const Double3 helper = std::abs(normalized(emitter.axis).x) < 0.9 ? Double3{1, 0, 0} : Double3{0, 1, 0};
    const Double3 a = normalized(cross(emitter.axis, helper)), b = normalized(cross(emitter.axis, a));
    const Pose ride = emitter.body >= 0 ? pose_[static_cast<std::size_t>(emitter.body)] : Pose{};
    const PoseF rideF = to_float(ride);
    for (int d = 0; d < 3; ++d) {
        k.centre[d] = static_cast<float>(emitter.centre[d]);
        k.half[d] = static_cast<float>(emitter.half[d]);
        k.axis_a[d] = static_cast<float>(a[d]);
        k.axis_b[d] = static_cast<float>(b[d]);
        k.origin[d] = rideF.centre[d];
    }
    std::copy(rideF.turn, rideF.turn + 9, k.turn);
    k.points = s_.points.data() + points_at_[e];
    k.point_count = static_cast<std::int64_t>(emitter.points.size());
    k.jitter = emitter.jitter;
    k.span = static_cast<float>(after - before);
    device_->each(count, k);
    ring_next_ = (ring_next_ + count) % room;
    ring_filled_ = std::min(room, ring_filled_ + count);
}

template <class D, class Row>
void Flow<D, Row>::project_smoke() {
    if (!smoke_stale_ || s_.smoke.size() == 0) return;
    if (plan_.deterministic && s_.smoke_fixed.size() == 0)
        s_.smoke_fixed = typename D::template Buffer<std::uint32_t>(*device_, s_.smoke.size());
    if (!plan_.deterministic) device_->fill(s_.smoke.data(), s_.smoke.size(), 0.0f);
    const float share = config_.smoke.density_per_tracer;
    device_->each(ring_filled_, ProjectTracers{grid_, periodic_, s_.tracers.data(), share, life(), s_.smoke.data(),
                                               s_.smoke_fixed.data()});
    if (plan_.deterministic) device_->each(nodes(), SettleSmoke{s_.smoke_fixed.data(), s_.smoke.data(), share});
    smoke_stale_ = false;
}

template <class D, class Row>
TracerView Flow<D, Row>::tracers() {
    return {reinterpret_cast<const float*>(s_.tracers.data()), ring_filled_, D::on_gpu};
}

template <class D, class Row>
std::vector<float> Flow<D, Row>::read_tracers() {
    std::vector<float> out(static_cast<std::size_t>(4 * ring_filled_));
    device_->download(std::span<float>(out), reinterpret_cast<const float*>(s_.tracers.data()));
    return out;
}

}  // namespace fum

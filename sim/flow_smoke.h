// Part of flow.h: smoke. Seeding, advection, projection.
#pragma once

namespace fum {

template <class D, class Row>
void Flow<D, Row>::carry_smoke() {
    if (!smoke_step()) return;
    const auto timing = stage("smoke");
    const double after = static_cast<double>(time_ + 1), before = after - config_.smoke.interval;
    device_->each(tracer_count_,
                  AdvectTracers{field(), s_.tracers[0].data(), static_cast<float>(config_.smoke.interval), life()});
    for (std::size_t e = 0; e < config_.smoke.emitters.size(); ++e) seed(config_.smoke.emitters[e], e, before, after);
}

template <class D, class Row>
void Flow<D, Row>::seed(const Emitter& emitter, std::size_t e, double before, double after) {
    const std::int64_t room = static_cast<std::int64_t>(s_.tracers[0].size());
    const std::int64_t count = std::min(room, emitted_by(emitter, after) - emitted_by(emitter, before));
    if (count <= 0) return;
    make_room(count, static_cast<float>(after));
    SeedTracers k{};
    k.field = field();
    k.tracers = s_.tracers[0].data();
    k.slot = tracer_count_;
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
    tracer_count_ += count;
}

/// Room for so many more tracers. Those that have ended go first, then the oldest.
template <class D, class Row>
void Flow<D, Row>::make_room(std::int64_t more, float most_age) {
    const std::int64_t room = static_cast<std::int64_t>(s_.tracers[0].size());
    if (tracer_count_ + more <= room) return;
    sort_tracers(1e30f);
    if (tracer_count_ + more <= room) return;
    sort_tracers(age_of_youngest(room - more, most_age));
}

/// The age that exactly `count` tracers, or a few less, stay below: narrowed down a thousandfold each time round.
template <class D, class Row>
float Flow<D, Row>::age_of_youngest(std::int64_t count, float most_age) {
    constexpr int places = CountAges::places;
    if (s_.ages.size() == 0) s_.ages = typename D::template Buffer<std::int32_t>(*device_, places);
    std::vector<std::int32_t> ages(places);
    float low = 0, span = most_age;
    for (int round = 0; round < 2; ++round) {
        device_->fill(s_.ages.data(), places, std::int32_t{0});
        device_->each(tracer_count_, CountAges{s_.tracers[0].data(), low, span, s_.ages.data()});
        device_->download(std::span<std::int32_t>(ages), s_.ages.data());
        int kept = 0;
        while (kept < places && ages[static_cast<std::size_t>(kept)] <= count)
            count -= ages[static_cast<std::size_t>(kept++)];
        span /= places;
        low += span * static_cast<float>(kept);
    }
    return std::nextafter(low, 0.0f);
}

template <class D, class Row>
TracerBins Flow<D, Row>::tracer_bins() const {
    return {grid_, periodic_, s_.bin_count.data(), s_.bin_first.data(), s_.bin_used.data(), s_.bin_sums.data()};
}

/// Puts tracers into the order of their bins; those that have ended or are older than `oldest` go.
template <class D, class Row>
void Flow<D, Row>::sort_tracers(float oldest) {
    if (s_.bin_count.size() == 0) {
        const std::size_t bins = static_cast<std::size_t>(tracer_bins().bins()), room = s_.tracers[0].size();
        s_.tracers[1] = typename D::template Buffer<Float4>(*device_, room);
        s_.tracer_rank = typename D::template Buffer<std::int32_t>(*device_, room);
        for (auto* b : {&s_.bin_count, &s_.bin_first, &s_.bin_used})
            *b = typename D::template Buffer<std::int32_t>(*device_, bins);
        s_.bin_sums = typename D::template Buffer<std::int32_t>(*device_, 2);
    }
    const auto timing = stage("sort tracers");
    if (density_set_) device_->each(bins_in_use_ * ProjectBins::values, ClearBins{projection()});
    density_set_ = false;
    const TracerBins bins = tracer_bins();
    device_->fill(s_.bin_count.data(), s_.bin_count.size(), std::int32_t{0});
    device_->fill(s_.bin_sums.data(), 2, std::int32_t{0});
    device_->each(tracer_count_, CountTracers{bins, s_.tracers[0].data(), s_.tracer_rank.data(), oldest});
    device_->each(bins.bins(), AllotBins{bins});
    device_->each(tracer_count_, MoveTracers{bins, s_.tracers[0].data(), s_.tracer_rank.data(), s_.tracers[1].data()});
    std::swap(s_.tracers[0], s_.tracers[1]);
    std::int32_t sums[2];
    device_->download(std::span<std::int32_t>(sums), s_.bin_sums.data());
    tracer_count_ = sums[0];
    bins_in_use_ = sums[1];
}

template <class D, class Row>
void Flow<D, Row>::project_smoke() {
    if (!smoke_stale_ || s_.smoke.size() == 0) return;
    if (plan_.deterministic && s_.smoke_fixed.size() == 0)
        s_.smoke_fixed = typename D::template Buffer<std::uint32_t>(*device_, s_.smoke.size());
    sort_tracers(1e30f);
    const auto timing = stage("project smoke");
    const ProjectBins project = projection();
    device_->tiles(bins_in_use_, project);
    if (plan_.deterministic)
        device_->each(nodes(), SettleSmoke{s_.smoke_fixed.data(), s_.smoke.data(), project.share});
    else
        density_set_ = true;
    smoke_stale_ = false;
}

template <class D, class Row>
ProjectBins Flow<D, Row>::projection() const {
    return {tracer_bins(), s_.tracers[0].data(), config_.smoke.density_per_tracer,
            life(),        s_.smoke.data(),      s_.smoke_fixed.data()};
}

template <class D, class Row>
TracerView Flow<D, Row>::tracers() {
    return {reinterpret_cast<const float*>(s_.tracers[0].data()), tracer_count_, D::on_gpu};
}

template <class D, class Row>
std::vector<float> Flow<D, Row>::read_tracers() {
    std::vector<float> out(static_cast<std::size_t>(4 * tracer_count_));
    device_->download(std::span<float>(out), reinterpret_cast<const float*>(s_.tracers[0].data()));
    return out;
}

}  // namespace fum

// Part of flow.h: changes while a flow runs, and the way back to a moment that was kept.
#pragma once

namespace fum {

template <class D, class Row>
void Flow<D, Row>::set_rates() {
    const Rates<double> r = make_rates(config_);
    collide_.rates = {Real(r.nu3),       Real(r.sponge_nu3), Real(r.alpha), Real(r.lambda2),
                      Real(r.inv_u_ref), Real(r.high),       r.galilean};
}

/// What launches take as arguments is new with the next step; what lies on the device is sent there. A recording holds
/// the old arguments, so it is made anew.
template <class D, class Row>
void Flow<D, Row>::apply(const Config& config) {
    check_config(config, plan_);
    demand_live(config_, config);
    for (std::size_t b = 0; b < config.bodies.size(); ++b) demand_steady(config.bodies[b], pose_[b], reach_[b], time_);
    config_ = config;
    set_rates();
    std::vector<FaceJob<Real>> jobs;
    for (int i = 0; i < 6; ++i)
        if (config_.face[static_cast<std::size_t>(i)].kind != FaceKind::periodic) jobs.push_back(face_job(i));
    device_->upload(s_.face_jobs.data(), std::span<const FaceJob<Real>>(jobs));
    drift_ = 1;  // a motion may have skipped a little
    smoke_stale_ = true;
    recording_ = {};
}

template <class D, class Row>
template <class V>
void Flow<D, Row>::copy(const typename D::template Buffer<V>& from, const typename D::template Buffer<V>& to) {
    device_->each(static_cast<std::int64_t>(from.size()), CopyValues<V>{from.data(), to.data()});
}

template <class D, class Row>
std::int64_t Flow<D, Row>::keeping_bytes() const {
    std::size_t bytes = s_.f[0].size() * sizeof(T) + s_.tracers[0].size() * sizeof(Float4);
    for (const auto& states : s_.face_state) bytes += states.size() * sizeof(FaceState<Real>);
    return static_cast<std::int64_t>(bytes);
}

template <class D, class Row>
void Flow<D, Row>::keep() {
    kept_.time = -1;
    if (kept_.f.size() == 0) {
        kept_.tracers = typename D::template Buffer<Float4>(*device_, s_.tracers[0].size());
        for (int i = 0; i < 6; ++i)
            kept_.face_state[i] = typename D::template Buffer<FaceState<Real>>(*device_, s_.face_state[i].size());
        kept_.f = typename D::template Buffer<T>(*device_, s_.f[0].size());
    }
    copy<T>(s_.f[slab_ > 0 ? 0 : s_.now], kept_.f);
    for (int i = 0; i < 6; ++i) copy<FaceState<Real>>(s_.face_state[i], kept_.face_state[i]);
    device_->each(tracer_count_, CopyValues<Float4>{s_.tracers[0].data(), kept_.tracers.data()});
    device_->wait();
    kept_.pose = pose_;
    kept_.now = s_.now;
    kept_.tracer_count = tracer_count_;
    kept_.time = time_;
}

template <class D, class Row>
bool Flow<D, Row>::go_back() {
    if (kept_.time < 0) return false;
    profile_.reset();
    recorded_look_.reset();
    s_.now = kept_.now;
    time_ = kept_.time;
    u_time_ = -1;
    tracer_count_ = kept_.tracer_count;
    copy<T>(kept_.f, s_.f[slab_ > 0 ? 0 : s_.now]);
    for (int i = 0; i < 6; ++i) copy<FaceState<Real>>(kept_.face_state[i], s_.face_state[i]);
    device_->each(tracer_count_, CopyValues<Float4>{kept_.tracers.data(), s_.tracers[0].data()});
    device_->fill(s_.fault.data(), 1, Fault{});
    set_clock();
    if (has_bodies()) put_bodies_back();
    smoke_stale_ = true;
    device_->wait();
    return true;
}

/// Bodies as they were kept; loads begin anew.
template <class D, class Row>
void Flow<D, Row>::put_bodies_back() {
    pose_ = kept_.pose;
    for (std::size_t b = 0; b < pose_.size(); ++b) place_body(b);
    if constexpr (!Row::staged) rebuild_band();
    normalise();
    drift_ = 1;  // motions may have changed since
    take_loads();
}

}  // namespace fum

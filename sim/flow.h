// The solver on one device: the parts of step.h. Device launches (device/cpu.h, device/cuda.cuh), Real stores, Layout
// places (Eq. 9), Collide relaxes.
#pragma once

#include <algorithm>
#include <chrono>
#include <cmath>
#include <memory>
#include <numeric>
#include <string>
#include <vector>

#include "sim/boundary/faces.h"
#include "sim/core/error.h"
#include "sim/immersed/body.h"
#include "sim/immersed/sample_order.h"
#include "sim/smoke/density.h"
#include "sim/smoke/derived.h"
#include "sim/smoke/emitters.h"
#include "sim/state.h"
#include "sim/step.h"

namespace fum {

/// Throws Error(input) if a config cannot be run at all.
void check_config(const Config&, const Plan&);
/// Bit d set: axis d is periodic.
int periodic_axes(const Config&);
/// Rates of the collision at double precision.
Rates<double> make_rates(const Config&);
PoseF to_float(const Pose&);
/// How the sponges of the two faces across an axis calm the nodes near them, [n]; empty if there is none.
std::vector<float> calm_profile(const Config&, int axis);
/// Tracers that an emitter has given by time t (steps), a whole number.
std::int64_t emitted_by(const Emitter&, double t);
/// The sentence for a fault.
Error divergence(const Fault&, std::int64_t step, const Config&);

template <class Device, class Real, class Layout, class Collide>
class Flow final : public Solver {
public:
    Flow(std::unique_ptr<Device> device, const Config& config, const Plan& plan, Layout layout);

    void step(int n) override;
    std::int64_t time() const override { return time_; }
    const Config& config() const override { return config_; }
    void read(Field, std::span<float> out) override;
    void start_from(std::span<const float> rho, std::span<const float> u) override;
    std::vector<double> totals() override;
    std::vector<Load> take_loads() override;
    Pose pose(int body) const override { return pose_.at(static_cast<std::size_t>(body)); }
    TracerView tracers() override;
    std::vector<float> read_tracers() override;
    std::vector<MemoryItem> memory() const override;
    StepStats stats() const override { return stats_; }
    std::string device_name() const override { return device_->name(); }

    // The parts of fused_step().
    void move_bodies();
    void macro_of_band();
    void penalty_and_spread();
    void pull_collide_write();
    void faces();
    void exchange() {}  // one device: every neighbour is here
    void carry_smoke();
    void finish();

private:
    static constexpr int load_every = 4;

    /// Whether this step looks for states that no flow has: now and then, and before anybody reads a field.
    bool looks() const { return config_.check_every > 0 && (last_of_call_ || (time_ + 1) % config_.check_every == 0); }
    bool has_bodies() const { return !config_.bodies.empty(); }
    bool smoke_step() const { return !config_.smoke.emitters.empty() && (time_ + 1) % config_.smoke.interval == 0; }
    Band band() const { return has_bodies() ? Band{s_.slot_of.data(), s_.g.data(), shift_} : Band{}; }
    Samples samples() const { return {s_.place.data(), s_.area.data(), s_.normaliser.data(), first_.back()}; }
    VelocityField field() const { return {s_.u.data(), grid_, periodic_}; }
    Vec3<Real> acceleration() const { return cast<Real>(config_.acceleration); }
    Pull<Real, Layout> pull() const { return {s_.f[s_.now].data(), layout_, grid_}; }
    std::int64_t nodes() const { return grid_.nodes(); }

    void allocate_bodies();
    void upload_samples();
    void place_body(std::size_t b);
    void rebuild_band();
    void normalise();
    void seed(const Emitter&, std::size_t e, double before, double after);
    void refresh_velocity();
    void project_smoke();
    float life() const { return static_cast<float>(std::min(config_.smoke.life, 1e30)); }

    std::unique_ptr<Device> device_;
    Config config_;
    Plan plan_;
    Layout layout_;
    Grid grid_;
    int periodic_ = 0;
    Collide collide_;
    State<Device, Real> s_;
    std::int64_t time_ = 0;
    bool last_of_call_ = false;  ///< of step()
    StepStats stats_;

    int shift_ = 6;                       ///< log2 of the band's group
    std::vector<std::int64_t> first_{0};  ///< first sample of each body, and their number
    std::vector<Pose> pose_;
    std::vector<double> reach_;  ///< largest |X_s| of each body
    double drift_ = 0;           ///< how far a sample may have gone since the band was marked, nodes
    double turned_ = 0;          ///< radians since the samples were ordered
    bool moving_ = false;
    std::vector<double> load_sum_;  ///< [bodies][6]
    std::int64_t load_count_ = 0;
    bool smoke_stale_ = true;
    std::vector<std::size_t> points_at_;  ///< where an emitter's points begin in s_.points
    std::int64_t ring_next_ = 0, ring_filled_ = 0;
    FaceFrame frame(int face) const;
};

template <class D, class R, class L, class C>
Flow<D, R, L, C>::Flow(std::unique_ptr<D> device, const Config& config, const Plan& plan, L layout)
    : device_(std::move(device)), config_(config), plan_(plan), layout_(layout) {
    grid_ = {config.nodes, {}, config.nodes};
    periodic_ = periodic_axes(config);
    const Rates<double> r = make_rates(config);
    collide_.rates = {R(r.nu3), R(r.sponge_nu3), R(r.alpha), R(r.lambda2), R(r.inv_u_ref), R(r.high), r.galilean};
    stats_.bytes_per_node = 2.0 * 27 * sizeof(R);
    const std::size_t n = static_cast<std::size_t>(nodes());
    for (auto& f : s_.f) f = typename D::template Buffer<R>(*device_, layout_.values(n));
    s_.fault = typename D::template Buffer<Fault>(*device_, 1);
    for (int face = 0; face < 6; ++face)
        if (config_.face[static_cast<std::size_t>(face)].kind != FaceKind::periodic)
            s_.face[face] = typename D::template Buffer<R>(*device_, static_cast<std::size_t>(9 * frame(face).items()));
    std::vector<float> profile[3];
    bool any_sponge = false;
    for (int axis = 0; axis < 3; ++axis) any_sponge |= !(profile[axis] = calm_profile(config_, axis)).empty();
    for (int axis = 0; any_sponge && axis < 3; ++axis) {
        profile[axis].resize(static_cast<std::size_t>(config_.nodes[axis]), 0.0f);
        s_.calm[axis] = typename D::template Buffer<float>(*device_, profile[axis].size());
        device_->upload(s_.calm[axis].data(), std::span<const float>(profile[axis]));
    }
    if (!config_.smoke.emitters.empty()) {
        s_.u = typename D::template Buffer<Float4>(*device_, n);
        s_.smoke = typename D::template Buffer<float>(*device_, n);
        s_.tracers = typename D::template Buffer<Float4>(*device_, static_cast<std::size_t>(config_.smoke.max_tracers));
        std::vector<float> points;
        for (const Emitter& e : config_.smoke.emitters) {
            points_at_.push_back(points.size());
            for (int d = 0; d < 3; ++d)
                for (const Float3& p : e.points) points.push_back(p[d]);
        }
        s_.points = typename D::template Buffer<float>(*device_, points.size());
        device_->upload(s_.points.data(), std::span<const float>(points));
        device_->fill(s_.tracers.data(), s_.tracers.size(), Float4{0, 0, 0, -1});
    }
    device_->each(nodes(), StartUniform<R, L>{s_.f[0].data(), layout_, cast<R>(config_.u_start)});
    if (has_bodies()) allocate_bodies();
    device_->wait();
}

template <class D, class R, class L, class C>
FaceFrame Flow<D, R, L, C>::frame(int face) const {
    FaceFrame frame{grid_, {}, face};
    for (int i = 0; i < 6; ++i) frame.faces.kind[i] = config_.face[static_cast<std::size_t>(i)].kind;
    return frame;
}

template <class D, class R, class L, class C>
void Flow<D, R, L, C>::step(int n) {
    const auto begin = std::chrono::steady_clock::now();
    for (int i = 0; i < n; ++i) {
        last_of_call_ = i + 1 == n;
        fused_step(*this);
    }
    device_->wait();
    stats_.steps += n;
    stats_.seconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

template <class D, class R, class L, class C>
void Flow<D, R, L, C>::pull_collide_write() {
    const Calm calm{s_.calm[0].data(), s_.calm[1].data(), s_.calm[2].data()};
    device_->nodes(PullCollide<R, L, C>{pull(), s_.f[1 - s_.now].data(), collide_, acceleration(), band(), calm,
                                        smoke_step() ? s_.u.data() : nullptr, looks() ? s_.fault.data() : nullptr});
}

template <class D, class R, class L, class C>
void Flow<D, R, L, C>::faces() {
    const double x = config_.ramp > 0 ? std::min(1.0, static_cast<double>(time_ + 1) / config_.ramp) : 1.0;
    const float strength = static_cast<float>(x * x * (3 - 2 * x));
    FaceJobs<R> jobs;
    for (int i = 0; i < 6; ++i) {
        const Face& face = config_.face[static_cast<std::size_t>(i)];
        if (face.kind == FaceKind::periodic) continue;
        FaceJob<R>& job = jobs.job[jobs.count++];
        job = {frame(i), jobs.items, s_.face[i].data()};
        const Jet& jet = face.jet;
        job.no_slip = {cast<R>(face.u), R(wall_diffusion(config_.nu))};
        job.inflow = {cast<R>(face.u * strength),
                      {R(jet.centre.x), R(jet.centre.y), R(jet.centre.z)},
                      R(jet.radius),
                      R(jet.edge),
                      R(jet.coflow),
                      R(face.noise),
                      static_cast<std::uint32_t>(time_),
                      static_cast<std::uint32_t>(config_.seed)};
        job.free_slip = {R(face.vent)};
        job.outflow = {R(face.rho) - 1, R(2) / R(config_.nodes[i / 2])};
        jobs.items += job.frame.items();
    }
    device_->each(jobs.items, CollectFaces<R, L>{s_.f[s_.now].data(), layout_, jobs});
    device_->each(jobs.items, PlaceFaces<R, L>{s_.f[s_.now].data(), layout_, jobs});
}

template <class D, class R, class L, class C>
void Flow<D, R, L, C>::finish() {
    const bool looked = looks();
    ++time_;
    s_.now = 1 - s_.now;
    smoke_stale_ = true;
    if (!looked) return;
    Fault fault;
    device_->download(std::span<Fault>(&fault, 1), s_.fault.data());
    if (fault.raised) throw divergence(fault, time_, config_);
}

}  // namespace fum

#include "sim/flow_bodies.h"
#include "sim/flow_read.h"
#include "sim/flow_smoke.h"

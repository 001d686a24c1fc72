// The solver on one device: the parts of step.h. Device launches (device/cpu.h, device/cuda.cuh); a row of menu.h says
// how populations are stored, where they lie (Eq. 9), how they stream and relax.
#pragma once

#include <algorithm>
#include <chrono>
#include <cmath>
#include <memory>
#include <numeric>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include "sim/boundary/branching.h"
#include "sim/boundary/faces.h"
#include "sim/core/error.h"
#include "sim/immersed/body.h"
#include "sim/immersed/gather.h"
#include "sim/profile.h"
#include "sim/sample_loops.h"
#include "sim/smoke/density.h"
#include "sim/smoke/derived.h"
#include "sim/smoke/emitters.h"
#include "sim/smoke/texels.h"
#include "sim/snapshot.h"
#include "sim/staged.h"
#include "sim/state.h"
#include "sim/step.h"

namespace fum {

/// Throws Error(input) if a config cannot be run at all.
void check_config(const Config&, const Plan&);
/// Bit d set: axis d is periodic.
int periodic_axes(const Config&);
/// Planes that are written at once where populations stream in place.
int slab_planes(Int3 nodes, bool on_gpu);
/// Rates of the collision at double precision.
Rates<double> make_rates(const Config&);
PoseF to_float(const Pose&);
/// How the sponges of the two faces across an axis calm the nodes near them, [n]; empty if there is none.
std::vector<float> calm_profile(const Config&, int axis);
/// Tracers that an emitter has given by time t (steps), a whole number.
std::int64_t emitted_by(const Emitter&, double t);
/// Throws Error(input) naming what of `wanted` cannot change while a flow runs under `running`.
void demand_live(const Config& running, const Config& wanted);
/// Throws Error(input) if the motion of a body, which is at `now` and reaches `reach` nodes far, jumps at a step.
void demand_steady(const Body&, const Pose& now, double reach, std::int64_t step);
/// The sentence for a fault.
Diverged divergence(const Fault&, std::int64_t step, const Config&);

/// `Row` is a row of menu.h.
template <class Device, class Row>
class Flow final : public Solver {
public:
    using T = typename Row::Stored;
    using Real = NumberOf<T>;
    using Layout = typename Row::Layout;
    using Collide = typename Row::Collide;

    Flow(std::unique_ptr<Device> device, const Config& config, const Plan& plan, Layout layout);

    void step(int n) override;
    void apply(const Config&) override;
    void keep() override;
    bool go_back() override;
    std::int64_t keeping_bytes() const override;
    std::int64_t time() const override { return time_; }
    const Config& config() const override { return config_; }
    void read(Field, std::span<float> out) override;
    std::unique_ptr<Snapshot> snapshot(std::span<const Field> fields) override;
    std::int64_t show(const ShowTargets&) override;
    std::vector<ProbeValue> probe(std::span<const Int3> nodes) override;
    void start_from(std::span<const float> rho, std::span<const float> u) override;
    std::vector<double> totals() override;
    std::vector<Load> take_loads() override;
    Pose pose(int body) const override { return pose_.at(static_cast<std::size_t>(body)); }
    TracerView tracers() override;
    std::vector<float> read_tracers() override;
    std::vector<MemoryItem> memory() const override;
    StepStats stats() const override { return stats_; }
    std::vector<Stage> profile(int n) override;
    std::string device_name() const override { return device_->name(); }
    int cuda_index() const override {
        if constexpr (Device::on_gpu) return device_->index();
        return -1;
    }

    // The parts of fused_step() and staged_step().
    void move_bodies();
    void macro_of_band();
    void penalty_and_spread();
    void pull_collide_write();
    void collect_faces();
    void exchange();
    void place_faces();
    void stream();
    void macroscopic();
    void collide();
    void carry_smoke();
    void finish();

private:
    /// Whether the collision keeps the states of faces' nodes.
    static constexpr bool keeps_states = !Row::staged && StoredAs<T>::unit == 1;
    static constexpr int load_every = 4;
    static constexpr int look_every = 64;  ///< steps between two looks at what spreading costs

    /// Whether this step looks for states that no flow has: now and then, and before anybody reads a field.
    bool looks() const {
        if (recorded_look_) return *recorded_look_;
        return config_.check_every > 0 && (last_of_call_ || (time_ + 1) % config_.check_every == 0);
    }
    /// Whether samples add up in fixed point: on a device that would else add in any order.
    bool fixed_sums() const { return plan_.deterministic && !Device::ordered_sums; }
    bool has_bodies() const { return !config_.bodies.empty(); }
    /// Whether this step's collision leaves u behind: tracers want it, and who looks at the flow between two calls.
    bool writes_velocity() const { return smoke_step() || (last_of_call_ && !Device::on_gpu && s_.u.size() > 0); }
    bool smoke_step() const { return !config_.smoke.emitters.empty() && (time_ + 1) % config_.smoke.interval == 0; }
    Band band() const {
        if (!has_bodies()) return {};
        return {s_.slot_of.data(), s_.g.data(), shift_, Band::groups_per_row(grid_.n.x, shift_), grid_.n.y};
    }
    Samples samples() const { return {s_.place.data(), s_.area.data(), s_.normaliser.data(), first_.back()}; }
    VelocityField field() const { return {s_.u.data(), grid_, periodic_}; }
    Vec3<Real> acceleration() const { return cast<Real>(config_.acceleration); }
    /// Populations to read, and where the collision puts its own: another array, or the same one some planes away.
    T* now() const { return populations(s_.now); }
    T* then() const { return populations(1 - s_.now); }
    T* populations(int which) const {
        if (slab_ == 0) return s_.f[which].data();
        return s_.f[0].data() + layout_.row(which == 0 ? 0 : static_cast<Node>(slab_ + 1) * plane_slots());
    }
    Node plane_slots() const { return static_cast<Node>(grid_.pitch) * static_cast<Node>(grid_.n.y); }
    std::int64_t nodes() const { return grid_.nodes(); }
    /// A band that has all groups, whether or not there are bodies.
    Band every_group() const;
    CellGrid cells() const;
    PenaltySpread penalty(std::size_t body, Float4* g_s) const;
    /// Bytes of so many floats a node.
    double node_bytes(int floats) const { return 4.0 * floats * static_cast<double>(nodes()); }
    /// Times what follows in its scope while profile() runs. `bytes` that must move at least, 0 = not counted.
    typename Profile<Device>::Timing stage(const char* name, double bytes = 0, std::int64_t atomics = 0) {
        if (!profile_) return {};
        return {*profile_, name, bytes, atomics};
    }

    void set_rates();
    void allocate_faces();
    FaceJob<Real> face_job(int face) const;
    template <class V>
    void copy(const typename Device::template Buffer<V>& from, const typename Device::template Buffer<V>& to);
    void put_bodies_back();
    void sum_face_states();
    void set_clock();
    void one_step();
    int batch() const;
    void repeat_batch();
    void turn_over();
    void demand_sound_flow();
    void allocate_bodies();
    void upload_samples();
    bool order_pays() const;
    void place_body(std::size_t b);
    void rebuild_band();
    void normalise();
    void allocate_staged();
    void list_samples();
    void penalty_and_gather();
    template <class Sums>
    void collide_with();
    template <class Work>
    void launch_faces(const FaceJobs<Real>&);
    template <class Work>
    void launch_faces_once(const FaceJobs<Real>&, bool all_nodes);
    void seed(const Emitter&, std::size_t e, double before, double after);
    void make_room(std::int64_t more, float most_age);
    float age_of_youngest(std::int64_t count, float most_age);
    TracerBins tracer_bins() const;
    void sort_tracers(float oldest);
    void refresh_velocity();
    ReadMacro<T, Layout> macro() const;
    void put_aside(Field, float* to);
    void make_aside(std::size_t floats);
    template <class To>
    void show_flow(const To&);
    void show_on_surfaces(const ShowTargets&);
    void show_by_copy(const ShowTargets&);
    std::int64_t show_tracers(const ShowTargets&);
    void project_smoke();
    ProjectBins projection() const;
    float life() const { return static_cast<float>(std::min(config_.smoke.life, 1e30)); }

    std::unique_ptr<Device> device_;
    Config config_;
    Plan plan_;
    Layout layout_;
    Grid grid_;
    int periodic_ = 0;
    Collide collide_;
    State<Device, T> s_;
    FaceJobs<Real> jobs_;
    FaceStates<Real> states_;
    int slab_ = 0;  ///< in place: planes that are written at once; 0: two arrays
    std::int64_t time_ = 0;
    bool last_of_call_ = false;          ///< of step()
    std::optional<bool> recorded_look_;  ///< while steps are recorded: whether this one looks
    typename Device::Recording recording_;
    Kept<Device, T> kept_;
    StepStats stats_;
    std::optional<Profile<Device>> profile_;  ///< while profile() runs
    SampleLoops loops_;                       ///< known while profile() runs

    int shift_ = Device::on_gpu ? 3 : 4;  ///< log2 of the band's group: a sector of memory, a pack of the CPU
    std::vector<std::int64_t> first_{0};  ///< first sample of each body, and their number
    std::vector<Pose> pose_;
    std::vector<double> reach_;  ///< largest |X_s| of each body
    double drift_ = 0;           ///< how far a sample may have gone since the band was marked, nodes
    double turned_ = 0;          ///< radians since the samples were ordered
    struct {
        double cost_s = 0, best_s = 0, lost_s = 0;  ///< of ordering; of spreading right after it; lost since
    } order_;
    bool moving_ = false;
    std::int64_t load_count_ = 0;
    bool smoke_stale_ = true;
    std::int64_t u_time_ = -1;            ///< of u, where a collision left it
    bool density_set_ = false;            ///< the bins in use have added to the density
    std::vector<std::size_t> points_at_;  ///< where an emitter's points begin in s_.points
    std::int64_t tracer_count_ = 0, bins_in_use_ = 0;
    std::vector<Node> probes_;  ///< what s_.probe_nodes holds
    std::shared_ptr<SnapshotPool<Device>> snapshots_ = std::make_shared<SnapshotPool<Device>>();
    typename Device::Transfer last_transfer_;  ///< out of s_.aside
    FaceFrame frame(int face) const;
};

template <class D, class Row>
Flow<D, Row>::Flow(std::unique_ptr<D> device, const Config& config, const Plan& plan, Layout layout)
    : device_(std::move(device)), config_(config), plan_(plan), layout_(layout) {
    const bool in_place = plan.streaming == Plan::Streaming::in_place;
    grid_ = {config.nodes, {}, config.nodes, layout_.pitch(config.nodes.x), in_place ? 1 : 0};
    slab_ = in_place ? slab_planes(config.nodes, D::on_gpu) : 0;
    periodic_ = periodic_axes(config);
    set_rates();
    stats_.bytes_per_node = 2.0 * 27 * sizeof(T);
    const std::size_t n = static_cast<std::size_t>(nodes());
    const Node planes = static_cast<Node>(grid_.n.z + (in_place ? slab_ + 3 : 0));
    if (static_cast<double>(plane_slots()) * planes >= 4294967296.0)
        throw Error(
            Exit::input,
            "The grid's rows, filled up to whole groups of alpha nodes, hold more than 4,294,967,295 nodes on one "
            "device; lower the resolution.");
    for (int j = 0; j < (in_place ? 1 : 2); ++j)
        s_.f[j] = typename D::template Buffer<T>(*device_, layout_.values(std::size_t{plane_slots()} * planes));
    s_.fault = typename D::template Buffer<Fault>(*device_, 1);
    s_.clock = typename D::template Buffer<Clock>(*device_, 1);
    set_clock();
    allocate_faces();
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
        s_.tracers[0] =
            typename D::template Buffer<Float4>(*device_, static_cast<std::size_t>(config_.smoke.max_tracers));
        std::vector<float> points;
        for (const Emitter& e : config_.smoke.emitters) {
            points_at_.push_back(points.size());
            for (int d = 0; d < 3; ++d)
                for (const Float3& p : e.points) points.push_back(p[d]);
        }
        s_.points = typename D::template Buffer<float>(*device_, points.size());
        device_->upload(s_.points.data(), std::span<const float>(points));
    }
    device_->each(nodes(), StartUniform<T, Layout>{now(), layout_, grid_, cast<Real>(config_.u_start)});
    sum_face_states();
    if constexpr (Row::staged) allocate_staged();
    if (has_bodies()) allocate_bodies();
    device_->wait();
}

}  // namespace fum

#include "sim/flow_apply.h"
#include "sim/flow_bodies.h"
#include "sim/flow_faces.h"
#include "sim/flow_read.h"
#include "sim/flow_show.h"
#include "sim/flow_smoke.h"
#include "sim/flow_staged.h"
#include "sim/flow_step.h"

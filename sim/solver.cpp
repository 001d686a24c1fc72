// The door: checks a config, finds a device, judges the memory, makes the flow.
#include "sim/solver.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <type_traits>

#include "sim/device/cpu.h"
#include "sim/flow.h"
#include "sim/menu.h"
#include "sim/solver_backends.h"

namespace fum {

int components(Field field) { return field == Field::velocity || field == Field::vorticity ? 3 : 1; }

int periodic_axes(const Config& config) {
    int bits = 0;
    for (int d = 0; d < 3; ++d)
        if (config.face[static_cast<std::size_t>(2 * d)].kind == FaceKind::periodic) bits |= 1 << d;
    return bits;
}

namespace {

/// Throws Error(input) for a combination that is not compiled.
void check_schedule(const Config& config, const Plan& plan) {
    const auto refuse = [](const std::string& why) { throw Error(Exit::input, why); };
    if (plan.schedule == Plan::Schedule::fused) {
        if (plan.spread == Plan::Spread::gather)
            refuse("Gathering forces belongs to advanced.schedule = staged; the fused schedule scatters.");
        if (plan.faces == Plan::Faces::branching)
            refuse("The branching launch for faces belongs to advanced.schedule = staged.");
        return;
    }
    if (config.model != Model::acm_mrt)
        refuse("advanced.schedule = staged is compiled for the model acm_mrt only; choose that model, or fused.");
    if (plan.storage != Plan::Storage::fp32)
        refuse("advanced.schedule = staged is compiled for solver.storage = fp32 only; choose that, or fused.");
    if (plan.streaming != Plan::Streaming::two_arrays)
        refuse("advanced.schedule = staged needs solver.streaming = two_arrays; choose that, or fused.");
    if (plan.deterministic)
        refuse(
            "advanced.schedule = staged adds floats up in any order; choose solver.deterministic = false, or fused.");
    if (plan.launches < 1 || plan.launches > 3)
        refuse("advanced.schedule = staged collides in 1, 2 or 3 launches, not " + std::to_string(plan.launches) + ".");
}

}  // namespace

void check_config(const Config& config, const Plan& plan) {
    const auto refuse = [](const std::string& why) { throw Error(Exit::input, why); };
    double nodes = 1;
    for (int d = 0; d < 3; ++d) {
        if (config.nodes[d] < 1) refuse("The grid needs at least one node along each axis.");
        nodes *= config.nodes[d];
        const bool low = config.face[static_cast<std::size_t>(2 * d)].kind == FaceKind::periodic;
        const bool high = config.face[static_cast<std::size_t>(2 * d + 1)].kind == FaceKind::periodic;
        if (low != high)
            refuse(std::string("Only one of the two faces across ") + "xyz"[d] +
                   " is periodic; both or neither must be.");
    }
    if (nodes >= 4294967296.0)
        refuse("The grid has more than 4,294,967,295 nodes on one device; lower the resolution.");
    if (!(config.nu > 0)) refuse("The viscosity must be above zero.");
    if (plan.alpha < 0 || (plan.alpha & (plan.alpha - 1)) != 0)
        refuse("alpha is " + std::to_string(plan.alpha) +
               "; it must be a power of two (or 0 for the device's default).");
    check_schedule(config, plan);
    for (const Body& body : config.bodies)
        if (body.samples.size() != body.area.size()) refuse("Body " + body.name + " has samples without areas.");
    if (config.smoke.interval < 1) refuse("The smoke interval must be at least one step.");
    if (!config.smoke.emitters.empty() && config.smoke.max_tracers < 1)
        refuse("There are emitters but no room for tracers; raise smoke.max_tracers.");
    for (const Emitter& e : config.smoke.emitters) {
        if (e.shape == Emitter::Shape::points && e.points.empty()) refuse("An emitter on a surface has no points.");
        if (e.body >= static_cast<int>(config.bodies.size())) refuse("An emitter rides on a body that does not exist.");
    }
}

Rates<double> make_rates(const Config& config) {
    Rates<double> r;
    r.nu3 = 3 * config.nu;
    double most = 0;
    for (const Face& face : config.face)
        if (face.sponge > 0) most = std::max(most, static_cast<double>(face.sponge_nu));
    r.sponge_nu3 = std::max(0.0, 3 * (most - config.nu));
    r.alpha = config.acm_alpha;
    r.lambda2 = config.acm_lambda * config.acm_lambda;
    r.inv_u_ref = 1 / std::max(config.u_ref, 0.02);
    r.high = config.high_rate > 0 ? config.high_rate : 1.0;
    r.galilean = config.galilean_correction;
    return r;
}

PoseF to_float(const Pose& pose) {
    PoseF p{};
    const Double3 columns[3] = {pose.turn * Double3{1, 0, 0}, pose.turn * Double3{0, 1, 0},
                                pose.turn * Double3{0, 0, 1}};
    for (int d = 0; d < 3; ++d) {
        p.centre[d] = static_cast<float>(pose.centre[d]);
        p.v[d] = static_cast<float>(pose.velocity[d]);
        p.spin[d] = static_cast<float>(pose.spin[d]);
        for (int e = 0; e < 3; ++e) p.turn[3 * d + e] = static_cast<float>(columns[e][d]);
    }
    return p;
}

int slab_planes(Int3 nodes, bool on_gpu) {
    // enough nodes to fill the device (8 million: 0.4 ms of an H200), but at most a sixteenth of the memory
    const std::int64_t plane = std::int64_t{nodes.x} * nodes.y, enough = (on_gpu ? 8'000'000 : 200'000) / plane;
    return static_cast<int>(std::clamp<std::int64_t>(enough, 2, std::max(4, nodes.z / 16)));
}

std::int64_t default_alpha(int nx) {
    std::int64_t best = 64;
    for (const std::int64_t alpha : {32, 128})
        if ((nx + alpha - 1) / alpha * alpha < (nx + best - 1) / best * best) best = alpha;
    return best;
}

std::vector<float> calm_profile(const Config& config, int axis) {
    const int n = config.nodes[axis];
    std::vector<float> calm(static_cast<std::size_t>(n), 0.0f);
    bool sponge = false;
    for (int side = 0; side < 2; ++side) {
        const Face& face = config.face[static_cast<std::size_t>(2 * axis + side)];
        sponge |= face.kind == FaceKind::outflow && face.sponge > 0;
        for (int i = 0; i < n; ++i) {
            const int distance = side == 0 ? i : n - 1 - i;
            if (face.kind != FaceKind::outflow || distance >= face.sponge) continue;
            const float t = 1.0f - static_cast<float>(distance) / static_cast<float>(face.sponge);
            const float value = t < 0.2f ? 5 * t : 1 + (t - 0.2f) * (t - 0.2f) / 0.64f;
            calm[static_cast<std::size_t>(i)] = std::max(calm[static_cast<std::size_t>(i)], value);
        }
    }
    return sponge ? calm : std::vector<float>{};
}

std::int64_t emitted_by(const Emitter& emitter, double t) {
    const double active = std::min(t, emitter.end) - emitter.start;
    return active > 0 ? static_cast<std::int64_t>(emitter.rate * active) : 0;
}

Diverged divergence(const Fault& fault, std::int64_t step, const Config& config) {
    const auto number = [](double v) {
        char text[32];
        std::snprintf(text, sizeof text, "%.3g", v);
        return std::string(text);
    };
    return Diverged(
        "The flow left the physical range at node (" + std::to_string(fault.node.x) + ", " +
            std::to_string(fault.node.y) + ", " + std::to_string(fault.node.z) + "), found at step " +
            std::to_string(step) + ": density " + number(fault.rho) + ", speed " + number(fault.speed) +
            " nodes a step (1 and below 0.5 are sound). Lower advanced.lattice_speed, raise fluid.nu_m2s, or raise "
            "advanced.acm_alpha (now " +
            number(config.acm_alpha) + ").",
        fault.node, step);
}

std::vector<DeviceInfo> devices() {
    std::vector<DeviceInfo> all = cuda_devices();
    const Cpu cpu;
    DeviceInfo info{"cpu", cpu.name(), Cpu::free_bytes(), Cpu::free_bytes(), ""};
    all.push_back(info);
    return all;
}

std::vector<MemoryItem> estimate_memory(const Config& config, const Plan& plan, const std::string& device) {
    const bool gpu = device.rfind("cuda", 0) == 0;
    const std::int64_t nodes = std::int64_t{config.nodes.x} * config.nodes.y * config.nodes.z;
    const std::int64_t real = plan.storage == Plan::Storage::fp64 ? 8 : 4;  // of faces and arithmetic
    const std::int64_t stored = plan.storage == Plan::Storage::fp16 ? 2 : real;
    const bool in_place = plan.streaming == Plan::Streaming::in_place;
    const std::int64_t alpha = plan.alpha > 0 ? plan.alpha : default_alpha(config.nodes.x);
    const std::int64_t pitch = gpu && alpha <= 128 ? (config.nodes.x + alpha - 1) / alpha * alpha : config.nodes.x;
    const std::int64_t planes = in_place ? config.nodes.z + slab_planes(config.nodes, gpu) + 3 : 2 * config.nodes.z;
    std::int64_t samples = 0, band = 0, face = 0, points = 0;
    for (const Body& body : config.bodies) {
        samples += static_cast<std::int64_t>(body.samples.size());
        double area = 0;
        for (const float a : body.area) area += a;
        // A surface of A nodes^2 touches about 4 A nodes, and the groups that these lie in hold two to four times as
        // many. Moving bodies carry one node of margin on either side and a quarter of spare room.
        band += static_cast<std::int64_t>(area * (body.motion ? 8 * 1.25 : 4) * (gpu ? 2 : 3));
    }
    for (int d = 0; d < 3; ++d)
        for (int side = 0; side < 2; ++side)
            if (config.face[static_cast<std::size_t>(2 * d + side)].kind != FaceKind::periodic)
                face += 13 * real * (nodes / config.nodes[d]);
    for (const Emitter& e : config.smoke.emitters) points += static_cast<std::int64_t>(e.points.size());
    const bool smoke = !config.smoke.emitters.empty(), staged = plan.schedule == Plan::Schedule::staged;
    const bool gather = staged && samples > 0 && plan.spread == Plan::Spread::gather;
    std::int64_t band_bytes = samples > 0 ? band * 36 + nodes / (gpu ? 2 : 4) : 0;
    if (staged) {  // u* of all nodes, and with a solid g and G: rows filled up to whole groups
        const int shift = gpu ? 3 : 4;
        const std::int64_t padded = (nodes / config.nodes.x * Band::groups_per_row(config.nodes.x, shift)) << shift;
        band_bytes = (samples > 0 ? 36 : 16) * padded;
    }
    std::vector<MemoryItem> items{
        {"populations", 27 * stored * pitch * config.nodes.y * planes},
        {"velocity", smoke ? 16 * nodes : 0},
        {"smoke density", smoke ? 4 * nodes : 0},
        {"tracers", (smoke ? 36 * config.smoke.max_tracers + 12 * (nodes / 512) : 0) + 12 * points},
        {"faces", face},
        {"samples", 48 * samples},
        {"band", band_bytes},
        {"cells", gather ? 8 * nodes + 8 * samples : 0},
        {"scratch", 12 * nodes / 16}};
    return items;
}

SnapshotMemory snapshot_memory(const Config& config, std::span<const Field> fields, const std::string& device) {
    std::int64_t floats = 0;
    for (const Field field : fields) floats += components(field);
    const std::int64_t bytes = 4 * floats * config.nodes.x * config.nodes.y * config.nodes.z;
    return {device.rfind("cuda", 0) == 0 ? bytes : 0, bytes};
}

namespace {

/// Throws Error(device) if the estimate does not fit in `free`.
void judge_memory(const Config& config, const Plan& plan, const std::string& device, std::int64_t free) {
    std::int64_t need = 0;
    for (const MemoryItem& item : estimate_memory(config, plan, device)) need += item.bytes;
    if (free <= 0 || need <= free) return;
    const double nodes = static_cast<double>(config.nodes.x) * config.nodes.y * config.nodes.z;
    const double shrink = std::cbrt(0.97 * static_cast<double>(free) / static_cast<double>(need));
    const auto fit = [&](int n) { return std::to_string(std::max(1, static_cast<int>(n * shrink))); };
    const auto gb = [](std::int64_t bytes) {
        char text[32];
        std::snprintf(text, sizeof text, "%.1f GB", static_cast<double>(bytes) * 1e-9);
        return std::string(text);
    };
    throw Error(Exit::device, "The grid of " + std::to_string(config.nodes.x) + " x " + std::to_string(config.nodes.y) +
                                  " x " + std::to_string(config.nodes.z) + " nodes needs about " + gb(need) + " on " +
                                  device + ", which has " + gb(free) + " free (" +
                                  std::to_string(static_cast<int>(static_cast<double>(need) / nodes)) +
                                  " bytes a node); the largest of this shape that fits is about " +
                                  fit(config.nodes.x) + " x " + fit(config.nodes.y) + " x " + fit(config.nodes.z) +
                                  ".");
}

template <class R>
std::unique_ptr<Solver> cpu_flow(const Config& config, const Plan& plan, int threads, typename R::Layout layout) {
    return std::make_unique<Flow<Cpu, R>>(std::make_unique<Cpu>(threads), config, plan, layout);
}

template <class Real>
std::unique_ptr<Solver> cpu_models(const Config& config, const Plan& plan, int threads, Soa soa) {
    switch (config.model) {
        case Model::bgk2:
            return cpu_flow<Row<Real, Soa, Bgk<Real, 2>>>(config, plan, threads, soa);
        case Model::bgk:
            return cpu_flow<Row<Real, Soa, Bgk<Real, 6>>>(config, plan, threads, soa);
        case Model::raw_mrt:
            return cpu_flow<Row<Real, Soa, RawMrt<Real>>>(config, plan, threads, soa);
        case Model::central_mrt:
            return cpu_flow<Row<Real, Soa, CentralMrt<Real>>>(config, plan, threads, soa);
        case Model::acm_mrt:
            return cpu_flow<Row<Real, Soa, AcmMrt<Real>>>(config, plan, threads, soa);
        case Model::none:
            break;
    }
    if constexpr (std::is_same_v<Real, float>)
        return cpu_flow<Row<Real, Soa, NoCollision<Real>>>(config, plan, threads, soa);
    throw Error(Exit::input, "The bare stream loop exists in fp32 only.");
}

std::unique_ptr<Solver> make_cpu_solver(const Config& config, const Plan& plan, int threads) {
    judge_memory(config, plan, "cpu", Cpu::free_bytes());
    if (plan.schedule == Plan::Schedule::staged) return make_cpu_staged(config, plan, threads);
    const bool acm = config.model == Model::acm_mrt, in_place = plan.streaming == Plan::Streaming::in_place;
    const int planes = config.nodes.z + (in_place ? slab_planes(config.nodes, false) + 3 : 0);
    const Soa soa = Soa::for_nodes(static_cast<std::size_t>(config.nodes.x) * static_cast<std::size_t>(config.nodes.y) *
                                   static_cast<std::size_t>(planes));
    if (plan.alpha != 0 && (!acm || in_place || plan.storage != Plan::Storage::fp32))
        throw Error(
            Exit::input,
            "On the CPU a given advanced.alpha is compiled for acm_mrt in fp32 with two arrays only; leave it at 0.");
    if (plan.storage == Plan::Storage::fp16 && !acm)
        throw Error(Exit::input, "solver.storage = fp16 is compiled for solver.model = acm_mrt only; choose fp32.");
    if (plan.storage == Plan::Storage::fp16) return cpu_flow<Row<Half, Soa, AcmMrt<float>>>(config, plan, threads, soa);
    if (plan.storage == Plan::Storage::fp64) return cpu_models<double>(config, plan, threads, soa);
    if (plan.alpha == 0) return cpu_models<float>(config, plan, threads, soa);
    int shift = 0;
    while (std::int64_t{1} << shift < plan.alpha) ++shift;
    return cpu_flow<Row<float, CsoaAny, AcmMrt<float>>>(config, plan, threads, CsoaAny{shift});
}

}  // namespace

std::unique_ptr<Solver> make_solver(const Config& config, const Plan& plan, const std::string& device, int threads) {
    check_config(config, plan);
    std::string chosen = device;
    if (device == "auto") {
        const std::vector<DeviceInfo> gpus = cuda_devices();
        const auto usable = std::find_if(gpus.begin(), gpus.end(), [](const DeviceInfo& d) { return d.note.empty(); });
        chosen = usable != gpus.end() && plan.storage != Plan::Storage::fp64 ? usable->id : "cpu";
    }
    if (chosen == "cpu") return make_cpu_solver(config, plan, threads);
    for (const DeviceInfo& info : cuda_devices()) {
        if (info.id != chosen) continue;
        if (!info.note.empty()) throw Error(Exit::device, "Device " + chosen + " cannot be used: " + info.note);
        judge_memory(config, plan, chosen, info.free_bytes);
        return make_cuda_solver(config, plan, std::atoi(chosen.c_str() + 5));
    }
    std::string known;
    for (const DeviceInfo& info : devices()) known += (known.empty() ? "" : ", ") + info.id;
    throw Error(Exit::device, "There is no device \"" + device + "\" here; there is: " + known + ". " + cuda_status());
}

}  // namespace fum

// The door to a running flow: make_solver(config, plan, device), then step(), view(), read().
// Lattice units throughout (dx = dt = 1); units.h converts.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "sim/config.h"
#include "sim/core/error.h"
#include "sim/core/half.h"
#include "sim/core/kernel_info.h"

namespace fum {

/// What can be looked at. Shapes are [component][z][y][x].
enum class Field {
    rho,        ///< [1] density; pressure is (rho - 1) / 3
    velocity,   ///< [3] nodes a step
    smoke,      ///< [1] density of smoke, projected from the tracers
    speed,      ///< [1] |velocity|
    vorticity,  ///< [3] curl of velocity, 1/step
    q           ///< [1] (|Omega|^2 - |S|^2) / 2, 1/step^2
};

/// 1 or 3.
int components(Field);

/// Force and torque of the fluid on a body; torque about the body's centre. Lattice units.
struct Load {
    Double3 force{}, torque{};
};

/// Smoke tracers as they are stored: 4 floats each, in no particular order, see smoke/tracers.h. On the CUDA backend a
/// device pointer.
struct TracerView {
    const float* data = nullptr;  ///< [count][4]: x, y, z in nodes, age in steps (negative: not alive)
    std::int64_t count = 0;
    bool on_device = false;
};

/// One line of the memory budget.
struct MemoryItem {
    std::string name;
    std::int64_t bytes = 0;
};

/// What a run moved and how long it took, for MLUPS and shares of the bandwidth.
struct StepStats {
    std::int64_t steps = 0;
    double seconds = 0;         ///< inside step(), all devices idle at the end
    double bytes_per_node = 0;  ///< of population traffic, 216 for fp32 (2 x 27 x 4)
};

/// One stage of a step, on average over the steps of profile().
struct Stage {
    /// "faces", "move bodies", "macro of band", "penalty + spread", "pull + collide", "smoke", "finish"; of the staged
    /// schedule "stream", "macroscopic" and "collide" in place of the band's and the fused one.
    std::string name;
    double seconds = 0;        ///< a step
    double bytes = 0;          ///< that the stage must move a step; 0 = not counted
    std::int64_t atomics = 0;  ///< atomic additions to memory a step, where the stage has them
    std::vector<KernelInfo> kernels;
};

/// Fields of one time step on their way to the host, and then there. Its memory goes back to the solver for the next
/// ones when it is destroyed, which it must be before the solver.
class Snapshot {
public:
    virtual ~Snapshot() = default;
    /// Returns when all values have arrived; from any thread. Throws Error if the device has failed.
    virtual void wait() = 0;
    /// [component][z][y][x], to be read after wait(). Empty if the field was not asked for.
    virtual std::span<const float> field(Field) const = 0;
};

/// Where show() writes; what is null and 0 is not wanted. Texels are in the order of nodes, [z][y][x].
struct ShowTargets {
    Half4* flow = nullptr;     ///< u_x, u_y, u_z, rho - 1
    Half* smoke = nullptr;     ///< density
    float* tracers = nullptr;  ///< [tracer_room][4] as in TracerView
    std::int64_t tracer_room = 0;
    /// False: memory that the solver's device can write; on CUDA its own, or pinned. True: any memory of the host,
    /// which costs a GPU a copy that it waits for.
    bool on_host = true;
    /// On CUDA, in place of `flow` and `smoke`: surfaces (cudaSurfaceObject_t) of 3D arrays of the grid's size with
    /// four and with one 16-bit float a texel.
    std::uint64_t flow_surface = 0, smoke_surface = 0;

    bool wants_flow() const { return flow || flow_surface != 0; }
    bool wants_smoke() const { return smoke || smoke_surface != 0; }
};

/// The flow at a node.
struct ProbeValue {
    Int3 node{};
    float rho = 0;
    Float3 u{};
};

/// What step() throws where the flow has left the physical range.
struct Diverged : Error {
    Diverged(const std::string& sentence, Int3 at, std::int64_t found)
        : Error(Exit::diverged, sentence), node(at), step(found) {}
    Int3 node;
    std::int64_t step;  ///< at which it was found; it began up to check_every steps before
};

/// Advances one scene by the time steps of Alg. 2.
class Solver {
public:
    virtual ~Solver() = default;

    /// Runs n >= 0 steps; returns when they are done. Throws Diverged if rho leaves (0, inf) or |u| passes 0.5 anywhere
    /// (looked at every check_every steps); the solver is then fit only for go_back() or destruction.
    virtual void step(int n) = 0;

    /// Goes on under another config, which may differ in what is live: nu, all rates and ib_chi; of faces velocity,
    /// density, jet, noise, vent and sponge_nu; acceleration, u_ref, check_every; motions, which must go on where the
    /// bodies are; of emitters shape, place, size, rate, start, end and jitter (not their points and what they ride
    /// on); life and density of smoke. Throws Error(input) naming everything else that differs; then nothing has
    /// changed. Takes the time of a step or two, most of it where samples are compared.
    virtual void apply(const Config&) = 0;

    /// Remembers populations, smoke and bodies as they are now, on the device, in place of what was kept before; takes
    /// keeping_bytes() there. Throws as an allocation does; then nothing is kept.
    virtual void keep() = 0;
    /// Returns to what was kept, also after Diverged; the config stays. False, and nothing is done, if nothing was.
    virtual bool go_back() = 0;
    virtual std::int64_t keeping_bytes() const = 0;

    virtual std::int64_t time() const = 0;  ///< steps done so far
    virtual const Config& config() const = 0;

    /// Copies a field to `out` as [component][z][y][x], whatever alpha is. Needs out.size() == components * nodes.
    /// smoke, velocity, vorticity, q and speed are those of the present time step.
    virtual void read(Field, std::span<float> out) = 0;

    /// The values of read() of each field (to the rounding of populations), which arrive while the solver goes on: on a
    /// GPU they are put aside in the device's memory and copied to pinned memory by a stream of their own; on the CPU
    /// they are put aside, and that is all. One snapshot at a time is on its way (a next one waits on the device, not
    /// here); any number may be alive. `fields` differ. Memory: snapshot_memory().
    virtual std::unique_ptr<Snapshot> snapshot(std::span<const Field> fields) = 0;

    /// Writes the flow as it can be drawn, in 16-bit floats, and the tracers; returns when all is there, with the
    /// number of tracers written. Where there is no room for all, every n-th is. Cheapest after a step that has moved
    /// the tracers (time() a multiple of smoke.interval): its velocity is there to be used again.
    virtual std::int64_t show(const ShowTargets&) = 0;

    /// The flow at a few nodes, in their order; nan at those outside the grid.
    virtual std::vector<ProbeValue> probe(std::span<const Int3> nodes) = 0;

    /// Sets every population from rho and u ([component][z][y][x]): the regularised state, equilibrium plus the
    /// non-equilibrium stress of the velocity gradient (second-order differences). Clears smoke; time becomes 0.
    virtual void start_from(std::span<const float> rho, std::span<const float> u) = 0;

    /// Sum over the domain, in double: mass, momentum (3), kinetic energy.
    virtual std::vector<double> totals() = 0;

    /// Mean load since the last call, one entry a body.
    virtual std::vector<Load> take_loads() = 0;
    virtual Pose pose(int body) const = 0;

    virtual TracerView tracers() = 0;
    /// Copies tracer places to the host: [count][4] as in TracerView.
    virtual std::vector<float> read_tracers() = 0;

    virtual std::vector<MemoryItem> memory() const = 0;
    virtual StepStats stats() const = 0;
    /// Runs n steps, and one projection of the smoke, with a clock round every stage (slower than step(n): nothing
    /// overlaps) and says where the time went.
    virtual std::vector<Stage> profile(int n) = 0;
    virtual std::string device_name() const = 0;
    /// Of the GPU, as CUDA counts them; -1 on the CPU.
    virtual int cuda_index() const = 0;
};

/// A place to run.
struct DeviceInfo {
    std::string id;  ///< "cpu", "cuda:0"
    std::string name;
    std::int64_t memory_bytes = 0, free_bytes = 0;
    std::string note;  ///< why it cannot be used; empty if it can
};

/// All devices that exist, the CPU last. Never throws; a CUDA build without a driver lists the CPU alone.
std::vector<DeviceInfo> devices();

/// One sentence on CUDA: found, not compiled in, or no driver (with the driver's own words).
std::string cuda_status();

/// Estimated bytes of a run on a device ("cpu" or "cuda:N"), item by item. Without smoke, reading a field takes 16
/// bytes a node more, from the first read() on.
std::vector<MemoryItem> estimate_memory(const Config&, const Plan&, const std::string& device);

/// What snapshot() of these fields takes more: on the device, and of the host for each snapshot that is alive (the CPU
/// has only the latter).
struct SnapshotMemory {
    std::int64_t device = 0, host_each = 0;
};
SnapshotMemory snapshot_memory(const Config&, std::span<const Field> fields, const std::string& device);

/// `device`: "auto" (first usable GPU, else CPU), "cpu", "cuda:N". Throws Error(device) if it does not exist or if the
/// memory does not suffice (with the estimate and the largest cube of nodes that would fit), Error(input) if the config
/// is inconsistent. `threads` caps the CPU threads; 0 = all.
std::unique_ptr<Solver> make_solver(const Config&, const Plan&, const std::string& device = "auto", int threads = 0);

/// Bytes a second of a device: copy (2 arrays) and, on the CPU, triad (3 arrays), measured now over `bytes` of data.
struct Bandwidth {
    double copy = 0, triad = 0;
};
Bandwidth measure_bandwidth(const std::string& device, std::size_t bytes = std::size_t{1} << 28, int threads = 0);

}  // namespace fum

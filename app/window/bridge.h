// From the solver's memory to what OpenGL draws from. On a GPU that draws too, the solver writes into OpenGL's own
// textures and buffers; elsewhere the host carries them over.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "sim/solver.h"
#include "sim/units.h"

namespace fum {

class SimThread;
struct Shown;

/// The flow as it can be drawn. Textures and buffers are OpenGL's, 0 where there is none; they stay the same until the
/// next take().
struct LiveTextures {
    std::uint64_t run = 0;   ///< of SimStatus; 0: there is no flow yet
    std::uint64_t turn = 0;  ///< goes up with every content
    std::int64_t step = 0;
    double time_s = 0;
    Int3 nodes{};
    Units units;           ///< of the run
    unsigned flow = 0;     ///< RGBA16F: u_x, u_y, u_z, rho - 1, lattice units
    unsigned smoke = 0;    ///< R16F
    unsigned tracers = 0;  ///< buffer [count][4] as in TracerView
    int tracer_count = 0;
    std::vector<Pose> poses;         ///< one a body, lattice units
    std::vector<ProbeValue> probes;  ///< of the nodes that were wished for
    const Shown* shown = nullptr;    ///< the same moment on the host: its `fields`; nullptr: there is none yet
};

/// What the view needs in the next content.
struct BridgeWish {
    bool flow = false, smoke = false, tracers = false;
    bool host_velocity = false;  ///< for streamlines, which are traced on the host: Shown::fields
    double most_per_second = 60;
    std::vector<Int3> probes;  ///< nodes to be read
    friend bool operator==(const BridgeWish&, const BridgeWish&) = default;
};

/// What bringing pictures over has cost the window's thread, sums since the bridge was made.
struct BridgeCosts {
    std::int64_t pictures = 0;
    double take_ms = 0;                 ///< inside take(), of pictures that were new
    double map_ms = 0, unmap_ms = 0;    ///< interop: giving textures to the solver, and getting them back
    double copy_ms = 0, upload_ms = 0;  ///< from the GPU to the host, which nobody waits for; and to OpenGL
};

/// For the thread that has the OpenGL context, which is current when the bridge goes too.
class Bridge {
public:
    virtual ~Bridge() = default;
    virtual void want(const BridgeWish&) = 0;
    /// The newest content; `turn` tells whether it is another one than before.
    virtual const LiveTextures& take() = 0;
    /// What take() gave last has been drawn, as far as OpenGL has been told: what it gave before may be written anew.
    virtual void drawn() {}
    /// For the badge in the viewport: "interop", "copy 3.1 ms", "upload 2.0 ms".
    virtual std::string badge() const = 0;
    /// Why it is not interop; empty if it is.
    virtual std::string reason() const = 0;
    virtual BridgeCosts costs() const = 0;
};

struct BridgeOptions {
    bool allow_interop = true;  ///< FUMAROLE_NO_INTEROP=1 forbids it as well
};

/// `sim` must outlive it. One bridge at a time.
std::unique_ptr<Bridge> make_bridge(SimThread& sim, const BridgeOptions& = {});

}  // namespace fum

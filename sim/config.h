// What a solver is asked to do, in lattice units (dx = dt = 1, rho about 1). Made from a scene by units.h; tests fill
// it in directly. Plain data: no pointers into anything else, copies are whole.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "sim/core/vec.h"
#include "sim/lattice/face_kind.h"
#include "sim/smoke/emitter_shape.h"

namespace fum {

/// How the populations relax (physics: BGK with the second-order or the product equilibrium, raw-moment MRT,
/// central-moment MRT with all high rates 1, and the adaptive central-moment MRT of the paper, Eq. 5).
/// `none` only streams: a measure for bench, no model of anything.
enum class Model { bgk2, bgk, raw_mrt, central_mrt, acm_mrt, none };

/// Shapes an inflow: only a round part of the face blows.
struct Jet {
    Double3 centre{};
    double radius = 0;  ///< nodes; 0 = the whole face
    double edge = 2;    ///< nodes over which the profile falls (tanh)
    double coflow = 0;  ///< share of the velocity outside the radius
};

struct Face {
    FaceKind kind = FaceKind::periodic;
    Float3 u{};               ///< inflow velocity, or the wall's own (tangential) velocity for no_slip
    float rho = 1;            ///< outflow: the density outside (pressure = rho / 3)
    Jet jet{};                ///< inflow: which part of the face blows
    float noise = 0;          ///< inflow: largest velocity noise as a share of |u|, 0..0.1
    float vent = 0;           ///< free_slip: flux through the face per excess density, 0..0.5
    int sponge = 0;           ///< outflow: nodes over which the viscosity rises towards the face; 0 = none
    float sponge_nu = 0.02f;  ///< viscosity reached at the face
};

/// Where a body is and how it moves at one instant. Velocity of a point: velocity + spin x (point - centre).
struct Pose {
    Double3 centre{};    ///< of rotation, in nodes: node (i, j, k) stands at exactly (i, j, k)
    Quaternion turn{};   ///< body frame to domain
    Double3 velocity{};  ///< nodes a step
    Double3 spin{};      ///< radians a step
};

/// A solid: samples of its surface in its own frame. `motion` gives its pose at a time in steps; empty = it rests at
/// `pose` for good.
struct Body {
    std::string name;
    std::vector<Float3> samples;  ///< body frame, nodes
    std::vector<float> area;      ///< of surface that each sample stands for, nodes^2; same length
    Pose pose{};
    std::function<Pose(double step)> motion{};
};

/// Where smoke begins. Tracers appear uniformly inside the shape.
struct Emitter {
    using Shape = EmitterShape;
    Shape shape = Shape::sphere;
    Double3 centre{};              ///< nodes
    Double3 half{};                ///< box: half extents; sphere, disk: half.x = radius; nodes
    Double3 axis{1, 0, 0};         ///< disk: its normal
    std::vector<Float3> points{};  ///< points: places (of a surface), nodes; in body frame if body >= 0
    int body = -1;                 ///< the body it rides on, or -1
    double rate = 0;               ///< tracers a step
    double start = 0, end = 1e30;  ///< steps between which it emits
    float jitter = 0.5f;           ///< random displacement of a seed, nodes
};

struct SmokeConfig {
    std::vector<Emitter> emitters;
    std::int64_t max_tracers = 0;  ///< room; the oldest go first once it is used up
    double life = 1e30;            ///< steps a tracer lives; it fades over the last fifth
    int interval = 4;              ///< steps between two advections (the velocity field is written only then)
    float density_per_tracer = 1;  ///< what one young tracer adds to the density grid, spread over its 2x2x2 nodes
};

struct Config {
    Int3 nodes{64, 64, 64};
    std::array<Face, 6> face{};
    Double3 acceleration{};  ///< of the whole fluid (drives periodic channels), nodes / step^2
    Model model = Model::acm_mrt;
    double nu = 0.01;         ///< kinematic viscosity
    double acm_alpha = 3;     ///< Lambda_0 scale of the adaptive rule: 3 robust, 1 sharp
    double acm_lambda = 0.4;  ///< limiter on the non-equilibrium stress; larger = rarer
    double u_ref = 0.1;       ///< the fastest speed expected, for the adaptive rule; floored at 0.02
    double high_rate = 0;     ///< raw_mrt, central_mrt: the rate of trace and orders 3..6; 0 = 1
    bool galilean_correction = true;
    double ib_chi = 1;  ///< share of the slip that the penalty removes a step, 1..2
    std::vector<Body> bodies;
    SmokeConfig smoke;
    Double3 u_start{};     ///< uniform velocity of the fluid at step 0
    double ramp = 0;       ///< steps over which inflow speeds rise smoothly from 0
    int check_every = 64;  ///< steps between two looks at rho and |u|, besides the last of each step(n); 0 = never
    std::uint64_t seed = 1;
};

/// How the work is done; changes speed, memory and rounding, never the physics. The paper's solver and its baseline are
/// plans, not other solvers.
struct Plan {
    /// Of the populations. fp16: scaled halves, arithmetic stays fp32; fp64: the tests' reference, CPU only.
    enum class Storage { fp32, fp16, fp64 };
    /// two_arrays: read one, write the other; in_place: one array through which the populations slide, slab by slab.
    enum class Streaming { two_arrays, in_place };
    /// fused: one pass a step and a band round the solids; staged: a launch a stage, Alg. 2 (fp32, two arrays).
    enum class Schedule { fused, staged };
    /// staged: the back transform as the paper's expanded sums (Eq. 10), or factorised (what Table 2 merges).
    enum class Monomials { merged, expanded };
    /// staged: Eq. 8 by samples with atomics, or by nodes that look for samples in a grid.
    enum class Spread { scatter, gather };
    /// together: all faces in two launches; each: a launch a face (Sec. 4.3.3); branching: one launch over all nodes.
    enum class Faces { together, each, branching };

    Storage storage = Storage::fp32;
    Streaming streaming = Streaming::two_arrays;
    bool deterministic = false;  ///< sums in fixed point: two runs are equal to the bit, however many threads
    std::int64_t alpha = 0;      ///< Eq. 9: consecutive nodes a group, a power of two; 0 = the device's default
    int ib_block = 0;  ///< l of Fig. 7: samples are ordered by blocks of l^3 nodes; 0 = default (8), -1 = as sampled
    int block_threads = 0;  ///< CUDA threads a block of node kernels, 32..256, a power of two; 0 = default
    Schedule schedule = Schedule::fused;
    int launches = 1;  ///< staged: of the collision, 1 to 3 (Sec. 4.4.1)
    Monomials monomials = Monomials::merged;
    Spread spread = Spread::scatter;
    Faces faces = Faces::together;

    friend bool operator==(const Plan&, const Plan&) = default;

    /// Sec. 3.2: AoS, a launch a stage, expanded sums in one collision launch, gather, samples as they come, one
    /// branching launch for the faces.
    static Plan baseline() {
        Plan p;
        p.alpha = 1;
        p.ib_block = -1;
        p.schedule = Schedule::staged;
        p.monomials = Monomials::expanded;
        p.spread = Spread::gather;
        p.faces = Faces::branching;
        return p;
    }
    /// The middle bar of Fig. 18: the baseline with the CSoA layout alone.
    static Plan csoa_only(std::int64_t alpha = 64) {
        Plan p = baseline();
        p.alpha = alpha;
        return p;
    }
    /// The paper's own solver: staged, CSoA, ordered samples, scatter, a launch a face, merged monomials.
    static Plan paper(std::int64_t alpha = 64, int launches = 2) {
        Plan p;
        p.alpha = alpha;
        p.schedule = Schedule::staged;
        p.launches = launches;
        p.faces = Faces::each;
        return p;
    }
};

}  // namespace fum

// Every array of a run. Shapes are [slowest][fastest]; all lattice units.
//
//   name        symbol  shape               written by                     read by
//   f[2]        f - w   [27][nodes], Eq. 9  PullCollide, PlaceFaces, Start Pull, ReadMacro, CollectFaces
//                                           StreamNodes, CollideNodes      StreamNodes, MacroNodes, CollideNodes
//   u           u, rho  [nodes][4]          PullCollide, ReadMacro         tracers, derived fields
//   face[6]     f_i     [9][face nodes]     CollectFaces                   PlaceFaces
//   face_state  u, rho  [face nodes][4]     PullCollide, SumFaceStates     CollectFaces
//   face_jobs           one a face          the host                       CollectFaces, PlaceFaces
//   calm[3]             [nx], [ny], [nz]    the host, once                 PullCollide
//   slot_of             [groups]            MarkBand, NumberBand           Band
//   list                [slots]             NumberBand                     groups()
//   g           g       [slots][group][4]   BandMacro (0), PenaltySpread   PullCollide, Eq. 8
//   u_band      u*,rho* [slots][group][4]   BandMacro                      PenaltySpread, Eq. 6
//                       (staged: all        MacroNodes, RelaxMoments (u)   PenaltySpread, RelaxMoments,
//                       groups)                                            WritePopulations
//   area_band   G       [slots][group]      SpreadArea                     GatherNormaliser
//   body        X_s     [3][samples]        the host                       PlaceSamples
//   place       x_s     [3][samples]        PlaceSamples                   all of immersed/
//   area        dA_s    [samples]           the host                       immersed/
//   normaliser  c_s     [samples]           GatherNormaliser               PenaltySpread
//   g_s         g_s     [samples][4]        PenaltySpread                  BodyLoad
//   loads       F, T    [bodies][6]         BodyLoad                       take_loads()
//   clock               one                 the host, PlaceFaces           Inflow
//   cell_*              gather.h            CountCells, AllotCells,        GatherForce
//                                           ListSamples
//   tracers     x, age  [tracers][4]        SeedTracers, AdvectTracers,    ProjectBins
//                                           MoveTracers
//   bin_*               tracer_bins.h       CountTracers, AllotBins        MoveTracers, ProjectBins
//   smoke               [nodes]             ProjectBins                    read(), snapshot()
//   aside               [values][nodes]     CopyField, DeriveField,        the copy of a snapshot, or of what is
//                                           show()                         shown, to the host
//   probed      u, rho  [probes][4]         ReadNodes                      probe()
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "sim/boundary/faces.h"
#include "sim/core/atomic.h"
#include "sim/fused.h"
#include "sim/solver.h"

namespace fum {

template <class Device, class T>
struct State {
    using Real = NumberOf<T>;

    template <class V>
    using Buffer = typename Device::template Buffer<V>;

    Buffer<T> f[2];  ///< [now] is read, [1 - now] written; in place f[0] alone holds both, one a few planes up
    int now = 0;
    Buffer<Float4> u;
    Buffer<Real> face[6];
    Buffer<FaceState<Real>> face_state[6];
    Buffer<FaceJob<Real>> face_jobs;
    Buffer<float> calm[3];
    Buffer<Fault> fault;
    Buffer<Clock> clock;

    Buffer<std::int32_t> slot_of, list, count;
    std::int32_t slots = 0;
    Buffer<Float4> g, u_band;
    Buffer<float> area_band;
    Buffer<Fixed4> g_fixed;                                             ///< as g, where sums are in fixed point
    Buffer<unsigned long long> area_fixed;                              ///< as area_band
    Buffer<std::uint32_t> smoke_fixed;                                  ///< as smoke
    Buffer<std::int32_t> cell_count, cell_first, cell_list, cell_rank;  ///< only of a plan that gathers

    Buffer<float> body, place, area, normaliser;
    Buffer<Float4> g_s;
    Buffer<double> loads;

    Buffer<Float4> tracers[2];  ///< the second is for putting them in order
    Buffer<std::int32_t> tracer_rank, bin_count, bin_first, bin_used, bin_sums, ages;
    Buffer<float> smoke;
    Buffer<float> points;   ///< of emitters that follow a surface
    Buffer<float> scratch;  ///< a slab of a derived field on its way out
    Buffer<Node> probe_nodes;
    Buffer<Float4> probed;  ///< u and rho there
    Buffer<float> aside;    ///< the fields of the last snapshot; only where the host's memory is another
};

/// A moment of a run to which it can return.
template <class Device, class T>
struct Kept {
    template <class V>
    using Buffer = typename Device::template Buffer<V>;

    Buffer<T> f;  ///< the array that is read; in place the only one
    Buffer<FaceState<NumberOf<T>>> face_state[6];
    Buffer<Float4> tracers;
    std::int64_t time = -1, tracer_count = 0;  ///< time < 0: nothing is kept
    int now = 0;
    std::vector<Pose> pose;
};

template <class V>
struct CopyValues {
    const V* from;
    V* to;

    FUM_HD void operator()(std::int64_t i) const { to[i] = from[i]; }
};

}  // namespace fum

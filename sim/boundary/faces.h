// All faces at once: what arrives is collected in one launch and placed in a second. A face's nodes are neighbours in
// the launch, so warps still meet one condition only, as with the paper's launch a face; six small launches one after
// another cost three times as much.
#pragma once

#include "sim/boundary/free_slip.h"
#include "sim/boundary/inflow.h"
#include "sim/boundary/no_slip.h"
#include "sim/boundary/outflow.h"

namespace fum {

/// One face that is not periodic. In the device's memory: as arguments of a launch six of them took longer to arrive
/// than a small face takes to do.
template <class Real>
struct FaceJob {
    FaceFrame frame;
    Real* buffer = nullptr;             ///< [9][items]
    FaceState<Real>* states = nullptr;  ///< [items], null where nobody writes them
    NoSlip<Real> no_slip{};
    FreeSlip<Real> free_slip{};
    Inflow<Real> inflow{};
    Outflow<Real> outflow{};
};

template <class Real>
struct FaceJobs {
    const FaceJob<Real>* job = nullptr;  ///< [count]
    std::int64_t first[7] = {};          ///< items of the launch at which each job begins; first[count]: all of them
    int count = 0;
    Clock* tick = nullptr;  ///< goes on by one step when the faces are placed

    /// A face, and a node of it.
    struct Item {
        const FaceJob<Real>& job;
        int place;
    };
    /// Chosen, not indexed: nvcc copies what is indexed out of a launch's arguments into local memory.
    FUM_HD Item find(std::int64_t item) const {
        int j = 0;
        std::int64_t start = 0;
        FUM_UNROLL for (int next = 1; next < 6; ++next) {
            const bool later = next < count && item >= first[next];
            j = later ? next : j;
            start = later ? first[next] : start;
        }
        return {job[j], static_cast<int>(item - start)};
    }
    std::int64_t items() const { return first[count]; }
    /// The j-th alone.
    FaceJobs one(int j) const {
        FaceJobs alone;
        alone.job = job + j;
        alone.first[1] = first[j + 1] - first[j];
        alone.count = 1;
        if (j == 0) alone.tick = tick;
        return alone;
    }
};

/// States of faces' nodes from their populations, where something else than a collision has set these.
template <class T, class Layout>
struct SumFaceStates {
    using Real = NumberOf<T>;

    const T* f;
    Layout at;
    FaceJobs<Real> jobs;

    FUM_HD void operator()(std::int64_t item) const {
        const auto [job, place] = jobs.find(item);
        if (job.states) job.states[place] = FaceNode<T, Layout>(f, at, job.frame, nullptr, place).summed_state();
    }
};

template <class T, class Layout>
struct CollectFaces {
    using Real = NumberOf<T>;

    const T* f;
    Layout at;
    FaceJobs<Real> jobs;

    FUM_HD void operator()(std::int64_t item) const {
        const auto [job, place] = jobs.find(item);
        switch (job.frame.faces.kind[job.frame.face]) {
            case FaceKind::no_slip:
                return collect(job, place, job.no_slip);
            case FaceKind::free_slip:
                return collect(job, place, job.free_slip);
            case FaceKind::inflow:
                return collect(job, place, job.inflow);
            case FaceKind::outflow:
                return collect(job, place, job.outflow);
            default:
                return;
        }
    }

    /// `Condition` gives what arrives for a node and its j-th direction inwards:
    ///   auto seen = condition.look(node);  Real f_j = condition.arriving(node, seen, j);
    template <class Condition>
    FUM_HD void collect(const FaceJob<Real>& job, int place, const Condition& condition) const {
        const FaceNode<T, Layout> node(f, at, job.frame, job.states, place);
        const auto seen = condition.look(node);
        const int items = job.frame.items();
        Real* to = job.buffer + place;
        FUM_UNROLL for (int j = 0; j < 9; ++j) {
            if (node.decides(j)) to[static_cast<std::ptrdiff_t>(j) * items] = condition.arriving(node, seen, j);
        }
    }
};

/// From the buffers into the slots from which the faces' nodes will pull.
template <class T, class Layout>
struct PlaceFaces {
    using Real = NumberOf<T>;

    T* f;
    Layout at;
    FaceJobs<Real> jobs;

    FUM_HD void operator()(std::int64_t item) const {
        if (item == 0 && jobs.tick) ++jobs.tick->time;
        const auto [job, place] = jobs.find(item);
        const int items = job.frame.items();
        const FaceNode<T, Layout> node(f, at, job.frame, nullptr, place);
        const Real* from = job.buffer + place;
        FUM_UNROLL for (int j = 0; j < 9; ++j) {
            if (node.decides(j)) set_population(f + node.arrival(j), from[static_cast<std::ptrdiff_t>(j) * items]);
        }
    }
};

}  // namespace fum

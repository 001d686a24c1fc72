// All faces at once: what arrives is collected in one launch and placed in a second. A face's nodes are neighbours in
// the launch, so warps still meet one condition only, as with the paper's launch a face; six small launches one after
// another cost three times as much.
#pragma once

#include "sim/boundary/free_slip.h"
#include "sim/boundary/inflow.h"
#include "sim/boundary/no_slip.h"
#include "sim/boundary/outflow.h"

namespace fum {

/// One face that is not periodic.
template <class Real>
struct FaceJob {
    FaceFrame frame;
    std::int64_t first = 0;  ///< item of the launch
    Real* buffer = nullptr;  ///< [9][items]
    NoSlip<Real> no_slip{};
    FreeSlip<Real> free_slip{};
    Inflow<Real> inflow{};
    Outflow<Real> outflow{};
};

template <class Real>
struct FaceJobs {
    FaceJob<Real> job[6];
    int count = 0;
    std::int64_t items = 0;
    Clock* tick = nullptr;  ///< goes on by one step when the faces are placed

    FUM_HD const FaceJob<Real>& of(std::int64_t item) const {
        int j = 0;
        while (j + 1 < count && item >= job[j + 1].first) ++j;
        return job[j];
    }
    /// The j-th alone.
    FaceJobs one(int j) const {
        FaceJobs alone;
        alone.job[0] = job[j];
        alone.job[0].first = 0;
        alone.count = 1;
        alone.items = job[j].frame.items();
        if (j == 0) alone.tick = tick;
        return alone;
    }
};

template <class T, class Layout>
struct CollectFaces {
    using Real = NumberOf<T>;

    const T* f;
    Layout at;
    FaceJobs<Real> jobs;

    FUM_HD void operator()(std::int64_t item) const {
        const FaceJob<Real>& job = jobs.of(item);
        const int place = static_cast<int>(item - job.first);
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
        const FaceNode<T, Layout> node(f, at, job.frame, place);
        const auto seen = condition.look(node);
        const int items = job.frame.items();
        Real* to = job.buffer + place;
        if (node.inner) {
            FUM_UNROLL for (int j = 0; j < 9; ++j) to[static_cast<std::ptrdiff_t>(j) * items] =
                condition.arriving(node, seen, j);
        } else {
            FUM_ROLLED for (int j = 0; j < 9; ++j) if (node.decides(j)) to[static_cast<std::ptrdiff_t>(j) * items] =
                condition.arriving(node, seen, j);
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
        const FaceJob<Real>& job = jobs.of(item);
        const int place = static_cast<int>(item - job.first), items = job.frame.items();
        const FaceNode<T, Layout> node(f, at, job.frame, place);
        const Real* from = job.buffer + place;
        if (node.inner) {
            FUM_UNROLL for (int j = 0; j < 9; ++j)
                set_population(f + node.arrival(j), from[static_cast<std::ptrdiff_t>(j) * items]);
        } else {
            FUM_ROLLED for (int j = 0; j < 9; ++j) if (node.decides(j))
                set_population(f + node.arrival(j), from[static_cast<std::ptrdiff_t>(j) * items]);
        }
    }
};

}  // namespace fum

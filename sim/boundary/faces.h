// All faces at once: what arrives is collected in one launch and placed in a second. A face's nodes are neighbours in the
// launch, so warps still meet one condition only, as with the paper's launch a face; six small launches one after another
// cost three times as much.
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
    std::int64_t first = 0;   ///< item of the launch
    Real* buffer = nullptr;   ///< [9][items]
    NoSlip<Real> no_slip{};
    Inflow<Real> inflow{};
    Outflow<Real> outflow{};
};

template <class Real>
struct FaceJobs {
    FaceJob<Real> job[6];
    int count = 0;
    std::int64_t items = 0;

    FUM_HD const FaceJob<Real>& of(std::int64_t item) const {
        int j = 0;
        while (j + 1 < count && item >= job[j + 1].first) ++j;
        return job[j];
    }
};

template <class Real, class Layout>
struct CollectFaces {
    const Real* f;
    Layout at;
    FaceJobs<Real> jobs;

    FUM_HD void operator()(std::int64_t item) const {
        const FaceJob<Real>& job = jobs.of(item);
        switch (job.frame.faces.kind[job.frame.face]) {
            case FaceKind::no_slip: return collect(job, job.no_slip, item - job.first);
            case FaceKind::free_slip: return collect(job, FreeSlip<Real>{}, item - job.first);
            case FaceKind::inflow: return collect(job, job.inflow, item - job.first);
            case FaceKind::outflow: return collect(job, job.outflow, item - job.first);
            default: return;
        }
    }

    /// `Condition` gives what arrives for a node and a direction:
    ///   auto seen = condition.look(node);  Real f_i = condition.arriving(node, seen, i);
    template <class Condition>
    FUM_HD void collect(const FaceJob<Real>& job, const Condition& condition, std::int64_t item) const {
        const FaceFrame& frame = job.frame;
        const Int3 p = frame.place(item);
        const FaceNode<Real, Layout> node{f, at, frame, p, frame.grid.at(p.x, p.y, p.z), frame.inner(p)};
        const auto seen = condition.look(node);
        for (int j = 0; j < 9; ++j) {
            const int i = frame.inward(j);
            if (!node.inner && deciding_face(frame.faces, frame.grid.n, p, i) != frame.face) continue;
            job.buffer[j * frame.items() + item] = condition.arriving(node, seen, i);
        }
    }
};

template <class Real, class Layout>
struct PlaceFaces {
    Real* f;
    Layout at;
    FaceJobs<Real> jobs;

    FUM_HD void operator()(std::int64_t item) const {
        const FaceJob<Real>& job = jobs.of(item);
        place_face(f, at, job.frame, job.buffer, item - job.first);
    }
};

}  // namespace fum

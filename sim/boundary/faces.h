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

    FUM_HD const FaceJob<Real>& of(std::int64_t item) const {
        int j = 0;
        while (j + 1 < count && item >= job[j + 1].first) ++j;
        return job[j];
    }
};

/// Calls work with the face as a constant.
template <class Work>
FUM_HD void with_face(int face, const Work& work) {
    switch (face) {
        case 0:
            return work.template run<0>();
        case 1:
            return work.template run<1>();
        case 2:
            return work.template run<2>();
        case 3:
            return work.template run<3>();
        case 4:
            return work.template run<4>();
        default:
            return work.template run<5>();
    }
}

template <class T, class Layout>
struct CollectFaces {
    using Real = NumberOf<T>;

    const T* f;
    Layout at;
    FaceJobs<Real> jobs;

    FUM_HD void operator()(std::int64_t item) const {
        const FaceJob<Real>& job = jobs.of(item);
        with_face(job.frame.face, OneNode{f, at, job, static_cast<int>(item - job.first)});
    }

    struct OneNode {
        const T* f;
        const Layout& at;
        const FaceJob<Real>& job;
        int item;

        template <int F>
        FUM_HD void run() const {
            switch (job.frame.faces.kind[F]) {
                case FaceKind::no_slip:
                    return collect<F>(job.no_slip);
                case FaceKind::free_slip:
                    return collect<F>(job.free_slip);
                case FaceKind::inflow:
                    return collect<F>(job.inflow);
                case FaceKind::outflow:
                    return collect<F>(job.outflow);
                default:
                    return;
            }
        }

        /// `Condition` gives what arrives for a node and a direction:
        ///   auto seen = condition.look(node);  Real f_i = condition.arriving(node, seen, i);
        template <int F, class Condition>
        FUM_HD void collect(const Condition& condition) const {
            const FaceNode<T, Layout> node(f, at, job.frame, F, item);
            const auto seen = condition.look(node);
            const int items = job.frame.items();
            Real* to = job.buffer + item;
            FUM_UNROLL for (int j = 0; j < 9; ++j) {
                const int i = FaceFrame::inward(F, j);
                if (node.decides(i)) to[static_cast<std::ptrdiff_t>(j) * items] = condition.arriving(node, seen, i);
            }
        }
    };
};

/// From the buffers into the slots from which the faces' nodes will pull.
template <class T, class Layout>
struct PlaceFaces {
    using Real = NumberOf<T>;

    T* f;
    Layout at;
    FaceJobs<Real> jobs;
    Clock* clock;  ///< goes on by one step

    FUM_HD void operator()(std::int64_t item) const {
        if (item == 0) ++clock->time;
        const FaceJob<Real>& job = jobs.of(item);
        with_face(job.frame.face, OneNode{f, at, job, static_cast<int>(item - job.first)});
    }

    struct OneNode {
        T* f;
        const Layout& at;
        const FaceJob<Real>& job;
        int item;

        template <int F>
        FUM_HD void run() const {
            const FaceNode<T, Layout> node(f, at, job.frame, F, item);
            const int items = job.frame.items();
            const Real* from = job.buffer + item;
            FUM_UNROLL for (int j = 0; j < 9; ++j) {
                const int i = FaceFrame::inward(F, j);
                if (node.decides(i)) set_population(f + node.arrival(i), from[static_cast<std::ptrdiff_t>(j) * items]);
            }
        }
    };
};

}  // namespace fum

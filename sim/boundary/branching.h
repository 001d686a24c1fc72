// Domain faces as the paper's plans treat them, in one kernel for all: either the items are nodes of faces, or, as a
// baseline has it, all nodes of the grid, each of which asks whether it lies on a face, on which one, and which
// condition that has. Warps that meet a face then diverge, and most find nothing to do. Collecting and placing stay two
// launches, for the reason given in face.h.
#pragma once

#include "sim/boundary/faces.h"

namespace fum {

/// `Work` is CollectFaces or PlaceFaces. Both kinds of launch go through one call, which is long when inlined.
template <class Work>
struct StagedFaces {
    Work work;
    bool all_nodes;

    FUM_HD void operator()(std::int64_t item) const {
        int j = 0;
        do {
            const std::int64_t at = all_nodes ? item_of(work.jobs, j, static_cast<Node>(item)) : item;
            if (at >= 0) work(at);
        } while (all_nodes && ++j < work.jobs.count);
    }

    /// The item of a node on a face, -1 if it lies elsewhere.
    template <class Jobs>
    FUM_HD static std::int64_t item_of(const Jobs& jobs, int j, Node node) {
        const auto& job = jobs.job[j];
        const Grid& grid = job.frame.grid;
        const Int3 p = grid.place(node);
        const int face = job.frame.face, axis = face / 2;
        if (p[axis] != (face % 2 ? grid.n[axis] - 1 : 0)) return -1;
        const int a = job.frame.first, b = job.frame.second;
        return jobs.first[j] + p[a] + static_cast<std::int64_t>(grid.n[a]) * p[b];
    }
};

}  // namespace fum

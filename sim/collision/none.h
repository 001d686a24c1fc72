// No collision at all: the bare stream loop that bench compares the models with.
#pragma once

#include "sim/collision/relax.h"

namespace fum {

template <class Real>
struct NoCollision {
    Rates<Real> rates;

    template <class V, int Unit>
    FUM_HD void operator()(V (&)[27], const NodeState<V, Unit>&, const V&) const {}
};

}  // namespace fum

// What a quantity is called, and from lattice units to the units that people read.
#pragma once

#include <string>

#include "render/colormap.h"
#include "render/layers/field.h"
#include "sim/units.h"

namespace fum {

struct QuantityUnit {
    std::string title;  ///< "vorticity z"
    std::string unit;   ///< "1/s"
    double scale = 1;   ///< shown = scale * lattice
};
QuantityUnit unit_of(ShownQuantity, const Units&);

/// Whether a range measured in a flow, in shown units, is no more than rounding errors: nothing moves yet.
bool is_still(const Range& measured, ShownQuantity, double scale);
/// What a legend shows of such a flow: speeds up to the usual one, 1 of anything else.
Range still_range(ShownQuantity, double usual_speed_ms);

}  // namespace fum

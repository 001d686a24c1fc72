// What a quantity is called, and from lattice units to the units that people read.
#pragma once

#include <string>

#include "render/layers/field.h"
#include "sim/units.h"

namespace fum {

struct QuantityUnit {
    std::string title;  ///< "vorticity z"
    std::string unit;   ///< "1/s"
    double scale = 1;   ///< shown = scale * lattice
};
QuantityUnit unit_of(ShownQuantity, const Units&);

}  // namespace fum

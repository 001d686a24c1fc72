#include "app/window/quantities.h"

namespace fum {

QuantityUnit unit_of(ShownQuantity quantity, const Units& units) {
    const double speed = units.velocity_to_ms(), rate = 1 / units.dt_s;
    switch (quantity) {
        case ShownQuantity::value:
            return {"smoke", "", 1};
        case ShownQuantity::u_x:
            return {"velocity x", "m/s", speed};
        case ShownQuantity::u_y:
            return {"velocity y", "m/s", speed};
        case ShownQuantity::u_z:
            return {"velocity z", "m/s", speed};
        case ShownQuantity::speed:
            return {"speed", "m/s", speed};
        case ShownQuantity::rho:
            return {"density", "kg/m³", units.density_kgm3};
        case ShownQuantity::pressure:
            return {"pressure", "Pa", units.density_kgm3 * speed * speed};
        case ShownQuantity::vorticity:
            return {"vorticity", "1/s", rate};
        case ShownQuantity::vorticity_x:
            return {"vorticity x", "1/s", rate};
        case ShownQuantity::vorticity_y:
            return {"vorticity y", "1/s", rate};
        case ShownQuantity::vorticity_z:
            return {"vorticity z", "1/s", rate};
        case ShownQuantity::q:
            return {"Q", "1/s²", rate * rate};
    }
    return {};
}

bool is_still(const Range& measured, ShownQuantity quantity, double scale) {
    // Lattice units: velocities are near 0.1, floats near 1 (rho) are good to 1e-7.
    const double least = quantity == ShownQuantity::q ? 1e-11 : 1e-6;
    return !(measured.high - measured.low > least * scale);
}

Range still_range(ShownQuantity quantity, double usual_speed_ms) {
    const bool fast = quantity == ShownQuantity::speed || quantity == ShownQuantity::u_x ||
                      quantity == ShownQuantity::u_y || quantity == ShownQuantity::u_z;
    const float high = fast && usual_speed_ms > 0 ? static_cast<float>(usual_speed_ms) : 1;
    return {is_signed(quantity) ? -high : 0, high};
}

}  // namespace fum

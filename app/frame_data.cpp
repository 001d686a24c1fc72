#include "app/frame_data.h"

namespace fum {

std::vector<Field> wanted_fields(const Setup& setup) {
    const OutputVdb& vdb = setup.scene.vdb;
    const OutputVti& vti = setup.scene.vti;
    std::vector<Field> fields{Field::smoke};
    if ((vdb.on && vdb.velocity) || (vti.on && vti.velocity)) fields.push_back(Field::velocity);
    if (vti.on && vti.pressure) fields.push_back(Field::rho);
    if (vti.on && vti.vorticity) fields.push_back(Field::vorticity);
    if (vti.on && vti.q) fields.push_back(Field::q);
    return fields;
}

}  // namespace fum

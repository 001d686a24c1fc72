#include "app/frame_data.h"

namespace fum {

std::vector<Field> wanted_fields(const Setup& setup) {
    const OutputVdb& vdb = setup.scene.vdb;
    const OutputVti& vti = setup.scene.vti;
    std::vector<Field> fields{Field::smoke};
    const auto wanted = [](const auto& output, bool this_field) { return output.on && this_field; };
    if (wanted(vdb, vdb.velocity) || wanted(vti, vti.velocity)) fields.push_back(Field::velocity);
    if (wanted(vdb, vdb.vorticity) || wanted(vti, vti.vorticity)) fields.push_back(Field::vorticity);
    if (wanted(vdb, vdb.q) || wanted(vti, vti.q)) fields.push_back(Field::q);
    if (wanted(vdb, vdb.pressure) || wanted(vti, vti.pressure)) fields.push_back(Field::rho);
    return fields;
}

}  // namespace fum

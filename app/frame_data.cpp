#include "app/frame_data.h"

namespace fum {

std::vector<Field> wanted_fields(const Setup& setup) {
    std::vector<Field> fields{Field::smoke};
    if (setup.scene.vdb.on && setup.scene.vdb.velocity) fields.push_back(Field::velocity);
    return fields;
}

}  // namespace fum

#include "render/layers/level_field.h"

#include "render/layers/frame.h"

namespace fum {

void LevelField::update(const GpuField& field, ShownQuantity quantity, float scale, float level) {
    const bool same = quantity_ == quantity && level_ == level && scale_ == scale && from_ == field.texture;
    if (!dirty_ && same) return;
    scalar_ = tools_.derived(field, quantity, level != 0 ? scale / level : scale);
    tools_.build(pyramid_, scalar_.id(), field.nodes, true, 0);
    quantity_ = quantity;
    level_ = level;
    scale_ = scale;
    from_ = field.texture;
    dirty_ = false;
}

void LevelField::bind() const {
    glBindTextureUnit(scalar_map, scalar_.id());
    glBindTextureUnit(brick_map, pyramid_.largest.id());
}

}  // namespace fum

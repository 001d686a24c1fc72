#include "render/layers/iso.h"

#include "render/shader.h"

namespace fum {

IsoLayer::IsoLayer() : drawing_(make_program({"screen.vert", "iso.frag"})) {}

void IsoLayer::light(const DrawView&) {
    if (field.texture == 0) return;
    // Half floats end at 65504 and grow coarse below 6e-5: the scalar is kept as its ratio to the level.
    const bool same =
        made_quantity_ == quantity && made_level_ == level && made_scale_ == scale && made_from_ == field.texture;
    if (!dirty_ && same) return;
    scalar_ = tools_.derived(field, quantity, level != 0 ? scale / level : scale);
    tools_.build(pyramid_, scalar_.id(), field.nodes, true, 0);
    made_quantity_ = quantity;
    made_level_ = level;
    made_scale_ = scale;
    made_from_ = field.texture;
    dirty_ = false;
}

void IsoLayer::draw(const DrawView& view) {
    if (field.texture == 0 || !(level > 0)) return;
    set_field(drawing_, field, color_quantity, color_scale);
    colors_.set(drawing_, coloring);
    glBindTextureUnit(scalar_map, scalar_.id());
    glBindTextureUnit(brick_map, pyramid_.largest.id());
    glProgramUniform1f(drawing_.id(), 0, 1);
    glProgramUniform1f(drawing_.id(), 1, 0.8f);
    glProgramUniform4f(drawing_.id(), 2, tint.r, tint.g, tint.b, colored ? 0.0f : 1.0f);
    glUseProgram(drawing_.id());
    glBindVertexArray(view.nothing);
    glDrawArrays(GL_TRIANGLES, 0, 3);
}

}  // namespace fum

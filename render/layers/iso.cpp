#include "render/layers/iso.h"

#include "render/shader.h"

namespace fum {

IsoLayer::IsoLayer() : drawing_(make_program({"screen.vert", "iso.frag"})) {}

void IsoLayer::light(const DrawView&) {
    if (field.texture != 0) scalar_.update(field, quantity, scale, level);
}

void IsoLayer::draw(const DrawView& view) {
    if (field.texture == 0 || !(level > 0)) return;
    set_field(drawing_, field, color_quantity, color_scale);
    colors_.set(drawing_, coloring);
    scalar_.bind();
    glProgramUniform1f(drawing_.id(), 0, 1);
    glProgramUniform1f(drawing_.id(), 1, 0.8f);
    glProgramUniform4f(drawing_.id(), 2, tint.r, tint.g, tint.b, colored ? 0.0f : 1.0f);
    glUseProgram(drawing_.id());
    glBindVertexArray(view.nothing);
    glDrawArrays(GL_TRIANGLES, 0, 3);
}

}  // namespace fum

#include "render/layers/solids.h"

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>

#include "render/layers/frame.h"
#include "render/layers/normals.h"
#include "render/shader.h"

namespace fum {
namespace {

constexpr int key_depth_side = 1536;  // texels; a solid of 500 pixels shows no steps
constexpr float crease_deg = 40;      // sharper edges stay sharp

glm::mat4 world_from_body(const PreviewSolid& solid, const Double3& reference) {
    const Float3 x = cast<float>(solid.turn * Double3{1, 0, 0}), y = cast<float>(solid.turn * Double3{0, 1, 0});
    const Float3 z = cast<float>(solid.turn * Double3{0, 0, 1}), p = cast<float>(solid.position - reference);
    return {glm::vec4(to_glm(x), 0), glm::vec4(to_glm(y), 0), glm::vec4(to_glm(z), 0), glm::vec4(to_glm(p), 1)};
}

}  // namespace

SolidsLayer::SolidsLayer()
    : shading_(make_program({"solids.vert", "solids.frag"})),
      depth_only_(make_program({"key_depth.vert", "key_depth.frag"})),
      key_depth_(gl::make_texture_2d(GL_DEPTH_COMPONENT32F, key_depth_side, key_depth_side, GL_LINEAR)),
      key_target_(gl::make_framebuffer()) {
    gl::set_border(key_depth_, 1);
    glTextureParameteri(key_depth_.id(), GL_TEXTURE_COMPARE_MODE, GL_COMPARE_REF_TO_TEXTURE);
    glTextureParameteri(key_depth_.id(), GL_TEXTURE_COMPARE_FUNC, GL_LEQUAL);
    glNamedFramebufferTexture(key_target_.id(), GL_DEPTH_ATTACHMENT, key_depth_.id(), 0);
    glNamedFramebufferDrawBuffer(key_target_.id(), GL_NONE);
}

SolidsLayer::Mesh SolidsLayer::uploaded(const PreviewSolid& solid) {
    Mesh mesh;
    const std::vector<LitCorner> corners = lit_corners(solid.vertices, solid.triangles, crease_deg);
    mesh.count = static_cast<int>(corners.size());
    if (corners.empty()) return mesh;
    mesh.low = mesh.high = corners[0].position;
    for (const LitCorner& c : corners)
        for (int d = 0; d < 3; ++d) {
            mesh.low[d] = std::min(mesh.low[d], c.position[d]);
            mesh.high[d] = std::max(mesh.high[d], c.position[d]);
        }
    mesh.corners = gl::make_buffer(static_cast<GLsizeiptr>(corners.size() * sizeof(LitCorner)), corners.data());
    mesh.layout = gl::make_vertex_array();
    const GLuint layout = mesh.layout.id();
    glVertexArrayVertexBuffer(layout, 0, mesh.corners.id(), 0, sizeof(LitCorner));
    for (GLuint attribute = 0; attribute < 2; ++attribute) {
        glEnableVertexArrayAttrib(layout, attribute);
        glVertexArrayAttribFormat(layout, attribute, 3, GL_FLOAT, GL_FALSE, attribute * sizeof(Float3));
        glVertexArrayAttribBinding(layout, attribute, 0);
    }
    return mesh;
}

void SolidsLayer::prepare(std::span<const PreviewSolid> solids, const Double3& reference) {
    std::map<Key, Mesh> kept;
    placed_.clear();
    for (const PreviewSolid& solid : solids) {
        const Key key{solid.id, solid.vertices.size(), solid.triangles.size()};
        auto known = kept.find(key);
        if (known == kept.end()) {
            auto old = meshes_.extract(key);
            known = old ? kept.insert(std::move(old)).position : kept.emplace(key, uploaded(solid)).first;
        }
        if (known->second.count > 0) placed_.push_back({&known->second, world_from_body(solid, reference)});
    }
    meshes_ = std::move(kept);
}

Bounds SolidsLayer::bounds() const {
    if (placed_.empty()) return {.center = {}, .radius = 0};
    glm::vec3 low(1e30f), high(-1e30f);
    for (const Placed& p : placed_)
        for (int corner = 0; corner < 8; ++corner) {
            const glm::vec4 at(corner & 1 ? p.mesh->high.x : p.mesh->low.x, corner & 2 ? p.mesh->high.y : p.mesh->low.y,
                               corner & 4 ? p.mesh->high.z : p.mesh->low.z, 1);
            const glm::vec3 world(p.world_from_body * at);
            low = glm::min(low, world);
            high = glm::max(high, world);
        }
    return {.center = (low + high) * 0.5f, .radius = glm::length(high - low) * 0.5f};
}

void SolidsLayer::draw_all(const gl::Program& program) {
    glEnable(GL_DEPTH_TEST);
    glUseProgram(program.id());
    for (const Placed& p : placed_) {
        glUniformMatrix4fv(0, 1, GL_FALSE, &p.world_from_body[0][0]);
        glBindVertexArray(p.mesh->layout.id());
        glDrawArrays(GL_TRIANGLES, 0, p.mesh->count);
    }
    glDisable(GL_DEPTH_TEST);
}

void SolidsLayer::draw_key_depth() {
    glBindFramebuffer(GL_FRAMEBUFFER, key_target_.id());
    glViewport(0, 0, key_depth_side, key_depth_side);
    const float farthest = 1;
    glClearNamedFramebufferfv(key_target_.id(), GL_DEPTH, 0, &farthest);
    glEnable(GL_POLYGON_OFFSET_FILL);
    glPolygonOffset(2, 4);
    draw_all(depth_only_);
    glDisable(GL_POLYGON_OFFSET_FILL);
    bind_key_depth();
}

void SolidsLayer::bind_key_depth() const { glBindTextureUnit(key_depth_map, key_depth_.id()); }

void SolidsLayer::draw(bool on_screen) {
    glProgramUniform1i(shading_.id(), 1, on_screen ? 1 : 0);
    draw_all(shading_);
}

}  // namespace fum

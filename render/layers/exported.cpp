#include "render/layers/exported.h"

#include <array>
#include <cstdint>

#include "render/layers/frame.h"
#include "render/shader.h"

namespace fum {

ExportedSmoke::ExportedSmoke()
    : program_(make_program({"peak.comp"})),
      counted_(gl::make_buffer(2 * sizeof(std::uint32_t), nullptr, GL_DYNAMIC_STORAGE_BIT)) {}

void ExportedSmoke::make(GLuint scalar, const Int3& nodes, float tolerance) {
    if (!kept_ || !(nodes == nodes_)) kept_ = gl::make_texture_3d(GL_R16F, nodes.x, nodes.y, nodes.z, GL_LINEAR);
    nodes_ = nodes;
    std::array<std::uint32_t, 2> counted{};
    glNamedBufferSubData(counted_.id(), 0, sizeof counted, counted.data());
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 1, counted_.id());
    glBindTextureUnit(scalar_map, scalar);
    glBindImageTexture(0, kept_.id(), 0, GL_TRUE, 0, GL_WRITE_ONLY, GL_R16F);
    glProgramUniform1f(program_.id(), 1, tolerance);
    glUseProgram(program_.id());
    const auto groups = [](int n) { return static_cast<GLuint>((n + 3) / 4); };
    for (const int pass : {0, 1}) {
        glProgramUniform1i(program_.id(), 0, pass);
        glDispatchCompute(groups(nodes.x), groups(nodes.y), groups(nodes.z));
        glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT | GL_TEXTURE_FETCH_BARRIER_BIT | GL_BUFFER_UPDATE_BARRIER_BIT);
    }
    glGetNamedBufferSubData(counted_.id(), 0, sizeof counted, counted.data());
    const double all = static_cast<double>(nodes.x) * nodes.y * nodes.z;
    kept_share_ = all > 0 ? counted[1] / all : 0;
}

}  // namespace fum

#include "render/layers/field.h"

#include <fmt/core.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "render/layers/frame.h"
#include "render/layers/volume.h"
#include "render/shader.h"
#include "sim/core/error.h"

namespace fum {
namespace {

std::size_t count_of(const Int3& n) { return static_cast<std::size_t>(n.x) * n.y * n.z; }

Int3 parts(const Int3& n, int side) {
    return {(n.x + side - 1) / side, (n.y + side - 1) / side, (n.z + side - 1) / side};
}

/// Compute shaders here work in groups of 4 x 4 x 4.
void dispatch(const Int3& size) {
    const Int3 groups = parts(size, 4);
    glDispatchCompute(static_cast<GLuint>(groups.x), static_cast<GLuint>(groups.y), static_cast<GLuint>(groups.z));
    glMemoryBarrier(GL_TEXTURE_FETCH_BARRIER_BIT | GL_TEXTURE_UPDATE_BARRIER_BIT);
}

}  // namespace

bool is_signed(ShownQuantity quantity) {
    switch (quantity) {
        case ShownQuantity::value:
        case ShownQuantity::speed:
        case ShownQuantity::rho:
        case ShownQuantity::vorticity:
            return false;
        default:
            return true;
    }
}

void set_field(const gl::Program& program, const GpuField& field, ShownQuantity quantity, float scale) {
    glProgramUniform4f(program.id(), 20, field.origin.x, field.origin.y, field.origin.z, field.dx);
    glProgramUniform3f(program.id(), 21, static_cast<float>(field.nodes.x), static_cast<float>(field.nodes.y),
                       static_cast<float>(field.nodes.z));
    glProgramUniform1i(program.id(), 22, static_cast<int>(quantity));
    glProgramUniform1f(program.id(), 23, scale);
    glBindTextureUnit(field_map, field.texture);
}

void FieldTexture::store(const Int3& nodes, GLenum format, GLenum layout, GLenum type, const void* data) {
    if (!texture_ || !(nodes == nodes_) || format != format_)
        texture_ = gl::make_texture_3d(format, nodes.x, nodes.y, nodes.z, GL_LINEAR);
    nodes_ = nodes;
    format_ = format;
    glPixelStorei(GL_UNPACK_ALIGNMENT, 2);  // rows of halves end where they end
    glTextureSubImage3D(texture_.id(), 0, 0, 0, 0, nodes.x, nodes.y, nodes.z, layout, type, data);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
}

void FieldTexture::upload(std::span<const float> values, const Int3& nodes) {
    FUM_ASSERT(values.size() == count_of(nodes), fmt::format("{} values, {} nodes", values.size(), count_of(nodes)));
    store(nodes, half_ ? GL_R16F : GL_R32F, GL_RED, GL_FLOAT, values.data());
}

void FieldTexture::upload_flow(std::span<const float> u, std::span<const float> rho, const Int3& nodes) {
    const std::size_t n = count_of(nodes);
    FUM_ASSERT(u.size() == 3 * n && (rho.empty() || rho.size() == n),
               fmt::format("{} velocities, {} densities, {} nodes", u.size(), rho.size(), n));
    std::vector<float> texels(4 * n);
    tbb::parallel_for(0, nodes.z, [&](int z) {
        const std::size_t plane = n / nodes.z;
        for (std::size_t k = z * plane; k < (z + 1) * plane; ++k) {
            for (std::size_t d = 0; d < 3; ++d) texels[4 * k + d] = u[d * n + k];
            texels[4 * k + 3] = rho.empty() ? 0 : rho[k] - 1;
        }
    });
    store(nodes, half_ ? GL_RGBA16F : GL_RGBA32F, GL_RGBA, GL_FLOAT, texels.data());
}

void FieldTexture::upload(std::span<const Half> values, const Int3& nodes) {
    FUM_ASSERT(values.size() == count_of(nodes), fmt::format("{} values, {} nodes", values.size(), count_of(nodes)));
    store(nodes, GL_R16F, GL_RED, GL_HALF_FLOAT, values.data());
}

void FieldTexture::upload(std::span<const Half4> flow, const Int3& nodes) {
    FUM_ASSERT(flow.size() == count_of(nodes), fmt::format("{} texels, {} nodes", flow.size(), count_of(nodes)));
    store(nodes, GL_RGBA16F, GL_RGBA, GL_HALF_FLOAT, flow.data());
}

FieldTools::FieldTools()
    : deriving_(make_program({"derive.comp"})),
      halving_(make_program({"halve.comp"})),
      bricking_(make_program({"bricks.comp"})) {}

void FieldTools::derive(const gl::Texture& into, const Int3& size, GLenum format, const GpuField& field,
                        ShownQuantity quantity, float scale) const {
    set_field(deriving_, field, quantity, scale);
    const auto stride = [](int nodes, int texels) { return static_cast<float>(nodes) / static_cast<float>(texels); };
    glProgramUniform3f(deriving_.id(), 0, stride(field.nodes.x, size.x), stride(field.nodes.y, size.y),
                       stride(field.nodes.z, size.z));
    glBindImageTexture(0, into.id(), 0, GL_TRUE, 0, GL_WRITE_ONLY, format);
    glUseProgram(deriving_.id());
    dispatch(size);
}

gl::Texture FieldTools::derived(const GpuField& field, ShownQuantity quantity, float scale) const {
    gl::Texture made = gl::make_texture_3d(GL_R16F, field.nodes.x, field.nodes.y, field.nodes.z, GL_LINEAR);
    derive(made, field.nodes, GL_R16F, field, quantity, scale);
    return made;
}

void FieldTools::build(Pyramid& pyramid, GLuint scalar, const Int3& nodes, bool maxima, float negligible) const {
    const Int3 half = parts(nodes, 2), bricks = parts(nodes, Volume::brick);
    if (!pyramid.halved || !(pyramid.half == half)) {
        pyramid.halved = gl::make_texture_3d(GL_R16F, half.x, half.y, half.z, GL_LINEAR);
        gl::set_border(pyramid.halved, 0);
    }
    if (!pyramid.largest || !(pyramid.bricks == bricks))
        pyramid.largest = gl::make_texture_3d(GL_R16F, bricks.x, bricks.y, bricks.z, GL_NEAREST);
    pyramid.half = half;
    pyramid.bricks = bricks;
    glBindTextureUnit(scalar_map, scalar);
    glProgramUniform1i(halving_.id(), 0, maxima ? 1 : 0);
    glProgramUniform1f(halving_.id(), 1, negligible);
    glBindImageTexture(0, pyramid.halved.id(), 0, GL_TRUE, 0, GL_WRITE_ONLY, GL_R16F);
    glUseProgram(halving_.id());
    dispatch(half);
    glBindTextureUnit(coarse_map, pyramid.halved.id());
    glBindImageTexture(0, pyramid.largest.id(), 0, GL_TRUE, 0, GL_WRITE_ONLY, GL_R16F);
    glUseProgram(bricking_.id());
    dispatch(bricks);
}

gl::Texture FieldTools::sample(const GpuField& field, ShownQuantity quantity, float scale, int samples,
                               Int3& size) const {
    const float gap =
        std::max(1.0f, std::cbrt(static_cast<float>(count_of(field.nodes)) / static_cast<float>(std::max(samples, 1))));
    const auto texels = [&](int n) { return std::max(1, static_cast<int>(static_cast<float>(n) / gap)); };
    size = {texels(field.nodes.x), texels(field.nodes.y), texels(field.nodes.z)};
    gl::Texture small = gl::make_texture_3d(GL_R32F, size.x, size.y, size.z, GL_NEAREST);
    derive(small, size, GL_R32F, field, quantity, scale);
    return small;
}

std::vector<float> FieldTools::sampled(const GpuField& field, ShownQuantity quantity, float scale, int samples) const {
    Int3 size;
    const gl::Texture small = sample(field, quantity, scale, samples, size);
    std::vector<float> values(count_of(size));
    glGetTextureImage(small.id(), 0, GL_RED, GL_FLOAT, static_cast<GLsizei>(values.size() * sizeof(float)),
                      values.data());
    return values;
}

Range FieldTools::range(const GpuField& field, ShownQuantity quantity, float scale, float low, float high,
                        int samples) const {
    return robust_range(sampled(field, quantity, scale, samples), low, high);
}

}  // namespace fum

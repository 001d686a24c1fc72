// Fields on the solver's nodes as 3D textures, and what is made from them on the GPU.
#pragma once

#include <array>
#include <span>
#include <string_view>
#include <vector>

#include "render/colormap.h"
#include "render/gl.h"
#include "sim/core/half.h"
#include "sim/core/vec.h"

namespace fum {

/// A 3D texture and where it stands. Whoever made the texture owns it: an upload (FieldTexture), or the solver through
/// CUDA. Formats R16F or R32F (one scalar), RGBA16F or RGBA32F (u_x, u_y, u_z, rho - 1, in lattice units).
struct GpuField {
    GLuint texture = 0;  ///< 0: nothing is drawn
    Int3 nodes{1, 1, 1};
    float dx = 1;     ///< metres
    Float3 origin{};  ///< of node (0,0,0), metres from the scene's reference point
};

/// What can be read off a field; `value` is a scalar field itself, all others need a flow. Lattice units: pressure is
/// c_s^2 (rho - 1), vorticity its magnitude or a component, q the second invariant.
enum class ShownQuantity {
    value,
    u_x,
    u_y,
    u_z,
    speed,
    rho,
    pressure,
    vorticity,
    vorticity_x,
    vorticity_y,
    vorticity_z,
    q
};
inline constexpr std::array<std::string_view, 12> quantity_names{
    "value",    "u_x",       "u_y",         "u_z",         "speed",       "rho",
    "pressure", "vorticity", "vorticity_x", "vorticity_y", "vorticity_z", "q"};

/// True for quantities around 0, which want a diverging map.
bool is_signed(ShownQuantity quantity);

/// Sets the uniforms of shaders/field.glsl and binds the texture. `scale`: from lattice to shown units.
void set_field(const gl::Program& program, const GpuField& field, ShownQuantity quantity, float scale);

/// A texture that is filled from the host. Keeps its storage as long as the size stays.
class FieldTexture {
public:
    /// `half`: 16-bit floats, which halve memory and traffic; 11 bits of precision.
    explicit FieldTexture(bool half = true) : half_(half) {}

    /// values [z][y][x].
    void upload(std::span<const float> values, const Int3& nodes);
    /// u [3][z][y][x]; rho [z][y][x], or empty for 1.
    void upload_flow(std::span<const float> u, std::span<const float> rho, const Int3& nodes);

    /// The same as they are stored: a scalar, and u_x, u_y, u_z, rho - 1; [z][y][x].
    void upload(std::span<const Half> values, const Int3& nodes);
    void upload(std::span<const Half4> flow, const Int3& nodes);

    GLuint id() const { return texture_.id(); }

private:
    void store(const Int3& nodes, GLenum format, GLenum layout, GLenum type, const void* data);

    bool half_;
    GLenum format_ = 0;
    Int3 nodes_{};
    gl::Texture texture_;
};

/// Scalars in lower resolution, for light and for skipping what is empty.
struct Pyramid {
    Int3 half{}, bricks{};
    gl::Texture halved;   ///< R16F, means or maxima over 2x2x2, border 0
    gl::Texture largest;  ///< R16F, of each brick of Volume::brick texels a side and at least one texel around it
};

/// Compute shaders on fields.
class FieldTools {
public:
    FieldTools();

    /// The quantity as a scalar texture, R16F.
    gl::Texture derived(const GpuField& field, ShownQuantity quantity, float scale) const;

    /// Fills `pyramid` from a scalar; its textures are kept as long as the size stays. Values of at most `negligible`
    /// and those that are not finite count as 0.
    void build(Pyramid& pyramid, GLuint scalar, const Int3& nodes, bool maxima, float negligible) const;

    /// The quantity at about `samples` nodes, evenly spread, R32F; `size`: of the texture.
    gl::Texture sample(const GpuField& field, ShownQuantity quantity, float scale, int samples, Int3& size) const;
    /// Its values; waits for the GPU. See SampleReader for a way that does not.
    std::vector<float> sampled(const GpuField& field, ShownQuantity quantity, float scale, int samples) const;
    /// Percentiles of them.
    Range range(const GpuField& field, ShownQuantity quantity, float scale, float low = 1, float high = 99,
                int samples = 1 << 16) const;

private:
    void derive(const gl::Texture& into, const Int3& size, GLenum format, const GpuField& field, ShownQuantity quantity,
                float scale) const;

    gl::Program deriving_, halving_, bricking_;
};

}  // namespace fum

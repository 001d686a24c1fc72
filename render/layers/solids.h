// Solids: their triangles on the GPU, their shading, their shadows.
#pragma once

#include <glm/mat4x4.hpp>
#include <map>
#include <span>
#include <vector>

#include "render/camera.h"
#include "render/gl.h"
#include "render/preview.h"

namespace fum {

class SolidsLayer {
public:
    SolidsLayer();

    /// Takes over what is to be drawn. Geometry whose id and counts were there in the last picture is kept.
    void prepare(std::span<const PreviewSolid> solids, const Double3& reference);

    bool empty() const { return placed_.empty(); }

    /// Around all solids, from their boxes; radius 0 if there are none.
    Bounds bounds() const;

    /// Fills the key light's depth map and binds it; needs the frame's uniforms. Changes the framebuffer and viewport.
    void draw_key_depth();
    /// Binds it as it was filled last.
    void bind_key_depth() const;

    /// Draws into the bound framebuffer: light, or with `on_screen` what a screen shows of it.
    void draw(bool on_screen = false);

private:
    struct Key {
        std::uint64_t id;
        std::size_t vertices, triangles;
        auto operator<=>(const Key&) const = default;
    };
    struct Mesh {
        gl::Buffer corners;
        gl::VertexArray layout;
        int count = 0;
        Float3 low{}, high{};  // of the corners, body frame
    };
    struct Placed {
        const Mesh* mesh;
        glm::mat4 world_from_body;
    };

    static Mesh uploaded(const PreviewSolid& solid);
    void draw_all(const gl::Program& program);

    gl::Program shading_, depth_only_;
    gl::Texture key_depth_;
    gl::Framebuffer key_target_;
    std::map<Key, Mesh> meshes_;
    std::vector<Placed> placed_;
};

}  // namespace fum

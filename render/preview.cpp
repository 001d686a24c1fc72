#include "render/preview.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>

#include "render/camera.h"
#include "render/context.h"
#include "render/gl.h"
#include "render/layers/frame.h"
#include "render/layers/picture.h"
#include "render/layers/smoke.h"
#include "render/layers/solids.h"
#include "render/layers/volume.h"
#include "sim/core/error.h"

namespace fum {
namespace {

glm::vec3 direction(const Float3& v, const glm::vec3& otherwise) {
    const glm::vec3 d = to_glm(v);
    return std::isfinite(glm::length(d)) && glm::length(d) > 0 ? glm::normalize(d) : otherwise;
}

bool has_box(const PreviewScene& scene) { return std::min({scene.nodes.x, scene.nodes.y, scene.nodes.z}) > 0; }

/// World coordinates count from here: the box's first node, or the camera's target.
Double3 reference_of(const PreviewScene& scene) {
    return cast<double>(has_box(scene) ? scene.origin : scene.camera.target);
}

Bounds box_bounds(const PreviewScene& scene) {
    const glm::vec3 size = to_glm(cast<float>(scene.nodes)) * scene.dx;
    return {.center = size * 0.5f, .radius = glm::length(size) * 0.5f};
}

Bounds joined(const Bounds& a, const Bounds& b) {
    if (b.radius == 0) return a;
    if (a.radius == 0) return b;
    const float apart = glm::length(b.center - a.center);
    if (apart + b.radius <= a.radius) return a;
    if (apart + a.radius <= b.radius) return b;
    const float radius = 0.5f * (apart + a.radius + b.radius);
    return {.center = a.center + (b.center - a.center) * ((radius - a.radius) / apart), .radius = radius};
}

/// Lowest corner of the box along `up`.
float floor_height(const PreviewScene& scene, const glm::vec3& up) {
    const glm::vec3 last = to_glm(cast<float>(scene.nodes - Int3{1, 1, 1})) * scene.dx;
    float height = 0;
    for (int d = 0; d < 3; ++d) height += std::min(0.0f, up[d] * last[d]);
    return height;
}

}  // namespace

struct Preview::Impl {
    int width, height;
    Context context;
    PictureLayer picture;
    SolidsLayer solids;
    SmokeLayer smoke;
    gl::Buffer uniforms;
    gl::VertexArray nothing;

    Impl(int w, int h)
        : width(w),
          height(h),
          picture(w, h),
          uniforms(gl::make_buffer(sizeof(FrameUniforms), nullptr, GL_DYNAMIC_STORAGE_BIT)),
          nothing(gl::make_vertex_array()) {
        context.check("a picture's buffers were made");
        context.release();
    }

    /// The members' OpenGL objects go with their own context, whichever is current.
    ~Impl() {
        try {
            context.make_current();
        } catch (const Error&) {  // the context is lost, and its objects with it
        }
    }

    FrameUniforms frame_of(const PreviewScene& scene, const Volume& volume) const {
        const glm::vec3 up = direction(scene.up, {0, 1, 0}), key = direction(scene.light, {0, 1, 0});
        const Bounds box = has_box(scene) ? box_bounds(scene) : Bounds{.center = {}, .radius = 0};
        Bounds all = joined(box, solids.bounds());
        if (all.radius == 0) all.radius = 1;
        const Lens lens =
            lens_of(scene.camera, reference_of(scene), static_cast<float>(width) / static_cast<float>(height), all);
        const float spacing = scene.dx * static_cast<float>(volume.stride), shift = scene.dx * volume.shift;

        FrameUniforms frame;
        frame.clip_from_world = lens.clip_from_world;
        frame.world_from_clip = lens.world_from_clip;
        if (!solids.empty()) frame.shadow_from_world = shadow_projection(key, solids.bounds());
        frame.eye = {lens.eye, 1};
        set_lights(frame, lens, key, up);
        frame.up = {up, floor_height(scene, up)};
        frame.grid = {shift, shift, shift, spacing};
        frame.texels = {to_glm(cast<float>(volume.nodes)), scene.extinction * volume.peak};
        frame.half_texels = {to_glm(cast<float>(volume.half)), (box.radius > 0 ? box : all).radius};
        frame.center = {(box.radius > 0 ? box : all).center, scene.floor && has_box(scene) ? 1.0f : 0.0f};
        frame.picture = {static_cast<float>(width), static_cast<float>(height),
                         static_cast<float>(picture.samples_a_side()), solids.empty() ? 0.0f : 1.0f};
        return frame;
    }

    /// Draws the solids and the smoke into their targets. The context must be current.
    void draw_layers(const PreviewScene& scene) {
        GLint largest = 0;
        glGetIntegerv(GL_MAX_3D_TEXTURE_SIZE, &largest);
        // What dims a ray through the whole box by less than 0.3 % is the veil of rounding errors, not smoke.
        const float across = 2 * box_bounds(scene).radius * std::max(scene.extinction, 0.0f);
        const Volume volume =
            prepared(scene.smoke, scene.nodes, std::min(largest, 1024), across > 0 ? 0.003f / across : 0);
        solids.prepare(scene.solids, reference_of(scene));
        const FrameUniforms frame = frame_of(scene, volume);
        glNamedBufferSubData(uniforms.id(), 0, sizeof frame, &frame);
        glBindBufferBase(GL_UNIFORM_BUFFER, 0, uniforms.id());

        smoke.upload(volume);
        solids.draw_key_depth();
        smoke.light(frame.key, frame.fill, frame.up);
        picture.begin_solids();
        solids.draw();
        picture.begin_smoke();
        smoke.draw(nothing);
    }
};

Preview::Preview(int width, int height) : impl_(std::make_unique<Impl>(width, height)) {}
Preview::~Preview() = default;
Preview::Preview(Preview&&) noexcept = default;
Preview& Preview::operator=(Preview&&) noexcept = default;

std::vector<std::uint8_t> Preview::draw(const PreviewScene& scene) {
    const std::size_t nodes =
        has_box(scene) ? static_cast<std::size_t>(scene.nodes.x) * scene.nodes.y * scene.nodes.z : 0;
    FUM_ASSERT(scene.smoke.empty() || scene.smoke.size() == nodes,
               fmt::format("{} values, {} nodes", scene.smoke.size(), nodes));
    const Current current(impl_->context);
    impl_->draw_layers(scene);
    std::vector<std::uint8_t> pixels = impl_->picture.finish(impl_->nothing);
    impl_->context.check("a picture was drawn");
    return pixels;
}

std::vector<float> Preview::transmittance(const PreviewScene& scene) {
    const Current current(impl_->context);
    impl_->draw_layers(scene);
    std::vector<float> left = impl_->picture.transmittance();
    impl_->context.check("the smoke's transmittance was measured");
    return left;
}

std::string Preview::renderer() const {
    const Current current(impl_->context);
    return impl_->context.renderer();
}

int Preview::width() const { return impl_->width; }
int Preview::height() const { return impl_->height; }

}  // namespace fum

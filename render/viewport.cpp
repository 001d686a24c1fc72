#include "render/viewport.h"

#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <glm/geometric.hpp>
#include <glm/trigonometric.hpp>

#include "render/gpu_clock.h"
#include "render/shader.h"
#include "sim/core/error.h"

namespace fum {
namespace {

glm::vec3 direction(const Float3& v) {
    const glm::vec3 d = to_glm(v);
    return std::isfinite(glm::length(d)) && glm::length(d) > 0 ? glm::normalize(d) : glm::vec3(0, 1, 0);
}

struct Entry {
    std::unique_ptr<Layer> layer;
    GpuClock lighting, drawing;
    double waited_ms = 0;  // of the last picture that was drawn with waiting
};

/// Milliseconds of what f puts to the driver, until it is done.
template <class F>
double waited(const F& f) {
    glFinish();
    const auto begin = std::chrono::steady_clock::now();
    f();
    glFinish();
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
}

}  // namespace

void DrawView::lay_over(int grid_width, int grid_height) const {
    glBindImageTexture(2, color, 0, GL_FALSE, 0, GL_READ_WRITE, GL_RGBA8);
    glDispatchCompute(static_cast<GLuint>(grid_width + 7) / 8, static_cast<GLuint>(grid_height + 7) / 8, 1);
    glMemoryBarrier(GL_FRAMEBUFFER_BARRIER_BIT | GL_TEXTURE_FETCH_BARRIER_BIT);
}

struct Viewport::Impl {
    gl::Program backdrop{make_program({"screen.vert", "backdrop.frag"})};
    gl::Buffer uniforms{gl::make_buffer(sizeof(FrameUniforms), nullptr, GL_DYNAMIC_STORAGE_BIT)};
    gl::VertexArray nothing{gl::make_vertex_array()};
    gl::Framebuffer target{gl::make_framebuffer()}, shown_target{gl::make_framebuffer()};
    gl::Texture color, depth, depth_copy, shown;
    std::vector<std::unique_ptr<Entry>> entries;
    std::vector<LayerTime> times;
    int width = 0, height = 0, side = 0;
    bool wait = false;

    void resize(int w, int h, int samples_a_side);
    DrawView view_of(const Viewport& viewport) const;
    void light(DrawView& view);
    void draw(const DrawView& view);
};

void Viewport::Impl::resize(int w, int h, int samples_a_side) {
    GLint largest = 0;
    glGetIntegerv(GL_MAX_TEXTURE_SIZE, &largest);
    if (w <= 0 || h <= 0 || std::max(w, h) > largest)
        throw Error(Exit::device, fmt::format("Pictures of {} x {} pixels cannot be drawn here; each side must lie in "
                                              "1 to {}.",
                                              w, h, largest));
    const int s = samples_a_side > 1 && 2 * std::max(w, h) <= largest ? 2 : 1;
    if (w == width && h == height && s == side) return;
    width = w;
    height = h;
    side = s;
    color = gl::make_texture_2d(GL_RGBA8, w * s, h * s, GL_LINEAR);
    depth = gl::make_texture_2d(GL_DEPTH_COMPONENT32F, w * s, h * s, GL_NEAREST);
    depth_copy = gl::make_texture_2d(GL_DEPTH_COMPONENT32F, w * s, h * s, GL_NEAREST);
    glNamedFramebufferTexture(target.id(), GL_COLOR_ATTACHMENT0, color.id(), 0);
    glNamedFramebufferTexture(target.id(), GL_DEPTH_ATTACHMENT, depth.id(), 0);
    shown = s > 1 ? gl::make_texture_2d(GL_RGBA8, w, h, GL_LINEAR) : gl::Texture();
    glNamedFramebufferTexture(shown_target.id(), GL_COLOR_ATTACHMENT0, (s > 1 ? shown : color).id(), 0);
    for (const auto* t : {&target, &shown_target})
        if (glCheckNamedFramebufferStatus(t->id(), GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE)
            throw Error(Exit::device,
                        fmt::format("A picture of {} x {} pixels does not fit into the graphics memory.", w, h));
}

DrawView Viewport::Impl::view_of(const Viewport& viewport) const {
    DrawView view;
    view.bounds = viewport.bounds;
    view.lens = lens_of(viewport.camera, viewport.reference, static_cast<float>(width) / static_cast<float>(height),
                        viewport.bounds);
    view.width = width * side;
    view.height = height * side;
    view.pixel = static_cast<float>(side);
    view.quality = viewport.quality;
    view.key = direction(viewport.light);
    view.up = direction(viewport.up);
    view.focal = 0.5f / std::tan(0.5f * glm::radians(std::clamp(viewport.camera.fov_deg, 1.0f, 170.0f)));
    view.target = target.id();
    view.color = color.id();
    view.nothing = nothing.id();
    view.depth = depth_copy.id();
    FrameUniforms& frame = view.frame;
    frame.clip_from_world = view.lens.clip_from_world;
    frame.world_from_clip = view.lens.world_from_clip;
    frame.eye = {view.lens.eye, 1};
    set_lights(frame, view.lens, view.key, view.up);
    frame.up = {view.up, 0};
    frame.grid = {0, 0, 0, view.bounds.radius};
    frame.texels = {1, 1, 1, 0};
    frame.half_texels = {1, 1, 1, view.bounds.radius};
    frame.center = {view.bounds.center, 0};
    frame.picture = {static_cast<float>(view.width), static_cast<float>(view.height), 1, 0};
    return view;
}

void Viewport::Impl::light(DrawView& view) {
    for (const auto& entry : entries)
        if (entry->layer->shown) entry->layer->prepare(view);
    glNamedBufferSubData(uniforms.id(), 0, sizeof view.frame, &view.frame);
    glBindBufferBase(GL_UNIFORM_BUFFER, 0, uniforms.id());
    for (const auto& entry : entries) {
        if (!entry->layer->shown) continue;
        const auto light_it = [&] { entry->layer->light(view); };
        entry->lighting.start();
        if (wait) {
            entry->waited_ms = waited(light_it);
        } else {
            light_it();
        }
        entry->lighting.stop();
    }
}

void Viewport::Impl::draw(const DrawView& view) {
    const float farthest = 1;
    glBindFramebuffer(GL_FRAMEBUFFER, target.id());
    glViewport(0, 0, view.width, view.height);
    glDepthMask(GL_TRUE);
    glClearBufferfv(GL_DEPTH, 0, &farthest);
    for (const GLenum off : {GL_DEPTH_TEST, GL_BLEND, GL_CULL_FACE, GL_SCISSOR_TEST}) glDisable(off);
    glUseProgram(backdrop.id());
    glBindVertexArray(nothing.id());
    glDrawArrays(GL_TRIANGLES, 0, 3);
    glEnable(GL_DEPTH_TEST);
    glDepthFunc(GL_LESS);
    times.clear();
    for (const auto& entry : entries) {
        Layer& layer = *entry->layer;
        if (!layer.shown) continue;
        entry->drawing.start();
        if (layer.reads_depth())
            glCopyImageSubData(depth.id(), GL_TEXTURE_2D, 0, 0, 0, 0, depth_copy.id(), GL_TEXTURE_2D, 0, 0, 0, 0,
                               view.width, view.height, 1);
        const auto draw_it = [&] { layer.draw(view); };
        if (wait) {
            entry->waited_ms += waited(draw_it);
        } else {
            draw_it();
        }
        entry->drawing.stop();
        times.push_back({layer.name(), wait ? entry->waited_ms : entry->lighting.ms() + entry->drawing.ms(),
                         wait ? 0 : entry->lighting.ms()});
    }
    glDisable(GL_DEPTH_TEST);
    if (side > 1)  // linear between two by two samples: their mean
        glBlitNamedFramebuffer(target.id(), shown_target.id(), 0, 0, view.width, view.height, 0, 0, width, height,
                               GL_COLOR_BUFFER_BIT, GL_LINEAR);
}

Viewport::Viewport() : impl_(std::make_unique<Impl>()) {}
Viewport::~Viewport() = default;
Viewport::Viewport(Viewport&&) noexcept = default;
Viewport& Viewport::operator=(Viewport&&) noexcept = default;

Layer& Viewport::take(std::unique_ptr<Layer> layer) {
    impl_->entries.push_back(std::make_unique<Entry>());
    impl_->entries.back()->layer = std::move(layer);
    return *impl_->entries.back()->layer;
}

std::vector<Layer*> Viewport::layers() const {
    std::vector<Layer*> all;
    for (const auto& entry : impl_->entries) all.push_back(entry->layer.get());
    return all;
}

void Viewport::draw(int width, int height) {
    impl_->resize(width, height, quality.samples_a_side);
    DrawView view = impl_->view_of(*this);
    impl_->wait = wait_for_times;
    impl_->light(view);
    impl_->draw(view);
}

std::vector<std::uint8_t> Viewport::read_rgba() const {
    const std::size_t row = static_cast<std::size_t>(impl_->width) * 4;
    std::vector<std::uint8_t> pixels(row * impl_->height);
    if (pixels.empty()) return pixels;
    glPixelStorei(GL_PACK_ALIGNMENT, 1);
    glGetTextureImage(texture(), 0, GL_RGBA, GL_UNSIGNED_BYTE, static_cast<GLsizei>(pixels.size()), pixels.data());
    for (int y = 0; y < impl_->height / 2; ++y)  // OpenGL's row 0 is the bottom one
        std::swap_ranges(pixels.begin() + y * row, pixels.begin() + (y + 1) * row,
                         pixels.begin() + (impl_->height - 1 - y) * row);
    return pixels;
}

void Viewport::show(GLuint framebuffer, int x, int y) const {
    glBlitNamedFramebuffer(impl_->shown_target.id(), framebuffer, 0, 0, impl_->width, impl_->height, x, y,
                           x + impl_->width, y + impl_->height, GL_COLOR_BUFFER_BIT, GL_NEAREST);
}

GLuint Viewport::texture() const { return (impl_->shown ? impl_->shown : impl_->color).id(); }
const std::vector<LayerTime>& Viewport::times() const { return impl_->times; }

}  // namespace fum

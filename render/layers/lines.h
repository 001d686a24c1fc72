// Straight lines of a width in pixels with soft edges: the primitive of boxes, frames, axes and handles.
#pragma once

#include <glm/vec3.hpp>
#include <glm/vec4.hpp>
#include <span>
#include <string_view>

#include "render/layers/layer.h"

namespace fum {

struct Line {
    glm::vec3 from{}, to{};
    glm::vec4 color{1};  ///< sRGB and opacity, not premultiplied
    float width = 1;     ///< pixels
};

class Lines {
public:
    Lines();

    void set(std::span<const Line> lines);

    /// Draws into the bound framebuffer. `over`: in front of everything; else the depth test decides, and nothing is
    /// written to depth.
    void draw(const DrawView& view, bool over = false) const;

private:
    gl::Program drawing_;
    gl::Buffer lines_;
    gl::VertexArray layout_;
    int count_ = 0, room_ = 0;
};

/// Lines as a layer of their own: outlines of emitters, boxes round blocks of samples.
class LinesLayer : public Layer {
public:
    explicit LinesLayer(std::string_view name) : name_(name) {}
    std::string_view name() const override { return name_; }
    void draw(const DrawView&) override;
    void set(std::span<const Line> lines) { lines_.set(lines); }

private:
    std::string_view name_;
    Lines lines_;
};

}  // namespace fum

// A context for the viewport's tests that notes what the driver complains about, and eyes for its pictures.
#pragma once

#include <gtest/gtest.h>

#include <array>
#include <string>
#include <vector>

#include "render/context.h"
#include "render/layers/field.h"
#include "render/orbit.h"
#include "render/viewport.h"

namespace fum::test {

/// Complaints of the driver (KHR_debug: errors, and whatever it rates high) since the test began.
inline std::vector<std::string>& complaints() {
    static std::vector<std::string> all;
    return all;
}

inline void GLAD_API_PTR note_complaint(GLenum, GLenum type, GLuint, GLenum severity, GLsizei, const GLchar* text,
                                        const void*) {
    if (type == GL_DEBUG_TYPE_ERROR || severity == GL_DEBUG_SEVERITY_HIGH) complaints().push_back(text);
}

/// One context for all tests of the program.
inline const Context& context() {
    static const Context one = [] {
        Context made;
        glEnable(GL_DEBUG_OUTPUT);
        glEnable(GL_DEBUG_OUTPUT_SYNCHRONOUS);
        glDebugMessageCallback(note_complaint, nullptr);
        made.release();
        return made;
    }();
    return one;
}

/// The context is current before a fixture's members are made, and until they are gone.
class Viewing : public testing::Test {
protected:
    Viewing() {
        context().make_current();
        complaints().clear();
    }
    ~Viewing() override {
        EXPECT_EQ(complaints(), std::vector<std::string>{});
        EXPECT_EQ(glGetError(), static_cast<GLenum>(GL_NO_ERROR));
        context().release();
    }
};

/// A picture as read_rgba gives it.
struct Shot {
    int width, height;
    std::vector<std::uint8_t> rgba;

    Shot(Viewport& viewport, int w, int h) : width(w), height(h) {
        viewport.draw(w, h);
        rgba = viewport.read_rgba();
    }
    Rgb8 at(int x, int y) const {
        const std::uint8_t* p = rgba.data() + (static_cast<std::size_t>(y) * width + x) * 4;
        return {p[0], p[1], p[2]};
    }
    Rgb8 at(const Camera& camera, const Float3& place) const {
        const Float3 p = pixel_of(camera, place, width, height);
        return at(static_cast<int>(p.x), static_cast<int>(p.y));
    }
    int light(int x, int y) const { return at(x, y).r + at(x, y).g + at(x, y).b; }
};

/// Largest difference of a channel.
inline int apart(const Rgb8& a, const Rgb8& b) {
    return std::max({std::abs(a.r - b.r), std::abs(a.g - b.g), std::abs(a.b - b.b)});
}

inline Bounds bounds_of(const GpuField& f) {
    const glm::vec3 size = to_glm(cast<float>(f.nodes)) * f.dx;
    return {.center = to_glm(f.origin) + size * 0.5f, .radius = 0.5f * glm::length(size)};
}

inline Float3 place_of(const GpuField& f, const Float3& node) { return f.origin + node * f.dx; }

/// Looks at the middle of the field along `direction` so that its ball fits.
inline void look(Viewport& v, const GpuField& f, const Float3& direction, float aspect, float fill = 0.95f) {
    v.bounds = bounds_of(f);
    v.camera = seen_along(v.camera, direction);
    v.camera =
        framed(v.camera, {v.bounds.center.x, v.bounds.center.y, v.bounds.center.z}, v.bounds.radius, aspect, fill);
}

}  // namespace fum::test

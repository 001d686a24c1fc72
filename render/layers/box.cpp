#include "render/layers/box.h"

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>

#include "render/orbit.h"
#include "render/shader.h"

namespace fum {
namespace {

const std::array<glm::vec3, 3> axis_colors{glm::vec3(0.93f, 0.33f, 0.31f), glm::vec3(0.51f, 0.80f, 0.31f),
                                           glm::vec3(0.34f, 0.58f, 0.96f)};

/// The normal out of a face.
glm::vec3 outward(int face) { return unit_along(face / 2) * (face & 1 ? 1.0f : -1.0f); }

/// A shaft and two barbs that lie across the line of sight.
void add_arrow(std::vector<Line>& lines, const glm::vec3& from, const glm::vec3& to, const glm::vec4& color,
               float width, const glm::vec3& eye) {
    const glm::vec3 along = to - from, look = glm::normalize(eye - to);
    glm::vec3 side = glm::cross(along, look);
    side = glm::length(side) > 1e-6f * glm::length(along) ? glm::normalize(side) * glm::length(along) : glm::vec3(0);
    lines.push_back({from, to, color, width});
    for (const float s : {-1.0f, 1.0f}) lines.push_back({to, to - along * 0.3f + side * (0.16f * s), color, width});
}

/// Those edges whose faces both look towards the eye (`front`), or all others.
void add_edges(std::vector<Line>& lines, const ShownBox& d, const glm::vec3& eye, bool front) {
    const auto looks_here = [&](int axis, bool high) {
        return high ? eye[axis] > d.high[axis] : eye[axis] < d.low[axis];
    };
    for (int axis = 0; axis < 3; ++axis)
        for (int corner = 0; corner < 4; ++corner) {
            const int u = (axis + 1) % 3, v = (axis + 2) % 3;
            if (front != (looks_here(u, corner & 1) && looks_here(v, corner & 2))) continue;
            glm::vec3 a = d.low, b;
            a[u] = (corner & 1 ? d.high : d.low)[u];
            a[v] = (corner & 2 ? d.high : d.low)[v];
            b = a;
            b[axis] = d.high[axis];
            lines.push_back({a, b, {0.78f, 0.83f, 0.90f, front ? 0.34f : 0.44f}, 1.2f});
        }
}

/// About ten cells of 1, 2 or 5 times a power of ten along the longer side, half a box beyond the domain.
void add_floor(std::vector<Line>& lines, const ShownBox& d, const glm::vec3& up) {
    int vertical = 1;
    for (int axis = 0; axis < 3; ++axis)
        if (std::abs(up[axis]) > std::abs(up[vertical])) vertical = axis;
    const int u = (vertical + 1) % 3, v = (vertical + 2) % 3;
    const float longest = std::max(d.high[u] - d.low[u], d.high[v] - d.low[v]), ten = longest / 10;
    if (!(ten > 0)) return;
    const float power = std::pow(10.0f, std::floor(std::log10(ten))), ratio = ten / power;
    const float cell = power * (ratio < 1.5f ? 1.0f : ratio < 3.5f ? 2.0f : ratio < 7.5f ? 5.0f : 10.0f);
    const float height = (up[vertical] > 0 ? d.low : d.high)[vertical], beyond = 0.35f * longest;
    // How far a place is beyond the domain, 0 to 1; lines are cut there so that they fade along their way, too.
    const auto away = [&](int axis, float at) {
        return std::clamp(std::max(d.low[axis] - at, at - d.high[axis]) / beyond, 0.0f, 1.0f);
    };
    constexpr int pieces = 5;
    const auto rule = [&](int along, int across) {
        std::vector<float> cuts{d.low[along], d.high[along]};
        for (int i = 1; i <= pieces; ++i) {
            const float part = beyond * static_cast<float>(i) / pieces;
            cuts.insert(cuts.begin(), d.low[along] - part);
            cuts.push_back(d.high[along] + part);
        }
        const int first = static_cast<int>(std::ceil((d.low[across] - beyond) / cell));
        const int last = static_cast<int>(std::floor((d.high[across] + beyond) / cell));
        for (int i = first; i <= last; ++i)
            for (std::size_t c = 0; c + 1 < cuts.size(); ++c) {
                glm::vec3 a(0), b(0);
                a[vertical] = b[vertical] = height;
                a[across] = b[across] = cell * static_cast<float>(i);
                a[along] = cuts[c];
                b[along] = cuts[c + 1];
                const float gone = std::max(away(across, a[across]), away(along, 0.5f * (cuts[c] + cuts[c + 1])));
                lines.push_back({a, b, {0.70f, 0.76f, 0.84f, (i % 5 == 0 ? 0.22f : 0.11f) * (1 - gone)}, 1});
            }
    };
    rule(u, v);
    rule(v, u);
}

void add_inflow(std::vector<Line>& lines, const ShownBox& d, const glm::vec3& eye) {
    const glm::vec4 color(face_color(FaceLook::inflow), 0.55f);
    for (int face = 0; face < 6; ++face) {
        for (const auto& [from, to] : inflow_arrows(d, face)) add_arrow(lines, from, to, color, 1.4f, eye);
        for (const auto& [from, to] : jet_outline(d, face)) lines.push_back({from, to, color, 1.6f});
    }
}

}  // namespace

glm::vec3 unit_along(int axis) {
    glm::vec3 v(0);
    v[axis] = 1;
    return v;
}

glm::vec3 on_face(const ShownBox& d, int face, float s, float t) {
    const int axis = face / 2, u = (axis + 1) % 3, v = (axis + 2) % 3;
    glm::vec3 p;
    p[axis] = face & 1 ? d.high[axis] : d.low[axis];
    p[u] = d.low[u] + s * (d.high[u] - d.low[u]);
    p[v] = d.low[v] + t * (d.high[v] - d.low[v]);
    return p;
}

glm::vec3 face_color(FaceLook kind) {
    switch (kind) {  // Okabe and Ito's palette (2008), told apart by the colour-blind
        case FaceLook::inflow:
            return {0.34f, 0.71f, 0.91f};
        case FaceLook::outflow:
            return {0.90f, 0.62f, 0.00f};
        case FaceLook::slip:
            return {0.00f, 0.62f, 0.45f};
        case FaceLook::periodic:
            return {0.80f, 0.47f, 0.65f};
        case FaceLook::wall:
            break;
    }
    return {0.72f, 0.74f, 0.78f};
}

std::vector<Label> face_labels(const ShownBox& domain) {
    std::vector<Label> labels;
    for (int face = 0; face < 6; ++face) {
        const glm::vec3 p = on_face(domain, face, 0.5f, 0.5f);
        const std::string text = std::string(face_look_names[static_cast<std::size_t>(domain.faces[face])]) + ' ' +
                                 "xyz"[face / 2] + (face & 1 ? '+' : '-');
        labels.push_back({text, {p.x, p.y, p.z}, face_color(domain.faces[face])});
    }
    return labels;
}

std::array<Float3, 4> handle_points(const Float3& at, float length) {
    return {at, at + Float3{length, 0, 0}, at + Float3{0, length, 0}, at + Float3{0, 0, length}};
}

int picked_handle(const Camera& camera, const Float3& at, float length, float x, float y, int width, int height,
                  float reach_px) {
    const std::array<Float3, 4> points = handle_points(at, length);
    int best = -1;
    float nearest = 1e30f;
    for (int i = 0; i < 4; ++i) {
        const Float3 a = pixel_of(camera, points[0], width, height), b = pixel_of(camera, points[i], width, height);
        if (a.z <= 0 || b.z <= 0) continue;
        const float dx = b.x - a.x, dy = b.y - a.y, long2 = dx * dx + dy * dy;
        const float s = i == 0 || long2 == 0 ? 0 : std::clamp(((x - a.x) * dx + (y - a.y) * dy) / long2, 0.25f, 1.0f);
        const float depth = a.z + s * (b.z - a.z);
        if (std::hypot(x - a.x - s * dx, y - a.y - s * dy) <= reach_px && depth < nearest) best = i, nearest = depth;
    }
    return best;
}

BoxLayer::BoxLayer() : tinting_(make_program({"box.vert", "box.frag"})) {}

void BoxLayer::draw_faces(const DrawView& view) {
    glEnable(GL_BLEND);
    glBlendFunc(GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
    glDepthMask(GL_FALSE);
    glUseProgram(tinting_.id());
    glBindVertexArray(view.nothing);
    glProgramUniform3fv(tinting_.id(), 0, 1, &domain.low.x);
    glProgramUniform3fv(tinting_.id(), 1, 1, &domain.high.x);
    for (int face = 0; face < 6; ++face) {
        const bool looks_away = glm::dot(on_face(domain, face, 0.5f, 0.5f) - view.lens.eye, outward(face)) > 0;
        if (face != selected && !(tints && looks_away)) continue;
        const glm::vec3 color = face_color(domain.faces[face]);
        glProgramUniform1i(tinting_.id(), 2, face);
        glProgramUniform4f(tinting_.id(), 3, color.r, color.g, color.b,
                           face == selected                       ? 0.34f
                           : domain.faces[face] == FaceLook::slip ? 0.035f
                                                                  : 0.09f);
        glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
    }
    glDepthMask(GL_TRUE);
    glDisable(GL_BLEND);
}

void BoxLayer::draw(const DrawView& view) {
    if (tints || selected >= 0) draw_faces(view);
    std::vector<Line> lines;
    if (floor) add_floor(lines, domain, view.up);
    add_edges(lines, domain, view.lens.eye, false);
    add_inflow(lines, domain, view.lens.eye);
    lines_.set(lines);
    lines_.draw(view);
}

void FrontEdgesLayer::draw(const DrawView& view) {
    std::vector<Line> lines;
    add_edges(lines, domain, view.lens.eye, true);
    lines_.set(lines);
    lines_.draw(view);
}

void AxesLayer::draw(const DrawView& view) {
    const float side = size_px * view.pixel, pad = 0.45f * side;
    // A place between the near and far planes whose picture is that corner, and the length there that covers size_px.
    const float depth = std::max(glm::length(view.bounds.center - view.lens.eye), 0.5f * view.bounds.radius);
    const float metre = view.samples_per_metre() / depth;
    const glm::vec3 up = glm::cross(view.lens.right, view.lens.forward);
    const glm::vec3 at = view.lens.eye + view.lens.forward * depth +
                         view.lens.right * ((side + pad - 0.5f * static_cast<float>(view.width)) / metre) +
                         up * ((side + pad - 0.5f * static_cast<float>(view.height)) / metre);
    std::array<int, 3> order{0, 1, 2};  // far ones first
    std::sort(order.begin(), order.end(), [&](int a, int b) { return view.lens.forward[a] > view.lens.forward[b]; });
    std::vector<Line> lines;
    for (const int axis : order)
        add_arrow(lines, at, at + unit_along(axis) * (side / metre), glm::vec4(axis_colors[axis], 1), 2.2f,
                  view.lens.eye);
    lines_.set(lines);
    lines_.draw(view, true);
}

void HandlesLayer::draw(const DrawView& view) {
    if (!visible) return;
    const glm::vec3 from = to_glm(at);
    std::vector<Line> lines;
    for (int axis = 0; axis < 3; ++axis)
        add_arrow(lines, from, from + unit_along(axis) * length,
                  glm::vec4(hovered == axis + 1 ? glm::vec3(1, 0.92f, 0.35f) : axis_colors[axis], 1), 3, view.lens.eye);
    const glm::vec3 knob = view.lens.right * (0.02f * length);
    lines.push_back({from - knob, from + knob, hovered == 0 ? glm::vec4(1, 0.92f, 0.35f, 1) : glm::vec4(1), 9});
    lines_.set(lines);
    lines_.draw(view, true);
}

}  // namespace fum

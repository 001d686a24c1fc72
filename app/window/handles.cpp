#include "app/window/handles.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "app/window/widgets.h"
#include "render/orbit.h"

namespace fum {
namespace {

constexpr float arm_px = 92, square_px = 30, square_at_px = 34, ring_px = 84;
constexpr const char* axis_names[] = {"x", "y", "z"};

Double3 unit(int d) {
    Double3 axis{};
    axis[d] = 1;
    return axis;
}

/// Of places while they are dragged, metres: with Ctrl, and without, where a hair of a pixel suffices.
struct Steps {
    double round, fine;
};

std::string moved_text(const Double3& to, const Double3& from, std::initializer_list<int> axes) {
    std::string text;
    for (const int d : axes)
        text +=
            fmt::format("{}{} {:.4g} m ({:+.3g})", text.empty() ? "" : "   ", axis_names[d], to[d], to[d] - from[d]);
    return text;
}

Handle arrow_along(const Sight& sight, const Double3& at, int d, double arm,
                   const std::function<void(const Double3&)>& move_to) {
    Handle h;
    h.name = std::string("move ") + axis_names[d];
    h.help = std::string("Drag along ") + axis_names[d] + "; Ctrl for round numbers, Esc gives it up";
    h.color = axis_colors[static_cast<std::size_t>(d)];
    h.arrow = true;
    const auto begin = sight.pixel(at + unit(d) * (0.14 * arm)), end = sight.pixel(at + unit(d) * arm);
    if (begin && end) h.lines = {{*begin, *end}};
    const double step = snap_step(sight, at), fine = fine_step(sight, at);
    h.grab = [=](const Ray& from) -> Mover {
        const double begin_t = along_line(from, at, unit(d)).value_or(0);
        return [=, last = at](const Ray& now, bool snap) mutable {
            if (const auto t = along_line(now, at, unit(d))) last = at + unit(d) * (*t - begin_t);
            last[d] = snapped(last[d], snap ? step : fine);
            move_to(last);
            return moved_text(last, at, {d});
        };
    };
    return h;
}

/// In a plane through `at`; the axes that snap are `axes`.
Mover move_in_plane(const Ray& from, const Double3& at, const Double3& normal, std::initializer_list<int> axes,
                    Steps steps, const std::function<void(const Double3&)>& move_to) {
    const Double3 begin = on_plane(from, at, normal).value_or(at);
    return [=, all = std::vector<int>(axes), last = at](const Ray& now, bool snap) mutable {
        if (const auto p = on_plane(now, at, normal)) last = at + (*p - begin);
        std::string text;
        for (const int d : all) {
            last[d] = snapped(last[d], snap ? steps.round : steps.fine);
            text += (text.empty() ? "" : "   ") + moved_text(last, at, {d});
        }
        move_to(last);
        return text;
    };
}

Handle square_across(const Sight& sight, const Double3& at, int d, double per_px,
                     const std::function<void(const Double3&)>& move_to) {
    const int a = (d + 1) % 3, b = (d + 2) % 3;
    Handle h;
    h.name = std::string("move ") + axis_names[std::min(a, b)] + axis_names[std::max(a, b)];
    h.help = std::string("Drag in the plane of ") + axis_names[std::min(a, b)] + " and " + axis_names[std::max(a, b)];
    h.color = axis_colors[static_cast<std::size_t>(d)];
    const double low = square_at_px * per_px, high = (square_at_px + square_px) * per_px;
    for (const auto& [u, v] : {std::pair{low, low}, {high, low}, {high, high}, {low, high}})
        if (const auto p = sight.pixel(at + unit(a) * u + unit(b) * v)) h.surface.push_back(*p);
    if (h.surface.size() < 4) h.surface.clear();
    const Steps step{snap_step(sight, at), fine_step(sight, at)};
    h.grab = [=](const Ray& from) {
        return move_in_plane(from, at, unit(d), {std::min(a, b), std::max(a, b)}, step, move_to);
    };
    return h;
}

/// Angle since the drag began, without jumps at half turns. A ring that is seen from its side is rolled under the
/// mouse, as far as its edge moves in the picture: on its plane a pixel would soon be a half turn.
std::function<double(const Ray&)> angle_reader(const Ray& from, const Double3& at, const Double3& axis, double radius) {
    constexpr double flat = 0.5;  // sine of 30 degrees between plane and sight
    const auto begin = on_plane(from, at, axis);
    if (begin && std::abs(dot(from.direction, axis)) >= flat)
        return [=, last = *begin, total = 0.0](const Ray& now) mutable {
            if (const auto p = on_plane(now, at, axis)) {
                total += angle_between(at, axis, last, *p);
                last = *p;
            }
            return total;
        };
    const Double3 sight = normalized(at - from.from);
    const auto grip = on_plane(from, at, sight);
    const Double3 side = normalized(cross(axis, sight)) * -1.0;  // which way the near edge goes
    return [=, last = 0.0](const Ray& now) mutable {
        if (const auto p = on_plane(now, at, sight); p && grip) last = dot(*p - *grip, side) / radius;
        return last;
    };
}

Handle ring_about(const Sight& sight, const Double3& at, const Double3& axis, double radius, const std::string& name,
                  ImU32 color, const std::function<void(const Quaternion&)>& turn_by) {
    Handle h;
    h.name = "turn " + name;
    h.help = "Drag to turn about " + name + "; Ctrl for steps of 15°, Esc gives it up";
    h.color = color;
    const auto [u, v] = square_to(axis);
    const bool screen = name == "the line of sight";
    constexpr int parts = 72;
    std::vector<ImVec2> line;
    for (int i = 0; i <= parts; ++i) {
        const double angle = 2 * std::numbers::pi * i / parts;
        const Double3 out = u * std::cos(angle) + v * std::sin(angle);
        // Only the half that faces the eye, so that the three rings are told apart.
        const bool front = screen || dot(out, sight.eye() - at) > -0.05 * length(sight.eye() - at);
        const auto p = front ? sight.pixel(at + out * radius) : std::nullopt;
        if (p) line.push_back(*p);
        if ((!p || i == parts) && line.size() > 1) h.lines.push_back(std::exchange(line, {}));
    }
    h.grab = [=](const Ray& from) -> Mover {
        return [=, angle_of = angle_reader(from, at, axis, radius)](const Ray& now, bool snap) mutable {
            double degrees = angle_of(now) * 180 / std::numbers::pi;
            if (snap) degrees = snapped(degrees, 15);
            turn_by(Quaternion::about(axis, degrees * std::numbers::pi / 180));
            return fmt::format("{} {:+.1f}°", name, degrees);
        };
    };
    return h;
}

}  // namespace

std::optional<ImVec2> Sight::pixel(const Double3& place) const {
    const Float3 p = pixel_of(camera, cast<float>(place), area.width, area.height);
    if (!(p.z > 0)) return std::nullopt;
    return ImVec2{area.x + p.x, area.y + p.y};
}

Ray Sight::ray(ImVec2 p) const { return ray_through(camera, p.x - area.x, p.y - area.y, area.width, area.height); }
double Sight::metres_per_pixel(const Double3& place) const { return fum::metres_per_pixel(camera, place, area.height); }
Double3 Sight::towards() const { return normalized(cast<double>(camera.target - camera.eye)); }

double Sight::gizmo_pixel(const Double3& place) const {
    const float room = 0.2f * static_cast<float>(std::min(area.width, area.height));
    return metres_per_pixel(place) * std::min(ui::scale(), room / arm_px);
}

double snap_step(const Sight& sight, const Double3& at) {
    return round_step(6 * ui::scale() * sight.metres_per_pixel(at));
}

double fine_step(const Sight& sight, const Double3& at) { return round_step(0.05 * sight.metres_per_pixel(at)); }

void add_move_handles(Handles& handles, const Sight& sight, const Double3& at,
                      const std::function<void(const Double3&)>& move_to) {
    const double per_px = sight.gizmo_pixel(at);
    const Double3 view = normalized(at - sight.eye());
    for (int d = 0; d < 3; ++d)
        if (std::abs(view[d]) > 0.2) handles.push_back(square_across(sight, at, d, per_px, move_to));
    for (int d = 0; d < 3; ++d)
        if (std::abs(view[d]) < 0.985) handles.push_back(arrow_along(sight, at, d, arm_px * per_px, move_to));
    Handle middle;
    middle.name = "move freely";
    middle.help = "Drag in the plane of the picture; Ctrl for round numbers, Esc gives it up";
    middle.color = IM_COL32(232, 234, 238, 255);
    middle.knob = sight.pixel(at);
    const Double3 normal = sight.towards();
    const Steps step{snap_step(sight, at), fine_step(sight, at)};
    middle.grab = [=](const Ray& from) { return move_in_plane(from, at, normal, {0, 1, 2}, step, move_to); };
    if (middle.knob) handles.push_back(std::move(middle));
}

void add_turn_handles(Handles& handles, const Sight& sight, const Double3& at,
                      const std::function<void(const Quaternion&)>& turn_by) {
    const double radius = ring_px * sight.gizmo_pixel(at);
    const Double3 to_eye = normalized(sight.eye() - at);
    handles.push_back(
        ring_about(sight, at, to_eye, 1.18 * radius, "the line of sight", IM_COL32(200, 204, 212, 200), turn_by));
    for (int d = 0; d < 3; ++d)
        handles.push_back(
            ring_about(sight, at, unit(d), radius, axis_names[d], axis_colors[static_cast<std::size_t>(d)], turn_by));
}

void add_scale_handles(Handles& handles, const Sight& sight, const Double3& at, double radius_m, const char* name,
                       const std::function<std::string(double, bool)>& scale_by) {
    const auto middle = sight.pixel(at);
    if (!middle) return;
    const double per_px = sight.metres_per_pixel(at);
    const float r = std::max(ui::px(24), static_cast<float>(radius_m / per_px));
    const Double3 normal = sight.towards();
    const auto grab = [=](const Ray& from) -> Mover {
        const double begin = std::max(length(on_plane(from, at, normal).value_or(at) - at), 1e-9);
        return [=, factor = 1.0](const Ray& now, bool snap) mutable {
            if (const auto p = on_plane(now, at, normal)) factor = std::max(length(*p - at) / begin, 0.01);
            return scale_by(factor, snap);
        };
    };
    Handle ring;
    ring.name = name;
    ring.help = "Drag outwards or inwards; Ctrl for round numbers, Esc gives it up";
    ring.color = IM_COL32(232, 234, 238, 230);
    ring.grab = grab;
    std::vector<ImVec2> line;
    for (int i = 0; i <= 64; ++i) {
        const float angle = 2 * std::numbers::pi_v<float> * static_cast<float>(i) / 64;
        line.push_back({middle->x + r * std::cos(angle), middle->y + r * std::sin(angle)});
    }
    ring.lines = {line};
    handles.push_back(ring);
    ring.lines.clear();
    ring.square = true;
    ring.name = std::string(name) + " knob";
    for (const float side : {1.0f, -1.0f}) {
        ring.knob = ImVec2{middle->x + side * 0.7071f * r, middle->y - side * 0.7071f * r};
        handles.push_back(ring);
        ring.name += " 2";
    }
}

void add_knob(Handles& handles, const Sight& sight, const Double3& at, const Double3& axis, const std::string& name,
              ImU32 color, const std::function<std::string(double, bool)>& slide_to) {
    Handle h;
    h.name = name;
    h.help = "Drag; Ctrl for round numbers, Esc gives it up";
    h.color = color;
    h.square = true;
    h.knob = sight.pixel(at);
    if (!h.knob) return;
    h.grab = [=](const Ray& from) -> Mover {
        const double begin = along_line(from, at, axis).value_or(0);
        return [=, last = 0.0](const Ray& now, bool snap) mutable {
            if (const auto t = along_line(now, at, axis)) last = *t - begin;
            return slide_to(last, snap);
        };
    };
    handles.push_back(std::move(h));
}

}  // namespace fum

// What of a config may change while a flow runs: Solver::apply().
#include <algorithm>
#include <cmath>
#include <string>

#include "sim/flow.h"

namespace fum {
namespace {

/// The names of what differs and may not.
class Fixed {
public:
    void same(bool equal, const std::string& name) {
        if (!equal) names_ += (names_.empty() ? "" : ", ") + name;
    }
    const std::string& names() const { return names_; }

private:
    std::string names_;
};

std::string numbered(const char* list, std::size_t i, const char* member) {
    return std::string(list) + "[" + std::to_string(i) + "]." + member;
}

void compare_faces(const Config& a, const Config& b, Fixed& fixed) {
    for (std::size_t i = 0; i < 6; ++i) {
        fixed.same(a.face[i].kind == b.face[i].kind, numbered("face", i, "kind"));
        fixed.same(a.face[i].sponge == b.face[i].sponge, numbered("face", i, "sponge"));
    }
}

void compare_bodies(const Config& a, const Config& b, Fixed& fixed) {
    fixed.same(a.bodies.size() == b.bodies.size(), "bodies");
    for (std::size_t i = 0; i < std::min(a.bodies.size(), b.bodies.size()); ++i) {
        const Body &was = a.bodies[i], &is = b.bodies[i];
        fixed.same(was.samples == is.samples, numbered("bodies", i, "samples"));
        fixed.same(was.area == is.area, numbered("bodies", i, "area"));
        fixed.same(static_cast<bool>(was.motion) == static_cast<bool>(is.motion), numbered("bodies", i, "motion"));
        const Quaternion &p = was.pose.turn, &q = is.pose.turn;
        const bool rests_there = was.pose.centre == is.pose.centre && was.pose.velocity == is.pose.velocity &&
                                 was.pose.spin == is.pose.spin && p.w == q.w && p.x == q.x && p.y == q.y && p.z == q.z;
        fixed.same(was.motion || rests_there, numbered("bodies", i, "pose"));
    }
}

void compare_smoke(const SmokeConfig& a, const SmokeConfig& b, Fixed& fixed) {
    fixed.same(a.max_tracers == b.max_tracers, "smoke.max_tracers");
    fixed.same(a.interval == b.interval, "smoke.interval");
    fixed.same(a.emitters.size() == b.emitters.size(), "smoke.emitters");
    for (std::size_t i = 0; i < std::min(a.emitters.size(), b.emitters.size()); ++i) {
        const Emitter &was = a.emitters[i], &is = b.emitters[i];
        const bool on_points = was.shape == Emitter::Shape::points;
        fixed.same(on_points == (is.shape == Emitter::Shape::points), numbered("smoke.emitters", i, "shape"));
        fixed.same(was.points == is.points, numbered("smoke.emitters", i, "points"));
        fixed.same(was.body == is.body, numbered("smoke.emitters", i, "body"));
    }
}

}  // namespace

void demand_live(const Config& running, const Config& wanted) {
    Fixed fixed;
    fixed.same(running.nodes == wanted.nodes, "nodes");
    fixed.same(running.model == wanted.model, "model");
    fixed.same(running.u_start == wanted.u_start, "u_start");
    fixed.same(running.ramp == wanted.ramp, "ramp");
    fixed.same(running.seed == wanted.seed, "seed");
    compare_faces(running, wanted, fixed);
    compare_bodies(running, wanted, fixed);
    compare_smoke(running.smoke, wanted.smoke, fixed);
    if (!fixed.names().empty())
        throw Error(Exit::input, "A running flow cannot change " + fixed.names() + "; make a new solver for it.");
}

void demand_steady(const Body& body, const Pose& now, double reach, std::int64_t step) {
    constexpr double most = 2;  // nodes; a step moves no sample by more than half a node
    if (!body.motion) return;
    const Pose next = body.motion(static_cast<double>(step));
    const Quaternion back{now.turn.w, -now.turn.x, -now.turn.y, -now.turn.z}, d = next.turn * back;
    const double angle = 2 * std::atan2(length(Double3{d.x, d.y, d.z}), std::abs(d.w));
    const double jump = length(next.centre - now.centre) + angle * reach;
    if (!(jump <= most))
        throw Error(Exit::input, "The new motion of " + body.name + " begins " + std::to_string(jump) +
                                     " nodes away from where it is at step " + std::to_string(step) +
                                     "; a running flow needs one that goes on from there.");
}

}  // namespace fum

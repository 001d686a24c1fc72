// Where air enters the domain and how fast: arrows before the inflow faces, the rims of jets.
#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>
#include <glm/trigonometric.hpp>

#include "render/layers/box.h"

namespace fum {
namespace {

/// The jet's middle in the plane of its face.
glm::vec3 jet_centre(const ShownBox& d, int face) {
    glm::vec3 p = d.inflow[static_cast<std::size_t>(face)].centre;
    p[face / 2] = face & 1 ? d.high[face / 2] : d.low[face / 2];
    return p;
}

bool within_face(const ShownBox& d, int face, const glm::vec3& p) {
    for (const int axis : {(face / 2 + 1) % 3, (face / 2 + 2) % 3})
        if (p[axis] < d.low[axis] || p[axis] > d.high[axis]) return false;
    return true;
}

/// Share of the velocity at a place of the face, as the solver's inflow has it.
float inflow_share(const ShownInflow& in, const glm::vec3& centre, const glm::vec3& p) {
    if (!(in.radius > 0)) return 1;
    const float x = (glm::length(p - centre) - in.radius) / std::max(in.edge, 1e-3f * in.radius);
    return in.coflow + (1 - in.coflow) * (0.5f - 0.5f * std::tanh(2 * x));
}

/// Nine over the face and, in a jet, its middle and six round it; three in one so narrow that they would hide each
/// other.
std::vector<glm::vec3> inflow_places(const ShownBox& d, int face) {
    const ShownInflow& in = d.inflow[static_cast<std::size_t>(face)];
    const glm::vec3 centre = jet_centre(d, face);
    std::vector<glm::vec3> places;
    for (int i = 0; i < 9; ++i) {
        const int column = i % 3, row = i / 3;
        const glm::vec3 p =
            on_face(d, face, 0.2f + 0.3f * static_cast<float>(column), 0.2f + 0.3f * static_cast<float>(row));
        if (!(in.radius > 0) || glm::length(p - centre) > in.radius + in.edge) places.push_back(p);
    }
    if (!(in.radius > 0)) return places;
    const glm::vec3 u = unit_along((face / 2 + 1) % 3), v = unit_along((face / 2 + 2) % 3);
    const glm::vec3 size = d.high - d.low;
    const bool narrow = in.radius < 0.1f * std::min(size[(face / 2 + 1) % 3], size[(face / 2 + 2) % 3]);
    const int around = narrow ? 3 : 6;
    if (!narrow) places.push_back(centre);
    for (int i = 0; i < around; ++i) {
        const float angle = glm::radians(360.0f / static_cast<float>(around) * static_cast<float>(i) + 30);
        places.push_back(centre + (u * std::cos(angle) + v * std::sin(angle)) * ((narrow ? 0.75f : 0.62f) * in.radius));
    }
    std::erase_if(places, [&](const glm::vec3& p) { return !within_face(d, face, p); });
    return places;
}

}  // namespace

std::vector<InflowArrow> inflow_arrows(const ShownBox& d, int face) {
    const auto f = static_cast<std::size_t>(face);
    const ShownInflow& in = d.inflow[f];
    const float speed = glm::length(in.velocity);
    if (d.faces[f] != FaceLook::inflow || !(speed > 0)) return {};
    float fastest = 0;
    for (std::size_t other = 0; other < 6; ++other)
        if (d.faces[other] == FaceLook::inflow) fastest = std::max(fastest, glm::length(d.inflow[other].velocity));
    const glm::vec3 size = d.high - d.low, centre = jet_centre(d, face);
    const float longest = 0.17f * std::min(size[(face / 2 + 1) % 3], size[(face / 2 + 2) % 3]);
    std::vector<InflowArrow> arrows;
    for (const glm::vec3& p : inflow_places(d, face)) {
        const float share = inflow_share(in, centre, p) * speed / fastest;
        if (share < 0.02f) continue;
        const glm::vec3 gap = in.velocity * (0.08f * longest / speed), way = in.velocity * (share * longest / speed);
        arrows.push_back({p - gap - way, p - gap});
    }
    return arrows;
}

std::vector<InflowArrow> jet_outline(const ShownBox& d, int face) {
    const auto f = static_cast<std::size_t>(face);
    const ShownInflow& in = d.inflow[f];
    if (d.faces[f] != FaceLook::inflow || !(in.radius > 0)) return {};
    const glm::vec3 centre = jet_centre(d, face), u = unit_along((face / 2 + 1) % 3),
                    v = unit_along((face / 2 + 2) % 3);
    constexpr int parts = 64;
    const auto at = [&](int i) {
        const float angle = glm::radians(360.0f * static_cast<float>(i) / parts);
        return centre + (u * std::cos(angle) + v * std::sin(angle)) * in.radius;
    };
    std::vector<InflowArrow> pieces;
    for (int i = 0; i < parts; ++i)
        if (within_face(d, face, at(i)) && within_face(d, face, at(i + 1))) pieces.push_back({at(i), at(i + 1)});
    return pieces;
}

}  // namespace fum

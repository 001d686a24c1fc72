#include "render/camera.h"

#include <cmath>
#include <glm/geometric.hpp>
#include <glm/gtc/matrix_transform.hpp>

namespace fum {
namespace {

/// Any vector that is not along v.
glm::vec3 across(const glm::vec3& v) {
    return std::abs(v.y) < 0.9f * glm::length(v) ? glm::vec3(0, 1, 0) : glm::vec3(1, 0, 0);
}

}  // namespace

Lens lens_of(const Camera& camera, const Double3& reference, float aspect, const Bounds& bounds) {
    Lens lens;
    lens.eye = to_glm(cast<float>(cast<double>(camera.eye) - reference));
    const glm::vec3 target = to_glm(cast<float>(cast<double>(camera.target) - reference));
    lens.forward = target != lens.eye ? glm::normalize(target - lens.eye) : glm::vec3(0, 0, -1);
    glm::vec3 up = to_glm(camera.up);
    if (glm::length(glm::cross(lens.forward, up)) < 1e-4f * glm::length(up) || glm::length(up) == 0)
        up = across(lens.forward);
    lens.right = glm::normalize(glm::cross(lens.forward, up));

    const float distance = glm::length(bounds.center - lens.eye);
    const float far = 1.01f * (distance + bounds.radius);
    const float near = std::max(distance - 1.01f * bounds.radius, 1e-3f * far);
    const float fov = glm::radians(std::min(std::max(camera.fov_deg, 1.0f), 170.0f));
    lens.clip_from_world =
        glm::perspective(fov, aspect, near, far) * glm::lookAt(lens.eye, lens.eye + lens.forward, up);
    lens.world_from_clip = glm::inverse(lens.clip_from_world);
    return lens;
}

glm::mat4 shadow_projection(const glm::vec3& to_light, const Bounds& bounds) {
    const float r = 1.03f * bounds.radius;  // room for soft edges
    return glm::ortho(-r, r, -r, r, 0.0f, 2 * r) *
           glm::lookAt(bounds.center + to_light * r, bounds.center, across(to_light));
}

}  // namespace fum

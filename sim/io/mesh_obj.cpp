// Wavefront OBJ through tinyobjloader (double precision), which sees only text that plain_obj has passed.
#include <fmt/format.h>
#include <tiny_obj_loader.h>

#include <limits>
#include <sstream>

#include "sim/io/mesh_obj_text.h"
#include "sim/io/mesh_raw.h"

namespace fum {
namespace {

struct Taken {
    RawMesh mesh;
    std::vector<std::int32_t> corners;  // of the face at hand
    std::int64_t faces = 0;
    std::int64_t fans = 0;  // outlines too large to cut exactly
};

void take_vertex(void* user, double x, double y, double z, double) {
    static_cast<Taken*>(user)->mesh.points.push_back({x, y, z});
}

void take_face(void* user, tinyobj::index_t* indices, int count) {
    auto& taken = *static_cast<Taken*>(user);
    taken.corners.clear();
    for (int i = 0; i < count; ++i) taken.corners.push_back(indices[i].vertex_index - 1);
    if (!add_polygon(taken.mesh, taken.corners)) ++taken.fans;
    ++taken.faces;
}

}  // namespace

RawMesh read_obj(const std::filesystem::path& path, std::string bytes) {
    PlainObj plain = plain_obj(path, bytes);
    bytes = {};
    Taken taken;
    taken.mesh.source = quoted(path);
    taken.mesh.points.reserve(static_cast<std::size_t>(plain.vertices));
    std::istringstream text(std::move(plain.text));
    tinyobj::callback_t callback;
    callback.vertex_cb = take_vertex;
    callback.index_cb = take_face;
    std::string warning, error;
    const bool read = tinyobj::LoadObjWithCallback(text, callback, &taken, nullptr, &warning, &error);
    FUM_ASSERT(read && taken.faces == plain.faces && std::ssize(taken.mesh.points) == plain.vertices,
               fmt::format("{} faces of {}, {} vertices of {} from {}: {}", taken.faces, plain.faces,
                           taken.mesh.points.size(), plain.vertices, path.string(), error));
    constexpr double nan = std::numeric_limits<double>::quiet_NaN();
    for (const std::int32_t v : plain.not_finite) taken.mesh.points[static_cast<std::size_t>(v)] = {nan, nan, nan};
    taken.mesh.bad_faces += plain.bad_faces;
    taken.mesh.issues = std::move(plain.issues);
    if (taken.fans > 0)
        taken.mesh.issues.push_back(
            {Issue::Kind::warning, path.filename().string(),
             fmt::format("{} faces have too many corners to be cut exactly; cut them into triangles first.",
                         taken.fans)});
    return std::move(taken.mesh);
}

}  // namespace fum

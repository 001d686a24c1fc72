#include "sim/io/exporters/surface.h"

#include <fmt/format.h>

#include <cstdint>
#include <iterator>

#include "sim/io/exporters/staged_file.h"

namespace fum {
namespace {

Double3 placed(const Surface& surface, const Float3& vertex) {
    return surface.position_m + surface.turn * cast<double>(vertex);
}

/// A line break in a name would begin a statement.
std::string one_line(std::string name) {
    for (char& c : name)
        if (static_cast<unsigned char>(c) < 0x20) c = ' ';
    return name;
}

template <class T>
void put(std::string& text, const T& value) {
    text.append(reinterpret_cast<const char*>(&value), sizeof value);
}

}  // namespace

void write_surfaces_obj(const std::filesystem::path& path, std::span<const Surface> surfaces) {
    std::string text = "# metres\n";
    int first = 1;
    for (const Surface& surface : surfaces) {
        text += "o " + one_line(surface.name) + "\n";
        for (const Float3& vertex : surface.vertices) {
            const Double3 p = placed(surface, vertex);
            fmt::format_to(std::back_inserter(text), "v {:.9g} {:.9g} {:.9g}\n", p.x, p.y, p.z);
        }
        for (const Int3& t : surface.triangles)
            fmt::format_to(std::back_inserter(text), "f {} {} {}\n", first + t.x, first + t.y, first + t.z);
        first += static_cast<int>(surface.vertices.size());
    }
    write_checked(path, text);
}

void write_surfaces_ply(const std::filesystem::path& path, std::span<const Surface> surfaces) {
    std::size_t vertices = 0, triangles = 0;
    for (const Surface& surface : surfaces) {
        vertices += surface.vertices.size();
        triangles += surface.triangles.size();
    }
    std::string text = fmt::format(
        "ply\nformat binary_little_endian 1.0\ncomment metres\nelement vertex {}\nproperty float x\nproperty float y\n"
        "property float z\nelement face {}\nproperty list uchar int vertex_indices\nend_header\n",
        vertices, triangles);
    text.reserve(text.size() + 12 * vertices + 13 * triangles);
    for (const Surface& surface : surfaces)
        for (const Float3& vertex : surface.vertices) put(text, cast<float>(placed(surface, vertex)));
    std::int32_t first = 0;
    for (const Surface& surface : surfaces) {
        for (const Int3& t : surface.triangles) {
            put(text, std::uint8_t{3});
            for (int c = 0; c < 3; ++c) put(text, static_cast<std::int32_t>(first + t[c]));
        }
        first += static_cast<std::int32_t>(surface.vertices.size());
    }
    write_checked(path, text);
}

}  // namespace fum

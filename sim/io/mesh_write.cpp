#include <charconv>

#include "sim/core/files.h"
#include "sim/io/mesh.h"

namespace fum {
namespace {

template <class T>
void put(std::string& text, T value) {
    char digits[40];
    const auto [end, code] = std::to_chars(digits, digits + sizeof digits, value);  // shortest that reads back the same
    text += ' ';
    text.append(digits, end);
}

}  // namespace

void write_obj(const Mesh& mesh, const std::filesystem::path& path) {
    std::string text;
    text.reserve(40 * mesh.vertices.size() + 24 * mesh.triangles.size() + 100);
    std::string name = mesh.name.empty() ? path.stem().string() : mesh.name;
    for (char& c : name)
        if (static_cast<unsigned char>(c) < 0x20) c = ' ';  // a line break in a name would begin a statement
    text += "# metres\no " + name + "\n";
    const bool moved = mesh.offset != Double3{};
    for (const Float3& v : mesh.vertices) {
        text += 'v';
        for (int d = 0; d < 3; ++d) {
            if (moved)
                put(text, static_cast<double>(v[d]) + mesh.offset[d]);
            else
                put(text, v[d]);
        }
        text += '\n';
    }
    for (const Int3& t : mesh.triangles) {
        text += 'f';
        for (int c = 0; c < 3; ++c) put(text, t[c] + 1);
        text += '\n';
    }
    write_whole(path, text);
}

}  // namespace fum

// STL, binary and text. Read here and not through Assimp, which refuses a first solid without facets, a byte order mark
// in a binary header and cannot say how much of a truncated file is there.
#include <fmt/format.h>

#include <bit>
#include <cstring>

#include "sim/io/mesh_raw.h"

namespace fum {
namespace {

constexpr std::size_t header_bytes = 84;    // 80 of text, a 32-bit count
constexpr std::size_t triangle_bytes = 50;  // normal, three corners, a 16-bit attribute

static_assert(std::endian::native == std::endian::little, "binary STL is little endian");

[[noreturn]] void refuse(const std::filesystem::path& path, const std::string& why) {
    throw Error(Exit::input, quoted(path) + " " + why);
}

std::uint32_t promised_count(const std::string& bytes) {
    std::uint32_t count = 0;
    std::memcpy(&count, bytes.data() + 80, sizeof count);
    return count;
}

bool equal_ignoring_case(std::string_view word, std::string_view lower) {
    if (word.size() != lower.size()) return false;
    for (std::size_t i = 0; i < word.size(); ++i)
        if ((word[i] | 0x20) != lower[i]) return false;
    return true;
}

/// A text file starts with "solid" and holds no byte 0; a binary one may start with the same word.
bool is_text(std::string_view bytes) {
    if (bytes.find('\0') != bytes.npos) return false;
    if (bytes.starts_with("\xEF\xBB\xBF")) bytes.remove_prefix(3);
    bytes.remove_prefix(std::min(bytes.find_first_not_of(" \t\r\n"), bytes.size()));
    return equal_ignoring_case(bytes.substr(0, 5), "solid");
}

RawMesh read_binary(const std::filesystem::path& path, const std::string& bytes) {
    if (bytes.size() < header_bytes)
        refuse(path, fmt::format("is no STL file: it is {} bytes long, the header alone takes {}.", bytes.size(),
                                 header_bytes));
    const std::int64_t promised = promised_count(bytes);
    const std::int64_t held = static_cast<std::int64_t>((bytes.size() - header_bytes) / triangle_bytes);
    if (promised == 0 && held == 0) refuse(path, "holds no triangle: the header says 0; export the model again.");
    if (promised > held)
        refuse(path,
               fmt::format("is cut short: the header says {} triangles, the file holds {}; copy or export it again.",
                           promised, held));
    if (promised > max_triangles)
        refuse(path, fmt::format("has {} triangles; reduce it to {} or fewer.", promised, max_triangles));
    RawMesh mesh;
    mesh.source = quoted(path);
    if (static_cast<std::size_t>(promised) * triangle_bytes + header_bytes != bytes.size())
        mesh.issues.push_back(
            {Issue::Kind::warning, path.filename().string(),
             fmt::format("the header says {} triangles and {} bytes follow them; those were not read.", promised,
                         bytes.size() - header_bytes - static_cast<std::size_t>(promised) * triangle_bytes)});
    mesh.points.reserve(3 * static_cast<std::size_t>(promised));
    mesh.triangles.reserve(static_cast<std::size_t>(promised));
    for (std::int64_t t = 0; t < promised; ++t) {
        float corner[9];
        std::memcpy(corner, bytes.data() + header_bytes + static_cast<std::size_t>(t) * triangle_bytes + 12,
                    sizeof corner);
        for (int c = 0; c < 3; ++c)
            mesh.points.push_back({double{corner[3 * c]}, double{corner[3 * c + 1]}, double{corner[3 * c + 2]}});
        const auto first = static_cast<std::int32_t>(3 * t);
        mesh.triangles.push_back({first, first + 1, first + 2});
    }
    return mesh;
}

/// The three numbers after "vertex".
Double3 read_vertex(const std::filesystem::path& path, std::int64_t line, std::string_view words) {
    Double3 p;
    for (int d = 0; d < 3; ++d) {
        const std::string_view word = next_word(words);
        if (word.empty())
            refuse(path, fmt::format("is damaged: the vertex in line {} has fewer than three numbers.", line));
        const Number kind = parse_number(word, p[d]);
        if (kind == Number::decimal_comma || kind == Number::not_a_number) bad_number(path, line, word, kind);
    }
    return p;
}

RawMesh read_text(const std::filesystem::path& path, const std::string& bytes) {
    RawMesh mesh;
    mesh.source = quoted(path);
    Lines lines(bytes);
    std::vector<std::int32_t> loop;
    bool in_facet = false, in_solid = false;
    for (std::string_view line; lines.next(line);) {
        for (std::string_view word = next_word(line); !word.empty(); word = next_word(line)) {
            if (equal_ignoring_case(word, "vertex")) {
                if (mesh.points.size() >= static_cast<std::size_t>(3 * max_triangles))
                    refuse(path, fmt::format("has more than {} triangles; reduce it first.", max_triangles));
                loop.push_back(static_cast<std::int32_t>(mesh.points.size()));
                mesh.points.push_back(read_vertex(path, lines.number(), line));
                break;
            }
            if (equal_ignoring_case(word, "loop")) {
                loop.clear();
            } else if (equal_ignoring_case(word, "endloop")) {
                add_polygon(mesh, loop);
                loop.clear();
            } else if (equal_ignoring_case(word, "facet") || equal_ignoring_case(word, "endfacet")) {
                in_facet = word.size() == 5;
            } else if (equal_ignoring_case(word, "solid") || equal_ignoring_case(word, "endsolid")) {
                in_solid = word.size() == 5;
                break;  // the rest of the line is a name, whatever words it is made of
            }
        }
    }
    if (in_facet)
        refuse(path, fmt::format("is cut short: it ends in line {} within a facet; copy or export it again.",
                                 lines.number()));
    if (in_solid)
        mesh.issues.push_back({Issue::Kind::warning, path.filename().string(),
                               "the text ends without \"endsolid\"; triangles may be missing."});
    return mesh;
}

}  // namespace

RawMesh read_stl(const std::filesystem::path& path, const std::string& bytes) {
    const bool fits = bytes.size() >= header_bytes &&
                      promised_count(bytes) * std::uint64_t{triangle_bytes} + header_bytes == bytes.size();
    return !fits && is_text(bytes) ? read_text(path, bytes) : read_binary(path, bytes);
}

}  // namespace fum

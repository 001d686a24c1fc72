// What the readers of the formats hand over, and the judgement that all of them share.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sim/io/mesh.h"

namespace fum {

/// No file may hold more triangles than this: 200 million are 5 GB as a Mesh.
inline constexpr std::int64_t max_triangles = 200'000'000;

/// A file's surface as it stands there: file units, nothing dropped but faces whose corners do not exist.
struct RawMesh {
    std::string source = "The mesh";  ///< the quoted path, for messages
    std::vector<Double3> points;      ///< file units
    std::vector<Int3> triangles;      ///< indices into points, each in range
    std::int64_t bad_faces = 0;       ///< left out by the reader
    double unit_m = 0;                ///< metres a file unit if the format or the file says so, else 0
    bool unit_is_certain = true;      ///< false: the format's usual unit, the file itself is silent
    bool single_precision = false;    ///< the reader rounded positions to float
    Issues issues;
};

/// Cuts a polygon into triangles of its own area, concave or not, and appends them. `corners`: indices into
/// mesh.points. Fewer than three corners count as a bad face. Returns false for an outline too large to cut exactly
/// (more than `max_cut_work` steps); then it is cut as a fan. Throws Error(input) past max_triangles.
bool add_polygon(RawMesh& mesh, std::span<const std::int32_t> corners);

/// The readers. `bytes` is the whole file; `path` is for messages and for files that lie beside it.
/// Each throws Error(input) with one whole sentence.
RawMesh read_obj(const std::filesystem::path& path, std::string bytes);
RawMesh read_stl(const std::filesystem::path& path, const std::string& bytes);
RawMesh read_with_assimp(const std::filesystem::path& path);

/// Refuses, before any library sees them, files whose header promises more than the file holds. Throws Error(input).
void check_ply(const std::filesystem::path& path, std::string_view bytes);
void check_off(const std::filesystem::path& path, std::string_view bytes);

/// Drops, welds, counts and measures; `mesh` and `report` come out agreeing. Order: triangles with a non-finite corner
/// go, equal positions become one vertex, triangles with two equal corners go, edges and pieces are counted, triangles
/// of no area go, vertices nobody uses go.
void settle(Mesh& mesh, MeshReport& report);

/// Refuses glTF 1, and a glTF 2 file (text or binary) whose numbers point outside its arrays, whose nodes form a loop
/// or whose skins lack their bind matrices: Assimp 5.2 follows them and crashes. Throws Error(input).
void check_gltf(const std::filesystem::path& path, std::string_view bytes);

/// The path in double quotes, for messages.
std::string quoted(const std::filesystem::path& path);

/// Text of a file as lines and words; numbers are read with points whatever the locale.
class Lines {
public:
    explicit Lines(std::string_view text);
    /// The next line without its end; false after the last. Lines end with \n, \r\n or \r.
    bool next(std::string_view& line);
    std::int64_t number() const { return number_; }  ///< of the line last returned, from 1

private:
    std::string_view text_;
    std::size_t at_ = 0;
    std::int64_t number_ = 0;
};

/// Cuts the next word (no spaces, no tabs) off the front of `line`; empty if there is none.
std::string_view next_word(std::string_view& line);

enum class Number { good, not_finite, decimal_comma, not_a_number };

/// Reads the whole of `word` as a number. Spellings of nan and infinity and values beyond double are `not_finite`.
Number parse_number(std::string_view word, double& value);

/// Throws Error(input) that says in which line which word is no number, and what to do.
[[noreturn]] void bad_number(const std::filesystem::path& path, std::int64_t line, std::string_view word, Number kind);

}  // namespace fum

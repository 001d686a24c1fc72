#include "sim/io/mesh.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <new>

#include "sim/core/files.h"
#include "sim/io/mesh_raw.h"

namespace fum {
namespace {

/// Positions farther out than this (metres) are counted as not finite: no model is, and squares of floats overflow
/// soon.
constexpr double farthest_m = 1e12;

/// A mesh whose extent is below this share of its distance from the origin is moved to the origin: a float there holds
/// steps of 1.2e-7 of the distance, which is then 1e-4 of the mesh or worse.
constexpr double recentre_below = 1e-3;

std::string lower_extension(const std::filesystem::path& path) {
    std::string extension = path.extension().string();
    for (char& c : extension)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    return extension;
}

RawMesh read_raw(const std::filesystem::path& path) {
    const std::string extension = lower_extension(path);
    if (extension == ".obj") return read_obj(path, read_whole(path));
    if (extension == ".stl") return read_stl(path, read_whole(path));
    if (extension == ".ply") check_ply(path, read_whole(path));
    if (extension == ".off") check_off(path, read_whole(path));
    if (extension == ".gltf" || extension == ".glb") check_gltf(path, read_whole(path));
    return read_with_assimp(path);
}

void refuse_what_is_no_file(const std::filesystem::path& path) {
    std::error_code failed;
    const auto status = std::filesystem::status(path, failed);
    if (!std::filesystem::exists(status))
        throw Error(Exit::input, quoted(path) + " does not exist; check the name and the folder.");
    if (std::filesystem::is_directory(status))
        throw Error(Exit::input, quoted(path) + " is a folder; give the name of a mesh file in it.");
    if (!std::filesystem::is_regular_file(status))
        throw Error(Exit::input, quoted(path) + " is not an ordinary file; give the name of a mesh file.");
    const auto size = std::filesystem::file_size(path, failed);
    if (!failed && size == 0) throw Error(Exit::input, quoted(path) + " is empty; export the model again.");
}

void warn(MeshReport& report, const std::filesystem::path& path, const std::string& sentence) {
    report.issues.push_back({Issue::Kind::warning, path.filename().string(), sentence});
}

void choose_unit(const RawMesh& raw, const MeshOptions& options, MeshReport& report) {
    const bool given = options.unit_m > 0;
    report.unit_m = given ? options.unit_m : raw.unit_m > 0 ? raw.unit_m : 1;
    report.unit_from = given ? "given" : raw.unit_m > 0 && raw.unit_is_certain ? "file" : "guessed";
}

struct Box {
    Double3 low, high;
    double extent() const { return length(high - low); }
    Double3 centre() const { return (low + high) * 0.5; }
};

/// Of the corners of triangles; file units times `unit`.
Box box_of(const RawMesh& raw, double unit) {
    constexpr double inf = std::numeric_limits<double>::infinity();
    Box box{{inf, inf, inf}, {-inf, -inf, -inf}};
    for (const Int3& t : raw.triangles)
        for (int c = 0; c < 3; ++c) {
            const Double3 p = raw.points[static_cast<std::size_t>(t[c])] * unit;
            if (!(length(p) <= farthest_m)) continue;
            for (int d = 0; d < 3; ++d) {
                box.low[d] = std::min(box.low[d], p[d]);
                box.high[d] = std::max(box.high[d], p[d]);
            }
        }
    return box.low.x <= box.high.x ? box : Box{};
}

/// Keeps what lies far from the origin exact: the offset takes the distance, in double.
void recentre(const RawMesh& raw, const std::filesystem::path& path, Mesh& mesh, MeshReport& report) {
    const Box box = box_of(raw, report.unit_m);
    const double distance = length(box.centre());
    if (!(box.extent() < recentre_below * distance)) return;
    mesh.offset = box.centre();
    warn(report, path,
         fmt::format("the mesh is {:.3g} m large and {:.7g} m away from the origin; positions are kept relative to "
                     "({}, {}, {}) m{}.",
                     box.extent(), distance, mesh.offset.x, mesh.offset.y, mesh.offset.z,
                     raw.single_precision ? fmt::format(", but the file was read with steps of {:.2g} m",
                                                        distance * std::numeric_limits<float>::epsilon())
                                          : ""));
}

Mesh in_metres(RawMesh raw, const std::filesystem::path& path, MeshReport& report) {
    Mesh mesh;
    mesh.name = path.stem().string();
    recentre(raw, path, mesh, report);
    constexpr float nan = std::numeric_limits<float>::quiet_NaN();
    mesh.vertices.reserve(raw.points.size());
    for (const Double3& point : raw.points) {
        const Double3 p = point * report.unit_m;
        mesh.vertices.push_back(length(p) <= farthest_m ? cast<float>(p - mesh.offset) : Float3{nan, nan, nan});
    }
    mesh.triangles = std::move(raw.triangles);
    return mesh;
}

void refuse_if_nothing_is_left(const std::filesystem::path& path, const MeshReport& report) {
    if (report.triangles > 0) return;
    std::string why;
    const auto add = [&](std::int64_t n, const char* what) {
        if (n > 0) why += fmt::format("{}{} {}", why.empty() ? "" : ", ", n, what);
    };
    add(report.bad_faces, "with corners that do not exist");
    add(report.non_finite, "with a coordinate that is not finite");
    add(report.degenerate, "of no area");
    if (why.empty())
        throw Error(Exit::input, quoted(path) + " holds no triangle; export the model as a mesh of triangles.");
    const std::string first =
        report.issues.empty() ? "" : fmt::format(" (first: {}: {})", report.issues[0].where, report.issues[0].sentence);
    throw Error(Exit::input, fmt::format("{} has no usable triangle: {}{}; repair the model and export it again.",
                                         quoted(path), why, first));
}

void note_doubts(const std::filesystem::path& path, MeshReport& report) {
    if (report.non_finite > 0)
        warn(report, path,
             fmt::format("{} triangles with a coordinate that is not finite were left out.", report.non_finite));
    if (report.bad_faces > 0)
        warn(report, path, fmt::format("{} faces with missing corners were left out.", report.bad_faces));
    const double extent = length(report.max_m - report.min_m);
    if (report.unit_from == "guessed" && (extent > 200 || extent < 1e-3))
        warn(report, path,
             fmt::format("the mesh is {:.3g} m large if the file counts in units of {:g} m; if it counts in "
                         "millimetres, set the unit to 0.001 m.",
                         extent, report.unit_m));
}

Mesh read_and_judge(const std::filesystem::path& path, const MeshOptions& options, MeshReport& report) {
    refuse_what_is_no_file(path);
    RawMesh raw = read_raw(path);
    choose_unit(raw, options, report);
    report.bad_faces = raw.bad_faces;
    report.issues = std::move(raw.issues);
    Mesh mesh = in_metres(std::move(raw), path, report);
    settle(mesh, report);
    refuse_if_nothing_is_left(path, report);
    note_doubts(path, report);
    return mesh;
}

}  // namespace

Mesh read_mesh(const std::filesystem::path& path, const MeshOptions& options, MeshReport& report) {
    report = {};
    try {
        return read_and_judge(path, options, report);
    } catch (const std::bad_alloc&) {
        throw Error(Exit::input,
                    quoted(path) + " needs more memory than there is; reduce the model or close other programs.");
    } catch (const std::length_error&) {
        throw Error(Exit::input,
                    quoted(path) + " asks for more memory than any machine has; the file is damaged, export it again.");
    }
}

}  // namespace fum

#include "sim/io/mesh_shapes.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <utility>

#include "sim/io/mesh_loft.h"

namespace fum {

using std::numbers::pi;

Float3 micrometres(const Double3& p) {
    const auto round = [](double x) { return static_cast<float>(std::round(x * 1e6) / 1e6 + 0.0); };
    return {round(p.x), round(p.y), round(p.z)};
}

Double3 middle(const Ring& ring) {
    Double3 sum{};
    for (const Double3& p : ring) sum += p;
    return sum / static_cast<double>(ring.size());
}

void add_loft(Mesh& mesh, const std::vector<Ring>& rings, const Double3& first_tip, const Double3& last_tip) {
    const auto n = static_cast<int>(rings[0].size()), rows = static_cast<int>(rings.size());
    const auto first = static_cast<int>(mesh.vertices.size());
    const std::size_t first_triangle = mesh.triangles.size();
    for (const Ring& ring : rings)
        for (const Double3& p : ring) mesh.vertices.push_back(micrometres(p));
    const int begin = first + n * rows, end = begin + 1;
    mesh.vertices.push_back(micrometres(first_tip));
    mesh.vertices.push_back(micrometres(last_tip));
    for (int i = 0; i < n; ++i) {
        const int j = (i + 1) % n;
        mesh.triangles.push_back({begin, first + j, first + i});
        for (int row = 0; row + 1 < rows; ++row) {
            const int a = first + n * row, b = a + n;
            mesh.triangles.push_back({a + i, a + j, b + i});
            mesh.triangles.push_back({a + j, b + j, b + i});
        }
        mesh.triangles.push_back({end, end - 2 - n + 1 + i, end - 2 - n + 1 + j});
    }
    double volume = 0;
    const auto at = [&](int v) { return cast<double>(mesh.vertices[static_cast<std::size_t>(v)]) - first_tip; };
    for (std::size_t t = first_triangle; t < mesh.triangles.size(); ++t) {
        const Int3& k = mesh.triangles[t];
        volume += dot(at(k.x), cross(at(k.y), at(k.z)));
    }
    if (volume < 0)
        for (std::size_t t = first_triangle; t < mesh.triangles.size(); ++t)
            std::swap(mesh.triangles[t].y, mesh.triangles[t].z);
}

void add_turned(Mesh& mesh, int axis, const Double3& centre, const std::vector<double>& along,
                const std::vector<double>& radius, int points) {
    const int u = (axis + 1) % 3, v = (axis + 2) % 3;
    std::vector<Ring> rings;
    Double3 tips[2] = {centre, centre};
    tips[0][axis] += along.front();
    tips[1][axis] += along.back();
    for (std::size_t row = 0; row < along.size(); ++row) {
        if (radius[row] <= 0) continue;  // a pointed end is its tip
        Ring ring;
        for (int i = 0; i < points; ++i) {
            const double angle = 2 * pi * i / points;
            Double3 p = centre;
            p[axis] += along[row];
            p[u] += radius[row] * std::cos(angle);
            p[v] += radius[row] * std::sin(angle);
            ring.push_back(p);
        }
        rings.push_back(std::move(ring));
    }
    add_loft(mesh, rings, tips[0], tips[1]);
}

Mesh ball(int cuts) {
    const double g = (1 + std::sqrt(5.0)) / 2;  // the golden ratio: corners of an icosahedron
    std::vector<Double3> at = {{-1, g, 0},  {1, g, 0},  {-1, -g, 0}, {1, -g, 0}, {0, -1, g},  {0, 1, g},
                               {0, -1, -g}, {0, 1, -g}, {g, 0, -1},  {g, 0, 1},  {-g, 0, -1}, {-g, 0, 1}};
    std::vector<Int3> triangles = {{0, 11, 5},  {0, 5, 1},  {0, 1, 7},  {0, 7, 10}, {0, 10, 11}, {1, 5, 9}, {5, 11, 4},
                                   {11, 10, 2}, {10, 7, 6}, {7, 1, 8},  {3, 9, 4},  {3, 4, 2},   {3, 2, 6}, {3, 6, 8},
                                   {3, 8, 9},   {4, 9, 5},  {2, 4, 11}, {6, 2, 10}, {8, 6, 7},   {9, 8, 1}};
    for (int cut = 0; cut < cuts; ++cut) {
        std::map<std::pair<int, int>, int> halves;
        const auto half = [&](int a, int b) {
            const auto [place, is_new] = halves.try_emplace(std::minmax(a, b), static_cast<int>(at.size()));
            if (is_new)
                at.push_back(normalized(normalized(at[static_cast<std::size_t>(a)]) +
                                        normalized(at[static_cast<std::size_t>(b)])));
            return place->second;
        };
        std::vector<Int3> finer;
        for (const Int3& t : triangles) {
            const int a = half(t.x, t.y), b = half(t.y, t.z), c = half(t.z, t.x);
            finer.insert(finer.end(), {{t.x, a, c}, {t.y, b, a}, {t.z, c, b}, {a, b, c}});
        }
        triangles = std::move(finer);
    }
    Mesh mesh{"ball", {}, std::move(triangles), {}};
    for (const Double3& p : at) mesh.vertices.push_back(micrometres(normalized(p) * 0.5));
    return mesh;
}

Mesh box() {
    Mesh mesh{"box", {}, {}, {}};
    for (int i = 0; i < 8; ++i)
        mesh.vertices.push_back({i & 1 ? 0.5f : -0.5f, i & 2 ? 0.5f : -0.5f, i & 4 ? 0.5f : -0.5f});
    mesh.triangles = {{0, 4, 6}, {0, 6, 2}, {1, 3, 7}, {1, 7, 5}, {0, 1, 5}, {0, 5, 4},
                      {2, 6, 7}, {2, 7, 3}, {0, 2, 3}, {0, 3, 1}, {4, 5, 7}, {4, 7, 6}};
    return mesh;
}

Mesh torus() {
    constexpr double major = 0.35, minor = 0.12;
    constexpr int around = 96, across = 40;
    Mesh mesh{"torus", {}, {}, {}};
    for (int i = 0; i < around; ++i)
        for (int j = 0; j < across; ++j) {
            const double a = 2 * pi * i / around, b = 2 * pi * j / across;
            const double r = major + minor * std::cos(b);
            mesh.vertices.push_back(micrometres({r * std::cos(a), minor * std::sin(b), r * std::sin(a)}));
            const int i1 = (i + 1) % around, j1 = (j + 1) % across;
            const int p = i * across + j, q = i1 * across + j, s = i1 * across + j1, t = i * across + j1;
            mesh.triangles.push_back({p, t, q});
            mesh.triangles.push_back({t, s, q});
        }
    return mesh;
}

Mesh ahmed_body() {
    constexpr double length_m = 1.044, width = 0.389, height = 0.288, stilt = 0.05, rounding = 0.1, slant = 0.222;
    constexpr double slant_angle = 25 * pi / 180;
    constexpr int steps = 16;  // of the rounding's quarter circle
    const double nose = -length_m / 2, floor_y = -(height + stilt) / 2 + stilt, roof_y = floor_y + height;
    std::vector<Ring> rings;
    const auto section = [&](double x, double inset, double roof) {
        const double z = width / 2 - inset;
        rings.push_back(
            {{x, floor_y + inset, -z}, {x, floor_y + inset, z}, {x, roof - inset, z}, {x, roof - inset, -z}});
    };
    for (int i = 0; i <= steps; ++i) {
        const double angle = pi / 2 * i / steps;
        section(nose + rounding * (1 - std::cos(angle)), rounding * (1 - std::sin(angle)), roof_y);
    }
    section(length_m / 2 - slant * std::cos(slant_angle), 0, roof_y);
    section(length_m / 2, 0, roof_y - slant * std::sin(slant_angle));
    Mesh mesh{"ahmed_body", {}, {}, {}};
    add_loft(mesh, rings, middle(rings.front()), middle(rings.back()));
    constexpr double into_body = 0.02;
    for (const double x : {0.202, 0.672})  // from the nose; 0.327 apart across (SAE 840300, Fig. 2)
        for (const double z : {-0.1635, 0.1635})
            add_turned(mesh, 1, {nose + x, floor_y, z}, {-stilt, into_body}, {0.015, 0.015}, 24);
    return mesh;
}

Mesh disk_plate() {
    Mesh mesh{"disk_plate", {}, {}, {}};
    add_turned(mesh, 0, {}, {-0.01, 0.01}, {0.5, 0.5}, 128);
    return mesh;
}

Mesh cylinder() {
    Mesh mesh{"cylinder", {}, {}, {}};
    add_turned(mesh, 2, {}, {-1, 1}, {0.5, 0.5}, 128);
    return mesh;
}

namespace {

constexpr std::pair<std::string_view, Mesh (*)()> shapes[] = {{"ball", [] { return ball(); }},
                                                              {"box", box},
                                                              {"torus", torus},
                                                              {"airplane", airplane},
                                                              {"ahmed_body", ahmed_body},
                                                              {"disk_plate", disk_plate},
                                                              {"cylinder", cylinder}};

/// Levenshtein's count of letters to change, insert or remove.
std::size_t letters_apart(std::string_view a, std::string_view b) {
    std::vector<std::size_t> row(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i) {
        std::size_t diagonal = std::exchange(row[0], i);
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t changed = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
            diagonal = std::exchange(row[j], std::min({row[j] + 1, row[j - 1] + 1, changed}));
        }
    }
    return row.back();
}

}  // namespace

std::vector<std::string_view> shape_names() {
    std::vector<std::string_view> names;
    for (const auto& [name, make] : shapes) names.push_back(name);
    return names;
}

Mesh make_shape(std::string_view name) {
    for (const auto& [known, make] : shapes)
        if (known == name) return make();
    std::vector<std::string_view> names = shape_names();
    name = name.substr(0, 60);
    std::stable_sort(names.begin(), names.end(),
                     [&](auto a, auto b) { return letters_apart(name, a) < letters_apart(name, b); });
    throw Error(Exit::input, fmt::format("There is no shape \"{}\"; the nearest names are {}.", name,
                                         fmt::join(names.begin(), names.begin() + 3, ", ")));
}

}  // namespace fum

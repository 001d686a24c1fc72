// A small airliner out of lofts. Dimensions in metres, chosen by eye after twin-jets of the 1980s at 1 : 38.
#include <cmath>
#include <numbers>

#include "sim/io/mesh_loft.h"
#include "sim/io/mesh_shapes.h"

namespace fum {
namespace {

using std::numbers::pi;

/// Half thickness of a NACA 00xx section at the share x of its chord, closed at the trailing edge (Abbott & von
/// Doenhoff 1959 Eq. 6.2 with -0.1036 for the last coefficient).
double naca_half_thickness(double x, double thickness) {
    return 5 * thickness *
           (0.2969 * std::sqrt(x) - 0.1260 * x - 0.3516 * x * x + 0.2843 * x * x * x - 0.1036 * x * x * x * x);
}

/// One place along the span of a wing.
struct Station {
    Double3 leading_edge;
    double chord;
    double thickness;  // share of the chord
};

Station between(const Station& a, const Station& b, double s) {
    return {a.leading_edge * (1 - s) + b.leading_edge * s, a.chord * (1 - s) + b.chord * s,
            a.thickness * (1 - s) + b.thickness * s};
}

/// The outline at a station: chord along x, thickness along `up`; from the trailing edge over the top and back below.
Ring outline(const Station& station, const Double3& up) {
    constexpr int half = 14;  // points a side; dense at both edges
    Ring ring;
    for (int i = 0; i < 2 * half; ++i) {
        const double x = (1 + std::cos(pi * i / half)) / 2;
        const double y = (i < half ? 1 : -1) * naca_half_thickness(x, station.thickness);
        ring.push_back(station.leading_edge + Double3{x * station.chord, 0, 0} + up * (y * station.chord));
    }
    return ring;
}

/// A wing through straight-edged panels between the given stations, its tip rounded off.
void add_wing(Mesh& mesh, const std::vector<Station>& stations, const Double3& up) {
    constexpr int steps = 5;
    std::vector<Ring> rings = {outline(stations[0], up)};
    for (std::size_t panel = 0; panel + 1 < stations.size(); ++panel)
        for (int i = 1; i <= steps; ++i)
            rings.push_back(outline(between(stations[panel], stations[panel + 1], static_cast<double>(i) / steps), up));
    const Station last = stations.back();
    const Double3 outward = normalized(last.leading_edge - stations[stations.size() - 2].leading_edge) *
                            (0.3 * last.chord * last.thickness);
    for (const double s : {0.5, 0.85, 1.0}) {  // a quarter ellipse of thickness
        const double shrink = std::sqrt(1.02 - s * s);
        const double chord = last.chord * (0.9 + 0.1 * shrink);
        const Double3 edge = last.leading_edge + outward * s + Double3{(last.chord - chord) / 2, 0, 0};
        rings.push_back(outline({edge, chord, last.thickness * shrink}, up));
    }
    add_loft(mesh, rings, middle(rings.front()), middle(rings.back()));
}

void add_fuselage(Mesh& mesh) {
    constexpr double radius = 0.055, nose_end = -0.33, tail_begin = 0.14;
    constexpr int rows = 48, points = 32;
    std::vector<Ring> rings;
    for (int row = 1; row < rows; ++row) {
        const double x = -0.5 * std::cos(pi * row / rows);  // dense at both ends
        double r = radius, y = 0;
        if (x < nose_end) {
            const double s = (nose_end - x) / (nose_end + 0.5);
            r = radius * std::pow(1 - s * s, 0.6);
            y = -0.018 * s * s * s;
        } else if (x > tail_begin) {
            const double s = (x - tail_begin) / (0.5 - tail_begin);
            r = (radius - 0.004) * (1 - s * s) + 0.004 * std::sqrt(1 - s * s);
            y = 0.030 * s * s;
        }
        Ring ring;
        for (int i = 0; i < points; ++i) {
            const double angle = 2 * pi * i / points;
            ring.push_back({x, y + r * std::cos(angle), r * std::sin(angle)});
        }
        rings.push_back(std::move(ring));
    }
    add_loft(mesh, rings, {-0.5, -0.018, 0}, {0.5, 0.030, 0});
}

void add_engine(Mesh& mesh, double side) {
    const Double3 centre{-0.045, -0.062, 0.16 * side};
    add_turned(mesh, 0, centre, {-0.066, -0.070, -0.064, -0.045, -0.015, 0.02, 0.045, 0.052, 0.075},
               {0.022, 0.026, 0.029, 0.0315, 0.032, 0.029, 0.024, 0.014, 0.006}, 28);
    const Double3 up_z{0, 0, 1};  // the pylon: a small upright wing from the engine's axis into the wing
    std::vector<Ring> rings = {outline({centre + Double3{-0.03, 0, 0}, 0.10, 0.09}, up_z),
                               outline({centre + Double3{0.015, 0.050, 0}, 0.10, 0.09}, up_z)};
    add_loft(mesh, rings, middle(rings.front()), middle(rings.back()));
}

}  // namespace

Mesh airplane() {
    Mesh mesh{"airplane", {}, {}, {}};
    add_fuselage(mesh);
    const Double3 up_y{0, 1, 0}, up_z{0, 0, 1};
    for (const double side : {-1.0, 1.0}) {
        add_wing(mesh,
                 {{{-0.145, -0.026, 0.010 * side}, 0.245, 0.125},
                  {{-0.042, -0.012, 0.17 * side}, 0.140, 0.115},
                  {{0.130, 0.020, 0.478 * side}, 0.055, 0.10}},
                 up_y);
        add_wing(mesh, {{{0.355, 0.024, 0.004 * side}, 0.115, 0.10}, {{0.435, 0.040, 0.175 * side}, 0.048, 0.09}},
                 up_y);
        add_engine(mesh, side);
    }
    add_wing(mesh,
             {{{0.290, 0.020, 0}, 0.170, 0.09}, {{0.350, 0.075, 0}, 0.122, 0.09}, {{0.437, 0.205, 0}, 0.058, 0.09}},
             up_z);
    return mesh;
}

}  // namespace fum

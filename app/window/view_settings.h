// What the viewport shows and how: parameters of the window, declared as those of a scene are (sim/core/param.h). They
// belong to the window, not to the scene, and are kept from session to session.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "render/colormap.h"
#include "render/layers/field.h"
#include "sim/core/param.h"

namespace fum {

template <>
struct EnumNames<ShownQuantity> {
    static constexpr auto names = quantity_names;
};
template <>
struct EnumNames<Colormap> {
    static constexpr auto names = colormap_names;
};

struct SolidsView {
    bool on = true;
    friend bool operator==(const SolidsView&, const SolidsView&) = default;
};

enum class TracerColor { white, age, speed };
template <>
struct EnumNames<TracerColor> {
    static constexpr std::array<std::string_view, 3> names{"white", "age", "speed"};
};
struct TracersView {
    bool on = false;
    TracerColor color = TracerColor::speed;
    Colormap map = Colormap::viridis;
    double size_px = 3;
    double opacity = 0.5;
    int most = 0;  ///< 0: all
    bool auto_range = true;
    double low = 0, high = 1;  ///< shown units
    friend bool operator==(const TracersView&, const TracersView&) = default;
};

struct SmokeView {
    bool on = true;
    bool as_exported = false;
    double strength = 1;
    friend bool operator==(const SmokeView&, const SmokeView&) = default;
};

enum class SliceAxis { x, y, z, free };
template <>
struct EnumNames<SliceAxis> {
    static constexpr std::array<std::string_view, 4> names{"x", "y", "z", "free"};
};
struct SliceView {
    bool on = false;
    SliceAxis axis = SliceAxis::z;
    double at = 0.5;
    Double3 point_m{};
    Double3 normal{0, 0, 1};
    ShownQuantity quantity = ShownQuantity::speed;
    Colormap map = Colormap::viridis;
    bool auto_range = true;
    double low = 0, high = 1;  ///< shown units
    double opacity = 0.9;
    bool smooth = true;
    bool arrows = false;
    friend bool operator==(const SliceView&, const SliceView&) = default;
};

enum class IsoLook { surface, volume };
template <>
struct EnumNames<IsoLook> {
    static constexpr std::array<std::string_view, 2> names{"surface", "volume"};
};
struct IsoView {
    bool on = false;
    IsoLook look = IsoLook::surface;
    ShownQuantity quantity = ShownQuantity::q;
    double level = 0.5;   ///< share of the largest value
    double strength = 1;  ///< volume
    bool by_speed = true;
    Colormap map = Colormap::viridis;
    bool auto_range = true;
    double low = 0, high = 1;  ///< shown units: of speed, of a volume its quantity's
    friend bool operator==(const IsoView&, const IsoView&) = default;
};

enum class SeedPlane { inflow, slice, solids };
template <>
struct EnumNames<SeedPlane> {
    static constexpr std::array<std::string_view, 3> names{"inflow", "slice", "solids"};
};
struct StreamlinesView {
    bool on = false;
    SeedPlane seeds = SeedPlane::inflow;
    int count = 64;
    double width_px = 3;
    Colormap map = Colormap::viridis;
    bool auto_range = true;
    double low = 0, high = 1;  ///< m/s
    friend bool operator==(const StreamlinesView&, const StreamlinesView&) = default;
};

struct SamplesView {
    bool on = false;
    bool blocks = false;
    double size_px = 4;
    friend bool operator==(const SamplesView&, const SamplesView&) = default;
};

struct DomainView {
    bool on = true;
    bool faces = true, labels = true, floor = true, axes = true, emitters = true, probes = true, legend = true;
    friend bool operator==(const DomainView&, const DomainView&) = default;
};

struct QualityView {
    bool adaptive = true;
    double smoke_part = 0.5;
    bool antialias = true;
    int most_fps = 60;
    friend bool operator==(const QualityView&, const QualityView&) = default;
};

/// How fast the flow goes while it plays. On at first: a shot then lasts as long as the film and moves as it will.
struct PlayView {
    bool film_speed = true;
    double factor = 1;
    friend bool operator==(const PlayView&, const PlayView&) = default;
};

struct ViewSettings {
    SolidsView solids;
    SmokeView smoke;
    TracersView tracers;
    std::array<SliceView, 3> slices{};
    IsoView iso;
    StreamlinesView streamlines;
    SamplesView samples;
    DomainView domain;
    QualityView quality;
    PlayView play;
    friend bool operator==(const ViewSettings&, const ViewSettings&) = default;
};

/// As they were when the program was new; how fast the flow plays is no matter of the picture and stays.
void reset_layers(ViewSettings&);

/// "view.slice[0].at" and so on. Valid as long as the settings stand where they stood.
std::vector<ParamRef> view_parameters(ViewSettings&);

}  // namespace fum

#include "app/window/view_settings.h"

#include <iterator>

namespace fum {

template <>
struct Table<SolidsView> {
    static constexpr auto rows = std::tuple{Param{"on", &SolidsView::on, "", "show the solids", Apply::live}};
};
template <>
struct Table<SmokeView> {
    static constexpr auto rows = std::tuple{
        Param{"on", &SmokeView::on, "", "march rays through the smoke", Apply::live},
        Param{"as_exported", &SmokeView::as_exported, "",
              "show what the files will hold: density below output.vdb.tolerance left out, rounded to half precision",
              Apply::live},
        Param{"strength", &SmokeView::strength, "", "times the extinction of pictures, for this view only", Apply::live,
              0.01, 100}};
};
template <>
struct Table<TracersView> {
    static constexpr auto rows = std::tuple{
        Param{"on", &TracersView::on, "", "show the tracers as soft sprites", Apply::live},
        Param{"color", &TracersView::color, "", "what their colour says", Apply::live},
        Param{"map", &TracersView::map, "", "colour map", Apply::live},
        Param{"size_px", &TracersView::size_px, "px", "diameter of a sprite", Apply::live, 1, 32},
        Param{"opacity", &TracersView::opacity, "", "of a sprite's middle", Apply::live, 0.01, 1},
        Param{"most", &TracersView::most, "", "draw at most so many, evenly thinned; 0 = all", Apply::live, 0, 1e8},
        Param{"auto_range", &TracersView::auto_range, "", "the range follows the flow", Apply::live},
        Param{"low", &TracersView::low, "", "value of the first colour, in the legend's unit", Apply::live},
        Param{"high", &TracersView::high, "", "value of the last colour, in the legend's unit", Apply::live}};
};
template <>
struct Table<SliceView> {
    static constexpr auto rows =
        std::tuple{Param{"on", &SliceView::on, "", "show this slice", Apply::live},
                   Param{"quantity", &SliceView::quantity, "", "what is coloured", Apply::live},
                   Param{"axis", &SliceView::axis, "", "the slice's normal, or a plane of any direction", Apply::live},
                   Param{"at", &SliceView::at, "", "where along the axis, as a share of the domain", Apply::live, 0, 1},
                   Param{"point_m", &SliceView::point_m, "m", "free: a point of the plane", Apply::live},
                   Param{"normal", &SliceView::normal, "", "free: the plane's normal, any length", Apply::live},
                   Param{"map", &SliceView::map, "", "colour map; signed quantities want coolwarm", Apply::live},
                   Param{"auto_range", &SliceView::auto_range, "", "the range follows the field (percentiles 1 to 99)",
                         Apply::live},
                   Param{"low", &SliceView::low, "", "value of the first colour, in the legend's unit", Apply::live},
                   Param{"high", &SliceView::high, "", "value of the last colour, in the legend's unit", Apply::live},
                   Param{"opacity", &SliceView::opacity, "", "of the slice", Apply::live, 0.05, 1},
                   Param{"smooth", &SliceView::smooth, "",
                         "interpolated between nodes; off shows each node's own value", Apply::live},
                   Param{"arrows", &SliceView::arrows, "", "arrows along the flow on the slice", Apply::live}};
};
template <>
struct Table<IsoView> {
    static constexpr auto rows = std::tuple{
        Param{"on", &IsoView::on, "", "show an isosurface", Apply::live},
        Param{"look", &IsoView::look, "",
              "a surface at the level, or a volume that glows in the colours of what lies above it", Apply::live},
        Param{"quantity", &IsoView::quantity, "", "of this quantity; q shows vortices", Apply::live},
        Param{"level", &IsoView::level, "", "as a share of the largest value (99.9th percentile)", Apply::live, 0.001,
              1},
        Param{"strength", &IsoView::strength, "", "volume: times its brightness and opacity", Apply::live, 0.1, 10},
        Param{"by_speed", &IsoView::by_speed, "", "surface: colour it by speed", Apply::live},
        Param{"map", &IsoView::map, "", "colour map", Apply::live},
        Param{"auto_range", &IsoView::auto_range, "", "the range follows the flow", Apply::live},
        Param{"low", &IsoView::low, "", "value of the first colour, in the legend's unit", Apply::live},
        Param{"high", &IsoView::high, "", "value of the last colour, in the legend's unit", Apply::live}};
};
template <>
struct Table<StreamlinesView> {
    static constexpr auto rows = std::tuple{
        Param{"on", &StreamlinesView::on, "", "show streamlines of the flow as it is", Apply::live},
        Param{"seeds", &StreamlinesView::seeds, "", "where they begin: at the inflow, on the first slice, round solids",
              Apply::live},
        Param{"count", &StreamlinesView::count, "", "how many", Apply::live, 1, 2000},
        Param{"width_px", &StreamlinesView::width_px, "px", "of a line", Apply::live, 1, 16},
        Param{"map", &StreamlinesView::map, "", "colour map, by speed", Apply::live},
        Param{"auto_range", &StreamlinesView::auto_range, "", "the range follows the flow", Apply::live},
        Param{"low", &StreamlinesView::low, "", "value of the first colour, in the legend's unit", Apply::live},
        Param{"high", &StreamlinesView::high, "", "value of the last colour, in the legend's unit", Apply::live}};
};
template <>
struct Table<SamplesView> {
    static constexpr auto rows = std::tuple{
        Param{"on", &SamplesView::on, "", "show surface samples, coloured by how many share a cell (10 to 100 is well)",
              Apply::live},
        Param{"blocks", &SamplesView::blocks, "", "show the l-blocks in which samples are ordered", Apply::live},
        Param{"size_px", &SamplesView::size_px, "px", "of a sample", Apply::live, 1, 16}};
};
template <>
struct Table<DomainView> {
    static constexpr auto rows =
        std::tuple{Param{"on", &DomainView::on, "", "show the edges of the domain", Apply::live},
                   Param{"faces", &DomainView::faces, "", "tint faces by what happens at them", Apply::live},
                   Param{"labels", &DomainView::labels, "", "write what happens at each face", Apply::live},
                   Param{"floor", &DomainView::floor, "", "a grid on the domain's floor", Apply::live},
                   Param{"axes", &DomainView::axes, "", "the axes in the corner", Apply::live},
                   Param{"emitters", &DomainView::emitters, "", "outlines of emitters", Apply::live},
                   Param{"probes", &DomainView::probes, "", "probes with what they read", Apply::live},
                   Param{"legend", &DomainView::legend, "", "colour bars at the right edge", Apply::live}};
};
template <>
struct Table<QualityView> {
    static constexpr auto rows =
        std::tuple{Param{"adaptive", &QualityView::adaptive, "",
                         "draw coarser while the camera moves or pictures are slow", Apply::live},
                   Param{"smoke_part", &QualityView::smoke_part, "",
                         "share of the picture's width that smoke is marched at", Apply::live, 0.1, 1},
                   Param{"antialias", &QualityView::antialias, "", "four samples a pixel", Apply::live},
                   Param{"most_fps", &QualityView::most_fps, "1/s", "pictures a second at most", Apply::live, 1, 240}};
};
template <>
struct Table<PlayView> {
    static constexpr auto rows =
        std::tuple{Param{"film_speed", &PlayView::film_speed, "",
                         "play no faster than the film; off: as fast as the device can", Apply::live},
                   Param{"factor", &PlayView::factor, "", "times the film's own speed", Apply::live, 0.1, 10}};
};

void reset_layers(ViewSettings& v) {
    const PlayView play = v.play;
    v = {};
    v.play = play;
}

std::vector<ParamRef> view_parameters(ViewSettings& v) {
    std::vector<ParamRef> all;
    const auto add = [&](auto& part, const std::string& section) {
        auto refs = param_refs(part, "view." + section);
        all.insert(all.end(), std::make_move_iterator(refs.begin()), std::make_move_iterator(refs.end()));
    };
    add(v.solids, "solids");
    add(v.smoke, "smoke");
    add(v.tracers, "tracers");
    for (std::size_t i = 0; i < v.slices.size(); ++i) add(v.slices[i], "slice[" + std::to_string(i) + "]");
    add(v.iso, "iso");
    add(v.streamlines, "streamlines");
    add(v.samples, "samples");
    add(v.domain, "domain");
    add(v.quality, "quality");
    add(v.play, "play");
    return all;
}

}  // namespace fum

// What SceneView holds, for its own files: scene_view*.cpp.
#pragma once

#include <array>
#include <chrono>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/window/bridge.h"
#include "app/window/calm_range.h"
#include "app/window/job.h"
#include "app/window/pace.h"
#include "app/window/probe_history.h"
#include "app/window/quantities.h"
#include "app/window/sampling.h"
#include "app/window/scene_view.h"
#include "app/window/stream_seeds.h"
#include "app/window/workspace.h"
#include "render/layers/exported.h"
#include "render/layers/glow.h"
#include "render/layers/iso.h"
#include "render/layers/live_smoke.h"
#include "render/layers/place_reader.h"
#include "render/layers/sample_reader.h"
#include "render/layers/samples.h"
#include "render/layers/shown_solids.h"
#include "render/layers/slice.h"
#include "render/layers/streamlines.h"
#include "render/layers/tracers.h"
#include "render/layers/vectors.h"

namespace fum {

/// All that a picture depends on beside the layers' contents.
struct Seen {
    std::uint64_t turn = 0, run = 0, revision = 0, made = 0;
    const Setup* prepared = nullptr;
    ViewSettings view;
    Camera camera;
    std::string selected;
    Quality quality;
    int width = 0, height = 0;

    friend bool operator==(const Seen&, const Seen&) = default;
};

struct SceneView::Impl {
    using Clock = std::chrono::steady_clock;

    explicit Impl(bool on_cpu);

    // ---- layers, in the order of drawing
    bool draws_on_cpu;
    Viewport viewport;
    ShownSolidsLayer& solids = viewport.add<ShownSolidsLayer>();
    IsoLayer& iso = viewport.add<IsoLayer>();
    std::array<SliceLayer*, 3> slices{&viewport.add<SliceLayer>(), &viewport.add<SliceLayer>(),
                                      &viewport.add<SliceLayer>()};
    std::array<VectorsLayer*, 3> arrows{&viewport.add<VectorsLayer>(), &viewport.add<VectorsLayer>(),
                                        &viewport.add<VectorsLayer>()};
    StreamlinesLayer& streams = viewport.add<StreamlinesLayer>();
    SamplesLayer& samples = viewport.add<SamplesLayer>();
    LinesLayer& blocks = viewport.add<LinesLayer>("blocks");
    BoxLayer& box = viewport.add<BoxLayer>();
    TracersLayer& tracers = viewport.add<TracersLayer>();
    GlowLayer& glow = viewport.add<GlowLayer>();
    LiveSmokeLayer& smoke = viewport.add<LiveSmokeLayer>();
    FrontEdgesLayer& front = viewport.add<FrontEdgesLayer>();
    AxesLayer& axes = viewport.add<AxesLayer>();
    FieldTools tools;

    // ---- where the flow is, as of this picture
    GpuField flow, density;
    Units units;
    double usual_speed_ms = 0;  ///< of the scene
    std::uint64_t turn = 0;     ///< of the bridge
    CellBox grid{};

    // ---- what is made from it
    struct Ranged {
        CalmRange calm;
        std::uint64_t turn = 0;
        Clock::time_point at{};
        ShownQuantity quantity{};
        float scale = 0;
        float low = 0, high = 0;  ///< percentiles
    };
    std::map<std::string, Ranged> ranges;  ///< by the layer that asks
    /// What the flow is at some nodes, lattice units: asked once a picture, whoever wants percentiles of it.
    struct Sampled {
        SampleReader reader;
        std::vector<float> values;
        std::uint64_t turn = 0;  ///< in which they came
    };
    std::map<std::pair<bool, ShownQuantity>, Sampled> sampled_fields;  ///< bool: of the smoke, not of the flow
    ExportedSmoke exported;
    std::uint64_t exported_turn = 0, smoke_turn = 0, iso_turn = 0;
    bool smoke_as_exported = false;
    double exported_tolerance = -1;
    Job<std::vector<StreamPoint>> tracing;
    Clock::time_point traced_at{};
    std::uint64_t traced_turn = 0;
    std::optional<StreamlinesView> traced_for;
    std::optional<SliceView> traced_slice;
    int stream_stride = 1, traced_stride = 1;
    std::uint64_t made = 0;  ///< goes up when something else than the flow or a setting changes the picture
    Sampling sampling;
    std::shared_ptr<const SampledScene> sampled;  ///< that the layer shows
    std::vector<Pose> sampled_poses;
    bool shown_blocks = false;
    PlaceReader reader;
    std::map<std::uint64_t, double> asked_s;  ///< times of questions by tag
    std::uint64_t asked_turn = 0;
    std::vector<Probe> asked_probes;
    ProbeHistory history;

    std::shared_ptr<const Setup> solids_of;  ///< whose meshes the solids' spans point into
    std::vector<Legend> legends;
    std::optional<Seen> seen;
    std::vector<LayerTime> times;  ///< of the last picture that was timed
    Clock::time_point timed_at{};
    Pace pace;
    Camera last_camera{};
    ViewSettings last_view;
    std::uint64_t last_revision = 0;
    bool drew = false;
    bool recording = false;  ///< a picture for a file: as fine as it may be
    double draw_ms = 0, per_second = 0;
    Clock::time_point drawn_at{};
    int width = 0, height = 0;

    BridgeWish wish_of(const Workspace& w) const;
    void place_flow(const Workspace& w, const LiveTextures& live);
    void show_domain(const Workspace& w);
    void show_solids(const Workspace& w, const LiveTextures& live);
    void show_smoke(const Workspace& w);
    void show_slice(std::size_t i, const SliceView& wish);
    void show_tracers(const TracersView& wish, const LiveTextures& live, float scale);
    void show_iso(const IsoView& wish);
    void show_glow(const IsoView& wish, float most);
    float largest_for_iso();
    void show_streamlines(Workspace& w, const LiveTextures& live);
    void trace_streamlines(Workspace& w, const LiveTextures& live);
    void show_samples(Workspace& w, const LiveTextures& live);
    void read_probes(Workspace& w, const LiveTextures& live);
    void set_pace(Workspace& w, const LiveTextures& live);
    void draw_layers(const Seen& now);

    /// Percentiles of a field, times `scale`: as it is in this picture, or if that may come later, as it was a moment
    /// ago, once the GPU has it.
    std::optional<Range> percentiles(const GpuField& field, ShownQuantity quantity, float scale, float low, float high,
                                     bool may_come_later);
    /// A calm range of a quantity of the flow, measured a few times a second at most. Percentiles `low` to `high`.
    Range calm_range(const std::string& who, const GpuField& field, ShownQuantity quantity, float scale, float low,
                     float high);
    /// The range of a layer that colours by speed, and its legend.
    Range speed_range(const std::string& section, const std::string& note, Colormap map, bool automatic, double low,
                      double high);
    std::vector<Float3> seeds_of(const Workspace& w, const LiveTextures& live) const;
};

}  // namespace fum

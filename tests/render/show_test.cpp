// Pictures to look at: with FUM_SHOW=DIR one a layer is written into that folder.
#include <cmath>
#include <cstdlib>
#include <filesystem>

#include "render/layers/box.h"
#include "render/layers/iso.h"
#include "render/layers/live_smoke.h"
#include "render/layers/samples.h"
#include "render/layers/shown_solids.h"
#include "render/layers/streamlines.h"
#include "render/layers/tracers.h"
#include "render/layers/vectors.h"
#include "tests/support/flows_shown.h"
#include "tests/support/test_smoke.h"
#include "tests/support/viewing.h"

namespace fum {
namespace {

using test::Shot;

/// A vortex ring that moves along x through a box, and smoke past a ball, on pictures to look at.
class Show : public test::Viewing {
protected:
    static constexpr int w = 1280, h = 720;
    Int3 n{128, 80, 80};
    test::VortexRing ring{{56, 39.5f, 39.5f}, 0, 19, 5.5f, 5, 5, 0.05f};
    std::vector<float> u;
    FieldTexture texture{true};
    GpuField field{0, n, 0.01f, {}};
    Viewport viewport;
    std::filesystem::path folder;

    void SetUp() override {
        const char* where = std::getenv("FUM_SHOW");
        if (!where) GTEST_SKIP() << "FUM_SHOW is not set";
        folder = where;
        std::filesystem::create_directories(folder);
        viewport.quality = {2, 1, 0.6f, 1};
    }
    void make_flow() {
        static const auto made = test::vector_field(n, [&](const Float3& p) { return ring.velocity(p); });
        u = made;
        texture.upload_flow(u, {}, n);
        field.texture = texture.id();
        look_at_field();
    }
    void look_at_field() {
        const Float3 size = cast<float>(field.nodes) * field.dx;
        viewport.bounds = {.center = to_glm(size) * 0.5f, .radius = 1.7f * 0.5f * length(size)};
        viewport.camera = seen_along(viewport.camera, {-0.45f, -0.42f, -1});
        viewport.camera = framed_box(viewport.camera, {}, size, 1.0f * w / h, 0.8f);
    }
    BoxLayer& add_box() {
        BoxLayer& box = viewport.add<BoxLayer>();
        box.domain.high = to_glm(cast<float>(field.nodes) * field.dx);
        box.domain.faces = {FaceLook::inflow, FaceLook::outflow,  FaceLook::wall,
                            FaceLook::slip,   FaceLook::periodic, FaceLook::periodic};
        box.domain.inflow[0].velocity = {1, 0, 0};
        return box;
    }
    void write(const std::string& name, bool last = true) {
        if (last) {
            viewport.add<FrontEdgesLayer>().domain.high = to_glm(cast<float>(field.nodes) * field.dx);
            viewport.add<AxesLayer>();
        }
        const Shot shot(viewport, w, h);
        write_png(folder / (name + ".png"), shot.rgba, w, h);
    }
    std::vector<Float3> ring_of_seeds(int count, float radius, float x) const {
        std::vector<Float3> seeds;
        for (int i = 0; i < count; ++i) {
            const float a = 6.2831853f * static_cast<float>(i) / static_cast<float>(count);
            seeds.push_back({x, ring.middle.y + radius * std::cos(a), ring.middle.z + radius * std::sin(a)});
        }
        return seeds;
    }
};

TEST_F(Show, Slice) {
    make_flow();
    SliceLayer& slice = viewport.add<SliceLayer>();
    slice.field = field;
    slice.quantity = ShownQuantity::vorticity_z;
    slice.coloring = {Colormap::coolwarm,
                      centred(FieldTools().range(field, ShownQuantity::vorticity_z, 1, 0.1f, 99.9f))};
    slice.plane = axis_plane(field, 2, 0.5f);
    VectorsLayer& vectors = viewport.add<VectorsLayer>();
    vectors.field = field;
    vectors.plane = slice.plane;
    vectors.across = 40;
    vectors.full_speed = FieldTools().range(field, ShownQuantity::speed, 1, 1, 93).high;
    vectors.tint = {0.12f, 0.13f, 0.16f, 1};
    add_box();
    write("slice");
}

TEST_F(Show, FreeSlice) {
    make_flow();
    SliceLayer& slice = viewport.add<SliceLayer>();
    slice.field = field;
    slice.coloring = {Colormap::viridis, FieldTools().range(field, ShownQuantity::speed, 1)};
    slice.plane = {{0.56f, 0.395f, 0.395f}, {-0.35f, 0.15f, 1}};
    SliceLayer& across = viewport.add<SliceLayer>();
    across.field = field;
    across.quantity = ShownQuantity::vorticity;
    across.coloring = {Colormap::magma, FieldTools().range(field, ShownQuantity::vorticity, 1, 1, 99.9f)};
    across.plane = axis_plane(field, 0, 0.2f);
    across.opacity = 0.75f;
    add_box();
    write("slice_free");
}

TEST_F(Show, Streamlines) {
    make_flow();
    StreamlinesLayer& lines = viewport.add<StreamlinesLayer>();
    lines.field = field;
    lines.coloring = {Colormap::viridis, FieldTools().range(field, ShownQuantity::speed, 1)};
    std::vector<Float3> seeds = ring_of_seeds(28, 13, 56);
    for (const Float3& s : ring_of_seeds(14, 6, 56)) seeds.push_back(s);
    lines.trace({u, n}, seeds);
    lines.width_m = 0.007f;
    add_box();
    write("streamlines");
}

TEST_F(Show, Iso) {
    make_flow();
    IsoLayer& iso = viewport.add<IsoLayer>();
    iso.field = field;
    iso.level = 0.5f * FieldTools().range(field, ShownQuantity::vorticity, 1, 0, 99.95f).high;
    iso.colored = true;
    iso.coloring = {Colormap::viridis, FieldTools().range(field, ShownQuantity::speed, 1, 1, 99.9f)};
    add_box();
    write("iso");
}

TEST_F(Show, Tracers) {
    make_flow();
    add_box();
    std::vector<float> tracers;
    const HostFlow flow{u, n};
    for (int i = 0; i < 160000; ++i) {
        const auto random = [&](int prime) {
            return static_cast<float>(static_cast<std::int64_t>(i) * prime % 160001) / 160001;
        };
        const float a = 6.2831853f * random(38707), r = 22 * std::sqrt(random(61103));
        Float3 p{20 + 36 * random(73009), ring.middle.y + r * std::cos(a), ring.middle.z + r * std::sin(a)};
        const int age = static_cast<int>(90 * random(90001));
        for (int step = 0; step < age && flow.inside(p); ++step) {
            const Float3 half = p + flow.at(p) * 1.5f;
            if (!flow.inside(half)) break;
            p += flow.at(half) * 3.0f;
        }
        tracers.insert(tracers.end(), {p.x, p.y, p.z, static_cast<float>(age)});
    }
    TracersLayer& layer = viewport.add<TracersLayer>();
    layer.field = field;
    layer.upload(tracers);
    layer.color_by = TracersLayer::ColorBy::speed;
    layer.coloring = {Colormap::viridis, FieldTools().range(field, ShownQuantity::speed, 1, 1, 99.5f)};
    layer.size_px = 3;
    layer.tint.a = 0.35f;
    write("tracers");
    layer.color_by = TracersLayer::ColorBy::constant;
    layer.tint = {0.35f, 0.55f, 0.9f, 0.05f};
    layer.additive = true;
    write("tracers_additive", false);
}

TEST_F(Show, Smoke) {
    test::JetPastBall jet;
    const std::vector<float> density = jet.density();
    texture.upload(density, jet.n);
    field = {texture.id(), jet.n, 1.0f / 96, {}};
    look_at_field();
    const test::Mesh ball = test::ball_mesh(jet.ball_radius, 48);
    PreviewSolid solid{.vertices = ball.vertices, .triangles = ball.triangles};
    solid.position = cast<double>(jet.ball);
    solid.id = 1;
    viewport.add<ShownSolidsLayer>().solids = {solid};
    add_box();
    LiveSmokeLayer& smoke = viewport.add<LiveSmokeLayer>();
    smoke.field = field;
    write("smoke");
    viewport.quality = {};
    write("smoke_live", false);
    viewport.quality.samples_a_side = 2;
    std::vector<Float3> places;
    for (std::size_t i = 0; i < ball.vertices.size(); ++i) {
        const Float3 p = (ball.vertices[i] + jet.ball) * 96.0f;
        const int copies = p.y > 62 ? 300 : p.y > 45 ? 30 : 3;
        places.insert(places.end(), static_cast<std::size_t>(copies), p);
    }
    SamplesLayer& samples = viewport.add<SamplesLayer>();
    samples.field = field;
    samples.upload(counted_samples(places));
    smoke.shown = false;
    HandlesLayer& handles = viewport.add<HandlesLayer>();
    handles.visible = true;
    handles.at = jet.ball;
    handles.length = 0.3f;
    handles.hovered = 2;
    viewport.camera = zoomed(viewport.camera, 0.45f);
    viewport.camera = panned(viewport.camera, -0.25f, 0.05f);
    write("samples", false);
}

}  // namespace
}  // namespace fum

// What OpenGL holds beside what the solver has: by interop, by pinned copies and by upload. The part with a GPU is
// skipped where there is none. `fum_bridge_tests bench [--device D] [--size N]` is `fumarole bench view`.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <thread>

#include "app/bench_view.h"
#include "app/bridge_upload.h"
#include "app/sim_thread.h"
#include "render/layers/live_smoke.h"
#include "render/layers/slice.h"
#include "render/layers/tracers.h"
#include "tests/support/shown_values.h"
#include "tests/support/viewing.h"

namespace fum::test {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

std::string gpu() {
    for (const DeviceInfo& d : devices())
        if (d.id != "cpu" && d.note.empty()) return d.id;
    return "";
}

std::vector<Half4> flow_of(const LiveTextures& live) {
    std::vector<Half4> texels(count(live.nodes));
    glPixelStorei(GL_PACK_ALIGNMENT, 2);
    glGetTextureImage(live.flow, 0, GL_RGBA, GL_HALF_FLOAT, static_cast<GLsizei>(texels.size() * sizeof(Half4)),
                      texels.data());
    return texels;
}

std::vector<Half> smoke_of(const LiveTextures& live) {
    std::vector<Half> texels(count(live.nodes));
    glPixelStorei(GL_PACK_ALIGNMENT, 2);
    glGetTextureImage(live.smoke, 0, GL_RED, GL_HALF_FLOAT, static_cast<GLsizei>(texels.size() * sizeof(Half)),
                      texels.data());
    return texels;
}

std::vector<float> tracers_of(const LiveTextures& live) {
    if (live.tracers == 0) return {};
    std::vector<float> values(4 * static_cast<std::size_t>(live.tracer_count));
    glGetNamedBufferSubData(live.tracers, 0, static_cast<GLsizeiptr>(values.size() * sizeof(float)), values.data());
    return values;
}

/// How it is carried: by which solver, whether interop is allowed, and what the badge then says.
struct Way {
    const char* name;
    bool on_gpu, interop;
    const char* badge;
};
std::ostream& operator<<(std::ostream& out, const Way& way) { return out << way.name; }

class BridgeByEveryWay : public Viewing, public testing::WithParamInterface<Way> {
protected:
    void SetUp() override {
        if (GetParam().on_gpu && gpu().empty()) GTEST_SKIP() << cuda_status();
    }
    std::string device() const { return GetParam().on_gpu ? gpu() : "cpu"; }
    BridgeOptions options() const { return {.allow_interop = GetParam().interop}; }
};

/// A solver and a bridge in one thread.
struct Pair {
    ShowExchange exchange;
    std::unique_ptr<Bridge> bridge;
    std::unique_ptr<Solver> solver;
    std::uint64_t run = 0;

    explicit Pair(const BridgeOptions& options)
        : bridge(make_bridge(
              exchange, [](const SnapshotWish&) {}, options)) {}

    void begin(const Config& config, const std::string& device) {
        solver.reset();
        solver = make_solver(config, {}, device, 2);
        ++run;
    }
    const LiveTextures& show(const SnapshotWish& wish) {
        const std::uint64_t turn = bridge->take().turn;
        bool written = false;
        for (int i = 0; i < 5000; ++i) {
            if (!written) written = exchange.write(*solver, wish, run, 0) != ShowExchange::Written::nothing;
            const LiveTextures& live = bridge->take();
            if (written && live.turn != turn && live.step == solver->time() && live.run == run) return live;
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
        ADD_FAILURE() << "nothing was shown: " << bridge->reason();
        return bridge->take();
    }
};

SnapshotWish everything() {
    SnapshotWish wish;
    wish.flow = wish.smoke = wish.tracers = true;
    return wish;
}

void expect_as_read(const LiveTextures& live, Solver& solver) {
    ASSERT_EQ(live.nodes, solver.config().nodes);
    ASSERT_NE(live.flow, 0u);
    ASSERT_NE(live.smoke, 0u);
    const std::vector<float> u = field(solver, Field::velocity), rho = field(solver, Field::rho);
    const std::vector<Half4> flow = flow_of(live);
    for (int part = 0; part < 4; ++part) EXPECT_SHOWN(flow, u, rho, part);
    EXPECT_SHOWN(smoke_of(live), field(solver, Field::smoke));
    EXPECT_EQ(in_order(tracers_of(live)), in_order(solver.read_tracers()));
}

TEST_P(BridgeByEveryWay, TexturesAndTracersAreTheSolversOwn) {
    Pair pair(options());
    pair.begin(tunnel_with_smoke(), device());
    for (const int steps : {1, 4, 3, 20, 13}) {
        pair.solver->step(steps);
        expect_as_read(pair.show(everything()), *pair.solver);
        EXPECT_THAT(pair.bridge->badge(), StartsWith(GetParam().badge)) << pair.bridge->reason();
    }
    EXPECT_EQ(pair.bridge->reason().empty(), std::string_view(GetParam().badge) == "interop");
    EXPECT_EQ(pair.bridge->costs().pictures, 5);
}

TEST_P(BridgeByEveryWay, AnotherSizeMoreTracersAndOtherWishesGetOtherTextures) {
    Pair pair(options());
    Config small = tunnel_with_smoke(), large = tunnel_with_smoke();
    large.nodes = {64, 41, 33};
    large.smoke.max_tracers = 400000;
    large.smoke.emitters[0].rate = 30000;  // an advection: soon more than a first buffer holds
    SnapshotWish only_flow, only_smoke;
    only_flow.flow = true;
    only_smoke.smoke = true;
    for (const Config& config : {small, large, small}) {
        pair.begin(config, device());
        pair.solver->step(4);
        const LiveTextures& live = pair.show(only_flow);
        EXPECT_EQ(live.smoke, 0u);
        EXPECT_EQ(live.tracer_count, 0);
        const auto u = field(*pair.solver, Field::velocity), rho = field(*pair.solver, Field::rho);
        EXPECT_SHOWN(flow_of(live), u, rho, 0);
        for (int i = 0; i < 5; ++i) {
            pair.solver->step(4);
            expect_as_read(pair.show(everything()), *pair.solver);
        }
        EXPECT_EQ(pair.show(only_smoke).flow, 0u);
        EXPECT_SHOWN(smoke_of(pair.bridge->take()), field(*pair.solver, Field::smoke));
    }
    Config clear = small;
    clear.smoke.emitters.clear();
    pair.begin(clear, device());
    pair.solver->step(3);
    EXPECT_EQ(pair.show(everything()).smoke, 0u) << "nothing emits";
    EXPECT_NE(pair.show(everything()).flow, 0u);
}

TEST_P(BridgeByEveryWay, ASolverOnAnotherDeviceIsShownToo) {
    Pair pair(options());
    for (const std::string& on : {device(), std::string("cpu"), device()}) {
        pair.begin(tunnel_with_smoke(), on);
        pair.solver->step(9);
        expect_as_read(pair.show(everything()), *pair.solver);
        if (on == "cpu") { EXPECT_EQ(pair.bridge->reason(), "The solver runs on the CPU."); }
    }
    EXPECT_THAT(pair.bridge->badge(), StartsWith(GetParam().badge));
}

// ---- the solver in its own thread, drawn while it plays

Scene jet(const std::string& device, int resolution) {
    Scene scene;
    scene.domain.size_m = {2, 1, 1};
    scene.domain.resolution = resolution;
    scene.fluid.re = 400;
    Boundary& inflow = scene.boundary[xmin];
    inflow.kind = FaceKind::inflow;
    inflow.velocity_ms = {1, 0, 0};
    scene.boundary[xmax].kind = FaceKind::outflow;
    scene.solids.resize(1);
    scene.solids[0].name = "ball";
    scene.solids[0].shape = "ball";
    scene.solids[0].size_m = 0.375;
    scene.emitters.resize(1);
    scene.emitters[0].centre_m = {-0.5, 0, 0};
    scene.emitters[0].rate = 20000;
    scene.solver.device = device;
    scene.solver.threads = 1;
    return scene;
}

/// Draws a slice, smoke and tracers as the window does.
struct Picture {
    Viewport viewport;
    SliceLayer& slice = viewport.add<SliceLayer>();
    TracersLayer& tracers = viewport.add<TracersLayer>();
    LiveSmokeLayer& smoke = viewport.add<LiveSmokeLayer>();

    void draw(const LiveTextures& live) {
        const GpuField flow{live.flow, live.nodes, 1, {}};
        GpuField density = flow;
        density.texture = live.smoke;
        slice.field = tracers.field = flow;
        slice.plane = axis_plane(flow, 1, 0.5f);
        smoke.field = density;
        smoke.changed();
        smoke.shown = live.smoke != 0;
        tracers.shown = live.tracers != 0;
        if (tracers.shown) tracers.use(live.tracers, live.tracer_count);
        look(viewport, flow, {0.3f, -1, -0.4f}, 1);
        viewport.draw(160, 160);
    }
};

/// Pictures while the flow plays, each beside the fields that the solver has read at the same step.
void watch(SimThread& sim, Bridge& bridge, Picture& picture, std::uint64_t run, int pictures) {
    std::uint64_t turn = bridge.take().turn;
    const auto begin = std::chrono::steady_clock::now();
    for (int seen = 0; seen < pictures;) {
        ASSERT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(120)) << bridge.reason();
        const LiveTextures& live = bridge.take();
        const bool fresh = std::exchange(turn, live.turn) != live.turn;
        if (!fresh || live.run != run || live.flow == 0 || live.smoke == 0) {
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
            continue;
        }
        ++seen;
        picture.draw(live);
        ASSERT_NE(live.shown, nullptr);
        const HostFields& fields = live.shown->fields;
        ASSERT_EQ(live.shown->fields_step, live.step);
        const std::vector<Half4> flow = flow_of(live);
        for (int part = 0; part < 4; ++part)
            EXPECT_SHOWN(flow, fields.at(Field::velocity), fields.at(Field::rho), part);
        EXPECT_SHOWN(smoke_of(live), fields.at(Field::smoke));
        for (const auto& t : in_order(tracers_of(live))) ASSERT_LT(t[1], static_cast<float>(live.nodes.x));
        ASSERT_EQ(live.poses.size(), 1u);
        ASSERT_EQ(live.probes.size(), 1u);
    }
    EXPECT_FALSE(sim.status().failure.has_value());
}

TEST_P(BridgeByEveryWay, ARunningFlowIsWatchedThroughNewScenesAndANewBridge) {
    SimLimits limits;
    limits.measure_bandwidth = false;
    SimThread sim(limits);
    Picture picture;
    SnapshotWish wish = everything();
    wish.fields = {Field::velocity, Field::rho, Field::smoke};
    wish.probes = {{3, 4, 5}};
    wish.most_per_second = 1000;
    auto bridge = make_bridge(sim, options());
    sim.want(wish);
    sim.set_budget_ms(2);
    sim.load(jet(device(), 40));
    sim.play();
    watch(sim, *bridge, picture, 1, 25);
    EXPECT_THAT(bridge->badge(), StartsWith(GetParam().badge)) << bridge->reason();
    sim.load(jet(device(), 56));
    sim.play();
    watch(sim, *bridge, picture, 2, 15);
    bridge.reset();  // while the flow plays
    bridge = make_bridge(sim, {.allow_interop = false});
    watch(sim, *bridge, picture, 2, 15);
    EXPECT_THAT(bridge->badge(), StartsWith(GetParam().on_gpu ? "copy " : "upload "));
    bridge.reset();
    bridge = make_bridge(sim, options());
    watch(sim, *bridge, picture, 2, 15);
    sim.stop();
}

INSTANTIATE_TEST_SUITE_P(Bridge, BridgeByEveryWay,
                         testing::Values(Way{"Upload", false, true, "upload "}, Way{"Interop", true, true, "interop"},
                                         Way{"PinnedCopy", true, false, "copy "}),
                         [](const auto& way) { return way.param.name; });

}  // namespace
}  // namespace fum::test

int main(int argc, char** argv) {
    testing::InitGoogleTest(&argc, argv);
    if (argc < 2 || std::string_view(argv[1]) != "bench") return RUN_ALL_TESTS();
    fum::BenchOptions options;
    for (int i = 2; i + 1 < argc; i += 2) {
        const std::string_view word = argv[i];
        if (word == "--device") options.device = argv[i + 1];
        if (word == "--size") options.sizes = {std::atoi(argv[i + 1])};
        if (word == "--seconds") options.seconds = std::atof(argv[i + 1]);
        if (word == "--json") options.json = argv[i + 1];
    }
    try {
        return fum::bench_view(options);
    } catch (const fum::Error& e) {
        std::fprintf(stderr, "%s\n", e.what());
        return static_cast<int>(e.code());
    }
}

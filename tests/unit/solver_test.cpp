// The door: what is refused and how, memory, determinism of what must not matter.
#include <gtest/gtest.h>

#include "tests/support/flows.h"

using namespace fum;
using namespace fum::test;

namespace {

/// The sentence and the code with which a config is refused.
std::pair<std::string, Exit> refusal(const Config& config, const Plan& plan = {}, const std::string& device = "cpu") {
    try {
        make_solver(config, plan, device);
    } catch (const Error& error) { return {error.what(), error.code()}; }
    return {"accepted", Exit::ok};
}

std::int64_t bytes(const std::vector<MemoryItem>& items, const std::string& only = "") {
    std::int64_t sum = 0;
    for (const MemoryItem& item : items)
        if (only.empty() || item.name == only) sum += item.bytes;
    return sum;
}

}  // namespace

TEST(Solver, RefusesWhatCannotRunWithASentence) {
    Config half_periodic;
    half_periodic.face[xmin].kind = FaceKind::no_slip;
    EXPECT_EQ(refusal(half_periodic).second, Exit::input);
    EXPECT_NE(refusal(half_periodic).first.find("across x"), std::string::npos);

    Config no_viscosity;
    no_viscosity.nu = 0;
    EXPECT_EQ(refusal(no_viscosity).second, Exit::input);

    Plan odd;
    odd.alpha = 48;
    EXPECT_EQ(refusal({}, odd).second, Exit::input);

    Config no_room;
    no_room.smoke.emitters.resize(1);
    EXPECT_EQ(refusal(no_room).second, Exit::input);
}

TEST(Solver, UnknownDevicesAreRefusedWithTheListOfThoseThatExist) {
    const auto [sentence, code] = refusal({}, {}, "cuda:7");
    EXPECT_EQ(code, Exit::device);
    EXPECT_NE(sentence.find("\"cuda:7\""), std::string::npos);
    EXPECT_NE(sentence.find("cpu"), std::string::npos);
}

TEST(Solver, AGridTooLargeIsRefusedBeforeItIsAllocatedWithTheLargestThatFits) {
    Config config;
    config.nodes = {1600, 1600, 1600};
    const auto [sentence, code] = refusal(config);
    EXPECT_EQ(code, Exit::device);
    EXPECT_NE(sentence.find("the largest of this shape that fits is about"), std::string::npos) << sentence;
}

TEST(Solver, PopulationsTake216BytesANodeAndTheRestAtMostTwelvePercentMore) {
    Config config;
    config.nodes = {96, 96, 96};
    config.face.fill({FaceKind::free_slip});
    config.smoke.emitters.resize(1);
    config.smoke.max_tracers = 1;  // tracers are counted on their own: as many as the scene asks for
    auto solver = make_solver(config, {}, "cpu");
    solver->step(4);
    std::vector<float> out(3 * count(config.nodes));
    solver->read(Field::vorticity, out);
    const double nodes = static_cast<double>(count(config.nodes));
    const double populations = static_cast<double>(bytes(solver->memory(), "populations"));
    EXPECT_LE(populations / nodes, 216.1);  // 0.1: padding between the 27 streams
    EXPECT_LE(static_cast<double>(bytes(solver->memory())) - populations, 0.12 * 216 * nodes);
}

TEST(Solver, EstimateCoversWhatARunTakes) {
    Config config;
    config.nodes = {64, 48, 40};
    config.bodies = {sphere({30, 24, 20}, 16, 8000)};
    config.smoke.emitters.resize(1);
    config.smoke.max_tracers = 10000;
    for (const bool moves : {false, true}) {
        if (moves) config.bodies[0].motion = [pose = config.bodies[0].pose](double) { return pose; };
        auto solver = make_solver(config, {}, "cpu");
        solver->step(8);
        const std::int64_t used = bytes(solver->memory()), estimated = bytes(estimate_memory(config, {}, "cpu"));
        EXPECT_LE(static_cast<double>(used), static_cast<double>(estimated) * 1.02) << "moves: " << moves;
        EXPECT_GE(static_cast<double>(used), static_cast<double>(estimated) * 0.8);
    }
}

TEST(Solver, InstructionSetsGiveTheSameFlow) {
    Config config;
    config.nodes = {37, 20, 18};  // packs and left-over nodes
    config.nu = 1e-3;
    config.bodies = {sphere({18, 10, 9}, 8, 1500)};
    config.u_start = {0.05, 0.01, 0};
    const auto run = [&](const char* isa) {
        setenv("FUMAROLE_ISA", isa, 1);
        auto solver = make_solver(config, {}, "cpu", 2);
        unsetenv("FUMAROLE_ISA");
        solver->step(60);
        return field(*solver, Field::velocity);
    };
    const std::vector<float> narrow = run("sse2");
    EXPECT_LT(difference(run("avx2"), narrow), 1e-5);
    EXPECT_LT(difference(run("avx512"), narrow), 1e-5);
}

TEST(Solver, DivergenceSaysWhereWhenAndWhatToDo) {
    Config config;
    config.nodes = {16, 16, 16};
    config.model = Model::bgk2;
    config.nu = 1e-6;
    auto solver = make_solver(config, {}, "cpu");
    start(*solver, [](int x, int y, int z) {
        return Double3{0.3 * std::sin(0.4 * x) * std::cos(0.4 * y), 0.3 * std::cos(0.4 * z), 0.2 * std::sin(0.8 * y)};
    });
    try {
        solver->step(20000);
        FAIL() << "the flow should have diverged";
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), Exit::diverged);
        const std::string text = error.what();
        EXPECT_NE(text.find("at node ("), std::string::npos);
        EXPECT_NE(text.find("at step "), std::string::npos);
        EXPECT_NE(text.find("advanced.lattice_speed"), std::string::npos);
    }
}

TEST(Solver, ReadGivesWhatWasStarted) {
    Config config;
    config.nodes = {5, 6, 7};
    config.face[ymin].kind = config.face[ymax].kind = FaceKind::no_slip;
    auto solver = make_solver(config, {}, "cpu");
    start(
        *solver,
        [](int x, int y, int z) {
            return Double3{0.001 * x, 0.002 * y, -0.001 * z};
        },
        [](int x, int, int) { return 1 + 0.001 * x; });
    const std::vector<float> u = field(*solver, Field::velocity), rho = field(*solver, Field::rho);
    std::size_t k = 0;
    for (int z = 0; z < 7; ++z)
        for (int y = 0; y < 6; ++y)
            for (int x = 0; x < 5; ++x, ++k) {
                EXPECT_NEAR(u[k], 0.001 * x, 1e-7);
                EXPECT_NEAR(u[210 + k], 0.002 * y, 1e-7);
                EXPECT_NEAR(u[420 + k], -0.001 * z, 1e-7);
                EXPECT_NEAR(rho[k], 1 + 0.001 * x, 2e-7);
            }
}

// CUDA against the CPU: the same kernel text must give the same flow, whatever alpha is. Skipped where there is no GPU.
#include <gtest/gtest.h>

#include "tests/support/shown_values.h"

using namespace fum;
using namespace fum::test;

namespace {

std::string gpu() {
    for (const DeviceInfo& d : devices())
        if (d.id != "cpu" && d.note.empty()) return d.id;
    return "";
}

#define NEEDS_GPU() \
    if (gpu().empty()) GTEST_SKIP() << cuda_status()

/// A tunnel with every kind of face, a fixed and a spinning sphere, a jet with noise and two emitters.
Config everything() {
    Config config;
    config.nodes = {72, 40, 36};
    config.nu = 5e-4;
    config.u_ref = 0.1;
    config.face[xmin] = {FaceKind::inflow, {0.06f, 0, 0}};
    config.face[xmin].noise = 0.005f;
    config.face[xmax] = {FaceKind::outflow};
    config.face[xmax].sponge = 10;
    config.face[ymin] = {FaceKind::no_slip, {0.02f, 0, 0}};
    config.face[ymax] = {FaceKind::free_slip};
    config.face[zmin] = {FaceKind::free_slip};
    config.face[zmax] = {FaceKind::no_slip};
    config.face[xmin].jet.radius = 12;
    config.face[xmin].jet.centre = {0, 20, 18};
    config.u_start = {0.02, 0, 0};
    config.check_every = 10;
    config.bodies = {sphere({24.3, 19.6, 17.7}, 10, 3000), sphere({48.2, 20.1, 18.4}, 8, 2000)};
    config.bodies[1].motion = [pose = config.bodies[1].pose](double t) {
        Pose now = pose;
        now.spin = {0, 0.004, 0.002};
        now.velocity = {0.005, 0.004 * std::cos(0.02 * t), 0};
        now.centre += Double3{0.005 * t, 0.2 * std::sin(0.02 * t), 0};
        now.turn = Quaternion::about(now.spin, length(now.spin) * t);
        return now;
    };
    Emitter ball;
    ball.centre = {8, 20, 18};
    ball.half = {4, 4, 4};
    ball.rate = 40;
    Emitter disk = ball;
    disk.shape = Emitter::Shape::disk;
    disk.centre.x = 40;
    disk.rate = 10;
    config.smoke.emitters = {ball, disk};
    config.smoke.max_tracers = 20000;
    config.smoke.life = 400;
    return config;
}

}  // namespace

TEST(Parity, GpuAgreesWithTheCpuAfterAHundredStepsForEveryAlpha) {
    NEEDS_GPU();
    const Config config = everything();
    auto cpu = make_solver(config, {}, "cpu");
    cpu->step(100);
    const std::vector<float> u = field(*cpu, Field::velocity), smoke = field(*cpu, Field::smoke);
    for (const std::int64_t alpha : {0, 1, 8, 32, 64, 128, 4096}) {
        Plan plan;
        plan.alpha = alpha;
        auto card = make_solver(config, plan, gpu());
        card->step(100);
        EXPECT_LT(difference(field(*card, Field::velocity), u), 1e-5) << "alpha " << alpha;
        const std::vector<float> smoke_here = field(*card, Field::smoke);
        double a = 0, b = 0;
        for (std::size_t k = 0; k < smoke.size(); ++k) a += smoke[k], b += smoke_here[k];
        EXPECT_NEAR(b / a, 1.0, 1e-4);
        EXPECT_LT(difference(smoke_here, smoke), 2e-2);  // places of tracers carry the rounding of 25 advections
        const std::vector<Load> here = card->take_loads();
        EXPECT_NE(here[0].force.x, 0.0);
    }
}

TEST(Parity, StoragesAndStreamingInPlaceAgreeWithTheCpu) {
    NEEDS_GPU();
    const Config config = everything();
    for (const Plan::Storage storage : {Plan::Storage::fp32, Plan::Storage::fp16})
        for (const Plan::Streaming streaming : {Plan::Streaming::two_arrays, Plan::Streaming::in_place}) {
            Plan plan;
            plan.storage = storage;
            plan.streaming = streaming;
            auto cpu = make_solver(config, plan, "cpu");
            auto card = make_solver(config, plan, gpu());
            cpu->step(100), card->step(100);
            // halves round differently where two floats differ in their last bit: a grain of 5e-4 of a population
            EXPECT_LT(difference(field(*card, Field::velocity), field(*cpu, Field::velocity)),
                      storage == Plan::Storage::fp32 ? 1e-5 : 3e-3)
                << static_cast<int>(storage) << static_cast<int>(streaming);
            EXPECT_NEAR(card->totals()[0] / cpu->totals()[0], 1.0, storage == Plan::Storage::fp32 ? 1e-6 : 1e-4);
        }
}

TEST(Parity, DeterministicRunsAreEqualToTheBit) {
    NEEDS_GPU();
    const Config config = everything();
    Plan plan;
    plan.deterministic = true;
    const auto run = [&](const Plan& p) {
        auto card = make_solver(config, p, gpu());
        card->step(150);
        return std::pair(field(*card, Field::velocity), field(*card, Field::smoke));
    };
    const auto first = run(plan);
    for (int again = 0; again < 3; ++again) {
        const auto other = run(plan);
        EXPECT_EQ(other.first, first.first);
        EXPECT_EQ(other.second, first.second);
    }
    plan.streaming = Plan::Streaming::in_place;
    EXPECT_EQ(run(plan).first, first.first);
    EXPECT_LT(difference(run({}).first, first.first), 1e-5);
}

TEST(Parity, RecordedStepsAreTheStepsOneByOne) {
    NEEDS_GPU();
    Config config = everything();
    config.bodies[1].motion = {};  // only then steps are recorded
    Plan plan;
    plan.deterministic = true;
    auto recorded = make_solver(config, plan, gpu()), single = make_solver(config, plan, gpu());
    recorded->step(150);
    for (int i = 0; i < 150; ++i) single->step(1);
    EXPECT_EQ(field(*recorded, Field::velocity), field(*single, Field::velocity));
    EXPECT_EQ(field(*recorded, Field::smoke), field(*single, Field::smoke));
    const std::vector<Load> a = recorded->take_loads(), b = single->take_loads();
    EXPECT_EQ(a[0].force.x, b[0].force.x);
    EXPECT_EQ(a[0].torque.y, b[0].torque.y);
}

TEST(Parity, LoadsAgree) {
    NEEDS_GPU();
    const Config config = everything();
    auto cpu = make_solver(config, {}, "cpu");
    auto card = make_solver(config, {}, gpu());
    cpu->step(60), card->step(60);
    const std::vector<Load> a = cpu->take_loads(), b = card->take_loads();
    for (std::size_t i = 0; i < a.size(); ++i) {
        EXPECT_LT(length(a[i].force - b[i].force), 1e-4 * length(a[i].force));
        EXPECT_LT(length(a[i].torque - b[i].torque), 1e-4 * length(a[i].torque) + 1e-6);
    }
}

TEST(Parity, EveryModelAgrees) {
    NEEDS_GPU();
    for (const Model model : {Model::bgk2, Model::bgk, Model::raw_mrt, Model::central_mrt, Model::acm_mrt}) {
        Config config = everything();
        config.model = model;
        config.nu = 0.02;
        auto cpu = make_solver(config, {}, "cpu");
        auto card = make_solver(config, {}, gpu());
        cpu->step(100), card->step(100);
        EXPECT_LT(difference(field(*card, Field::velocity), field(*cpu, Field::velocity)), 1e-5)
            << "model " << static_cast<int>(model);
    }
}

TEST(Parity, ThePapersPlansAgreeForEveryAlpha) {
    NEEDS_GPU();
    const Config config = everything();
    auto cpu = make_solver(config, {}, "cpu");
    cpu->step(100);
    const std::vector<float> u = field(*cpu, Field::velocity);
    std::vector<Plan> plans{Plan::baseline(), Plan::csoa_only()};
    for (const std::int64_t alpha : {1, 8, 32, 64, 128, 4096})
        for (const int launches : {1, 2, 3})
            for (const auto monomials : {Plan::Monomials::merged, Plan::Monomials::expanded}) {
                plans.push_back(Plan::paper(alpha, launches));
                plans.back().monomials = monomials;
                plans.back().spread = launches == 2 ? Plan::Spread::gather : Plan::Spread::scatter;
                plans.back().faces = launches == 3 ? Plan::Faces::branching : Plan::Faces::each;
            }
    for (const Plan& plan : plans) {
        auto card = make_solver(config, plan, gpu());
        card->step(100);
        EXPECT_LT(difference(field(*card, Field::velocity), u), 1e-5)
            << "alpha " << plan.alpha << ", launches " << plan.launches << ", expanded "
            << static_cast<int>(plan.monomials);
    }
}

TEST(Parity, ProfileNamesKernelsAndTheirRegisters) {
    NEEDS_GPU();
    for (const Plan& plan : {Plan{}, Plan::paper(), Plan::baseline()}) {
        auto card = make_solver(everything(), plan, gpu());
        card->step(4);
        for (const Stage& stage : card->profile(8)) {
            EXPECT_GE(stage.seconds, 0.0) << stage.name;
            for (const KernelInfo& k : stage.kernels) {
                EXPECT_GT(k.registers, 0) << k.name;
                EXPECT_GT(k.threads, 0) << k.name;
                EXPECT_GT(k.occupancy, 0.0) << k.name;
                EXPECT_LE(k.occupancy, 1.0) << k.name;
            }
        }
    }
}

namespace {

/// Another value of everything that is live.
Config edited(Config config) {
    config.nu = 2e-3;
    config.acm_alpha = 5;
    config.acm_lambda = 0.05;
    config.u_ref = 0.15;
    config.galilean_correction = false;
    config.ib_chi = 1.3;
    config.acceleration = {1e-5, 2e-5, 0};
    config.check_every = 7;
    config.face[xmin].u = {0.08f, 0.005f, 0};
    config.face[xmin].noise = 0.02f;
    config.face[xmin].jet.radius = 9;
    config.face[xmin].jet.coflow = 0.2;
    config.face[xmax].rho = 1.002f;
    config.face[xmax].sponge_nu = 0.1f;
    config.face[ymin].u = {-0.01f, 0, 0.01f};
    config.face[ymax].vent = 0.3f;
    if (config.bodies[1].motion)
        config.bodies[1].motion = [before = config.bodies[1].motion](double t) {
            Pose pose = before(t);
            pose.velocity.z += 0.002;
            pose.centre.z += 0.002 * (t - 100);
            return pose;
        };
    config.smoke.emitters[0].rate = 60;
    config.smoke.emitters[0].centre.y += 4;
    config.smoke.emitters[1].end = 150;
    config.smoke.life = 90;
    config.smoke.density_per_tracer = 2;
    return config;
}

}  // namespace

/// Recorded steps (bodies at rest) and single ones (a body that moves).
TEST(Parity, ALiveEditDoesTheSameOnTheGpu) {
    NEEDS_GPU();
    for (const bool moves : {true, false})
        for (const Plan& plan : {Plan{}, Plan::paper()}) {
            Config config = everything();
            if (!moves) config.bodies[1].motion = {};
            auto cpu = make_solver(config, plan, "cpu"), card = make_solver(config, plan, gpu());
            cpu->step(100), card->step(100);
            const std::vector<float> before = field(*cpu, Field::velocity);
            cpu->apply(edited(config)), card->apply(edited(config));
            cpu->step(100), card->step(100);
            const std::vector<float> u = field(*cpu, Field::velocity);
            EXPECT_LT(difference(field(*card, Field::velocity), u), 3e-5) << "moves " << moves;
            EXPECT_GT(difference(before, u), 1e-2);
            double a = 0, b = 0;
            for (const float s : field(*cpu, Field::smoke)) a += s;
            for (const float s : field(*card, Field::smoke)) b += s;
            EXPECT_NEAR(b / a, 1.0, 1e-3);
            Config other = config;
            other.seed = 99;
            EXPECT_THROW(card->apply(other), Error);
        }
}

TEST(Parity, TheGpuReturnsToWhatWasKept) {
    NEEDS_GPU();
    for (const bool moves : {true, false})
        for (const Plan::Streaming streaming : {Plan::Streaming::two_arrays, Plan::Streaming::in_place}) {
            Config config = everything();
            if (!moves) config.bodies[1].motion = {};
            Plan plan;
            plan.streaming = streaming;
            plan.deterministic = true;
            auto card = make_solver(config, plan, gpu());
            card->step(13);
            EXPECT_FALSE(card->go_back());
            card->keep();
            card->step(50);
            const std::vector<float> u = field(*card, Field::velocity), smoke = field(*card, Field::smoke);
            EXPECT_TRUE(card->go_back());
            EXPECT_EQ(card->time(), 13);
            card->step(50);
            if (moves) {  // samples may be put in order at another step, and what a warp sums is rounded otherwise
                EXPECT_LT(difference(field(*card, Field::velocity), u), 1e-5);
                double before = 0, after = 0;
                for (const float v : smoke) before += v;
                for (const float v : field(*card, Field::smoke)) after += v;
                EXPECT_NEAR(after / before, 1.0, 1e-3);
            } else {
                EXPECT_EQ(field(*card, Field::velocity), u);
                EXPECT_EQ(field(*card, Field::smoke), smoke);
            }
        }
}

TEST(Parity, DerivedFieldsAgree) {
    NEEDS_GPU();
    const Config config = everything();
    auto cpu = make_solver(config, {}, "cpu");
    auto card = make_solver(config, {}, gpu());
    cpu->step(40), card->step(40);
    for (const Field what : {Field::rho, Field::speed, Field::vorticity, Field::q})
        EXPECT_LT(difference(field(*card, what), field(*cpu, what)), 1e-4);
    EXPECT_NEAR(card->totals()[0] / cpu->totals()[0], 1.0, 1e-6);
}

TEST(Parity, SnapshotsArriveWhileTheGpuGoesOnAndAgreeWithReadAndWithTheCpu) {
    NEEDS_GPU();
    const Config config = everything();
    constexpr Field fields[] = {Field::smoke, Field::velocity, Field::vorticity};
    Plan plan;
    plan.deterministic = true;
    auto cpu = make_solver(config, plan, "cpu"), card = make_solver(config, plan, gpu());
    std::vector<std::unique_ptr<Snapshot>> taken;
    std::vector<std::vector<float>> read, here;
    for (int i = 0; i < 5; ++i) {  // all alive at once: none may wait for another on the host
        card->step(16), cpu->step(16);
        for (const Field f : fields) read.push_back(field(*card, f)), here.push_back(field(*cpu, f));
        taken.push_back(card->snapshot(fields));
    }
    card->step(16);
    std::size_t at = 0;
    for (const auto& snapshot : taken) {
        snapshot->wait();
        for (const Field f : fields) {
            const auto span = snapshot->field(f);
            const std::vector<float> values(span.begin(), span.end());
            EXPECT_EQ(values, read[at]) << at;
            EXPECT_LT(difference(values, here[at]), f == Field::smoke ? 2e-2 : 1e-4) << at;
            ++at;
        }
    }
    const float* const memory = taken[0]->field(Field::smoke).data();
    taken[0].reset();
    EXPECT_EQ(card->snapshot(fields)->field(Field::smoke).data(), memory) << "pinned memory is used again";
}

TEST(Parity, DivergenceIsFoundOnTheGpuToo) {
    NEEDS_GPU();
    Config config;
    config.nodes = {32, 32, 32};
    config.model = Model::bgk2;
    config.nu = 1e-6;
    auto card = make_solver(config, {}, gpu());
    start(*card, [](int x, int y, int z) {
        return Double3{0.3 * std::sin(0.2 * x) * std::cos(0.2 * y), 0.3 * std::cos(0.2 * z), 0.2 * std::sin(0.4 * y)};
    });
    try {
        card->step(20000);
        FAIL() << "the flow should have diverged";
    } catch (const Error& error) { EXPECT_EQ(error.code(), Exit::diverged); }
}

TEST(Parity, AGridTooLargeForTheCardIsRefusedWithASizeThatFits) {
    NEEDS_GPU();
    Config config;
    config.nodes = {1600, 1600, 1600};
    try {
        make_solver(config, {}, gpu());
        FAIL() << "885 GB do not fit";
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), Exit::device);
        EXPECT_NE(std::string(error.what()).find("largest of this shape that fits"), std::string::npos) << error.what();
    }
}

TEST(Parity, WhatIsShownIsTheCpusToTheRoundingOfHalves) {
    NEEDS_GPU();
    const Config config = everything();
    const auto cpu = make_solver(config, {}, "cpu"), card = make_solver(config, {}, gpu());
    const std::size_t n = count(config.nodes);
    struct Seen {
        std::vector<Half4> flow;
        std::vector<Half> smoke;
        std::vector<float> tracers;
    };
    const auto shown = [n](Solver& solver) {
        Seen s{std::vector<Half4>(n), std::vector<Half>(n), {}};
        const std::int64_t room = solver.tracers().count;
        s.tracers.resize(4 * static_cast<std::size_t>(room));
        EXPECT_LE(solver.show({s.flow.data(), s.smoke.data(), s.tracers.data(), room}), room);
        return s;
    };
    for (const int steps : {3, 5, 32}) {  // 3: the velocity is read from the populations; 8 and 40: it was left behind
        cpu->step(steps), card->step(steps);
        const Seen here = shown(*card), there = shown(*cpu);
        const std::vector<float> u = field(*cpu, Field::velocity), rho = field(*cpu, Field::rho);
        for (int part = 0; part < 4; ++part) {
            EXPECT_SHOWN(there.flow, u, rho, part);
            EXPECT_SHOWN(here.flow, u, rho, part, 2e-6);
        }
        const std::vector<float> smoke = field(*card, Field::smoke);
        EXPECT_SHOWN(here.smoke, smoke);
        EXPECT_EQ(in_order(here.tracers), in_order(card->read_tracers()));
        const Int3 nodes[] = {{3, 4, 5}, {71, 39, 35}, {24, 20, 23}, {72, 0, 0}};
        const auto a = card->probe(nodes), b = cpu->probe(nodes);
        for (std::size_t i = 0; i < 3; ++i) {
            EXPECT_NEAR(a[i].rho, b[i].rho, 1e-6);
            for (int d = 0; d < 3; ++d) EXPECT_NEAR(a[i].u[d], b[i].u[d], 1e-6);
        }
        EXPECT_TRUE(std::isnan(a[3].rho));
    }
}

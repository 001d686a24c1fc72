// Which plans exist, what they need, and how often they loop over samples.
#include <gtest/gtest.h>

#include "sim/sample_loops.h"
#include "tests/support/flows.h"

using namespace fum;
using namespace fum::test;

namespace {

Plan staged_plan(int launches = 1) {
    Plan plan;
    plan.schedule = Plan::Schedule::staged;
    plan.launches = launches;
    return plan;
}

}  // namespace

TEST(StagedPlans, MemoryIsEstimated) {
    Config config;
    config.nodes = {96, 80, 64};
    config.bodies = {sphere({30, 40, 32}, 30, 5000), sphere({60, 40, 32}, 20, 3000)};
    config.bodies[1].motion = [pose = config.bodies[1].pose](double) { return pose; };
    for (const Plan& plan : {Plan::paper(), Plan::baseline()}) {
        auto solver = make_solver(config, plan, "cpu");
        std::int64_t used = 0, estimated = 0;
        for (const MemoryItem& item : solver->memory()) used += item.bytes;
        for (const MemoryItem& item : estimate_memory(config, plan, "cpu")) estimated += item.bytes;
        EXPECT_LE(used, estimated);
        EXPECT_GE(static_cast<double>(used), 0.9 * static_cast<double>(estimated));  // u is made when it is read
    }
}

TEST(StagedPlans, PlansThatDoNotExistAreRefusedByName) {
    const auto refused = [](const Plan& plan, const std::string& key, Model model = Model::acm_mrt) {
        Config config;
        config.nodes = {16, 16, 16};
        config.model = model;
        try {
            make_solver(config, plan, "cpu");
            ADD_FAILURE() << key << " was not missed";
        } catch (const Error& error) {
            EXPECT_EQ(error.code(), Exit::input);
            EXPECT_NE(std::string(error.what()).find("advanced.schedule"), std::string::npos) << error.what();
            EXPECT_NE(std::string(error.what()).find(key), std::string::npos) << error.what();
        }
    };
    Plan fp16 = staged_plan(), in_place = staged_plan(), gather, branching;
    fp16.storage = Plan::Storage::fp16;
    in_place.streaming = Plan::Streaming::in_place;
    gather.spread = Plan::Spread::gather;
    branching.faces = Plan::Faces::branching;
    refused(fp16, "fp32");
    refused(in_place, "two_arrays");
    refused(staged_plan(), "acm_mrt", Model::bgk);
    refused(staged_plan(4), "not 4");
    refused(gather, "athering");
    refused(branching, "branching");
}

TEST(SampleLoops, AreCountedAsTable1Does) {
    Config config;
    config.nodes = {16, 16, 16};
    Body body;
    body.pose.centre = {0, 0, 0};
    body.samples = {{4.2f, 4.1f, 4.5f}, {4.3f, 4.4f, 4.9f}, {5.5f, 4.5f, 4.5f}, {4.4f, 4.6f, 4.8f}};
    body.area.assign(4, 1.0f);
    config.bodies = {body};
    Plan sorted, unsorted;
    unsorted.ib_block = -1;
    const SampleLoops in_order = count_loops(config, sorted), as_given = count_loops(config, unsorted);
    EXPECT_EQ(in_order.samples, 4);
    EXPECT_EQ(in_order.nodes, 12);      // two cells side by side share four nodes
    EXPECT_EQ(in_order.gather_min, 1);  // x = 6: only the third sample
    EXPECT_EQ(in_order.gather_max, 4);  // x = 5: all
    EXPECT_EQ(in_order.atomics, 32);
    EXPECT_EQ(in_order.summed_atomics, 16);  // two runs
    EXPECT_EQ(as_given.summed_atomics, 24);  // three
    EXPECT_EQ(count_loops(Config{}, sorted).samples, 0);
}

// The noise test: uniform oblique flow (0.1, 0.1, 0) with 1e-6 of noise at nu = 1e-5 for 10,000 steps tells the models
// apart in seconds. Only the adaptive rates keep it quiet; BGK, raw moments and fixed-rate central moments amplify it.
#include <gtest/gtest.h>

#include "tests/support/flows.h"

using namespace fum;
using namespace fum::test;

namespace {

/// rms of velocity minus its mean after `steps`; infinity if the run diverged.
double noise_after(Model model, int steps, const Plan& plan) {
    Config config;
    config.nodes = {32, 32, 1};
    config.model = model;
    config.nu = 1e-5;
    config.u_ref = 0.15;
    auto solver = make_solver(config, plan, "cpu", 1);
    std::mt19937 engine(7);
    const auto noise = [&] { return 1e-6 * (static_cast<double>(engine() >> 8) / 8388608.0 - 1.0); };
    start(*solver, [&](int, int, int) { return Double3{0.1 + noise(), 0.1 + noise(), noise()}; });
    try {
        solver->step(steps);
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), Exit::diverged) << error.what();
        return std::numeric_limits<double>::infinity();
    }
    const std::vector<float> u = field(*solver, Field::velocity);
    const std::size_t nodes = count(config.nodes);
    double sum = 0;
    for (std::size_t d = 0; d < 3; ++d) {
        double mean = 0;
        for (std::size_t k = 0; k < nodes; ++k) mean += u[d * nodes + k];
        mean /= static_cast<double>(nodes);
        for (std::size_t k = 0; k < nodes; ++k) sum += (u[d * nodes + k] - mean) * (u[d * nodes + k] - mean);
    }
    return std::sqrt(sum / static_cast<double>(nodes));
}

}  // namespace

TEST(Noise, AdaptiveRatesKeepItQuiet) {
    const double start = 1e-6;  // uniform in three components: rms 1.0e-6
    const double fp64 = noise_after(Model::acm_mrt, 10000, reference()), fp32 = noise_after(Model::acm_mrt, 10000, {});
    measured("noise test, ACM-MRT fp64: rms after 10000 steps", fp64, start);
    measured("noise test, ACM-MRT fp32: rms after 10000 steps", fp32, start);
    EXPECT_LT(fp64, start);
    EXPECT_LT(fp32, start);
}
TEST(Noise, BgkBlowsUp) { EXPECT_GT(noise_after(Model::bgk2, 10000, reference()), 1e-2); }
TEST(Noise, RawMomentsBlowUp) { EXPECT_GT(noise_after(Model::raw_mrt, 10000, reference()), 1e-2); }
TEST(Noise, FixedCentralMomentsBlowUp) { EXPECT_GT(noise_after(Model::central_mrt, 10000, reference()), 1e-2); }

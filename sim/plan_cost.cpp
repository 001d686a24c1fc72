#include "sim/plan_cost.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <utility>

#include "sim/core/error.h"
#include "sim/solver_backends.h"

namespace fum {
namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();
constexpr int default_block = 8;             // what Plan::ib_block = 0 stands for
constexpr int largest_block = 1024;          // of advanced.ib_block
constexpr double band_drift = 0.9;           // nodes a body goes until its band is rebuilt, see flow_bodies.h
constexpr std::int64_t longest_piece = 32;   // steps between two looks at the stop
constexpr std::int64_t first_look = 16;      // steps of a moving run: a rebuilt band and its like even out
constexpr std::int64_t recorded_steps = 16;  // that a GPU repeats as one launch, see Flow::batch
constexpr std::int64_t load_every = 4;       // steps between two sums of the loads, see flow.h

bool is_gpu(const std::string& device) { return device.starts_with("cuda"); }

/// Smallest edge of any body's box, nodes; infinite without bodies.
double smallest_edge(const Config& config) {
    double least = infinite;
    for (const Body& body : config.bodies) {
        if (body.samples.empty()) continue;
        Float3 low = body.samples.front(), high = low;
        for (const Float3& x : body.samples)
            for (int d = 0; d < 3; ++d) low[d] = std::min(low[d], x[d]), high[d] = std::max(high[d], x[d]);
        for (int d = 0; d < 3; ++d) least = std::min(least, static_cast<double>(high[d] - low[d]));
    }
    return least;
}

bool moves(const Config& config) {
    return std::any_of(config.bodies.begin(), config.bodies.end(), [](const Body& b) { return bool(b.motion); });
}

/// Steps after which work repeats: loads, and the tracers' advection.
std::int64_t period_of(const Config& config) { return std::max<std::int64_t>(load_every, config.smoke.interval); }

std::int64_t rounded_up(std::int64_t n, std::int64_t unit) { return (n + unit - 1) / unit * unit; }

/// How the bodies move over a run, looked at 2000 times: when the fastest turner has turned by pi, and the speed.
struct Course {
    double half_turn = infinite;  ///< steps
    bool turns = false;
    double speed = 0;  ///< largest, nodes a step
};
Course course_of(const Config& config, double total) {
    constexpr int looks = 2000;
    Course course;
    for (const Body& body : config.bodies) {
        if (!body.motion) continue;
        double angle = 0;
        for (int i = 0; i < looks; ++i) {
            const double each = total / looks;
            const Pose pose = body.motion((i + 0.5) * each);
            angle += length(pose.spin) * each;
            course.turns |= angle > 0;
            course.speed = std::max(course.speed, length(pose.velocity));
            if (angle >= std::numbers::pi) course.half_turn = std::min(course.half_turn, (i + 1) * each);
        }
    }
    return course;
}

}  // namespace

TuneAxes tune_axes(const Config& config, const std::string& device) {
    TuneAxes axes;
    const std::int64_t nodes = std::int64_t{config.nodes.x} * config.nodes.y * config.nodes.z;
    if (!is_gpu(device)) axes.alphas.push_back(0);
    for (std::int64_t alpha = 1; alpha <= std::min<std::int64_t>(nodes, 1 << 30); alpha *= 2)
        axes.alphas.push_back(alpha);
    if (const double edge = smallest_edge(config); edge < infinite) {
        const int longest = std::clamp(static_cast<int>(std::ceil(edge)), 2 * default_block, largest_block);
        for (int l = 1; l <= longest; l *= 2) axes.blocks.push_back(l);
        if (axes.blocks.back() < longest) axes.blocks.push_back(longest);
    }
    if (is_gpu(device)) axes.block_threads = {64, 128, 256};
    axes.staged_launches = {1, 2, 3};
    return axes;
}

Plan default_plan(Plan plan, const Config& config, const std::string& device) {
    plan.alpha = is_gpu(device) ? default_alpha(config.nodes.x) : 0;
    plan.ib_block = smallest_edge(config) < infinite ? default_block : 0;
    plan.block_threads = 0;
    plan.schedule = Plan::Schedule::fused;
    plan.launches = 1;
    return plan;
}

Stretches stretches_of(const Config& config, const CostOptions& options) {
    const std::int64_t period = period_of(config);
    const auto whole = [&](double steps) { return rounded_up(static_cast<std::int64_t>(std::ceil(steps)), period); };
    const auto or_given = [&](double n) { return options.steps > 0 ? static_cast<double>(options.steps) : n; };
    if (!moves(config)) return {whole(or_given(options.steps_at_rest)), {0.0}};
    const double total = static_cast<double>(std::max<std::int64_t>(options.total_steps, options.steps_turning));
    const Course course = course_of(config, total);
    if (!course.turns) {
        const double rebuilds = 10 * band_drift / std::max(course.speed, 1e-9);
        return {whole(or_given(std::clamp<double>(rebuilds, options.steps_at_rest, options.steps_turning))), {0.0}};
    }
    const double turn = std::min(course.half_turn, total);
    const double n = std::min(or_given(options.steps_turning), turn);
    if (n >= turn) return {whole(n), {0.0}};
    Stretches s;
    const int pieces = static_cast<int>(
        std::clamp<double>(std::floor(n / static_cast<double>(period)), 1.0, std::max(1, options.stretches)));
    s.steps = whole(n / pieces);
    s.starts.clear();
    for (int i = 0; i < pieces; ++i) s.starts.push_back(std::floor(turn * i / pieces));
    return s;
}

SolverCost::SolverCost(Config config, CostOptions options)
    : config_(std::move(config)), options_(std::move(options)), stretches_(stretches_of(config_, options_)) {}

Config SolverCost::config_at(double start) const {
    Config config = config_;
    for (Body& body : config.bodies)
        if (body.motion) body.motion = [motion = body.motion, start](double step) { return motion(step + start); };
    return config;
}

/// Memory is touched for the first time, samples are ordered, a GPU loads kernels and records its steps. A plan that is
/// far too slow even so is not looked at any longer: at one step four times the limit, at the next few twice; but not
/// before it has taken longer than all that does.
void SolverCost::warm_up(Solver& solver, double abort_above, Clocked& sum) const {
    const std::int64_t period = period_of(config_), whole = 2 * rounded_up(recorded_steps, period);
    for (const auto& [steps, factor] : {std::pair<std::int64_t, double>{1, 4.0}, {period - 1, 2.0}}) {
        const double before = solver.stats().seconds;
        solver.step(static_cast<int>(steps));
        const double spent = solver.stats().seconds - before, each = 1e3 * spent / static_cast<double>(steps);
        sum.aborted = sum.steps == 0 && spent > options_.preparation_s && each > factor * abort_above;
        if (!sum.aborted) continue;
        sum = {each, 1, each, true, false};
        return;
    }
    if (!moves(config_) && options_.device != "cpu") solver.step(static_cast<int>(whole - period));
}

/// Work until clocks and caches are up; whatever comes of the flow.
void SolverCost::warm_process(const Plan& plan) {
    const auto solver = make_solver(config_, plan, options_.device, options_.threads);
    const std::int64_t period = period_of(config_);
    try {
        while (solver->stats().seconds < options_.warm_up_s && !(options_.stop && options_.stop()))
            solver->step(static_cast<int>(period));
    } catch (const Error& e) {
        if (e.code() != Exit::diverged) throw;
    }
    warm_ = true;
}

void SolverCost::time_stretch(const Plan& plan, double start, double abort_above, Clocked& sum) const {
    const bool rests = !moves(config_);
    const std::int64_t period = period_of(config_);
    const std::int64_t piece = rounded_up(
        rests ? std::min(longest_piece, (stretches_.steps + 2) / 3) : std::min(first_look, stretches_.steps), period);
    const auto solver = make_solver(config_at(start), plan, options_.device, options_.threads);
    warm_up(*solver, abort_above, sum);
    if (sum.aborted) return;
    double ms = 0;
    for (std::int64_t done = 0; done < stretches_.steps || (rests && ms < 1e3 * options_.least_seconds);
         done += piece) {
        if (options_.stop && options_.stop()) {
            sum.stopped = true;
            return;
        }
        const double before = solver->stats().seconds;
        solver->step(static_cast<int>(piece));
        const double spent = 1e3 * (solver->stats().seconds - before);
        ms += spent;
        sum.ms += spent;
        sum.steps += piece;
        const double each = spent / static_cast<double>(piece);
        sum.least_ms = sum.least_ms > 0 ? std::min(sum.least_ms, each) : each;
        sum.aborted = rests ? sum.least_ms > abort_above : sum.steps >= first_look && sum.mean() > abort_above;
        if (sum.aborted) return;
    }
}

/// What a run looks like is not judged here: a flow that diverges after some steps were timed only ends its stretch.
void SolverCost::run_stretch(const Plan& plan, double start, double abort_above, Clocked& sum) const {
    try {
        time_stretch(plan, start, abort_above, sum);
    } catch (const Error& e) {
        if (e.code() != Exit::diverged || sum.steps == 0) throw;
    }
}

double SolverCost::operator()(const Plan& plan, double abort_above) {
    Clocked sum;
    try {
        if (!warm_) warm_process(plan);
        for (const double start : stretches_.starts)
            if (!sum.stopped && !sum.aborted) run_stretch(plan, start, abort_above, sum);
    } catch (const Error& e) {
        if (e.code() != Exit::input && e.code() != Exit::device) throw;
        refusal_ = e.what();
        return infinite;
    }
    if (sum.stopped) return std::numeric_limits<double>::quiet_NaN();
    return moves(config_) ? sum.mean() : sum.least_ms;
}

}  // namespace fum

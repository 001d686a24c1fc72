#include "sim/tune.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <utility>

namespace fum {
namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();
/// A gap between neighbouring l of at most so many is measured whole; a wider one is narrowed by quarters first.
constexpr int whole_gap = 16;
/// Shares of the budget at which the parts of the search end, so that each gets its turn.
constexpr double coarse_share = 0.6, fine_share = 0.75, other_share = 0.88;

double steady_seconds() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

Plan with(Plan plan, int block, std::int64_t alpha) {
    plan.ib_block = block;
    plan.alpha = alpha;
    return plan;
}

/// By how much the two least of some measurements differ, a share. NaN = none was made.
double spread(std::vector<double> ms) {
    std::erase_if(ms, [](double value) { return !std::isfinite(value); });
    if (ms.size() < 2) return 0;
    std::sort(ms.begin(), ms.end());
    return ms[1] / ms[0] - 1;
}

class Search {
public:
    Search(const Plan& start, const TuneAxes& axes, const PlanCost& cost, const TuneOptions& options)
        : start_(start), axes_(axes), cost_(cost), options_(options), planned_(tune_effort(axes, options)) {
        if (!options_.clock) options_.clock = steady_seconds;
        begin_ = options_.clock();
    }

    TuneResult run() {
        add(start_, TuneCell::Part::grid, infinite);
        coarse();
        refine();
        others();
        confirm();
        result_.seconds = elapsed();
        return std::move(result_);
    }

private:
    double elapsed() const { return options_.clock() - begin_; }
    double expected() const { return done_ > 0 ? elapsed() / static_cast<double>(done_) : 0; }

    bool may_measure(double share, double expected_s) {
        result_.stopped = result_.stopped || (options_.stop && options_.stop());
        if (result_.stopped) return false;
        // Before the last part, time for two turns of the default and one other plan is kept back.
        const double last = share < 1 ? options_.budget_s - 4 * whole_s_ : options_.budget_s;
        if (done_ == 0 || elapsed() + expected_s <= std::min(last, options_.budget_s * share)) return true;
        ++result_.skipped;
        return false;
    }

    void report() {
        ++done_;
        if (!options_.progress) return;
        const double to_do = static_cast<double>(planned_ > done_ ? planned_ - done_ : 0);
        const double left = std::clamp(to_do * expected(), 0.0, std::max(0.0, options_.budget_s - elapsed()));
        options_.progress({done_, planned_, elapsed(), left, least()});
    }

    /// Index of the cheapest measured cell that is wanted, or -1.
    template <class Wanted>
    int cheapest(const Wanted& wanted) const {
        int best = -1;
        for (std::size_t i = 0; i < result_.cells.size(); ++i) {
            const TuneCell& cell = result_.cells[i];
            if (cell.state != TuneCell::State::measured || !wanted(cell)) continue;
            if (best < 0 || cell.ms < result_.cells[static_cast<std::size_t>(best)].ms) best = static_cast<int>(i);
        }
        return best;
    }
    int cheapest() const {
        return cheapest([](const TuneCell&) { return true; });
    }
    double least() const {
        const int best = cheapest();
        return best < 0 ? infinite : result_.cells[static_cast<std::size_t>(best)].ms;
    }
    const Plan& best_plan() const {
        const int best = cheapest();
        return best < 0 ? start_ : result_.cells[static_cast<std::size_t>(best)].plan;
    }

    /// Measures a plan that has not been and notes it.
    void add(const Plan& plan, TuneCell::Part part, double share) {
        for (const TuneCell& cell : result_.cells)
            if (cell.plan == plan) return;
        if (!may_measure(share, expected())) return;
        const double before = elapsed();
        const double limit = options_.abort_factor * least(), ms = cost_(plan, limit);
        result_.stopped = result_.stopped || std::isnan(ms);
        if (std::isnan(ms)) return;
        const auto state = std::isinf(ms) ? TuneCell::State::refused
                           : ms > limit   ? TuneCell::State::aborted
                                          : TuneCell::State::measured;
        result_.cells.push_back({plan, ms, state, part});
        if (state == TuneCell::State::measured) whole_s_ = std::max(whole_s_, elapsed() - before);
        report();
    }

    /// Timing noise only adds: the least of all measurements of a plan counts. Returns this one; NaN if there was none.
    double measure_again(std::size_t i, double share) {
        TuneCell& cell = result_.cells[i];
        if (cell.state != TuneCell::State::measured || !may_measure(share, whole_s_)) return NAN;
        const double ms = cost_(cell.plan, infinite);
        result_.stopped = result_.stopped || std::isnan(ms);
        if (!std::isfinite(ms)) return NAN;
        cell.ms = std::min(cell.ms, ms);
        report();
        return ms;
    }

    /// The column and the row of the default first; then whole columns, the most promising first, so that a budget that
    /// ends early was spent well.
    void coarse() {
        for (const int l : axes_.blocks) add(with(start_, l, start_.alpha), TuneCell::Part::grid, coarse_share);
        for (const std::int64_t alpha : axes_.alphas)
            add(with(start_, start_.ib_block, alpha), TuneCell::Part::grid, coarse_share);
        std::vector<std::pair<double, std::int64_t>> columns;
        for (const TuneCell& cell : result_.cells)
            if (cell.plan.ib_block == start_.ib_block) columns.emplace_back(cell.ms, cell.plan.alpha);
        std::sort(columns.begin(), columns.end());
        for (const auto& column : columns)
            for (const int l : axes_.blocks) add(with(start_, l, column.second), TuneCell::Part::grid, coarse_share);
    }

    /// The l measured so far at one alpha that are next to the best: {below, above}.
    std::pair<int, int> neighbours(const Plan& best) const {
        int below = best.ib_block, above = best.ib_block;
        for (const TuneCell& cell : result_.cells) {
            const int l = cell.plan.ib_block;
            if (cell.plan.alpha != best.alpha) continue;
            if (l < best.ib_block && (below == best.ib_block || l > below)) below = l;
            if (l > best.ib_block && (above == best.ib_block || l < above)) above = l;
        }
        return {below, above};
    }

    void refine() {
        if (axes_.blocks.empty()) return;
        std::size_t before = 0;
        while (before != result_.cells.size() && !result_.stopped) {
            before = result_.cells.size();
            const Plan best = best_plan();
            const auto [low, high] = neighbours(best);
            const int step = high - low <= whole_gap ? 1 : (high - low) / 4;
            for (int l = low + step; l < high; l += step)
                add(with(best, l, best.alpha), TuneCell::Part::grid, fine_share);
            if (step == 1) break;
        }
    }

    void others() {
        const Plan best = best_plan();
        for (const int threads : axes_.block_threads) {
            Plan plan = best;
            plan.block_threads = threads;
            add(plan, TuneCell::Part::other, other_share);
        }
        Plan staged = best_plan();
        staged.schedule = Plan::Schedule::staged;
        for (const int launches : axes_.staged_launches) {
            staged.launches = launches;
            add(staged, TuneCell::Part::other, other_share);
        }
    }

    std::vector<std::size_t> finalists() const {
        std::vector<std::size_t> order;
        for (std::size_t i = 1; i < result_.cells.size(); ++i)
            if (result_.cells[i].state == TuneCell::State::measured) order.push_back(i);
        std::sort(order.begin(), order.end(),
                  [&](std::size_t a, std::size_t b) { return result_.cells[a].ms < result_.cells[b].ms; });
        const double left = options_.budget_s - elapsed(), turns = std::max(1e-9, options_.rounds * whole_s_);
        const double fit = std::clamp(std::floor(left / turns) - 1, 1.0, static_cast<double>(options_.finalists));
        order.resize(std::min(order.size(), static_cast<std::size_t>(fit)));
        if (!order.empty() && result_.cells[0].state == TuneCell::State::measured) order.insert(order.begin(), 0);
        return order;
    }

    /// The best few and the default plan in turns, so that what disturbs a machine for a while disturbs all of them.
    void confirm() {
        std::vector<std::size_t> order = finalists();
        again_.resize(result_.cells.size());
        for (int round = 0; round < options_.rounds; ++round)
            for (const std::size_t i : order) again_[i].push_back(measure_again(i, 1));
        result_.noise = options_.noise;
        std::sort(order.begin(), order.end(),
                  [&](std::size_t a, std::size_t b) { return result_.cells[a].ms < result_.cells[b].ms; });
        for (const std::size_t i : order) {
            result_.noise = noise_of(i);
            if (i != 0 && !beats_default(i)) continue;
            result_.best = i;
            return;
        }
    }

    double noise_of(std::size_t i) const { return std::max({options_.noise, spread(again_[0]), spread(again_[i])}); }

    /// In its least measurement, and in most turns: one lucky measurement is not enough, unless a signal left no time.
    bool beats_default(std::size_t i) const {
        const TuneCell& start = result_.cells[0];
        if (start.state != TuneCell::State::measured) return true;
        const double bar = 1 - noise_of(i);
        std::vector<double> ratios;
        for (std::size_t round = 0; round < again_[i].size(); ++round)
            if (const double r = again_[i][round] / again_[0][round]; std::isfinite(r)) ratios.push_back(r);
        std::sort(ratios.begin(), ratios.end());
        return result_.cells[i].ms < start.ms * bar &&
               (ratios.empty() ? result_.stopped : ratios[ratios.size() / 2] < bar);
    }

    Plan start_;
    TuneAxes axes_;
    const PlanCost& cost_;
    TuneOptions options_;
    std::size_t planned_ = 0, done_ = 0;
    double begin_ = 0;
    double whole_s_ = 0;  ///< the longest that a whole measurement took
    TuneResult result_;
    std::vector<std::vector<double>> again_;  ///< [cell][round] ms of the last measurements; NaN = none
};

}  // namespace

std::size_t tune_effort(const TuneAxes& axes, const TuneOptions& options) {
    const std::size_t rows = std::max<std::size_t>(1, axes.blocks.size());
    const std::size_t fine = axes.blocks.empty() ? 0 : static_cast<std::size_t>(whole_gap - 2);
    const std::size_t again =
        static_cast<std::size_t>(options.finalists + 1) * static_cast<std::size_t>(options.rounds);
    return rows * axes.alphas.size() + fine + axes.block_threads.size() + axes.staged_launches.size() + again;
}

TuneResult tune(const Plan& start, const TuneAxes& axes, const PlanCost& cost, const TuneOptions& options) {
    return Search(start, axes, cost, options).run();
}

}  // namespace fum

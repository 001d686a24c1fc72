#include "app/window/pace.h"

#include <algorithm>
#include <array>

namespace fum {
namespace {

// Of a picture of the whole window. A CPU that draws shares its cores with the solver: half of them at ten pictures a
// second. A GPU's are for thirty.
constexpr double cpu_budget_ms = 50, gpu_budget_ms = 28;
constexpr double settle_s = 0.25;  // between two changes of the level: a new one shows in the times first
constexpr double fine_ms = 35;     // a still picture on a CPU that took less may be drawn with four times the samples
constexpr double idle_s = 0.2;     // nothing moves: only input and states count
constexpr double spare_s = 0.006;  // that a picture may take longer than those before without missing the screen's turn
// Of the time that drawing may take while the solver needs the cores: two fifths, so that the flow goes on at over half
// of its speed; half where pictures would become fewer than `calm_fps`.
constexpr double cpu_share = 0.4, most_cpu_share = 0.5, calm_fps = 12;
constexpr double most_cpu_fps = 25;  // a film's: more would only take from the flow

constexpr float still_step = 0.75f;  // texels between samples of smoke in a picture that stays

struct Step {
    float smoke_part, smoke_step;
    int cpu_tracers;  // at most, on a CPU
};
constexpr std::array<Step, Pace::coarsest + 1> steps{
    {{1, 1, 0}, {0.8f, 1.1f, 100000}, {0.64f, 1.2f, 60000}, {0.52f, 1.35f, 40000}, {0.42f, 1.5f, 25000}}};

void follow(double& mean, double value) {
    if (value > 0) mean = mean > 0 ? mean + 0.3 * (value - mean) : value;
}

}  // namespace

void Pace::choose_level(const PaceInput& in) {
    const double budget = on_cpu_ ? cpu_budget_ms : gpu_budget_ms;
    if (!moving_ && !in.flows) {
        level_ = 0;  // one fine picture, and it stays
        return;
    }
    if (moving_ && on_cpu_) level_ = std::max(level_, 1);
    if (in.now_s - changed_at_ < settle_s) return;
    const int before = level_;
    if (load_ms_ > 1.15 * budget)
        level_ = std::min(level_ + 1, coarsest);
    else if (load_ms_ < 0.6 * budget)
        level_ = std::max(level_ - 1, moving_ && on_cpu_ ? 1 : 0);
    if (level_ != before) changed_at_ = in.now_s;
}

double Pace::wished_wait(const PaceInput& in, const QualityView& wish) const {
    if (moving_) return 0;
    if (!in.flows) return in.busy ? 0.06 : idle_s;
    const double frame_s = 1.0 / std::max(wish.most_fps, 1), work_s = 1e-3 * work_ms_;
    if (!on_cpu_) return std::max(0.0, frame_s - work_s - spare_s);  // the screen's own rhythm does the rest
    const double wished = work_s * (1 / cpu_share - 1);
    const double most = std::max(1 / calm_fps - work_s, work_s * (1 / most_cpu_share - 1));
    const double least = std::max(frame_s, 1 / most_cpu_fps) - work_s;
    return std::clamp(std::max(least, std::min(wished, most)), 0.0, 0.15);
}

void Pace::look(const PaceInput& in, const QualityView& wish) {
    on_cpu_ = in.draws_on_cpu;
    const bool rested = !moving_ && !flows_;  // the picture that was drawn last was a still one
    flows_ = in.flows;
    if (in.changes) moved_at_ = in.now_s;
    moving_ = in.now_s - moved_at_ < rest_s;
    if (moving_ || in.flows)
        fine_ = false;
    else if (rested && in.drew && in.work_ms < fine_ms)
        fine_ = true;
    if (in.drew) {
        follow(work_ms_, in.work_ms);
        follow(load_ms_, on_cpu_ ? in.work_ms : in.gpu_ms);
    }
    if (wish.adaptive)
        choose_level(in);
    else
        level_ = 0;
    wait_s_ = wished_wait(in, wish);
    if (moving_ && !in.changes && !in.flows) wait_s_ = std::min(0.03, rest_s);  // until it has come to rest
}

Quality Pace::quality(const QualityView& wish, int most_tracers) const {
    const Step& step = steps[static_cast<std::size_t>(level_)];
    Quality q;
    q.smoke_part = static_cast<float>(wish.smoke_part) * step.smoke_part;
    q.smoke_step = moving_ || flows_ ? step.smoke_step : still_step;
    const bool hurry = level_ > 0 || (on_cpu_ && !fine_);
    q.samples_a_side = wish.antialias && !(wish.adaptive && hurry) ? 2 : 1;
    q.most_tracers = most_tracers;
    if (on_cpu_ && step.cpu_tracers > 0 && level_ > 0)
        q.most_tracers = most_tracers > 0 ? std::min(most_tracers, step.cpu_tracers) : step.cpu_tracers;
    return q;
}

}  // namespace fum

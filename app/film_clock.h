// Holds a flow back to a number of steps a second. No clock of its own: times come from the caller.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace fum {

class FilmClock {
public:
    /// A flow that has fallen behind is not made up for beyond this, s: what is late is late.
    static constexpr double slack_s = 0.1;
    /// Steps are made in pieces of at least this, s, where they are due more often.
    static constexpr double piece_s = 0.004;

    /// Begins anew at the next look, as after a pause.
    void restart() { begun_ = false; }

    /// Steps that a flow at `step` may make now, to hold `steps_per_s` > 0; 0: none yet.
    std::int64_t due(double now_s, std::int64_t step, double steps_per_s) {
        if (!begun_ || steps_per_s != rate_ || step < step_) begin(now_s, step, steps_per_s);
        double ahead = wanted(now_s, step);
        if (ahead > slack_s * rate_ + 1) {
            begin(now_s - slack_s, step, steps_per_s);
            ahead = wanted(now_s, step);
        }
        return ahead < piece() ? 0 : static_cast<std::int64_t>(ahead);
    }
    /// Seconds until some are due, after due() has returned 0.
    double wait_s(double now_s, std::int64_t step) const {
        return std::max(0.0, (piece() - wanted(now_s, step)) / rate_);
    }

private:
    void begin(double now_s, std::int64_t step, double steps_per_s) {
        begun_ = true;
        from_s_ = now_s;
        step_ = step;
        rate_ = steps_per_s;
    }
    double piece() const { return std::max(1.0, std::floor(piece_s * rate_)); }
    double wanted(double now_s, std::int64_t step) const {
        return (now_s - from_s_) * rate_ - static_cast<double>(step - step_);
    }

    bool begun_ = false;
    double from_s_ = 0, rate_ = 0;
    std::int64_t step_ = 0;  ///< at from_s_
};

}  // namespace fum

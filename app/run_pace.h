// How fast the flow goes, on the clock on the wall: what a timeline promises and a history of the throughput.
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "app/sim_thread.h"

namespace fum {

class RunPace {
public:
    static constexpr double span_s = 4;       ///< over which the speed is taken
    static constexpr double every_s = 0.5;    ///< between two entries of the history
    static constexpr std::size_t room = 240;  ///< entries: two minutes

    /// Once a picture. `now_s`: of a steady clock.
    void add(double now_s, const SimStatus&);

    double steps_per_second() const;   ///< 0 while it does not play
    double frames_per_minute() const;  ///< likewise
    /// Over how long the speed has been taken: judge by it only after a moment.
    double known_s() const { return marks_.size() < 2 ? 0 : marks_.back().at_s - marks_.front().at_s; }
    /// The speed that was wished for has changed: what went before says nothing.
    void forget_speed() { marks_.clear(); }
    double left_s() const;  ///< until the shot's last step; 0 afterwards, NaN if the speed is not known
    double seconds_until(std::int64_t step) const;  ///< likewise

    struct Entry {
        double at_s = 0, mlups = 0;
    };
    const std::deque<Entry>& history() const { return history_; }

private:
    struct Mark {
        double at_s = 0;
        std::int64_t step = 0;
    };
    SimStatus last_;
    std::deque<Mark> marks_;
    std::deque<Entry> history_;
};

/// How fast it goes as a factor of the film's own speed.
double film_speed_of(const RunPace&, const Scene& running);

}  // namespace fum

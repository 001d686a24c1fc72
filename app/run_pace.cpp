#include "app/run_pace.h"

#include <cmath>

namespace fum {

void RunPace::add(double now_s, const SimStatus& status) {
    const bool plays = status.mode == SimMode::playing;
    const bool other = status.run != last_.run || (!marks_.empty() && status.step < marks_.back().step);
    if (!plays || other) marks_.clear();
    if (status.run != last_.run) history_.clear();
    last_.run = status.run;
    last_.step = status.step;
    last_.total_steps = status.total_steps;
    last_.steps_per_frame = status.steps_per_frame;
    if (!plays) return;
    if (marks_.empty() || now_s - marks_.back().at_s >= 0.05) marks_.push_back({now_s, status.step});
    while (marks_.size() > 2 && now_s - marks_.front().at_s > span_s) marks_.pop_front();
    if (status.mlups > 0 && (history_.empty() || now_s - history_.back().at_s >= every_s))
        history_.push_back({now_s, status.mlups});
    if (history_.size() > room) history_.pop_front();
}

double RunPace::steps_per_second() const {
    if (marks_.size() < 2) return 0;
    const double took = marks_.back().at_s - marks_.front().at_s;
    return took > 0 ? static_cast<double>(marks_.back().step - marks_.front().step) / took : 0;
}

double RunPace::frames_per_minute() const { return 60 * steps_per_second() / last_.steps_per_frame; }

double film_speed_of(const RunPace& pace, const Scene& running) {
    return pace.frames_per_minute() / 60 / running.time.fps;
}

double RunPace::left_s() const { return seconds_until(last_.total_steps); }

double RunPace::seconds_until(std::int64_t step) const {
    if (step <= last_.step) return 0;
    const double speed = steps_per_second();
    return speed > 0 ? static_cast<double>(step - last_.step) / speed : NAN;
}

}  // namespace fum

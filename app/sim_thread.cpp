#include "app/sim_thread.h"

#include <algorithm>
#include <exception>
#include <utility>

namespace fum {

SimThread::SimThread(SimLimits limits) : limits_(limits), thread_([this] { work(); }) {}
SimThread::~SimThread() { stop(); }

void SimThread::post(std::function<void()> command) {
    {
        const std::lock_guard lock(mutex_);
        if (stop_) return;
        commands_.push_back(std::move(command));
    }
    wake_.notify_one();
}

void SimThread::load(Scene scene) {
    {
        const std::lock_guard lock(mutex_);
        ++loads_wanted_;
        ++loads_waiting_;
        edit_.reset();
        last_scene_ = scene;
    }
    post([this, scene = std::move(scene)] { begin_run(scene); });
}

void SimThread::reset() {
    std::optional<Scene> scene;
    {
        const std::lock_guard lock(mutex_);
        scene = last_scene_;
    }
    if (scene) load(std::move(*scene));
}

void SimThread::apply(Scene scene) {
    {
        const std::lock_guard lock(mutex_);
        if (stop_) return;
        last_scene_ = scene;
        const bool waits = edit_.has_value();
        edit_ = std::move(scene);
        if (waits) return;
        commands_.push_back([this, number = ++edits_] { take_edit(number); });
    }
    wake_.notify_one();
}

void SimThread::play() {
    post([this] {
        if (!playing_) film_clock_.restart();
        playing_ = run_ != nullptr, steps_left_ = 0;
    });
}
void SimThread::pause() {
    post([this] { playing_ = false, steps_left_ = 0; });
}
void SimThread::step(std::int64_t n) {
    post([this, n] { playing_ = false, steps_left_ = run_ ? steps_left_ + n : 0; });
}
void SimThread::profile(int n) {
    post([this, n] {
        if (!run_) return;
        if (!run_->profile(n)) playing_ = false, steps_left_ = 0;
        unseen_ = true;
    });
}
void SimThread::look(std::function<void(const Setup&)> f) {
    post([this, f = std::move(f)] {
        if (run_) f(run_->setup());
    });
}
void SimThread::set_budget_ms(double ms) {
    post([this, ms] { budget_ms_ = std::max(ms, 0.1); });
}

void SimThread::set_film_speed(double factor) {
    post([this, factor] { film_speed_ = std::max(factor, 0.0); });
}

void SimThread::give_up_load() {
    const std::lock_guard lock(mutex_);
    if (status_.mode == SimMode::preparing) ++loads_wanted_;
}

void SimThread::stop() {
    {
        const std::lock_guard lock(mutex_);
        stop_ = true;
        commands_.clear();
        edit_.reset();
    }
    wake_.notify_one();
    if (thread_.joinable()) thread_.join();
}

void SimThread::want(SnapshotWish wish) {
    {
        const std::lock_guard lock(mutex_);
        if (wish == wish_) return;
        wish_ = wish;
    }
    post([this] { unseen_ = true; });
}

SimStatus SimThread::status() const {
    const std::lock_guard lock(mutex_);
    SimStatus now = status_;
    if (loads_waiting_ > 0) now.mode = SimMode::preparing;
    return now;
}

ForceHistory SimThread::forces() const {
    const std::lock_guard lock(mutex_);
    return forces_;
}

bool SimThread::wait_until_idle(double seconds) const {
    std::unique_lock lock(mutex_);
    return idle_.wait_for(lock, std::chrono::duration<double>(seconds), [&] { return commands_.empty() && !busy_; });
}

}  // namespace fum

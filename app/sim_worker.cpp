// The other side of sim_thread.h: what the thread does.
#include <algorithm>
#include <cmath>
#include <exception>
#include <utility>

#include "app/sim_thread.h"

namespace fum {
namespace {

constexpr double show_share = 4;        ///< times what showing took the flow goes on before it is shown again
constexpr double totals_every_s = 0.5;  ///< they read all populations: half a step

double seconds_since(std::chrono::steady_clock::time_point then) {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - then).count();
}

double million_nodes(const Setup& setup) {
    const Int3& n = setup.config.nodes;
    return 1e-6 * n.x * n.y * n.z;
}

}  // namespace

/// One command and one piece of the flow at a time, so that no command waits longer than a piece.
void SimThread::work() {
    for (;;) {
        std::function<void()> command;
        if (!take_command(command)) return;
        if (command) do_safely(command);
        if (run_ && steps_due() > 0)
            do_safely([this] { advance(); });
        else
            place_.reset();
        do_safely([this] { show(); });
        publish();
    }
}

/// Waits until there is something to do. An empty command: only the flow. False: the thread is to end.
bool SimThread::take_command(std::function<void()>& command) {
    std::unique_lock lock(mutex_);
    const bool flows = run_ && (playing_ || steps_left_ > 0);
    const auto ready = [&] { return stop_ || !commands_.empty(); };
    if (flows && steps_due() == 0)  // not longer than the view may wait for a snapshot
        wake_.wait_until(lock, std::min(due_at_, Clock::now() + std::chrono::milliseconds(8)), ready);
    if (!flows && !ready()) {
        busy_ = false;
        idle_.notify_all();
        // a snapshot that the view was not ready for is due when it has taken the last one
        if (unseen_ && run_ && shows(wish_))
            wake_.wait_for(lock, std::chrono::milliseconds(8), ready);
        else
            wake_.wait(lock, ready);
    }
    if (stop_) return false;
    busy_ = flows || ready();
    if (commands_.empty()) return true;
    command = std::move(commands_.front());
    commands_.pop_front();
    return true;
}

/// Steps that the flow may make now: all that were asked for, or while playing what the film's speed allows.
std::int64_t SimThread::steps_due() {
    constexpr std::int64_t most = 10000;
    if (!playing_) return std::min(steps_left_, most);
    const Numbers& n = run_->setup().numbers;
    const std::int64_t step = run_->solver().time();
    const double rate = film_speed_ * n.steps_per_frame * run_->setup().scene.time.fps;
    if (rate <= 0) return most;
    if (step < n.warm_up_steps) {
        film_clock_.restart();
        return std::min(n.warm_up_steps - step, most);
    }
    const auto now = Clock::now();
    const double now_s = std::chrono::duration<double>(now.time_since_epoch()).count();
    const std::int64_t due = film_clock_.due(now_s, step, rate);
    const std::chrono::duration<double> wait(due > 0 ? 0 : std::min(film_clock_.wait_s(now_s, step), 1.0));
    due_at_ = now + std::chrono::duration_cast<Clock::duration>(wait);
    return std::min(due, most);
}

/// Whatever goes wrong becomes a state that can be shown; the thread lives.
void SimThread::do_safely(const std::function<void()>& what) {
    try {
        what();
    } catch (const std::exception& e) { fail(e.what()); }
}

void SimThread::fail(const std::string& sentence) {
    run_.reset();
    playing_ = false;
    steps_left_ = 0;
    no_run_ = SimFailure{sentence, {}, 0, {}, "There is no flow now."};
}

void SimThread::begin_run(const Scene& scene) {
    std::uint64_t wanted = 0;
    {
        const std::lock_guard lock(mutex_);
        wanted = loads_wanted_;
        --loads_waiting_;
        status_.mode = SimMode::preparing;
        status_.doing = "reading meshes";
        status_.share = 0;
    }
    playing_ = false;
    steps_left_ = 0;
    no_run_.reset();
    refusal_.clear();
    const auto progress = [&](const std::string& what, double share) {
        const std::lock_guard lock(mutex_);
        status_.doing = what;
        status_.share = share;
        return !stop_ && loads_wanted_ == wanted;
    };
    try {
        run_ = std::make_unique<SimRun>(scene, limits_, progress, std::move(run_));
    } catch (const Error& e) {
        if (e.code() != Exit::interrupted) throw;
        run_.reset();  // another load waits, or the end
        return;
    }
    ++runs_;
    film_clock_.restart();
    totals_.clear();
    unseen_ = true;
}

void SimThread::take_edit(std::uint64_t number) {
    std::optional<Scene> edited;
    {
        const std::lock_guard lock(mutex_);
        if (number == edits_) edited = std::exchange(edit_, std::nullopt);
    }
    if (!edited || !run_) return;
    try {
        run_->apply(*edited);
        refusal_.clear();
        unseen_ = true;
    } catch (const Error& e) {
        if (e.code() != Exit::input) throw;
        refusal_ = e.what();
    }
}

void SimThread::advance() {
    if (!place_) place_ = std::make_unique<Turns::Place>(turns_);
    if (!place_->wait_for(std::chrono::milliseconds(4))) return;  // somebody measures: commands are looked at meanwhile
    const auto turn = std::exchange(place_, nullptr);
    const std::int64_t before = run_->solver().time();
    const bool sound = run_->advance(budget_ms_, std::max<std::int64_t>(1, steps_due()));
    if (sound)
        steps_left_ = std::max<std::int64_t>(0, steps_left_ - (run_->solver().time() - before));
    else
        playing_ = false, steps_left_ = 0;
    unseen_ = true;
}

/// Whether there is something to show: what is wished for, or bodies that move.
bool SimThread::shows(const SnapshotWish& wish) const {
    const auto& bodies = run_->solver().config().bodies;
    return wish.anything() || std::ranges::any_of(bodies, [](const Body& b) { return bool(b.motion); });
}

/// Totals now and then; a snapshot, if something has changed and the view has taken the last one.
void SimThread::show() {
    SnapshotWish wish;
    {
        const std::lock_guard lock(mutex_);
        wish = wish_;
    }
    if (run_ && (totals_.empty() || seconds_since(totals_at_) > totals_every_s)) {
        totals_ = run_->solver().totals();
        totals_at_ = Clock::now();
    }
    if (!run_ || !unseen_ || !shows(wish) || !exchange_.taken()) return;
    const bool flows = playing_ || steps_left_ > 0;
    const auto begin = Clock::now();
    if (begin < show_due_) return;
    const auto written = exchange_.write(run_->solver(), wish, runs_, run_->time_s(), run_->setup().numbers.units);
    if (written == ShowExchange::Written::nothing) return;
    // by the clock, not from one picture to the next: pieces of the flow end when they end, and that would add up
    const auto end = Clock::now();
    const auto after = [](Clock::time_point t, double s) {
        return t + std::chrono::nanoseconds(std::llround(1e9 * s));
    };
    show_due_ = std::max(after(show_due_, 1 / wish.most_per_second), end);
    if (flows)
        show_due_ = std::max(show_due_, after(end, show_share * std::chrono::duration<double>(end - begin).count()));
    unseen_ = written == ShowExchange::Written::without_fields;
}

SimStatus SimThread::collect() {
    SimStatus s;
    s.run = runs_;
    s.refusal = refusal_;
    s.failure = no_run_;
    if (!run_) return s;
    const Setup& setup = run_->setup();
    const Numbers& n = setup.numbers;
    const Solver& solver = run_->solver();
    s.mode = playing_ || steps_left_ > 0 ? SimMode::playing : SimMode::paused;
    s.title = setup.scene.title;
    s.device = solver.device_name();
    s.step = solver.time();
    s.total_steps = n.total_steps;
    s.warm_up_steps = n.warm_up_steps;
    s.steps_per_frame = n.steps_per_frame;
    s.frames = setup.scene.time.frames;
    s.time_s = run_->time_s();
    s.dt_s = n.units.dt_s;
    s.frame = static_cast<double>(s.step - n.warm_up_steps) / n.steps_per_frame;
    s.step_ms = run_->step_ms();
    if (s.step_ms > 0) s.mlups = million_nodes(setup) / (1e-3 * s.step_ms);
    s.bytes_per_second = 1e6 * s.mlups * solver.stats().bytes_per_node;
    if (run_->bandwidth() > 0) s.bandwidth_share = s.bytes_per_second / run_->bandwidth();
    s.piece = run_->piece();
    s.totals = totals_;
    s.stages = run_->stages();
    s.memory = solver.memory();
    s.stability = run_->stability();
    s.issues = setup.issues;
    s.kept_step = run_->kept_step();
    s.failure = run_->failure();
    return s;
}

void SimThread::publish() {
    SimStatus status = collect();
    ForceHistory forces = run_ ? run_->forces() : ForceHistory{};
    const std::lock_guard lock(mutex_);
    std::swap(status_, status);
    std::swap(forces_, forces);
}

}  // namespace fum

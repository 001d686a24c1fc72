// The solver in a thread of its own. The window sends commands and looks at states and snapshots; it never waits for
// the solver, and the solver never for it.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "app/film_clock.h"
#include "app/show_exchange.h"
#include "app/sim_run.h"
#include "app/turns.h"

namespace fum {

enum class SimMode { empty, preparing, paused, playing };

/// What there is to say about a run, a copy.
struct SimStatus {
    SimMode mode = SimMode::empty;
    std::string doing;      ///< preparing: what
    double share = 0;       ///< of it that is done, 0..1
    std::uint64_t run = 0;  ///< goes up with every solver that is made
    std::string title, device;
    std::int64_t step = 0, total_steps = 0, warm_up_steps = 0;
    int steps_per_frame = 1, frames = 0;
    double time_s = 0, dt_s = 0;
    double frame = 0;  ///< of the film since its first; negative during the warm-up
    double step_ms = 0, mlups = 0;
    double bytes_per_second = 0, bandwidth_share = 0;  ///< of populations; the share is 0 where nothing was measured
    std::int64_t piece = 0;                            ///< steps between two looks for commands
    std::vector<double> totals;                        ///< mass, momentum (3), energy; lattice units
    std::vector<Stage> stages;                         ///< of the last profile()
    std::vector<MemoryItem> memory;
    std::vector<StabilityRow> stability;
    Issues issues;
    std::int64_t kept_step = -1;  ///< to which a flow that diverges returns; -1: its beginning
    std::optional<SimFailure> failure;
    std::string refusal;  ///< why the last edit was not taken; empty if it was
};

class SimThread {
public:
    explicit SimThread(SimLimits = {});
    ~SimThread();  ///< as stop()
    SimThread(const SimThread&) = delete;
    SimThread& operator=(const SimThread&) = delete;

    // Commands; they return at once and are done in their order, between two pieces of work.
    void load(Scene);   ///< makes a solver, paused at step 0; ends a preparation that is under way
    void reset();       ///< the same with the scene as it was edited last
    void apply(Scene);  ///< an edit of what is live; of several that wait only the last is done
    void play();
    void pause();
    void step(std::int64_t n);  ///< n steps more, then pause
    void profile(int n);
    void set_budget_ms(double);  ///< of a piece of work while playing
    /// Playing goes no faster than `factor` times the film (of time.speed and time.fps), except in the warm-up; 0: as
    /// fast as the device can. Steps that are asked for are made at once.
    void set_film_speed(double factor);
    /// Hands the run's setup to `f`, in the solver's thread; nothing happens where there is no run.
    void look(std::function<void(const Setup&)> f);
    void give_up_load();  ///< ends a preparation that is under way; then there is no flow
    /// Ends the thread after the piece it is at; what else waits is dropped. Nothing happens from then on.
    void stop();

    /// Held while the flow advances: whoever measures on the same device takes turns with it.
    Turns& turns() { return turns_; }
    SimStatus status() const;
    ForceHistory forces() const;
    void want(SnapshotWish);
    /// The newest, valid until the next call. For one thread, the view's.
    const Shown& shown() { return exchange_.newest(); }
    /// For the view that gives the solver memory to write to.
    ShowExchange& exchange() { return exchange_; }
    /// Waits until all commands are done, and playing or stepping has ended. False if that took longer.
    bool wait_until_idle(double seconds) const;

private:
    using Clock = std::chrono::steady_clock;
    void post(std::function<void()> command);
    void work();
    bool take_command(std::function<void()>& command);
    void do_safely(const std::function<void()>& what);
    std::int64_t steps_due();
    void begin_run(const Scene&);
    void take_edit(std::uint64_t number);
    void advance();
    void fail(const std::string& sentence);
    void publish();
    void show();
    bool shows(const SnapshotWish&) const;
    SimStatus collect();

    SimLimits limits_;

    Turns turns_;

    // Of the worker alone.
    std::unique_ptr<Turns::Place> place_;  ///< in the queue, while the flow waits for its turn
    std::unique_ptr<SimRun> run_;
    std::uint64_t runs_ = 0;
    bool playing_ = false;
    std::int64_t steps_left_ = 0;
    double budget_ms_ = 12, film_speed_ = 0;
    FilmClock film_clock_;
    Clock::time_point due_at_{};  ///< when steps_due() is worth asking again
    std::vector<double> totals_;
    Clock::time_point totals_at_{}, show_due_{};
    bool unseen_ = false;               ///< something has changed since the last snapshot
    std::optional<SimFailure> no_run_;  ///< why there is none
    std::string refusal_;

    // Under the mutex.
    mutable std::mutex mutex_;
    mutable std::condition_variable wake_, idle_;
    std::deque<std::function<void()>> commands_;
    std::optional<Scene> edit_, last_scene_;
    std::uint64_t edits_ = 0;  ///< the command with this number takes the edit that waits
    SnapshotWish wish_;
    SimStatus status_;
    ForceHistory forces_;
    int loads_waiting_ = 0;           ///< load() has been called and the worker has not come to it
    std::uint64_t loads_wanted_ = 0;  ///< goes up with every load(): an older preparation ends
    bool stop_ = false, busy_ = false;

    ShowExchange exchange_;
    std::thread thread_;
};

}  // namespace fum

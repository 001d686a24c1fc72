// Work of the window's that takes longer than a picture: in a thread of its own, with progress, can be given up.
#pragma once

#include <atomic>
#include <exception>
#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <utility>

#include "sim/core/error.h"

namespace fum {

/// The work's side of a job.
class JobControl {
public:
    bool wanted() const { return wanted_; }  ///< false: come to an end soon; the result is thrown away
    /// Returns wanted(), so that it fits PrepareProgress.
    bool report(const std::string& doing, double share) {
        const std::lock_guard lock(mutex_);
        doing_ = doing;
        share_ = share;
        return wanted_;
    }

private:
    template <class T>
    friend class Job;
    std::atomic<bool> wanted_{true}, done_{false};
    mutable std::mutex mutex_;
    std::string doing_;
    double share_ = 0;
};

/// One kind of work. Starting it again gives up what runs: only the last start has a result. For one thread, the
/// window's; its end waits for the work to notice that it is not wanted.
template <class T>
class Job {
public:
    using Work = std::function<T(JobControl&)>;

    Job() = default;
    Job(const Job&) = delete;
    Job& operator=(const Job&) = delete;
    ~Job() {
        cancel();
        for (Thread& t : threads_) t.thread.join();
    }

    void start(Work work) {
        cancel();
        auto run = std::make_shared<Run>();
        current_ = run;
        error_.clear();
        threads_.emplace_back(run, std::thread([run, work = std::move(work)] {
                                  try {
                                      run->result.emplace(work(run->control));
                                  } catch (const Error& e) {
                                      if (e.code() != Exit::interrupted) run->error = e.what();
                                  } catch (const std::exception& e) { run->error = e.what(); }
                                  run->control.done_ = true;
                              }));
    }
    void cancel() {
        if (current_) current_->control.wanted_ = false;
        current_.reset();
        reap();
    }
    bool running() const { return current_ && !current_->control.done_; }
    /// The result, once, when it is there. An error is then in error(), until the next start.
    std::optional<T> take() {
        reap();
        if (!current_ || !current_->control.done_) return std::nullopt;
        const auto run = std::exchange(current_, nullptr);
        error_ = run->error;
        reap();
        return std::move(run->result);
    }
    const std::string& error() const { return error_; }
    std::string doing() const {
        if (!current_) return {};
        const std::lock_guard lock(current_->control.mutex_);
        return current_->control.doing_;
    }
    double share() const {
        if (!current_) return 0;
        const std::lock_guard lock(current_->control.mutex_);
        return current_->control.share_;
    }

private:
    struct Run {
        JobControl control;
        std::optional<T> result;
        std::string error;
    };
    struct Thread {
        Thread(std::shared_ptr<Run> r, std::thread t) : run(std::move(r)), thread(std::move(t)) {}
        std::shared_ptr<Run> run;
        std::thread thread;
    };
    /// Joins threads that have ended.
    void reap() {
        threads_.remove_if([](Thread& t) {
            if (!t.run->control.done_) return false;
            t.thread.join();
            return true;
        });
    }

    std::shared_ptr<Run> current_;
    std::list<Thread> threads_;
    std::string error_;
};

}  // namespace fum

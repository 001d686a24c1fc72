// Programs of ours that run one after the other beside the window: exports, their pictures, their films. A crash or an
// end of one of them cannot hurt the window.
#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <list>
#include <string>
#include <vector>

#include "app/running_child.h"
#include "app/window/run_progress.h"

namespace fum {

enum class ExportKind { frames, pictures, film };

enum class ExportState {
    waiting,
    running,
    stopping,  ///< was asked to; finishes what it is at
    finished,
    stopped,  ///< what was finished by then is there
    failed
};

struct ExportTask {
    ExportKind kind = ExportKind::frames;
    std::string title;               ///< "ball: frames 1 to 96"
    std::filesystem::path folder;    ///< that it writes into
    std::vector<std::string> words;  ///< that start it

    int number = 0;  ///< counts up
    ExportState state = ExportState::waiting;
    RunProgress progress;
    int code = 0;          ///< exit code
    std::string sentence;  ///< failed: its own last sentence
    std::chrono::steady_clock::time_point began{}, ended{};

    bool over() const { return state >= ExportState::finished; }
    double seconds() const;  ///< since it began, to its end
};

class ExportQueue {
public:
    /// Behind the others; returns its number.
    int add(ExportTask);
    /// Takes one that waits off the list; asks one that runs to end, the second time at once.
    void stop(int number);
    void stop_all();
    /// Takes one that is over off the list.
    void forget(int number);
    /// And all that are over and wrote into this folder: what comes now makes them old.
    void forget_those_into(const std::filesystem::path& folder);

    /// Once a picture: reads what the one that runs has said, starts the next. `on_end` is called for each that has
    /// ended since, by itself or not.
    void tick(const std::function<void(ExportTask&)>& on_end);

    bool busy() const;  ///< one runs, or waits
    std::list<ExportTask>& tasks() { return tasks_; }
    const std::list<ExportTask>& tasks() const { return tasks_; }
    ExportTask* running();
    /// Another one that is not over writes into this folder.
    bool writes_into(const std::filesystem::path& folder) const;

private:
    void start(ExportTask&);
    void end(ExportTask&);

    std::list<ExportTask> tasks_;
    int next_ = 1;
    RunningChild child_;
};

}  // namespace fum

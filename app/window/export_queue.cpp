#include "app/window/export_queue.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "sim/core/error.h"

namespace fum {
namespace {

constexpr const char* often = "FUMAROLE_PROGRESS_S=0.3";  ///< seconds between two lines of progress

std::string last_sentence(const ExportTask& task) {
    if (!task.progress.error.empty()) return task.progress.error;
    if (task.code > 128) return fmt::format("It was ended by signal {}.", task.code - 128);
    if (!task.progress.last.empty()) return task.progress.last;
    return fmt::format("It ended with exit code {} and said nothing.", task.code);
}

}  // namespace

double ExportTask::seconds() const {
    if (state == ExportState::waiting) return 0;
    return std::chrono::duration<double>((over() ? ended : std::chrono::steady_clock::now()) - began).count();
}

int ExportQueue::add(ExportTask task) {
    task.number = next_++;
    task.state = ExportState::waiting;
    tasks_.push_back(std::move(task));
    return tasks_.back().number;
}

ExportTask* ExportQueue::running() {
    for (ExportTask& task : tasks_)
        if (task.state == ExportState::running || task.state == ExportState::stopping) return &task;
    return nullptr;
}

void ExportQueue::stop(int number) {
    std::erase_if(tasks_, [&](const ExportTask& t) { return t.number == number && t.state == ExportState::waiting; });
    ExportTask* task = running();
    if (!task || task->number != number) return;
    if (std::exchange(task->state, ExportState::stopping) == ExportState::stopping)
        child_.end_now();
    else
        child_.ask_to_end();
}

void ExportQueue::stop_all() {
    std::erase_if(tasks_, [](const ExportTask& t) { return t.state == ExportState::waiting; });
    if (const ExportTask* task = running(); task && task->state == ExportState::running) stop(task->number);
}

void ExportQueue::forget(int number) {
    std::erase_if(tasks_, [&](const ExportTask& t) { return t.number == number && t.over(); });
}

void ExportQueue::forget_those_into(const std::filesystem::path& folder) {
    std::erase_if(tasks_, [&](const ExportTask& t) { return t.folder == folder && t.over(); });
}

bool ExportQueue::busy() const {
    return std::any_of(tasks_.begin(), tasks_.end(), [](const ExportTask& t) { return !t.over(); });
}

bool ExportQueue::writes_into(const std::filesystem::path& folder) const {
    return std::any_of(tasks_.begin(), tasks_.end(),
                       [&](const ExportTask& t) { return !t.over() && t.folder == folder; });
}

void ExportQueue::start(ExportTask& task) {
    task.began = std::chrono::steady_clock::now();
    try {
        child_.start(task.words, {often});
        task.state = ExportState::running;
    } catch (const Error& e) {
        task.state = ExportState::failed;
        task.sentence = e.what();
        task.ended = task.began;
    }
}

void ExportQueue::end(ExportTask& task) {
    task.ended = std::chrono::steady_clock::now();
    task.code = child_.code();
    const bool asked = task.state == ExportState::stopping;
    if (task.code == static_cast<int>(Exit::ok)) {
        task.state = ExportState::finished;
    } else if (asked || task.code == static_cast<int>(Exit::interrupted)) {
        task.state = ExportState::stopped;
        std::erase_if(task.progress.warnings,
                      [](const std::string& w) { return w.starts_with("Stopped by a signal"); });
    } else {
        task.state = ExportState::failed;
        task.sentence = last_sentence(task);
    }
}

void ExportQueue::tick(const std::function<void(ExportTask&)>& on_end) {
    ExportTask* task = running();
    if (task) {
        const bool lives = child_.poll([&](RunningChild::Stream stream, const std::string& line) {
            stream == RunningChild::Stream::error ? task->progress.take_log(line) : task->progress.take_output(line);
        });
        if (lives) return;
        end(*task);
        on_end(*task);
    }
    for (ExportTask& next : tasks_) {
        if (next.state != ExportState::waiting) continue;
        start(next);
        if (!next.over()) return;
        on_end(next);
    }
}

}  // namespace fum

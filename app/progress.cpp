#include "app/progress.h"

#include <fmt/format.h>

#include <cmath>
#include <cstdlib>

#include "app/log.h"
#include "sim/core/files.h"

namespace fum {
namespace {

/// Seconds between two lines where no terminal reads: FUMAROLE_PROGRESS_S, or 5.
double line_every_s() {
    const char* given = std::getenv("FUMAROLE_PROGRESS_S");
    const double seconds = given ? std::atof(given) : 0;
    return seconds > 0 ? seconds : 5;
}

}  // namespace

std::string human_seconds(double seconds) {
    if (!std::isfinite(seconds) || seconds < 0) return "?";
    const auto s = std::llround(seconds);
    if (s < 60) return fmt::format("{} s", s);
    if (s < 3600) return fmt::format("{} min {:02} s", s / 60, s % 60);
    return fmt::format("{} h {:02} min", s / 3600, s / 60 % 60);
}

std::string three_digits(double v) { return fmt::format("{:.{}f}", v, v < 10 ? 2 : v < 100 ? 1 : 0); }

Progress::Progress(const Setup& setup, int frames, std::int64_t steps, double bandwidth, std::int64_t memory_bytes)
    : nodes_(1.0 * setup.config.nodes.x * setup.config.nodes.y * setup.config.nodes.z),
      frames_(frames),
      steps_(steps),
      memory_bytes_(memory_bytes),
      bandwidth_(bandwidth),
      terminal_(log::stderr_is_terminal()),
      start_(Clock::now()),
      shown_(start_) {}

Progress::~Progress() {
    if (terminal_) log::clear_status();
}

std::string Progress::line(int frame, std::int64_t step, const StepStats& stats, double bytes_per_frame) const {
    const double elapsed = std::chrono::duration<double>(Clock::now() - start_).count();
    const double updates = stats.seconds > 0 ? nodes_ * static_cast<double>(stats.steps) / stats.seconds : 0;
    const double traffic = updates * stats.bytes_per_node;
    std::string text = fmt::format("frame {}/{}  step {}/{}  {:.1f} MLUPS  {:.1f} GB/s", frame, frames_, step, steps_,
                                   updates * 1e-6, traffic * 1e-9);
    if (bandwidth_ > 0) text += fmt::format(" ({:.0f} %)", 100 * traffic / bandwidth_);
    text += fmt::format("  {}", human_bytes(static_cast<double>(memory_bytes_)));
    if (bytes_per_frame > 0) text += fmt::format("  {:.2f} MB/frame", bytes_per_frame * 1e-6);
    const double left = step > 0 ? elapsed * static_cast<double>(steps_ - step) / static_cast<double>(step) : 0;
    return text + fmt::format("  {} gone, {} left", human_seconds(elapsed), step > 0 ? human_seconds(left) : "?");
}

void Progress::show(int frame, std::int64_t step, const StepStats& stats, double bytes_per_frame, bool last) {
    const auto now = Clock::now();
    const std::chrono::duration<double> wait(terminal_ ? 0.1 : line_every_s());
    if (!last && now - shown_ < wait) return;
    shown_ = now;
    const std::string text = line(frame, step, stats, bytes_per_frame);
    if (terminal_ && !last)
        log::status(text);
    else
        log::info("progress", text);
}

}  // namespace fum

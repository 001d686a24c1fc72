#include "app/panels/run_state.h"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <utility>

#include "app/budget.h"
#include "app/log.h"
#include "sim/core/files.h"
#include "sim/units.h"

namespace fum {
namespace {

constexpr double look_every_s = 3;  // at the device

struct DeviceWatch {
    Job<DeviceInfo> look;
    std::optional<DeviceInfo> info;
    std::string wish, fault;
    double looked_at = -1e9;
};

struct CheckState {
    Checks checks;
    std::shared_ptr<const Setup> prepared;
    std::vector<StabilityRow> numbers;  ///< of it
    int picture = -1;                   ///< for which the checks were made
};

void count(Checks& checks) {
    checks.doubtful = checks.bad = 0;
    for (const StabilityRow& row : checks.rows) {
        checks.doubtful += row.verdict == Verdict::doubtful;
        checks.bad += row.verdict == Verdict::bad;
    }
    for (const Issue& issue : checks.issues) ++(issue.kind == Issue::Kind::error ? checks.bad : checks.doubtful);
}

/// Lines of the log for what a panel or a banner shows only for a while.
void tell_log(const Workspace& w, RunState& state) {
    const SimStatus& s = w.status;
    const bool runs = s.mode == SimMode::playing || s.mode == SimMode::paused;
    if (runs && w.running && std::exchange(state.told_run, s.run) != s.run) {
        const Int3 n = grid_of(w.running->domain).nodes;
        log::info("solver",
                  fmt::format("flow {} of {}: {} x {} x {} nodes, {} steps on {}, {}", s.run, s.title, n.x, n.y, n.z,
                              s.total_steps, s.device, human_bytes(static_cast<double>(held_bytes(s)))));
    }
    const std::string failure = s.failure ? s.failure->sentence : "";
    if (std::exchange(state.told_failure, failure) != failure && !failure.empty())
        log::error("solver", s.failure ? failure + " " + s.failure->went_back : failure);
    if (std::exchange(state.told_refusal, s.refusal) != s.refusal && !s.refusal.empty())
        log::warning("solver", "The flow did not take an edit: " + s.refusal);
}

}  // namespace

RunState& run_state(Workspace& w) { return w.parts.of<RunState>(); }

void update_run_state(Workspace& w) {
    RunState& state = run_state(w);
    const double now = ImGui::GetTime();
    if (!(std::exchange(state.play, w.view.play) == w.view.play)) state.pace.forget_speed();
    state.pace.add(now, w.status);
    tell_log(w, state);
    const auto since = [&](double& begin, bool is) { begin = !is ? -1 : begin < 0 ? now : begin; };
    since(state.preparing_since, w.status.mode == SimMode::preparing);
    since(state.empty_since, w.status.mode == SimMode::empty);
    state.preparing_long = state.preparing_since >= 0 && now - state.preparing_since > 0.35;
}

const DeviceInfo* device_of(Workspace& w) {
    auto& watch = w.parts.of<DeviceWatch>();
    if (auto made = watch.look.take()) {
        watch.info = std::move(*made);
        watch.fault.clear();
    } else if (!watch.look.error().empty()) {
        watch.info.reset();
        watch.fault = watch.look.error();
    }
    const std::string& wish = w.doc.scene().solver.device;
    const double now = ImGui::GetTime();
    if (wish != watch.wish || (!watch.look.running() && now - watch.looked_at > look_every_s)) {
        if (wish != watch.wish) watch.info.reset();
        watch.wish = wish;
        watch.looked_at = now;
        watch.look.start([wish](JobControl&) { return choose_device(wish); });
    }
    return watch.info ? &*watch.info : nullptr;
}

std::string device_fault(Workspace& w) { return w.parts.of<DeviceWatch>().fault; }

std::int64_t held_bytes(const SimStatus& status) {
    std::int64_t bytes = 0;
    for (const MemoryItem& item : status.memory) bytes += item.bytes;
    return bytes;
}

std::string Checks::sentence() const {
    if (bad == 0 && doubtful == 0) return "all good";
    std::string text;
    if (bad > 0) text = fmt::format("{} bad", bad);
    if (doubtful > 0) text += fmt::format("{}{} doubtful", text.empty() ? "" : ", ", doubtful);
    return text;
}

const Checks& checks_of(Workspace& w) {
    auto& state = w.parts.of<CheckState>();
    Checks& checks = state.checks;
    if (std::exchange(state.picture, ImGui::GetFrameCount()) == ImGui::GetFrameCount()) return checks;
    if (state.prepared != w.prepared) {
        state.prepared = w.prepared;
        state.numbers.clear();
        if (w.prepared && usable(w.prepared->issues)) state.numbers = number_rows(*w.prepared);
    }
    const bool runs = w.status.mode == SimMode::playing || w.status.mode == SimMode::paused;
    checks.of_run = runs && !w.pending && !w.status.stability.empty();
    checks.rows = checks.of_run ? w.status.stability : state.numbers;
    checks.issues = usable(w.doc.issues()) && w.prepared ? w.prepared->issues : w.doc.issues();
    count(checks);
    return checks;
}

std::string section_of(const std::string& key) {
    const std::string path = key.substr(0, key.find(' '));
    const std::size_t dot = path.rfind('.');
    return dot == std::string::npos ? path : path.substr(0, dot);
}

void select_key(Workspace& w, const std::string& key) {
    // a face is a section of its own: "boundary.xmin" has no parameter behind it
    const bool is_face = key.starts_with("boundary.") && std::count(key.begin(), key.end(), '.') == 1;
    w.selected.section = is_face ? key : section_of(key);
}

}  // namespace fum

#include "app/bridge_cuda.h"

#include <cuda_runtime_api.h>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <string_view>
#include <utility>

#include "sim/core/error.h"

namespace fum {
namespace {

using Clock = std::chrono::steady_clock;
constexpr std::int64_t spare_tracers = 1 << 16;

double ms_since(Clock::time_point begin) {
    return std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
}

/// Why interop is not wanted at all; empty if it is.
std::string forbidden(const BridgeOptions& options) {
    if (!options.allow_interop) return "Interop was switched off (--no-interop).";
    const char* word = std::getenv("FUMAROLE_NO_INTEROP");
    const std::string_view value = word ? word : "";
    return value.empty() || value == "0" ? "" : "Interop was switched off (FUMAROLE_NO_INTEROP).";
}

}  // namespace

// ---- the solver's thread

ShowMemory::Answer CudaBridge::write(int i, Solver& solver, const SnapshotWish& wish, Shown& shown) {
    const std::lock_guard lock(mutex_);
    const int gpu = solver.cuda_index();
    Written& written = written_[static_cast<std::size_t>(i)];
    written = {};
    if (gpu < 0) {
        written.why = "The solver runs on the CPU.";
        return Answer::elsewhere;
    }
    const bool draws = std::find(drawing_.begin(), drawing_.end(), gpu) != drawing_.end();
    if (refused_.empty() && draws) return write_textures(i, solver, wish, shown);
    written.why = !refused_.empty() ? refused_ : fmt::format("The solver runs on cuda:{}, which does not draw.", gpu);
    return write_pinned(i, solver, wish, shown);
}

ShowMemory::Answer CudaBridge::write_textures(int i, Solver& solver, const SnapshotWish& wish, Shown& shown) {
    const int gpu = solver.cuda_index();
    const SmokeConfig& smoke = solver.config().smoke;
    const std::int64_t count = wish.tracers ? solver.tracers().count : 0;
    const bool fits = interop_ && interop_->gpu() == gpu && interop_->size().nodes == shown.nodes;
    ShowSize needed = fits ? interop_->size() : ShowSize{shown.nodes};
    needed.flow |= wish.flow;
    needed.smoke |= wish.smoke && !smoke.emitters.empty();
    if (count > needed.tracers) needed.tracers = std::clamp(count * 3 / 2 + spare_tracers, count, smoke.max_tracers);
    if (!fits || !interop_->size().holds(needed)) {
        wanted_ = needed;
        wanted_gpu_ = gpu;
        unmet_ = true;
        return Answer::later;
    }
    wanted_ = interop_->size();  // whatever was asked for before
    ShowTargets to = interop_->targets(i);
    if (!wish.flow) to.flow_surface = 0;
    if (!wish.smoke || smoke.emitters.empty()) to.smoke_surface = 0;
    if (count == 0) to.tracers = nullptr;
    const bool anything = to.wants_flow() || to.wants_smoke() || to.tracers;
    if (anything && !interop_->ready(i)) return Answer::later;
    shown.tracer_count = anything ? solver.show(to) : 0;
    shown.has_flow = to.wants_flow();
    shown.has_smoke = to.wants_smoke();
    written_[static_cast<std::size_t>(i)].way = Way::textures;
    return Answer::written;
}

ShowMemory::Answer CudaBridge::write_pinned(int i, Solver& solver, const SnapshotWish& wish, Shown& shown) {
    Written& written = written_[static_cast<std::size_t>(i)];
    const int gpu = solver.cuda_index();
    if (no_pinned_.empty()) try {
            if (!pinned_ || pinned_->gpu() != gpu) pinned_ = std::make_shared<PinnedPlaces>(gpu);
            if (!pinned_->idle()) return Answer::later;
            pinned_->make_room(i, solver, wish);
        } catch (const Error& e) {
            no_pinned_ = e.what();
            pinned_.reset();
        }
    if (!no_pinned_.empty()) {
        written.why += " " + no_pinned_;
        return Answer::elsewhere;
    }
    pinned_->send(i, solver, shown);
    written.way = Way::pinned;
    written.pinned = pinned_;
    return Answer::written;
}

// ---- the window's thread

const LiveTextures& CudaBridge::take() {
    if (copying_ && !finish_copy()) return live_;
    if (exchange_.fresh()) take_fresh();
    if (unmet_.exchange(false)) make_textures();
    return live_;
}

void CudaBridge::take_fresh() {
    drawn();
    const auto begin = Clock::now();
    before_ = exchange_.place();
    const Shown& shown = exchange_.take();
    ++costs_.pictures;
    const Written& written = written_[place()];
    way_ = written.way;
    why_ = written.why;
    if (way_ != Way::textures && interop_) {
        const std::lock_guard lock(mutex_);
        live_.flow = live_.smoke = live_.tracers = 0;
        interop_.reset();
    }
    if (way_ == Way::textures) {
        show_textures(shown);
    } else if (way_ == Way::host) {
        describe(shown);
        upload(shown);
    } else {
        copying_ = true;
        finish_copy();
    }
    costs_.take_ms += ms_since(begin);
}

/// Only now: each time the GPU turns from CUDA to OpenGL and back costs 0.4 ms, and drawing, this and the taking before
/// it need but one turn if nothing comes between them.
void CudaBridge::drawn() {
    const int place = std::exchange(before_, -1);
    if (place < 0 || !interop_) return;
    const auto begin = Clock::now();
    try {
        interop_->give(place);
    } catch (const Error& e) { refuse(e); }
    costs_.map_ms += ms_since(begin);
}

void CudaBridge::show_textures(const Shown& shown) {
    describe(shown);
    if (!interop_) return;  // it has broken since
    const auto begin = Clock::now();
    const int now = exchange_.place();
    try {
        interop_->take_back(now);
    } catch (const Error& e) { return refuse(e); }
    costs_.unmap_ms += ms_since(begin);
    if (shown.has_flow) live_.flow = interop_->flow(now);
    if (shown.has_smoke) live_.smoke = interop_->smoke(now);
    live_.tracer_count = static_cast<int>(shown.tracer_count);
    if (shown.tracer_count > 0) live_.tracers = interop_->tracers(now);
}

/// False while the copy is under way; until it has arrived the picture before it stays.
bool CudaBridge::finish_copy() {
    const auto begin = Clock::now();
    const std::shared_ptr<PinnedPlaces> from = written_[place()].pinned;
    const int now = exchange_.place();
    if (!from->arrived(now)) return false;
    copying_ = false;
    describe(exchange_.held());
    upload(from->flow(now), from->smoke(now), from->tracers(now), exchange_.held().nodes);
    const double copy = from->copy_ms(now);
    costs_.copy_ms += copy;
    average(copy_ms_, copy + ms_since(begin));
    return true;
}

void CudaBridge::make_textures() {
    const std::lock_guard lock(mutex_);
    if (!refused_.empty()) return;
    try {
        const bool other_gpu = interop_ && interop_->gpu() != wanted_gpu_;
        const bool resized = other_gpu || !interop_ || !(interop_->size().nodes == wanted_.nodes);
        if (way_ == Way::textures && (resized || interop_->size().tracers != wanted_.tracers)) {
            live_.tracers = 0;
            live_.tracer_count = 0;
            if (resized) live_.flow = live_.smoke = 0;
            ++live_.turn;
        }
        if (other_gpu) interop_.reset();
        if (!interop_) interop_ = std::make_unique<InteropPlaces>(wanted_gpu_);
        interop_->make(wanted_, exchange_.place());
    } catch (const Error& e) {
        interop_.reset();
        refused_ = e.what();
    }
}

/// From now on without.
void CudaBridge::refuse(const Error& e) {
    const std::lock_guard lock(mutex_);
    interop_.reset();
    refused_ = e.what();
    if (way_ == Way::textures) {
        live_.flow = live_.smoke = live_.tracers = 0;
        live_.tracer_count = 0;
        ++live_.turn;
    }
}

std::string CudaBridge::badge() const {
    if (way_ == Way::textures) return "interop";
    return way_ == Way::pinned ? fmt::format("copy {:.1f} ms", copy_ms_) : UploadBridge::badge();
}

std::unique_ptr<UploadBridge> make_cuda_bridge(ShowExchange& exchange, TellWish tell, const BridgeOptions& options) {
    int count = -1;
    if (cudaGetDeviceCount(&count) != cudaSuccess || count == 0) {
        cudaGetLastError();
        return nullptr;
    }
    return std::make_unique<CudaBridge>(exchange, std::move(tell), forbidden(options));
}

}  // namespace fum

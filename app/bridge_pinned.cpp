#include "app/bridge_pinned.h"

#include <cuda_runtime_api.h>

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>

#include "app/bridge_check.h"

namespace fum {
namespace {

bool is_over(cudaEvent_t event) {
    const cudaError_t code = cudaEventQuery(event);
    if (code == cudaErrorNotReady) return cudaGetLastError(), false;
    demand(code, "A copy from the GPU failed");
    return true;
}

struct DestroyEvent {
    void operator()(cudaEvent_t e) const noexcept { cudaEventDestroy(e); }
};
using Event = std::unique_ptr<std::remove_pointer_t<cudaEvent_t>, DestroyEvent>;

Event make_event() {
    cudaEvent_t made = nullptr;
    demand(cudaEventCreate(&made), "CUDA made no event");
    return Event(made);
}

/// Where things lie in a piece: the tracers last, since only those that are there are copied.
struct Parts {
    std::size_t nodes = 0;
    bool has_flow = false, has_smoke = false;
    std::size_t tracers = 0;

    std::size_t smoke_at() const { return has_flow ? nodes * sizeof(Half4) : 0; }
    std::size_t tracers_at() const { return (smoke_at() + (has_smoke ? nodes * sizeof(Half) : 0) + 15) / 16 * 16; }
    std::size_t bytes() const { return tracers_at() + tracers * 4 * sizeof(float); }
};

}  // namespace

struct PinnedPlaces::Place {
    struct Free {
        void operator()(std::byte* p) const noexcept { cudaFreeHost(p); }
    };
    std::unique_ptr<std::byte, Free> memory;
    std::size_t room = 0;
    Parts parts;
    Event begin = make_event(), end = make_event();
};

struct PinnedPlaces::Staging {
    struct Free {
        void operator()(std::byte* p) const noexcept { cudaFree(p); }
    };
    struct DestroyStream {
        void operator()(cudaStream_t s) const noexcept { cudaStreamDestroy(s); }
    };
    std::unique_ptr<std::byte, Free> memory;
    std::size_t room = 0;
    std::unique_ptr<std::remove_pointer_t<cudaStream_t>, DestroyStream> stream;
    int last = -1;  ///< the place to which the last copy goes
};

PinnedPlaces::PinnedPlaces(int gpu) : gpu_(gpu), staging_(std::make_unique<Staging>()) {
    demand(cudaSetDevice(gpu), "CUDA could not turn to the solver's GPU");
    cudaStream_t stream = nullptr;
    demand(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), "CUDA made no stream");
    staging_->stream.reset(stream);
    for (auto& place : places_) place = std::make_unique<Place>();
}

PinnedPlaces::~PinnedPlaces() {
    cudaSetDevice(gpu_);
    cudaStreamSynchronize(staging_->stream.get());
    cudaGetLastError();
}

bool PinnedPlaces::idle() const {
    const int last = staging_->last;
    return last < 0 || is_over(places_[static_cast<std::size_t>(last)]->end.get());
}

void PinnedPlaces::make_room(int i, Solver& solver, const SnapshotWish& wish) {
    Place& place = *places_[static_cast<std::size_t>(i)];
    const Int3 n = solver.config().nodes;
    Parts& parts = place.parts;
    parts.nodes = static_cast<std::size_t>(n.x) * static_cast<std::size_t>(n.y) * static_cast<std::size_t>(n.z);
    parts.has_flow = wish.flow;
    parts.has_smoke = wish.smoke && !solver.config().smoke.emitters.empty();
    parts.tracers = wish.tracers ? static_cast<std::size_t>(solver.tracers().count) : 0;
    const std::size_t bytes = parts.bytes(), room = bytes + parts.tracers * 2 * sizeof(float);  // they become more
    demand(cudaSetDevice(gpu_), "CUDA could not turn to the solver's GPU");
    void* memory = nullptr;
    if (bytes > staging_->room) {
        staging_->memory.reset();
        staging_->room = 0;
        demand(cudaMalloc(&memory, room), "The GPU has no memory to pack pictures in");
        staging_->memory.reset(static_cast<std::byte*>(memory));
        staging_->room = room;
    }
    if (bytes > place.room) {
        place.memory.reset();
        place.room = 0;
        demand(cudaHostAlloc(&memory, room, cudaHostAllocPortable), "There is no pinned memory for pictures");
        place.memory.reset(static_cast<std::byte*>(memory));
        place.room = room;
    }
}

void PinnedPlaces::send(int i, Solver& solver, Shown& shown) {
    Place& place = *places_[static_cast<std::size_t>(i)];
    Parts& parts = place.parts;
    std::byte* const there = staging_->memory.get();
    ShowTargets to;
    to.on_host = false;
    if (parts.has_flow) to.flow = reinterpret_cast<Half4*>(there);
    if (parts.has_smoke) to.smoke = reinterpret_cast<Half*>(there + parts.smoke_at());
    if (parts.tracers > 0) to.tracers = reinterpret_cast<float*>(there + parts.tracers_at());
    to.tracer_room = static_cast<std::int64_t>(parts.tracers);
    shown.tracer_count = parts.bytes() > 0 ? solver.show(to) : 0;
    shown.has_flow = parts.has_flow;
    shown.has_smoke = parts.has_smoke;
    parts.tracers = static_cast<std::size_t>(shown.tracer_count);
    const cudaStream_t stream = staging_->stream.get();
    demand(cudaEventRecord(place.begin.get(), stream), "CUDA could not mark a moment");
    if (parts.bytes() > 0)
        demand(cudaMemcpyAsync(place.memory.get(), there, parts.bytes(), cudaMemcpyDeviceToHost, stream),
               "A copy from the GPU failed");
    demand(cudaEventRecord(place.end.get(), stream), "CUDA could not mark a moment");
    staging_->last = i;
}

bool PinnedPlaces::arrived(int i) const { return is_over(places_[static_cast<std::size_t>(i)]->end.get()); }

double PinnedPlaces::copy_ms(int i) const {
    const Place& place = *places_[static_cast<std::size_t>(i)];
    float ms = 0;
    demand(cudaEventElapsedTime(&ms, place.begin.get(), place.end.get()), "A copy was not timed");
    return ms;
}

std::span<const Half4> PinnedPlaces::flow(int i) const {
    const Place& place = *places_[static_cast<std::size_t>(i)];
    if (!place.parts.has_flow) return {};
    return {reinterpret_cast<const Half4*>(place.memory.get()), place.parts.nodes};
}

std::span<const Half> PinnedPlaces::smoke(int i) const {
    const Place& place = *places_[static_cast<std::size_t>(i)];
    if (!place.parts.has_smoke) return {};
    return {reinterpret_cast<const Half*>(place.memory.get() + place.parts.smoke_at()), place.parts.nodes};
}

std::span<const float> PinnedPlaces::tracers(int i) const {
    const Place& place = *places_[static_cast<std::size_t>(i)];
    return {reinterpret_cast<const float*>(place.memory.get() + place.parts.tracers_at()), 4 * place.parts.tracers};
}

}  // namespace fum

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "app/bridge_upload.h"
#include "app/sim_thread.h"

namespace fum {
namespace {

using Clock = std::chrono::steady_clock;
constexpr double host_fields_per_second = 5;  ///< streamlines: reading a field costs about a step

double ms_since(Clock::time_point begin) {
    return std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
}

}  // namespace

void average(double& mean, double value) { mean = mean == 0 ? value : 0.9 * mean + 0.1 * value; }

void UploadBridge::want(const BridgeWish& wish) {
    if (wish == wish_) return;
    wish_ = wish;
    SnapshotWish told;
    told.flow = wish.flow;
    told.smoke = wish.smoke;
    told.tracers = wish.tracers;
    if (wish.host_velocity) told.fields = {Field::velocity};
    told.fields_per_second = host_fields_per_second;
    told.probes = wish.probes;
    told.most_per_second = wish.most_per_second;
    tell_(told);
}

void UploadBridge::describe(const Shown& shown) {
    live_.run = shown.run;
    ++live_.turn;
    live_.step = shown.step;
    live_.time_s = shown.time_s;
    live_.nodes = shown.nodes;
    live_.units = shown.units;
    live_.flow = live_.smoke = live_.tracers = 0;
    live_.tracer_count = 0;
    live_.poses = shown.poses;
    live_.probes = shown.probes;
    live_.shown = &shown;
}

const LiveTextures& UploadBridge::take() {
    if (!exchange_.fresh()) return live_;
    const auto begin = Clock::now();
    const Shown& shown = exchange_.take();
    describe(shown);
    upload(shown);
    ++costs_.pictures;
    costs_.take_ms += ms_since(begin);
    return live_;
}

void UploadBridge::upload(const Shown& shown) {
    if (shown.elsewhere) return;  // in the memory of a bridge that is gone
    upload(shown.has_flow ? std::span<const Half4>(shown.flow) : std::span<const Half4>{},
           shown.has_smoke ? std::span<const Half>(shown.smoke) : std::span<const Half>{}, shown.tracers, shown.nodes);
}

void UploadBridge::upload(std::span<const Half4> flow, std::span<const Half> smoke, std::span<const float> tracers,
                          const Int3& nodes) {
    if (flow.empty() && smoke.empty() && tracers.empty()) return;
    const auto begin = Clock::now();
    if (!flow.empty()) {
        flow_.upload(flow, nodes);
        live_.flow = flow_.id();
    }
    if (!smoke.empty()) {
        smoke_.upload(smoke, nodes);
        live_.smoke = smoke_.id();
    }
    upload_tracers(tracers);
    const double ms = ms_since(begin);
    costs_.upload_ms += ms;
    average(upload_ms_, ms);
}

void UploadBridge::upload_tracers(std::span<const float> tracers) {
    if (tracers.empty()) return;
    if (tracers.size() > room_) {
        room_ = tracers.size() * 5 / 4;
        tracers_ = gl::make_buffer(static_cast<GLsizeiptr>(room_ * sizeof(float)), nullptr, GL_DYNAMIC_STORAGE_BIT);
    }
    glNamedBufferSubData(tracers_.id(), 0, static_cast<GLsizeiptr>(tracers.size_bytes()), tracers.data());
    live_.tracers = tracers_.id();
    live_.tracer_count = static_cast<int>(tracers.size() / 4);
}

std::string UploadBridge::badge() const { return fmt::format("upload {:.1f} ms", upload_ms_); }

std::unique_ptr<Bridge> make_bridge(ShowExchange& exchange, TellWish tell, const BridgeOptions& options) {
    std::unique_ptr<UploadBridge> bridge = make_cuda_bridge(exchange, tell, options);
    if (!bridge) bridge = std::make_unique<UploadBridge>(exchange, std::move(tell));
    exchange.use(bridge.get());
    return bridge;
}

std::unique_ptr<Bridge> make_bridge(SimThread& sim, const BridgeOptions& options) {
    return make_bridge(
        sim.exchange(), [&sim](const SnapshotWish& wish) { sim.want(wish); }, options);
}

}  // namespace fum

// The bridge by way of the host: what the solver shows is uploaded.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "app/sim_thread.h"
#include "app/window/bridge.h"
#include "render/layers/field.h"

namespace fum {
namespace {

class UploadBridge final : public Bridge {
public:
    explicit UploadBridge(SimThread& sim) : sim_(sim) {}

    void want(const BridgeWish& wish) override {
        SnapshotWish fields;
        if (wish.flow || wish.host_velocity) fields.fields = {Field::velocity, Field::rho};
        if (wish.smoke) fields.fields.push_back(Field::smoke);
        fields.tracers = wish.tracers;
        fields.most_per_second = wish.most_per_second;
        sim_.want(fields);
    }
    const LiveTextures& take() override {
        const Shown& shown = sim_.shown();
        if (shown.run == 0 || (shown.run == live_.run && shown.step == live_.step && shown.serial == serial_))
            return live_;
        const auto begin = std::chrono::steady_clock::now();
        serial_ = shown.serial;
        live_.run = shown.run;
        live_.step = shown.step;
        live_.time_s = shown.time_s;
        live_.nodes = shown.nodes;
        live_.poses = shown.poses;
        ++live_.turn;
        const auto field = [&](Field f) { return shown.fields.contains(f) ? &shown.fields.at(f) : nullptr; };
        live_.flow = live_.smoke = 0;
        if (const auto* u = field(Field::velocity)) {
            const auto* rho = field(Field::rho);
            flow_.upload_flow(*u, rho ? std::span<const float>(*rho) : std::span<const float>{}, shown.nodes);
            live_.flow = flow_.id();
        }
        if (const auto* smoke = field(Field::smoke)) {
            smoke_.upload(*smoke, shown.nodes);
            live_.smoke = smoke_.id();
        }
        upload_tracers(shown.tracers);
        ms_ = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
        return live_;
    }
    std::string badge() const override { return fmt::format("upload {:.1f} ms", ms_); }
    std::string reason() const override { return "The solver runs on the CPU."; }

private:
    void upload_tracers(const std::vector<float>& tracers) {
        live_.tracer_count = static_cast<int>(tracers.size() / 4);
        live_.tracers = 0;
        if (tracers.empty()) return;
        if (tracers.size() > room_) {
            room_ = tracers.size() * 5 / 4;
            tracers_ = gl::make_buffer(static_cast<GLsizeiptr>(room_ * sizeof(float)), nullptr, GL_DYNAMIC_STORAGE_BIT);
        }
        glNamedBufferSubData(tracers_.id(), 0, static_cast<GLsizeiptr>(tracers.size() * sizeof(float)), tracers.data());
        live_.tracers = tracers_.id();
    }

    SimThread& sim_;
    LiveTextures live_;
    FieldTexture flow_{true}, smoke_{true};
    gl::Buffer tracers_;
    std::size_t room_ = 0;
    std::uint64_t serial_ = 0;
    double ms_ = 0;
};

}  // namespace

std::unique_ptr<Bridge> make_bridge(SimThread& sim) { return std::make_unique<UploadBridge>(sim); }

}  // namespace fum

// The bridge by way of the host: what the solver's thread has packed into halves, or what a GPU has sent to the host,
// is uploaded.
#pragma once

#include <functional>
#include <span>

#include "app/show_exchange.h"
#include "app/window/bridge.h"
#include "render/layers/field.h"

namespace fum {

using TellWish = std::function<void(const SnapshotWish&)>;

class UploadBridge : public Bridge, public ShowMemory {
public:
    /// `tell` hands a wish to whoever writes into the exchange.
    UploadBridge(ShowExchange& exchange, TellWish tell) : exchange_(exchange), tell_(std::move(tell)) {}
    ~UploadBridge() override { exchange_.use(nullptr); }

    void want(const BridgeWish&) override;
    const LiveTextures& take() override;
    std::string badge() const override;
    std::string reason() const override { return "The solver runs on the CPU."; }
    BridgeCosts costs() const override { return costs_; }
    Answer write(int, Solver&, const SnapshotWish&, Shown&) override { return Answer::elsewhere; }

protected:
    /// Everything of the content but what OpenGL holds.
    void describe(const Shown&);
    /// From the vectors of Shown.
    void upload(const Shown&);
    /// What is not there is empty. Takes time; how much is in the badge.
    void upload(std::span<const Half4> flow, std::span<const Half> smoke, std::span<const float> tracers,
                const Int3& nodes);

    ShowExchange& exchange_;
    LiveTextures live_;
    BridgeCosts costs_;
    double upload_ms_ = 0;  ///< running mean

private:
    void upload_tracers(std::span<const float>);

    TellWish tell_;
    BridgeWish wish_;
    FieldTexture flow_, smoke_;
    gl::Buffer tracers_;
    std::size_t room_ = 0;
};

/// A running mean that begins with its first value.
void average(double& mean, double value);

/// The bridge for this process: by way of CUDA where there is a GPU it can use, else by upload; in use by the exchange.
std::unique_ptr<Bridge> make_bridge(ShowExchange&, TellWish, const BridgeOptions&);
/// In bridge_cuda.cpp, or, in a build without CUDA, bridge_cuda_missing.cpp. nullptr if no GPU can be used.
std::unique_ptr<UploadBridge> make_cuda_bridge(ShowExchange&, TellWish, const BridgeOptions&);

}  // namespace fum

// The bridge where there is a GPU: the solver writes into OpenGL's textures; where that is refused, what is shown comes
// by way of pinned memory, and from a solver on the CPU by upload.
#pragma once

#include <array>
#include <atomic>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "app/bridge_interop.h"
#include "app/bridge_pinned.h"
#include "app/bridge_upload.h"

namespace fum {

class CudaBridge final : public UploadBridge {
public:
    /// `refused`: why there is no interop at all; empty if there may be.
    CudaBridge(ShowExchange& exchange, TellWish tell, std::string refused)
        : UploadBridge(exchange, std::move(tell)), refused_(std::move(refused)) {
        if (refused_.empty()) drawing_ = drawing_gpus(refused_);
    }
    ~CudaBridge() override { exchange_.use(nullptr); }  // before anything that write() uses goes

    const LiveTextures& take() override;
    void drawn() override;
    std::string badge() const override;
    std::string reason() const override { return why_; }
    Answer write(int place, Solver&, const SnapshotWish&, Shown&) override;

private:
    enum class Way { host, textures, pinned };

    Answer write_textures(int place, Solver&, const SnapshotWish&, Shown&);
    Answer write_pinned(int place, Solver&, const SnapshotWish&, Shown&);
    void take_fresh();
    void make_textures();
    void refuse(const Error&);
    void show_textures(const Shown&);
    bool finish_copy();
    std::size_t place() const { return static_cast<std::size_t>(exchange_.place()); }

    // Of the window's thread.
    Way way_ = Way::host;
    std::string why_ = "Nothing has been shown yet.";
    bool copying_ = false;  ///< what was taken last has not arrived yet
    int before_ = -1;       ///< place that was drawn from before, until drawn(); -1: none
    double copy_ms_ = 0;

    /// How a place was written; of the thread that has the place.
    struct Written {
        Way way = Way::host;
        std::string why;
        std::shared_ptr<PinnedPlaces> pinned;
    };
    std::array<Written, 3> written_;

    // Under the mutex, which is held while the solver writes.
    std::mutex mutex_;
    std::vector<int> drawing_;
    std::string refused_, no_pinned_;
    std::unique_ptr<InteropPlaces> interop_;
    ShowSize wanted_;
    int wanted_gpu_ = -1;
    std::atomic<bool> unmet_ = false;  ///< textures as `wanted_` are to be made
    std::shared_ptr<PinnedPlaces> pinned_;
};

}  // namespace fum

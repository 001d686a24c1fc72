// Frames on their way out of a device: host memory that is used again and again, and snapshots that hold a piece of it.
#pragma once

#include <algorithm>
#include <memory>
#include <mutex>
#include <span>
#include <utility>
#include <vector>

#include "sim/solver.h"

namespace fum {

/// Host memory of finished snapshots, kept for later ones. May be used from any thread.
template <class Device>
class SnapshotPool {
public:
    using Block = typename Device::template HostBuffer<float>;

    /// A block of at least `values` floats, new only if none is idle.
    Block take(const Device& device, std::size_t values) {
        {
            const std::lock_guard lock(mutex_);
            const auto fits =
                std::find_if(idle_.begin(), idle_.end(), [&](const Block& b) { return b.size() >= values; });
            if (fits != idle_.end()) {
                Block block = std::move(*fits);
                idle_.erase(fits);
                return block;
            }
        }
        return Block(device, values);
    }
    void give_back(Block block) {
        const std::lock_guard lock(mutex_);
        idle_.push_back(std::move(block));
    }

private:
    std::mutex mutex_;
    std::vector<Block> idle_;
};

/// What Flow::snapshot() hands out: fields one behind the other in one block.
template <class Device>
class FlowSnapshot final : public Snapshot {
public:
    using Block = typename Device::template HostBuffer<float>;

    FlowSnapshot(std::shared_ptr<SnapshotPool<Device>> pool, Block block, std::vector<Field> fields, std::size_t nodes)
        : pool_(std::move(pool)), block_(std::move(block)), fields_(std::move(fields)), nodes_(nodes) {}
    ~FlowSnapshot() override {
        if (block_.size() == 0) return;
        try {
            transfer_.wait();
        } catch (const Error&) { return; }  // nobody knows whether the device still writes there: not used again
        pool_->give_back(std::move(block_));
    }

    float* data() const { return block_.data(); }
    void arrives_with(typename Device::Transfer transfer) { transfer_ = std::move(transfer); }

    void wait() override { transfer_.wait(); }
    std::span<const float> field(Field wanted) const override {
        std::size_t at = 0;
        for (const Field f : fields_) {
            const std::size_t size = static_cast<std::size_t>(components(f)) * nodes_;
            if (f == wanted) return {block_.data() + at, size};
            at += size;
        }
        return {};
    }

private:
    std::shared_ptr<SnapshotPool<Device>> pool_;
    Block block_;
    typename Device::Transfer transfer_;
    std::vector<Field> fields_;
    std::size_t nodes_;
};

}  // namespace fum

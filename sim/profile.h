// A clock round the stages of a step. Nothing happens while nobody profiles.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "sim/solver.h"

namespace fum {

/// Stages of the steps between start() and stop(). `Device` gives stamp(), seconds() and observe().
template <class Device>
class Profile {
public:
    /// Ends its stage when it goes. An empty one does nothing.
    class Timing {
    public:
        Timing() = default;
        Timing(Profile& profile, const char* name, double bytes, std::int64_t atomics)
            : profile_(&profile), stage_(profile.find(name)) {
            profile.stages_[stage_].bytes += bytes;
            profile.stages_[stage_].atomics += atomics;
            profile.device_->observe(&profile.stages_[stage_].kernels);
            begin_.emplace(profile.device_->stamp());
        }
        Timing(const Timing&) = delete;
        Timing& operator=(const Timing&) = delete;
        ~Timing() {
            if (!profile_ || !begin_) return;
            profile_->spans_.push_back({stage_, std::move(*begin_), profile_->device_->stamp()});
            profile_->device_->observe(nullptr);
        }

    private:
        Profile* profile_ = nullptr;
        std::size_t stage_ = 0;
        std::optional<typename Device::Stamp> begin_;
    };

    explicit Profile(Device& device) : device_(&device) { stages_.reserve(32); }

    /// Averages over `steps` steps, in the order in which stages came up. Waits for the device.
    std::vector<Stage> stages(int steps) const {
        device_->wait();
        std::vector<Stage> result = stages_;
        for (const Span& s : spans_) result[s.stage].seconds += device_->seconds(s.begin, s.end);
        for (Stage& s : result) s.seconds /= steps, s.bytes /= steps, s.atomics /= steps;
        return result;
    }

private:
    struct Span {
        std::size_t stage;
        typename Device::Stamp begin, end;
    };

    std::size_t find(const char* name) {
        const auto at = std::find_if(stages_.begin(), stages_.end(), [&](const Stage& s) { return s.name == name; });
        if (at != stages_.end()) return static_cast<std::size_t>(at - stages_.begin());
        stages_.push_back({});
        stages_.back().name = name;
        return stages_.size() - 1;
    }

    Device* device_;
    std::vector<Stage> stages_;
    std::vector<Span> spans_;
};

}  // namespace fum

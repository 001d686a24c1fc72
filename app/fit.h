// The largest scene that fits: into a device's memory, onto a disk, into a night.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "app/setup.h"
#include "sim/solver.h"

namespace fum {

/// What a scene has to fit into.
struct Room {
    DeviceInfo device;
    std::int64_t memory_bytes = 0;           ///< free there, with what the present flow will give back
    std::optional<std::int64_t> disk_bytes;  ///< free where frames go; empty: not known
    double mlups = 0;                        ///< measured; 0: not yet
};

/// Shares of what is free that a proposal uses: other programs move, estimates of frames are rough.
inline constexpr double memory_share = 0.92, disk_share = 0.9;
/// "Overnight".
inline constexpr double night_s = 10 * 3600;

/// What a whole shot takes.
struct Needs {
    int resolution = 0;  ///< nodes along the longest side
    int frames = 0;
    Int3 nodes{};
    double dx_m = 1;
    std::int64_t steps = 0;
    std::int64_t memory_bytes = 0;  ///< of the device
    double disk_bytes = 0;          ///< of all frames, estimated
    double seconds = 0;             ///< 0: the speed is not known
};

bool fits_memory(const Needs&, const Room&);
bool fits_disk(const Needs&, const Room&);  ///< true where the free space is not known
bool fits_night(const Needs&);

/// The scene as it is, as the live flow takes it.
Needs needs_of(const Setup&, const Room&);

/// The same scene on other grids and for other numbers of frames.
class Sizes {
public:
    Sizes(const Setup&, const Room&);
    Needs at(int resolution);
    Needs with_frames(int frames);

private:
    Setup setup_;
    Room room_;
};

/// The largest whole number from `least` to `most` that fits, given that all below one that fits do; least - 1 if none
/// does. Asks first near `guess`, so that what is far too large is never tried.
int largest_that(int least, int most, int guess, const std::function<bool(int)>& fits);

enum class FitTo { device, disk, night };

/// What would change, and what it means.
struct Proposal {
    FitTo to = FitTo::device;
    Needs now, then;
    std::optional<Needs> fewer_frames;  ///< disk: the grid as it is, frames that fit; empty if all do
    std::string refusal;                ///< why there is no `then`; empty: it fits
};

/// `wanted` is asked between two sizes; false ends the work with an empty answer.
std::optional<Proposal> propose(FitTo, const Setup&, const Room&, const std::function<bool()>& wanted = {});

}  // namespace fum

#include "app/window/calm_range.h"

#include <algorithm>
#include <cmath>

namespace fum {
namespace {

constexpr float headroom = 0.04f;     // of the measured width, added when the range must grow
constexpr float full_enough = 0.75f;  // a range that is filled by this share stays
constexpr double shrink_s = 2.5;      // time in which all but 1/e of the surplus goes

}  // namespace

Range CalmRange::follow(const Range& measured, double seconds) {
    if (!std::isfinite(measured.low) || !std::isfinite(measured.high)) return range_;
    if (!known_) {
        known_ = true;
        return range_ = measured;
    }
    const float width = measured.high - measured.low, more = headroom * width;
    if (measured.low < range_.low)
        range_.low = measured.low - (measured.low >= 0 ? std::min(more, measured.low) : more);
    if (measured.high > range_.high) range_.high = measured.high + more;
    if (width < full_enough * (range_.high - range_.low)) {
        const auto share = static_cast<float>(1 - std::exp(-std::max(seconds, 0.0) / shrink_s));
        range_.low += share * (measured.low - range_.low);
        range_.high += share * (measured.high - range_.high);
    }
    return range_;
}

}  // namespace fum

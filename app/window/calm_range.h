// A colour range that follows a flow without flicker.
#pragma once

#include "render/colormap.h"

namespace fum {

/// Widens at once, and a little more than it must, so that it need not do so again in the next picture; shrinks slowly
/// and only when much of it is empty.
class CalmRange {
public:
    /// `measured` now, `seconds` after the last one.
    Range follow(const Range& measured, double seconds);
    void forget() { known_ = false; }
    bool known() const { return known_; }
    const Range& range() const { return range_; }

private:
    bool known_ = false;
    Range range_;
};

}  // namespace fum

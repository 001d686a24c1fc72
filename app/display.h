// Where a window would open.
#pragma once

#include <string>

namespace fum {

struct Display {
    std::string name;   ///< what DISPLAY says; empty: there is none
    std::string fault;  ///< why no window can open there, a sentence's part; empty: nothing speaks against it
};

/// Looks at DISPLAY, and whether a server listens where that is a local one; of others nothing is known.
Display find_display();

}  // namespace fum

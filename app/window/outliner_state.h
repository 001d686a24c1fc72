// What the list of the scene's parts remembers.
#pragma once

#include <string>
#include <vector>

namespace fum {

class Workspace;

struct OutlinerState {
    std::string renamed;  ///< section whose name is being typed; empty: none
    std::string name;
    bool begin = false;             ///< the field takes the keyboard in the next picture
    std::string shown;              ///< selection that the list was last brought to
    std::vector<std::string> rows;  ///< sections as they stood in the last picture, from the top
};

/// Of the selected solid or emitter, in its row.
void begin_rename(Workspace&);

}  // namespace fum

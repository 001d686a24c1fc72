// The list of a scene's parts: groups that fold, rows that select.
#pragma once

#include <imgui.h>

#include <initializer_list>
#include <string>

#include "app/window/outliner_state.h"
#include "app/window/workspace.h"

namespace fum {

/// A row of the list: what it selects, what it says, what stands faint at the right.
struct OutlinerRow {
    std::string section, title, note;
    ImU32 tint = 0;      ///< of a dot in front; 0: none
    bool faint = false;  ///< of what is off
};

class OutlinerList {
public:
    explicit OutlinerList(Workspace& w) : w_(w), s_(w.parts.of<OutlinerState>()) {
        brought_ = s_.shown != w.selected.section;
        s_.shown = w.selected.section;
        s_.rows.clear();
    }

    /// A heading that folds; `sections` decide on its marker and on opening it for a selection inside. `add`
    /// is what its + opens, a submenu, or does, an action's id.
    bool group(const char* title, std::initializer_list<const char*> kinds, bool open_at_first, bool* eye = nullptr,
               const char* add = nullptr);
    void row(const OutlinerRow&);
    void end_group() { ImGui::TreePop(); }
    void take_keys();

private:
    void rename_field(const std::string& section);
    void context_menu(const std::string& section);
    void marker(const Issues&, ImVec2 at);
    bool holds_selection(std::initializer_list<const char*> kinds) const;

    Workspace& w_;
    OutlinerState& s_;
    bool brought_;  ///< the selection has changed elsewhere since the last picture
};

}  // namespace fum

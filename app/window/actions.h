// Everything that can be done by a key, a menu or a script: one ordered list, which menus, keys, the H overlay,
// --script and the monkey test walk.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "app/window/keys.h"
#include "app/window/workspace.h"

namespace fum {

struct Action {
    std::string id;     ///< "file.save", for scripts
    std::string menu;   ///< "File"; empty: in no menu. A menu's items stand in the list's order
    std::string title;  ///< "Save"; for the menu and the overlay
    Chord keys{};
    Chord more_keys{};  ///< others that do the same
    std::string help;   ///< a sentence for the tooltip
    std::function<void(Workspace&)> run;
    std::function<bool(const Workspace&)> enabled = {};  ///< empty: always
    std::function<bool(const Workspace&)> checked = {};  ///< of switches; empty: it is none
    bool line_above = false;                             ///< a separator in the menu
    std::string submenu = {};                            ///< neighbours of one name stand in a menu of that name
    std::function<std::string(const Workspace&)> title_now = {};  ///< instead of title in the menu; "": not there now
};

/// File, Edit, Run, View, Export, Help, in this order.
const std::vector<Action>& actions();

/// nullptr if there is none of that id.
const Action* find_action(std::string_view id);

/// Runs it if it is enabled; what it throws becomes a notice. False if it is not enabled.
bool run_action(Workspace&, const Action&);
/// Throws std::logic_error for an unknown id.
bool run_action(Workspace&, std::string_view id);

/// The keys of ImGui's frame, unless a text field has them.
void run_shortcuts(Workspace&);

// One file a menu adds its rows.
void add_file_actions(std::vector<Action>&);
void add_edit_actions(std::vector<Action>&);
void add_run_actions(std::vector<Action>&);
void add_view_actions(std::vector<Action>&);
void add_export_actions(std::vector<Action>&);
void add_help_actions(std::vector<Action>&);

}  // namespace fum

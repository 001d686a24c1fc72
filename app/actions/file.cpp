#include <imgui.h>

#include <algorithm>
#include <cctype>

#include "app/panels/import_report.h"
#include "app/presets.h"
#include "app/window/actions.h"
#include "app/window/questions.h"
#include "app/window/scene_files.h"

namespace fum {
namespace {

/// "jet_on_ball" as "Jet on ball".
std::string as_words(std::string name) {
    std::replace(name.begin(), name.end(), '_', ' ');
    if (!name.empty()) name[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(name[0])));
    return name;
}

void copy_command_line(Workspace& w) {
    if (w.doc.path().empty()) {
        ask(w, {.title = "Copy command line",
                .text = "The scene has no file yet, so no command can name it. Save it first?",
                .answers = {{"Save", [](Workspace& now) { save_scene_as(now, copy_command_line); }}, {"Cancel"}}});
        return;
    }
    const CommandLine line = w.doc.as_command_line();
    ImGui::SetClipboardText(line.text.c_str());
    std::string text = "This command runs the scene as it is now; it is on the clipboard.";
    if (!line.beyond.empty()) {
        text = "The command is on the clipboard. It cannot say everything (save the scene, and it can):";
        for (const std::string& what : line.beyond) text += "\n   " + what;
    }
    Question question{"Copy command line", text, {{"Close"}}, line.text};
    if (!line.beyond.empty())
        question.answers.insert(question.answers.begin(),
                                {"Save and copy", [](Workspace& now) { save_scene_of(now, copy_command_line); }});
    ask(w, question);
}

void add_opening(std::vector<Action>& list) {
    list.push_back(
        {.id = "file.new",
         .menu = "File",
         .title = "New scene",
         .keys = {'N', true},
         .help = "An empty domain",
         .run = [](Workspace& w) { when_saved(w, "a new scene", [](Workspace& now) { now.new_scene(); }); }});
    list.push_back({.id = "file.open",
                    .menu = "File",
                    .title = "Open ...",
                    .keys = {'O', true},
                    .help = "A scene, or a mesh, which becomes a wind tunnel",
                    .run = ask_to_open});
    for (std::size_t i = 0; i < RecentFiles::most; ++i)
        list.push_back({.id = "file.recent." + std::to_string(i + 1),
                        .menu = "File",
                        .title = "Open recent " + std::to_string(i + 1),
                        .help = "Opens it again",
                        .run = [i](Workspace& w) { open_with_care(w, w.recent.list().at(i)); },
                        .enabled = [i](const Workspace& w) { return i < w.recent.list().size(); },
                        .submenu = "Open recent",
                        .title_now =
                            [i](const Workspace& w) {
                                return i < w.recent.list().size() ? w.recent.list()[i].string() : std::string();
                            }});
    for (const auto& preset : preset_scenes())
        list.push_back({.id = "file.preset." + preset.stem().string(),
                        .menu = "File",
                        .title = as_words(preset.stem().string()),
                        .help = "A copy of this scene, to begin from",
                        .run =
                            [preset](Workspace& w) {
                                when_saved(w, "opening " + preset.stem().string(),
                                           [preset](Workspace& now) { now.begin_from(preset); });
                            },
                        .submenu = "Presets"});
}

void add_saving(std::vector<Action>& list) {
    list.push_back({.id = "file.save",
                    .menu = "File",
                    .title = "Save",
                    .keys = {'S', true},
                    .help = "Writes the scene to its file; what was there stays as .bak",
                    .run = [](Workspace& w) { save_scene_of(w); },
                    .line_above = true});
    list.push_back({.id = "file.save_as",
                    .menu = "File",
                    .title = "Save as ...",
                    .keys = {'S', true, true},
                    .help = "Writes the scene to another file",
                    .run = [](Workspace& w) { save_scene_as(w); }});
    list.push_back({.id = "file.command_line",
                    .menu = "File",
                    .title = "Copy command line",
                    .help = "The command that runs this scene without a window, with all that is not saved",
                    .run = copy_command_line});
}

}  // namespace

void add_file_actions(std::vector<Action>& list) {
    add_opening(list);
    add_saving(list);
    list.push_back({.id = "file.add_mesh",
                    .menu = "File",
                    .title = "Add mesh ...",
                    .help = "A mesh file as one more solid of this scene",
                    .run = ask_for_mesh,
                    .line_above = true});
    list.push_back({.id = "file.import_report",
                    .menu = "File",
                    .title = "Import report",
                    .help = "What was found in the files of the solids",
                    .run = open_import_dialog,
                    .enabled = [](const Workspace& w) { return !w.doc.scene().solids.empty(); }});
    list.push_back({.id = "file.quit",
                    .menu = "File",
                    .title = "Quit",
                    .keys = {'Q', true},
                    .help = "Closes the window; asks first if something is not saved",
                    .run = [](Workspace& w) { w.close_wanted = true; },
                    .line_above = true});
}

}  // namespace fum

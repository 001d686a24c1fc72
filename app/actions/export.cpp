#include <fmt/format.h>

#include "app/window/actions.h"
#include "app/window/bookmarks.h"
#include "app/window/export_job.h"
#include "app/window/recording.h"

namespace fum {
namespace {

bool is_recording(const Workspace& w) { return const_cast<Workspace&>(w).parts.of<Recorder>().recording(); }
Cameras& cameras_of(const Workspace& w) { return const_cast<Workspace&>(w).parts.of<Cameras>(); }
Exports& exports_of(const Workspace& w) { return const_cast<Workspace&>(w).parts.of<Exports>(); }

void add_sequence_actions(std::vector<Action>& list) {
    list.push_back({.id = "export.panel",
                    .menu = "Export",
                    .title = "Export ...",
                    .keys = {'E', true},
                    .help = "What is written, where to, and what it costs",
                    .run = [](Workspace& w) { w.wanted_panel = "export"; }});
    list.push_back({.id = "export.start",
                    .menu = "Export",
                    .title = "Start export",
                    .keys = {'E', true, true},
                    .help = "Runs the scene as it is in the window into the folder chosen in the Export panel",
                    .run = start_export,
                    .enabled = [](const Workspace& w) { return usable(w.doc.issues()); }});
    list.push_back({.id = "export.stop",
                    .menu = "Export",
                    .title = "Stop export",
                    .keys = {},
                    .help = "Finished frames stay, and the export can be continued; what waits is taken off the list",
                    .run = [](Workspace& w) { w.parts.of<Exports>().queue.stop_all(); },
                    .enabled = [](const Workspace& w) { return exports_of(w).queue.busy(); }});
    list.push_back({.id = "export.verify",
                    .menu = "Export",
                    .title = "Verify folder",
                    .keys = {},
                    .help = "Reads every frame of the chosen folder back and compares it with its manifest",
                    .run = [](Workspace& w) { start_verify(w, folder_of(w, exports_of(w))); }});
    list.push_back({.id = "export.folder",
                    .menu = "Export",
                    .title = "Open folder",
                    .keys = {},
                    .help = "Shows the chosen folder in the desktop's file manager",
                    .run = [](Workspace& w) { show_folder(folder_of(w, exports_of(w))); }});
}

void add_record_actions(std::vector<Action>& list) {
    list.push_back({.id = "record.png",
                    .menu = "Export",
                    .title = "Take a picture",
                    .keys = {'K', true},
                    .help = "A PNG file of the view, numbered, in the size chosen in the Export panel",
                    .run = record_picture,
                    .line_above = true});
    list.push_back({.id = "record.start",
                    .menu = "Export",
                    .title = "Record",
                    .keys = {},
                    .help = "A film of the view, or PNG files, as chosen in the Export panel",
                    .run = start_recording,
                    .enabled = [](const Workspace& w) { return !is_recording(w); }});
    list.push_back({.id = "record.stop",
                    .menu = "Export",
                    .title = "Stop recording",
                    .keys = {},
                    .help = "The film ends with the last picture",
                    .run = stop_recording,
                    .enabled = is_recording});
    list.push_back({.id = "record.toggle",
                    .menu = "",
                    .title = "Record, or stop recording",
                    .keys = {'K', true, true},
                    .help = "Begins a film of the view, or ends it",
                    .run = [](Workspace& w) { is_recording(w) ? stop_recording(w) : start_recording(w); }});
}

void add_camera_actions(std::vector<Action>& list) {
    list.push_back({.id = "camera.add",
                    .menu = "View",
                    .title = "Keep this view",
                    .keys = {'B', true},
                    .help = "Adds it to the cameras in the Export panel",
                    .run = add_bookmark,
                    .line_above = true});
    list.push_back({.id = "camera.play",
                    .menu = "View",
                    .title = "Play camera path",
                    .keys = {},
                    .help = "Moves the camera through the kept views",
                    .run =
                        [](Workspace& w) {
                            Cameras& c = cameras_of(w);
                            c.playing = !c.playing;
                            if (c.playing && c.at >= c.length()) c.at = 0;
                        },
                    .enabled = [](const Workspace& w) { return cameras_of(w).list.size() > 1; },
                    .checked = [](const Workspace& w) { return cameras_of(w).playing; }});
    list.push_back({.id = "camera.to_scene",
                    .menu = "View",
                    .title = "Scene camera from view",
                    .keys = {},
                    .help = "Exported pictures are then taken from where the view is now",
                    .run = scene_camera_from_view});
    list.push_back({.id = "camera.from_scene",
                    .menu = "",
                    .title = "View from scene camera",
                    .keys = {},
                    .help = "Shows what exported pictures will show",
                    .run = view_from_scene_camera});
    for (int n = 1; n <= 9; ++n) {
        const auto i = static_cast<std::size_t>(n - 1);
        list.push_back({.id = fmt::format("camera.go.{}", n),
                        .menu = "",
                        .title = fmt::format("Camera {}", n),
                        .keys = {'0' + n, false, false, true},
                        .help = "Shows this kept view",
                        .run = [i](Workspace& w) { go_to_bookmark(w, i); },
                        .enabled = [i](const Workspace& w) { return cameras_of(w).list.size() > i; }});
        list.push_back({.id = fmt::format("camera.set.{}", n),
                        .menu = "",
                        .title = fmt::format("Keep the view as camera {}", n),
                        .keys = {'0' + n, true, false, true},
                        .help = "The view that is seen takes the place of the one that was kept",
                        .run = [i](Workspace& w) { set_bookmark(w, i); }});
    }
}

}  // namespace

void add_export_actions(std::vector<Action>& list) {
    add_sequence_actions(list);
    add_record_actions(list);
    add_camera_actions(list);
}

}  // namespace fum

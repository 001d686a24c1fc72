// The views that are kept for the open scene, and the path through them.
#pragma once

#include <cstddef>
#include <vector>

#include "app/window/bookmark.h"

namespace fum {

class Workspace;

/// The window's, w.parts.of<Cameras>().
struct Cameras {
    std::vector<Bookmark> list;
    bool use_path = false;  ///< the camera follows the path while recording
    bool playing = false;   ///< along the path, in the viewport
    double at = 0;          ///< frame of the path that is shown

    double length() const;  ///< frames of film from the path's beginning to its last view
};

// All of these keep what they change. Bookmarks of a scene file come back with it; they go along when it is saved under
// another name.
/// Once a picture: follows the open scene, plays the path.
void tick_cameras(Workspace&);
/// Behind the last one, a second of film later.
void add_bookmark(Workspace&);
/// The view that is seen now, as bookmark i; behind the last one if there are fewer.
void set_bookmark(Workspace&, std::size_t i);
void go_to_bookmark(Workspace&, std::size_t i);
void delete_bookmark(Workspace&, std::size_t i);
/// After an edit of the list.
void keep_bookmarks(Workspace&);
/// Shows the view at a frame of the path.
void show_path(Workspace&, double frame);
/// Gives the scene's camera the view that is seen; one undoable edit.
void scene_camera_from_view(Workspace&);
void view_from_scene_camera(Workspace&);

}  // namespace fum

// Scenes and meshes that come and go: what is asked before something is lost, what happens in the background.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "app/window/workspace.h"

namespace fum {

/// Does `then` at once, or after the user has decided about changes that are not saved: "before <what>".
void when_saved(Workspace&, const std::string& what, std::function<void(Workspace&)> then);

/// Saves to the scene's file, or asks for one. `then` runs when it is saved.
void save_scene_of(Workspace&, std::function<void(Workspace&)> then = {});
void save_scene_as(Workspace&, std::function<void(Workspace&)> then = {});

/// Asks for a file first.
void ask_to_open(Workspace&);
void ask_for_mesh(Workspace&);

/// A scene, or a mesh as a wind tunnel, in place of what is open; asks about unsaved changes. Meshes are read in the
/// background.
void open_with_care(Workspace&, const std::filesystem::path&);
/// Reads it in the background, then adds it as a solid.
void add_mesh_later(Workspace&, const std::filesystem::path&);

/// Files that were dropped onto the window.
void take_drops(Workspace&, std::vector<std::filesystem::path>);

/// Scenes of sessions that ended badly; once at the start.
void offer_rescued(Workspace&);

/// Once a picture: takes what the background has finished. What is being read now; empty if nothing is.
std::string tick_scene_files(Workspace&);

}  // namespace fum

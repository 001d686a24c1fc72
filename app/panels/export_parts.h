// The parts of the Export tab.
#pragma once

#include <filesystem>
#include <functional>
#include <string>

#include "app/window/export_job.h"
#include "app/window/workspace.h"

namespace fum {

/// What is in the folder, and what becomes of it.
void draw_folder_state(Workspace&, Exports&);
/// What it will cost in a line, and the button.
void draw_export_start(Workspace&, Exports&);
/// Of the export that runs, with the button that stops it.
void draw_export_progress(Exports&);
/// What runs, waits and has ended.
void draw_export_tasks(Workspace&, Exports&);
/// What verifying a folder has found.
void draw_verified(Workspace&, Exports&);
/// Size and error at other tolerances; the command line.
void draw_export_costs(Workspace&, Exports&);

void draw_record(Workspace&);
void draw_cameras(Workspace&);

}  // namespace fum

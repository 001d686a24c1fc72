// All that the window knows: the open scene, the running flow, what is selected and shown. The one mutable place;
// panels and actions get it by reference.
#pragma once

#include <chrono>
#include <deque>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/document.h"
#include "app/places.h"
#include "app/sim_thread.h"
#include "app/window/job.h"
#include "app/window/notices.h"
#include "app/window/parts.h"
#include "app/window/view_settings.h"
#include "render/preview.h"

namespace fum {

class SceneView;
class Bridge;

/// What the properties panel shows and the gizmo moves: the section of its parameters, "solid[0]", "emitter[1]",
/// "boundary.xmin", "domain", "output.vdb", "probe[0]"; empty: nothing.
struct Selection {
    std::string section;

    bool is(const std::string& kind) const { return section.starts_with(kind); }
    /// The number in "solid[2]" if the section is of that kind, else -1.
    int index_of(const std::string& kind) const;
};

struct WorkspaceOptions {
    OpenOptions open;      ///< for every scene that is opened
    bool remember = true;  ///< recent files, window state, autosave; off in scripts
    bool play_on_open = true;
    SimLimits limits{};
};

/// What a run would need that follows the scene's edits; empty: nothing waits.
struct PendingRestart {
    SceneChange change;
    std::chrono::steady_clock::time_point since;
};

class Workspace {
public:
    explicit Workspace(const WorkspaceOptions&);
    ~Workspace();

    // ---- the scene
    Document doc;
    Selection selected;
    /// The document prepared (meshes read and placed, numbers, judgement), in the background: follows the edits by a
    /// moment. nullptr until there is one. Its issues tell whether it is usable.
    std::shared_ptr<const Setup> prepared;
    bool preparing() const { return prepare_.running(); }
    /// Whether the document as it is now has been prepared and nothing forbids its run.
    bool sound() const;

    /// A scene, or a mesh as a new scene; begins to run it. What goes wrong becomes a notice, and nothing has changed.
    /// The caller has asked about unsaved changes.
    void open(const std::filesystem::path&);
    /// At the start: the default scene of the assets, or an empty one.
    void open_something();
    /// A copy of a scene file without a file of its own.
    void begin_from(const std::filesystem::path& preset_or_mesh);
    void new_scene();
    /// A scene without a file, as one that was rescued.
    void take_over(Scene);
    /// Adds a mesh to the scene as a solid, in the middle of the domain and no longer than a third of it.
    void add_mesh(const std::filesystem::path&);
    /// A parameter of the scene or of the view by its key. Returns what is wrong, as Document::set().
    std::string set(const std::string& key, const Value&);
    /// The same from a text as behind the '=' of --set.
    std::string set_text(const std::string& key, const std::string& text);

    // ---- the flow
    SimThread sim;
    SimStatus status;     ///< as of this picture
    ForceHistory forces;  ///< as of this picture, if show_forces was set during the last one
    bool show_forces = false;
    std::optional<Scene> running;  ///< what the flow was begun with, and edited to
    std::optional<PendingRestart> pending;
    std::uint64_t forgotten_run = 0;  ///< flows up to this one were of scenes that are no longer open: not to be shown
    bool restart_by_itself = true;    ///< a moment after an edit that needs it

    void play_or_pause();
    void restart();  ///< with the scene as it is; goes on playing if it was

    // ---- the view
    ViewSettings view;
    Camera camera;
    bool camera_moved = false;              ///< by hand since the scene was opened
    std::unique_ptr<SceneView> scene_view;  ///< set by the shell, which has the context
    std::unique_ptr<Bridge> bridge;         ///< likewise

    // ---- the window
    WorkspaceOptions options;
    Places folders;
    RecentFiles recent;
    WindowState kept;
    Autosave autosave;
    Notices notices;
    Parts parts;               ///< what single panels remember
    float scale = 1;           ///< of the user interface: multiply pixel sizes by it
    float chosen_scale = 0;    ///< by the user; 0: the screen's
    std::string wanted_panel;  ///< to be brought to the front, once
    bool viewport_only = false, fullscreen = false;
    std::vector<std::filesystem::path> dropped;  ///< files that nobody has dealt with yet
    double idle_wait_s = 0;                      ///< how long the next picture may wait for input
    bool mouse_taken = false;                    ///< by something that stands over the picture; reset each picture
    double work_ms = 0;                          ///< of the last picture, all of the window, without waiting
    bool mouse_held = false;                     ///< a button is down: an edit may be under way
    bool close_wanted = false;                   ///< the window is to close as soon as nothing is lost by it
    bool quit = false;                           ///< now

    /// Once a picture: takes states, passes edits on, starts what has become due.
    void tick();

private:
    void opened();
    void take_edits();
    void begin_run();
    void prepare_in_background();

    Job<std::shared_ptr<const Setup>> prepare_;
    std::uint64_t prepared_revision_ = 0, passed_revision_ = 0;
    bool play_on_restart_ = false;
    double film_speed_ = 0;  ///< that the flow was told
    std::string said_;       ///< the last error of preparing
};

}  // namespace fum

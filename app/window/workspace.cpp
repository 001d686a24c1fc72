#include "app/window/workspace.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <utility>

#include "app/presets.h"
#include "app/setup.h"
#include "app/window/bridge.h"
#include "app/window/scene_view.h"
#include "sim/io/scene_toml.h"

namespace fum {
namespace {

constexpr auto restart_after = std::chrono::milliseconds(400);  // of quiet after an edit
constexpr auto view_prefix = "view.";

bool is_scene(const std::filesystem::path& path) {
    std::string ending = path.extension().string();
    std::transform(ending.begin(), ending.end(), ending.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return ending == ".toml";
}

}  // namespace

int Selection::index_of(const std::string& kind) const {
    if (!section.starts_with(kind + "[")) return -1;
    return std::atoi(section.c_str() + kind.size() + 1);
}

Workspace::Workspace(const WorkspaceOptions& chosen)
    : sim(chosen.limits),
      options(chosen),
      folders(chosen.remember ? places() : Places{}),
      recent(folders),
      kept(folders),
      autosave(folders) {
    if (!options.remember) return;
    for (const ParamRef& ref : view_parameters(view))
        if (const std::string text = kept.text(ref.key, ""); !text.empty()) write_setting(ref, text);
    restart_by_itself = kept.number("restart_by_itself", 1) != 0;
}

Workspace::~Workspace() {
    sim.stop();
    if (!options.remember) return;
    for (const ParamRef& ref : view_parameters(view)) kept.set(ref.key, toml_text(ref.read()));
    kept.set("restart_by_itself", restart_by_itself ? 1.0 : 0.0);
    kept.write();
}

void Workspace::opened() {
    selected = {};
    camera_moved = false;
    prepared.reset();
    running.reset();
    pending.reset();
    forgotten_run = sim.status().run;
    passed_revision_ = doc.revision();
    play_on_restart_ = options.play_on_open;
    begin_run();
}

void Workspace::open(const std::filesystem::path& path) {
    try {
        if (is_scene(path))
            doc.open(path, options.open);
        else
            doc.begin_from(path, options.open);
    } catch (const Error& e) {
        notices.say(NoticeKind::error, e.what());
        if (!std::filesystem::exists(path)) recent.forget(path);
        return;
    }
    if (options.remember) recent.add(path);
    opened();
}

void Workspace::open_something() {
    const auto all = preset_scenes();
    const auto usual = std::find_if(all.begin(), all.end(), [](const auto& p) { return p.stem() == "jet_on_ball"; });
    if (usual != all.end())
        begin_from(*usual);
    else
        new_scene();
}

void Workspace::begin_from(const std::filesystem::path& preset_or_mesh) {
    try {
        doc.begin_from(preset_or_mesh, options.open);
    } catch (const Error& e) { return notices.say(NoticeKind::error, e.what()); }
    opened();
}

void Workspace::new_scene() {
    doc.begin_from(Scene{});
    opened();
}

void Workspace::take_over(Scene scene) {
    doc.begin_from(std::move(scene));
    opened();
}

void Workspace::add_mesh(const std::filesystem::path& path) {
    Solid solid;
    solid.mesh = std::filesystem::absolute(path);
    const Double3 size = doc.scene().domain.size_m;
    solid.size_m = std::min({size.x, size.y, size.z}) / 3;
    const CellBox box = grid_of(doc.scene().domain);
    solid.translate_m = box.corner_m + cast<double>(box.nodes) * (0.5 * box.dx_m);
    try {
        Scene with = doc.scene();
        with.solids.push_back(solid);
        place_solid(with, with.solids.size() - 1);  // throws if the mesh cannot be used
        selected.section = "solid[" + std::to_string(doc.add_solid(solid)) + "]";
    } catch (const Error& e) { notices.say(NoticeKind::error, e.what()); }
}

std::string Workspace::set(const std::string& key, const Value& value) {
    if (!key.starts_with(view_prefix)) return doc.set(key, value);
    for (const ParamRef& ref : view_parameters(view)) {
        if (ref.key != key) continue;
        if (std::string fault = range_fault(value, ref.min, ref.max); !fault.empty()) return fault;
        return ref.write(value);
    }
    return "\"" + key + "\" is no parameter";
}

std::string Workspace::set_text(const std::string& key, const std::string& text) {
    ViewSettings changed = view;
    for (const ParamRef& ref : view_parameters(changed)) {
        if (ref.key != key) continue;
        const std::string fault = write_setting(ref, text);
        return fault.empty() ? set(key, ref.read()) : fault;
    }
    Scene next = doc.scene();
    const Issues issues = apply_setting(next, key + "=" + text);
    if (!issues.empty()) return issues.front().sentence;
    doc.edit("Change " + key, [&](Scene& scene) { scene = std::move(next); });
    return {};
}

void Workspace::begin_run() {
    pending.reset();
    if (!usable(doc.issues())) return;
    running = doc.scene();
    sim.load(doc.scene());
    if (play_on_restart_) sim.play();
}

void Workspace::restart() {
    play_on_restart_ = status.mode == SimMode::playing || (status.mode == SimMode::preparing && play_on_restart_);
    begin_run();
}

void Workspace::play_or_pause() {
    if (!running || status.mode == SimMode::empty) {
        play_on_restart_ = true;
        return begin_run();
    }
    play_on_restart_ = status.mode != SimMode::playing;
    play_on_restart_ ? sim.play() : sim.pause();
}

/// What is live goes to the flow at once, the rest waits for a restart.
void Workspace::take_edits() {
    if (passed_revision_ == doc.revision()) return;
    passed_revision_ = doc.revision();
    const auto now = std::chrono::steady_clock::now();
    if (!running) {
        if (usable(doc.issues())) pending = PendingRestart{doc.change_since(Scene{}), now};
        return;
    }
    const SceneChange change = doc.change_since(*running);
    pending.reset();
    if (change.empty()) return;
    if (change.cost != Apply::live)
        pending = PendingRestart{change, now};
    else if (usable(doc.issues())) {
        sim.apply(doc.scene());
        running = doc.scene();
    }
}

void Workspace::prepare_in_background() {
    if (auto made = prepare_.take()) prepared = std::move(*made);
    if (prepare_.running() || prepared_revision_ == doc.revision()) return;
    prepared_revision_ = doc.revision();
    if (!usable(doc.issues())) return;
    prepare_.start([scene = doc.scene()](JobControl&) -> std::shared_ptr<const Setup> {
        return std::make_shared<Setup>(prepare(scene));
    });
}

bool Workspace::sound() const {
    return usable(doc.issues()) && prepared_revision_ == doc.revision() && !preparing() && prepare_.error().empty() &&
           prepared && usable(prepared->issues);
}

void Workspace::tick() {
    status = sim.status();
    if (const double speed = view.play.film_speed ? view.play.factor : 0; speed != std::exchange(film_speed_, speed))
        sim.set_film_speed(speed);
    if (std::exchange(show_forces, false)) forces = sim.forces();
    take_edits();
    const bool quiet = pending && std::chrono::steady_clock::now() - pending->since > restart_after && !mouse_held;
    if (quiet && restart_by_itself && sound()) {
        if (running)
            restart();
        else
            begin_run();
    }
    prepare_in_background();
    if (!prepare_.error().empty() && prepare_.error() != said_) {
        said_ = prepare_.error();
        notices.say(NoticeKind::error, said_);
    }
    if (options.remember) autosave.tick(doc.scene(), doc.path(), doc.dirty());
}

}  // namespace fum

#include "app/window/scene_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <utility>

#include "app/setup.h"
#include "app/window/file_dialog.h"
#include "app/window/questions.h"

namespace fum {
namespace {

namespace fs = std::filesystem;

/// What a mesh has become in the background.
struct Read {
    fs::path path;
    bool add = false;  ///< to the scene as `solid`; else `scene` replaces it
    Scene scene;
    Solid solid;
};

struct SceneFiles {
    Job<Read> reading;
    fs::path path;  ///< of what is being read
    std::vector<fs::path> to_add;
};

std::string name_of_scene(const Workspace& w) {
    return w.doc.path().empty() ? w.doc.scene().title : w.doc.path().filename().string();
}

void read_tunnel(Workspace& w, const fs::path& path) {
    SceneFiles& files = w.parts.of<SceneFiles>();
    files.path = path;
    files.reading.start([path, options = w.options.open](JobControl&) {
        return Read{path, false, open_scene(path, options), {}};
    });
}

void open_now(Workspace& w, const fs::path& path) {
    if (is_scene_file(path)) return w.open(path);
    read_tunnel(w, path);
}

/// In the middle of the domain, no longer than a third of it.
Solid solid_of(const Scene& scene, const fs::path& mesh) {
    Solid solid;
    solid.mesh = fs::absolute(mesh);
    const CellBox box = grid_of(scene.domain);
    const Double3 size = cast<double>(box.nodes) * box.dx_m;
    solid.size_m = std::min({size.x, size.y, size.z}) / 3;
    solid.translate_m = box.corner_m + size * 0.5;
    return solid;
}

/// A scene that nobody has worked on: nothing is lost with it.
bool untouched(const Workspace& w) { return !w.doc.dirty() && w.doc.undo_name().empty(); }

void take_mesh_drop(Workspace& w, const fs::path& path) {
    if (untouched(w)) return open_now(w, path);
    const std::string name = path.filename().string();
    ask(w, {.title = "A mesh",
            .text = fmt::format("{} can become a wind tunnel of its own, or a solid of {}.", name, name_of_scene(w)),
            .answers = {{"Add to this scene", [path](Workspace& now) { add_mesh_later(now, path); },
                         "In the middle of the domain, no longer than a third of it"},
                        {"New wind tunnel", [path](Workspace& now) { open_with_care(now, path); },
                         "A scene of its own, with inflow, outflow and a rake of smoke"},
                        {"Cancel"}}});
}

void take_read(Workspace& w, Read read) {
    if (read.add) {
        w.selected.section = fmt::format("solid[{}]", w.doc.add_solid(read.solid));
        w.notices.say(NoticeKind::info, fmt::format("{} is a solid of the scene now.", read.path.filename().string()));
        return;
    }
    w.take_over(std::move(read.scene));
    if (w.options.remember) w.recent.add(read.path);
}

}  // namespace

void when_saved(Workspace& w, const std::string& what, std::function<void(Workspace&)> then) {
    if (!w.doc.dirty()) return then(w);
    ask(w, {.title = "Unsaved changes",
            .text = fmt::format("{} has changes that are not saved. Save them before {}?", name_of_scene(w), what),
            .answers = {{"Save", [then](Workspace& now) { save_scene_of(now, then); }},
                        {"Don't save", then, "The changes are lost"},
                        {"Cancel"}}});
}

void save_scene_of(Workspace& w, std::function<void(Workspace&)> then) {
    if (w.doc.path().empty()) return save_scene_as(w, std::move(then));
    w.doc.save();
    w.notices.say(NoticeKind::info, fmt::format("Saved {}.", w.doc.path().string()));
    if (then) then(w);
}

void save_scene_as(Workspace& w, std::function<void(Workspace&)> then) {
    choose_file(w, {.title = "Save the scene as",
                    .kind = FileKind::scene,
                    .on_chosen =
                        [&w, then = std::move(then)](const fs::path& path) {
                            w.doc.save_as(path);
                            if (w.options.remember) w.recent.add(path);
                            w.notices.say(NoticeKind::info, fmt::format("Saved {}.", path.string()));
                            if (then) then(w);
                        },
                    .save = true,
                    .name = w.doc.path().empty() ? w.doc.scene().title + ".toml" : w.doc.path().filename().string(),
                    .ending = ".toml"});
}

void ask_to_open(Workspace& w) {
    choose_file(
        w, {.title = "Open a scene or a mesh", .on_chosen = [&w](const fs::path& path) { open_with_care(w, path); }});
}

void ask_for_mesh(Workspace& w) {
    choose_file(w, {.title = "Add a mesh to the scene",
                    .kind = FileKind::mesh,
                    .on_chosen = [&w](const fs::path& path) { add_mesh_later(w, path); }});
}

void open_with_care(Workspace& w, const fs::path& path) {
    when_saved(w, "opening " + path.filename().string(), [path](Workspace& now) { open_now(now, path); });
}

void add_mesh_later(Workspace& w, const fs::path& path) {
    SceneFiles& files = w.parts.of<SceneFiles>();
    if (files.reading.running()) return files.to_add.push_back(path);
    files.path = path;
    files.reading.start([path, scene = w.doc.scene()](JobControl&) {
        Read read{path, true, {}, solid_of(scene, path)};
        Scene with = scene;
        with.solids.push_back(read.solid);
        place_solid(with, with.solids.size() - 1);  // throws if the mesh cannot be used
        return read;
    });
}

void take_drops(Workspace& w, std::vector<fs::path> paths) {
    const auto scene = std::ranges::find_if(paths, [](const fs::path& p) { return is_scene_file(p); });
    if (scene != paths.end()) return open_with_care(w, *scene);
    bool first = true;
    for (const fs::path& path : paths) {
        if (!is_mesh_file(path))
            w.notices.say(NoticeKind::warning,
                          fmt::format("{} is neither a scene (.toml) nor a mesh that can be read (.obj, .stl, .ply, "
                                      ".gltf, .fbx ...).",
                                      path.filename().string()));
        else if (std::exchange(first, false))
            take_mesh_drop(w, path);
        else
            w.parts.of<SceneFiles>().to_add.push_back(path);
    }
}

void offer_rescued(Workspace& w) {
    if (!w.options.remember) return;
    for (const Rescued& found : w.autosave.rescued()) {
        const auto kept = std::make_shared<Rescued>(found);
        const std::string name = found.of.empty() ? "A scene without a file" : found.of.filename().string();
        ask(w,
            {.title = "A scene was rescued",
             .text = fmt::format("{} had changes that were not saved when Fumarole ended unexpectedly ({} UTC). Open "
                                 "them?",
                                 name, found.time),
             .answers = {
                 {"Open",
                  [kept](Workspace& now) {
                      now.take_over(kept->scene);
                      now.doc.rescue(kept->scene);
                      now.autosave.write(now.doc.scene(), kept->of);
                      now.autosave.discard(*kept);
                  }},
                 {"Throw away", [kept](Workspace& now) { now.autosave.discard(*kept); }, "The rescued copy is deleted"},
                 {"Later", {}, "Asks again at the next start"}}});
    }
}

std::string tick_scene_files(Workspace& w) {
    SceneFiles& files = w.parts.of<SceneFiles>();
    if (auto read = files.reading.take()) take_read(w, std::move(*read));
    if (!files.reading.error().empty() && !files.path.empty()) {
        w.notices.say(NoticeKind::error, files.reading.error());
        files.path.clear();
    }
    if (files.reading.running()) return files.path.filename().string();
    files.path.clear();
    if (!files.to_add.empty() && !question_open(w)) {
        const fs::path next = files.to_add.front();
        files.to_add.erase(files.to_add.begin());
        add_mesh_later(w, next);
    }
    return {};
}

}  // namespace fum

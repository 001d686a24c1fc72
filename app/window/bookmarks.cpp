#include "app/window/bookmarks.h"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>

#include "app/view.h"
#include "app/window/workspace.h"
#include "sim/units.h"

namespace fum {
namespace {

/// What tells that another scene is open, and where its bookmarks are kept.
struct Followed {
    std::string file;  ///< of the scene; empty: it has none
    Scene scene;       ///< as it was last seen
    std::uint64_t revision = 0;
};

std::string place_of(const std::string& file) { return "cameras:" + file; }

/// A scene that was saved under another name differs in paths at most.
bool is_the_same(const Scene& before, const Scene& now) {
    const SceneChange change = change_of(before, now);
    return std::all_of(change.keys.begin(), change.keys.end(),
                       [](const std::string& key) { return key.ends_with(".mesh") || key == "output.dir"; });
}

void follow_scene(Workspace& w, Cameras& cameras) {
    auto& followed = w.parts.of<Followed>();
    if (followed.revision == w.doc.revision()) return;
    followed.revision = w.doc.revision();
    const std::string file = w.doc.path().string();
    const Scene& scene = w.doc.scene();
    // a scene without a file that becomes another one: every parameter may differ, but its title does, too
    const bool other = file != followed.file || (file.empty() && scene.title != followed.scene.title);
    const bool saved_as = other && !file.empty() && is_the_same(followed.scene, scene) && !cameras.list.empty();
    followed.file = file;
    followed.scene = scene;
    if (!other) return;
    if (saved_as) return keep_bookmarks(w);
    cameras.list = file.empty() ? std::vector<Bookmark>{} : bookmarks_of(w.kept.text(place_of(file), ""));
    cameras.playing = false;
    cameras.at = 0;
}

double fps_of(const Workspace& w) { return std::max(w.doc.scene().time.fps, 1.0); }

}  // namespace

double Cameras::length() const {
    double last = 0;
    for (const Bookmark& b : list) last = std::max(last, b.frame);
    return last;
}

void tick_cameras(Workspace& w) {
    auto& cameras = w.parts.of<Cameras>();
    follow_scene(w, cameras);
    if (!cameras.playing) return;
    if (cameras.list.size() < 2) {
        cameras.playing = false;
        return;
    }
    const double next = cameras.at + static_cast<double>(ImGui::GetIO().DeltaTime) * fps_of(w), end = cameras.length();
    show_path(w, std::min(next, end));
    if (next >= end) cameras.playing = false;
}

void keep_bookmarks(Workspace& w) {
    if (w.doc.path().empty()) return;
    w.kept.set(place_of(w.doc.path().string()), bookmarks_text(w.parts.of<Cameras>().list));
}

void add_bookmark(Workspace& w) {
    auto& list = w.parts.of<Cameras>().list;
    Bookmark added{{}, w.camera, list.empty() ? 0 : w.parts.of<Cameras>().length() + std::round(2 * fps_of(w))};
    for (std::size_t n = list.size() + 1; added.name.empty(); ++n) {
        const std::string name = fmt::format("Camera {}", n);
        if (std::none_of(list.begin(), list.end(), [&](const Bookmark& b) { return b.name == name; }))
            added.name = name;
    }
    w.notices.say(NoticeKind::info, fmt::format("The view is kept as {}.", added.name));
    list.push_back(std::move(added));
    keep_bookmarks(w);
}

void set_bookmark(Workspace& w, std::size_t i) {
    auto& list = w.parts.of<Cameras>().list;
    if (i >= list.size()) return add_bookmark(w);
    list[i].camera = w.camera;
    w.notices.say(NoticeKind::info, fmt::format("{} is now the view that is seen.", list[i].name));
    keep_bookmarks(w);
}

void go_to_bookmark(Workspace& w, std::size_t i) {
    auto& cameras = w.parts.of<Cameras>();
    if (i >= cameras.list.size()) return;
    cameras.playing = false;
    cameras.at = cameras.list[i].frame;
    w.camera = cameras.list[i].camera;
    w.camera_moved = true;
}

void delete_bookmark(Workspace& w, std::size_t i) {
    auto& cameras = w.parts.of<Cameras>();
    if (i >= cameras.list.size()) return;
    cameras.list.erase(cameras.list.begin() + static_cast<std::ptrdiff_t>(i));
    cameras.at = std::min(cameras.at, cameras.length());
    keep_bookmarks(w);
}

void show_path(Workspace& w, double frame) {
    auto& cameras = w.parts.of<Cameras>();
    if (cameras.list.empty()) return;
    cameras.at = frame;
    w.camera = camera_at(path_of(cameras.list), frame);
    w.camera_moved = true;
}

void scene_camera_from_view(Workspace& w) {
    // hundredths of a millimetre: a scene file reads well
    const auto places = [](const Float3& v) {
        const auto tidy = [](float x) { return std::round(x * 1e5) / 1e5; };
        return Double3{tidy(v.x), tidy(v.y), tidy(v.z)};
    };
    w.doc.edit("Scene camera from view", [&](Scene& scene) {
        scene.camera.eye_m = places(w.camera.eye);
        scene.camera.target_m = places(w.camera.target);
        scene.camera.fov_deg = std::round(w.camera.fov_deg * 1e3) / 1e3;
    });
    w.notices.say(NoticeKind::info,
                  "The scene's camera sees what the viewport sees; exported pictures are taken there.");
}

void view_from_scene_camera(Workspace& w) {
    w.parts.of<Cameras>().playing = false;
    w.camera = scene_camera(w.doc.scene(), grid_of(w.doc.scene().domain));
    w.camera_moved = true;
}

}  // namespace fum

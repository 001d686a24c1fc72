#include "app/document.h"

#include <algorithm>
#include <cctype>
#include <limits>
#include <utility>

#include "app/motion.h"
#include "app/param_facts.h"
#include "app/setup.h"
#include "sim/io/scene_toml.h"
#include "sim/scene_tables.h"
#include "sim/units.h"

namespace fum {
namespace {

/// Emitters name solids; solids that have got another name are found by their place in the list.
void follow_names(const Scene& before, Scene& scene) {
    if (before.solids.size() != scene.solids.size()) return;
    for (std::size_t i = 0; i < scene.solids.size(); ++i) {
        const std::string &was = before.solids[i].name, &is = scene.solids[i].name;
        if (was == is || was.empty()) continue;
        for (std::size_t e = 0; e < std::min(before.emitters.size(), scene.emitters.size()); ++e)
            if (before.emitters[e].solid == was) scene.emitters[e].solid = is;
    }
}

}  // namespace

Document::Document() { begin({}, {}); }

void Document::begin(Scene scene, std::filesystem::path path) {
    scene_ = saved_ = std::move(scene);
    path_ = std::move(path);
    undo_.clear();
    redo_.clear();
    end_merge();
    changed();
}

void Document::changed() {
    ++revision_;
    issues_ = validate(scene_);
    dirty_ = !change_of(saved_, scene_).empty();
}

void Document::open(const std::filesystem::path& path, const OpenOptions& options) {
    begin(open_scene(path, options), std::filesystem::absolute(path));
}

void Document::begin_from(const std::filesystem::path& from, const OpenOptions& options) {
    begin(open_scene(from, options), {});
}

void Document::begin_from(Scene scene) { begin(std::move(scene), {}); }

void Document::rescue(Scene scene) {
    begin(std::move(scene), {});
    saved_ = {};
    dirty_ = true;
}

void Document::save() {
    if (path_.empty()) throw Error(Exit::usage, "The scene has no file yet; choose one with Save as.");
    save_as(path_);
}

void Document::save_as(const std::filesystem::path& path) {
    const std::filesystem::path whole = std::filesystem::absolute(path);
    save_scene(scene_, whole);
    scene_ = load_scene(whole).scene;  // relative paths now start at its folder
    saved_ = scene_;
    path_ = whole;
    end_merge();
    changed();
}

void Document::edit(const std::string& name, const std::function<void(Scene&)>& change) {
    Scene next = scene_;
    change(next);
    follow_names(scene_, next);
    if (change_of(scene_, next).empty()) return;
    undo_.push_back({name, std::exchange(scene_, std::move(next))});
    if (undo_.size() > most_undos) undo_.pop_front();
    redo_.clear();
    end_merge();
    changed();
}

void Document::edit(const std::string& name, const std::string& merge, const std::function<void(Scene&)>& change) {
    if (merged_ != merge || undo_.empty()) {
        const std::uint64_t before = revision_;
        edit(name, change);
        if (revision_ != before) merged_ = merge;
        return;
    }
    Scene next = scene_;
    change(next);
    follow_names(scene_, next);
    if (change_of(scene_, next).empty()) return;
    scene_ = std::move(next);
    redo_.clear();
    changed();
}

void Document::abandon_merge() {
    if (merged_.empty() || undo_.empty()) return;
    scene_ = std::move(undo_.back().scene);
    undo_.pop_back();
    end_merge();
    changed();
}

std::string Document::set(const std::string& key, const Value& value) {
    Scene next = scene_;
    std::string fault = "\"" + key + "\" is no parameter";
    for (const ParamRef& ref : fum::parameters(next))
        if (ref.key == key) fault = ref.write(value);
    if (!fault.empty()) return fault;
    edit("Change " + key, key, [&](Scene& scene) { scene = std::move(next); });
    return {};
}

void Document::reset(const std::string& key) {
    edit("Reset " + key, [&](Scene& scene) { reset_parameter(scene, key); });
}

std::vector<ParamRef> Document::parameters() { return fum::parameters(scene_); }

void Document::undo() {
    if (undo_.empty()) return;
    redo_.push_back({undo_.back().name, std::exchange(scene_, std::move(undo_.back().scene))});
    undo_.pop_back();
    end_merge();
    changed();
}

void Document::redo() {
    if (redo_.empty()) return;
    undo_.push_back({redo_.back().name, std::exchange(scene_, std::move(redo_.back().scene))});
    redo_.pop_back();
    end_merge();
    changed();
}

/// "ball", "ball 2", "ball 3": the first that no solid, emitter or probe has.
std::string Document::unique_name(const std::string& wish) const {
    std::string stem = wish;
    const std::size_t space = stem.rfind(' ');
    const bool counted = space != std::string::npos && space + 1 < stem.size() &&
                         std::all_of(stem.begin() + static_cast<std::ptrdiff_t>(space) + 1, stem.end(),
                                     [](unsigned char c) { return std::isdigit(c); });
    if (counted) stem.resize(space);
    const auto used = [&](const std::string& name) {
        const auto has = [&](const auto& item) { return item.name == name; };
        return std::any_of(scene_.solids.begin(), scene_.solids.end(), has) ||
               std::any_of(scene_.emitters.begin(), scene_.emitters.end(), has) ||
               std::any_of(scene_.probes.begin(), scene_.probes.end(), has);
    };
    std::string name = wish;
    for (int n = 2; used(name); ++n) name = stem + " " + std::to_string(n);
    return name;
}

std::size_t Document::add_solid(Solid solid) {
    if (solid.name.empty()) solid.name = solid.shape.empty() ? solid.mesh.stem().string() : solid.shape;
    solid.name = unique_name(solid.name);
    edit("Add " + solid.name, [&](Scene& scene) { scene.solids.push_back(solid); });
    return scene_.solids.size() - 1;
}

std::size_t Document::add_emitter(SmokeSource source) {
    source.name = unique_name(source.name.empty() ? "smoke" : source.name);
    edit("Add " + source.name, [&](Scene& scene) { scene.emitters.push_back(source); });
    return scene_.emitters.size() - 1;
}

std::size_t Document::add_probe(Probe probe) {
    probe.name = unique_name(probe.name.empty() ? "probe 1" : probe.name);
    edit("Add " + probe.name, [&](Scene& scene) { scene.probes.push_back(probe); });
    return scene_.probes.size() - 1;
}

std::size_t Document::duplicate_solid(std::size_t i) { return add_solid(scene_.solids.at(i)); }
std::size_t Document::duplicate_emitter(std::size_t i) { return add_emitter(scene_.emitters.at(i)); }

void Document::delete_solid(std::size_t i) {
    const Solid solid = scene_.solids.at(i);
    edit("Delete " + solid.name, [&](Scene& scene) {
        const auto on_it = [&](const SmokeSource& s) { return !solid.name.empty() && s.solid == solid.name; };
        std::erase_if(scene.emitters,
                      [&](const SmokeSource& s) { return on_it(s) && s.shape == EmitterShape::points; });
        const Pose pose = pose_at(solid, 0, 0);
        for (SmokeSource& source : scene.emitters) {
            if (!on_it(source)) continue;
            source.centre_m = pose.centre + pose.turn * source.centre_m;
            source.solid.clear();
        }
        scene.solids.erase(scene.solids.begin() + static_cast<std::ptrdiff_t>(i));
    });
}

void Document::delete_emitter(std::size_t i) {
    edit("Delete " + scene_.emitters.at(i).name,
         [&](Scene& scene) { scene.emitters.erase(scene.emitters.begin() + static_cast<std::ptrdiff_t>(i)); });
}

void Document::delete_probe(std::size_t i) {
    edit("Delete " + scene_.probes.at(i).name,
         [&](Scene& scene) { scene.probes.erase(scene.probes.begin() + static_cast<std::ptrdiff_t>(i)); });
}

void Document::snap_to_floor(std::size_t i) { snap_to_floor(i, place_solid(scene_, i).mesh); }

void Document::snap_to_floor(std::size_t i, const Mesh& mesh) {
    const int up = static_cast<int>(scene_.domain.up);
    const Pose pose = pose_at(scene_.solids.at(i), 0, 0);
    double lowest = std::numeric_limits<double>::infinity();
    for (const Float3& v : mesh.vertices) lowest = std::min(lowest, (pose.centre + pose.turn * cast<double>(v))[up]);
    const double rise = grid_of(scene_.domain).corner_m[up] - lowest;
    edit("Snap " + scene_.solids.at(i).name + " to the floor", [&](Scene& scene) {
        Solid& solid = scene.solids[i];
        solid.translate_m[up] += rise;
        for (Double3& place : solid.positions_m) place[up] += rise;
    });
}

Issues Document::issues_of(const std::string& key) const {
    Issues found;
    for (const Issue& issue : issues_)
        if (issue.where == key || issue.where.starts_with(key + ".") || issue.where.starts_with(key + "["))
            found.push_back(issue);
    return found;
}

}  // namespace fum

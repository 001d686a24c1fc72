#include "app/manifest.h"

#include <fmt/format.h>

#include <chrono>
#include <ctime>
#include <nlohmann/json.hpp>

#include "app/build_info.h"
#include "sim/core/files.h"
#include "sim/io/scene_toml.h"
#include "sim/scene_tables.h"

namespace fum {
namespace {

using nlohmann::json;

/// FNV-1a, 64 bit: tells scenes apart, guards against nothing.
std::string hash_of(std::string_view text) {
    std::uint64_t hash = 14695981039346656037u;
    for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211u;
    return fmt::format("fnv1a64:{:016x}", hash);
}

std::string utc_now() {
    const std::time_t now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
    std::tm parts{};
    gmtime_r(&now, &parts);
    return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}Z", parts.tm_year + 1900, parts.tm_mon + 1, parts.tm_mday,
                       parts.tm_hour, parts.tm_min, parts.tm_sec);
}

json list(const Double3& v) { return {v.x, v.y, v.z}; }

json frame_json(const FinishedFrame& frame) {
    json grids = json::array();
    for (const VdbGridReport& grid : frame.report.grids)
        grids.push_back(
            {{"name", grid.name}, {"active", grid.active}, {"min", grid.min}, {"max", grid.max}, {"half", grid.half}});
    return {{"frame", frame.frame},        {"step", frame.step},
            {"time_s", frame.time_s},      {"file", frame.vdb},
            {"bytes", frame.report.bytes}, {"grids", grids},
            {"picture", frame.picture},    {"companions", frame.companions}};
}

}  // namespace

struct Manifest::Impl {
    std::filesystem::path path;
    json content;
};

Manifest::Manifest(const Setup& setup, const OutputFolder& folder, const std::string& device_name)
    : impl_(std::make_unique<Impl>()) {
    const std::string scene = scene_text(setup.scene);
    const Numbers& n = setup.numbers;
    const Int3& nodes = setup.config.nodes;
    impl_->path = folder.manifest();
    impl_->content = {{"program", "fumarole"},
                      {"version", build::version},
                      {"git", build::git_hash},
                      {"started", utc_now()},
                      {"scene", {{"title", setup.scene.title}, {"hash", hash_of(scene)}, {"text", scene}}},
                      {"device", device_name},
                      {"plan",
                       {{"alpha", setup.plan.alpha},
                        {"ib_block", setup.plan.ib_block},
                        {"block_threads", setup.plan.block_threads},
                        {"schedule", name_of(setup.plan.schedule)},
                        {"launches", setup.plan.launches},
                        {"storage", name_of(setup.plan.storage)}}},
                      {"nodes", {nodes.x, nodes.y, nodes.z}},
                      {"dx_m", n.units.dx_m},
                      {"dt_s", n.units.dt_s},
                      {"node0_m", list(n.units.node0_m)},
                      {"fps", setup.scene.time.fps},
                      {"speed", setup.scene.time.speed},
                      {"steps_per_frame", n.steps_per_frame},
                      {"warm_up_steps", n.warm_up_steps},
                      {"up", name_of(setup.scene.domain.up)},
                      {"velocity_unit", "m/s"},
                      {"frames_wanted", setup.scene.time.frames},
                      {"frames", json::array()}};
    set_state("running");
}

Manifest::~Manifest() = default;

void Manifest::add(const FinishedFrame& frame) { impl_->content["frames"].push_back(frame_json(frame)); }

void Manifest::set_companions(const std::vector<std::string>& files) { impl_->content["companions"] = files; }

void Manifest::set_state(const std::string& state, const std::string& sentence) {
    impl_->content["state"] = state;
    impl_->content["sentence"] = sentence;
    impl_->content["changed"] = utc_now();
}

void Manifest::write() const {
    write_whole(impl_->path, impl_->content.dump(1, ' ', false, json::error_handler_t::replace) + "\n");
}

int Manifest::frames() const { return static_cast<int>(impl_->content["frames"].size()); }

}  // namespace fum

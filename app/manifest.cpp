#include "app/manifest.h"

#include <fmt/format.h>

#include <chrono>
#include <ctime>
#include <nlohmann/json.hpp>

#include "app/build_info.h"
#include "app/vdb_frame.h"
#include "sim/core/files.h"
#include "sim/io/exporters/profile.h"
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
        grids.push_back({{"name", grid.name},
                         {"type", grid.type},
                         {"active", grid.active},
                         {"min", grid.min},
                         {"max", grid.max},
                         {"half", grid.half}});
    return {{"frame", frame.frame},        {"step", frame.step},
            {"time_s", frame.time_s},      {"file", frame.vdb},
            {"bytes", frame.report.bytes}, {"grids", grids},
            {"picture", frame.picture},    {"companions", frame.companions}};
}

/// What every VDB frame of the folder has in common; lengths in file units.
json vdb_json(const Setup& setup) {
    const VdbFrame frame = vdb_frame(setup, {});
    const VdbPlace place = place_of(frame);
    json vdb = metadata_of(conventions_of(setup.scene));
    vdb["dx"] = place.dx;
    vdb["origin"] = list(place.origin);
    vdb["nodes"] = {place.nodes.x, place.nodes.y, place.nodes.z};
    return vdb;
}

FinishedFrame frame_of(const json& from) {
    FinishedFrame frame{.frame = from.at("frame"),
                        .step = from.at("step"),
                        .time_s = from.at("time_s"),
                        .vdb = from.at("file"),
                        .picture = from.at("picture"),
                        .report = {},
                        .companions = {}};
    frame.report.bytes = from.at("bytes");
    for (const json& grid : from.at("grids")) {
        VdbGridReport report;
        report.name = grid.at("name");
        report.type = grid.at("type");
        report.active = grid.at("active");
        report.min = grid.at("min");
        report.max = grid.at("max");
        report.half = grid.at("half");
        frame.report.grids.push_back(report);
    }
    frame.companions = from.at("companions");
    return frame;
}

json plan_json(const Plan& plan) {
    return {{"alpha", plan.alpha},
            {"ib_block", plan.ib_block},
            {"block_threads", plan.block_threads},
            {"schedule", name_of(plan.schedule)},
            {"launches", plan.launches},
            {"storage", name_of(plan.storage)}};
}

json movie_json(const MovieRecord& movie) {
    if (movie.file.empty()) return {{"file", ""}, {"why", movie.why}};
    return {{"file", movie.file}, {"bytes", movie.bytes}, {"frames", movie.frames}, {"crf", movie.crf}};
}

/// Of the samples on the solids: another mesh under the same name has others.
std::string surface_hash(const Setup& setup) {
    std::string bytes;
    for (const Body& body : setup.config.bodies)
        bytes.append(reinterpret_cast<const char*>(body.samples.data()), body.samples.size() * sizeof(Float3));
    return hash_of(bytes);
}

std::string text_of(const json& content) { return content.dump(1, ' ', false, json::error_handler_t::replace) + "\n"; }

json read_json(const std::filesystem::path& path) {
    try {
        return json::parse(read_whole(path));
    } catch (const json::exception& e) {
        throw Error(Exit::input, fmt::format("{} is no manifest of Fumarole ({}).", path.string(), e.what()));
    }
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
                      {"surface", surface_hash(setup)},
                      {"device", device_name},
                      {"plan", plan_json(setup.plan)},
                      {"nodes", {nodes.x, nodes.y, nodes.z}},
                      {"dx_m", n.units.dx_m},
                      {"dt_s", n.units.dt_s},
                      {"node0_m", list(n.units.node0_m)},
                      {"fps", setup.scene.time.fps},
                      {"speed", setup.scene.time.speed},
                      {"steps_per_frame", n.steps_per_frame},
                      {"warm_up_steps", n.warm_up_steps},
                      {"up", name_of(setup.scene.domain.up)},
                      {"velocity_unit", conventions_of(setup.scene).unit(Quantity::velocity)},
                      {"frames_wanted", setup.scene.time.frames},
                      {"frames", json::array()}};
    if (setup.scene.vdb.on) impl_->content["vdb"] = vdb_json(setup);
    set_state("running");
}

Manifest::~Manifest() = default;

void Manifest::add(const FinishedFrame& frame) {
    json& frames = impl_->content["frames"];
    auto at = frames.end();  // frames that stay from an earlier run may lie behind this one
    while (at != frames.begin() && (at - 1)->at("frame").get<int>() >= frame.frame) --at;
    if (at != frames.end() && at->at("frame") == frame.frame)
        *at = frame_json(frame);
    else
        frames.insert(at, frame_json(frame));
}

void Manifest::set_movie(const MovieRecord& movie) { impl_->content["movie"] = movie_json(movie); }

void Manifest::set_companions(const std::vector<std::string>& files) { impl_->content["companions"] = files; }

void Manifest::set_state(const std::string& state, const std::string& sentence) {
    impl_->content["state"] = state;
    impl_->content["sentence"] = sentence;
    impl_->content["changed"] = utc_now();
}

void Manifest::write() const { write_whole(impl_->path, text_of(impl_->content)); }

int Manifest::frames() const { return static_cast<int>(impl_->content["frames"].size()); }

ManifestText manifest_text(const Setup& setup) {
    ManifestText text;
    text.version = build::version;
    text.scene = scene_text(setup.scene);
    text.plan = plan_json(setup.plan).dump();
    text.surface = surface_hash(setup);
    text.fps = setup.scene.time.fps;
    return text;
}

ManifestText read_manifest(const std::filesystem::path& path) {
    const json content = read_json(path);
    try {
        ManifestText text;
        text.version = content.at("version");
        text.scene = content.at("scene").at("text");
        text.device = content.at("device");
        text.plan = content.at("plan").dump();
        text.surface = content.value("surface", "");
        text.fps = content.at("fps");
        text.state = content.at("state");
        for (const json& frame : content.at("frames")) text.frames.push_back(frame_of(frame));
        return text;
    } catch (const json::exception& e) {
        throw Error(Exit::input, fmt::format("{} is no manifest of Fumarole ({}).", path.string(), e.what()));
    }
}

void record_movie(const std::filesystem::path& path, const MovieRecord& movie) {
    json content = read_json(path);
    content["movie"] = movie_json(movie);
    write_whole(path, text_of(content));
}

}  // namespace fum

#include "app/tuned_plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "app/build_info.h"
#include "app/log.h"
#include "sim/core/error.h"
#include "sim/scene_tables.h"

namespace fum {
namespace {

/// FNV-1a, 64 bit, over the bytes of numbers: tells inputs apart, guards against nothing.
class Hash {
public:
    template <class T>
    void add(const T& value) {
        static_assert(std::is_arithmetic_v<T> || std::is_enum_v<T>);
        const auto* bytes = reinterpret_cast<const unsigned char*>(&value);
        for (std::size_t i = 0; i < sizeof value; ++i) value_ = (value_ ^ bytes[i]) * 1099511628211u;
    }
    template <class T>
    void add(const Vec3<T>& v) {
        add(v.x), add(v.y), add(v.z);
    }
    std::string text() const { return fmt::format("{:016x}", value_); }

private:
    std::uint64_t value_ = 14695981039346656037u;
};

/// Meshes as they are scaled and placed, metres; with cell, samples and seed they decide where the samples are.
std::string geometry_hash(const Setup& setup) {
    Hash hash;
    hash.add(setup.config.seed);
    hash.add(setup.scene.domain.size_m);
    hash.add(setup.scene.domain.origin_m.value_or(setup.scene.domain.size_m * -0.5));
    for (std::size_t i = 0; i < setup.solids.size(); ++i) {
        for (const Float3& v : setup.solids[i].mesh.vertices) hash.add(v);
        for (const Int3& t : setup.solids[i].mesh.triangles) hash.add(t);
        hash.add(setup.scene.solids[i].translate_m);
        hash.add(setup.scene.solids[i].rotate_deg);
    }
    return hash.text();
}

/// What each face does a node: its kind, and whether a jet, a sponge or noise are worked out there.
std::string faces_hash(const Scene& scene) {
    Hash hash;
    for (const Boundary& face : scene.boundary) {
        hash.add(face.kind);
        hash.add(face.jet_radius_m);
        hash.add(face.sponge);
        hash.add(face.noise > 0);
    }
    return hash.text();
}

std::string motion_of(const Setup& setup) {
    if (setup.config.bodies.empty()) return "none";
    const auto& solids = setup.scene.solids;
    const bool move =
        std::any_of(solids.begin(), solids.end(), [](const Solid& s) { return s.motion != Motion::fixed; });
    return move ? "moving" : "at rest";
}

constexpr std::array<std::string_view, 5> tuned_keys{"advanced.alpha", "advanced.ib_block", "advanced.block_threads",
                                                     "advanced.schedule", "advanced.launches"};

bool names_a_tuned_key(const std::string& setting) {
    std::string key = setting.substr(0, setting.find('='));
    std::erase(key, ' ');
    return std::find(tuned_keys.begin(), tuned_keys.end(), key) != tuned_keys.end();
}

bool knobs_are_default(const Plan& plan) {
    Plan plain = plan;
    copy_tuned(Plan{}, plain);
    return plain == plan;
}

}  // namespace

PlanKey plan_key(const Setup& setup, const DeviceInfo& device) {
    const Int3& n = setup.config.nodes;
    const Plan& plan = setup.plan;
    std::int64_t samples = 0;
    for (const PlacedSolid& solid : setup.solids) samples += solid.samples;
    return {setup.scene.title,
            {{"device", fmt::format("{} ({})", device.name, device.id)},
             {"threads", std::to_string(setup.scene.solver.threads)},
             {"version", build::version},
             {"grid", fmt::format("{} x {} x {}", n.x, n.y, n.z)},
             {"cell", fmt::format("{:.6g} m", setup.numbers.units.dx_m)},
             {"samples", std::to_string(samples)},
             {"geometry", geometry_hash(setup)},
             {"faces", faces_hash(setup.scene)},
             {"collision model", std::string(name_of(setup.scene.solver.model))},
             {"storage", std::string(name_of(plan.storage))},
             {"streaming", std::string(name_of(plan.streaming))},
             {"sums", plan.deterministic ? "deterministic" : "fast"},
             {"staged details",
              fmt::format("{}, {}, faces {}", name_of(plan.monomials), name_of(plan.spread), name_of(plan.faces))},
             {"solids", motion_of(setup)}}};
}

void copy_tuned(const Plan& from, Plan& to) {
    to.alpha = from.alpha;
    to.ib_block = from.ib_block;
    to.block_threads = from.block_threads;
    to.schedule = from.schedule;
    to.launches = from.launches;
}

std::string plan_text(const Plan& plan) {
    std::string text = plan.alpha == 0 ? "SoA" : fmt::format("alpha {}", plan.alpha);
    if (plan.ib_block != 0) text += fmt::format(", l = {}", plan.ib_block);
    if (plan.block_threads != 0) text += fmt::format(", {} threads a block", plan.block_threads);
    if (plan.schedule == Plan::Schedule::fused) return text + ", fused";
    return text +
           fmt::format(", staged with {} collision {}", plan.launches, plan.launches == 1 ? "launch" : "launches");
}

void use_tuned_plan(Setup& setup, const DeviceInfo& device, const std::vector<std::string>& settings,
                    const PlanCache& cache) {
    if (!knobs_are_default(setup.plan) || std::any_of(settings.begin(), settings.end(), names_a_tuned_key)) return;
    const PlanCache::Answer answer = cache.look_up(plan_key(setup, device));
    for (const std::string& sentence : answer.damaged) log::warning("tune", sentence);
    if (answer.found) {
        copy_tuned(answer.found->plan, setup.plan);
        const bool is_default = answer.found->ms == answer.found->default_ms;
        log::info(
            "tune",
            fmt::format("Plan from tune: {} ({:.4g} ms a step then, {}).", plan_text(setup.plan), answer.found->ms,
                        is_default ? "the default plan" : fmt::format("{:.4g} by default", answer.found->default_ms)));
    } else if (!answer.changes.empty()) {
        log::warning("tune", fmt::format("The tuned plan of {} is stale and not used: {}. Run fumarole tune again.",
                                         setup.scene.title, fmt::join(answer.changes, "; ")));
    }
}

void keep_tuned_plan(const PlanKey& key, const TunedPlan& tuned, const PlanCache& cache) {
    try {
        cache.store(key, tuned);
        log::info("tune", fmt::format("The plan is kept in {}; fumarole run takes it from there.",
                                      cache.file_of(key).string()));
    } catch (const Error& e) {
        log::warning("tune", fmt::format("The plan could not be kept for later runs. {}", e.what()));
    }
}

}  // namespace fum

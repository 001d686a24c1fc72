// What `fumarole tune` found, kept from run to run: one small JSON file a scene, device and everything else that the
// result depends on.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/setup.h"
#include "sim/solver.h"

namespace fum {

/// What a tuned plan depends on: names and values, both fit for reading. Two keys are equal if all values are.
struct PlanKey {
    std::string title;  ///< of the scene; tells which entries may have gone stale
    std::vector<std::pair<std::string, std::string>> parts;
};

/// Device, version, grid, cell, samples, geometry and faces (hashes), model, storage, streaming, motion. Needs no
/// sampled surfaces, only the meshes that were placed.
PlanKey plan_key(const Setup&, const DeviceInfo&);

struct TunedPlan {
    Plan plan;                      ///< alpha, ib_block, block_threads, schedule and launches count
    double ms = 0, default_ms = 0;  ///< a step, under it and under the default plan
    double noise = 0;               ///< share
    bool whole = true;              ///< the search was not cut short
};

/// Copies the knobs that the search varies.
void copy_tuned(const Plan& from, Plan& to);

/// "alpha 64, l = 8, 128 threads a block, fused"; alpha 0 is "SoA", as on the CPU.
std::string plan_text(const Plan&);

class PlanCache {
public:
    struct Answer {
        std::optional<TunedPlan> found;
        std::vector<std::string> changes;  ///< of the nearest entry for this title and device, if none fits
        std::vector<std::string> damaged;  ///< sentences on files that could not be understood
    };

    /// $XDG_CACHE_HOME/fumarole/plans or ~/.cache/fumarole/plans; empty (nothing is found or kept) without a home.
    static std::filesystem::path usual_folder();

    explicit PlanCache(std::filesystem::path folder = usual_folder());

    /// Whether there is a plan for exactly this key, or what is different. Never throws.
    Answer look_up(const PlanKey&) const;

    /// Makes the folder if need be; the file is whole or absent. Throws Error(output).
    void store(const PlanKey&, const TunedPlan&) const;

    std::filesystem::path file_of(const PlanKey&) const;

private:
    std::filesystem::path folder_;
};

/// Gives the setup the plan that an earlier search found, and says so, unless one of the knobs was chosen: in the scene
/// (it is not at its default) or on the command line (`settings`). Warns of stale and damaged entries.
void use_tuned_plan(Setup&, const DeviceInfo&, const std::vector<std::string>& settings,
                    const PlanCache& = PlanCache());

/// Keeps a search's result; a folder that cannot be written to is a warning.
void keep_tuned_plan(const PlanKey&, const TunedPlan&, const PlanCache& = PlanCache());

}  // namespace fum

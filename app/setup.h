// From a scene to everything a run needs: meshes read and placed, surfaces sampled, the solver's config, and a
// judgement.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "sim/config.h"
#include "sim/immersed/poisson_disk.h"
#include "sim/io/mesh.h"
#include "sim/scene.h"
#include "sim/units.h"

namespace fum {

/// One solid of the scene, in the order of Scene::solids and of Config::bodies.
struct PlacedSolid {
    std::string name;
    Mesh mesh;            ///< body frame, metres, scaled; offset (0, 0, 0)
    MeshReport report;    ///< of the file
    Double3 size_m{};     ///< of its box, body frame
    double radius_m = 0;  ///< of the farthest vertex from its origin
    double area_m2 = 0;
    std::int64_t samples = 0;   ///< that it has or will have
    double min_distance_m = 0;  ///< between samples; 0 until sampled
    CellStats cells{};          ///< samples a cell; empty until sampled
};

struct Setup {
    Scene scene;
    Numbers numbers;
    Config config;
    Plan plan;
    std::vector<PlacedSolid> solids;
    double extinction_per_m = 40;  ///< of smoke in pictures
    double smoke_width_m = 0;      ///< of the widest emitter; 0 = there is none
    Issues issues;                 ///< everything that validation and judgement found
};

/// What is being done and how far it is, 0..1. Returning false stops the work: Error(interrupted).
using PrepareProgress = std::function<bool(const std::string& what, double share)>;

/// Reads meshes, works out the numbers, judges. Bodies get room for their samples (all at the origin), so that memory
/// can be estimated; sample_solids() makes them. Throws Error(input) if a mesh cannot be used. A scene with errors
/// comes back with its issues and without a config.
Setup prepare(const Scene&);

/// Samples those surfaces of a usable setup that have no samples yet. Throws Error(interrupted) if `progress` says so.
void sample_solids(Setup&, const PrepareProgress& progress = {});

/// Mesh of one solid as the scene wants it: read or made, recentred, scaled.
PlacedSolid place_solid(const Scene&, std::size_t index);

/// The same scene on another grid: numbers, config with room for samples, smoke. Issues stay those of the old grid.
void change_resolution(Setup&, int resolution);

/// What placed solids add to the scales of the flow.
SolidScales scales_of(const Scene&, const std::vector<PlacedSolid>&);

/// Emitters, room for tracers, density, extinction. Places of surface emitters come from the bodies' samples.
void prepare_smoke(Setup&);

}  // namespace fum

// The smallest scene that has everything a run has to do with: air, a solid in it, a way in and out.
#pragma once

#include "sim/scene.h"

namespace fum::test {

/// A ball of 0.25 m in a box of 2 x 1 x 1 m, `resolution` cells long; air at 1 m/s along x.
inline Scene ball_scene(int resolution = 64) {
    Scene scene;
    scene.title = "ball";
    scene.domain.resolution = resolution;
    scene.boundary[xmin].kind = FaceKind::inflow;
    scene.boundary[xmin].velocity_ms = {1, 0, 0};
    scene.boundary[xmax].kind = FaceKind::outflow;
    scene.fluid.re = 1000;
    scene.solids.resize(1);
    scene.solids[0].name = "ball";
    scene.solids[0].shape = "ball";
    scene.solids[0].size_m = 0.25;
    return scene;
}

}  // namespace fum::test

// Edits of a scene while it runs.
#pragma once

#include <cstdint>

#include "app/setup.h"

namespace fum {

/// Room for as many tracers as the scene allows, so that later edits of rates do not cut smoke short. Before the solver
/// is made.
void leave_room_for_edits(Setup&);

/// Takes samples over from a sampled setup, for solids of which nothing has changed that decides where samples lie;
/// sample_solids() makes the others.
void reuse_samples(Setup& to, Setup& from);

/// Motions from step 0 on, as the scene has them now, whatever edits they have come through.
void begin_motions(Setup&);

/// Brings a sampled setup of a run at `step` up to an edit of what is live. Grid, time step, ramp, samples and room
/// for tracers stay as they are; spins and straight runs go on from where they are. What it has made is for
/// Solver::apply(). Throws Error(input) naming what is not live, or with the mistakes of the edited scene; then the
/// setup is what it was.
void apply_edit(Setup& running, const Scene& edited, std::int64_t step);

}  // namespace fum

// One time step, the page to read first, in two schedules. Letters are those of Alg. 2 in the paper; the fused one does
// (a), (b) and (d) in one pass over the nodes, and (b) alone beforehand for the band round the solids. (e) comes first
// rather than last, so that between steps the populations are exactly what the collision left, on faces too.
#pragma once

namespace fum {

/// The part of a step that is the same every time while solids rest. See flow.h for the parts.
template <class Flow>
void fluid_step(Flow& flow) {
    flow.collect_faces();  // (e) of the last step: what arrives through the faces
    flow.exchange();       //     ghost planes between parts of the domain
    flow.place_faces();    //     into the slots from which it will be pulled

    flow.macro_of_band();       // (b) u*, rho* where samples interpolate (Eq. 2)
    flow.penalty_and_spread();  // (c) Eqs. 6, 7, 8 by scattering; force and torque

    flow.pull_collide_write();  // (a) Eq. 3, (b) Eq. 2, (d) Eq. 5: all nodes, once
}

/// Advances `flow` by one step.
template <class Flow>
void fused_step(Flow& flow) {
    flow.move_bodies();  // new x_s and u_b; the band follows
    fluid_step(flow);
    flow.carry_smoke();  // tracers, on the steps that wrote the velocity
    flow.finish();       // time + 1, f_t <-> f_t+1, look at the fault flag now and then
}

/// The paper's schedule: a launch a stage, all of them over all nodes.
template <class Flow>
void staged_step(Flow& flow) {
    flow.collect_faces();  // (e) of the last step
    flow.exchange();
    flow.place_faces();
    flow.move_bodies();

    flow.stream();              // (a) Eq. 3: from the first array into the second
    flow.macroscopic();         // (b) Eq. 2 -> u*, rho*; g = 0
    flow.penalty_and_spread();  // (c) Eqs. 6, 7, 8 by scattering or gathering; force and torque
    flow.collide();  // (d) Eq. 5 on the second array: 1 launch, or moments first and populations in 1 or 2 more

    flow.carry_smoke();
    flow.finish();
}

}  // namespace fum

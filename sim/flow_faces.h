// Part of flow.h: domain faces and ghost planes.
#pragma once

namespace fum {

template <class D, class Row>
FaceFrame Flow<D, Row>::frame(int face) const {
    FaceKinds kinds{};
    for (int i = 0; i < 6; ++i) kinds.kind[i] = config_.face[static_cast<std::size_t>(i)].kind;
    return {grid_, kinds, face};
}

/// What a face does, under the config of now. Its buffers must stand.
template <class D, class Row>
FaceJob<typename Flow<D, Row>::Real> Flow<D, Row>::face_job(int i) const {
    const Face& face = config_.face[static_cast<std::size_t>(i)];
    const Jet& jet = face.jet;
    FaceJob<Real> job;
    job.frame = frame(i);
    job.buffer = s_.face[i].data();
    job.states = states_.of[i];
    job.no_slip = {job.frame.turned(cast<Real>(face.u)), Real(wall_diffusion(config_.nu))};
    job.inflow = {cast<Real>(face.u),
                  {Real(jet.centre.x), Real(jet.centre.y), Real(jet.centre.z)},
                  Real(jet.radius),
                  Real(jet.edge),
                  Real(jet.coflow),
                  Real(face.noise),
                  static_cast<std::uint32_t>(config_.seed),
                  s_.clock.data()};
    job.free_slip = {Real(face.vent)};
    job.outflow = {Real(face.rho) - 1, Real(2) / Real(config_.nodes[i / 2])};
    return job;
}

/// Buffers and jobs of the faces that are not periodic.
template <class D, class Row>
void Flow<D, Row>::allocate_faces() {
    std::vector<FaceJob<Real>> jobs;
    states_.n = grid_.n;
    for (int i = 0; i < 6; ++i) {
        const Face& face = config_.face[static_cast<std::size_t>(i)];
        if (face.kind == FaceKind::periodic) continue;
        const std::size_t items = static_cast<std::size_t>(frame(i).items());
        s_.face[i] = typename D::template Buffer<Real>(*device_, 9 * items);
        if (keeps_states && face.kind != FaceKind::no_slip && !(face.kind == FaceKind::free_slip && !(face.vent > 0))) {
            s_.face_state[i] = typename D::template Buffer<FaceState<Real>>(*device_, items);
            states_.of[i] = s_.face_state[i].data();
            states_.any = true;
        }
        jobs.push_back(face_job(i));
        jobs_.first[jobs_.count + 1] = jobs_.first[jobs_.count] + jobs.back().frame.items();
        ++jobs_.count;
    }
    s_.face_jobs = typename D::template Buffer<FaceJob<Real>>(*device_, jobs.size());
    device_->upload(s_.face_jobs.data(), std::span<const FaceJob<Real>>(jobs));
    jobs_.job = s_.face_jobs.data();
    jobs_.tick = s_.clock.data();
}

/// States of faces' nodes from the populations, after these were set by something other than a collision.
template <class D, class Row>
void Flow<D, Row>::sum_face_states() {
    if (states_.any) device_->each(jobs_.items(), SumFaceStates<T, Layout>{now(), layout_, jobs_});
}

template <class D, class Row>
void Flow<D, Row>::collect_faces() {
    // at least nine populations of a node read and written to the buffer
    const auto timing = stage("faces", 18.0 * sizeof(Real) * static_cast<double>(jobs_.items()));
    launch_faces<CollectFaces<T, Layout>>(jobs_);
}

/// Ghost planes, where there are any: one device has both ends of the box.
template <class D, class Row>
void Flow<D, Row>::exchange() {
    if (grid_.ghost) device_->each(plane_slots(), CopyGhosts<T, Layout>{now(), layout_, grid_});
}

template <class D, class Row>
void Flow<D, Row>::place_faces() {
    const auto timing = stage("faces", 18.0 * sizeof(Real) * static_cast<double>(jobs_.items()));
    launch_faces<PlaceFaces<T, Layout>>(jobs_);
}

/// Collects or places what arrives through the faces, in as many launches as the plan wants.
template <class D, class Row>
template <class Work>
void Flow<D, Row>::launch_faces(const FaceJobs<Real>& jobs) {
    if (plan_.faces == Plan::Faces::each)
        for (int j = 0; j < jobs.count; ++j) launch_faces_once<Work>(jobs.one(j), false);
    else
        launch_faces_once<Work>(jobs, plan_.faces == Plan::Faces::branching && jobs.count > 0);
}

template <class D, class Row>
template <class Work>
void Flow<D, Row>::launch_faces_once(const FaceJobs<Real>& jobs, bool all_nodes) {
    const Work work{now(), layout_, jobs};
    if constexpr (Row::staged)
        device_->each(all_nodes ? nodes() : jobs.items(), StagedFaces<Work>{work, all_nodes});
    else
        device_->each(jobs.items(), work);
}

}  // namespace fum

// Part of flow.h: looking at the flow and at where its time goes, and starting it from a field.
#pragma once

namespace fum {

/// u and rho of the last collision on all nodes.
template <class D, class Row>
void Flow<D, Row>::refresh_velocity() {
    u_time_ = -1;  // rounded as populations are
    if (s_.u.size() == 0) s_.u = typename D::template Buffer<Float4>(*device_, static_cast<std::size_t>(nodes()));
    device_->each(nodes(), macro());
}

/// u and rho from the populations as they are.
template <class D, class Row>
ReadMacro<typename Flow<D, Row>::T, typename Flow<D, Row>::Layout> Flow<D, Row>::macro() const {
    return {now(), layout_, grid_, acceleration(), band(), time_ > 0 ? Real(0.5) : Real(0), s_.u.data()};
}

/// What to derive for a field other than smoke.
inline DeriveField::What derived(Field what) {
    using What = DeriveField::What;
    return what == Field::rho         ? What::rho
           : what == Field::velocity  ? What::velocity
           : what == Field::speed     ? What::speed
           : what == Field::vorticity ? What::vorticity
                                      : What::q;
}

template <class D, class Row>
void Flow<D, Row>::read(Field what, std::span<float> out) {
    const std::size_t n = static_cast<std::size_t>(nodes()), parts = static_cast<std::size_t>(components(what));
    FUM_ASSERT(out.size() == parts * n, "read: " + std::to_string(out.size()) + " values given");
    if (what == Field::smoke) {
        project_smoke();
        if (s_.smoke.size() == 0) return std::fill(out.begin(), out.end(), 0.0f);
        return device_->download(out, s_.smoke.data());
    }
    refresh_velocity();
    const DeriveField::What to_make = derived(what);
    const std::size_t slab = std::max<std::size_t>(n / 16, 1);
    if (s_.scratch.size() < 3 * slab) s_.scratch = typename D::template Buffer<float>(*device_, 3 * slab);
    for (std::size_t at = 0; at < n; at += slab) {
        const std::size_t count = std::min(slab, n - at);
        device_->each(static_cast<std::int64_t>(count),
                      DeriveField{field(), to_make, static_cast<std::int64_t>(at), static_cast<std::int64_t>(count),
                                  s_.scratch.data()});
        for (std::size_t part = 0; part < parts; ++part)
            device_->download(out.subspan(part * n + at, count), s_.scratch.data() + part * count);
    }
}

/// One field, all nodes, into memory that this device writes.
template <class D, class Row>
void Flow<D, Row>::put_aside(Field what, float* to) {
    if (what != Field::smoke)
        device_->each(nodes(), DeriveField{field(), derived(what), 0, nodes(), to});
    else if (s_.smoke.size() > 0)
        device_->each(nodes(), CopyField{s_.smoke.data(), to});
    else
        device_->fill(to, static_cast<std::size_t>(nodes()), 0.0f);
}

/// So much room in s_.aside, which what is launched next may write.
template <class D, class Row>
void Flow<D, Row>::make_aside(std::size_t floats) {
    if constexpr (D::on_gpu) {
        if (s_.aside.size() < floats) {
            last_transfer_.wait();
            s_.aside = typename D::template Buffer<float>(*device_, floats);
        }
        device_->after(last_transfer_);
    }
}

template <class D, class Row>
std::unique_ptr<Snapshot> Flow<D, Row>::snapshot(std::span<const Field> fields) {
    const std::size_t n = static_cast<std::size_t>(nodes());
    std::size_t values = 0;
    bool derives = false;
    for (const Field what : fields)
        values += static_cast<std::size_t>(components(what)) * n, derives |= what != Field::smoke;
    auto made = std::make_unique<FlowSnapshot<D>>(snapshots_, snapshots_->take(*device_, values),
                                                  std::vector<Field>(fields.begin(), fields.end()), n);
    if (std::find(fields.begin(), fields.end(), Field::smoke) != fields.end()) project_smoke();
    if (derives && u_time_ != time_) refresh_velocity();
    float* to = made->data();
    if constexpr (D::on_gpu) {
        make_aside(values);
        to = s_.aside.data();
    }
    for (const Field what : fields) {
        put_aside(what, to);
        to += static_cast<std::size_t>(components(what)) * n;
    }
    if constexpr (D::on_gpu) {
        last_transfer_ = device_->send(std::span<float>(made->data(), values), s_.aside.data());
        made->arrives_with(last_transfer_);
    }
    return made;
}

template <class D, class Row>
void Flow<D, Row>::start_from(std::span<const float> rho, std::span<const float> u) {
    const std::size_t n = static_cast<std::size_t>(nodes());
    FUM_ASSERT(rho.size() == n && u.size() == 3 * n, "start_from: " + std::to_string(rho.size()) + " densities given");
    typename D::template Buffer<Real> rho_here(*device_, n), u_here(*device_, 3 * n);
    const std::vector<Real> rho_real(rho.begin(), rho.end()), u_real(u.begin(), u.end());
    device_->upload(rho_here.data(), std::span<const Real>(rho_real));
    device_->upload(u_here.data(), std::span<const Real>(u_real));
    StartFrom<T, Layout> k{now(), layout_, grid_, rho_here.data(), u_here.data(), collide_.rates.nu3, {}};
    for (int d = 0; d < 3; ++d) k.periodic[d] = periodic_ >> d & 1;
    device_->each(nodes(), k);
    sum_face_states();
    time_ = 0;
    u_time_ = -1;
    recording_ = {};  // it reads the array that was in turn
    set_clock();
    tracer_count_ = 0;
    smoke_stale_ = true;
    device_->wait();
}

template <class D, class Row>
std::vector<double> Flow<D, Row>::totals() {
    std::vector<double> sum(5, 0.0);
    device_->reduce(nodes(), Totals<T, Layout>{now(), layout_, grid_}, sum.data());
    return sum;
}

template <class D, class Row>
std::vector<Stage> Flow<D, Row>::profile(int n) {
    // the CPU sums runs of one cell over a thousand samples and more, the GPU over those of a warp
    loops_ = count_loops(config_, plan_, D::on_gpu ? 32 : 1 << 30);
    profile_.emplace(*device_);
    step(n);
    if (n > 0) project_smoke();
    std::vector<Stage> stages = profile_->stages(std::max(n, 1));
    profile_.reset();
    return stages;
}

template <class D, class Row>
std::vector<MemoryItem> Flow<D, Row>::memory() const {
    const auto bytes = [](const auto&... b) {
        return static_cast<std::int64_t>((std::size_t{0} + ... + (b.size() * sizeof(*b.data()))));
    };
    std::vector<MemoryItem> items{{"populations", bytes(s_.f[0], s_.f[1])}};
    items.push_back({"velocity", bytes(s_.u)});
    items.push_back({"smoke density", bytes(s_.smoke, s_.smoke_fixed)});
    items.push_back({"tracers", bytes(s_.tracers[0], s_.tracers[1], s_.points, s_.tracer_rank, s_.bin_count,
                                      s_.bin_first, s_.bin_used)});
    std::int64_t face = 0;
    for (const auto& f : s_.face) face += bytes(f);
    for (const auto& f : s_.face_state) face += bytes(f);
    face += bytes(s_.face_jobs);
    items.push_back({"faces", face + bytes(s_.calm[0], s_.calm[1], s_.calm[2])});
    items.push_back({"samples", bytes(s_.body, s_.place, s_.area, s_.normaliser, s_.g_s)});
    items.push_back({"band", bytes(s_.slot_of, s_.list, s_.g, s_.u_band, s_.area_band, s_.g_fixed, s_.area_fixed)});
    items.push_back({"cells", bytes(s_.cell_count, s_.cell_first, s_.cell_list, s_.cell_rank)});
    items.push_back({"scratch", bytes(s_.scratch)});
    items.push_back({"snapshot", bytes(s_.aside)});
    return items;
}

}  // namespace fum

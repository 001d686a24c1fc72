// Part of flow.h: solids. Moving bodies, the band that follows them, penalty forces and loads.
#pragma once

namespace fum {

template <class D, class Row>
void Flow<D, Row>::allocate_bodies() {
    first_.assign(1, 0);
    for (const Body& body : config_.bodies) {
        first_.push_back(first_.back() + static_cast<std::int64_t>(body.samples.size()));
        double reach = 0;
        for (const Float3& x : body.samples) reach = std::max(reach, static_cast<double>(length(x)));
        reach_.push_back(reach);
        pose_.push_back(body.motion ? body.motion(0.0) : body.pose);
        moving_ |= static_cast<bool>(body.motion);
    }
    const std::size_t count = static_cast<std::size_t>(first_.back());
    s_.body = typename D::template Buffer<float>(*device_, 3 * count);
    s_.place = typename D::template Buffer<float>(*device_, 3 * count);
    s_.area = typename D::template Buffer<float>(*device_, count);
    s_.normaliser = typename D::template Buffer<float>(*device_, count);
    s_.g_s = typename D::template Buffer<Float4>(*device_, count);
    if constexpr (!Row::staged) {
        const std::size_t groups = static_cast<std::size_t>(Band::groups_per_row(grid_.n.x, shift_)) *
                                   static_cast<std::size_t>(grid_.n.y) * static_cast<std::size_t>(grid_.n.z);
        s_.slot_of = typename D::template Buffer<std::int32_t>(*device_, groups);
        s_.count = typename D::template Buffer<std::int32_t>(*device_, 1);
    }
    s_.loads = typename D::template Buffer<double>(*device_, 6 * config_.bodies.size());
    upload_samples();
    for (std::size_t b = 0; b < config_.bodies.size(); ++b) place_body(b);
    if constexpr (!Row::staged) rebuild_band();
    normalise();
}

/// Orders each body's samples by the blocks of Fig. 7 as they lie now, and hands them to the device.
template <class D, class Row>
void Flow<D, Row>::upload_samples() {
    const auto begin = std::chrono::steady_clock::now();
    const std::size_t count = static_cast<std::size_t>(first_.back());
    std::vector<float> body(3 * count), area(count);
    for (std::size_t b = 0; b < config_.bodies.size(); ++b) {
        const Body& from = config_.bodies[b];
        const std::vector<std::int32_t> order = storage_order(from, pose_[b], plan_);
        for (std::size_t i = 0; i < order.size(); ++i) {
            const std::size_t s = static_cast<std::size_t>(order[i]), to = static_cast<std::size_t>(first_[b]) + i;
            for (int d = 0; d < 3; ++d) body[static_cast<std::size_t>(d) * count + to] = from.samples[s][d];
            area[to] = from.area[s];
        }
    }
    device_->upload(s_.body.data(), std::span<const float>(body));
    device_->upload(s_.area.data(), std::span<const float>(area));
    order_.cost_s = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    order_.best_s = order_.lost_s = turned_ = 0;
}

/// Whether samples should be put into order again: once spreading has lost as much time to the old order as a new one
/// costs. A run that must repeat to the bit goes by the angle instead: 17 degrees.
template <class D, class Row>
bool Flow<D, Row>::order_pays() const {
    if (plan_.ib_block < 0) return false;
    return plan_.deterministic ? turned_ > 0.3 : order_.lost_s > order_.cost_s;
}

template <class D, class Row>
void Flow<D, Row>::place_body(std::size_t b) {
    device_->each(first_[b + 1] - first_[b], PlaceSamples{s_.body.data(), s_.place.data(), first_.back(), first_[b],
                                                          first_[b + 1], to_float(pose_[b])});
}

template <class D, class Row>
void Flow<D, Row>::rebuild_band() {
    const std::int64_t groups = static_cast<std::int64_t>(s_.slot_of.size());
    const int margin = moving_ ? 1 : 0;
    for (int attempt = 0; attempt < 2; ++attempt) {
        device_->fill(s_.slot_of.data(), s_.slot_of.size(), std::int32_t{-1});
        device_->fill(s_.count.data(), 1, std::int32_t{0});
        device_->each(first_.back(), MarkBand{grid_, periodic_, samples(), s_.slot_of.data(), band(), margin});
        const std::int32_t room = static_cast<std::int32_t>(s_.list.size());
        device_->each(groups, NumberBand{s_.slot_of.data(), s_.list.data(), s_.count.data(), room});
        std::int32_t used = 0;
        device_->download(std::span<std::int32_t>(&used, 1), s_.count.data());
        s_.slots = used;
        if (used <= room) break;
        const std::size_t more = static_cast<std::size_t>(moving_ ? used + used / 4 : used), values = more << shift_;
        s_.list = typename D::template Buffer<std::int32_t>(*device_, more);
        s_.g = {};
        s_.u_band = {};
        s_.area_band = {};
        s_.g = typename D::template Buffer<Float4>(*device_, values);
        s_.u_band = typename D::template Buffer<Float4>(*device_, values);
        s_.area_band = typename D::template Buffer<float>(*device_, values);
        if (!fixed_sums()) continue;
        s_.g_fixed = {};
        s_.area_fixed = {};
        s_.g_fixed = typename D::template Buffer<Fixed4>(*device_, values);
        s_.area_fixed = typename D::template Buffer<unsigned long long>(*device_, values);
    }
    drift_ = 0;
}

template <class D, class Row>
void Flow<D, Row>::normalise() {
    const std::int64_t places = std::int64_t{s_.slots} << shift_;
    if (!fixed_sums()) device_->fill(s_.area_band.data(), static_cast<std::size_t>(places), 0.0f);
    device_->scatter(first_.back(),
                     SpreadArea{grid_, periodic_, samples(), band(), s_.area_band.data(), s_.area_fixed.data()});
    if (fixed_sums()) device_->each(places, SettleArea{s_.area_fixed.data(), s_.area_band.data()});
    device_->each(first_.back(), GatherNormaliser{grid_, periodic_, samples(), band(), s_.area_band.data()});
    if constexpr (Row::staged) list_samples();
}

template <class D, class Row>
void Flow<D, Row>::move_bodies() {
    if (!moving_) return;
    const auto timing = stage("move bodies");
    double fastest = 0, turn = 0;
    for (std::size_t b = 0; b < config_.bodies.size(); ++b) {
        if (!config_.bodies[b].motion) continue;
        const Pose before = pose_[b];
        pose_[b] = config_.bodies[b].motion(static_cast<double>(time_));
        const double angle = length(pose_[b].spin);
        fastest = std::max(fastest, length(pose_[b].centre - before.centre) + angle * reach_[b]);
        turn = std::max(turn, angle);
    }
    drift_ += fastest;
    turned_ += turn;
    const bool anew = order_pays();
    if (anew) upload_samples();
    for (std::size_t b = 0; b < config_.bodies.size(); ++b)
        if (config_.bodies[b].motion || anew) place_body(b);
    if constexpr (!Row::staged)
        if (drift_ > 0.9) rebuild_band();  // the band was marked one node wider than the stencils
    normalise();
}

template <class D, class Row>
void Flow<D, Row>::macro_of_band() {
    if (!has_bodies()) return;
    const auto timing = stage("macro of band", (27.0 * sizeof(T) + 32) * static_cast<double>(s_.slots << shift_));
    device_->groups(BandMacro<T, Layout>{{now(), layout_, grid_}, acceleration(), band(), s_.u_band.data()},
                    s_.list.data(), s_.slots);
}

template <class D, class Row>
PenaltySpread Flow<D, Row>::penalty(std::size_t body, Float4* g_s) const {
    return {grid_,
            periodic_,
            samples(),
            first_[body],
            to_float(pose_[body]),
            static_cast<float>(config_.ib_chi),
            band(),
            s_.u_band.data(),
            g_s,
            s_.g_fixed.data()};
}

template <class D, class Row>
void Flow<D, Row>::penalty_and_spread() {
    if (!has_bodies()) return;
    const bool weigh = time_ % load_every == 0, gather = plan_.spread == Plan::Spread::gather;
    // place, area and c_s of a sample, u* and g in and out of a node it touches; gathering also g_s and the list
    const double bytes =
        (gather ? 20 + 36 : 20.0) * static_cast<double>(loops_.samples) + 48.0 * static_cast<double>(loops_.nodes);
    const auto timing = stage("penalty + spread", bytes, gather ? 0 : loops_.summed_atomics);
    if constexpr (Row::staged)
        if (gather) penalty_and_gather();
    const bool clocked = moving_ && !gather && !plan_.deterministic && !profile_ && time_ % look_every == 0;
    if (clocked) device_->wait();
    const auto begin = std::chrono::steady_clock::now();
    for (std::size_t b = 0; !gather && b < config_.bodies.size(); ++b)
        device_->scatter(first_[b + 1] - first_[b], penalty(b, weigh ? s_.g_s.data() : nullptr));
    if (clocked) {
        device_->wait();
        const double took = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
        order_.best_s = order_.best_s > 0 ? std::min(order_.best_s, took) : took;
        order_.lost_s += look_every * (took - order_.best_s);
    }
    if (fixed_sums() && !gather)
        device_->each(std::int64_t{s_.slots} << shift_, SettleForce{s_.g_fixed.data(), s_.g.data()});
    if (!weigh) return;
    for (std::size_t b = 0; b < config_.bodies.size(); ++b) {
        const PoseF p = to_float(pose_[b]);
        device_->accumulate(first_[b + 1] - first_[b],
                            BodyLoad{samples(), s_.g_s.data(), first_[b], {p.centre[0], p.centre[1], p.centre[2]}},
                            s_.loads.data() + 6 * b);
    }
    ++load_count_;
}

template <class D, class Row>
std::vector<Load> Flow<D, Row>::take_loads() {
    std::vector<Load> loads(config_.bodies.size());
    std::vector<double> sum(6 * loads.size());
    device_->download(std::span<double>(sum), s_.loads.data());
    const double share = load_count_ > 0 ? 1.0 / static_cast<double>(load_count_) : 0.0;
    for (std::size_t b = 0; b < loads.size(); ++b)
        for (int d = 0; d < 3; ++d) {
            loads[b].force[d] = share * sum[6 * b + static_cast<std::size_t>(d)];
            loads[b].torque[d] = share * sum[6 * b + 3 + static_cast<std::size_t>(d)];
        }
    device_->fill(s_.loads.data(), s_.loads.size(), 0.0);
    load_count_ = 0;
    return loads;
}

}  // namespace fum

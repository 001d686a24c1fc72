// Part of flow.h: solids. Moving bodies, the band that follows them, penalty forces and loads.
#pragma once

namespace fum {

template <class D, class R, class L, class C>
void Flow<D, R, L, C>::allocate_bodies() {
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
    const std::int64_t alpha = layout_.alpha();
    shift_ = alpha == 32 ? 5 : alpha == 128 ? 7 : 6;
    if constexpr (!D::on_gpu) shift_ = 5;
    s_.body = typename D::template Buffer<float>(*device_, 3 * count);
    s_.place = typename D::template Buffer<float>(*device_, 3 * count);
    s_.area = typename D::template Buffer<float>(*device_, count);
    s_.normaliser = typename D::template Buffer<float>(*device_, count);
    s_.g_s = typename D::template Buffer<Float4>(*device_, count);
    s_.slot_of = typename D::template Buffer<std::int32_t>(*device_, static_cast<std::size_t>((nodes() >> shift_) + 1));
    s_.count = typename D::template Buffer<std::int32_t>(*device_, 1);
    load_sum_.assign(6 * config_.bodies.size(), 0.0);
    upload_samples();
    for (std::size_t b = 0; b < config_.bodies.size(); ++b) place_body(b);
    rebuild_band();
    normalise();
}

/// Orders each body's samples by the blocks of Fig. 7 as they lie now, and hands them to the device.
template <class D, class R, class L, class C>
void Flow<D, R, L, C>::upload_samples() {
    const std::size_t count = static_cast<std::size_t>(first_.back());
    std::vector<float> body(3 * count), area(count);
    for (std::size_t b = 0; b < config_.bodies.size(); ++b) {
        const Body& from = config_.bodies[b];
        std::vector<Float3> place(from.samples.size());
        Float3 low{1e30f, 1e30f, 1e30f};
        for (std::size_t s = 0; s < place.size(); ++s) {
            place[s] = cast<float>(pose_[b].centre + pose_[b].turn * cast<double>(from.samples[s]));
            for (int d = 0; d < 3; ++d) low[d] = std::min(low[d], std::floor(place[s][d]));
        }
        for (Float3& p : place) p -= low;
        const std::vector<std::int32_t> order = sample_order(place, plan_.ib_block > 0 ? plan_.ib_block : 8);
        for (std::size_t i = 0; i < order.size(); ++i) {
            const std::size_t s = static_cast<std::size_t>(order[i]), to = static_cast<std::size_t>(first_[b]) + i;
            for (int d = 0; d < 3; ++d) body[static_cast<std::size_t>(d) * count + to] = from.samples[s][d];
            area[to] = from.area[s];
        }
    }
    device_->upload(s_.body.data(), std::span<const float>(body));
    device_->upload(s_.area.data(), std::span<const float>(area));
    turned_ = 0;
}

template <class D, class R, class L, class C>
void Flow<D, R, L, C>::place_body(std::size_t b) {
    device_->each(first_[b + 1] - first_[b], PlaceSamples{s_.body.data(), s_.place.data(), first_.back(), first_[b],
                                                          first_[b + 1], to_float(pose_[b])});
}

template <class D, class R, class L, class C>
void Flow<D, R, L, C>::rebuild_band() {
    const std::int64_t groups = static_cast<std::int64_t>(s_.slot_of.size());
    const int margin = moving_ ? 1 : 0;
    for (int attempt = 0; attempt < 2; ++attempt) {
        device_->fill(s_.slot_of.data(), s_.slot_of.size(), std::int32_t{-1});
        device_->fill(s_.count.data(), 1, std::int32_t{0});
        device_->each(first_.back(), MarkBand{grid_, periodic_, samples(), s_.slot_of.data(), shift_, margin});
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
    }
    drift_ = 0;
}

template <class D, class R, class L, class C>
void Flow<D, R, L, C>::normalise() {
    device_->fill(s_.area_band.data(), static_cast<std::size_t>(s_.slots) << shift_, 0.0f);
    device_->each(first_.back(), SpreadArea{grid_, periodic_, samples(), band(), s_.area_band.data()});
    device_->each(first_.back(), GatherNormaliser{grid_, periodic_, samples(), band(), s_.area_band.data()});
}

template <class D, class R, class L, class C>
void Flow<D, R, L, C>::move_bodies() {
    if (!moving_) return;
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
    if (turned_ > 0.3) upload_samples();  // 17 degrees: neighbours in space are no longer neighbours in memory
    for (std::size_t b = 0; b < config_.bodies.size(); ++b)
        if (config_.bodies[b].motion || turned_ == 0) place_body(b);
    if (drift_ > 0.9) rebuild_band();  // the band was marked one node wider than the stencils
    normalise();
}

template <class D, class R, class L, class C>
void Flow<D, R, L, C>::macro_of_band() {
    if (!has_bodies()) return;
    device_->groups(BandMacro<R, L>{pull(), acceleration(), band(), s_.u_band.data()}, s_.list.data(), s_.slots,
                    shift_);
}

template <class D, class R, class L, class C>
void Flow<D, R, L, C>::penalty_and_spread() {
    if (!has_bodies()) return;
    const bool weigh = time_ % load_every == 0;
    for (std::size_t b = 0; b < config_.bodies.size(); ++b)
        device_->scatter(first_[b + 1] - first_[b],
                         PenaltySpread{grid_, periodic_, samples(), first_[b], to_float(pose_[b]),
                                       static_cast<float>(config_.ib_chi), band(), s_.u_band.data(),
                                       weigh ? s_.g_s.data() : nullptr});
    if (!weigh) return;
    for (std::size_t b = 0; b < config_.bodies.size(); ++b) {
        const PoseF p = to_float(pose_[b]);
        device_->reduce(first_[b + 1] - first_[b],
                        BodyLoad{samples(), s_.g_s.data(), first_[b], {p.centre[0], p.centre[1], p.centre[2]}},
                        load_sum_.data() + 6 * b);
    }
    ++load_count_;
}

template <class D, class R, class L, class C>
std::vector<Load> Flow<D, R, L, C>::take_loads() {
    std::vector<Load> loads(config_.bodies.size());
    const double share = load_count_ > 0 ? 1.0 / static_cast<double>(load_count_) : 0.0;
    for (std::size_t b = 0; b < loads.size(); ++b)
        for (int d = 0; d < 3; ++d) {
            loads[b].force[d] = share * load_sum_[6 * b + static_cast<std::size_t>(d)];
            loads[b].torque[d] = share * load_sum_[6 * b + 3 + static_cast<std::size_t>(d)];
        }
    std::fill(load_sum_.begin(), load_sum_.end(), 0.0);
    load_count_ = 0;
    return loads;
}

}  // namespace fum

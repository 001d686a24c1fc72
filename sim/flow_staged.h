// Part of flow.h: the paper's schedule. A launch a stage over all nodes, u and g of all of them, gathering.
#pragma once

namespace fum {

/// A band that has all groups, whether or not there are bodies.
template <class D, class Row>
Band Flow<D, Row>::every_group() const {
    return {nullptr, s_.g.data(), shift_, Band::groups_per_row(grid_.n.x, shift_), grid_.n.y};
}

template <class D, class Row>
CellGrid Flow<D, Row>::cells() const {
    return {s_.cell_count.data(), s_.cell_first.data(), s_.cell_list.data(), s_.cell_rank.data(), s_.count.data()};
}

/// u* and rho* of all nodes and, with bodies, g and G: numbered as a band that has every group.
template <class D, class Row>
void Flow<D, Row>::allocate_staged() {
    s_.slots = static_cast<std::int32_t>(every_group().per_row * grid_.n.y * grid_.n.z);
    const std::size_t values = static_cast<std::size_t>(s_.slots) << shift_;
    s_.u_band = typename D::template Buffer<Float4>(*device_, values);
    if (!has_bodies()) return;
    s_.g = typename D::template Buffer<Float4>(*device_, values);
    s_.area_band = typename D::template Buffer<float>(*device_, values);
    if (plan_.spread != Plan::Spread::gather) return;
    const std::size_t samples = static_cast<std::size_t>(sample_count(config_));
    s_.cell_count = typename D::template Buffer<std::int32_t>(*device_, grid_.nodes());
    s_.cell_first = typename D::template Buffer<std::int32_t>(*device_, grid_.nodes());
    s_.cell_list = typename D::template Buffer<std::int32_t>(*device_, samples);
    s_.cell_rank = typename D::template Buffer<std::int32_t>(*device_, samples);
    s_.count = typename D::template Buffer<std::int32_t>(*device_, 1);
}

/// Samples into the cells that gathering looks at; nothing to do when forces are scattered.
template <class D, class Row>
void Flow<D, Row>::list_samples() {
    if (plan_.spread != Plan::Spread::gather) return;
    device_->fill(s_.cell_count.data(), s_.cell_count.size(), std::int32_t{0});
    device_->fill(s_.count.data(), 1, std::int32_t{0});
    device_->each(first_.back(), CountCells{grid_, periodic_, samples(), cells()});
    device_->each(nodes(), AllotCells{cells()});
    device_->each(first_.back(), ListSamples{grid_, periodic_, samples(), cells()});
}

template <class D, class Row>
void Flow<D, Row>::stream() {
    const auto timing = stage("stream", node_bytes(2 * 27));
    device_->each(nodes(), StreamNodes<Layout>{{now(), layout_, grid_}, then()});
}

template <class D, class Row>
void Flow<D, Row>::macroscopic() {
    const auto timing = stage("macroscopic", node_bytes(27 + 4 + (has_bodies() ? 4 : 0)));
    device_->each(nodes(), MacroNodes<Layout>{then(), layout_, grid_, acceleration(), every_group(), s_.u_band.data()});
}

template <class D, class Row>
void Flow<D, Row>::penalty_and_gather() {
    for (std::size_t b = 0; b < config_.bodies.size(); ++b)
        device_->each(first_[b + 1] - first_[b], Penalty{penalty(b, s_.g_s.data())});
    for (std::size_t b = 0; b < config_.bodies.size(); ++b) {
        const NodeBox box = box_of(config_.bodies[b], pose_[b], config_);
        device_->each(box.nodes(), GatherForce{grid_, periodic_, samples(), cells(), s_.g_s.data(), band(), first_[b],
                                               first_[b + 1], box.low, box.size});
    }
}

template <class D, class Row>
void Flow<D, Row>::collide() {
    // what must move: populations in and out and u, g; with more launches also the moments, out and in each time
    const int u_and_g = has_bodies() ? 8 : 4;
    const int floats = plan_.launches == 1   ? 2 * 27 + u_and_g
                       : plan_.launches == 2 ? 4 * 27 + u_and_g + 8
                                             : 5 * 27 + u_and_g + 12;
    const auto timing = stage("collide", node_bytes(floats));
    if (plan_.monomials == Plan::Monomials::merged)
        collide_with<MergedSums>();
    else
        collide_with<ExpandedSums>();
}

/// In 2 launches the moments take the populations' place; in 3 they go to the first array, which (a) has emptied.
template <class D, class Row>
template <class Sums>
void Flow<D, Row>::collide_with() {
    const Calm calm{s_.calm[0].data(), s_.calm[1].data(), s_.calm[2].data()};
    float* const moments = plan_.launches == 3 ? now() : then();
    const RelaxMoments<Layout> relax{{{then(), layout_, grid_},
                                      moments,
                                      collide_,
                                      acceleration(),
                                      {},
                                      calm,
                                      smoke_step() ? s_.u.data() : nullptr,
                                      looks() ? s_.fault.data() : nullptr,
                                      {}},
                                     every_group(),
                                     s_.u_band.data()};
    if (plan_.launches == 1) return device_->each(nodes(), CollideNodes<Layout, Sums>{relax});
    device_->each(nodes(), relax);
    const auto write = [&]<int First, int Last>() {
        device_->each(nodes(), WritePopulations<Layout, Sums, First, Last>{moments, then(), layout_, grid_,
                                                                           every_group(), s_.u_band.data()});
    };
    if (plan_.launches == 2) return write.template operator()<0, 27>();
    write.template operator()<0, 14>();
    write.template operator()<14, 27>();
}

}  // namespace fum

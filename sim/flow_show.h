// Part of flow.h: the flow for the eye. Texels of all nodes and the tracers, as cheaply as what the step has left
// allows, and single nodes.
#pragma once

#include <limits>

namespace fum {

/// Texels straight from the populations, where no collision has left a velocity.
template <class T, class Layout, class To>
struct ReadTexels {
    ReadMacro<T, Layout> macro;
    To to;
    FUM_HD void operator()(std::int64_t k) const { to.put(k, macro.of(static_cast<Node>(k))); }
};

/// u and rho of the nodes of a list.
template <class T, class Layout>
struct ReadNodes {
    ReadMacro<T, Layout> macro;
    const Node* nodes;
    Float4* out;
    FUM_HD void operator()(std::int64_t i) const { out[i] = macro.of(nodes[i]); }
};

template <class D, class Row>
template <class To>
void Flow<D, Row>::show_flow(const To& to) {
    if constexpr (!D::on_gpu)  // from now on the last collision before a picture leaves it behind
        if (u_time_ != time_) refresh_velocity();
    if (!D::on_gpu || u_time_ == time_)
        device_->each(nodes(), PackFlow<To>{s_.u.data(), to});
    else
        device_->each(nodes(), ReadTexels<T, Layout, To>{macro(), to});
}

template <class D, class Row>
void Flow<D, Row>::show_on_surfaces(const ShowTargets& to) {
    if constexpr (D::on_gpu) {
        if (to.flow_surface != 0) show_flow(typename D::FlowSurface{to.flow_surface, grid_});
        if (to.smoke_surface != 0) {
            const typename D::SmokeSurface surface{to.smoke_surface, grid_};
            device_->each(nodes(), PackSmoke<typename D::SmokeSurface>{s_.smoke.data(), surface});
        }
    } else {
        FUM_ASSERT(to.flow_surface == 0 && to.smoke_surface == 0, "show: the CPU has no surfaces");
    }
}

/// By way of memory of the device, where the host's cannot be written.
template <class D, class Row>
void Flow<D, Row>::show_by_copy(const ShowTargets& to) {
    const std::size_t n = static_cast<std::size_t>(nodes());
    make_aside(2 * n);  // a texel of the flow is two floats large
    if (to.flow) {
        Half4* const texels = reinterpret_cast<Half4*>(s_.aside.data());
        show_flow(FlowTexels{texels});
        device_->download(std::span<Half4>(to.flow, n), texels);
    }
    if (to.smoke) {
        Half* const texels = reinterpret_cast<Half*>(s_.aside.data());
        device_->each(nodes(), PackSmoke<SmokeTexels>{s_.smoke.data(), {texels}});
        device_->download(std::span<Half>(to.smoke, n), texels);
    }
}

template <class D, class Row>
std::int64_t Flow<D, Row>::show_tracers(const ShowTargets& to) {
    const std::int64_t count = std::min(tracer_count_, to.tracer_room);
    if (!to.tracers || count <= 0) return 0;
    const bool copied = D::on_gpu && to.on_host;
    if (copied) make_aside(4 * static_cast<std::size_t>(count));
    Float4* const there = reinterpret_cast<Float4*>(copied ? s_.aside.data() : to.tracers);
    device_->each(count, PickTracers{s_.tracers[0].data(), there, tracer_count_, to.tracer_room});
    if (copied) device_->download(std::span<float>(to.tracers, 4 * static_cast<std::size_t>(count)), s_.aside.data());
    return count;
}

template <class D, class Row>
std::int64_t Flow<D, Row>::show(const ShowTargets& to) {
    if (to.wants_smoke()) project_smoke();
    show_on_surfaces(to);
    if (D::on_gpu && to.on_host) {
        show_by_copy(to);
    } else {
        if (to.flow) show_flow(FlowTexels{to.flow});
        if (to.smoke) device_->each(nodes(), PackSmoke<SmokeTexels>{s_.smoke.data(), {to.smoke}});
    }
    const std::int64_t count = show_tracers(to);
    device_->wait();
    return count;
}

template <class D, class Row>
std::vector<ProbeValue> Flow<D, Row>::probe(std::span<const Int3> at) {
    if (at.empty()) return {};
    const auto inside = [&](const Int3& p) {
        return p.x >= 0 && p.y >= 0 && p.z >= 0 && p.x < grid_.n.x && p.y < grid_.n.y && p.z < grid_.n.z;
    };
    std::vector<Node> nodes;
    for (const Int3& p : at) nodes.push_back(inside(p) ? grid_.at(p.x, p.y, p.z) : Node{0});
    if (nodes != probes_) {
        if (s_.probed.size() < nodes.size()) {
            s_.probe_nodes = typename D::template Buffer<Node>(*device_, nodes.size());
            s_.probed = typename D::template Buffer<Float4>(*device_, nodes.size());
        }
        device_->upload(s_.probe_nodes.data(), std::span<const Node>(nodes));
        probes_ = nodes;
    }
    const auto count = static_cast<std::int64_t>(nodes.size());
    device_->each(count, ReadNodes<T, Layout>{macro(), s_.probe_nodes.data(), s_.probed.data()});
    std::vector<Float4> values(nodes.size());
    device_->download(std::span<Float4>(values), s_.probed.data());
    constexpr float nan = std::numeric_limits<float>::quiet_NaN();
    std::vector<ProbeValue> out;
    for (std::size_t i = 0; i < at.size(); ++i) {
        const Float4& v = values[i];
        out.push_back(inside(at[i]) ? ProbeValue{at[i], v.w, {v.x, v.y, v.z}}
                                    : ProbeValue{at[i], nan, {nan, nan, nan}});
    }
    return out;
}

}  // namespace fum

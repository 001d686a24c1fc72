#include "app/force_history.h"

#include <algorithm>
#include <cmath>
#include <span>

namespace fum {
namespace {

constexpr int most_blocks = 16;
constexpr std::size_t least_block = 4;  ///< samples

Double3 flow_of(const Scene& scene) {
    Double3 fastest{};
    for (const Boundary& face : scene.boundary)
        if (face.kind == FaceKind::inflow && length(face.velocity_ms) > length(fastest)) fastest = face.velocity_ms;
    for (const Solid& solid : scene.solids)
        if (length(fastest) == 0 && solid.motion == Motion::straight) fastest = -solid.velocity_ms;
    if (length(fastest) == 0) fastest = scene.fluid.start_velocity_ms;
    return length(fastest) > 0 ? normalized(fastest) : Double3{1, 0, 0};
}

void add_to(ForceSample& sum, const ForceSample& more) {
    sum.time_s = more.time_s;
    sum.force_N += more.force_N;
    sum.moment_Nm += more.moment_Nm;
}

ForceSample mean_of(std::span<const ForceSample> samples) {
    ForceSample sum;
    for (const ForceSample& s : samples) add_to(sum, s);
    const double share = samples.empty() ? 0 : 1.0 / static_cast<double>(samples.size());
    sum.force_N = sum.force_N * share;
    sum.moment_Nm = sum.moment_Nm * share;
    return sum;
}

/// Standard error of the mean force from blocks much longer than what the force remembers of itself.
Double3 error_of(std::span<const ForceSample> samples, int blocks) {
    const Double3 mean = mean_of(samples).force_N;
    Double3 squares{};
    const std::size_t size = samples.size() / static_cast<std::size_t>(blocks);
    for (int b = 0; b < blocks; ++b) {
        const Double3 off = mean_of(samples.subspan(static_cast<std::size_t>(b) * size, size)).force_N - mean;
        for (int d = 0; d < 3; ++d) squares[d] += off[d] * off[d];
    }
    for (int d = 0; d < 3; ++d) squares[d] = std::sqrt(squares[d] / (blocks * (blocks - 1.0)));
    return squares;
}

/// Whether the halves of the samples have one mean, within three of its errors and 1 % of the whole force.
bool halves_agree(std::span<const ForceSample> samples, int blocks) {
    const std::size_t half = samples.size() / 2;
    const auto early = samples.first(half), late = samples.last(half);
    const Double3 apart = mean_of(late).force_N - mean_of(early).force_N;
    const Double3 a = error_of(early, blocks / 2), b = error_of(late, blocks / 2);
    const double whole = length(mean_of(samples).force_N);
    bool agree = true;
    for (int d = 0; d < 3; ++d)
        agree &= std::abs(apart[d]) <= std::max(3 * std::sqrt(a[d] * a[d] + b[d] * b[d]), 0.01 * whole) &&
                 std::sqrt(a[d] * a[d] + b[d] * b[d]) <= 0.1 * whole;
    return agree;
}

}  // namespace

ForceAxes force_axes(const Scene& scene) {
    ForceAxes axes;
    axes.drag = flow_of(scene);
    Double3 up{};
    up[static_cast<int>(scene.domain.up)] = 1;
    if (length(cross(axes.drag, up)) < 0.1) up = std::abs(axes.drag.y) < 0.9 ? Double3{0, 1, 0} : Double3{0, 0, 1};
    axes.lift = normalized(up - axes.drag * dot(up, axes.drag));
    axes.side = cross(axes.drag, axes.lift);
    return axes;
}

ForceHistory::ForceHistory(const Setup& setup) : axes_(force_axes(setup.scene)) {
    scale_by(setup);
    histories_.resize(setup.config.bodies.size());
    sum_.resize(histories_.size());
}

void ForceHistory::scale_by(const Setup& setup) {
    const Numbers& n = setup.numbers;
    newton_ = n.units.force_to_newton();
    newton_metre_ = n.units.torque_to_newton_metre();
    pressure_pa_ = 0.5 * setup.scene.fluid.density_kgm3 * n.speed_ms * n.speed_ms;
    length_m_ = n.length_m;
    areas_m2_.clear();
    for (const Solid& solid : setup.scene.solids) areas_m2_.push_back(solid.reference_area_m2);
}

void ForceHistory::add(double time_s, const std::vector<Load>& loads) {
    const auto turned = [&](const Double3& v) {
        return Double3{dot(v, axes_.drag), dot(v, axes_.lift), dot(v, axes_.side)};
    };
    for (std::size_t i = 0; i < std::min(loads.size(), sum_.size()); ++i)
        add_to(sum_[i], {time_s, turned(loads[i].force) * newton_, turned(loads[i].torque) * newton_metre_});
    if (++summed_ < together_) return;
    for (std::size_t i = 0; i < sum_.size(); ++i) {
        histories_[i].push_back({time_s, sum_[i].force_N / summed_, sum_[i].moment_Nm / summed_});
        sum_[i] = {};
    }
    summed_ = 0;
    if (!histories_.empty() && histories_[0].size() >= room) thin_out();
}

void ForceHistory::thin_out() {
    for (auto& history : histories_) {
        for (std::size_t i = 0; 2 * i + 1 < history.size(); ++i)
            history[i] = mean_of(std::span(history).subspan(2 * i, 2));
        history.resize(history.size() / 2);
    }
    together_ *= 2;
}

void ForceHistory::cut(double time_s) {
    for (auto& history : histories_) std::erase_if(history, [&](const ForceSample& s) { return s.time_s > time_s; });
    std::fill(sum_.begin(), sum_.end(), ForceSample{});
    summed_ = 0;
}

ForceMean ForceHistory::mean(std::size_t solid) const {
    const std::vector<ForceSample>& all = of(solid);
    const std::span<const ForceSample> late = std::span(all).last(all.size() - all.size() / 2);
    const ForceSample middle = mean_of(late);
    ForceMean result;
    result.force_N = middle.force_N;
    result.moment_Nm = middle.moment_Nm;
    const int blocks = std::min(most_blocks, static_cast<int>(late.size() / least_block)) / 2 * 2;
    if (blocks >= 8) {
        result.blocks = blocks;
        result.error_N = error_of(late, blocks);
        result.settled = halves_agree(late, blocks);
    }
    const double scale = pressure_pa_ * areas_m2_[solid];
    result.has_coefficients = scale > 0;
    if (!result.has_coefficients) return result;
    result.force_coefficient = middle.force_N / scale;
    result.moment_coefficient = middle.moment_Nm / (scale * length_m_);
    return result;
}

}  // namespace fum

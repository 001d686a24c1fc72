#include "app/window/probe_history.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace fum {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

void cut_after(ProbeCurves& c, double time_s) {
    const auto keep =
        static_cast<std::size_t>(std::lower_bound(c.time_s.begin(), c.time_s.end(), time_s) - c.time_s.begin());
    c.time_s.resize(keep);
    c.speed_ms.resize(keep);
    c.pressure_pa.resize(keep);
    c.velocity_ms.resize(keep);
}

template <class T>
void keep_every_other(std::vector<T>& v) {
    std::size_t to = 0;
    for (std::size_t from = 0; from < v.size(); from += 2) v[to++] = v[from];
    v.resize(to);
}

}  // namespace

void ProbeHistory::clear() {
    for (ProbeCurves& c : curves_) c = {};
    newest_.clear();
    least_gap_s_ = 0;
    last_s_ = -1;
}

void ProbeHistory::follow(std::uint64_t run, const std::vector<Probe>& probes) {
    if (run != run_) {
        clear();
        run_ = run;
    }
    if (probes == probes_) return;
    std::vector<ProbeCurves> kept(probes.size());
    std::vector<bool> used(probes_.size(), false);
    for (std::size_t i = 0; i < probes.size(); ++i)
        for (std::size_t j = 0; j < probes_.size(); ++j)
            if (!used[j] && probes[i].at_m == probes_[j].at_m) {
                kept[i] = std::move(curves_[j]);
                used[j] = true;
                break;
            }
    curves_ = std::move(kept);
    probes_ = probes;
    newest_.clear();
}

void ProbeHistory::thin(ProbeCurves& c) {
    keep_every_other(c.time_s);
    keep_every_other(c.speed_ms);
    keep_every_other(c.pressure_pa);
    keep_every_other(c.velocity_ms);
}

void ProbeHistory::add(double time_s, std::span<const ProbeReading> readings) {
    if (readings.size() != curves_.size()) return;
    newest_.assign(readings.begin(), readings.end());
    if (time_s < last_s_)
        for (ProbeCurves& c : curves_) cut_after(c, time_s);
    else if (last_s_ >= 0 && time_s - last_s_ < least_gap_s_)
        return;
    last_s_ = time_s;
    for (std::size_t i = 0; i < curves_.size(); ++i) {
        ProbeCurves& c = curves_[i];
        if (!c.time_s.empty() && c.time_s.back() == time_s) continue;
        const ProbeReading& r = readings[i];
        c.time_s.push_back(time_s);
        c.speed_ms.push_back(r.inside ? r.speed_ms : nan);
        c.pressure_pa.push_back(r.inside ? r.pressure_pa : nan);
        c.velocity_ms.push_back(r.inside ? r.velocity_ms : Double3{nan, nan, nan});
        if (c.time_s.size() <= most) continue;
        thin(c);
        least_gap_s_ = std::max(least_gap_s_, (c.time_s.back() - c.time_s.front()) / static_cast<double>(most));
    }
}

const ProbeReading* ProbeHistory::newest(std::size_t probe) const {
    return probe < newest_.size() ? &newest_[probe] : nullptr;
}

std::string probes_csv(const std::vector<Probe>& probes, const std::vector<ProbeCurves>& curves) {
    std::string text = "time_s";
    const std::size_t count = std::min(probes.size(), curves.size());
    std::vector<double> times;
    for (std::size_t i = 0; i < count; ++i) {
        std::string name = probes[i].name;
        std::replace_if(
            name.begin(), name.end(), [](char c) { return c == ',' || c == '"' || c == '\n'; }, ' ');
        for (const char* what : {"speed_ms", "pressure_pa", "u_x_ms", "u_y_ms", "u_z_ms"})
            text += fmt::format(",{} {}", name, what);
        times.insert(times.end(), curves[i].time_s.begin(), curves[i].time_s.end());
    }
    text += '\n';
    std::sort(times.begin(), times.end());
    times.erase(std::unique(times.begin(), times.end()), times.end());
    std::vector<std::size_t> at(count, 0);
    for (const double t : times) {
        text += fmt::format("{:.9g}", t);
        for (std::size_t i = 0; i < count; ++i) {
            const ProbeCurves& c = curves[i];
            if (at[i] < c.time_s.size() && c.time_s[at[i]] == t) {
                const std::size_t k = at[i]++;
                const Double3& u = c.velocity_ms[k];
                text +=
                    fmt::format(",{:.7g},{:.7g},{:.7g},{:.7g},{:.7g}", c.speed_ms[k], c.pressure_pa[k], u.x, u.y, u.z);
            } else {
                text += ",,,,,";
            }
        }
        text += '\n';
    }
    return text;
}

}  // namespace fum

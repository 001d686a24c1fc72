#include "app/probes_csv.h"

#include <fmt/format.h>

#include <algorithm>

namespace fum {

ProbesCsv::ProbesCsv(const std::filesystem::path& path, const Scene& scene, const std::string& earlier,
                     const std::function<bool(int)>& stays)
    : table_(path, "frame,time_s,step,probe,u_ms,v_ms,w_ms,pressure_Pa\n", scene.probes.size()) {
    for (const Probe& probe : scene.probes) names_.push_back(csv_field(probe.name));
    table_.begin(earlier, stays);
}

void ProbesCsv::append(int frame, double time_s, std::int64_t step, const std::vector<ProbeReading>& readings) {
    std::string text;
    for (std::size_t i = 0; i < std::min(readings.size(), names_.size()); ++i) {
        const ProbeReading& r = readings[i];
        const Double3& u = r.velocity_ms;
        text += fmt::format("{},{:.9g},{},{},", frame, time_s, step, names_[i]);
        text += r.inside ? fmt::format("{:.7g},{:.7g},{:.7g},{:.7g}\n", u.x, u.y, u.z, r.pressure_pa) : ",,,\n";
    }
    table_.append(frame, text);
}

}  // namespace fum

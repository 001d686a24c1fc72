#include "app/forces_csv.h"

#include <fmt/format.h>

#include <algorithm>

namespace fum {
namespace {

constexpr const char* heading = "frame,time_s,solid,fx_N,fy_N,fz_N,tx_Nm,ty_Nm,tz_Nm,drag_coefficient\n";

}  // namespace

ForcesCsv::ForcesCsv(const std::filesystem::path& path, const Setup& setup, const std::string& earlier,
                     const std::function<bool(int)>& stays)
    : table_(path, heading, setup.solids.size()) {
    const Numbers& n = setup.numbers;
    newton_ = n.units.force_to_newton();
    newton_metre_ = n.units.torque_to_newton_metre();
    dynamic_pressure_ = 0.5 * setup.scene.fluid.density_kgm3 * n.speed_ms * n.speed_ms;
    double fastest = 0;
    for (const Boundary& face : setup.scene.boundary)
        if (face.kind == FaceKind::inflow && length(face.velocity_ms) > fastest) {
            fastest = length(face.velocity_ms);
            flow_ = normalized(face.velocity_ms);
        }
    for (std::size_t i = 0; i < setup.solids.size(); ++i) {
        names_.push_back(csv_field(setup.solids[i].name));
        areas_m2_.push_back(setup.scene.solids[i].reference_area_m2);
    }
    table_.begin(earlier, stays);
}

std::string ForcesCsv::line(int frame, double time_s, std::size_t body, const Load& load) const {
    const Double3 f = load.force * newton_, t = load.torque * newton_metre_;
    const double area = areas_m2_[body];
    const std::string drag =
        area > 0 && dynamic_pressure_ > 0 ? fmt::format("{:.6g}", dot(f, flow_) / (dynamic_pressure_ * area)) : "";
    return fmt::format("{},{:.9g},{},{:.7g},{:.7g},{:.7g},{:.7g},{:.7g},{:.7g},{}\n", frame, time_s, names_[body], f.x,
                       f.y, f.z, t.x, t.y, t.z, drag);
}

void ForcesCsv::append(int frame, double time_s, const std::vector<Load>& loads) {
    std::string text;
    for (std::size_t i = 0; i < std::min(loads.size(), names_.size()); ++i) text += line(frame, time_s, i, loads[i]);
    table_.append(frame, text);
}

}  // namespace fum

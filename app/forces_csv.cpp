#include "app/forces_csv.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>

#include "sim/core/error.h"
#include "sim/core/files.h"

namespace fum {
namespace {

/// A name as a CSV field: quoted if it must be.
std::string field(const std::string& name) {
    if (name.find_first_of(",\"\n\r") == std::string::npos) return name;
    std::string text = "\"";
    for (const char c : name) text += c == '"' ? "\"\"" : std::string(1, c);
    return text + "\"";
}

constexpr const char* heading = "frame,time_s,solid,fx_N,fy_N,fz_N,tx_Nm,ty_Nm,tz_Nm,drag_coefficient\n";

/// Where the line at `from` ends, its line break included; npos if it does not. Quoted names may hold line breaks.
std::size_t end_of_line(const std::string& text, std::size_t from) {
    bool quoted = false;
    for (std::size_t at = from; at < text.size(); ++at) {
        if (text[at] == '"') quoted = !quoted;
        if (text[at] == '\n' && !quoted) return at + 1;
    }
    return std::string::npos;
}

/// Appends all of `text` or nothing.
void append_whole(const std::filesystem::path& path, const std::string& text) {
    const int file = ::open(path.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0644);
    const auto fail = [&](int reason) {
        throw Error(Exit::output, fmt::format("{} cannot be written: {}. {}", path.string(), std::strerror(reason),
                                              free_space_sentence(path)));
    };
    if (file < 0) fail(errno);
    const off_t before = ::lseek(file, 0, SEEK_END);
    const ssize_t written = ::write(file, text.data(), text.size());
    const bool whole = written == static_cast<ssize_t>(text.size());
    const int reason = whole ? (::fdatasync(file) == 0 ? 0 : errno) : written < 0 ? errno : ENOSPC;
    const bool cut = whole || ::ftruncate(file, before) == 0;
    const bool closed = ::close(file) == 0;
    if (!whole || !cut || !closed || (reason != 0 && reason != EINVAL)) fail(reason != 0 ? reason : errno);
}

}  // namespace

ForcesCsv::ForcesCsv(const std::filesystem::path& path, const Setup& setup, const std::string& earlier,
                     const std::function<bool(int)>& stays)
    : path_(path) {
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
        names_.push_back(field(setup.solids[i].name));
        areas_m2_.push_back(setup.scene.solids[i].reference_area_m2);
    }
    if (stays) keep(earlier, stays);
    write();
}

void ForcesCsv::write() const {
    std::string text = heading;
    for (const auto& [frame, lines] : lines_) text += lines;
    write_whole(path_, text);
}

void ForcesCsv::keep(const std::string& earlier, const std::function<bool(int)>& stays) {
    if (!earlier.starts_with(heading)) return;
    std::map<int, std::size_t> counts;
    for (std::size_t at = std::strlen(heading), end = 0; at < earlier.size(); at = end) {
        end = end_of_line(earlier, at);
        if (end == std::string::npos) break;  // cut short
        const int frame = std::atoi(earlier.c_str() + at);
        if (!stays(frame)) continue;
        lines_[frame] += earlier.substr(at, end - at);
        ++counts[frame];
    }
    std::erase_if(lines_, [&](const auto& entry) { return counts[entry.first] != names_.size(); });
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
    if (text.empty() || lines_.contains(frame)) return;
    const bool is_last = lines_.empty() || lines_.rbegin()->first < frame;
    if (is_last) append_whole(path_, text);
    lines_[frame] = text;
    if (!is_last) write();
}

}  // namespace fum

#include "app/force_curves.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace fum {

std::vector<double> running_mean(const std::vector<double>& x, const std::vector<double>& y, double share) {
    std::vector<double> means;
    means.reserve(y.size());
    double sum = 0;
    std::size_t first = 0;
    for (std::size_t i = 0; i < y.size(); ++i) {
        sum += y[i];
        while (first < i && x[first] < (1 - share) * x[i]) sum -= y[first++];
        means.push_back(sum / static_cast<double>(i - first + 1));
    }
    return means;
}

ValueRange range_after_start(const std::vector<double>& y, double share, ValueRange more) {
    const auto first = static_cast<std::ptrdiff_t>(std::floor(share * static_cast<double>(y.size())));
    for (auto v = y.begin() + first; v != y.end(); ++v) {
        more.low = std::min(more.low, *v);
        more.high = std::max(more.high, *v);
    }
    return more;
}

std::string force_csv(const std::vector<ForceSample>& samples) {
    std::string text = "time_s,drag_N,lift_N,side_N,roll_Nm,yaw_Nm,pitch_Nm\n";
    for (const ForceSample& s : samples)
        text += fmt::format("{:.9g},{:.7g},{:.7g},{:.7g},{:.7g},{:.7g},{:.7g}\n", s.time_s, s.force_N.x, s.force_N.y,
                            s.force_N.z, s.moment_Nm.x, s.moment_Nm.y, s.moment_Nm.z);
    return text;
}

}  // namespace fum

// Ranges of what layers show, from a few of its values.
#include <algorithm>
#include <utility>

#include "app/window/scene_view_impl.h"

namespace fum {
namespace {

// A CPU that draws is waited for. Few samples and few measurements a second keep that below a millisecond or two.
constexpr double range_every_s = 0.3;
constexpr int range_samples = 6000;

}  // namespace

std::optional<Range> SceneView::Impl::percentiles(const GpuField& field, ShownQuantity quantity, float scale, float low,
                                                  float high, bool may_come_later) {
    Sampled& s = sampled_fields[{field.texture == density.texture, quantity}];
    if (s.values.empty() || s.turn != turn) {
        if (auto read = s.reader.take()) {
            s.values = std::move(*read);
        } else if (may_come_later && !draws_on_cpu && !recording) {
            if (!s.reader.waiting()) s.reader.ask(tools, field, quantity, 1, range_samples);
            return std::nullopt;
        } else {
            s.reader.forget();
            s.values = tools.sampled(field, quantity, 1, range_samples);
        }
        s.turn = turn;
    }
    std::vector<float> values = s.values;
    for (float& v : values) v *= scale;
    return robust_range(values, low, high);
}

Range SceneView::Impl::calm_range(const std::string& who, const GpuField& field, ShownQuantity quantity, float scale,
                                  float low, float high) {
    Ranged& r = ranges[who];
    if (r.quantity != quantity || r.scale != scale || r.low != low || r.high != high) {
        r = {};
        r.quantity = quantity;
        r.scale = scale;
        r.low = low;
        r.high = high;
    }
    const auto now = Clock::now();
    const double since = std::chrono::duration<double>(now - r.at).count();
    if (r.calm.known() && (r.turn == turn || since < range_every_s)) return r.calm.range();
    const auto found = percentiles(field, quantity, scale, low, high, r.calm.known());
    if (!found) return r.calm.range();
    Range measured = *found;
    if (is_signed(quantity)) measured = centred(measured);
    if (quantity == ShownQuantity::speed || quantity == ShownQuantity::value) measured.low = 0;
    r.at = now;
    r.turn = turn;
    if (is_still(measured, quantity, scale)) {
        r.calm.forget();
        return still_range(quantity, usual_speed_ms);
    }
    return r.calm.follow(measured, since);
}

Range SceneView::Impl::speed_range(const std::string& section, const std::string& note, Colormap map, bool automatic,
                                   double low, double high) {
    const QuantityUnit unit = unit_of(ShownQuantity::speed, units);
    Range range{static_cast<float>(low), static_cast<float>(high)};
    if (automatic)
        range = flow.texture != 0
                    ? calm_range("speed", flow, ShownQuantity::speed, static_cast<float>(unit.scale), 0, 99.8f)
                    : Range{};
    legends.push_back({unit.title, unit.unit, map, range, automatic, section, note});
    return range;
}

/// The largest value of what the isosurface is of, but for a thousandth of all; calm.
float SceneView::Impl::largest_for_iso() {
    Ranged& r = ranges["iso"];
    const auto now = Clock::now();
    const double since = std::chrono::duration<double>(now - r.at).count();
    const bool other = r.quantity != iso.quantity || r.scale != iso.scale;
    if (r.calm.known() && !other && (since <= range_every_s || r.turn == turn)) return r.calm.range().high;
    if (other) r.calm.forget();
    const auto found = percentiles(flow, iso.quantity, iso.scale, 0, 99.9f, r.calm.known());
    if (!found) return r.calm.range().high;
    const Range measured{0, found->high};
    r.quantity = iso.quantity;
    r.scale = iso.scale;
    r.at = now;
    r.turn = turn;
    return r.calm.follow(measured, since).high;
}

}  // namespace fum

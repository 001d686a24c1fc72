#include "app/window/param_edit.h"

#include <fmt/format.h>
#include <imgui.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <cmath>

#include "app/window/keys.h"

namespace fum::ui {
namespace {

bool is_ended() { return ImGui::IsItemDeactivatedAfterEdit(); }

/// A drag over 200 pixels crosses a short range; elsewhere one pixel is a hundredth of the value.
float speed_of(const ParamRef& ref, double value, double step) {
    if (std::isfinite(ref.min) && std::isfinite(ref.max) && ref.max - ref.min <= 10)
        return static_cast<float>((ref.max - ref.min) / 200);
    return static_cast<float>(std::max(std::abs(value) * 0.01, step > 0 ? step : 1e-4));
}

double clamped(const ParamRef& ref, double v) {
    return std::isfinite(v) ? std::clamp(v, ref.min, ref.max) : std::clamp(0.0, ref.min, ref.max);
}

/// The value and its unit, as ImGui's format; '%' has a meaning there.
std::string number_format(const ParamRef& ref, const char* number) {
    return ref.unit.empty() ? number : std::string(number) + " " + unit_text(ref.unit);
}

std::optional<Edited> edit_number(const ParamRef& ref, double v, double step) {
    const std::string format = number_format(ref, "%.6g");
    const bool changed = ImGui::DragScalar("##value", ImGuiDataType_Double, &v, speed_of(ref, v, step), nullptr,
                                           nullptr, format.c_str());
    if (!changed && !is_ended()) return std::nullopt;
    return Edited{to_value(clamped(ref, v)), is_ended()};
}

std::optional<Edited> edit_integer(const ParamRef& ref, std::int64_t v) {
    const float speed = std::max(0.1f, static_cast<float>(std::abs(static_cast<double>(v))) * 0.005f);
    const std::string format = number_format(ref, "%lld");
    const bool changed = ImGui::DragScalar("##value", ImGuiDataType_S64, &v, speed, nullptr, nullptr, format.c_str());
    if (!changed && !is_ended()) return std::nullopt;
    const double within = std::clamp(static_cast<double>(v), std::max(ref.min, -9e15), std::min(ref.max, 9e15));
    return Edited{to_value(static_cast<std::int64_t>(within)), is_ended()};
}

double number_of(const Value& value) {
    if (const auto* d = std::get_if<double>(&value.data)) return *d;
    if (const auto* n = std::get_if<std::int64_t>(&value.data)) return static_cast<double>(*n);
    return 0;
}

std::optional<Edited> edit_vector(const ParamRef& ref, const std::vector<Value>& parts, double step) {
    double v[3] = {0, 0, 0};
    for (std::size_t i = 0; i < std::min<std::size_t>(3, parts.size()); ++i) v[i] = number_of(parts[i]);
    const double largest = std::max({std::abs(v[0]), std::abs(v[1]), std::abs(v[2])});
    const float speed = speed_of(ref, step > 0 ? 0 : largest, step);
    const bool small = std::ranges::any_of(v, [](double x) { return x != 0 && std::abs(x) < 0.1; });
    const char* format = small ? "%.3g" : "%.4g";  // as many digits as a third of a narrow column holds
    const bool changed = ImGui::DragScalarN("##value", ImGuiDataType_Double, v, 3, speed, nullptr, nullptr, format);
    if (!changed && !is_ended()) return std::nullopt;
    return Edited{to_value(Double3{clamped(ref, v[0]), clamped(ref, v[1]), clamped(ref, v[2])}), is_ended()};
}

std::optional<Edited> edit_choice(const ParamRef& ref, const std::string& now, const std::vector<std::string>& names) {
    std::optional<Edited> chosen;
    if (!ImGui::BeginCombo("##value", now.empty() ? "none" : now.c_str(), ImGuiComboFlags_HeightLarge)) return chosen;
    for (const std::string& name : names) {
        if (ImGui::Selectable(name.empty() ? "none" : name.c_str(), name == now)) chosen = Edited{to_value(name), true};
        mark(ref.key + "=" + name);
    }
    ImGui::EndCombo();
    return chosen;
}

/// "one of a, b, c" as its names.
std::vector<std::string> names_of(const std::string& type) {
    std::vector<std::string> names;
    for (std::size_t at = std::string("one of ").size(); at < type.size();) {
        const std::size_t comma = std::min(type.find(", ", at), type.size());
        names.push_back(type.substr(at, comma - at));
        at = comma + 2;
    }
    return names;
}

/// A text counts when it is finished: by Enter, or by leaving the field. While it is typed it is kept here, since ImGui
/// forgets it when another widget takes over.
struct Typing {
    ImGuiID id = 0;
    std::string text;
};

std::optional<std::string> edit_text(const std::string& now) {
    static Typing typing;
    const ImGuiID id = ImGui::GetID("##value");
    std::string text = typing.id == id ? typing.text : now;
    const bool entered = ImGui::InputText("##value", &text, ImGuiInputTextFlags_EnterReturnsTrue);
    if (ImGui::IsItemActive()) typing = {id, text};
    const bool left = typing.id == id && !ImGui::IsItemActive();
    if (!left && !entered) return std::nullopt;
    if (entered) typing.text = text;
    const std::string done = std::exchange(typing, {}).text;
    if (!entered && ImGui::IsKeyPressed(key_escape)) return std::nullopt;
    return done == now ? std::nullopt : std::optional(done);
}

}  // namespace

std::string short_text(const Value& value, const std::string& unit) {
    std::string text;
    if (const auto* b = std::get_if<bool>(&value.data))
        text = *b ? "on" : "off";
    else if (const auto* d = std::get_if<double>(&value.data))
        text = fmt::format("{:.4g}", *d);
    else if (const auto* s = std::get_if<std::string>(&value.data))
        text = *s;
    else if (const auto* list = std::get_if<std::vector<Value>>(&value.data)) {
        for (const Value& part : *list) text += (text.empty() ? "" : ", ") + short_text(part);
        if (text.empty()) text = "none";
    } else {
        text = toml_text(value);
    }
    return unit.empty() || text.empty() ? text : text + " " + unit_text(unit);
}

std::optional<Edited> edit_value(const ParamRef& ref, const Value& value, const RowOptions& options) {
    if (const auto* b = std::get_if<bool>(&value.data)) {
        bool on = *b;
        return ImGui::Checkbox("##value", &on) ? std::optional<Edited>{{Value{on}, true}} : std::nullopt;
    }
    const auto* text = std::get_if<std::string>(&value.data);
    if (ref.type.starts_with("one of ")) return edit_choice(ref, text ? *text : "", names_of(ref.type));
    if (text && !options.choices.empty()) return edit_choice(ref, *text, options.choices);
    if (const auto* d = std::get_if<double>(&value.data)) return edit_number(ref, *d, options.step);
    if (const auto* n = std::get_if<std::int64_t>(&value.data))
        return ref.type == "number" ? edit_number(ref, static_cast<double>(*n), options.step) : edit_integer(ref, *n);
    if (const auto* list = std::get_if<std::vector<Value>>(&value.data); list && ref.type == "[x, y, z]")
        return edit_vector(ref, *list, options.step);
    const auto typed = edit_text(text ? *text : toml_text(value));
    if (!typed) return std::nullopt;
    return Edited{Value{*typed}, true, text == nullptr};
}

}  // namespace fum::ui

// Editors of parameters, see widgets.h.
#include <fmt/format.h>
#include <imgui.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <cmath>

#include "app/window/widgets.h"

namespace fum::ui {
namespace {

constexpr const char* apply_words[] = {"takes effect at once", "needs a restart of the flow",
                                       "needs a restart with new memory"};

std::string help_of(const ParamRef& ref) {
    std::string text = ref.key;
    if (!ref.unit.empty()) text += ", " + ref.unit;
    if (std::isfinite(ref.min) || std::isfinite(ref.max)) text += fmt::format(", {:g} to {:g}", ref.min, ref.max);
    return text + "; " + apply_words[static_cast<int>(ref.apply)];
}

float speed_of(const ParamRef& ref, double value) {
    if (std::isfinite(ref.min) && std::isfinite(ref.max) && ref.max - ref.min <= 10)
        return static_cast<float>((ref.max - ref.min) / 200);
    return static_cast<float>(std::max(std::abs(value), 0.01) * 0.01);
}

Value clamped(const ParamRef& ref, double v) { return {std::clamp(v, ref.min, ref.max)}; }

bool is_ended() { return ImGui::IsItemDeactivatedAfterEdit(); }

std::optional<Edited> edit_number(const ParamRef& ref, double v) {
    if (!ImGui::DragScalar("##value", ImGuiDataType_Double, &v, speed_of(ref, v), nullptr, nullptr, "%.6g"))
        return is_ended() ? std::optional<Edited>{{clamped(ref, v), true}} : std::nullopt;
    return Edited{clamped(ref, v), is_ended()};
}

std::optional<Edited> edit_integer(const ParamRef& ref, std::int64_t v) {
    const float speed = std::max(0.1f, static_cast<float>(std::abs(static_cast<double>(v))) * 0.005f);
    const bool changed = ImGui::DragScalar("##value", ImGuiDataType_S64, &v, speed);
    if (!changed && !is_ended()) return std::nullopt;
    const double within = std::clamp(static_cast<double>(v), std::max(ref.min, -9e18), std::min(ref.max, 9e18));
    return Edited{{static_cast<std::int64_t>(within)}, is_ended()};
}

std::optional<Edited> edit_vector(const ParamRef& ref, const std::vector<Value>& parts) {
    double v[3] = {0, 0, 0};
    for (std::size_t i = 0; i < std::min<std::size_t>(3, parts.size()); ++i) {
        if (const auto* d = std::get_if<double>(&parts[i].data)) v[i] = *d;
        if (const auto* n = std::get_if<std::int64_t>(&parts[i].data)) v[i] = static_cast<double>(*n);
    }
    const double largest = std::max({std::abs(v[0]), std::abs(v[1]), std::abs(v[2])});
    const bool changed =
        ImGui::DragScalarN("##value", ImGuiDataType_Double, v, 3, speed_of(ref, largest), nullptr, nullptr, "%.4g");
    if (!changed && !is_ended()) return std::nullopt;
    return Edited{{std::vector<Value>{clamped(ref, v[0]), clamped(ref, v[1]), clamped(ref, v[2])}}, is_ended()};
}

std::optional<Edited> edit_choice(const ParamRef& ref, const std::string& now) {
    std::optional<Edited> chosen;
    if (!ImGui::BeginCombo("##value", now.c_str())) return chosen;
    std::string names = ref.type.substr(std::string("one of ").size());
    for (std::size_t at = 0; at < names.size();) {
        const std::size_t comma = std::min(names.find(", ", at), names.size());
        const std::string name = names.substr(at, comma - at);
        if (ImGui::Selectable(name.c_str(), name == now)) chosen = Edited{{name}, true};
        mark(ref.key + "=" + name);
        at = comma + 2;
    }
    ImGui::EndCombo();
    return chosen;
}

std::optional<Edited> edit_text(std::string text) {
    const bool changed = ImGui::InputText("##value", &text, ImGuiInputTextFlags_EnterReturnsTrue);
    if (!changed && !is_ended()) return std::nullopt;
    return Edited{{text}, true};
}

std::optional<Edited> edit(const ParamRef& ref) {
    const Value value = ref.read();
    if (const auto* b = std::get_if<bool>(&value.data)) {
        bool on = *b;
        return ImGui::Checkbox("##value", &on) ? std::optional<Edited>{{Value{on}, true}} : std::nullopt;
    }
    if (ref.type.starts_with("one of ")) {
        const auto* name = std::get_if<std::string>(&value.data);
        return edit_choice(ref, name ? *name : "auto");
    }
    if (const auto* d = std::get_if<double>(&value.data)) return edit_number(ref, *d);
    if (const auto* n = std::get_if<std::int64_t>(&value.data))
        return ref.type == "number" ? edit_number(ref, static_cast<double>(*n)) : edit_integer(ref, *n);
    if (const auto* list = std::get_if<std::vector<Value>>(&value.data); list && ref.type == "[x, y, z]")
        return edit_vector(ref, *list);
    if (const auto* s = std::get_if<std::string>(&value.data)) return edit_text(*s);
    ImGui::TextDisabled("%s", std::holds_alternative<std::monostate>(value.data) ? "auto" : toml_text(value).c_str());
    return std::nullopt;
}

}  // namespace

std::string label_of(const std::string& key) {
    std::string label = key.substr(key.rfind('.') + 1);
    for (const char* unit : {"_ms2", "_m2s", "_kgm3", "_deg_s", "_ms", "_m2", "_pa", "_rpm", "_deg", "_px", "_m", "_s"})
        if (label.ends_with(unit)) {
            label.resize(label.size() - std::string_view(unit).size());
            break;
        }
    std::replace(label.begin(), label.end(), '_', ' ');
    return label;
}

bool begin_rows(const char* id) {
    if (!ImGui::BeginTable(id, 2, ImGuiTableFlags_SizingStretchProp)) return false;
    ImGui::TableSetupColumn("name", ImGuiTableColumnFlags_WidthStretch, 0.42f);
    ImGui::TableSetupColumn("value", ImGuiTableColumnFlags_WidthStretch, 0.58f);
    return true;
}

void end_rows() { ImGui::EndTable(); }

std::optional<Edited> param_row(const ParamRef& ref, const Issues& issues) {
    ImGui::PushID(ref.key.c_str());
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    ImGui::AlignTextToFramePadding();
    ImGui::TextUnformatted(label_of(ref.key).c_str());
    tooltip(ref.help, help_of(ref));
    ImGui::TableNextColumn();
    const float unit_width = ref.unit.empty() ? 0 : ImGui::CalcTextSize(ref.unit.c_str()).x + px(6);
    ImGui::SetNextItemWidth(-unit_width - 1);
    std::optional<Edited> edited = edit(ref);
    mark(ref.key);
    tooltip(ref.help, help_of(ref));
    if (!ref.unit.empty()) {
        ImGui::SameLine(0, px(4));
        ImGui::TextDisabled("%s", ref.unit.c_str());
    }
    for (const Issue& issue : issues)
        wrapped(issue.sentence, issue.kind == Issue::Kind::error ? color::bad : color::doubtful);
    ImGui::PopID();
    return edited;
}

}  // namespace fum::ui

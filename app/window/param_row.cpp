// A parameter's row, see widgets.h.
#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>

#include "app/window/param_edit.h"
#include "app/window/widgets.h"

namespace fum::ui {
namespace {

constexpr const char* apply_words[] = {"takes effect at once", "needs a restart of the flow",
                                       "needs a restart with new memory"};

std::string help_of(const ParamRef& ref, const RowOptions& options) {
    std::string text = ref.key;
    if (!ref.unit.empty()) text += ", " + unit_text(ref.unit);
    if (std::isfinite(ref.min) || std::isfinite(ref.max)) text += fmt::format(", {:g} to {:g}", ref.min, ref.max);
    text += std::string("; ") + apply_words[static_cast<int>(ref.apply)];
    return options.idle.empty() ? text : text + "\nDoes nothing now: " + options.idle;
}

/// A sentence out of the table's words.
std::string sentence(std::string text) {
    if (!text.empty()) text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
    return text;
}

bool is_empty(const Value& value) { return std::holds_alternative<std::monostate>(value.data); }
bool is_vector(const ParamRef& ref) { return ref.type == "[x, y, z]"; }

/// What a change costs, at the label's right end: an arrow for a restart, a chip for new memory.
void draw_cost(Apply apply, ImVec2 at, float size) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    if (apply == Apply::restart) return draw_icon(list, Icon::restart, at, size, color::faint);
    const float a = 0.25f * size, b = 0.75f * size;
    list.AddRect({at.x + a, at.y + a}, {at.x + b, at.y + b}, color::faint, 1, 0, std::max(1.0f, size / 11));
    for (const float t : {0.36f * size, 0.64f * size}) {
        list.AddLine({at.x + t, at.y + 0.08f * size}, {at.x + t, at.y + a}, color::faint);
        list.AddLine({at.x + t, at.y + b}, {at.x + t, at.y + 0.92f * size}, color::faint);
        list.AddLine({at.x + 0.08f * size, at.y + t}, {at.x + a, at.y + t}, color::faint);
        list.AddLine({at.x + b, at.y + t}, {at.x + 0.92f * size, at.y + t}, color::faint);
    }
}

void draw_label(const ParamRef& ref, const RowOptions& options) {
    ImGui::AlignTextToFramePadding();
    const float size = 0.85f * ImGui::GetTextLineHeight(), width = ImGui::GetContentRegionAvail().x;
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const bool costs = ref.apply != Apply::live;
    const ImVec4 clip{at.x, at.y, at.x + width - (costs ? size + px(3) : 0), at.y + ImGui::GetFrameHeight()};
    const std::string label = label_of(ref.key);
    const float y = at.y + ImGui::GetStyle().FramePadding.y;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddText(nullptr, 0, {at.x, y}, options.idle.empty() ? color::text : color::faint, label.c_str(), nullptr, 0,
                 &clip);
    if (is_vector(ref) && !ref.unit.empty())
        list.AddText(nullptr, 0, {at.x + ImGui::CalcTextSize((label + "  ").c_str()).x, y}, color::faint,
                     unit_text(ref.unit).c_str(), nullptr, 0, &clip);
    if (costs) draw_cost(ref.apply, {at.x + width - size - px(1), y + 0.1f * size}, size);
    ImGui::Dummy({width, ImGui::GetFrameHeight()});
    tooltip(sentence(ref.help), help_of(ref, options));
}

/// A field that shows what is used; a click makes it the parameter's own.
std::optional<Edited> edit_unset(const ParamRef& ref, const RowOptions& options, float width) {
    std::string used = options.automatic ? short_text(*options.automatic, ref.unit) : "";
    constexpr std::string_view says = "not given: ";  // the table's help says what happens then
    if (const std::size_t at = ref.help.find(says); used.empty() && at != std::string::npos)
        used = ref.help.substr(at + says.size());
    const std::string text = used.empty() ? "auto" : "auto  " + used;
    ImGui::PushStyleColor(ImGuiCol_Button, ImGui::GetStyle().Colors[ImGuiCol_FrameBg]);
    ImGui::PushStyleColor(ImGuiCol_ButtonHovered, ImGui::GetStyle().Colors[ImGuiCol_FrameBgHovered]);
    ImGui::PushStyleColor(ImGuiCol_Text, color::faint);
    ImGui::PushStyleVar(ImGuiStyleVar_ButtonTextAlign, {0, 0.5f});
    const bool pressed = ImGui::Button((text + "##value").c_str(), {width, 0});
    ImGui::PopStyleVar();
    ImGui::PopStyleColor(3);
    if (!pressed) return std::nullopt;
    if (options.automatic) return Edited{*options.automatic, true};
    if (ref.type.starts_with("one of ")) {
        const std::string names = ref.type.substr(std::string("one of ").size());
        return Edited{to_value(names.substr(0, names.find(','))), true};
    }
    if (ref.type == "true or false") return Edited{Value{true}, true};
    if (ref.type == "text") return Edited{to_value(std::string()), true};
    const double start = std::clamp(1.0, ref.min, ref.max);
    if (is_vector(ref)) return Edited{to_value(Double3{}), true};
    return ref.type == "integer" ? Edited{to_value(static_cast<std::int64_t>(start)), true}
                                 : Edited{to_value(start), true};
}

bool small_button(const char* text, const ParamRef& ref, const char* id, const char* help) {
    ImGui::SameLine(0, px(3));
    const bool pressed = ImGui::Button((std::string(text) + "##" + id).c_str(), {ImGui::GetFrameHeight(), 0});
    mark(ref.key + "/" + id);
    tooltip(help);
    return pressed;
}

/// On a right click: back to the usual value, copies for a command line.
std::optional<Edited> context_menu(const ParamRef& ref, const Value& value, const RowOptions& options) {
    std::optional<Edited> edited;
    if (!ImGui::BeginPopupContextItem("menu")) return edited;
    if (options.usual) {
        const std::string usual = is_empty(*options.usual) ? "auto" : short_text(*options.usual, ref.unit);
        const bool is_usual = toml_text(*options.usual) == toml_text(value);
        const std::string text = "Reset to default (" + (usual.empty() ? "empty" : usual) + ")";
        if (ImGui::MenuItem(text.c_str(), nullptr, false, !is_usual)) edited = Edited{{}, true, false, true};
        mark("context/reset");
    }
    if (ImGui::MenuItem("Copy value")) ImGui::SetClipboardText(toml_text(value).c_str());
    if (ImGui::MenuItem("Copy as --set"))
        ImGui::SetClipboardText(fmt::format("--set '{}={}'", ref.key, toml_text(value)).c_str());
    mark("context/copy_set");
    ImGui::EndPopup();
    return edited;
}

std::optional<Edited> draw_editor(const ParamRef& ref, const RowOptions& options) {
    const Value value = ref.read();
    const bool optional = options.usual && is_empty(*options.usual), given = !is_empty(value);
    const float side = ImGui::GetFrameHeight() + px(3);
    const float buttons = (optional && given ? side : 0) + (options.browse ? side : 0);
    const float width = std::max(px(30), ImGui::GetContentRegionAvail().x - buttons - 1);
    const bool wrong = std::ranges::any_of(options.issues, [](const Issue& i) { return i.kind == Issue::Kind::error; });
    if (!options.issues.empty()) {
        ImGui::PushStyleVar(ImGuiStyleVar_FrameBorderSize, px(1));
        ImGui::PushStyleColor(ImGuiCol_Border, wrong ? color::bad : color::doubtful);
    }
    if (!options.idle.empty()) ImGui::PushStyleColor(ImGuiCol_Text, color::faint);
    ImGui::SetNextItemWidth(width);
    std::optional<Edited> edited = given ? edit_value(ref, value, options) : edit_unset(ref, options, width);
    if (!options.idle.empty()) ImGui::PopStyleColor();
    if (!options.issues.empty()) {
        ImGui::PopStyleColor();
        ImGui::PopStyleVar();
    }
    mark(ref.key);
    tooltip(sentence(ref.help), help_of(ref, options));
    if (auto chosen = context_menu(ref, value, options)) edited = chosen;
    if (options.browse && small_button("...", ref, "browse", "Choose it")) options.browse();
    if (optional && given && small_button("×", ref, "unset", "Back to auto: the value follows from the rest"))
        edited = Edited{{}, true, false, true};
    return edited;
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

std::string unit_text(const std::string& unit) {
    std::string text = unit;
    for (const auto& [plain, raised] : {std::pair{"^2", "²"}, std::pair{"^3", "³"}})
        for (std::size_t at; (at = text.find(plain)) != std::string::npos;) text.replace(at, 2, raised);
    if (text == "deg") return "°";
    return text;
}

bool begin_rows(const char* id) {
    if (!ImGui::BeginTable(id, 2, ImGuiTableFlags_SizingStretchProp | ImGuiTableFlags_NoPadOuterX)) return false;
    ImGui::TableSetupColumn("name", ImGuiTableColumnFlags_WidthStretch, 0.42f);
    ImGui::TableSetupColumn("value", ImGuiTableColumnFlags_WidthStretch, 0.58f);
    return true;
}

void end_rows() { ImGui::EndTable(); }

std::optional<Edited> param_row(const ParamRef& ref, const Issues& issues) {
    RowOptions options;
    options.issues = issues;
    return param_row(ref, options);
}

std::optional<Edited> param_row(const ParamRef& ref, const RowOptions& options) {
    ImGui::PushID(ref.key.c_str());
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    draw_label(ref, options);
    ImGui::TableNextColumn();
    std::optional<Edited> edited = draw_editor(ref, options);
    if (!options.issues.empty()) {
        ImGui::TableNextRow();
        ImGui::TableNextColumn();
        ImGui::TableNextColumn();
    }
    for (const Issue& issue : options.issues)
        wrapped(sentence(issue.sentence), issue.kind == Issue::Kind::error ? color::bad : color::doubtful);
    ImGui::PopID();
    return edited;
}

}  // namespace fum::ui

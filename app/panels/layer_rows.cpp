#include "app/panels/layer_rows.h"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "app/window/quantities.h"
#include "app/window/widgets.h"

namespace fum {
namespace {

const std::map<std::string, std::string>& words() {
    static const std::map<std::string, std::string> all{
        {"smoke.as_exported", "as exported"},
        {"smoke.strength", "density times"},
        {"tracers.color", "colour by"},
        {"tracers.most", "draw at most"},
        {"slice.at", "position"},
        {"slice.axis", "across"},
        {"slice.point_m", "through"},
        {"slice.smooth", "interpolated"},
        {"iso.quantity", "quantity"},
        {"iso.look", "drawn as"},
        {"iso.by_speed", "colour by speed"},
        {"streamlines.seeds", "begin at"},
        {"streamlines.count", "lines"},
        {"domain.faces", "tinted faces"},
        {"domain.labels", "face names"},
        {"domain.legend", "colour bars"},
        {"quality.smoke_part", "smoke detail"},
        {"quality.antialias", "smooth edges"},
        {"quality.most_fps", "pictures a second"},
    };
    return all;
}

std::string label(const std::string& section, const std::string& name) {
    const std::string kind = section.substr(0, section.find('['));
    if (const auto found = words().find(kind + "." + name); found != words().end()) return found->second;
    if (name == "map") return "colours";
    if (name == "auto_range") return "range";
    if (name == "low") return "from";
    if (name == "high") return "to";
    return ui::label_of(name);
}

enum class Use { shown, greyed, hidden };

Use shown_if(bool yes) { return yes ? Use::shown : Use::hidden; }

/// Whether a parameter has a say as things stand.
Use use_of(const ViewSettings& v, const std::string& section, const std::string& name) {
    const auto range_rows = [&](bool colored, bool automatic) {
        if (name == "map" || name == "auto_range") return shown_if(colored);
        if (name == "low" || name == "high") return !colored ? Use::hidden : automatic ? Use::greyed : Use::shown;
        return Use::shown;
    };
    if (section == "tracers") return range_rows(v.tracers.color != TracerColor::white, v.tracers.auto_range);
    if (section == "iso") {
        const bool volume = v.iso.look == IsoLook::volume;
        if (name == "strength") return shown_if(volume);
        if (name == "by_speed") return shown_if(!volume);
        return range_rows(volume || v.iso.by_speed, v.iso.auto_range);
    }
    if (section == "streamlines") return range_rows(true, v.streamlines.auto_range);
    if (section.starts_with("slice[")) {
        const SliceView& s = v.slices[static_cast<std::size_t>(section[6] - '0')];
        if (name == "point_m" || name == "normal") return shown_if(s.axis == SliceAxis::free);
        if (name == "at") return shown_if(s.axis != SliceAxis::free);
        return range_rows(true, s.auto_range);
    }
    return Use::shown;
}

void edit_number(Workspace& w, const ParamRef& ref, const std::string& name, double v) {
    const bool bounded = std::isfinite(ref.min) && std::isfinite(ref.max);
    bool changed = false;
    const bool share = bounded && ref.max <= 1 && name != "normal";
    if (share) {
        auto percent = static_cast<float>(100 * v);
        changed =
            ImGui::SliderFloat("##value", &percent, static_cast<float>(100 * ref.min),
                               static_cast<float>(100 * ref.max), percent < 2 ? "%.2f %%" : "%.0f %%",
                               ImGuiSliderFlags_AlwaysClamp | (name == "level" ? ImGuiSliderFlags_Logarithmic : 0));
        v = 0.01 * percent;
    } else if (bounded && ref.max <= 500) {
        auto value = static_cast<float>(v);
        const bool wide = ref.max / std::max(ref.min, 1e-9) > 500;
        const std::string form = ref.unit.empty() ? "%.3g" : "%.3g " + ref.unit;
        changed =
            ImGui::SliderFloat("##value", &value, static_cast<float>(ref.min), static_cast<float>(ref.max),
                               form.c_str(), ImGuiSliderFlags_AlwaysClamp | (wide ? ImGuiSliderFlags_Logarithmic : 0));
        v = value;
    } else {
        const auto speed = static_cast<float>(std::max(std::abs(v), 0.01) * 0.01);
        changed = ImGui::DragScalar("##value", ImGuiDataType_Double, &v, speed, nullptr, nullptr, "%.5g");
    }
    if (changed) w.set(ref.key, Value{std::clamp(v, ref.min, ref.max)});
}

void edit_integer(Workspace& w, const ParamRef& ref, const std::string& name, std::int64_t n) {
    auto v = static_cast<int>(n);
    bool changed = false;
    if (name == "most")
        changed = ImGui::DragInt("##value", &v, std::max(50.0f, 0.01f * static_cast<float>(v)), 0,
                                 static_cast<int>(ref.max), v == 0 ? "all" : "%d");
    else
        changed = ImGui::SliderInt("##value", &v, static_cast<int>(ref.min), static_cast<int>(ref.max), "%d",
                                   ImGuiSliderFlags_AlwaysClamp | (ref.max > 1000 ? ImGuiSliderFlags_Logarithmic : 0));
    if (changed)
        w.set(ref.key, Value{std::int64_t{std::clamp(v, static_cast<int>(ref.min), static_cast<int>(ref.max))}});
}

void edit_vector(Workspace& w, const ParamRef& ref, const std::vector<Value>& parts) {
    double v[3] = {0, 0, 0};
    for (std::size_t i = 0; i < std::min<std::size_t>(3, parts.size()); ++i) {
        if (const auto* d = std::get_if<double>(&parts[i].data)) v[i] = *d;
        if (const auto* n = std::get_if<std::int64_t>(&parts[i].data)) v[i] = static_cast<double>(*n);
    }
    if (ImGui::DragScalarN("##value", ImGuiDataType_Double, v, 3, 0.005f, nullptr, nullptr, "%.3g"))
        w.set(ref.key, Value{std::vector<Value>{{v[0]}, {v[1]}, {v[2]}}});
}

void edit_choice(Workspace& w, const ParamRef& ref, const std::string& now) {
    if (!ImGui::BeginCombo("##value", now.c_str())) return;
    std::string names = ref.type.substr(std::string("one of ").size());
    for (std::size_t at = 0; at < names.size();) {
        const std::size_t comma = std::min(names.find(", ", at), names.size());
        const std::string name = names.substr(at, comma - at);
        if (ImGui::Selectable(name.c_str(), name == now)) {
            w.set(ref.key, Value{name});
            if (ref.key == "view.iso.look") w.set("view.iso.auto_range", Value{true});  // of another quantity now
        }
        ui::mark(ref.key + "=" + name);
        at = comma + 2;
    }
    ImGui::EndCombo();
}

template <class E>
E named(const std::string& name) {
    const auto& names = EnumNames<E>::names;
    return static_cast<E>(std::find(names.begin(), names.end(), name) - names.begin());
}

void edit(Workspace& w, const ParamRef& ref, const std::string& name) {
    const Value value = ref.read();
    const auto* text = std::get_if<std::string>(&value.data);
    if (const auto* b = std::get_if<bool>(&value.data)) {
        bool on = *b;
        if (ImGui::Checkbox(name == "auto_range" ? "follows the flow" : "##value", &on)) w.set(ref.key, Value{on});
    } else if (name == "map" && text) {
        map_combo(w, ref.key, named<Colormap>(*text));
    } else if (name == "quantity" && text) {
        quantity_combo(w, ref.key, named<ShownQuantity>(*text));
    } else if (text) {
        edit_choice(w, ref, *text);
    } else if (const auto* d = std::get_if<double>(&value.data)) {
        edit_number(w, ref, name, *d);
    } else if (const auto* n = std::get_if<std::int64_t>(&value.data)) {
        ref.type == "number" ? edit_number(w, ref, name, static_cast<double>(*n)) : edit_integer(w, ref, name, *n);
    } else if (const auto* list = std::get_if<std::vector<Value>>(&value.data)) {
        edit_vector(w, ref, *list);
    }
}

}  // namespace

void layer_rows(Workspace& w, const std::string& section) {
    if (!ui::begin_rows(section.c_str())) return;
    for (const ParamRef& ref : view_parameters(w.view)) {
        const std::size_t dot = ref.key.rfind('.');
        if (ref.key.substr(5, dot - 5) != section) continue;
        const std::string name = ref.key.substr(dot + 1);
        const Use use = use_of(w.view, section, name);
        if (name == "on" || use == Use::hidden) continue;
        ImGui::PushID(ref.key.c_str());
        ImGui::TableNextRow();
        ImGui::TableNextColumn();
        ImGui::AlignTextToFramePadding();
        ImGui::PushStyleColor(ImGuiCol_Text, use == Use::greyed ? color::faint : color::text);
        ImGui::TextUnformatted(label(section, name).c_str());
        ImGui::PopStyleColor();
        const std::string more = ref.key + (ref.unit.empty() ? "" : ", " + ref.unit);
        ui::tooltip(ref.help, more);
        ImGui::TableNextColumn();
        ImGui::SetNextItemWidth(-1);
        ImGui::BeginDisabled(use == Use::greyed);
        edit(w, ref, name);
        ImGui::EndDisabled();
        ui::mark(ref.key);
        ui::tooltip(ref.help, more);
        ImGui::PopID();
    }
    ui::end_rows();
}

}  // namespace fum

#include <fmt/format.h>
#include <imgui.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "app/panels/import_report.h"
#include "app/panels/panels.h"
#include "app/param_facts.h"
#include "app/setup.h"
#include "app/window/actions.h"
#include "app/window/file_dialog.h"
#include "app/window/issues_at.h"
#include "app/window/scene_parts.h"
#include "app/window/widgets.h"
#include "sim/scene_tables.h"

namespace fum {
namespace {

struct Properties {
    bool show_idle = false;
};

/// A drag by one pixel, for the units that have a natural size in this scene.
double step_of(const Workspace& w, const ParamRef& ref) {
    const Double3& size = w.doc.scene().domain.size_m;
    const double longest = std::max({size.x, size.y, size.z});
    if (ref.unit == "m") return 0.001 * longest;
    if (ref.unit == "deg") return 0.5;
    if (ref.unit == "m/s") {
        const double speed = w.prepared && usable(w.prepared->issues) ? w.prepared->numbers.speed_ms : 1;
        return 0.005 * std::max(speed, 0.01);
    }
    if (ref.unit == "s") return 0.01;
    if (ref.type == "[x, y, z]" && ref.unit.empty()) return 0.01;
    return 0;
}

std::vector<std::string> choices_of(const Workspace& w, const ParamRef& ref) {
    std::vector<std::string> choices;
    const bool of_solid = ref.key.starts_with("solid["), of_emitter = ref.key.starts_with("emitter[");
    if (of_solid && ref.key.ends_with("].shape")) {
        choices.emplace_back();
        choices.insert(choices.end(), solid_shapes.begin(), solid_shapes.end());
    }
    if (of_emitter && ref.key.ends_with("].solid")) {
        choices.emplace_back();
        for (const Solid& solid : w.doc.scene().solids) choices.push_back(solid.name);
    }
    return choices;
}

void browse(Workspace& w, const std::string& key, const std::filesystem::path& now) {
    const bool mesh = key.ends_with(".mesh");
    std::filesystem::path start;
    if (!now.empty()) start = w.doc.scene().resolved(now);
    choose_file(w, {.title = mesh ? "Choose a mesh" : "Choose the folder for the frames",
                    .kind = mesh ? FileKind::mesh : FileKind::folder,
                    .start = start,
                    .on_chosen = [&w, key](const std::filesystem::path& path) {
                        w.doc.edit("Change " + key, [&](Scene& scene) {
                            if (const std::string rival = rival_of(key); !rival.empty()) reset_parameter(scene, rival);
                            for (const ParamRef& ref : parameters(scene))
                                if (ref.key == key) ref.write(to_value(path));
                        });
                    }});
}

ui::RowOptions options_of(Workspace& w, const ParamRef& ref) {
    ui::RowOptions options;
    options.issues = issues_at(w, ref.key);
    options.usual = usual_value(ref.key);
    const Value value = ref.read();
    if (std::holds_alternative<std::monostate>(value.data) && w.prepared && usable(w.prepared->issues))
        options.automatic = used_value(*w.prepared, ref.key);
    options.idle = idle_reason(w.doc.scene(), ref.key);
    options.step = step_of(w, ref);
    options.choices = choices_of(w, ref);
    if (ref.is_path) {
        const auto* text = std::get_if<std::string>(&value.data);
        options.browse = [&w, key = ref.key, now = text ? *text : ""] { browse(w, key, now); };
    }
    return options;
}

bool is_usual(const ParamRef& ref) { return toml_text(usual_value(ref.key)) == toml_text(ref.read()); }

std::string text_of(Workspace& w, const std::string& key) {
    for (const ParamRef& ref : w.doc.parameters())
        if (ref.key == key) return toml_text(ref.read());
    return {};
}

/// Gives a value; what excludes it is taken away, and what hangs on a choice follows, in the same edit.
void give(Workspace& w, const std::string& key, const Value& value) {
    const std::string rival = rival_of(key);
    const auto* text = std::get_if<std::string>(&value.data);
    const bool is_none = text && text->empty();
    const bool takes_away = !rival.empty() && !is_none && text_of(w, rival) != toml_text(usual_value(rival));
    const bool is_choice = key.ends_with(".kind") || key.ends_with(".motion");
    if (!takes_away && !is_choice) {
        if (const std::string fault = w.doc.set(key, value); !fault.empty())
            w.notices.say(NoticeKind::warning, key + " " + fault);
        return;
    }
    w.doc.edit("Change " + key, key, [&](Scene& scene) {
        if (takes_away) reset_parameter(scene, rival);
        for (const ParamRef& ref : parameters(scene))
            if (ref.key == key) ref.write(value);
        settle_choice(scene, key);
    });
}

void take(Workspace& w, const std::string& key, const ui::Edited& edited) {
    if (edited.reset)
        w.doc.reset(key);
    else if (edited.is_setting) {
        if (const std::string fault = w.set_text(key, std::get<std::string>(edited.value.data)); !fault.empty())
            w.notices.say(NoticeKind::warning, key + " " + fault);
    } else {
        give(w, key, edited.value);
    }
    if (edited.ended) w.doc.end_merge();
}

/// The section's own parameters, not those of sections below it.
bool is_own(const std::string& key, const std::string& prefix) {
    return key.starts_with(prefix) && key.find('.', prefix.size()) == std::string::npos;
}

void draw_parameters(Workspace& w, const std::string& section) {
    Properties& p = w.parts.of<Properties>();
    const std::string prefix = section + ".";
    if (!ui::begin_rows("parameters")) return;
    std::optional<std::pair<std::string, ui::Edited>> edited;
    int hidden = 0;
    for (const ParamRef& ref : w.doc.parameters()) {
        if (!is_own(ref.key, prefix)) continue;
        const ui::RowOptions options = options_of(w, ref);
        if (!options.idle.empty() && is_usual(ref) && options.issues.empty()) {
            ++hidden;
            if (!p.show_idle) continue;
        }
        if (auto change = ui::param_row(ref, options)) edited = {ref.key, *change};
    }
    ui::end_rows();
    if (hidden > 0) {
        const std::string text = p.show_idle
                                     ? "Hide what does nothing here"
                                     : fmt::format("{} more that {} nothing here", hidden, hidden == 1 ? "does" : "do");
        ImGui::PushStyleColor(ImGuiCol_Text, color::faint);
        ImGui::PushStyleColor(ImGuiCol_Button, 0);
        if (ImGui::Button(text.c_str())) p.show_idle = !p.show_idle;
        ImGui::PopStyleColor(2);
        ui::mark("properties/idle");
        ui::tooltip("Parameters of other kinds of this section; each says why it does nothing now");
    }
    if (edited) take(w, edited->first, edited->second);
}

/// Issues that belong to the section as a whole.
void draw_section_issues(Workspace& w, const std::string& section) {
    for (const Issue& issue : issues_at(w, section))
        if (issue.where == section || issue.where.starts_with(section + " ("))
            ui::wrapped(issue.sentence, issue.kind == Issue::Kind::error ? color::bad : color::doubtful);
    const bool face = section.starts_with("boundary.");
    for (const Issue& issue : w.doc.issues())
        if (face && issue.where == "boundary") ui::wrapped("The domain " + issue.sentence, color::bad);
}

void draw_solid_buttons(Workspace& w) {
    ui::action_button(w, "edit.snap");
    ImGui::SameLine();
    ui::action_button(w, "edit.duplicate");
    ImGui::SameLine();
    ui::action_button(w, "edit.delete");
}

void draw_section(Workspace& w, const std::string& section) {
    const int solid = w.selected.index_of("solid"), emitter = w.selected.index_of("emitter"),
              probe = w.selected.index_of("probe");
    draw_section_issues(w, section);
    draw_parameters(w, section);
    if (section == "domain") {
        ui::action_button(w, "edit.y_up");
        ImGui::SameLine();
        ui::action_button(w, "edit.z_up");
    }
    if (emitter >= 0 || probe >= 0) {
        ui::action_button(w, "edit.duplicate");
        ImGui::SameLine();
        ui::action_button(w, "edit.delete");
    }
    if (solid < 0) return;
    draw_solid_buttons(w);
    ImGui::Dummy({0, ui::px(4)});
    const bool open = ImGui::CollapsingHeader("Import report", ImGuiTreeNodeFlags_DefaultOpen);
    ui::mark("properties/report");
    if (open) draw_import_report(w, static_cast<std::size_t>(solid));
}

}  // namespace

void draw_properties(Workspace& w) {
    mend_selection(w);
    const std::string section = w.selected.section;
    const std::string words = section.empty() ? "Properties" : words_of(w.doc.scene(), section);
    ui::heading(words.c_str(), section);
    if (section.empty()) {
        ui::faint("Select something in the list above or in the picture.");
        return;
    }
    ImGui::BeginChild("rows");
    ImGui::PushID(section.c_str());
    draw_section(w, section);
    ImGui::PopID();
    ImGui::EndChild();
}

}  // namespace fum

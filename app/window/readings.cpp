#include "app/window/readings.h"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <sstream>

#include "app/panels/run_state.h"
#include "app/window/actions.h"
#include "app/window/bridge.h"
#include "app/window/scene_view.h"
#include "app/window/widgets.h"

namespace fum {
namespace {

std::string yes(bool b) { return b ? "yes" : "no"; }

std::string mode_name(SimMode mode) {
    constexpr const char* names[] = {"empty", "preparing", "paused", "playing"};
    return names[static_cast<int>(mode)];
}

/// Sentences of one kind since the script forgot; "none" if there are none.
std::string said(Workspace& w, NoticeKind kind) {
    std::string all;
    for (const Notice& line : w.notices.after(w.parts.of<ForgottenNotices>().until))
        if (line.kind == kind) all += (all.empty() ? "" : " | ") + line.text;
    return all.empty() ? "none" : all;
}

std::string or_none(const std::string& text) { return text.empty() ? "none" : text; }

std::string parts_of(const std::string& text, std::vector<std::string>& parts) {
    std::string plain;
    for (const char c : text)
        if (std::string_view("[]\" ").find(c) == std::string_view::npos) plain += c;
    std::istringstream in(plain);
    for (std::string part; std::getline(in, part, ',');) parts.push_back(part);
    return plain;
}

std::optional<double> number_in(const std::string& text) {
    char* end = nullptr;
    const double v = std::strtod(text.c_str(), &end);
    if (text.empty() || *end != 0) return std::nullopt;
    return v;
}

std::string value_of(Workspace& w, const std::string& key) {
    for (const auto& all : {w.doc.parameters(), view_parameters(w.view)})
        for (const ParamRef& ref : all)
            if (ref.key == key) {
                const Value value = ref.read();
                if (std::holds_alternative<std::monostate>(value.data)) return "auto";
                const auto* text = std::get_if<std::string>(&value.data);
                return text ? *text : toml_text(value);
            }
    throw Error(Exit::input, fmt::format("\"{}\" is no parameter.", key));
}

const Action& action_of(const std::string& id) {
    if (const Action* action = find_action(id)) return *action;
    throw Error(Exit::input, fmt::format("\"{}\" is no action; fumarole --list-bindings lists all.", id));
}

std::string seen(const std::string& name) {
    const auto& marks = ui::marks();
    const auto found = marks.find(name);
    return found == marks.end() ? "no" : found->second.visible ? "yes" : "out of view";
}

}  // namespace

const std::vector<Reading>& readings() {
    using W = Workspace;
    static const std::vector<Reading> all{
        {"mode", "of the flow: empty, preparing, paused, playing", [](W& w) { return mode_name(w.status.mode); }},
        {"step", "time steps done", [](W& w) { return std::to_string(w.status.step); }},
        {"frame", "of the film", [](W& w) { return fmt::format("{:g}", w.status.frame); }},
        {"time", "seconds of the scene", [](W& w) { return fmt::format("{:.9g}", w.status.time_s); }},
        {"run", "how many flows have been made", [](W& w) { return std::to_string(w.status.run); }},
        {"film-speed", "how fast it plays, as a factor of the film's own speed",
         [](W& w) { return fmt::format("{:.3g}", w.running ? film_speed_of(run_state(w).pace, *w.running) : 0); }},
        {"mlups", "speed of the solver", [](W& w) { return fmt::format("{:.1f}", w.status.mlups); }},
        {"device", "of the solver", [](W& w) { return or_none(w.status.device); }},
        {"failure", "why the flow stopped",
         [](W& w) { return w.status.failure ? w.status.failure->sentence : "none"; }},
        {"pending", "whether an edit waits for a restart", [](W& w) { return yes(w.pending.has_value()); }},
        {"title", "of the scene", [](W& w) { return or_none(w.doc.scene().title); }},
        {"file", "of the scene", [](W& w) { return or_none(w.doc.path().string()); }},
        {"dirty", "whether it has unsaved changes", [](W& w) { return yes(w.doc.dirty()); }},
        {"undo", "what Undo would take back", [](W& w) { return or_none(w.doc.undo_name()); }},
        {"redo", "what Redo would make again", [](W& w) { return or_none(w.doc.redo_name()); }},
        {"solids", "how many", [](W& w) { return std::to_string(w.doc.scene().solids.size()); }},
        {"emitters", "how many", [](W& w) { return std::to_string(w.doc.scene().emitters.size()); }},
        {"probes", "how many", [](W& w) { return std::to_string(w.doc.scene().probes.size()); }},
        {"issues", "mistakes in the scene", [](W& w) { return std::to_string(w.doc.issues().size()); }},
        {"selected", "section", [](W& w) { return or_none(w.selected.section); }},
        {"notices", "errors said", [](W& w) { return said(w, NoticeKind::error); }},
        {"warnings", "warnings said", [](W& w) { return said(w, NoticeKind::warning); }},
        {"gl-errors", "complaints of OpenGL",
         [](W& w) { return std::to_string(w.parts.of<GlComplaints>().texts.size()); }},
        {"popup", "whether a menu or a dialog is open",
         [](W&) { return yes(ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopupId | ImGuiPopupFlags_AnyPopupLevel)); }},
        {"typing", "whether a text field has the keyboard", [](W&) { return yes(ImGui::GetIO().WantTextInput); }},
        {"scale", "of the user interface", [](W& w) { return fmt::format("{:g}", w.scale); }},
        {"width", "of the window, pixels", [](W&) { return fmt::format("{:g}", ImGui::GetIO().DisplaySize.x); }},
        {"height", "of the window, pixels", [](W&) { return fmt::format("{:g}", ImGui::GetIO().DisplaySize.y); }},
        {"bridge", "how pictures come from the solver", [](W& w) { return or_none(w.bridge->badge()); }},
    };
    return all;
}

bool reading_takes_word(const std::string& name) {
    return name == "value" || name == "seen" || name == "enabled" || name == "checked";
}

std::string reading(Workspace& w, const std::string& name, const std::string& of) {
    if (name == "value") return value_of(w, of);
    if (name == "seen") return seen(of);
    if (name == "enabled") {
        const Action& action = action_of(of);
        return yes(!action.enabled || action.enabled(w));
    }
    if (name == "checked") {
        const Action& action = action_of(of);
        return yes(action.checked && action.checked(w));
    }
    for (const Reading& r : readings())
        if (name == r.name) return r.read(w);
    std::vector<std::string> names;
    for (const Reading& r : readings()) names.push_back(r.name);
    const std::string near = nearest(name, names);
    throw Error(Exit::input, fmt::format("\"{}\" is nothing that can be asked for{}.", name,
                                         near.empty() ? "" : "; did you mean \"" + near + "\"?"));
}

bool same_text(const std::string& a, const std::string& b) {
    std::vector<std::string> left, right;
    if (parts_of(a, left) == parts_of(b, right)) return true;
    return left.size() == right.size() && !left.empty() &&
           std::equal(left.begin(), left.end(), right.begin(), [](const std::string& x, const std::string& y) {
               const auto m = number_in(x), n = number_in(y);
               if (!m || !n) return x == y;
               return std::abs(*m - *n) <= 1e-6 * std::max({1e-12, std::abs(*m), std::abs(*n)});
           });
}

}  // namespace fum

// The checks: what the scene's numbers promise, and what to change where they promise trouble.
#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>

#include "app/panels/cards.h"
#include "app/panels/panels.h"
#include "app/panels/run_state.h"
#include "app/window/widgets.h"

namespace fum {
namespace {

constexpr const char* key_words = "A click selects the section of ";

/// Name and value in one line, what to change below it; all of it can be clicked.
void draw_row(Workspace& w, const StabilityRow& row, int number) {
    ImGui::PushID(number);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float all = ImGui::GetContentRegionAvail().x, indent = ui::px(16), line = ImGui::GetTextLineHeight();
    const float value = ImGui::CalcTextSize(row.text.c_str()).x, name = ImGui::CalcTextSize(row.name.c_str()).x;
    const bool two_lines = indent + name + ui::px(12) + value > all;
    const float advice_height =
        row.advice.empty() ? 0 : ImGui::CalcTextSize(row.advice.c_str(), nullptr, false, all - indent).y + ui::px(2);
    const float value_height =
        two_lines ? ImGui::CalcTextSize(row.text.c_str(), nullptr, false, all - indent).y : 0;  // below the name
    const float height = line + value_height + advice_height + ui::px(3);
    if (ImGui::Selectable("##row", w.selected.section == section_of(row.key) && row.verdict != Verdict::good, 0,
                          {0, height}))
        select_key(w, row.key);
    ui::mark("stability/" + row.name);
    ui::tooltip(row.advice.empty() ? row.name + ": " + row.text : row.advice, key_words + row.key);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddCircleFilled({at.x + ui::px(5), at.y + 0.55f * line}, ui::px(4), ui::color_of(row.verdict), 20);
    list.AddText({at.x + indent, at.y}, color::text, row.name.c_str());
    const ImVec2 value_at{two_lines ? at.x + indent : at.x + all - value, at.y + (two_lines ? line : 0)};
    list.AddText(nullptr, 0, value_at, row.verdict == Verdict::good ? color::faint : color::text, row.text.c_str(),
                 nullptr, two_lines ? all - indent : 0);
    if (!row.advice.empty())
        list.AddText(nullptr, 0, {at.x + indent, at.y + height - advice_height}, color::faint, row.advice.c_str(),
                     nullptr, all - indent);
    ImGui::PopID();
}

void draw_issue(Workspace& w, const Issue& issue, int number) {
    ui::dot(issue.kind == Issue::Kind::error ? color::bad : color::doubtful);
    const std::string text = issue.where + ": " + issue.sentence;
    if (ui::link(text, fmt::format("stability/issue{}", number),
                 std::string("A click selects ") + section_of(issue.where)))
        select_key(w, issue.where);
}

}  // namespace

void draw_stability(Workspace& w) {
    const Checks& checks = checks_of(w);
    ui::heading("Checks", checks.sentence());
    if (checks.rows.empty() && checks.issues.empty())
        return ui::faint(w.preparing() ? "The scene is being prepared." : "There is nothing to check yet.");
    ui::faint(checks.of_run ? "Of the flow as it runs, gaps between surfaces included."
                            : "Of the scene as it is now. Gaps between surfaces follow when the flow has begun.");
    ImGui::Dummy({0, ui::px(2)});
    int number = 0;
    for (const Verdict verdict : {Verdict::bad, Verdict::doubtful, Verdict::good})
        for (const StabilityRow& row : checks.rows)
            if (row.verdict == verdict) draw_row(w, row, ++number);
    if (checks.issues.empty()) return;
    ui::heading("Mistakes and doubts", std::to_string(checks.issues.size()));
    for (const Issue::Kind kind : {Issue::Kind::error, Issue::Kind::warning})
        for (const Issue& issue : checks.issues)
            if (issue.kind == kind) draw_issue(w, issue, ++number);
}

}  // namespace fum

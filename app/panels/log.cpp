// What has happened: lines of the log, filtered and searched.
#include <fmt/format.h>
#include <imgui.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <deque>

#include "app/panels/panels.h"
#include "app/window/widgets.h"

namespace fum {
namespace {

/// A piece of a line that fills one row of the list; all rows are equally high, so that only visible ones are drawn.
struct Row {
    std::size_t line = 0;
    int from = 0, to = 0;  ///< of its text
    bool first = true;
};

struct LogState {
    std::deque<Notice> lines;
    std::uint64_t newest = 0;
    std::array<bool, 3> kinds{true, true, true};  ///< by NoticeKind
    std::string search;
    bool wrap = true, follow = true, stale = true;
    std::vector<Row> rows;
    float width = 0, font = 0;  ///< for which the rows were made
    std::array<int, 3> counts{};
};

bool contains(const std::string& text, const std::string& word) {
    const auto same = [](char a, char b) {
        return std::tolower(static_cast<unsigned char>(a)) == std::tolower(static_cast<unsigned char>(b));
    };
    return std::search(text.begin(), text.end(), word.begin(), word.end(), same) != text.end();
}

ImU32 color_of(NoticeKind kind) {
    return kind == NoticeKind::error ? color::bad : kind == NoticeKind::warning ? color::doubtful : color::faint;
}

void take_lines(Workspace& w, LogState& state) {
    if (w.notices.newest() < state.newest && !state.lines.empty()) state.lines.clear(), state.stale = true;
    for (Notice& line : w.notices.after(state.newest)) {
        state.newest = line.number;
        state.lines.push_back(std::move(line));
        state.stale = true;
    }
    while (state.lines.size() > Notices::most) state.lines.pop_front();
}

/// Breaks a line's text at line breaks and, if wanted, where the width ends.
void add_rows(LogState& state, std::size_t index, float width) {
    const std::string& text = state.lines[index].text;
    const char *begin = text.data(), *end = begin + text.size(), *at = begin;
    bool first = true;
    do {
        const char* stop = std::find(at, end, '\n');
        const char* cut = stop;
        if (state.wrap) cut = std::min(stop, ImGui::GetFont()->CalcWordWrapPositionA(1, at, stop, width));
        if (cut == at && at != stop) cut = at + 1;
        state.rows.push_back({index, static_cast<int>(at - begin), static_cast<int>(cut - begin), first});
        first = false;
        at = cut;
        if (at != end && *at == '\n') ++at;
        while (at != end && *at == ' ' && cut != stop) ++at;
    } while (at < end);
}

void make_rows(LogState& state, float width) {
    if (!state.stale && state.width == width && state.font == ImGui::GetFontSize()) return;
    state.stale = false;
    state.width = width;
    state.font = ImGui::GetFontSize();
    state.rows.clear();
    state.counts = {};
    for (std::size_t i = 0; i < state.lines.size(); ++i) {
        const Notice& line = state.lines[i];
        ++state.counts[static_cast<std::size_t>(line.kind)];
        if (!state.kinds[static_cast<std::size_t>(line.kind)]) continue;
        if (!state.search.empty() && !contains(line.text, state.search) && !contains(line.part, state.search)) continue;
        add_rows(state, i, width);
    }
}

/// All lines that are shown, as text.
std::string shown_text(const LogState& state) {
    std::string text;
    for (const Row& row : state.rows) {
        if (!row.first) continue;
        const Notice& line = state.lines[row.line];
        text += line.time + "  " + line.part + "  " + line.text + "\n";
    }
    return text;
}

void search_field(LogState& state, float width) {
    ImGui::SetNextItemWidth(width);
    state.stale |= ImGui::InputTextWithHint("##search", "search", &state.search);
    ui::mark("log/search");
    ui::tooltip("Only lines that hold this text");
}

void toolbar(Workspace& w, LogState& state) {
    constexpr std::array<const char*, 3> names{"info", "warnings", "errors"};
    const bool narrow = ImGui::GetContentRegionAvail().x < ui::px(540);  // then the search has a line of its own
    const bool tight = ImGui::GetContentRegionAvail().x < ui::px(330);   // and switches have no words
    if (narrow) ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {ui::px(5), ui::px(4)});
    for (std::size_t i = 0; i < names.size(); ++i) {
        ImGui::PushStyleColor(ImGuiCol_CheckMark, color_of(static_cast<NoticeKind>(i)));
        const std::string label = fmt::format("{} {}###{}", state.counts[i], narrow ? "" : names[i], names[i]);
        state.stale |= ImGui::Checkbox(label.c_str(), &state.kinds[i]);
        ImGui::PopStyleColor();
        ui::mark(std::string("log/") + names[i]);
        ui::tooltip(std::string("Shows or hides ") + names[i]);
        ImGui::SameLine();
    }
    const float buttons = 2 * ImGui::GetFrameHeight() + ui::px(150);
    if (!narrow) search_field(state, std::max(ui::px(60), ImGui::GetContentRegionAvail().x - buttons));
    if (!narrow) ImGui::SameLine();
    state.stale |= ImGui::Checkbox(tight ? "###wrap" : "wrap", &state.wrap);
    ui::mark("log/wrap");
    ui::tooltip("Wrap: breaks long lines at the panel's edge");
    ImGui::SameLine();
    ImGui::Checkbox(tight ? "###follow" : "follow", &state.follow);
    ui::mark("log/follow");
    ui::tooltip("Follow: keeps the newest line in sight", "Scrolling up lets go of it");
    ImGui::SameLine();
    if (ui::icon_button(ui::Icon::copy, "log/copy", "Copies the lines shown to the clipboard"))
        ImGui::SetClipboardText(shown_text(state).c_str());
    ImGui::SameLine(0, ui::px(3));
    if (ui::icon_button(ui::Icon::cross, "log/clear", "Empties the list; the log file keeps everything")) {
        w.notices.clear();
        state.lines.clear();
        state.stale = true;
    }
    if (!narrow) return;
    ImGui::PopStyleVar();
    search_field(state, -1);
}

void draw_row(const LogState& state, const Row& row, float time_width, float part_width) {
    const Notice& line = state.lines[row.line];
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float height = ImGui::GetTextLineHeight();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const char* text = line.text.data();
    const float indent = time_width + part_width;
    if (row.first) {
        list.AddText(at, color::faint, line.time.c_str());
        list.AddCircleFilled({at.x + time_width + ui::px(2), at.y + 0.55f * height}, ui::px(3), color_of(line.kind),
                             16);
        if (part_width > ui::px(12))
            list.AddText({at.x + time_width + ui::px(10), at.y}, color::faint, line.part.c_str());
    }
    list.AddText({at.x + indent, at.y}, line.kind == NoticeKind::error ? color::bad : color::text, text + row.from,
                 text + row.to);
    ImGui::Dummy({indent + ImGui::CalcTextSize(text + row.from, text + row.to).x, height});
    if (!state.wrap) ui::tooltip(line.text);
}

}  // namespace

void draw_log(Workspace& w) {
    auto& state = w.parts.of<LogState>();
    take_lines(w, state);
    toolbar(w, state);
    const float time_width = ImGui::CalcTextSize("00:00:00  ").x,
                part_width = ImGui::GetContentRegionAvail().x < ui::px(420) ? ui::px(10) : ui::px(78);
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, ui::px(2)});
    ImGui::BeginChild("lines", {0, 0}, false, state.wrap ? 0 : ImGuiWindowFlags_HorizontalScrollbar);
    make_rows(state, ImGui::GetContentRegionAvail().x - time_width - part_width);
    if (state.rows.empty()) ui::faint(state.lines.empty() ? "Nothing has been said yet." : "No line fits the filter.");
    ImGuiListClipper clipper;
    clipper.Begin(static_cast<int>(state.rows.size()), ImGui::GetTextLineHeight() + ui::px(2));
    while (clipper.Step())
        for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i)
            draw_row(state, state.rows[static_cast<std::size_t>(i)], time_width, part_width);
    if (ImGui::IsWindowHovered() && ImGui::GetIO().MouseWheel > 0) state.follow = false;
    if (state.follow) ImGui::SetScrollHereY(1);
    ImGui::EndChild();
    ImGui::PopStyleVar();
}

}  // namespace fum

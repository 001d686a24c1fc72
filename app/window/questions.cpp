#include "app/window/questions.h"

#include <imgui.h>
#include <imgui_stdlib.h>

#include <deque>
#include <utility>

#include "app/window/dialog_frame.h"
#include "app/window/file_dialog.h"
#include "app/window/keys.h"
#include "app/window/widgets.h"

namespace fum {
namespace {

struct Questions {
    std::deque<Question> waiting;
    bool open = false;
    bool copied = false;
};

void draw_code(Questions& q, std::string& code) {
    ImGui::PushStyleColor(ImGuiCol_FrameBg, color::plot);
    const float lines =
        1.0f + ImGui::CalcTextSize(code.c_str(), nullptr, false, ui::px(540)).y / ImGui::GetTextLineHeight();
    const float height = std::min(lines, 12.0f) * ImGui::GetTextLineHeight() + 2 * ImGui::GetStyle().FramePadding.y;
    ImGui::BeginChild("code", {ui::px(560), height}, true);
    ImGui::PushTextWrapPos(0);
    ImGui::TextUnformatted(code.c_str());
    ImGui::PopTextWrapPos();
    ImGui::EndChild();
    ImGui::PopStyleColor();
    if (ImGui::Button(q.copied ? "Copied" : "Copy")) ImGui::SetClipboardText(code.c_str()), q.copied = true;
    ui::mark("question/copy");
    ui::tooltip("Puts the text onto the clipboard");
    ImGui::SameLine();
}

/// The index of the answer that was chosen, or -1. `keys`: not those that have led to the question.
int draw_answers(const Question& question, bool keys) {
    int chosen = -1;
    float width = 0;
    const ImGuiStyle& style = ImGui::GetStyle();
    const auto width_of = [&](const std::string& word) {
        return std::max(ui::px(90), ImGui::CalcTextSize(word.c_str()).x + ui::px(26));
    };
    for (const auto& answer : question.answers) width += width_of(answer.word) + style.ItemSpacing.x;
    const float x = ImGui::GetContentRegionMax().x - width + style.ItemSpacing.x;
    ImGui::SetCursorPosX(std::max(x, ImGui::GetCursorPosX()));
    for (std::size_t i = 0; i < question.answers.size(); ++i) {
        const auto& answer = question.answers[i];
        if (i > 0) ImGui::SameLine();
        if (i == 0) ImGui::PushStyleColor(ImGuiCol_Button, ImGui::GetStyle().Colors[ImGuiCol_ButtonActive]);
        if (ImGui::Button(answer.word.c_str(), {width_of(answer.word), 0})) chosen = static_cast<int>(i);
        if (i == 0) ImGui::PopStyleColor();
        ui::mark("question/" + answer.word);
        ui::tooltip(answer.help);
    }
    if (!keys) return chosen;
    if (ImGui::IsKeyPressed(key_enter, false) || ImGui::IsKeyPressed(key_pad_enter, false)) chosen = 0;
    if (ImGui::IsKeyPressed(key_escape, false)) chosen = static_cast<int>(question.answers.size()) - 1;
    return chosen;
}

}  // namespace

void ask(Workspace& w, Question question) { w.parts.of<Questions>().waiting.push_back(std::move(question)); }

bool question_open(Workspace& w) { return !w.parts.of<Questions>().waiting.empty(); }

void draw_questions(Workspace& w) {
    Questions& q = w.parts.of<Questions>();
    if (q.waiting.empty() || (!q.open && file_dialog_open(w))) return;
    Question& question = q.waiting.front();
    const std::string id = question.title + "###question";
    const bool fresh = !std::exchange(q.open, true);
    if (fresh) {
        ImGui::OpenPopup(id.c_str());
        q.copied = false;
    }
    if (!ui::begin_dialog(id.c_str())) {
        q.open = false;  // another window's popup has closed it: it opens again in the next picture
        return;
    }
    ImGui::PushTextWrapPos(ImGui::GetCursorPosX() + ui::px(question.code.empty() ? 440 : 560));
    ImGui::TextUnformatted(question.text.c_str());
    ImGui::PopTextWrapPos();
    ImGui::Dummy({ui::px(300), ui::px(4)});
    if (!question.code.empty()) draw_code(q, question.code);
    const int chosen = draw_answers(question, !fresh);
    if (chosen < 0) return ui::end_dialog();
    const auto run = question.answers[static_cast<std::size_t>(chosen)].run;
    q.waiting.pop_front();
    q.open = false;
    ImGui::CloseCurrentPopup();
    ui::end_dialog();
    try {
        if (run) run(w);
    } catch (const Error& e) { w.notices.say(NoticeKind::error, e.what()); }
}

}  // namespace fum

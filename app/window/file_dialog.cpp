// What the file dialog does; how it looks is in file_dialog_draw.cpp.
#include "app/window/file_dialog.h"

#include <imgui.h>

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "app/window/file_dialog_state.h"
#include "app/window/keys.h"

namespace fum {

namespace fs = std::filesystem;

namespace files {
namespace {

std::string kept_name(FileKind kind) {
    return kind == FileKind::folder ? "folder.output" : kind == FileKind::mesh ? "folder.meshes" : "folder.scenes";
}

/// A file to be written: with its ending, and asked about if it stands there already.
void answer_save(Workspace& w, FileDialog& d, fs::path path, bool exists) {
    if (!d.question.ending.empty() && path.extension().empty()) path += d.question.ending;
    if (exists && d.replace != path.string()) {
        d.replace = path.string();
        return;
    }
    answer(w, d, path);
}

bool listed(const FileDialog& d, const std::string& name) {
    return std::ranges::any_of(d.list.entries, [&](const FileEntry& e) { return e.name == name && !e.folder; });
}

}  // namespace

fs::path home() {
    const char* dir = std::getenv("HOME");
    return dir && *dir ? fs::path(dir) : fs::path("/");
}

void arrange(FileDialog& d) {
    d.wish.search = d.question.save || d.name.find('/') != std::string::npos ? "" : d.name;
    d.rows = arranged(d.list.entries, d.wish);
    d.chosen = std::min(d.chosen, static_cast<int>(d.rows.size()) - 1);
}

void ask_for(FileDialog& d, const fs::path& path, bool accept_file) {
    d.asked_at = std::chrono::steady_clock::now();
    d.accept_file = accept_file;
    d.fault.clear();
    d.replace.clear();
    d.reading.start([path](JobControl& control) { return read_folder(path, [&] { return control.wanted(); }); });
}

void close(FileDialog& d) {
    d.open = d.wanted = false;
    d.reading.cancel();
    d.question.on_chosen = {};
    ImGui::CloseCurrentPopup();
}

void answer(Workspace& w, FileDialog& d, const fs::path& path) {
    const auto on_chosen = d.question.on_chosen;
    const FileKind kind = d.question.kind;
    w.kept.set(kept_name(kind), (kind == FileKind::folder ? path : path.parent_path()).string());
    close(d);
    try {
        if (on_chosen) on_chosen(path);
    } catch (const Error& e) { w.notices.say(NoticeKind::error, e.what()); }
}

const FileEntry* chosen_entry(const FileDialog& d) {
    if (d.chosen < 0 || d.chosen >= static_cast<int>(d.rows.size())) return nullptr;
    return &d.list.entries[d.rows[static_cast<std::size_t>(d.chosen)]];
}

void enter_folder(FileDialog& d, const fs::path& folder) {
    if (!d.question.save) d.name.clear();
    ++d.turn;
    d.focus = true;
    d.chosen = -1;
    ask_for(d, folder);
}

void accept(Workspace& w, FileDialog& d) {
    const FileEntry* entry = chosen_entry(d);
    const bool path_typed = d.name.find('/') != std::string::npos || d.name.starts_with('~');
    if (path_typed) {
        const fs::path path = typed_path(d.name, d.list.folder);
        if (!d.question.save) return ask_for(d, path, true);
        d.name = path.filename().string();
        ++d.turn;
        return ask_for(d, path.parent_path());
    }
    if (entry && entry->folder && (!d.question.save || d.by_key)) return enter_folder(d, d.list.folder / entry->name);
    if (d.question.kind == FileKind::folder) return answer(w, d, d.list.folder);
    if (d.question.save && !d.name.empty()) {
        std::string whole = d.name;
        if (fs::path(whole).extension().empty()) whole += d.question.ending;
        return answer_save(w, d, d.list.folder / whole, listed(d, whole));
    }
    if (d.question.save) return;
    if (entry) return answer(w, d, d.list.folder / entry->name);
    if (d.rows.size() == 1) {
        d.chosen = 0;
        return accept(w, d);
    }
}

void take_listing(Workspace& w, FileDialog& d) {
    auto list = d.reading.take();
    if (!list) return;
    if (!list->fault.empty()) {
        d.fault = list->fault;
        if (d.list.folder.empty()) ask_for(d, home()), d.list.folder = home();
        return;
    }
    const bool is_file = !list->file.empty();
    d.list = std::move(*list);
    if (is_file && d.accept_file) return answer(w, d, d.list.folder / d.list.file);
    if (d.accept_file) d.name.clear(), ++d.turn, d.focus = true;
    d.chosen = -1;
    arrange(d);
    for (std::size_t i = 0; is_file && i < d.rows.size(); ++i)
        if (d.list.entries[d.rows[i]].name == d.list.file) d.chosen = static_cast<int>(i), d.scroll = true;
}

void take_keys(FileDialog& d) {
    const int count = static_cast<int>(d.rows.size());
    int move = 0;
    if (ImGui::IsKeyPressed(key_down)) move = 1;
    if (ImGui::IsKeyPressed(key_up)) move = -1;
    if (ImGui::IsKeyPressed(key_page_down)) move = 10;
    if (ImGui::IsKeyPressed(key_page_up)) move = -10;
    if (move != 0 && count > 0) {
        d.chosen = std::clamp(d.chosen < 0 ? (move > 0 ? 0 : count - 1) : d.chosen + move, 0, count - 1);
        d.scroll = d.by_key = true;
    }
    const bool nothing_typed = d.name.empty() || !ImGui::GetIO().WantTextInput;
    if (ImGui::IsKeyPressed(key_backspace) && nothing_typed) enter_folder(d, d.list.folder.parent_path());
    if (ImGui::GetIO().KeyAlt && ImGui::IsKeyPressed(key_up)) enter_folder(d, d.list.folder.parent_path());
}

}  // namespace files

void choose_file(Workspace& w, FileQuestion question) {
    files::FileDialog& d = w.parts.of<files::FileDialog>();
    const fs::path kept = w.kept.text(files::kept_name(question.kind), "");
    fs::path start = question.start;
    if (start.empty() && !w.doc.path().empty() && question.kind != FileKind::folder) start = w.doc.path().parent_path();
    if (!kept.empty() && question.start.empty()) start = kept;
    d.wanted = true;
    d.wish.kind = question.kind;
    d.name = question.name;
    d.list = {};
    d.rows.clear();
    d.chosen = -1;
    d.focus = true;
    d.asks_folder = d.by_key = false;
    ++d.turn;
    d.question = std::move(question);
    files::ask_for(d, start.empty() ? files::home() : start);
}

bool file_dialog_open(Workspace& w) {
    const files::FileDialog& d = w.parts.of<files::FileDialog>();
    return d.open || d.wanted;
}

}  // namespace fum

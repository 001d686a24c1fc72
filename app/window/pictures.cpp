// Single pictures of the viewport, and where pictures go.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>

#include "app/child.h"
#include "app/window/recording.h"
#include "app/window/scene_view.h"
#include "app/window/workspace.h"

namespace fum {
namespace {

namespace fs = std::filesystem;

/// A name under which there is nothing, and nothing is being written.
fs::path free_name(Recorder& r, const std::string& title) {
    const fs::path folder = pictures_folder(r);
    std::error_code failed;
    fs::create_directories(folder, failed);
    if (failed)
        throw Error(Exit::output, fmt::format("The folder {} cannot be made: {}.", folder.string(), failed.message()));
    const std::string stem = title + "_view";
    fs::path path = numbered(folder, stem, ".png");
    for (int n = 1;
         std::find(r.promised.begin(), r.promised.end(), path) != r.promised.end() || fs::exists(path, failed); ++n)
        path = folder / fmt::format("{}_{:04}.png", stem, n);
    r.promised.push_back(path);
    return path;
}

void take_picture(Workspace& w, Recorder& r) {
    keep_recorder(w);
    const auto [width, height] = pixels_of(w, r.size);
    const fs::path path = free_name(r, w.doc.scene().title);
    auto rgba = std::make_shared<std::vector<std::uint8_t>>(picture_of(w, width, height));
    r.picture.start([path, wide = width, high = height, rgba, &notices = w.notices](JobControl&) {
        try {
            write_png(path, *rgba, wide, high);
            notices.say(NoticeKind::info, fmt::format("Picture of {} x {}: {}", wide, high, path.string()));
        } catch (const Error& e) { notices.say(NoticeKind::error, e.what()); }
        return 0;
    });
}

}  // namespace

bool has_ffmpeg() {
    static const bool there = !find_program("ffmpeg").empty();
    return there;
}

fs::path usual_pictures() {
    std::error_code failed;
    fs::path here = fs::current_path(failed);
    const char* home = std::getenv("HOME");
    if ((failed || ::access(here.c_str(), W_OK) != 0) && home) here = home;
    return here / "fumarole_pictures";
}

fs::path pictures_folder(const Recorder& r) {
    if (r.folder.empty()) return usual_pictures();
    std::string text = r.folder;
    if (const char* home = std::getenv("HOME"); home && (text == "~" || text.starts_with("~/")))
        text.replace(0, 1, home);
    return fs::absolute(text).lexically_normal();
}

std::array<int, 2> pixels_of(const Workspace& w, RecordSize size) {
    const int width = std::max(16, w.scene_view->width()), height = std::max(16, w.scene_view->height());
    switch (size) {
        case RecordSize::twice:
            return {2 * width, 2 * height};
        case RecordSize::full_hd:
            return {1920, 1080};
        case RecordSize::uhd:
            return {3840, 2160};
        default:
            return {width, height};
    }
}

/// What is in the viewport now, opaque.
std::vector<std::uint8_t> picture_of(Workspace& w, int width, int height) {
    std::vector<std::uint8_t> rgba = w.scene_view->draw_rgba(w, width, height);
    for (std::size_t i = 3; i < rgba.size(); i += 4) rgba[i] = 255;
    return rgba;
}

void record_picture(Workspace& w) { ++w.parts.of<Recorder>().pictures_wanted; }

void take_pictures(Workspace& w) {
    auto& r = w.parts.of<Recorder>();
    for (; r.pictures_wanted > 0; --r.pictures_wanted) try {
            take_picture(w, r);
        } catch (const Error& e) { w.notices.say(NoticeKind::error, e.what()); }
}

void keep_recorder(Workspace& w) {
    const auto& r = w.parts.of<Recorder>();
    w.kept.set("record.folder", r.folder);
    w.kept.set("record.size", static_cast<double>(r.size));
    w.kept.set("record.film", r.film ? 1.0 : 0.0);
    w.kept.set("record.exact", r.exact ? 1.0 : 0.0);
}

void restore_recorder(Workspace& w) {
    auto& r = w.parts.of<Recorder>();
    r.restored = true;
    r.folder = w.kept.text("record.folder", "");
    r.size = static_cast<RecordSize>(std::clamp(static_cast<int>(w.kept.number("record.size", 0)), 0, 3));
    r.film = w.kept.number("record.film", has_ffmpeg() ? 1 : 0) != 0 && has_ffmpeg();
    r.exact = w.kept.number("record.exact", 1) != 0;
}

}  // namespace fum

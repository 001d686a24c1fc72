#include "app/window/export_job.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

#include "app/child.h"
#include "app/window/workspace.h"
#include "sim/core/files.h"
#include "sim/io/scene_toml.h"

namespace fum {
namespace {

namespace fs = std::filesystem;

/// This same program, even if its file has been replaced meanwhile.
constexpr const char* own_program = "/proc/self/exe";
/// First line of the scenes that exports leave in their folders; a file without it is somebody else's.
constexpr const char* mark_of_copies = "# The scene that was exported into this folder.\n";

bool is_copy(const fs::path& file) {
    try {
        return read_whole(file).starts_with(mark_of_copies);
    } catch (const Error&) { return false; }
}

/// Where the scene is put for the run: in the output folder, under its own name unless that is taken.
fs::path copy_of_scene(const Scene& scene, const fs::path& folder) {
    std::error_code failed;
    for (std::string stem = scene.title.empty() ? "scene" : scene.title;; stem += "_export")
        if (fs::path file = folder / (stem + ".toml"); !fs::exists(file, failed) || is_copy(file)) return file;
}

void write_copy(const Scene& scene, const fs::path& file) {
    std::error_code failed;
    fs::create_directories(file.parent_path(), failed);
    write_whole(file, mark_of_copies + scene_text_in(scene, file.parent_path()));
}

bool writes_something(const Scene& s) {
    return s.vdb.on || s.png.on || s.mitsuba.on || s.vti.on || s.meshes.on || (s.csv.on && !s.solids.empty());
}

const FolderLook& fresh_look(Workspace& w) {
    auto& e = w.parts.of<Exports>();
    const fs::path folder = folder_of(w, e);
    if (e.look.folder != folder) {  // edits of the scene are followed in the background
        e.look = look_into(folder, w.doc.scene());
        e.looked_revision = w.doc.revision();
    }
    return e.look;
}

std::string frames_text(const FrameRange& range) { return fmt::format("{}-{}", range.first, range.last); }

std::vector<std::string> run_words(const Exports& e, const FolderLook& look, const FrameRange& range) {
    std::vector<std::string> words{"--output", look.folder.string(), "--frames", frames_text(range)};
    if (look.holds_sequence() && e.old_frames == OldFrames::go_on) words.push_back("--continue");
    if (look.holds_sequence() && e.old_frames == OldFrames::replace) words.push_back("--overwrite");
    return words;
}

void queue_task(Workspace& w, ExportTask task) {
    auto& e = w.parts.of<Exports>();
    const bool waits = e.queue.busy();
    w.notices.say(NoticeKind::info,
                  fmt::format("{} {}.", task.title, waits ? "waits for the one before" : "has begun"));
    e.queue.add(std::move(task));
}

}  // namespace

FrameRange range_of(const Workspace& w, const Exports& e) {
    const Scene& scene = w.doc.scene();
    const int first = scene.output.first_frame, last = first + std::max(1, scene.time.frames) - 1;
    if (e.all_frames) return {first, last};
    return {std::clamp(e.first, first, last), std::clamp(e.last, first, last)};
}

fs::path folder_of(const Workspace& w, const Exports& e) {
    if (e.folder.empty()) return usual_folder(w.doc.scene());
    std::string text = e.folder;
    if (const char* home = std::getenv("HOME"); home && (text == "~" || text.starts_with("~/")))
        text.replace(0, 1, home);
    fs::path folder = fs::absolute(text).lexically_normal();
    return folder.has_filename() ? folder : folder.parent_path();  // "out/" is "out"
}

std::string export_fault(Workspace& w) {
    auto& e = w.parts.of<Exports>();
    if (!usable(w.doc.issues())) return "The scene has mistakes, marked red among its properties.";
    if (!writes_something(w.doc.scene())) return "Nothing is chosen that would be written.";
    const FrameRange range = range_of(w, e);
    if (range.count() < 1) return "The last frame comes before the first.";
    const FolderLook& look = fresh_look(w);
    if (e.queue.writes_into(look.folder)) return "An export into this folder is under way; choose another.";
    if (!look.fault.empty()) return look.fault;
    if (!look.holds_sequence()) return {};
    if (e.old_frames == OldFrames::undecided)
        return "The folder holds a sequence already: continue it, replace it, or choose another folder.";
    if (e.old_frames == OldFrames::go_on && !look.can_continue())
        return "It cannot be continued: " + look.differs + ".";
    return {};
}

std::string export_command(Workspace& w) {
    auto& e = w.parts.of<Exports>();
    const FolderLook& look = fresh_look(w);
    const std::string more = shell_text(run_words(e, look, range_of(w, e)));
    if (!w.doc.path().empty())
        if (const CommandLine line = w.doc.as_command_line(); line.beyond.empty()) return line.text + " " + more;
    const fs::path copy = copy_of_scene(w.doc.scene(), look.folder);
    return shell_text({"fumarole", "run", copy.string()}) + " " + more;
}

void start_export(Workspace& w) {
    auto& e = w.parts.of<Exports>();
    e.look.folder.clear();  // look again, now
    if (const std::string fault = export_fault(w); !fault.empty()) throw Error(Exit::usage, "No export: " + fault);
    const FrameRange range = range_of(w, e);
    const fs::path copy = copy_of_scene(w.doc.scene(), e.look.folder);
    write_copy(w.doc.scene(), copy);
    ExportTask task;
    task.title = fmt::format("{}, {}", e.look.folder.filename().string(),
                             range.count() == 1 ? fmt::format("frame {}", range.first)
                                                : fmt::format("frames {} to {}", range.first, range.last));
    task.folder = e.look.folder;
    task.words = {own_program, "run", copy.string(), "-v", "--no-config"};
    const auto more = run_words(e, e.look, range);
    task.words.insert(task.words.end(), more.begin(), more.end());
    e.queue.forget_those_into(task.folder);
    if (e.verified && e.verified->folder == task.folder) e.verified.reset();
    queue_task(w, std::move(task));
    e.old_frames = OldFrames::undecided;
    e.look_due_s = 0;
}

void start_render(Workspace& w, const fs::path& folder) {
    ExportTask task;
    task.kind = ExportKind::pictures;
    task.title = folder.filename().string() + ", pictures by Mitsuba";
    task.folder = folder;
    task.words = {own_program, "render", folder.string()};
    queue_task(w, std::move(task));
}

void start_film(Workspace& w, const fs::path& folder) {
    ExportTask task;
    task.kind = ExportKind::film;
    task.title = folder.filename().string() + ", film";
    task.folder = folder;
    task.words = {own_program, "movie", folder.string()};
    queue_task(w, std::move(task));
}

void start_verify(Workspace& w, const fs::path& folder) {
    auto& waiting = w.parts.of<Exports>().to_verify;
    if (std::find(waiting.begin(), waiting.end(), folder) == waiting.end()) waiting.push_back(folder);
}

void show_folder(const fs::path& folder) {
    const std::string program = find_program("xdg-open");
    if (program.empty()) throw Error("xdg-open is not installed; the folder is " + folder.string() + ".");
    // a shell that ends at once, so that what it starts is nobody's child to be waited for
    if (std::system((shell_text({program, folder.string()}) + " >/dev/null 2>&1 &").c_str()) != 0)
        throw Error("xdg-open could not be started; the folder is " + folder.string() + ".");
}

void start_measuring(Workspace& w) {
    auto& e = w.parts.of<Exports>();
    if (!w.prepared || !usable(w.prepared->issues)) return;
    e.measured_revision = w.doc.revision();
    e.measuring.start([setup = w.prepared](JobControl&) { return measure_output(*setup); });
}

double solver_seconds(const Workspace& w, const FrameRange& range) {
    if (!w.prepared || !(w.status.mlups > 0)) return -1;
    const Numbers& n = w.prepared->numbers;
    const Int3& nodes = w.prepared->config.nodes;
    const int frames = range.last - w.doc.scene().output.first_frame + 1;
    const double steps = static_cast<double>(n.warm_up_steps) + 1.0 * frames * n.steps_per_frame;
    return 1.0 * nodes.x * nodes.y * nodes.z * steps / (1e6 * w.status.mlups);
}

}  // namespace fum

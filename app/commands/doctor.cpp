#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <system_error>

#include "app/build_info.h"
#include "app/child.h"
#include "app/commands/commands.h"
#include "app/display.h"
#include "app/picture.h"
#include "app/programs.h"
#include "sim/core/error.h"
#include "sim/core/files.h"
#include "sim/solver.h"

namespace fum {
namespace {

void row(bool good, const char* name, const std::string& sentence) {
    std::printf("%-4s %-9s %s\n", good ? "ok" : "--", name, sentence.c_str());
}

void look_at_pictures() {
    if (!build::has_pictures)
        return row(false, "pictures",
                   "this build lacks OpenGL: install libegl1-mesa-dev and python3-glad, build again");
    try {
        Setup small;
        small.scene.png.width = small.scene.png.height = 16;
        small.config.nodes = {8, 8, 8};
        small.numbers.grid.nodes = small.config.nodes;
        row(true, "pictures", "off screen with " + Picture(small).renderer());
    } catch (const Error& e) { row(false, "pictures", e.what()); }
}

void look_at_ffmpeg() {
    const std::string version = version_of_ffmpeg();
    row(!version.empty(), "ffmpeg",
        version.empty() ? "not found: no films; apt-get install ffmpeg" : version + ", makes films of pictures");
}

void look_at_mitsuba() {
    try {
        const std::vector<std::string> program = find_mitsuba();
        if (program.empty())
            return row(false, "mitsuba",
                       "not found: fumarole render needs it; python3 -m venv VENV && VENV/bin/pip install mitsuba, "
                       "then FUMAROLE_MITSUBA=VENV/bin/mitsuba");
        const std::string version = version_of_mitsuba(program);
        row(!version.empty(), "mitsuba",
            version.empty() ? shell_text(program) + " does not say its version" : version + ", " + program.front());
    } catch (const Error& e) { row(false, "mitsuba", e.what()); }
}

void look_at_display() {
    const Display display = find_display();
    if (display.fault.empty()) return row(true, "display", display.name);
    row(false, "display",
        display.fault + (display.name.empty() ? ": no window; nothing else needs one" : ": no window"));
}

void look_at_disk() {
    std::error_code failed;
    const auto here = std::filesystem::current_path(failed);
    const bool writable = !failed && access(here.c_str(), W_OK) == 0;
    row(writable, "disk",
        (writable ? "" : "this folder cannot be written to, use --output; ") + free_space_sentence(here));
}

}  // namespace

int list_devices() {
    for (const DeviceInfo& d : devices())
        std::printf("%s\n", fmt::format("{:<8} {}, {} of {} free{}", d.id, d.name,
                                        human_bytes(static_cast<double>(d.free_bytes)),
                                        human_bytes(static_cast<double>(d.memory_bytes)),
                                        d.note.empty() ? "" : "; cannot be used: " + d.note)
                                .c_str());
    return static_cast<int>(Exit::ok);
}

int doctor() {
    row(true, "program", fmt::format("fumarole {} ({}), {}", build::version, build::git_hash, build::compiler));
    bool gpu = false;
    for (const DeviceInfo& d : devices()) {
        const bool good = d.note.empty();
        gpu = gpu || (good && d.id.starts_with("cuda"));
        row(good, "device",
            fmt::format("{} {}, {} free{}", d.id, d.name, human_bytes(static_cast<double>(d.free_bytes)),
                        good ? "" : "; cannot be used: " + d.note));
    }
    row(gpu, "cuda", cuda_status());
    look_at_pictures();
    row(build::has_vdb, "vdb",
        build::has_vdb ? "OpenVDB frames"
                       : "this build lacks OpenVDB: install libopenvdb-dev and "
                         "libboost-iostreams-dev, build again");
    look_at_ffmpeg();
    look_at_mitsuba();
    look_at_display();
    look_at_disk();
    const auto defaults = user_defaults();
    std::error_code failed;
    row(true, "defaults",
        defaults.string() +
            (std::filesystem::exists(defaults, failed) ? "" : " (none; a scene file there would be read first)"));
    return static_cast<int>(Exit::ok);
}

}  // namespace fum

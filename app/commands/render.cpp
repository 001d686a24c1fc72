#include <fmt/format.h>

#include <chrono>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <system_error>

#include "app/child.h"
#include "app/commands/commands.h"
#include "app/interrupt.h"
#include "app/log.h"
#include "app/programs.h"
#include "app/progress.h"
#include "app/tone_map.h"
#include "sim/core/files.h"
#include "sim/io/scene_toml.h"
#include "sim/scene_tables.h"

namespace fum {
namespace {

namespace fs = std::filesystem;

/// A finished sequence with Mitsuba's files.
struct Sequence {
    Scene scene;
    OutputFolder folder;
    std::vector<int> frames;  ///< that have a volume
    fs::path xml;
};

Sequence read_sequence(const fs::path& path) {
    const nlohmann::json manifest = nlohmann::json::parse(read_whole(path / "manifest.json"), nullptr, false);
    if (!manifest.is_object() || !manifest.contains("scene") || !manifest.contains("frames"))
        throw Error(Exit::input, fmt::format("{} is no manifest of a sequence.", (path / "manifest.json").string()));
    const Scene scene = parse_scene(manifest["scene"].value("text", ""), "manifest.json", path).scene;
    Sequence s{scene, OutputFolder(scene, path), {}, {}};
    s.xml = path / s.folder.scene_name("_mitsuba.xml");
    std::error_code failed;
    for (const nlohmann::json& frame : manifest["frames"])
        if (const int number = frame.value("frame", 0); fs::exists(path / s.folder.frame_name(number, ".vol"), failed))
            s.frames.push_back(number);
    if (s.frames.empty() || !fs::exists(s.xml, failed))
        throw Error(Exit::input, fmt::format("{} holds no volumes for Mitsuba; run the scene again with --set "
                                             "output.mitsuba.on=true.",
                                             path.string()));
    return s;
}

class Renderer {
public:
    Renderer(const RenderOptions& options, const Sequence& sequence)
        : options_(options),
          sequence_(sequence),
          format_(options.format.empty() ? std::string(name_of(sequence.scene.mitsuba.format)) : options.format) {}

    fs::path picture(int frame) const {
        return sequence_.folder.path() / sequence_.folder.frame_name(frame, ("." + format_).c_str(), "_render");
    }

    /// Frames that were asked for and have no picture yet; the rest of those asked for are counted in `there`.
    std::vector<int> wanted(std::size_t& there) const {
        std::vector<int> frames;
        std::error_code failed;
        for (const int frame : sequence_.frames) {
            if (frame < options_.first_frame || (options_.last_frame > 0 && frame > options_.last_frame)) continue;
            if (!options_.overwrite && fs::exists(picture(frame), failed))
                ++there;
            else
                frames.push_back(frame);
        }
        return frames;
    }

    std::vector<std::string> command(const std::vector<std::string>& program, int frame) const {
        std::vector<std::string> words = program;
        if (!variant_.empty()) words.insert(words.end(), {"-m", variant_});
        const auto define = [&](const std::string& text) { words.insert(words.end(), {"-D", text}); };
        define("frame=" + sequence_.folder.frame_text(frame));
        if (format_ == "png") define("file_format=pfm");
        if (options_.samples > 0) define(fmt::format("samples={}", options_.samples));
        for (const std::string& text : options_.defines) define(text);
        words.insert(words.end(), {"-o", raw(frame).string(), sequence_.xml.string()});
        return words;
    }

    /// False after a signal. Throws Error(output) with Mitsuba's words.
    bool draw(const std::vector<std::string>& program, int frame) {
        std::error_code none;
        const ChildEnd end = run_child(command(program, frame), temporary_name(picture(frame)));
        const bool drawn = end.code == 0 && fs::exists(raw(frame), none);
        if (end.interrupted || !drawn) fs::remove(raw(frame), none);
        if (end.interrupted) return false;
        if (!drawn && variant_.empty()) {
            log::warning("render", fmt::format("Mitsuba's own choice of a variant failed ({}); going on with "
                                               "scalar_rgb, which needs neither LLVM nor CUDA.",
                                               end.line));
            variant_ = "scalar_rgb";
            return draw(program, frame);
        }
        if (!drawn)
            throw Error(Exit::output, fmt::format("Mitsuba did not draw frame {} (exit code {}): {}", frame, end.code,
                                                  end.line.empty() ? "it said nothing." : end.line));
        if (format_ == "png") png_from_pfm(raw(frame), picture(frame));
        if (format_ == "png")
            fs::remove(raw(frame), none);
        else
            publish(raw(frame), picture(frame));
        return true;
    }

private:
    /// What Mitsuba writes; it forces the ending of its format upon the name.
    fs::path raw(int frame) const {
        fs::path path = picture(frame);
        return path.replace_extension(format_ == "png" ? ".part.pfm" : ".part.exr");
    }

    const RenderOptions& options_;
    const Sequence& sequence_;
    std::string format_, variant_ = options_.variant;
};

void show(std::size_t done, std::size_t all, double seconds, const std::string& file) {
    const double left = seconds / static_cast<double>(done) * static_cast<double>(all - done);
    log::info("render",
              fmt::format("{}/{} {}  {} gone, {} left", done, all, file, human_seconds(seconds), human_seconds(left)));
}

}  // namespace

int render(const RenderOptions& options) {
    using Clock = std::chrono::steady_clock;
    const InterruptGuard guard;
    const Sequence sequence = read_sequence(options.folder);
    Renderer renderer(options, sequence);
    std::size_t there = 0;
    const std::vector<int> frames = renderer.wanted(there);
    std::vector<std::string> program = find_mitsuba();
    if (options.dry_run) {
        if (program.empty()) program = {"mitsuba"};
        for (const int frame : frames) std::printf("%s\n", shell_text(renderer.command(program, frame)).c_str());
        return static_cast<int>(Exit::ok);
    }
    if (program.empty())
        throw Error(Exit::device,
                    "Mitsuba 3 was not found. Install it (python3 -m venv VENV && VENV/bin/pip install "
                    "mitsuba) and name it: FUMAROLE_MITSUBA=VENV/bin/mitsuba.");
    const auto start = Clock::now();
    for (std::size_t i = 0; i < frames.size(); ++i) {
        if (log::stderr_is_terminal())
            log::status(fmt::format("drawing frame {} ({}/{})", frames[i], i + 1, frames.size()));
        if (interrupted() || !renderer.draw(program, frames[i])) {
            log::warning("render", fmt::format("Stopped by a signal after {} of {} pictures; the same command goes on.",
                                               i, frames.size()));
            return static_cast<int>(Exit::interrupted);
        }
        show(i + 1, frames.size(), std::chrono::duration<double>(Clock::now() - start).count(),
             renderer.picture(frames[i]).filename().string());
    }
    std::printf("%s\n",
                fmt::format("{} picture{} drawn, {} {} there, in {}", frames.size(), frames.size() == 1 ? "" : "s",
                            there, there == 1 ? "was" : "were", options.folder.string())
                    .c_str());
    return static_cast<int>(Exit::ok);
}

}  // namespace fum

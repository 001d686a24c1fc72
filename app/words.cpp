#include "app/words.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>

#include "app/bench_export.h"
#include "app/bench_view.h"
#include "app/build_info.h"
#include "app/display.h"
#include "app/schema.h"
#include "sim/core/error.h"

namespace fum {
namespace {

/// --frames "3-7" or "5".
void read_frames(const std::string& text, int& first_frame, int& last_frame) {
    if (text.empty()) return;
    int first = 0, last = 0, used = 0;
    const int found = std::sscanf(text.c_str(), "%d-%d%n", &first, &last, &used);
    if (found == 1 && text.find_first_not_of("0123456789") == std::string::npos)
        last = first;
    else if (found != 2 || used != static_cast<int>(text.size()))
        throw Error(Exit::usage, fmt::format("--frames {} is no range; write --frames 1-240.", text));
    first_frame = first;
    last_frame = last;
}

void read_device(Words& w) {
    std::string& device = w.run.open.device;
    if (!w.gpus.empty()) {
        if (w.gpus.find_first_not_of("0123456789,") != std::string::npos)
            throw Error(Exit::usage, fmt::format("--gpus {} is no number of a GPU.", w.gpus));
        if (w.gpus.find(',') != std::string::npos)
            throw Error(Exit::usage,
                        "Several GPUs cannot work on one scene in this version; name one with --device cuda:N.");
        device = "cuda:" + w.gpus;
    }
    for (const std::string& d : {device, w.bench.device}) {
        const bool cuda =
            d.size() > 5 && d.starts_with("cuda:") && d.find_first_not_of("0123456789", 5) == std::string::npos;
        if (!d.empty() && d != "auto" && d != "cpu" && !cuda)
            throw Error(Exit::usage, fmt::format("--device {} is no device; write auto, cpu or cuda:N.", d));
    }
}

bool is_file(const std::string& word) {
    std::error_code failed;
    return !word.starts_with('-') &&
           (std::filesystem::path(word).has_extension() || std::filesystem::exists(word, failed));
}

}  // namespace

bool has_display() { return !find_display().name.empty(); }

std::vector<std::string> with_command(int argc, const char* const* argv,
                                      const std::function<bool(const std::string&)>& only_of_run) {
    std::vector<std::string> words(argv + 1, argv + argc);
    if (words.empty()) return {"view"};
    if (std::find(command_names.begin(), command_names.end(), words.front()) != command_names.end()) return words;
    if (!(words.front().starts_with('-') || is_file(words.front())) ||
        std::none_of(words.begin(), words.end(), is_file))
        return words;
    const bool run_alone = std::any_of(words.begin(), words.end(), [&](const std::string& word) {
        return word.starts_with('-') && only_of_run(word.substr(0, word.find('=')));
    });
    words.insert(words.begin(), !run_alone && has_display() && build::has_window ? "view" : "run");
    return words;
}

int act(const std::string& command, Words& w) {
    w.log.format = w.log_format == "json" ? log::Format::json : log::Format::text;
    w.log.verbosity = w.quiet ? -1 : w.louder;
    log::set_up(w.log);
    if (w.version) {
        std::printf("fumarole %s (%s), %s\n", build::version, build::git_hash, build::compiler);
        return 0;
    }
    if (w.schema) return std::fputs(parameters_json().c_str(), stdout), 0;
    if (w.markdown) return std::fputs(parameters_markdown().c_str(), stdout), 0;
    if (w.list_devices) return list_devices();
    if (w.list_bindings) return list_bindings();
    if (w.doctor || command == "doctor") return doctor();
    read_device(w);
    w.view.open = w.info.open = w.sample.open = w.tune.open = w.run.open;
    if (command == "view") return view(w.view);
    if (command == "info") return info(w.info);
    if (command == "sample") return sample(w.sample);
    if (command == "tune") return tune(w.tune);
    if (command == "verify") return verify(w.verify);
    if (command == "convert") return convert(w.convert);
    if (command == "bench" && w.bench.what == "export") return bench_export(w.bench);
    if (command == "bench") return w.bench.what == "view" ? bench_view(w.bench) : bench(w.bench);
    if (command == "movie") return movie(w.movie);
    if (command == "render") {
        read_frames(w.frames, w.render.first_frame, w.render.last_frame);
        return render(w.render);
    }
    if (command != "run")
        throw Error(Exit::usage, "No command. fumarole run SCENE runs a scene; fumarole --help lists all.");
    if (w.resume)
        throw Error(Exit::usage,
                    "--resume needs checkpoints, which this version does not write; keep the finished frames with "
                    "--continue, or run again with --overwrite.");
    read_frames(w.frames, w.run.session.first_frame, w.run.session.last_frame);
    return run(w.run);
}

}  // namespace fum

#include "app/options.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <exception>
#include <new>

#include "app/convert.h"
#include "app/schema.h"
#include "app/words.h"
#include "sim/core/error.h"
#include "sim/core/param.h"

namespace fum {
namespace {

void add_log_options(CLI::App& command, Words& w) {
    command.add_flag("-v,--verbose", w.louder, "Say more");
    command.add_flag("-q,--quiet", w.quiet, "Warnings and errors only");
    command.add_option("--log", w.log.file, "Write the log to this file too")->type_name("FILE");
    command.add_option("--log-format", w.log_format, "text or json")->check(CLI::IsMember({"text", "json"}));
}

/// `json`: where the command's report goes; nullptr if it has none.
void add_scene_options(CLI::App& command, Words& w, std::filesystem::path& input, std::filesystem::path* json) {
    OpenOptions& open = w.run.open;  // copied to the other commands after parsing
    command.add_option("input", input, "Scene (.toml) or mesh (.obj, .stl, .ply, .fbx, .gltf, ...)")
        ->required()
        ->type_name("SCENE|MESH");
    command.add_option("--set", open.settings, "One parameter; wins over the file; repeatable")
        ->type_name("KEY=VALUE")
        ->allow_extra_args(false);
    command.add_option("--device", open.device, "auto, cpu, cuda:N")->type_name("DEVICE");
    command.add_option("--gpus", w.gpus, "The number of a GPU, as --device cuda:N")->type_name("N");
    command.add_option("--threads", open.threads, "CPU threads; 0 = all")->check(CLI::Range(0, 4096));
    command.add_option("--config", open.defaults, "A scene file read before, instead of the user's")->type_name("FILE");
    command.add_flag("--no-config", open.no_defaults, "Read no such file");
    if (json) command.add_option("--json", *json, "Write what is reported as JSON")->type_name("FILE");
    add_log_options(command, w);
    command.footer([] { return parameters_help(); });
}

void add_view(CLI::App& app, Words& w) {
    CLI::App& view = *app.add_subcommand("view", "Open the window on a scene or a mesh");
    add_scene_options(view, w, w.view.input, nullptr);
    view.get_option("input")->required(false);
    view.add_option("--scale", w.view.scale, "Of the user interface; not given: the screen's")
        ->check(CLI::Range(0.75, 3.0))
        ->envname("FUMAROLE_UI_SCALE");
    view.add_option("--width", w.view.width, "Of the window, pixels")->check(CLI::Range(320, 16384));
    view.add_option("--height", w.view.height, "Of the window, pixels")->check(CLI::Range(240, 16384));
    view.add_flag("--no-interop", w.view.no_interop, "Carry pictures from the GPU to OpenGL by way of the host");
    view.add_option("--script", w.view.script, "Replay the actions of a file, then end")->type_name("FILE");
    view.add_flag("--off-screen", w.view.off_screen, "With --script: without a display");
    view.footer([] { return view_help() + "\n" + parameters_help(); });
}

void add_run(CLI::App& app, Words& w) {
    CLI::App& run = *app.add_subcommand("run", "Run a scene, or a mesh in a wind tunnel, into an output folder");
    add_scene_options(run, w, w.run.input, &w.run.json);
    run.add_option("-o,--output", w.run.output, "Folder of the frames")->type_name("DIR");
    run.add_option("--frames", w.frames, "Write only these frames")->type_name("A-B");
    run.add_option("--steps", w.run.session.steps, "End after so many time steps")
        ->check(CLI::Range(std::int64_t{1}, std::int64_t{1} << 50));
    auto* overwrite = run.add_flag("--overwrite", w.run.overwrite, "Replace a sequence that is already in the folder");
    run.add_flag("--continue", w.run.go_on, "Keep its whole frames and write those that are missing")
        ->excludes(overwrite);
    run.add_flag("--resume", w.resume, "Go on with an interrupted run");
    auto* dry = run.add_flag("--dry-run", w.run.dry_run, "Load, judge, print the budget, end");
    run.add_flag("--measure", w.run.measure, "With --dry-run: run the scene small and weigh its frames")->needs(dry);
    run.add_flag("--no-cache", w.run.no_cache, "Take no plan that fumarole tune found");
    run.add_flag("--headless,--no-gui", w.headless, "Open no window, as this command does anyway");
}

void add_tune(CLI::App& app, Words& w) {
    CLI::App& tune = *app.add_subcommand("tune", "Search the fastest alpha, l and launches for a scene; runs use them");
    add_scene_options(tune, w, w.tune.input, &w.tune.json);
    tune.add_option("--budget", w.tune.budget_s, "Seconds the search may take, 120 if not given")
        ->check(CLI::PositiveNumber)
        ->type_name("SECONDS");
    tune.add_option("--steps", w.tune.steps, "Measured for each plan; not given: 10, or 500 where a solid turns")
        ->check(CLI::Range(std::int64_t{1}, std::int64_t{1'000'000}));
    tune.add_option("--csv", w.tune.csv, "Write every cost as CSV")->type_name("FILE");
    tune.add_option("--png", w.tune.png, "Draw the costs as a heat map")->type_name("FILE");
    tune.add_flag("--dry-run", w.tune.dry_run, "Say how many plans and about how long, end");
    tune.add_flag("--no-cache", w.tune.no_cache, "Keep nothing for later runs");
}

void add_render(CLI::App& app, Words& w) {
    CLI::App& render = *app.add_subcommand("render", "Draw a sequence that has output.mitsuba with Mitsuba 3");
    render.add_option("folder", w.render.folder, "Folder of the sequence")->required()->type_name("DIR");
    render.add_option("--frames", w.frames, "Draw only these frames")->type_name("A-B");
    render.add_option("--format", w.render.format, "png or exr; not given: output.mitsuba.format")
        ->check(CLI::IsMember({"png", "exr"}));
    render.add_option("--samples", w.render.samples, "Rays a pixel")->check(CLI::Range(1, 1'000'000));
    render.add_option("--variant", w.render.variant, "Of Mitsuba: scalar_rgb, llvm_ad_rgb, cuda_ad_rgb, ...");
    render.add_option("-D,--define", w.render.defines, "A parameter of the .xml; repeatable")
        ->type_name("NAME=VALUE")
        ->allow_extra_args(false);
    render.add_flag("--overwrite", w.render.overwrite, "Draw again what is drawn");
    render.add_flag("--dry-run", w.render.dry_run, "Print Mitsuba's command lines, draw nothing");
    add_log_options(render, w);
}

void add_sequence_commands(CLI::App& app, Words& w) {
    CLI::App& verify = *app.add_subcommand("verify", "Look through finished frames: complete, undamaged, consistent?");
    verify.add_option("inputs", w.verify.inputs, "Folder of a sequence, or .vdb files")
        ->required()
        ->type_name("DIR|FILES");
    add_log_options(verify, w);

    CLI::App& convert = *app.add_subcommand("convert", "Write .vdb frames again as another program wants them");
    convert.add_option("inputs", w.convert.inputs, ".vdb files, or folders of them")
        ->required()
        ->type_name("FILES|DIR");
    convert.add_option("--to", w.convert.to, convert_targets_help())
        ->required()
        ->check(CLI::IsMember(convert_target_names()))
        ->type_name("TARGET");
    convert.add_option("-o,--output", w.convert.output, "Folder; not given: TARGET beside the first file")
        ->type_name("DIR");
    convert.add_option("--from", w.convert.from, "Profile of files that do not name theirs")
        ->check(CLI::IsMember(convert_source_names()))
        ->type_name("PROFILE");
    convert.add_option("--fps", w.convert.fps, "Frames a second of film, of files that do not say")
        ->check(CLI::PositiveNumber);
    convert.add_flag("--overwrite", w.convert.overwrite, "Replace files of the same names");
    add_log_options(convert, w);
}

void add_others(CLI::App& app, Words& w) {
    CLI::App& info =
        *app.add_subcommand("info", "Everything computed before a run: grid, time step, numbers, memory, meshes");
    add_scene_options(info, w, w.info.input, &w.info.json);
    info.add_flag("--no-samples", w.info.no_samples, "Do not sample the surfaces");
    info.add_flag("--no-cache", w.info.no_cache, "Take no plan that fumarole tune found");

    CLI::App& sample = *app.add_subcommand("sample", "Poisson-disk samples of the solids");
    add_scene_options(sample, w, w.sample.input, &w.sample.json);
    sample.add_option("-o,--output", w.sample.output, "Write them as .ply or .csv")->type_name("FILE");
    auto* count = sample.add_option("--count", w.sample.count, "How many on each solid")
                      ->check(CLI::Range(std::int64_t{1}, std::int64_t{100'000'000}));
    sample.add_option("--radius", w.sample.radius_m, "Instead: as many as fit this far apart, metres")
        ->check(CLI::PositiveNumber)
        ->excludes(count);

    CLI::App& bench = *app.add_subcommand("bench", "Speed of the solver beside the measured bandwidth");
    std::vector<std::string> names(bench_names.begin(), bench_names.end());
    names.insert(names.end(), {"export", "view"});
    bench
        .add_option("what", w.bench.what,
                    "step, models, solid, storage, tracers, plans, largest, export, view, or all but the last three")
        ->check(CLI::IsMember(names));
    bench.add_option("--device", w.bench.device, "auto, cpu, cuda:N")->type_name("DEVICE");
    bench.add_option("--threads", w.bench.threads, "CPU threads; 0 = all")->check(CLI::Range(0, 4096));
    bench.add_option("--size", w.bench.sizes, "Cubes of so many nodes an edge")
        ->delimiter(',')
        ->check(CLI::Range(8, 4096));
    bench.add_option("--alpha", w.bench.alphas, "Groups of the CSoA layout to compare")
        ->delimiter(',')
        ->check(CLI::Range(1, 1 << 30));
    bench.add_option("--samples", w.bench.samples, "Of the sphere of \"solid\", at most of \"plans\"")
        ->check(CLI::Range(1, 100'000'000));
    bench.add_option("--seconds", w.bench.seconds, "Measured time a row")->check(CLI::PositiveNumber);
    bench.add_option("--json", w.bench.json, "Write the same figures as JSON")->type_name("FILE");
    add_log_options(bench, w);

    CLI::App& movie = *app.add_subcommand("movie", "Make a film of the pictures of a run (needs ffmpeg)");
    movie.add_option("folder", w.movie.folder, "Of the run")->required()->type_name("DIR");
    movie.add_option("--crf", w.movie.crf, "Of H.264: 0 loses nothing, 18 looks the same, 51 is worst")
        ->check(CLI::Range(0, 51));
    add_log_options(movie, w);

    add_log_options(*app.add_subcommand("doctor", "What this machine and this build can do"), w);
}

void add_flags(CLI::App& app, Words& w) {
    app.add_flag("--version", w.version, "Version and build");
    app.add_flag("--list-devices", w.list_devices, "Where a run could run");
    app.add_flag("--list-bindings", w.list_bindings, "Everything the window can do, with its keys");
    app.add_flag("--doctor", w.doctor, "What this machine and this build can do");
    app.add_flag("--print-schema", w.schema, "All parameters as JSON");
    app.add_flag("--print-parameters-markdown", w.markdown, "All parameters as the table of the README");
    app.footer([] { return "\n" + parameters_help(); });
}

/// "There is no option --ouput; did you mean --output?"
std::string usage_sentence(const CLI::App& app, const CLI::ParseError& e, const std::vector<std::string>& words) {
    if (dynamic_cast<const CLI::ExtrasError*>(&e) == nullptr) return e.what();
    const CLI::App* command = app.get_subcommands().empty() ? &app : app.get_subcommands().front();
    std::vector<std::string> names;
    for (const CLI::Option* option : command->get_options())
        for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
    if (command == &app) names.insert(names.end(), command_names.begin(), command_names.end());
    for (const std::string& word : words) {
        const std::string name = word.substr(0, word.find('='));
        if (std::find(names.begin(), names.end(), name) != names.end() ||
            std::string_view(e.what()).find(name) == std::string_view::npos)
            continue;
        const std::string near = nearest(name, names);
        return fmt::format(
            "There is no {} {}{} (fumarole{} --help lists all).", name.starts_with('-') ? "option" : "command", name,
            near.empty() ? "" : "; did you mean " + near + "?", command == &app ? "" : " " + command->get_name());
    }
    return e.what();
}

int fail(Exit code, const std::string& sentence) {
    log::error("fumarole", sentence);
    return static_cast<int>(code);
}

int understand_and_act(int argc, const char* const* argv) {
    CLI::App app("Fumarole: smoke simulated by a lattice Boltzmann method, from a mesh to VDB frames.", "fumarole");
    app.require_subcommand(0, 1);  // else the last word of "bench view" begins a second one
    Words w;
    add_flags(app, w);
    add_view(app, w);
    add_run(app, w);
    add_tune(app, w);
    add_render(app, w);
    add_sequence_commands(app, w);
    add_others(app, w);
    const auto only_of_run = [&](const std::string& name) {
        return app.get_subcommand("run")->get_option_no_throw(name) &&
               !app.get_subcommand("view")->get_option_no_throw(name);
    };
    const std::vector<std::string> words = with_command(argc, argv, only_of_run);
    try {
        app.parse(std::vector<std::string>(words.rbegin(), words.rend()));  // CLI11 takes them last first
    } catch (const CLI::CallForHelp&) {
        const CLI::App* command = app.get_subcommands().empty() ? &app : app.get_subcommands().front();
        std::fputs(command->help(command == &app ? "" : "fumarole").c_str(), stdout);
        return 0;
    } catch (const CLI::ParseError& e) { return fail(Exit::usage, usage_sentence(app, e, words)); }
    const bool chosen_for_them = words.size() != static_cast<std::size_t>(argc) - 1;
    if (chosen_for_them && app.got_subcommand("run") && !w.headless && !w.quiet && !has_display())
        log::info("fumarole", "There is no display; the scene runs without a window, as with fumarole run.");
    return act(app.get_subcommands().empty() ? "" : app.get_subcommands().front()->get_name(), w);
}

}  // namespace

int command_line(int argc, const char* const* argv) {
    try {
        return understand_and_act(argc, argv);
    } catch (const Error& e) { return fail(e.code(), e.what()); } catch (const std::bad_alloc&) {
        return fail(Exit::device, "The memory of this machine does not suffice; choose a coarser domain.resolution.");
    } catch (const std::exception& e) { return fail(Exit::failure, e.what()); }
}

}  // namespace fum

// The commands of the program, one file each. All return an exit code of core/error.h and throw Error.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "app/bench.h"  // BenchOptions, bench()
#include "app/open_scene.h"
#include "app/session.h"

namespace fum {

struct RunOptions {
    OpenOptions open;
    std::filesystem::path input;   ///< scene or mesh
    std::filesystem::path output;  ///< folder; empty = the scene's
    std::filesystem::path json;    ///< result as JSON; empty = none
    SessionOptions session;
    bool overwrite = false;
    bool go_on = false;     ///< keeps the frames of an earlier run of the same scene
    bool dry_run = false;   ///< judge and print, run nothing
    bool measure = false;   ///< with dry_run: runs the scene small and weighs its frames
    bool no_cache = false;  ///< takes no plan that `tune` found
};
int run(const RunOptions&);

struct InfoOptions {
    OpenOptions open;
    std::filesystem::path input, json;
    bool no_samples = false;  ///< skips sampling and its statistics
    bool no_cache = false;    ///< as RunOptions
};
int info(const InfoOptions&);

struct SampleOptions {
    OpenOptions open;
    std::filesystem::path input;
    std::filesystem::path output;  ///< .ply or .csv
    std::filesystem::path json;
    std::int64_t count = 0;  ///< samples; 0 = by the scene
    double radius_m = 0;     ///< instead: a maximal set with this distance
};
int sample(const SampleOptions&);

struct TuneCommandOptions {
    OpenOptions open;
    std::filesystem::path input;
    std::filesystem::path csv, json, png;  ///< the result as files; empty = none
    double budget_s = 120;
    std::int64_t steps = 0;  ///< measured for each plan; 0 = as the solids move
    bool dry_run = false;    ///< says how many plans and about how long
    bool no_cache = false;   ///< keeps nothing for later runs
};
/// Searches the cheapest plan for a scene. Exit code 130 after a signal; what was found until then is written.
int tune(const TuneCommandOptions&);

struct RenderOptions {
    std::filesystem::path folder;         ///< of a sequence with output.mitsuba
    std::string format;                   ///< png, exr; empty = by the scene
    std::string variant;                  ///< of Mitsuba; empty = its own choice
    std::vector<std::string> defines;     ///< more "name=value" for the scene's parameters
    int samples = 0;                      ///< rays a pixel; 0 = by the scene
    int first_frame = 0, last_frame = 0;  ///< 0 = from the first, to the last
    bool dry_run = false, overwrite = false;
};
/// Draws a sequence with an installed Mitsuba 3; pictures that are there stay. Exit code 130 after a signal. Throws
/// Error(device) if there is no Mitsuba, Error(output) if it fails.
int render(const RenderOptions&);

struct VerifyOptions {
    std::vector<std::filesystem::path> inputs;  ///< folders of sequences, .vdb files
};
/// Prints a line a problem and a summary. Exit code 6 if there is a problem.
int verify(const VerifyOptions&);

struct ConvertOptions {
    std::vector<std::filesystem::path> inputs;  ///< .vdb files, folders of them
    std::filesystem::path output;               ///< folder; empty = one named as the target, beside the first input
    std::string to;                             ///< a name in convert_targets()
    std::string from;                           ///< profile of files that name none; empty = such files are refused
    double fps = 0;                             ///< frames a second of film where files do not say; 0 = not known
    bool overwrite = false;
};
/// Writes every frame again as another program wants it.
int convert(const ConvertOptions&);

struct MovieOptions {
    std::filesystem::path folder;  ///< of a run that wrote pictures
    int crf = 18;
};
/// Throws Error(output) if ffmpeg is missing or fails.
int movie(const MovieOptions&);

int doctor();
int list_devices();

struct ViewOptions {
    OpenOptions open;
    std::filesystem::path input;   ///< scene or mesh; empty = the default scene
    std::filesystem::path script;  ///< actions to replay; empty = a person's
    double scale = 0;              ///< of the user interface; 0 = the screen's
    int width = 0, height = 0;     ///< of the window; 0 = as it was last
    bool no_interop = false;       ///< pictures come by way of the host
    bool off_screen = false;       ///< no window: for scripts
};
/// Exit code 130 after a signal. Throws Error(device) where there is no display, and what a script brings about.
int view(const ViewOptions&);
/// The language of scripts, for --help.
std::string view_help();
/// Prints every action with its keys.
int list_bindings();

}  // namespace fum

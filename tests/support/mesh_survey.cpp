// Loads every mesh below the given folders, each in a process of its own with limits, and prints one row a file: what
// was read, the sentence with which it was refused, CRASH or HANG. Exit code 1 if any file crashed or hung.
#include <fmt/format.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "sim/io/mesh.h"

namespace {

namespace fs = std::filesystem;

constexpr unsigned seconds_allowed = 20;
constexpr rlim_t bytes_allowed = rlim_t{4} << 30;

/// One row without the file's name; also the first word of the outcome.
std::string outcome_of(const fs::path& path) {
    try {
        fum::MeshReport r;
        fum::read_mesh(path, {}, r);
        const fum::Double3 size = r.max_m - r.min_m;
        return fmt::format("ok | {} | {:.4g} x {:.4g} x {:.4g} m | {} | {} | {} | {:g} m ({}) | {}", r.triangles,
                           size.x, size.y, size.z, r.open_edges, r.degenerate, r.bad_faces + r.non_finite, r.unit_m,
                           r.unit_from, r.issues.size());
    } catch (const fum::Error& e) { return std::string("refused | ") + e.what(); } catch (const std::exception& e) {
        return std::string("ESCAPED | ") + e.what();  // anything but Error is a bug of ours
    }
}

[[noreturn]] void child(const fs::path& path, int pipe_end) {
#if !defined(__SANITIZE_ADDRESS__)  // its shadow needs terabytes of address space
    const rlimit memory{bytes_allowed, bytes_allowed};
    setrlimit(RLIMIT_AS, &memory);
#endif
    const rlimit time{seconds_allowed, seconds_allowed};
    setrlimit(RLIMIT_CPU, &time);
    alarm(2 * seconds_allowed);
    const std::string row = outcome_of(path);
    const ssize_t written = write(pipe_end, row.data(), std::min<std::size_t>(row.size(), 60000));
    _exit(written < 0 ? 3 : 0);
}

std::string survey(const fs::path& path) {
    int ends[2];
    if (pipe(ends) != 0) return "no pipe";
    const pid_t pid = fork();
    if (pid == 0) child(path, ends[1]);
    close(ends[1]);
    std::string row;
    char buffer[4096];
    for (ssize_t n = 0; (n = read(ends[0], buffer, sizeof buffer)) > 0;)
        row.append(buffer, static_cast<std::size_t>(n));
    close(ends[0]);
    int status = 0;
    rusage used{};
    wait4(pid, &status, 0, &used);
    const std::string cost = fmt::format(" | {} MB", used.ru_maxrss / 1000);
    if (WIFSIGNALED(status)) {
        const int signal_number = WTERMSIG(status);
        const bool slow = signal_number == SIGXCPU || signal_number == SIGALRM || signal_number == SIGKILL;
        return fmt::format("{} | signal {}{}", slow ? "HANG" : "CRASH", signal_number, cost);
    }
    return (WEXITSTATUS(status) == 0 ? row : fmt::format("CRASH | exit {}", WEXITSTATUS(status))) + cost;
}

bool is_mesh(const fs::path& path, bool every_format) {
    std::string e = path.extension().string();
    for (char& c : e) c = static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
    return every_format || e == ".obj" || e == ".stl" || e == ".ply" || e == ".fbx" || e == ".gltf" || e == ".glb";
}

}  // namespace

int main(int argc, char** argv) {
    const bool every_format = argc > 1 && std::string(argv[1]) == "--all";
    std::vector<fs::path> files;
    for (int i = every_format ? 2 : 1; i < argc; ++i)
        for (const auto& entry : fs::recursive_directory_iterator(argv[i]))
            if (entry.is_regular_file() && is_mesh(entry.path(), every_format)) files.push_back(entry.path());
    if (files.empty()) {
        fmt::print(stderr, "usage: fum_mesh_survey [--all] FOLDER...\n");
        return 2;
    }
    std::sort(files.begin(), files.end());
    std::map<std::string, int> count;
    fmt::print("file | outcome | triangles | size | open edges | no area | bad | unit | warnings | peak memory\n");
    for (const fs::path& path : files) {
        const std::string row = survey(path);
        ++count[row.substr(0, row.find(' '))];
        fmt::print("{} | {}\n", path.string(), row);
        std::fflush(stdout);
    }
    for (const auto& [outcome, n] : count) fmt::print("{}: {}\n", outcome, n);
    return count.contains("CRASH") || count.contains("HANG") || count.contains("ESCAPED") ? 1 : 0;
}

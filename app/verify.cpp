#include "app/verify.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>

#include "sim/core/error.h"
#include "sim/core/files.h"
#include "sim/io/exporters/vdb_check.h"

namespace fum {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

/// The digits at the end of "smoke_0012".
std::string number_in(const fs::path& file) {
    const std::string stem = file.stem().string();
    return stem.substr(stem.find_last_not_of("0123456789") + 1);
}

std::string listed_grids(const VdbReport& report) {
    std::string text;
    for (const VdbGridReport& grid : report.grids)
        text += fmt::format("{}{} {}{}", text.empty() ? "" : ", ", grid.name, grid.type, grid.half ? " half" : "");
    return text;
}

/// Reads frames one after the other and compares each with the first.
class Reader {
public:
    Reader(Verification& found, const VerifyProgress& progress) : found_(found), progress_(progress) {}

    /// `expected` may be null.
    void look_at(const fs::path& file, const VdbReport* expected) {
        if (progress_ && !progress_(looked_at_++)) throw Error(Exit::interrupted, "Not all frames were looked at.");
        try {
            const VdbReport report = inspect_vdb(file);
            ++found_.frames;
            found_.bytes += report.bytes;
            look_alone(file, report);
            if (expected)
                for (const std::string& difference : differences(*expected, report, 1e-6f))
                    say(file, "is not what was written: " + difference);
            compare(file, report);
        } catch (const Error& e) { found_.problems.push_back(e.what()); }
    }

private:
    void say(const fs::path& file, const std::string& what) {
        found_.problems.push_back(fmt::format("{} {}.", file.filename().string(), what));
    }

    void look_alone(const fs::path& file, const VdbReport& report) {
        std::set<std::string> names;
        if (report.grids.empty()) say(file, "holds no grid");
        for (const VdbGridReport& grid : report.grids) {
            if (!names.insert(grid.name).second)
                say(file, fmt::format("holds two grids named \"{}\"; readers show one of them", grid.name));
            if (grid.non_finite > 0)
                say(file, fmt::format("holds NaN or infinity in \"{}\" ({} values)", grid.name, grid.non_finite));
            if (grid.active == 0)
                say(file, fmt::format("has no active voxel in \"{}\"; its box is none to readers", grid.name));
            if (!grid.uniform) say(file, fmt::format("stretches, mirrors or turns \"{}\" by its transform", grid.name));
        }
    }

    void compare(const fs::path& file, const VdbReport& report) {
        if (first_name_.empty()) {
            first_name_ = file.filename().string();
            first_ = report;
            found_.grids = listed_grids(report);
            return;
        }
        const std::string difference = shape_difference(first_, report);
        if (!difference.empty()) say(file, fmt::format("differs from {}: {}", first_name_, difference));
    }

    Verification& found_;
    const VerifyProgress& progress_;
    int looked_at_ = 0;
    std::string first_name_;
    VdbReport first_;
};

/// Ascending numbers with nothing between.
void look_for_gaps(const std::vector<int>& numbers, Verification& found) {
    for (std::size_t i = 1; i < numbers.size(); ++i) {
        const int before = numbers[i - 1], after = numbers[i];
        if (after == before + 2)
            found.problems.push_back(fmt::format("Frame {} is missing.", before + 1));
        else if (after > before + 2)
            found.problems.push_back(fmt::format("Frames {} to {} are missing.", before + 1, after - 1));
        else if (after == before)
            found.problems.push_back(fmt::format("Frame {} is there twice.", after));
        else if (after < before)
            found.problems.push_back(fmt::format("Frame {} comes after frame {}.", after, before));
    }
}

Double3 double3(const json& list) { return {list.at(0), list.at(1), list.at(2)}; }

/// What the manifest says on all frames: dx, origin and box, in the file's axes and units.
VdbGridReport expected_place(const json& manifest) {
    VdbGridReport place;
    if (!manifest.contains("vdb")) return place;  // of a version before profiles: not known
    const json& vdb = manifest.at("vdb");
    place.dx = vdb.at("dx");
    place.origin = double3(vdb.at("origin"));
    place.box_max = Int3{vdb.at("nodes").at(0), vdb.at("nodes").at(1), vdb.at("nodes").at(2)} - Int3{1, 1, 1};
    return place;
}

VdbReport expected_report(const json& frame, const VdbGridReport& place) {
    VdbReport report;
    report.bytes = frame.at("bytes");
    for (const json& grid : frame.at("grids")) {
        VdbGridReport expected = place;
        expected.name = grid.at("name");
        expected.type = grid.value("type", "");
        expected.active = grid.at("active");
        expected.min = grid.at("min");
        expected.max = grid.at("max");
        expected.half = grid.at("half");
        report.grids.push_back(expected);
    }
    return report;
}

/// Files under final names that no manifest knows, and remains of unfinished writes. Where a run was stopped at any
/// moment both are in order: --continue removes the latter and enters the former, which are read all the same.
void look_for_strangers(const fs::path& folder, const std::set<std::string>& known, Reader& reader,
                        Verification& found) {
    std::vector<fs::path> files;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder))
        if (const fs::path& path = entry.path();
            path.extension() == ".tmp" || (path.extension() == ".vdb" && !known.contains(path.filename().string())))
            files.push_back(path);
    std::sort(files.begin(), files.end());
    for (const fs::path& path : files) {
        const bool whole = path.extension() == ".vdb";
        if (found.state == "finished")
            found.problems.push_back(path.filename().string() + (whole
                                                                     ? " is not in the manifest."
                                                                     : " is left from a write that was not finished."));
        else
            ++found.left_over;
        if (whole && found.state != "finished") reader.look_at(path, nullptr);
    }
}

Verification verify_by_manifest(const fs::path& folder, const json& manifest, const VerifyProgress& progress) {
    Verification found{.problems = {}, .grids = {}, .state = manifest.at("state")};
    Reader reader(found, progress);
    const VdbGridReport place = expected_place(manifest);
    std::vector<int> numbers;
    std::set<std::string> known;
    for (const json& frame : manifest.at("frames")) {
        const std::string vdb = frame.at("file"), picture = frame.value("picture", "");
        numbers.push_back(frame.at("frame"));
        std::vector<std::string> names = frame.value("companions", std::vector<std::string>{});
        names.insert(names.end(), {vdb, picture});
        for (const std::string& name : names)
            if (!name.empty() && known.insert(name).second && !fs::exists(folder / name))
                found.problems.push_back(name + " is in the manifest but not in the folder.");
        if (vdb.empty() || !fs::exists(folder / vdb)) continue;
        if (const std::string digits = number_in(vdb);
            digits.empty() || digits.size() > 9 || std::stoi(digits) != numbers.back())
            found.problems.push_back(fmt::format("{} is frame {} in the manifest.", vdb, numbers.back()));
        const VdbReport expected = expected_report(frame, place);
        reader.look_at(folder / vdb, &expected);
    }
    look_for_gaps(numbers, found);
    look_for_strangers(folder, known, reader, found);
    return found;
}

}  // namespace

std::vector<fs::path> vdb_files(const fs::path& folder) {
    std::vector<fs::path> files;
    std::error_code failed;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder, failed))
        if (entry.path().extension() == ".vdb") files.push_back(entry.path());
    if (failed) throw Error(Exit::input, fmt::format("{} cannot be listed: {}.", folder.string(), failed.message()));
    std::sort(files.begin(), files.end());
    return files;
}

Verification verify_files(const std::vector<fs::path>& files, const VerifyProgress& progress) {
    Verification found;
    Reader reader(found, progress);
    std::vector<int> numbers;
    std::set<std::size_t> widths;
    for (const fs::path& file : files) {
        reader.look_at(file, nullptr);
        const std::string digits = number_in(file);
        if (digits.empty() || digits.size() > 9) continue;
        numbers.push_back(std::stoi(digits));
        widths.insert(digits.size());
    }
    std::sort(numbers.begin(), numbers.end());
    look_for_gaps(numbers, found);
    if (widths.size() > 1)
        found.problems.push_back(fmt::format("The numbers have {} to {} digits; readers of sequences expect one width.",
                                             *widths.begin(), *widths.rbegin()));
    return found;
}

Verification verify_folder(const fs::path& folder, const VerifyProgress& progress) {
    const fs::path path = folder / "manifest.json";
    if (!fs::exists(path)) {
        const std::vector<fs::path> files = vdb_files(folder);
        if (files.empty())
            throw Error(Exit::input, fmt::format("{} holds neither manifest.json nor a .vdb file.", folder.string()));
        return verify_files(files, progress);
    }
    try {
        return verify_by_manifest(folder, json::parse(read_whole(path)), progress);
    } catch (const json::exception& e) {
        throw Error(Exit::input, fmt::format("{} is not understood ({}).", path.string(), e.what()));
    }
}

}  // namespace fum

// A CSV file with lines of whole frames, in their order: what forces.csv and probes.csv have in common.
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <string>

namespace fum {

/// A name as a CSV field: quoted if it must be.
std::string csv_field(const std::string& name);

/// The file begins with `heading`, which ends with a line break; each line begins with the number of its frame and a
/// comma; a frame has `lines_each` lines.
class FrameTable {
public:
    FrameTable(std::filesystem::path, std::string heading, std::size_t lines_each);

    /// Creates the file, with the lines of `earlier`, an older text of it, that belong to frames of which
    /// `stays(frame)` is true and are all there. Throws Error(output).
    void begin(const std::string& earlier, const std::function<bool(int)>& stays);

    /// Appends the lines of one frame in one go; on failure the file is cut back to whole frames and Error(output)
    /// thrown. A frame before the last one is put in its place; one that is there is left as it is.
    void append(int frame, const std::string& lines);

private:
    void write() const;
    void keep(const std::string& earlier, const std::function<bool(int)>& stays);

    std::filesystem::path path_;
    std::string heading_;
    std::size_t lines_each_;
    std::map<int, std::string> lines_;  ///< by frame
};

}  // namespace fum

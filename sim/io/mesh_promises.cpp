// Headers that promise more than their file holds would make a library allocate it. They are refused here.
#include <fmt/format.h>

#include <charconv>
#include <map>

#include "sim/io/mesh_raw.h"

namespace fum {
namespace {

/// Bytes of a PLY scalar type; 0 if unknown.
std::int64_t ply_size(std::string_view type) {
    static const std::map<std::string_view, std::int64_t> sizes = {
        {"char", 1},  {"uchar", 1},   {"int8", 1},   {"uint8", 1},  {"short", 2}, {"ushort", 2},
        {"int16", 2}, {"uint16", 2},  {"int", 4},    {"uint", 4},   {"int32", 4}, {"uint32", 4},
        {"float", 4}, {"float32", 4}, {"double", 8}, {"float64", 8}};
    const auto found = sizes.find(type);
    return found == sizes.end() ? 0 : found->second;
}

struct PlyElement {
    std::string name;
    std::int64_t count = 0;
    std::int64_t least_bytes = 0;  // of one, in the file
};

std::int64_t whole_number(std::string_view word) {
    std::int64_t n = -1;
    const auto [end, code] = std::from_chars(word.data(), word.data() + word.size(), n);
    return code == std::errc() && end == word.data() + word.size() ? n : -1;
}

}  // namespace

void check_ply(const std::filesystem::path& path, std::string_view bytes) {
    const auto refuse = [&](const std::string& why) { throw Error(Exit::input, quoted(path) + " " + why); };
    Lines lines(bytes.substr(0, 1 << 20));
    bool text = true, ended = false;
    std::vector<PlyElement> elements;
    std::string_view line;
    if (!lines.next(line) || next_word(line) != "ply") refuse("is not a PLY file: it does not begin with \"ply\".");
    while (!ended && lines.next(line)) {
        const std::string_view keyword = next_word(line);
        if (keyword == "format") text = next_word(line) == "ascii";
        if (keyword == "end_header") ended = true;
        if (keyword == "element") {
            PlyElement e;
            e.name = next_word(line);
            e.count = whole_number(next_word(line));
            if (e.count < 0)
                refuse(fmt::format("is damaged: line {} of its header counts no whole number of \"{}\".",
                                   lines.number(), e.name));
            elements.push_back(e);
        }
        if (keyword == "property" && !elements.empty()) {
            std::string_view type = next_word(line);
            if (type == "list") type = next_word(line);                // at least its length is there
            elements.back().least_bytes += text ? 2 : ply_size(type);  // a digit and a space
        }
    }
    if (!ended) refuse("is cut short: its header does not end; copy or export it again.");
    const auto held = static_cast<std::int64_t>(bytes.size());
    for (const PlyElement& e : elements)
        if (e.least_bytes > 0 && e.count > held / e.least_bytes + 1)
            refuse(
                fmt::format("is cut short: the header says {} of \"{}\", the {} bytes of the file can hold {}; copy or "
                            "export it again.",
                            e.count, e.name, held, held / e.least_bytes));
}

void check_off(const std::filesystem::path& path, std::string_view bytes) {
    Lines lines(bytes.substr(0, 1 << 20));
    for (std::string_view line; lines.next(line);) {
        const std::string_view word = next_word(line);
        if (word.empty() || word.starts_with('#')) continue;
        std::int64_t vertices = whole_number(word);
        std::int64_t faces = whole_number(next_word(line));
        if (vertices < 0) {  // the keyword: OFF, COFF, NOFF, ...; the counts may follow it in its line
            vertices = faces;
            faces = whole_number(next_word(line));
            if (vertices < 0) continue;
        }
        const auto held = static_cast<std::int64_t>(bytes.size());
        constexpr std::int64_t least = 6;  // "0 0 0" and a line's end
        if (vertices > held / least + 1 || faces > held / least + 1)
            throw Error(Exit::input,
                        fmt::format("{} is cut short: the header says {} vertices and {} faces, its {} bytes can "
                                    "hold {}; copy or export it again.",
                                    quoted(path), vertices, faces, held, held / least));
        return;
    }
}

}  // namespace fum

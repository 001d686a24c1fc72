#include "sim/io/mesh_obj_text.h"

#include <fmt/format.h>

#include <charconv>
#include <limits>
#include <optional>

#include "sim/io/mesh_raw.h"

namespace fum {
namespace {

constexpr std::int64_t issues_shown = 5;

/// Statements of an OBJ file: lines, joined where a line ends with a backslash.
class Statements {
public:
    explicit Statements(std::string_view text) : lines_(text) {}

    /// `number` is the line in which the statement begins.
    bool next(std::string_view& statement, std::int64_t& number) {
        if (!lines_.next(statement)) return false;
        number = lines_.number();
        if (!statement.ends_with('\\')) return true;
        joined_.clear();
        while (statement.ends_with('\\')) {
            joined_.append(statement.substr(0, statement.size() - 1)).push_back(' ');
            if (!lines_.next(statement)) statement = {};
        }
        joined_.append(statement);
        statement = joined_;
        return true;
    }

private:
    Lines lines_;
    std::string joined_;
};

/// Rewrites one file. First round: count vertices, because a face may name a vertex that comes later. Second: write.
class Rewriter {
public:
    Rewriter(const std::filesystem::path& path, PlainObj& out) : path_(path), out_(out) {}

    void count(std::string_view bytes) {
        Statements statements(bytes);
        std::int64_t line = 0;
        for (std::string_view s; statements.next(s, line);)
            if (next_word(s) == "v") ++out_.vertices;
        if (out_.vertices > std::numeric_limits<std::int32_t>::max())
            throw Error(Exit::input, fmt::format("{} has {} vertices; reduce it to 2 thousand million or fewer.",
                                                 quoted(path_), out_.vertices));
    }

    void rewrite(std::string_view bytes) {
        Statements statements(bytes);
        std::int64_t line = 0;
        for (std::string_view s; statements.next(s, line);) {
            const std::string_view keyword = next_word(s);
            if (keyword == "v") {
                vertex(s, line);
            } else if (keyword == "f" || keyword == "fo") {
                face(s, line);
            } else if (keyword == "l" || keyword == "p") {
                ++lines_and_points_;
            } else if (keyword == "curv" || keyword == "curv2" || keyword == "surf") {
                ++free_forms_;
            } else if (keyword == "mtllib") {
                material_file(s, line);
            }
        }
        finish();
    }

private:
    void warn(std::int64_t line, const std::string& sentence) {
        out_.issues.push_back(
            {Issue::Kind::warning, fmt::format("{} line {}", path_.filename().string(), line), sentence});
    }

    void vertex(std::string_view words, std::int64_t line) {
        double p[3];
        bool finite = true;
        for (double& value : p) {
            const std::string_view word = next_word(words);
            if (word.empty())
                throw Error(
                    Exit::input,
                    fmt::format(
                        "{}: the vertex in line {} has fewer than three numbers; the file is damaged, export it again.",
                        quoted(path_), line));
            const Number kind = parse_number(word, value);
            if (kind == Number::decimal_comma || kind == Number::not_a_number) bad_number(path_, line, word, kind);
            finite = finite && kind == Number::good;
        }
        if (!finite) {
            out_.not_finite.push_back(static_cast<std::int32_t>(seen_));
            if (++not_finite_ <= issues_shown)
                warn(line, "the vertex has a coordinate that is not finite; its triangles are left out.");
        }
        ++seen_;
        out_.text += 'v';
        for (const double value : p) put(finite ? value : 0.0);
        out_.text += '\n';
    }

    void face(std::string_view words, std::int64_t line) {
        const std::size_t begin = out_.text.size();
        std::int64_t corners = 0;
        std::string fault;
        out_.text += 'f';
        for (std::string_view word = next_word(words); !word.empty() && !word.starts_with('#');
             word = next_word(words)) {
            const auto index = corner(word, fault);
            if (!index) break;
            put(*index);
            ++corners;
        }
        if (fault.empty() && corners < 3) fault = fmt::format("the face has {} corners", corners);
        if (fault.empty()) {
            out_.text += '\n';
            ++out_.faces;
            return;
        }
        out_.text.resize(begin);
        if (++out_.bad_faces <= issues_shown) warn(line, fault + "; it is left out.");
    }

    /// The vertex that "7", "7/1", "7//3" or "-1/..." names, from 1; nothing and a reason if there is none.
    std::optional<std::int64_t> corner(std::string_view word, std::string& fault) const {
        word = word.substr(0, word.find('/'));
        std::int64_t index = 0;
        const auto [end, code] = std::from_chars(word.data(), word.data() + word.size(), index);
        if (code == std::errc::invalid_argument || end != word.data() + word.size()) {
            fault = fmt::format("\"{}\" is no vertex number", word.substr(0, 40));
            return {};
        }
        const std::int64_t absolute = index < 0 ? seen_ + 1 + index : index;
        if (code != std::errc() || absolute < 1 || absolute > out_.vertices) {
            fault = fmt::format("the face names vertex {}, there are {}", word, index < 0 ? seen_ : out_.vertices);
            return {};
        }
        return absolute;
    }

    void material_file(std::string_view rest, std::int64_t line) {
        rest.remove_prefix(std::min(rest.find_first_not_of(" \t"), rest.size()));
        while (!rest.empty() && (rest.back() == ' ' || rest.back() == '\t')) rest.remove_suffix(1);
        std::error_code none;
        if (warned_of_material_ || std::filesystem::exists(path_.parent_path() / std::string(rest), none)) return;
        warned_of_material_ = true;
        warn(line, fmt::format("the material file \"{}\" is not there; the shape is complete without it.",
                               rest.substr(0, 80)));
    }

    template <class T>
    void put(T value) {
        char digits[32];
        const auto [end, code] = std::to_chars(digits, digits + sizeof digits, value);
        out_.text += ' ';
        out_.text.append(digits, end);
    }

    void finish() {
        const auto more = [&](std::int64_t n, const char* what) {
            if (n > issues_shown)
                out_.issues.push_back({Issue::Kind::warning, path_.filename().string(),
                                       fmt::format("and {} more {}.", n - issues_shown, what)});
        };
        more(not_finite_, "vertices that are not finite");
        more(out_.bad_faces, "faces left out");
        if (out_.faces + out_.bad_faces > 0) return;
        std::string holds = "no face";
        if (lines_and_points_ > 0) holds = "lines or points but no face";
        if (free_forms_ > 0) holds = "free-form curves or surfaces but no face";
        throw Error(Exit::input,
                    fmt::format("{} holds {}; export the model as a mesh of triangles.", quoted(path_), holds));
    }

    const std::filesystem::path& path_;
    PlainObj& out_;
    std::int64_t seen_ = 0;  // vertices so far
    std::int64_t not_finite_ = 0, lines_and_points_ = 0, free_forms_ = 0;
    bool warned_of_material_ = false;
};

}  // namespace

PlainObj plain_obj(const std::filesystem::path& path, std::string_view bytes) {
    if (bytes.starts_with("\xFF\xFE") || bytes.starts_with("\xFE\xFF"))
        throw Error(Exit::input, quoted(path) + " is UTF-16 text; save it as UTF-8.");
    if (bytes.find('\0') != bytes.npos)
        throw Error(Exit::input,
                    quoted(path) + " is not an OBJ file: it holds binary data; check its name and how it was copied.");
    PlainObj plain;
    Rewriter rewriter(path, plain);
    rewriter.count(bytes);
    plain.text.reserve(bytes.size());
    rewriter.rewrite(bytes);
    return plain;
}

}  // namespace fum

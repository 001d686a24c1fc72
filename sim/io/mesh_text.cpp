#include <fmt/format.h>

#include <charconv>
#include <limits>

#include "sim/io/mesh_raw.h"

namespace fum {

std::string quoted(const std::filesystem::path& path) { return fmt::format("\"{}\"", path.string()); }

Lines::Lines(std::string_view text) : text_(text) {
    if (text_.starts_with("\xEF\xBB\xBF")) at_ = 3;  // byte order mark of UTF-8
}

bool Lines::next(std::string_view& line) {
    if (at_ >= text_.size()) return false;
    const std::size_t end = std::min(text_.find_first_of("\r\n", at_), text_.size());
    line = text_.substr(at_, end - at_);
    at_ = end + (text_.substr(end, 2) == "\r\n" ? 2 : 1);
    ++number_;
    return true;
}

std::string_view next_word(std::string_view& line) {
    const std::size_t begin = std::min(line.find_first_not_of(" \t\v\f"), line.size());
    const std::size_t end = std::min(line.find_first_of(" \t\v\f", begin), line.size());
    const std::string_view word = line.substr(begin, end - begin);
    line.remove_prefix(end);
    return word;
}

Number parse_number(std::string_view word, double& value) {
    const std::string_view whole = word;
    if (word.starts_with('+') && !word.starts_with("+-")) word.remove_prefix(1);
    const auto [end, code] = std::from_chars(word.data(), word.data() + word.size(), value);
    const bool all = end == word.data() + word.size();
    if (code == std::errc::result_out_of_range && all) {
        const bool tiny = word.find("e-") != word.npos || word.find("E-") != word.npos;
        value = tiny ? 0.0 : std::numeric_limits<double>::infinity();
        return tiny ? Number::good : Number::not_finite;
    }
    if (code == std::errc() && all)
        return value - value == 0 ? Number::good : Number::not_finite;  // inf - inf and nan - nan are nan
    const std::size_t comma = whole.find(',');
    if (comma != whole.npos && whole.find_first_not_of("0123456789+-.,eE") == whole.npos) return Number::decimal_comma;
    // What C libraries of different makers print for no number: nan, -nan(ind), 1.#QNAN, 1.#INF
    std::string lower;
    for (const char c : word) lower += static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
    if (lower.find("nan") != lower.npos || lower.find("#in") != lower.npos) {
        value = std::numeric_limits<double>::quiet_NaN();
        return Number::not_finite;
    }
    return Number::not_a_number;
}

void bad_number(const std::filesystem::path& path, std::int64_t line, std::string_view word, Number kind) {
    const std::string shown(word.substr(0, 40));
    if (kind == Number::decimal_comma) {
        std::string point = shown;
        point[point.find(',')] = '.';
        throw Error(Exit::input,
                    fmt::format("{}: decimal comma in line {} (\"{}\"); export it again with decimal points, as in {}.",
                                quoted(path), line, shown, point));
    }
    throw Error(Exit::input,
                fmt::format("{}: \"{}\" in line {} is not a number; repair the line or export the file again.",
                            quoted(path), shown, line));
}

}  // namespace fum

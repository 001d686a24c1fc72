#include "sim/core/param.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace fum {
namespace {

template <class... F>
struct Overloaded : F... {
    using F::operator()...;
};
template <class... F>
Overloaded(F...) -> Overloaded<F...>;

std::string shown(const Value& value) {
    return std::visit(Overloaded{[](std::monostate) { return std::string("nothing"); },
                                 [](bool b) { return std::string(b ? "true" : "false"); },
                                 [](std::int64_t i) { return fmt::format("the integer {}", i); },
                                 [](double d) { return fmt::format("the number {}", d); },
                                 [](const std::string& s) { return fmt::format("the text \"{}\"", s); },
                                 [](const std::vector<Value>& v) { return fmt::format("a list of {}", v.size()); }},
                      value.data);
}

std::string expected(std::string_view what, const Value& value) {
    return fmt::format("expected {}, got {}", what, shown(value));
}

std::optional<double> number(const Value& value) {
    if (const auto* d = std::get_if<double>(&value.data)) return *d;
    if (const auto* i = std::get_if<std::int64_t>(&value.data)) return static_cast<double>(*i);
    return std::nullopt;
}

/// Letters to add, drop, change or swap with a neighbour to turn a into b.
std::size_t edit_distance(std::string_view a, std::string_view b) {
    std::vector<std::vector<std::size_t>> cost(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
    for (std::size_t i = 0; i <= a.size(); ++i) cost[i][0] = i;
    for (std::size_t j = 0; j <= b.size(); ++j) cost[0][j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i)
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t change = a[i - 1] == b[j - 1] ? 0 : 1;
            cost[i][j] = std::min({cost[i - 1][j] + 1, cost[i][j - 1] + 1, cost[i - 1][j - 1] + change});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                cost[i][j] = std::min(cost[i][j], cost[i - 2][j - 2] + 1);
        }
    return cost[a.size()][b.size()];
}

std::string in_quotes(std::string_view text) {
    std::string out = "\"";
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (c == '"' || c == '\\')
            out += {'\\', c};
        else if (byte < 0x20 || byte == 0x7f)
            out += fmt::format("\\u{:04x}", static_cast<unsigned>(byte));
        else
            out += c;
    }
    return out + '"';
}

std::string decimal(double d) {
    std::string text = fmt::format("{}", d);
    if (std::isfinite(d) && text.find_first_of(".e") == std::string::npos) text += ".0";
    return text;
}

}  // namespace

Value to_value(bool b) { return {b}; }
Value to_value(int i) { return {std::int64_t{i}}; }
Value to_value(std::int64_t i) { return {i}; }
Value to_value(double d) { return {d}; }
Value to_value(const std::string& s) { return {s}; }
Value to_value(const std::filesystem::path& p) { return {p.generic_string()}; }
Value to_value(const Double3& v) { return {std::vector<Value>{{v.x}, {v.y}, {v.z}}}; }
Value to_value(const std::vector<double>& v) {
    std::vector<Value> list;
    for (const double d : v) list.push_back({d});
    return {list};
}
Value to_value(const std::vector<Double3>& v) {
    std::vector<Value> list;
    for (const Double3& d : v) list.push_back(to_value(d));
    return {list};
}

std::string assign(bool& field, const Value& value) {
    const auto* b = std::get_if<bool>(&value.data);
    if (!b) return expected("true or false", value);
    field = *b;
    return {};
}

std::string assign(std::int64_t& field, const Value& value) {
    const auto d = number(value);
    if (!d || *d != std::floor(*d) || std::abs(*d) > 9e15) return expected("an integer", value);
    field = static_cast<std::int64_t>(*d);
    return {};
}

std::string assign(int& field, const Value& value) {
    std::int64_t wide = 0;
    if (std::string fault = assign(wide, value); !fault.empty()) return fault;
    if (std::abs(wide) > std::numeric_limits<int>::max()) return expected("an integer of at most 2147483647", value);
    field = static_cast<int>(wide);
    return {};
}

std::string assign(double& field, const Value& value) {
    const auto d = number(value);
    if (!d) return expected("a number", value);
    field = *d;
    return {};
}

std::string assign(std::string& field, const Value& value) {
    const auto* s = std::get_if<std::string>(&value.data);
    if (!s) return expected("text in quotes", value);
    field = *s;
    return {};
}

std::string assign(std::filesystem::path& field, const Value& value) {
    std::string text;
    if (std::string fault = assign(text, value); !fault.empty()) return expected("a path in quotes", value);
    field = std::filesystem::path(text);
    return {};
}

std::string assign(std::vector<double>& field, const Value& value) {
    const auto* list = std::get_if<std::vector<Value>>(&value.data);
    if (!list) return expected("a list of numbers", value);
    std::vector<double> numbers;
    for (const Value& item : *list) {
        const auto d = number(item);
        if (!d)
            return expected("a list of numbers", value) +
                   fmt::format(" whose entry {} is {}", numbers.size() + 1, shown(item));
        numbers.push_back(*d);
    }
    field = std::move(numbers);
    return {};
}

std::string assign(Double3& field, const Value& value) {
    std::vector<double> numbers;
    if (!assign(numbers, value).empty() || numbers.size() != 3) return expected("three numbers [x, y, z]", value);
    field = {numbers[0], numbers[1], numbers[2]};
    return {};
}

std::string assign(std::vector<Double3>& field, const Value& value) {
    const auto* list = std::get_if<std::vector<Value>>(&value.data);
    if (!list) return expected("a list of [x, y, z]", value);
    std::vector<Double3> places(list->size());
    for (std::size_t i = 0; i < places.size(); ++i)
        if (std::string fault = assign(places[i], (*list)[i]); !fault.empty())
            return fmt::format("entry {}: {}", i + 1, fault);
    field = std::move(places);
    return {};
}

std::string name_index(std::span<const std::string_view> names, const Value& value, std::size_t& index) {
    const auto* s = std::get_if<std::string>(&value.data);
    if (!s) return expected("one of " + joined(names), value);
    const auto found = std::find(names.begin(), names.end(), *s);
    if (found != names.end()) {
        index = static_cast<std::size_t>(found - names.begin());
        return {};
    }
    const std::string near = nearest(*s, std::vector<std::string>(names.begin(), names.end()));
    return expected("one of " + joined(names), value) + (near.empty() ? "" : "; did you mean \"" + near + "\"?");
}

std::string joined(std::span<const std::string_view> names) { return fmt::format("{}", fmt::join(names, ", ")); }

std::string nearest(std::string_view word, std::span<const std::string> candidates) {
    std::string best;
    std::size_t least = std::max<std::size_t>(1, word.size() * 2 / 5) + 1;
    for (const std::string& candidate : candidates) {
        // "velocity" for "velocity_ms": a forgotten unit is no far slip.
        const bool prefix = word.size() > 1 && candidate.starts_with(word);
        const std::size_t distance = prefix ? 1 : edit_distance(word, candidate);
        if (distance < least) {
            least = distance;
            best = candidate;
        }
    }
    return best;
}

std::string toml_text(const Value& value) {
    return std::visit(Overloaded{[](std::monostate) { return std::string(); },
                                 [](bool b) { return std::string(b ? "true" : "false"); },
                                 [](std::int64_t i) { return fmt::format("{}", i); },
                                 [](double d) { return decimal(d); }, [](const std::string& s) { return in_quotes(s); },
                                 [](const std::vector<Value>& list) {
                                     std::string text = "[";
                                     for (const Value& item : list)
                                         text += (text.size() > 1 ? ", " : "") + toml_text(item);
                                     return text + "]";
                                 }},
                      value.data);
}

std::string range_fault(const Value& value, double min, double max) {
    if (const auto* list = std::get_if<std::vector<Value>>(&value.data)) {
        for (const Value& item : *list)
            if (std::string fault = range_fault(item, min, max); !fault.empty()) return fault;
        return {};
    }
    const auto d = number(value);
    if (!d) return {};
    if (!std::isfinite(*d)) return fmt::format("is {}, which is no finite number", *d);
    if (*d < min) return fmt::format("is {}, below its minimum {}", *d, min);
    if (*d > max) return fmt::format("is {}, above its maximum {}", *d, max);
    return {};
}

}  // namespace fum

// A parameter is declared once: a field and, beside it, a row of its struct's table. Scene files, --set, --help, the
// README and panels walk these tables; none of them names a parameter.
//
//     struct Fluid { double density_kgm3 = 1.2; };
//     template <> struct Table<Fluid> {
//         static constexpr auto rows = std::tuple{
//             Param{"density_kgm3", &Fluid::density_kgm3, "kg/m^3", "density of the fluid", Apply::live, 1e-3, 1e5}};
//     };
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <variant>
#include <vector>

#include "sim/core/vec.h"

namespace fum {

/// What a change costs while a scene runs; dearer ones compare greater.
enum class Apply { live, restart, reallocate };

inline constexpr double no_limit = std::numeric_limits<double>::infinity();

/// One row: `field` of struct S under the name `key`. The range bounds numbers and every component of vectors.
template <class S, class T>
struct Param {
    std::string_view key;
    T S::*field;
    std::string_view unit;  ///< "" for pure numbers and names
    std::string_view help;
    Apply apply = Apply::restart;
    double min = -no_limit, max = no_limit;
};

/// Specialised beside each struct: `static constexpr auto rows`, a tuple of Param.
template <class S>
struct Table;

/// Specialised beside each enum whose values count from 0: `static constexpr std::array<std::string_view, N> names`.
template <class E>
struct EnumNames;

template <class E>
constexpr std::string_view name_of(E e) {
    return EnumNames<E>::names[static_cast<std::size_t>(e)];
}

/// Calls f(row) for every row of S.
template <class S, class F>
void for_each_param(F&& f) {
    std::apply([&](const auto&... row) { (f(row), ...); }, Table<S>::rows);
}

/// A value between a text and a field, its type not yet judged. Empty = not given.
struct Value {
    std::variant<std::monostate, bool, std::int64_t, double, std::string, std::vector<Value>> data;
};

// Field -> Value.
Value to_value(bool);
Value to_value(int);
Value to_value(std::int64_t);
Value to_value(double);
Value to_value(const std::string&);
Value to_value(const std::filesystem::path&);
Value to_value(const Double3&);
Value to_value(const std::vector<double>&);
Value to_value(const std::vector<Double3>&);

// Value -> field. The answer is empty, or says what was expected and what was found; then the field is untouched.
std::string assign(bool&, const Value&);
std::string assign(int&, const Value&);
std::string assign(std::int64_t&, const Value&);
std::string assign(double&, const Value&);
std::string assign(std::string&, const Value&);
std::string assign(std::filesystem::path&, const Value&);
std::string assign(Double3&, const Value&);
std::string assign(std::vector<double>&, const Value&);
std::string assign(std::vector<Double3>&, const Value&);

/// For enums: the name, or "expected one of ..., got ... (did you mean ...?)".
std::string name_index(std::span<const std::string_view> names, const Value&, std::size_t& index);

/// "a, b, c".
std::string joined(std::span<const std::string_view> names);

/// The candidate with the smallest edit distance (letters added, dropped, changed or swapped), or "" if none is near
/// enough to be a likely slip.
std::string nearest(std::string_view word, std::span<const std::string> candidates);

/// TOML text of a value: 0.1, "text", [1.0, 2.0]. Shortest decimals that read back the same.
std::string toml_text(const Value&);

/// Empty, or "is 3, above its maximum 1", for numbers and every component of lists; not finite is always refused.
std::string range_fault(const Value&, double min, double max);

template <class T>
concept Named = std::is_enum_v<T>;

template <Named E>
Value to_value(E e) {
    return {std::string(name_of(e))};
}
template <Named E>
std::string assign(E& e, const Value& value) {
    std::size_t index = 0;
    std::string fault = name_index(EnumNames<E>::names, value, index);
    if (fault.empty()) e = static_cast<E>(index);
    return fault;
}
template <class T>
Value to_value(const std::optional<T>& field) {
    return field ? to_value(*field) : Value{};
}
template <class T>
std::string assign(std::optional<T>& field, const Value& value) {
    T given{};
    std::string fault = assign(given, value);
    if (fault.empty()) field = given;
    return fault;
}

/// What a reader is told about a type: "number", "true or false", "one of a, b".
template <class T>
struct TypeName;
template <>
struct TypeName<bool> {
    static std::string text() { return "true or false"; }
};
template <>
struct TypeName<int> {
    static std::string text() { return "integer"; }
};
template <>
struct TypeName<std::int64_t> {
    static std::string text() { return "integer"; }
};
template <>
struct TypeName<double> {
    static std::string text() { return "number"; }
};
template <>
struct TypeName<std::string> {
    static std::string text() { return "text"; }
};
template <>
struct TypeName<std::filesystem::path> {
    static std::string text() { return "path"; }
};
template <>
struct TypeName<Double3> {
    static std::string text() { return "[x, y, z]"; }
};
template <>
struct TypeName<std::vector<double>> {
    static std::string text() { return "list of numbers"; }
};
template <>
struct TypeName<std::vector<Double3>> {
    static std::string text() { return "list of [x, y, z]"; }
};
template <Named E>
struct TypeName<E> {
    static std::string text() { return "one of " + joined(EnumNames<E>::names); }
};
template <class T>
struct TypeName<std::optional<T>> {
    static std::string text() { return TypeName<T>::text(); }
};

/// T, or what an optional<T> holds.
template <class T>
struct Held {
    using type = T;
};
template <class T>
struct Held<std::optional<T>> {
    using type = T;
};

/// A parameter of one object, its type forgotten. Valid as long as the object stands where it stood.
struct ParamRef {
    std::string key;  ///< full: "boundary.xmin.kind"
    std::string unit, help, type;
    Apply apply = Apply::restart;
    double min = -no_limit, max = no_limit;
    bool is_text = false;  ///< text, path, name: --set takes what follows '=' as it stands
    bool is_path = false;
    std::function<Value()> read;
    std::function<std::string(const Value&)> write;  ///< as assign()
};

/// Every row of S as references into `object`, keys behind `section` and a dot (none if empty).
template <class S>
std::vector<ParamRef> param_refs(S& object, const std::string& section) {
    std::vector<ParamRef> refs;
    for_each_param<S>([&](const auto& row) {
        auto& field = object.*row.field;
        using T = std::remove_reference_t<decltype(field)>;
        ParamRef ref;
        ref.key = section.empty() ? std::string(row.key) : section + "." + std::string(row.key);
        ref.unit = row.unit;
        ref.help = row.help;
        ref.type = TypeName<T>::text();
        ref.apply = row.apply;
        ref.min = row.min;
        ref.max = row.max;
        using Inner = typename Held<T>::type;
        ref.is_path = std::is_same_v<T, std::filesystem::path>;
        ref.is_text = ref.is_path || std::is_same_v<Inner, std::string> || std::is_enum_v<Inner>;
        ref.read = [&field] { return to_value(field); };
        ref.write = [&field](const Value& value) { return assign(field, value); };
        refs.push_back(std::move(ref));
    });
    return refs;
}

}  // namespace fum

// Rows, values and nearest names of core/param.h.
#include "sim/core/param.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

namespace fum {
namespace {

enum class Colour { red, green };
struct Paint {
    double depth_m = 0.5;
    Colour colour = Colour::green;
    std::optional<double> gloss;
    std::vector<Double3> strokes;
};

}  // namespace

template <>
struct EnumNames<Colour> {
    static constexpr std::array<std::string_view, 2> names{"red", "green"};
};
template <>
struct Table<Paint> {
    static constexpr auto rows = std::tuple{Param{"depth_m", &Paint::depth_m, "m", "how thick", Apply::live, 0, 1},
                                            Param{"colour", &Paint::colour, "", "which"},
                                            Param{"gloss", &Paint::gloss, "", "how shiny", Apply::reallocate, 0, 9},
                                            Param{"strokes", &Paint::strokes, "m", "where"}};
};

namespace {

TEST(Param, ATableIsWalkedInItsOrderWithTypesUnitsAndCosts) {
    Paint paint;
    const auto refs = param_refs(paint, "paint");
    ASSERT_EQ(refs.size(), 4u);
    EXPECT_EQ(refs[0].key, "paint.depth_m");
    EXPECT_EQ(refs[0].unit, "m");
    EXPECT_EQ(refs[0].max, 1);
    EXPECT_EQ(refs[1].type, "one of red, green");
    EXPECT_TRUE(refs[1].is_text);
    EXPECT_EQ(refs[2].apply, Apply::reallocate);
    EXPECT_EQ(toml_text(refs[2].read()), "") << "an optional that is not given has no text";
}

TEST(Param, AReferenceWritesItsField) {
    Paint paint;
    const auto refs = param_refs(paint, "");
    EXPECT_EQ(refs[0].write({std::int64_t{1}}), "") << "an integer is a number too";
    EXPECT_EQ(refs[1].write({std::string("red")}), "");
    EXPECT_EQ(refs[2].write({2.5}), "");
    EXPECT_EQ(refs[3].write(to_value(std::vector<Double3>{{1, 2, 3}, {4, 5, 6}})), "");
    EXPECT_EQ(paint.depth_m, 1);
    EXPECT_EQ(paint.colour, Colour::red);
    EXPECT_EQ(paint.gloss, 2.5);
    ASSERT_EQ(paint.strokes.size(), 2u);
    EXPECT_EQ(paint.strokes[1], (Double3{4, 5, 6}));
}

TEST(Param, AWrongTypeLeavesTheFieldAndSaysWhatWasExpected) {
    Paint paint;
    const auto refs = param_refs(paint, "");
    EXPECT_EQ(refs[0].write({std::string("deep")}), "expected a number, got the text \"deep\"");
    EXPECT_THAT(refs[1].write({std::string("gren")}), testing::HasSubstr("did you mean \"green\"?"));
    EXPECT_THAT(refs[3].write(to_value(std::vector<double>{1, 2})), testing::HasSubstr("entry 1"));
    EXPECT_EQ(paint.depth_m, 0.5);
    EXPECT_EQ(paint.colour, Colour::green);
}

TEST(Param, IntegersRefuseFractionsAndOverflow) {
    int i = 7;
    EXPECT_EQ(assign(i, {3.0}), "");
    EXPECT_EQ(i, 3);
    EXPECT_NE(assign(i, {3.5}), "");
    EXPECT_NE(assign(i, {std::int64_t{1} << 40}), "");
    EXPECT_EQ(i, 3);
}

TEST(Param, RangesHoldForEveryComponentAndRefuseWhatIsNotFinite) {
    EXPECT_EQ(range_fault({0.5}, 0, 1), "");
    EXPECT_EQ(range_fault({3.0}, 0, 1), "is 3, above its maximum 1");
    EXPECT_EQ(range_fault(to_value(Double3{0, -2, 0}), -1, 1), "is -2, below its minimum -1");
    EXPECT_NE(range_fault({std::numeric_limits<double>::quiet_NaN()}, -no_limit, no_limit), "");
    EXPECT_NE(range_fault({std::numeric_limits<double>::infinity()}, -no_limit, no_limit), "");
}

TEST(Nearest, FindsSlipsAndKeepsQuietAboutStrangers) {
    const std::vector<std::string> keys{"resolution", "size_m", "velocity_ms", "re"};
    EXPECT_EQ(nearest("resolutoin", keys), "resolution") << "swapped letters";
    EXPECT_EQ(nearest("velocity", keys), "velocity_ms") << "a forgotten unit";
    EXPECT_EQ(nearest("sizem", keys), "size_m");
    EXPECT_EQ(nearest("viscosity", keys), "");
    EXPECT_EQ(nearest("xy", keys), "");
}

TEST(TomlText, IsTheShortestThatReadsBackTheSame) {
    EXPECT_EQ(toml_text({0.1}), "0.1");
    EXPECT_EQ(toml_text({1.0}), "1.0") << "a number stays a number, not an integer";
    EXPECT_EQ(toml_text({1e30}), "1e+30");
    EXPECT_EQ(toml_text(to_value(Double3{1, 0.5, -2})), "[1.0, 0.5, -2.0]");
    EXPECT_EQ(toml_text({std::string("a \"b\"\\\n")}), "\"a \\\"b\\\"\\\\\\u000a\"");
}

}  // namespace
}  // namespace fum

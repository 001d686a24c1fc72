// Numbers are read and written with points under a locale that uses commas.
#include <gtest/gtest.h>
#include <locale.h>
#include <stdlib.h>

#include <array>
#include <cstdio>
#include <locale>
#include <string>

#include "sim/core/files.h"
#include "sim/io/mesh.h"
#include "tests/support/temporary_folder.h"

namespace fum {
namespace {

using test::TemporaryFolder;

std::filesystem::path given(const std::string& name) {
    return std::filesystem::path(FUM_SOURCE_DIR) / "tests/cases" / name;
}

/// An X3D triangle: a format that Assimp reads with strtod.
constexpr const char* x3d =
    R"(<?xml version="1.0" encoding="UTF-8"?><X3D version="3.0"><Scene><Shape><IndexedFaceSet coordIndex="0 1 2 -1">)"
    R"(<Coordinate point="0.5 0.25 0 1.5 0 0 0 1.5 0"/></IndexedFaceSet></Shape></Scene></X3D>)";

void expect_points_rule() {
    const TemporaryFolder folder;
    MeshReport report;
    const Mesh mesh = read_mesh(given("dot.obj"), {}, report);
    EXPECT_NEAR(report.area_m2, 0.5625, 1e-12);
    read_mesh(given("ascii.stl"), {}, report);
    EXPECT_EQ(report.triangles, 4);
    read_mesh(given("unit_cm.fbx"), {}, report);
    EXPECT_EQ(report.unit_m, 0.01);
    read_mesh(folder.file("t.x3d", x3d), {}, report);
    EXPECT_NEAR(report.area_m2, 0.5625, 1e-12);
    write_obj(mesh, folder.path() / "out.obj");
    const std::string text = read_whole(folder.path() / "out.obj");
    EXPECT_EQ(text.find(','), text.npos);
    EXPECT_NE(text.find("v 0.5 0.25 0\n"), text.npos);
}

struct Commas : std::numpunct<char> {
    char do_decimal_point() const override { return ','; }
    char do_thousands_sep() const override { return '.'; }
    std::string do_grouping() const override { return "\3"; }
};

TEST(MeshLocale, StreamsWithCommasChangeNothing) {
    const std::locale before = std::locale::global(std::locale(std::locale::classic(), new Commas));
    expect_points_rule();
    std::locale::global(before);
}

/// Builds a comma locale with the system's own tool. False where there is none.
bool use_comma_locale(const std::filesystem::path& folder) {
    const std::string command =
        "localedef -c -i de_DE -f UTF-8 '" + (folder / "de_DE.UTF-8").string() + "' >/dev/null 2>&1";
    static_cast<void>(std::system(command.c_str()));
    setenv("LOCPATH", folder.c_str(), 1);
    if (setlocale(LC_ALL, "de_DE.UTF-8") == nullptr) return false;
    std::array<char, 16> text{};
    std::snprintf(text.data(), text.size(), "%.1f", 0.5);
    return std::string(text.data()) == "0,5";
}

TEST(MeshLocale, AProcessInGermanChangesNothing) {
    const TemporaryFolder folder;
    const bool german = use_comma_locale(folder.path());
    if (german) expect_points_rule();
    setlocale(LC_ALL, "C");
    unsetenv("LOCPATH");
    if (!german) GTEST_SKIP() << "localedef cannot build de_DE here";
}

}  // namespace
}  // namespace fum

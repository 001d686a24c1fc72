#include "sim/io/mesh.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <sys/stat.h>

#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <numbers>
#include <random>

#include "sim/core/files.h"
#include "sim/io/mesh_shapes.h"
#include "tests/support/temporary_folder.h"

namespace fum {
namespace {

using test::TemporaryFolder;
using testing::AllOf;
using testing::HasSubstr;

std::filesystem::path given(const std::string& name) {
    return std::filesystem::path(FUM_SOURCE_DIR) / "tests/cases" / name;
}

struct Loaded {
    Mesh mesh;
    MeshReport report;
};

Loaded load(const std::filesystem::path& path, const MeshOptions& options = {}) {
    Loaded l;
    l.mesh = read_mesh(path, options, l.report);
    return l;
}

/// The one sentence with which a file is refused.
std::string refusal(const std::filesystem::path& path) {
    try {
        load(path);
    } catch (const Error& e) {
        EXPECT_EQ(e.code(), Exit::input);
        EXPECT_THAT(e.what(), HasSubstr(path.filename().string()));
        EXPECT_EQ(std::string(e.what()).find('\n'), std::string::npos);
        EXPECT_EQ(e.what()[std::strlen(e.what()) - 1], '.');
        return e.what();
    }
    ADD_FAILURE() << path << " was not refused";
    return {};
}

std::string warnings(const MeshReport& report) { return listed(report.issues); }

/// For coordinates that floats hold exactly areas come out exactly; 1e-12 allows for the square root.
constexpr double exact = 1e-12;

// ---- OBJ

TEST(MeshObj, NegativeIndicesCountBackFromTheFace) {
    const auto [mesh, report] = load(given("neg_quad.obj"));
    EXPECT_EQ(report.triangles, 2);
    EXPECT_NEAR(report.area_m2, 1, exact);
    EXPECT_EQ(report.open_edges, 4);
    EXPECT_EQ(report.components, 1);
}

TEST(MeshObj, ANegativeIndexBeforeTheFirstVertexIsRefusedWithItsLine) {
    EXPECT_THAT(refusal(given("neg_oob.obj")), AllOf(HasSubstr("line 4"), HasSubstr("vertex -5")));
}

TEST(MeshObj, AFaceWithAnIndexThatDoesNotExistIsLeftOutAndItsLineNamed) {
    const auto [mesh, report] = load(given("oob.obj"));
    EXPECT_EQ(report.triangles, 1);
    EXPECT_EQ(report.bad_faces, 1);
    EXPECT_THAT(warnings(report), AllOf(HasSubstr("oob.obj line 5"), HasSubstr("vertex 9")));
}

TEST(MeshObj, AMissingMaterialFileIsOneWarningAndNoFailure) {
    const auto [mesh, report] = load(given("missing_mtl.obj"));
    EXPECT_EQ(report.triangles, 1);
    ASSERT_EQ(report.issues.size(), 1u);
    EXPECT_EQ(report.issues[0].kind, Issue::Kind::warning);
    EXPECT_THAT(report.issues[0].sentence, HasSubstr("nope.mtl"));
}

TEST(MeshObj, ATriangleWithANanIsLeftOutAndCounted) {
    const auto [mesh, report] = load(given("nan.obj"));
    EXPECT_EQ(report.triangles, 1);
    EXPECT_EQ(report.non_finite, 1);
    EXPECT_EQ(report.max_m, (Double3{1, 1, 0}));
    EXPECT_THAT(warnings(report), HasSubstr("nan.obj line 2"));
}

TEST(MeshObj, AFileWhoseOnlyTriangleReachesToInfinityIsRefused) {
    EXPECT_THAT(refusal(given("inf.obj")), HasSubstr("1 with a coordinate that is not finite"));
}

TEST(MeshObj, EverySpellingOfNoNumberCountsAsNotFinite) {
    const TemporaryFolder folder;
    for (const char* word : {"nan", "-nan(ind)", "inf", "-Infinity", "1.#QNAN", "1.#INF", "1e400"}) {
        const auto path =
            folder.file("n.obj", fmt::format("v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 {} 0\nf 1 2 3\nf 1 2 4\n", word));
        EXPECT_EQ(load(path).report.non_finite, 1) << word;
    }
}

TEST(MeshObj, ADecimalCommaIsAnErrorWithItsLine) {
    EXPECT_THAT(refusal(given("comma.obj")),
                AllOf(HasSubstr("decimal comma in line 1"), HasSubstr("0,5"), HasSubstr("0.5")));
}

TEST(MeshObj, MapCoordinatesKeepTheirQuartersOfAMetre) {
    const auto [mesh, report] = load(given("utm.obj"));
    EXPECT_NEAR(report.area_m2, 0.5, exact);
    EXPECT_EQ(report.min_m, (Double3{500000.125, 4649776.25, 10.5}));
    EXPECT_EQ(report.max_m, (Double3{500001.125, 4649777.25, 10.5}));
    EXPECT_THAT(warnings(report), HasSubstr("away from the origin"));
    const TemporaryFolder folder;
    write_obj(mesh, folder.path() / "utm.obj");
    EXPECT_EQ(load(folder.path() / "utm.obj").report.min_m, report.min_m);
}

TEST(MeshObj, AMeshNearTheOriginIsNotMoved) { EXPECT_EQ(load(given("dot.obj")).mesh.offset, Double3{}); }

TEST(MeshObj, TrianglesOfNoAreaAreLeftOutAndCounted) {
    const auto [mesh, report] = load(given("degen.obj"));
    EXPECT_EQ(report.triangles, 1);
    EXPECT_EQ(report.degenerate, 2);
    EXPECT_EQ(report.vertices, 3);
    EXPECT_EQ(report.open_edges, 3);
    EXPECT_NEAR(report.area_m2, 0.5, exact);
}

TEST(MeshObj, AFlatTriangleThatClosesASeamLeavesNoHole) {
    // A tetrahedron one edge of which (1-2) has a middle (5) on one side only: the triangle 1 5 2 closes it.
    const TemporaryFolder folder;
    const auto path = folder.file("seam.obj",
                                  "v 0 0 0\nv 2 0 0\nv 0 2 0\nv 0 0 2\nv 1 0 0\n"
                                  "f 1 3 2\nf 1 4 3\nf 2 3 4\nf 1 5 4\nf 5 2 4\nf 1 2 5\n");
    const MeshReport report = load(path).report;
    EXPECT_EQ(report.degenerate, 1);
    EXPECT_EQ(report.open_edges, 0);
    EXPECT_NEAR(report.volume_m3, 8.0 / 6, exact);
}

TEST(MeshObj, AnEmptyFileIsRefused) { EXPECT_THAT(refusal(given("empty.obj")), HasSubstr("is empty")); }

TEST(MeshObj, AFileOfLinesIsRefusedWithASentence) {
    EXPECT_THAT(refusal(given("lines_only.obj")), AllOf(HasSubstr("lines or points but no face"), HasSubstr("export")));
}

TEST(MeshObj, OddGroupNamesDoNoHarm) { EXPECT_EQ(load(given("gname.obj")).report.triangles, 1); }

TEST(MeshObj, ColoursBehindVerticesAreNotTakenForPositions) {
    const MeshReport report = load(given("vcol.obj")).report;
    EXPECT_EQ(report.max_m, (Double3{1, 1, 0}));
    EXPECT_NEAR(report.area_m2, 0.5, exact);
}

TEST(MeshObj, AConcavePolygonIsCutToItsOwnAreaFarFromTheOrigin) {
    // By the shoelace formula: 4 x 4, less the notch of 4 x 3 / 2, and the corner of 4 x 1 / 2 on the left
    EXPECT_NEAR(load(given("concave_off_14678.obj")).report.area_m2, 12, exact);
}

TEST(MeshObj, AStarWithAThousandDentsIsCutToItsOwnArea) {
    constexpr int n = 2000;
    std::string text, face = "f";
    for (int i = 0; i < n; ++i) {
        const double r = i % 2 ? 0.5 : 1.0, a = 2 * std::numbers::pi * i / n;
        text += fmt::format("v {} {} {}\n", r * std::cos(a), 5.0, -r * std::sin(a));
        face += fmt::format(" {}", i + 1);
    }
    const TemporaryFolder folder;
    const MeshReport report = load(folder.file("star.obj", text + face + "\n")).report;
    EXPECT_EQ(report.triangles, n - 2);
    EXPECT_NEAR(report.area_m2, n / 2.0 * 0.5 * std::sin(2 * std::numbers::pi / n), 1e-5);  // float positions about 5
}

TEST(MeshObj, HugeAndCrossingOutlinesEndInBoundedTime) {
    const TemporaryFolder folder;
    std::mt19937 bits(1);
    std::string text, face = "f";
    for (int i = 0; i < 3000; ++i) {
        text += fmt::format("v {} {} 0\n", bits() % 1000, bits() % 1000);
        face += fmt::format(" {}", i + 1);
    }
    EXPECT_GT(load(folder.file("knot.obj", text + face + "\n")).report.triangles, 2000);
}

TEST(MeshObj, EveryWayToWriteTheSameFileMeansTheSame) {
    const TemporaryFolder folder;
    for (const char* text :
         {"v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n", "\xEF\xBB\xBFv 0 0 0\r\nv 1 0 0\r\nv 0 1 0\r\nf 1 2 3\r\n",
          "v 0 0 0\rv 1 0 0\rv 0 1 0\rf 1 2 3", "f 1 2 3\nv 0 0 0\nv 1 0 0\nv 0 1 0\n",
          "v +0 -0 0.\nv 1e0 0 .0\nv 0 1.00E+00 0\nf 1/7 2/8/9 3//4 # end\n",
          "\tv\t0 0 \\\n0\n  v 1 0 0 1.0\nv 0 1 0\nf 1 \\\n2 \\\n3\n",
          "vn 0,5 0 0\nvt 0,1 0\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf -3 -2 -1\n"}) {
        const auto [mesh, report] = load(folder.file("t.obj", text));
        EXPECT_EQ(mesh.vertices, (std::vector<Float3>{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}})) << text;
        EXPECT_EQ(mesh.triangles, (std::vector<Int3>{{0, 1, 2}})) << text;
    }
}

TEST(MeshObj, DamagedTextIsRefusedWithTheLine) {
    const TemporaryFolder folder;
    EXPECT_THAT(refusal(folder.file("a.obj", "v 0 0 0\nv 1 0\n")), HasSubstr("line 2 has fewer than three numbers"));
    EXPECT_THAT(refusal(folder.file("b.obj", "v 0 0 0\n\nv 1 zero 0\n")), HasSubstr("\"zero\" in line 3"));
    EXPECT_THAT(refusal(folder.file("c.obj", std::string("v 0 0 0\0\0\n", 10))), HasSubstr("binary"));
    EXPECT_THAT(refusal(folder.file("d.obj", "\xFF\xFEv\0")), HasSubstr("UTF-16"));
    EXPECT_THAT(refusal(folder.file(
                    "e.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2\nf 1 2 99999999999999999999\nf 0 1 2\nf a b c\n")),
                HasSubstr("4 with corners that do not exist"));
}

// ---- STL

class MeshStl : public testing::TestWithParam<const char*> {};
TEST_P(MeshStl, IsReadAsAClosedTetrahedron) {
    const auto [mesh, report] = load(given(GetParam()));
    EXPECT_EQ(report.triangles, 4);
    EXPECT_EQ(report.vertices, 4);
    EXPECT_EQ(report.open_edges, 0);
    EXPECT_NEAR(std::abs(report.volume_m3), 1.0 / 6, exact);
    EXPECT_NEAR(report.area_m2, 1.5 + std::sqrt(3.0) / 2, exact);
}
INSTANTIATE_TEST_SUITE_P(OfEveryKind, MeshStl,
                         testing::Values("ascii.stl", "ascii_emptysolid.stl", "ascii_multi.stl", "bin.stl",
                                         "bin_solid.stl", "bin_bom.stl"));

TEST(MeshStlFaults, ATruncatedFileIsRefusedWithBothCounts) {
    EXPECT_THAT(refusal(given("bin_trunc.stl")), HasSubstr("the header says 4 triangles, the file holds 2"));
}

TEST(MeshStlFaults, AHugeCountIsRefusedWithoutAnAllocation) {
    EXPECT_THAT(refusal(given("bin_hugecount.stl")),
                HasSubstr("the header says 4294967280 triangles, the file holds 4"));
}

TEST(MeshStlFaults, AFileOfNoTrianglesIsRefused) {
    EXPECT_THAT(refusal(given("bin_zero.stl")), HasSubstr("holds no triangle"));
}

TEST(MeshStlFaults, ADecimalCommaIsAnErrorWithItsLine) {
    EXPECT_THAT(refusal(given("ascii_comma.stl")), HasSubstr("decimal comma in line 5"));
}

TEST(MeshStlFaults, ATextThatEndsWithinAFacetIsRefused) {
    const TemporaryFolder folder;
    const std::string text = read_whole(given("ascii.stl"));
    EXPECT_THAT(refusal(folder.file("cut.stl", text.substr(0, text.find("endfacet")))), HasSubstr("cut short"));
}

TEST(MeshStlFaults, WordsAndBytesThatAreNoStlAreRefused) {
    const TemporaryFolder folder;
    EXPECT_THAT(refusal(folder.file("a.stl", "hello")), HasSubstr("no STL file"));
    EXPECT_THAT(refusal(folder.file("b.stl", "solid x\nendsolid x\n")), HasSubstr("holds no triangle"));
}

TEST(MeshStlFaults, BytesBehindTheLastTriangleAreAWarning) {
    const TemporaryFolder folder;
    const auto [mesh, report] = load(folder.file("long.stl", read_whole(given("bin.stl")) + "colours"));
    EXPECT_EQ(report.triangles, 4);
    EXPECT_THAT(warnings(report), HasSubstr("7 bytes follow"));
}

// ---- through Assimp

TEST(MeshFbx, TheUnitInTheFileMakesMetres) {
    const MeshReport m = load(given("unit_m.fbx")).report, cm = load(given("unit_cm.fbx")).report;
    EXPECT_EQ(m.unit_m, 1);
    EXPECT_EQ(cm.unit_m, 0.01);
    EXPECT_EQ(cm.unit_from, "file");
    EXPECT_NEAR(m.area_m2, 1, exact);
    EXPECT_NEAR(cm.area_m2, 1e-4, 1e-10);  // 0.01 is no float: relative 2^-24
}

TEST(MeshFbx, AGivenUnitWinsOverTheFile) {
    const MeshReport report = load(given("unit_cm.fbx"), {.unit_m = 2}).report;
    EXPECT_EQ(report.unit_from, "given");
    EXPECT_EQ(report.max_m, (Double3{2, 2, 0}));
}

TEST(MeshFbx, AFileWithZUpIsTurnedSoThatYIsUp) {
    std::string text = read_whole(given("unit_m.fbx"));
    text.replace(text.find("\"UpAxis\", \"int\", \"Integer\", \"\",1"), 32, "\"UpAxis\", \"int\", \"Integer\", \"\",2");
    const TemporaryFolder folder;
    const MeshReport report = load(folder.file("z.fbx", text)).report;  // the quad lay in x, y
    EXPECT_EQ(report.min_m, (Double3{0, 0, -1}));
    EXPECT_EQ(report.max_m, (Double3{1, 0, 0}));
    EXPECT_THAT(warnings(report), HasSubstr("z is up"));
}

std::string base64(std::string_view bytes) {
    const char* const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string text;
    for (std::size_t i = 0; i + 2 < bytes.size(); i += 3) {  // lengths that are multiples of 3 only
        const auto at = [&](std::size_t k) { return static_cast<unsigned>(static_cast<unsigned char>(bytes[i + k])); };
        const unsigned group = at(0) << 16 | at(1) << 8 | at(2);
        for (int shift = 18; shift >= 0; shift -= 6) text += letters[group >> shift & 63];
    }
    return text;
}

/// A glTF file whose mesh 0 is the triangle (0,0,0) (1,0,0) (0,1,0). Buffer: 36 bytes of positions, 12 of joints (0),
/// 48 of weights (1, 0, 0, 0),
/// 64 of one bind matrix (unit).
std::string gltf(const std::string& nodes, const std::string& more = "", int count = 3) {
    const float numbers[9] = {0, 0, 0, 1, 0, 0, 0, 1, 0};
    std::string bytes(reinterpret_cast<const char*>(numbers), sizeof numbers);
    bytes += std::string(12, '\0');
    const float weights[12] = {1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0};
    bytes.append(reinterpret_cast<const char*>(weights), sizeof weights);
    const float unit[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
    bytes.append(reinterpret_cast<const char*>(unit), sizeof unit);
    bytes += "  ";  // to a multiple of 3
    return fmt::format(R"({{"asset":{{"version":"2.0"}},"scene":0,"scenes":[{{"nodes":[0]}}],{},{}
"buffers":[{{"byteLength":162,"uri":"data:application/octet-stream;base64,{}"}}],
"bufferViews":[{{"buffer":0,"byteOffset":0,"byteLength":36}},{{"buffer":0,"byteOffset":36,"byteLength":12}},{{"buffer":0,"byteOffset":48,"byteLength":48}},{{"buffer":0,"byteOffset":96,"byteLength":64}}],
"accessors":[{{"bufferView":0,"componentType":5126,"count":{},"type":"VEC3","min":[0,0,0],"max":[1,1,0]}},
{{"bufferView":1,"componentType":5121,"count":3,"type":"VEC4"}},{{"bufferView":2,"componentType":5126,"count":3,"type":"VEC4"}},
{{"bufferView":3,"componentType":5126,"count":1,"type":"MAT4"}}],
"meshes":[{{"primitives":[{{"attributes":{{"POSITION":0{}}}}}]}}]}})",
                       nodes, more, base64(bytes), count, more.empty() ? "" : R"(,"JOINTS_0":1,"WEIGHTS_0":2)");
}

TEST(MeshGltf, NodesMoveTurnAndScaleWhatHangsUnderThem) {
    const TemporaryFolder folder;
    const auto path = folder.file(
        "n.gltf",
        gltf(R"("nodes":[{"translation":[10,0,0],"scale":[2,2,2],"children":[1]},{"translation":[0,3,0],"mesh":0}])"));
    const MeshReport report = load(path).report;
    EXPECT_EQ(report.min_m, (Double3{10, 6, 0}));
    EXPECT_EQ(report.max_m, (Double3{12, 8, 0}));
    EXPECT_EQ(report.unit_from, "file");
}

TEST(MeshGltf, EveryInstanceOfAMeshIsThere) {
    const TemporaryFolder folder;
    const auto path =
        folder.file("i.gltf", gltf(R"("nodes":[{"children":[1,2]},{"mesh":0},{"mesh":0,"translation":[5,0,0]}])"));
    const MeshReport report = load(path).report;
    EXPECT_EQ(report.triangles, 2);
    EXPECT_EQ(report.components, 2);
    EXPECT_EQ(report.max_m, (Double3{6, 1, 0}));
}

TEST(MeshGltf, ASkinStandsWhereItsJointsStandAndNotWhereItsNodeDoes) {
    // glTF 2.0 sec. 3.7.3.2: "the transform of the skinned mesh node is ignored"
    const TemporaryFolder folder;
    const auto path = folder.file(
        "s.gltf",
        gltf(
            R"("nodes":[{"children":[1,2]},{"mesh":0,"skin":0,"translation":[100,0,0]},{"translation":[0,0,5],"name":"joint"}])",
            R"("skins":[{"joints":[2],"inverseBindMatrices":3}],)"));
    const MeshReport report = load(path).report;
    EXPECT_EQ(report.min_m, (Double3{0, 0, 5}));
    EXPECT_EQ(report.max_m, (Double3{1, 1, 5}));
}

TEST(MeshGltf, ASkinWithoutBindMatricesIsRefusedBeforeAssimpFollowsThem) {
    const TemporaryFolder folder;
    const auto path = folder.file("s.gltf", gltf(R"("nodes":[{"mesh":0,"skin":0}])", R"("skins":[{"joints":[0]}],)"));
    EXPECT_THAT(refusal(path), HasSubstr("no bind matrices"));
}

TEST(MeshGltf, ArraysThatReachBeyondTheirBufferAreRefused) {
    const TemporaryFolder folder;
    EXPECT_THAT(refusal(folder.file("a.gltf", gltf(R"("nodes":[{"mesh":0}])", "", 4))),
                HasSubstr("48 bytes of the 36"));
    EXPECT_THAT(refusal(folder.file("b.gltf", gltf(R"("nodes":[{"mesh":7}])"))), HasSubstr("entry 7 of \"meshes\""));
}

TEST(MeshGltf, VersionOneIsRefused) {
    const TemporaryFolder folder;
    EXPECT_THAT(refusal(folder.file("1.gltf", R"({"asset":{"version":"1.0"},"buffers":{}})")),
                HasSubstr("convert it to glTF 2.0"));
}

TEST(MeshGltf, TextNestedWithoutEndIsRefused) {
    const TemporaryFolder folder;
    EXPECT_THAT(refusal(folder.file("d.gltf", R"({"asset":{"version":"2.0"},"extras":)" + std::string(1'000'000, '['))),
                HasSubstr("nested"));
    std::string nodes = R"("nodes":[{"mesh":0,"children":[1]})";
    for (int i = 2; i < 20'000; ++i) nodes += fmt::format(R"(,{{"children":[{}]}})", i);
    EXPECT_THAT(refusal(folder.file("c.gltf", gltf(nodes + ",{}]"))), HasSubstr("more than 200 levels"));
}

TEST(MeshGltf, ANodeThatIsItsOwnChildIsRefused) {
    const TemporaryFolder folder;
    refusal(folder.file("r.gltf", gltf(R"("nodes":[{"mesh":0,"children":[0]}])")));
    refusal(folder.file("q.gltf", gltf(R"("nodes":[{"mesh":0,"children":[1]},{"children":[0]}])")));
}

TEST(MeshGltf, AnArrayOfFourThousandMillionElementsIsRefused) {
    const TemporaryFolder folder;
    EXPECT_THAT(refusal(folder.file("h.gltf", gltf(R"("nodes":[{"mesh":0}])", "", 2'000'000'000))),
                HasSubstr("2000000000"));
}

TEST(MeshPly, QuadsAndConcavePolygonsKeepTheirArea) {
    const TemporaryFolder folder;
    const auto path =
        folder.file("p.ply",
                    "ply\nformat ascii 1.0\nelement vertex 5\nproperty float x\nproperty float y\nproperty float z\n"
                    "element face 1\nproperty list uchar int vertex_indices\nend_header\n"
                    "0 0 0\n4 0 0\n4 4 0\n1 1 0\n0 4 0\n5 0 1 2 3 4\n");
    EXPECT_NEAR(load(path).report.area_m2, 10, exact);  // shoelace: (16 + 0 + 4) / 2
}

TEST(MeshPly, AHeaderThatPromisesMoreThanTheFileHoldsIsRefused) {
    const TemporaryFolder folder;
    const auto path = folder.file("h.ply",
                                  "ply\nformat binary_little_endian 1.0\nelement vertex 4000000000\nproperty float x\n"
                                  "property float y\nproperty float z\nend_header\nxxxxxxxxxxxx");
    EXPECT_THAT(refusal(path), HasSubstr("the header says 4000000000 of \"vertex\""));
}

TEST(MeshOff, AHeaderThatPromisesMoreThanTheFileHoldsIsRefused) {
    const TemporaryFolder folder;
    EXPECT_THAT(refusal(folder.file("h.off", "OFF\n353535235358 6 0\n0 0 0\n")), HasSubstr("353535235358 vertices"));
}

// ---- any format

TEST(Mesh, PathsWithSpacesAndLettersOfAnyScriptAreRead) {
    EXPECT_EQ(load(given("größe 海涛.obj")).report.triangles, 2);
    const TemporaryFolder folder;
    const auto inner = folder.path() / "ordner mit ü";
    std::filesystem::create_directory(inner);
    for (const char* name : {"unit_m.fbx", "bin.stl"}) {
        const auto path = inner / ("海涛 " + std::string(name));
        std::filesystem::copy_file(given(name), path);
        EXPECT_GT(load(path).report.triangles, 0);
    }
}

TEST(Mesh, WhatIsNoFileIsRefusedAtOnce) {
    const TemporaryFolder folder;
    EXPECT_THAT(refusal(folder.path() / "none.obj"), HasSubstr("does not exist"));
    EXPECT_THAT(refusal(folder.path()), HasSubstr("is a folder"));
    ASSERT_EQ(mkfifo((folder.path() / "pipe.obj").c_str(), 0600), 0);
    EXPECT_THAT(refusal(folder.path() / "pipe.obj"), HasSubstr("not an ordinary file"));
    EXPECT_THAT(refusal(folder.file("notes.txt", "to do\n")), HasSubstr("could not be read as a mesh"));
    EXPECT_THAT(refusal(folder.file("noise.fbx", "Kaydara FBX Binary  \x01\x02\x03")),
                HasSubstr("could not be read as a mesh"));
}

TEST(Mesh, OneShapeIsTheSameWhateverFormatHoldsIt) {
    const Mesh shape = ball(2);
    const TemporaryFolder folder;
    write_obj(shape, folder.path() / "ball.obj");
    std::string stl(80, 'x'),
        ply = fmt::format(
            "ply\nformat ascii 1.0\nelement vertex {}\nproperty float x\nproperty float y\n"
            "property float z\nelement face {}\nproperty list uchar int vertex_indices\nend_header\n",
            shape.vertices.size(), shape.triangles.size());
    const auto bytes_of = [](const auto& x) { return std::string(reinterpret_cast<const char*>(&x), sizeof x); };
    stl += bytes_of(static_cast<std::uint32_t>(shape.triangles.size()));
    for (const Float3& v : shape.vertices) ply += fmt::format("{} {} {}\n", v.x, v.y, v.z);
    for (const Int3& t : shape.triangles) {
        stl += bytes_of(Float3{});
        for (int c = 0; c < 3; ++c) stl += bytes_of(shape.vertices[static_cast<std::size_t>(t[c])]);
        stl += "  ";
        ply += fmt::format("3 {} {} {}\n", t.x, t.y, t.z);
    }
    const MeshReport made = judge(shape);
    for (const auto& path : {folder.path() / "ball.obj", folder.file("ball.stl", stl), folder.file("ball.ply", ply)}) {
        const MeshReport read = load(path).report;
        EXPECT_EQ(read.triangles, 320);
        EXPECT_EQ(read.vertices, 162);
        EXPECT_EQ(read.open_edges, 0);
        EXPECT_NEAR(read.area_m2, made.area_m2, 1e-6);  // Assimp's own reading of decimals is a few ulp off
        EXPECT_NEAR(read.volume_m3, made.volume_m3, 1e-6);
    }
}

TEST(Mesh, HolesAndOddEdgesAndPiecesAreCounted) {
    Mesh m = box();
    m.triangles.pop_back();  // one triangle of a closed cube gone: three open edges
    EXPECT_EQ(judge(m).open_edges, 3);
    EXPECT_EQ(judge(m).components, 1);
    m = box();
    m.vertices.push_back({0, 0, 3});
    m.triangles.push_back({6, 7, 8});  // a fin on an edge of the cube
    EXPECT_EQ(judge(m).odd_edges, 1);
    EXPECT_EQ(judge(m).open_edges, 2);
}

TEST(Mesh, JudgeSaysWhatADoubleComputationSays) {
    const MeshReport report = judge(box());
    EXPECT_NEAR(report.area_m2, 6, exact);
    EXPECT_NEAR(report.volume_m3, 1, exact);
    EXPECT_EQ(report.min_m, (Double3{-0.5, -0.5, -0.5}));
    EXPECT_EQ(report.open_edges + report.odd_edges + report.degenerate, 0);
    Mesh inside_out = box();
    for (Int3& t : inside_out.triangles) std::swap(t.x, t.y);
    EXPECT_NEAR(judge(inside_out).volume_m3, -1, exact);
}

TEST(Mesh, WhatIsWrittenIsReadBackToTheLastBit) {
    std::mt19937 bits(3);
    Mesh m;
    while (m.vertices.size() < 30'000) {  // any bits between 1e-4 and 1e6, of three corners each on an axis of its own
        const auto x = std::bit_cast<float>(static_cast<std::uint32_t>(bits()));
        if (!(std::abs(x) > 1e-4f && std::abs(x) < 1e6f)) continue;
        Float3 p{};
        p[static_cast<int>(m.vertices.size() % 3)] = x;
        m.vertices.push_back(p);
    }
    for (int i = 0; i < 30'000; i += 3) m.triangles.push_back({i, i + 1, i + 2});
    const TemporaryFolder folder;
    write_obj(m, folder.path() / "m.obj");
    const Mesh read = load(folder.path() / "m.obj").mesh;
    ASSERT_EQ(read.triangles.size(), m.triangles.size());
    const auto corner = [](const Mesh& mesh, std::size_t i) {
        return mesh.vertices[static_cast<std::size_t>(mesh.triangles[i / 3][static_cast<int>(i % 3)])];
    };
    for (std::size_t i = 0; i < m.vertices.size(); ++i) ASSERT_EQ(corner(read, i), corner(m, i)) << i;
}

TEST(Mesh, MillimetresAreSuspectedWhereTheModelIsAsLargeAsATown) {
    Mesh m = box();
    for (Float3& v : m.vertices) v = v * 1000.0f;
    const TemporaryFolder folder;
    write_obj(m, folder.path() / "m.obj");
    EXPECT_THAT(warnings(load(folder.path() / "m.obj").report), HasSubstr("millimetres"));
    EXPECT_EQ(load(folder.path() / "m.obj", {.unit_m = 0.001}).report.issues.size(), 0u);
}

TEST(Mesh, WritingIntoAMissingFolderIsAnOutputError) {
    try {
        write_obj(box(), "/nonexistent/box.obj");
        FAIL();
    } catch (const Error& e) { EXPECT_EQ(e.code(), Exit::output); }
}

}  // namespace
}  // namespace fum

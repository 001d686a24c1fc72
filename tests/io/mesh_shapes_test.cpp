#include "sim/io/mesh_shapes.h"

#include <gmock/gmock.h>

#include <cmath>
#include <numbers>
#include <string>

#include "sim/core/files.h"
#include "tests/support/temporary_folder.h"

namespace fum {
namespace {

using std::numbers::pi;

class EveryShape : public testing::TestWithParam<std::string_view> {};

TEST_P(EveryShape, IsClosedAndItsNormalsPointOutwards) {
    const Mesh mesh = make_shape(GetParam());
    const MeshReport report = judge(mesh);
    EXPECT_EQ(mesh.name, GetParam());
    EXPECT_GT(report.triangles, 0);
    EXPECT_EQ(report.open_edges, 0);
    EXPECT_EQ(report.odd_edges, 0);
    EXPECT_EQ(report.degenerate, 0);
    EXPECT_EQ(report.vertices, std::ssize(mesh.vertices));
    EXPECT_GT(report.volume_m3, 0);
}

TEST_P(EveryShape, LiesAboutTheOriginAlongTheFlowAndAcross) {
    const MeshReport report = judge(make_shape(GetParam()));
    EXPECT_NEAR(report.min_m.x + report.max_m.x, 0, 2e-6);  // coordinates are whole micrometres
    EXPECT_NEAR(report.min_m.z + report.max_m.z, 0, 2e-6);
}

INSTANTIATE_TEST_SUITE_P(Shapes, EveryShape, testing::ValuesIn(shape_names()),
                         [](const auto& shape) { return std::string(shape.param); });

TEST(Shapes, TheMeshesInTheAssetsAreTheseByteForByte) {
    const test::TemporaryFolder folder;
    for (const std::string name : {"ball", "torus", "airplane", "ahmed_body"}) {
        const auto asset = std::filesystem::path(FUM_SOURCE_DIR) / "assets/meshes" / (name + ".obj");
        write_obj(make_shape(name), folder.path() / (name + ".obj"));
        EXPECT_TRUE(read_whole(folder.path() / (name + ".obj")) == read_whole(asset)) << asset;
        EXPECT_LT(std::filesystem::file_size(asset), 400'000u);
    }
}

TEST(Shapes, AreasAndVolumesAreThoseOfTheIdealBodies) {
    // Flat triangles inside a curved surface of n segments a turn lose (2 pi / n)^2 / 6 of a disc; n = 80 to 128: 0.1
    // to 0.4 %
    EXPECT_NEAR(judge(ball()).area_m2, pi, 0.002 * pi);
    EXPECT_NEAR(judge(ball()).volume_m3, pi / 6, 0.003 * pi / 6);
    EXPECT_NEAR(judge(ball(6)).volume_m3, pi / 6, 0.0003 * pi / 6);  // two cuts more: a sixteenth of the loss
    EXPECT_NEAR(judge(torus()).area_m2, 4 * pi * pi * 0.35 * 0.12, 0.004 * 1.66);
    EXPECT_NEAR(judge(torus()).volume_m3, 2 * pi * pi * 0.35 * 0.12 * 0.12, 0.006 * 0.0995);
    EXPECT_NEAR(judge(cylinder()).volume_m3, pi / 2, 0.001 * pi / 2);
    EXPECT_NEAR(judge(disk_plate()).volume_m3, 0.02 * pi / 4, 0.001 * 0.0157);
    EXPECT_NEAR(judge(box()).volume_m3, 1, 1e-12);
}

TEST(Shapes, TheAhmedBodyHasItsPublishedMeasures) {
    const MeshReport report = judge(ahmed_body());
    EXPECT_NEAR(report.max_m.x - report.min_m.x, 1.044, 2e-6);
    EXPECT_NEAR(report.max_m.y - report.min_m.y, 0.338, 2e-6);  // 0.288 on stilts of 0.050
    EXPECT_NEAR(report.max_m.z - report.min_m.z, 0.389, 2e-6);
    EXPECT_EQ(report.components, 5);
    // Box less the slant's wedge less what the rounding takes off the front's edges (numerically, a share of 0.02
    // spare).
    const double wedge = 0.5 * 0.222 * std::cos(25 * pi / 180) * 0.222 * std::sin(25 * pi / 180) * 0.389;
    EXPECT_NEAR(report.volume_m3, 1.044 * 0.389 * 0.288 - wedge, 0.04 * 0.117);
    EXPECT_LT(report.volume_m3, 1.044 * 0.389 * 0.288 - wedge);
}

TEST(Shapes, TheAirplaneFacesTheFlow) {
    const Mesh mesh = airplane();
    const MeshReport report = judge(mesh);
    EXPECT_NEAR(report.max_m.x - report.min_m.x, 1, 2e-6);
    EXPECT_NEAR(report.max_m.z - report.min_m.z, 0.96, 0.01);
    float top = 0, x_of_top = 0;  // the fin: the highest point is at the tail, downstream
    for (const Float3& v : mesh.vertices)
        if (v.y > top) {
            top = v.y;
            x_of_top = v.x;
        }
    EXPECT_GT(x_of_top, 0.4f);
}

TEST(Shapes, AnUnknownNameIsAnsweredWithTheNearest) {
    try {
        make_shape("aeroplane");
        FAIL();
    } catch (const Error& e) {
        EXPECT_EQ(e.code(), Exit::input);
        EXPECT_THAT(e.what(), testing::HasSubstr("nearest names are airplane"));
    }
}

}  // namespace
}  // namespace fum

// Files for other programs: bytes, places, units, and what happens when they cannot be written. Other programs read
// them in tests/app/exports_test.py.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>

#include "sim/core/error.h"
#include "sim/core/files.h"
#include "sim/io/exporters/dense.h"
#include "sim/io/exporters/staged_file.h"
#include "sim/io/exporters/surface.h"
#include "sim/io/exporters/usda.h"
#include "sim/io/exporters/vol.h"
#include "sim/io/exporters/vti.h"
#include "sim/io/mesh.h"
#include "tests/support/temporary_folder.h"

namespace fum {
namespace {

using testing::HasSubstr;

constexpr Int3 nodes{5, 7, 4};
constexpr double dx = 0.1;
constexpr Double3 origin{1, -2, 3};

std::size_t at(int x, int y, int z) { return (static_cast<std::size_t>(z) * nodes.y + y) * nodes.x + x; }

/// 1 + the node's index in memory, everywhere.
std::vector<float> ramp(int components = 1) {
    std::vector<float> values(node_count(nodes) * static_cast<std::size_t>(components));
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = 1 + static_cast<float>(i);
    return values;
}

std::string sentence_of(const std::function<void()>& f, Exit code) {
    try {
        f();
    } catch (const Error& e) {
        EXPECT_EQ(e.code(), code);
        return e.what();
    }
    ADD_FAILURE() << "nothing was thrown";
    return {};
}

class Exporters : public testing::Test {
protected:
    const test::TemporaryFolder folder;
    std::filesystem::path file(const char* name) const { return folder.path() / name; }
};

TEST_F(Exporters, AVolumeHasTheHeaderThatMitsubaReads) {
    const std::int64_t bytes = write_vol(file("a.vol"), nodes, dx, origin, 1, ramp());
    const std::string text = read_whole(file("a.vol"));
    ASSERT_EQ(static_cast<std::int64_t>(text.size()), bytes);
    ASSERT_EQ(text.size(), 48 + 4 * node_count(nodes));
    EXPECT_EQ(text.substr(0, 4), std::string("VOL\x03"));
    std::int32_t words[5];
    std::memcpy(words, text.data() + 4, sizeof words);
    EXPECT_THAT(words, testing::ElementsAre(1, nodes.x, nodes.y, nodes.z, 1));
    float box[6];
    std::memcpy(box, text.data() + 24, sizeof box);
    const double wanted[6] = {0.95, -2.05, 2.95, 1.45, -1.35, 3.35};  // half a voxel beyond the outermost nodes
    for (int i = 0; i < 6; ++i) EXPECT_FLOAT_EQ(box[i], static_cast<float>(wanted[i]));
}

TEST_F(Exporters, AVolumeReadsBackWithARimOfZeros) {
    for (const int components : {1, 3}) {
        const auto values = ramp(components);
        write_vol(file("a.vol"), nodes, dx, origin, components, values);
        const Vol vol = read_vol(file("a.vol"));
        ASSERT_EQ(vol.values.size(), values.size());
        for (int c = 0; c < components; ++c)
            for (int z = 0; z < nodes.z; ++z)
                for (int y = 0; y < nodes.y; ++y)
                    for (int x = 0; x < nodes.x; ++x) {
                        const bool rim =
                            x == 0 || y == 0 || z == 0 || x == nodes.x - 1 || y == nodes.y - 1 || z == nodes.z - 1;
                        const std::size_t i = static_cast<std::size_t>(c) * node_count(nodes) + at(x, y, z);
                        ASSERT_EQ(vol.values[i], rim ? 0 : values[i]) << c << " " << x << " " << y << " " << z;
                    }
    }
}

TEST_F(Exporters, ValuesThatAreNotFiniteAreNamedAndNoFileIsMade) {
    for (const float bad : {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity()}) {
        auto values = ramp(3);
        values[2 * node_count(nodes) + at(3, 2, 1)] = bad;
        const auto vol = [&] { write_vol(file("a.vol"), nodes, dx, origin, 3, values); };
        const std::string sentence = sentence_of(vol, Exit::diverged);
        EXPECT_THAT(sentence, HasSubstr("\"a.vol\""));
        EXPECT_THAT(sentence, HasSubstr("node (3, 2, 1), component z"));
        const auto vti = [&] { write_vti(file("a.vti"), {nodes, dx, origin, 0, {{"velocity_ms", 3, values}}}); };
        EXPECT_THAT(sentence_of(vti, Exit::diverged), HasSubstr("\"velocity_ms\""));
        EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
    }
}

TEST_F(Exporters, AFileThatCannotBeWrittenLeavesTheOldOne) {
    folder.file("a.vol", "old");
    std::filesystem::create_directory(file("a.vol.tmp"));  // its place is taken
    const auto write = [&] { write_vol(file("a.vol"), nodes, dx, origin, 1, ramp()); };
    EXPECT_THAT(sentence_of(write, Exit::output), HasSubstr("a.vol"));
    EXPECT_EQ(read_whole(file("a.vol")), "old");
    EXPECT_THAT(sentence_of([&] { write_checked(file("no/such"), "x"); }, Exit::output), HasSubstr("free"));
}

TEST_F(Exporters, AStagedFileIsGoneUnlessCommitted) {
    {
        StagedFile staged(file("a"), 3);
        staged.write("abc");
    }
    EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
    StagedFile damaged(file("a"), 3);
    damaged.write("abc");
    std::filesystem::resize_file(temporary_name(file("a")), 2);
    EXPECT_THAT(sentence_of([&] { damaged.commit(); }, Exit::output), HasSubstr("damaged"));
}

TEST_F(Exporters, WhatIsNoVolumeIsRefused) {
    write_vol(file("a.vol"), nodes, dx, origin, 1, ramp());
    const std::string text = read_whole(file("a.vol"));
    for (const std::string& bad : {std::string(), text.substr(0, 20), text.substr(0, 100), "VOL\x02" + text.substr(4)})
        sentence_of([&] { read_vol(folder.file("b.vol", bad)); }, Exit::input);
}

TEST_F(Exporters, SurfacesStandWhereTheirPosesSay) {
    const std::vector<Float3> vertices{{1, 0, 0}, {0, 2, 0}, {0, 0, 3}};
    const std::vector<Int3> triangles{{0, 1, 2}};
    const std::vector<Surface> surfaces{
        {"a\nb", vertices, triangles, {}, {10, 0, 0}},
        {"turned", vertices, triangles, Quaternion::about({0, 0, 1}, 1.5707963267948966), {0, 20, 0}}};
    write_surfaces_obj(file("a.obj"), surfaces);
    write_surfaces_ply(file("a.ply"), surfaces);
    EXPECT_THAT(read_whole(file("a.obj")), HasSubstr("o a b\n"));
    for (const char* name : {"a.obj", "a.ply"}) {
        MeshReport report;
        const Mesh mesh = read_mesh(file(name), {}, report);
        ASSERT_EQ(report.triangles, 2) << name;
        const Double3 low = report.min_m,
                      high = report.max_m;  // of (11,0,0) (10,2,0) (10,0,3); (0,21,0) (-2,20,0) (0,20,3)
        EXPECT_NEAR(length(low - Double3{-2, 0, 0}), 0, 1e-5) << name;
        EXPECT_NEAR(length(high - Double3{11, 21, 3}), 0, 1e-5) << name;
    }
}

TEST_F(Exporters, NamesBecomeTextsThatFormatsAllow) {
    EXPECT_EQ(xml_text("a<b & \"c\""), "a&lt;b &amp; &quot;c&quot;");
    EXPECT_EQ(usd_name("2nd ball!"), "_2nd_ball_");
    EXPECT_EQ(usd_name(""), "_");
}

}  // namespace
}  // namespace fum

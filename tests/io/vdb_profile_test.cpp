// Profiles of OpenVDB files: axes, units, names, metadata, sizes.
#include "sim/io/exporters/profile.h"

#include <gmock/gmock.h>

#include <cmath>
#include <limits>
#include <random>

#include "sim/core/error.h"
#include "sim/io/exporters/vdb.h"
#include "sim/io/exporters/vdb_check.h"
#include "sim/io/exporters/vdb_size.h"
#include "sim/scene_tables.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/vdb_sample.h"

namespace fum {
namespace {

using test::VdbSample;
using testing::HasSubstr;

constexpr std::array axes{Axis::x, Axis::y, Axis::z};

/// Rotations as matrices, written out: the test's own statement of what a turn is.
using Matrix = std::array<Double3, 3>;
constexpr Matrix identity{Double3{1, 0, 0}, Double3{0, 1, 0}, Double3{0, 0, 1}};
Matrix matrix(Axis from, Axis to) {
    if (from == Axis::y && to == Axis::z) return {Double3{1, 0, 0}, Double3{0, 0, -1}, Double3{0, 1, 0}};
    if (from == Axis::z && to == Axis::y) return {Double3{1, 0, 0}, Double3{0, 0, 1}, Double3{0, -1, 0}};
    if (from == Axis::x && to == Axis::y) return {Double3{0, -1, 0}, Double3{1, 0, 0}, Double3{0, 0, 1}};
    if (from == Axis::y && to == Axis::x) return {Double3{0, 1, 0}, Double3{-1, 0, 0}, Double3{0, 0, 1}};
    if (from == Axis::x && to == Axis::z) return {Double3{0, -1, 0}, Double3{0, 0, -1}, Double3{1, 0, 0}};
    if (from == Axis::z && to == Axis::x) return {Double3{0, 0, 1}, Double3{-1, 0, 0}, Double3{0, -1, 0}};
    return identity;
}
Double3 operator*(const Matrix& m, const Double3& v) { return {dot(m[0], v), dot(m[1], v), dot(m[2], v)}; }

class VdbProfiles : public testing::Test {
protected:
    void SetUp() override {
        if (!test::has_openvdb()) GTEST_SKIP() << "this build lacks OpenVDB";
    }
    std::filesystem::path file(const std::string& name) const { return folder_.path() / name; }

private:
    test::TemporaryFolder folder_;
};

TEST(AxisTurns, AreRotationsThatBringOneAxisToAnother) {
    for (const Axis from : axes)
        for (const Axis to : axes) {
            const AxisTurn turn = turn_between(from, to);
            const Matrix m = matrix(from, to);
            EXPECT_EQ(dot(cross(m[0], m[1]), m[2]), 1) << "the test's own matrix is no rotation";
            EXPECT_EQ(turn * Double3({2, 3, 5}), m * Double3({2, 3, 5}));
            Double3 up, wanted;
            up[static_cast<int>(from)] = wanted[static_cast<int>(to)] = 1;
            EXPECT_EQ(turn * up, wanted);
            EXPECT_EQ(turn_between(to, from) * turn, AxisTurn{});
            for (const Axis last : axes)
                EXPECT_EQ(turn_between(to, last) * turn_between(from, to), turn_between(from, last));
        }
}

/// Case 21: different values at the corners of a box of unequal sides, its vectors too.
struct Corners {
    VdbSample sample;
    std::vector<Int3> nodes;

    Corners() {
        for (const int z : {1, sample.n.z - 2})
            for (const int y : {1, sample.n.y - 2})
                for (const int x : {1, sample.n.x - 2}) {
                    const std::size_t k = sample.node(x, y, z);
                    nodes.push_back({x, y, z});
                    sample.density[k] = static_cast<float>(nodes.size());
                    for (std::size_t c = 0; c < 3; ++c)
                        sample.vel[c * sample.count() + k] = static_cast<float>(nodes.size() + 10 * c);
                }
    }
};

/// The place of each corner, turned and in file units, must be that of a voxel with its value and its turned vector.
void expect_corners(const Corners& corners, const VdbFrame& frame, const std::filesystem::path& path, const Matrix& m) {
    const VdbGridReport report = inspect_vdb(path).grids.at(0);
    const Int3 n = report.box_max + Int3{1, 1, 1};
    const std::vector<float> density = read_vdb_dense(path, "density", n), vel = read_vdb_dense(path, "vel", n);
    std::size_t lit = 0;
    for (const float v : density) lit += v != 0;
    EXPECT_EQ(lit, corners.nodes.size());
    EXPECT_DOUBLE_EQ(report.dx, frame.dx_m * frame.units_per_m);
    EXPECT_TRUE(report.uniform);
    for (const Int3& node : corners.nodes) {
        const Double3 place = m * (frame.origin_m + cast<double>(node) * frame.dx_m) * frame.units_per_m;
        const Double3 voxel = (place - report.origin) / report.dx;
        const Int3 at{static_cast<int>(std::lround(voxel.x)), static_cast<int>(std::lround(voxel.y)),
                      static_cast<int>(std::lround(voxel.z))};
        ASSERT_LT(length(voxel - cast<double>(at)), 1e-6);
        const std::size_t k = at.x + static_cast<std::size_t>(n.x) * (at.y + n.y * at.z), all = density.size();
        const float value = corners.sample.density[corners.sample.node(node.x, node.y, node.z)];
        ASSERT_EQ(density.at(k), value);
        const Double3 vector{value, value + 10, value + 20};
        ASSERT_EQ((Double3{vel[k], vel[all + k], vel[2 * all + k]}), m * vector);
    }
}

TEST_F(VdbProfiles, CornersLandOnTheRightAxesForEveryPairOfUps) {
    const Corners corners;
    for (const Axis from : axes)
        for (const Axis to : axes) {
            VdbFrame frame = corners.sample.frame();
            frame.turn = turn_between(from, to);
            frame.units_per_m = to == Axis::z ? 100 : 1;
            write_vdb(file("corners.vdb"), frame);
            SCOPED_TRACE(std::string(name_of(from)) + " to " + std::string(name_of(to)));
            expect_corners(corners, frame, file("corners.vdb"), matrix(from, to));
        }
}

TEST_F(VdbProfiles, YUpBecomesZUpByTheIndicesOfTheReadme) {
    const Corners corners;
    VdbFrame frame = corners.sample.frame();
    frame.turn = turn_between(Axis::y, Axis::z);
    write_vdb(file("z.vdb"), frame);
    const Int3 n{24, 56, 40};  // x, z, y
    const std::vector<float> density = read_vdb_dense(file("z.vdb"), "density", n);
    for (const Int3& node : corners.nodes) {  // x' = x, y' = -z, z' = y
        const int x = node.x, y = 55 - node.z, z = node.y;
        EXPECT_EQ(density.at(x + 24u * (y + 56u * z)),
                  corners.sample.density[corners.sample.node(node.x, node.y, node.z)]);
    }
}

TEST_F(VdbProfiles, TurnedFramesOfASequenceHaveOneShape) {
    const Corners corners;
    const VdbSample empty;
    VdbReport first;
    for (const VdbSample* sample : {&empty, &corners.sample, &corners.sample}) {
        VdbFrame frame = sample->frame();
        frame.turn = turn_between(Axis::y, Axis::z);
        const VdbReport report = write_vdb(file("frame.vdb"), frame);
        EXPECT_EQ(report.grids.at(1).box_max, (Int3{23, 55, 39}));
        if (first.grids.empty()) first = report;
        EXPECT_EQ(shape_difference(first, report), "");
    }
    VdbFrame other = corners.sample.frame();
    EXPECT_THAT(shape_difference(first, write_vdb(file("frame.vdb"), other)), HasSubstr("displaced"));
}

TEST_F(VdbProfiles, OffsetComesBeforeTheScaleAndTheChecks) {
    VdbSample s;
    std::fill(s.density.begin(), s.density.end(), 1.0f);
    s.density[s.node(5, 6, 7)] = 1.5f;
    VdbFrame frame = s.frame();
    frame.grids[0].offset = -1;
    frame.grids[0].scale = 30;
    frame.grids[0].half = true;
    EXPECT_EQ(write_vdb(file("p.vdb"), frame).grids[0].active, 3);
    EXPECT_EQ(read_vdb_dense(file("p.vdb"), "density", s.n)[s.node(5, 6, 7)], 15);
    EXPECT_TRUE(inspect_vdb(file("p.vdb")).grids[0].half);

    frame.grids[0].scale = 2e5f;  // 1e5 is beyond half, though the stored 1.5 is not
    EXPECT_FALSE(write_vdb(file("p.vdb"), frame).grids[0].half);
    frame.grids[0].offset = std::numeric_limits<float>::infinity();
    EXPECT_THROW(write_vdb(file("p.vdb"), frame), Error);
}

TEST_F(VdbProfiles, CompressionIsTheOneAskedFor) {
    VdbSample s;
    s.for_each_inner([&](int x, int, int, std::size_t k) { s.density[k] = static_cast<float>(x % 4) + 1; });
    std::map<VdbCompression, VdbReport> reports;
    for (const auto c : {VdbCompression::blosc, VdbCompression::zip, VdbCompression::none}) {
        VdbFrame frame = s.frame();
        frame.compression = c;
        reports[c] = write_vdb(file("c.vdb"), frame);
        EXPECT_EQ(read_vdb_dense(file("c.vdb"), "density", s.n)[s.node(3, 4, 5)], 4);
    }
    EXPECT_LT(reports[VdbCompression::blosc].bytes * 3, reports[VdbCompression::none].bytes);
    EXPECT_LT(reports[VdbCompression::zip].bytes * 3, reports[VdbCompression::none].bytes);
    EXPECT_THAT(reports[VdbCompression::zip].grids[0].compression, HasSubstr("zip"));
    EXPECT_THAT(reports[VdbCompression::none].grids[0].compression, testing::Not(HasSubstr("zip")));
}

TEST_F(VdbProfiles, MetadataOfFileAndGridComeBack) {
    const VdbSample s;
    VdbFrame frame = s.frame();
    OutputVdb wish;
    wish.profile = VdbProfile::arnold;
    frame.metadata = metadata_of(conventions_of(wish, Axis::y, 24));
    frame.units_per_m = 100;
    frame.metadata.merge(place_metadata(frame));
    frame.grids[1].quantity = "velocity";
    frame.grids[1].unit = "cm/s";
    write_vdb(file("m.vdb"), frame);
    const VdbReport found = inspect_vdb(file("m.vdb"));
    EXPECT_EQ(found.metadata, frame.metadata);
    EXPECT_EQ(found.metadata.at("velocity_unit"), "cm/s");
    EXPECT_EQ(found.metadata.at("dx"), "5");
    EXPECT_EQ(found.metadata.at("origin"), "-60 25 300");
    EXPECT_EQ(found.grids[1].quantity, "velocity");
    EXPECT_EQ(found.grids[1].unit, "cm/s");
    EXPECT_EQ(found.grids[0].quantity, "");
}

TEST(VdbConventionsOf, AProfileIsWhatItsReaderAssumes) {
    const auto row = [](VdbProfile profile) {
        OutputVdb wish;
        wish.profile = profile;
        return conventions_of(wish, Axis::x, 25);
    };
    const auto velocity = [&](VdbProfile profile) { return row(profile).velocity_per_ms(); };
    EXPECT_DOUBLE_EQ(velocity(VdbProfile::houdini), 1);
    EXPECT_DOUBLE_EQ(velocity(VdbProfile::blender), 1 / 25.0);
    EXPECT_DOUBLE_EQ(velocity(VdbProfile::arnold), 100);
    EXPECT_DOUBLE_EQ(velocity(VdbProfile::renderman), 1 / 25.0);
    EXPECT_DOUBLE_EQ(velocity(VdbProfile::unreal), 100 / 30.0);
    EXPECT_DOUBLE_EQ(velocity(VdbProfile::custom), 1);
    EXPECT_EQ(row(VdbProfile::houdini).style(Quantity::velocity).name, "vel");
    EXPECT_EQ(row(VdbProfile::blender).style(Quantity::velocity).name, "velocity");
    EXPECT_EQ(row(VdbProfile::houdini).up, Axis::y);
    EXPECT_EQ(row(VdbProfile::blender).up, Axis::z);
    EXPECT_EQ(row(VdbProfile::unreal).up, Axis::z);
    EXPECT_EQ(row(VdbProfile::custom).up, Axis::x);
    EXPECT_TRUE(row(VdbProfile::unreal).style(Quantity::velocity).half);
    EXPECT_FALSE(row(VdbProfile::mitsuba).style(Quantity::density).half);
    for (const auto name : EnumNames<VdbProfile>::names) {  // the one name that Blender shows
        OutputVdb wish;
        ASSERT_EQ(assign(wish.profile, Value{std::string(name)}), "");
        EXPECT_EQ(row(wish.profile).style(Quantity::density).name, "density");
        EXPECT_EQ(row(wish.profile).profile, wish.profile);
    }
}

TEST(VdbConventionsOf, AKeyWinsOverTheProfile) {
    OutputVdb wish;
    wish.profile = VdbProfile::blender;
    wish.velocity_name = "v";
    wish.velocity_unit = VelocityUnit::second;
    wish.up = Axis::x;
    wish.units_per_m = 1000;
    wish.half = false;
    wish.q_half = true;
    wish.compression = VdbCompression::zip;
    const VdbConventions c = conventions_of(wish, Axis::y, 24);
    EXPECT_EQ(c.style(Quantity::velocity).name, "v");
    EXPECT_EQ(c.unit(Quantity::velocity), "mm/s");
    EXPECT_DOUBLE_EQ(c.velocity_per_ms(), 1000);
    EXPECT_EQ(c.up, Axis::x);
    EXPECT_FALSE(c.style(Quantity::density).half);
    EXPECT_TRUE(c.style(Quantity::q).half);
    EXPECT_EQ(c.compression, VdbCompression::zip);

    const auto again = conventions_from(metadata_of(c));
    ASSERT_TRUE(again);
    EXPECT_EQ(metadata_of(*again), metadata_of(c));
    EXPECT_EQ(again->profile, VdbProfile::blender);
}

TEST(VdbConventionsFrom, ForeignAndDamagedMetadata) {
    EXPECT_FALSE(conventions_from({{"creator", "Houdini"}}));
    EXPECT_FALSE(conventions_from({{"profile", "maya"}}));
    EXPECT_THROW(conventions_from({{"profile", "arnold"}, {"up", "w"}}), Error);
    EXPECT_THROW(conventions_from({{"profile", "arnold"}, {"units_per_m", "0"}}), Error);
    EXPECT_THROW(conventions_from({{"profile", "arnold"}, {"velocity_fps", "24 fps"}}), Error);
}

TEST(JudgeVdb, NamesAndFrameRates) {
    Scene scene;
    EXPECT_TRUE(judge_vdb(scene).empty());
    scene.vdb.density_name = "Density";
    scene.vdb.q_name = "vel";
    const Issues issues = judge_vdb(scene);
    ASSERT_EQ(issues.size(), 2u);
    EXPECT_EQ(issues[0].where, "output.vdb.density_name");
    EXPECT_EQ(issues[1].where, "output.vdb.q_name");
    EXPECT_FALSE(usable(issues));

    scene = {};
    scene.vdb.profile = VdbProfile::unreal;
    ASSERT_EQ(judge_vdb(scene).size(), 1u);  // 24 frames a second
    EXPECT_EQ(judge_vdb(scene)[0].kind, Issue::Kind::warning);
    scene.time.fps = 30;
    EXPECT_TRUE(judge_vdb(scene).empty());
}

/// Density from 1e-6 to 1 and a velocity, both without pattern, so that nothing compresses by chance.
VdbSample noise() {
    VdbSample s({34, 18, 20});
    std::mt19937 random(7);
    std::uniform_real_distribution<float> exponent(-6, 0), speed(1, 2);
    s.for_each_inner([&](int, int, int, std::size_t k) {
        s.density[k] = std::pow(10.0f, exponent(random));
        for (std::size_t c = 0; c < 3; ++c) s.vel[c * s.count() + k] = speed(random);
    });
    s.density[s.node(9, 9, 9)] = 1;
    return s;
}

TEST_F(VdbProfiles, SizesAreThoseOfTheFilesAndErrorsThoseOfTheValues) {
    const VdbSample s = noise();
    const std::vector<SizeRow> rows = measure_vdb_sizes(s.frame());
    ASSERT_EQ(rows.size(), 8u);
    for (const SizeRow& row : rows) {
        VdbFrame frame = s.frame();
        frame.grids[0].tolerance = static_cast<float>(row.tolerance);  // the peak is 1
        for (VdbGrid& grid : frame.grids) grid.half = row.half_wanted;
        const VdbReport report = write_vdb(file("size.vdb"), frame);
        EXPECT_EQ(row.bytes, report.bytes);
        EXPECT_EQ(row.active[0], report.grids[0].active);
        EXPECT_EQ(row.half[0], row.half_wanted);
        const std::vector<float> kept = read_vdb_dense(file("size.vdb"), "density", s.n);
        float worst = 0;
        s.for_each_inner(
            [&](int, int, int, std::size_t k) { worst = std::max(worst, std::abs(kept[k] - s.density[k])); });
        EXPECT_NEAR(row.error[0], worst, 1e-9);
        EXPECT_LE(row.error[0], std::max(row.tolerance, row.half_wanted ? 0x1p-11 : 0.0));
        EXPECT_EQ(row.error[1] == 0, !row.half_wanted);  // where velocity was left out, nothing is missed
    }
    EXPECT_EQ(rows[0].error[0], 0);
    for (std::size_t i = 2; i < rows.size(); i += 2) {
        EXPECT_LT(rows[i].bytes, rows[i - 2].bytes);
        EXPECT_GT(rows[i].error[0], rows[i - 2].error[0]);
        EXPECT_LT(rows[i + 1].bytes + rows[i].bytes / 4, rows[i].bytes);
    }
}

TEST_F(VdbProfiles, SizesOfATurnedFrameAreTheSame) {
    const VdbSample s = noise();
    VdbFrame frame = s.frame();
    frame.turn = turn_between(Axis::y, Axis::z);
    const SizeRow row = measure_vdb(frame);
    EXPECT_EQ(row.error[0], 0);
    EXPECT_EQ(row.error[1], 0);
    EXPECT_EQ(row.active, measure_vdb(s.frame()).active);
}

}  // namespace
}  // namespace fum

// OpenVDB frames: what is in them, and that a failure leaves nothing behind.
#include "sim/io/exporters/vdb.h"

#include <fmt/core.h>
#include <gmock/gmock.h>
#include <sys/mount.h>
#include <sys/resource.h>

#include <algorithm>
#include <cmath>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <limits>
#include <random>
#include <thread>

#include "sim/core/error.h"
#include "sim/core/files.h"
#include "tests/support/vdb_sample.h"

namespace fum {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::HasSubstr;

template <class Act>
Error error_of(Act&& act) {
    try {
        act();
    } catch (const Error& e) { return e; }
    ADD_FAILURE() << "nothing was thrown";
    return Error("");
}

class VdbFiles : public testing::Test {
protected:
    void SetUp() override {
        if (!test::has_openvdb()) GTEST_SKIP() << "this build lacks OpenVDB";
    }
};

class VdbFrames : public VdbFiles {
protected:
    VdbFrames() {
        std::string pattern = (fs::temp_directory_path() / "fum_vdb_XXXXXX").string();
        folder_ = ::mkdtemp(pattern.data());
    }
    ~VdbFrames() override {
        std::error_code unimportant;
        fs::remove_all(folder_, unimportant);
    }
    fs::path file(const std::string& name) const { return folder_ / name; }
    bool folder_is_empty() const { return fs::is_empty(folder_); }

    fs::path folder_;
};

struct Sample : test::VdbSample {
    using VdbSample::VdbSample;
    VdbFrame frame() const {
        VdbFrame f = VdbSample::frame();
        f.metadata = {{"creator", "Fumarole"}, {"fps", "24"}};
        return f;
    }
    void fill_with_noise() {
        std::mt19937 random(7);
        for (auto* field : {&density, &vel})
            for (float& v : *field) v = std::uniform_real_distribution<float>(0.1f, 1)(random);
    }
};

TEST_F(VdbFrames, CornerNodesOfUnequalSidesLandOnTheirAxes) {
    Sample s;
    float value = 1;
    for (int z : {1, s.n.z - 2})
        for (int y : {1, s.n.y - 2})
            for (int x : {1, s.n.x - 2}) {
                s.density[s.node(x, y, z)] = value;
                for (std::size_t c = 0; c < 3; ++c)
                    s.vel[c * s.count() + s.node(x, y, z)] = value + 10.0f * static_cast<float>(c);
                ++value;
            }
    write_vdb(file("corners.vdb"), s.frame());

    EXPECT_EQ(read_vdb_dense(file("corners.vdb"), "density", s.n), s.density);
    EXPECT_EQ(read_vdb_dense(file("corners.vdb"), "vel", s.n), s.vel);
    const VdbReport report = inspect_vdb(file("corners.vdb"));
    EXPECT_EQ(report.grids.at(0).type, "float");
    EXPECT_EQ(report.grids.at(1).type, "vec3s");
    EXPECT_DOUBLE_EQ(report.grids[0].dx, 0.05);
    EXPECT_NEAR(report.grids[0].origin.x, -0.6, 1e-12);
    EXPECT_NEAR(report.grids[0].origin.y, 0.25, 1e-12);
    EXPECT_NEAR(report.grids[0].origin.z, 3, 1e-12);
}

TEST_F(VdbFrames, OutermostNodesAreBackgroundAndInnerOnesAreScaled) {
    Sample s({9, 12, 17});
    s.fill_with_noise();
    VdbFrame frame = s.frame();
    frame.grids[0].scale = 2;
    const VdbReport report = write_vdb(file("rim.vdb"), frame);

    const auto found = read_vdb_dense(file("rim.vdb"), "density", s.n);
    for (int z = 0; z < s.n.z; ++z)
        for (int y = 0; y < s.n.y; ++y)
            for (int x = 0; x < s.n.x; ++x) {
                const bool rim = x % (s.n.x - 1) == 0 || y % (s.n.y - 1) == 0 || z % (s.n.z - 1) == 0;
                ASSERT_EQ(found[s.node(x, y, z)], rim ? 0 : 2 * s.density[s.node(x, y, z)]);
            }
    EXPECT_EQ(report.grids[0].active, 7 * 10 * 15 + 2);  // the inner nodes and the two corner marks
    EXPECT_EQ(report.bytes, static_cast<std::int64_t>(fs::file_size(file("rim.vdb"))));
}

TEST_F(VdbFrames, EmptyFrameHasTheBoxAndTheGridsOfAFullOne) {
    Sample empty, full;
    full.fill_with_noise();
    const VdbReport none = write_vdb(file("0001.vdb"), empty.frame());
    const VdbReport all = write_vdb(file("0002.vdb"), full.frame());

    ASSERT_EQ(none.grids.size(), all.grids.size());
    for (std::size_t i = 0; i < all.grids.size(); ++i) {
        EXPECT_EQ(none.grids[i].name, all.grids[i].name);
        EXPECT_EQ(none.grids[i].active, 2);
        EXPECT_EQ(none.grids[i].box_min, (Int3{0, 0, 0}));
        EXPECT_EQ(all.grids[i].box_min, (Int3{0, 0, 0}));
        EXPECT_EQ(none.grids[i].box_max, (Int3{23, 39, 55}));
        EXPECT_EQ(all.grids[i].box_max, (Int3{23, 39, 55}));
        EXPECT_EQ(none.grids[i].dx, all.grids[i].dx);
        EXPECT_EQ(none.grids[i].max, 0);
    }
}

TEST_F(VdbFrames, ToleranceIsAShareOfThePeakAndVelocityFollowsTheDensity) {
    Sample s;
    s.density[s.node(5, 6, 7)] = 1e-5f;
    s.density[s.node(8, 6, 7)] = 3e-5f;
    for (std::size_t c = 0; c < 3; ++c)
        std::fill_n(s.vel.begin() + c * s.count(), s.count(), static_cast<float>(1 + c));
    VdbFrame frame = s.frame();
    frame.grids[0].scale = 10;
    frame.grids[0].tolerance = 0.5f;
    const VdbReport report = write_vdb(file("thin.vdb"), frame);

    EXPECT_EQ(report.grids[0].active, 3);
    EXPECT_EQ(report.grids[1].active, 3);
    const auto vel = read_vdb_dense(file("thin.vdb"), "vel", s.n);
    EXPECT_EQ(vel[s.node(5, 6, 7)], 0);
    EXPECT_EQ(vel[2 * s.count() + s.node(8, 6, 7)], 3);
}

TEST_F(VdbFrames, VelocityReachesBeyondTheDensityAsFarAsItCarriesThatWithItsOwnValues) {
    Sample s;
    const Int3 smoke{8, 15, 30};  // in the corner of a leaf
    s.density[s.node(smoke.x, smoke.y, smoke.z)] = 1;
    for (std::size_t k = 0; k < s.count(); ++k) s.vel[k] = 1.6f + 0.4f * static_cast<float>(k % 977) / 977;
    VdbFrame frame = s.frame();
    frame.grids[1].carries = 1;
    frame.grids[1].scale = -30;  // the way is that of the values as they are given
    const VdbReport report = write_vdb(file("reach.vdb"), frame);

    EXPECT_EQ(report.grids[0].active, 1 + 2);  // and the two corner marks
    EXPECT_EQ(report.grids[1].active, 5 + 2);
    EXPECT_EQ(report.grids[1].box_max, report.grids[0].box_max);
    verify_vdb(file("reach.vdb"), report);
    const auto vel = read_vdb_dense(file("reach.vdb"), "vel", s.n);
    s.for_each_inner([&](int x, int y, int z, std::size_t k) {
        const bool passed = y == smoke.y && z == smoke.z && std::abs(x - smoke.x) <= 2;
        ASSERT_EQ(vel[k], passed ? -30 * s.vel[k] : 0) << x << ' ' << y << ' ' << z;
    });
}

TEST_F(VdbFrames, NotANumberIsNamedByGridAndNodeBeforeAnyFileExists) {
    Sample s;
    s.vel[s.count() + s.node(3, 17, 41)] = std::numeric_limits<float>::quiet_NaN();
    const Error nan = error_of([&] { write_vdb(file("nan.vdb"), s.frame()); });
    EXPECT_EQ(nan.code(), Exit::diverged);
    EXPECT_THAT(nan.what(), AllOf(HasSubstr("\"vel\""), HasSubstr("(3, 17, 41)"), HasSubstr("component y")));

    s.vel[s.count() + s.node(3, 17, 41)] = 0;
    s.density[s.node(0, 0, 0)] = -std::numeric_limits<float>::infinity();  // the rim is looked at, too
    const Error inf = error_of([&] { write_vdb(file("inf.vdb"), s.frame()); });
    EXPECT_THAT(inf.what(), AllOf(HasSubstr("\"density\""), HasSubstr("-inf"), HasSubstr("(0, 0, 0)")));
    EXPECT_TRUE(folder_is_empty());
}

TEST_F(VdbFrames, HalfIsUsedInsideItsRangeOnly) {
    Sample s;
    const std::size_t k = s.node(9, 9, 9);
    const auto is_half = [&](float value) {
        s.density[k] = value;
        VdbFrame frame = s.frame();
        frame.grids[0].half = true;
        const VdbGridReport grid = write_vdb(file("half.vdb"), frame).grids[0];
        const float kept = read_vdb_dense(file("half.vdb"), "density", s.n)[k];
        EXPECT_NEAR(kept / value, 1, grid.half ? 0x1p-11 : 0);
        EXPECT_EQ(grid.max, std::max(kept, 0.0f));
        return grid.half;
    };
    EXPECT_TRUE(is_half(0.3f));
    EXPECT_TRUE(is_half(-65504.0f));
    EXPECT_TRUE(is_half(1e-4f));
    EXPECT_FALSE(is_half(70000.0f));  // would be inf
    EXPECT_FALSE(is_half(1e-9f));     // would be 0
}

TEST_F(VdbFrames, ChangedFileIsFoundOut) {
    Sample s;
    s.fill_with_noise();
    VdbReport report = write_vdb(file("a.vdb"), s.frame());
    verify_vdb(file("a.vdb"), report);

    VdbReport other = report;
    other.grids[0].active += 1;
    EXPECT_THAT(error_of([&] { verify_vdb(file("a.vdb"), other); }).what(), HasSubstr("active voxels"));
    const auto bytes = fs::file_size(file("a.vdb"));
    for (const auto part : {bytes - 1, bytes / 2, bytes / 7, std::uintmax_t{100}, std::uintmax_t{0}}) {
        fs::resize_file(file("a.vdb"), part);
        EXPECT_EQ(error_of([&] { verify_vdb(file("a.vdb"), report); }).code(), Exit::output) << part;
    }
}

/// Writes a frame that does not fit and looks for what is left.
void expect_full_disk_is_reported(const fs::path& path) {
    Sample s;
    s.fill_with_noise();
    const Error e = error_of([&] { write_vdb(path, s.frame()); });
    EXPECT_EQ(e.code(), Exit::output);
    EXPECT_THAT(e.what(), AllOf(HasSubstr(path.string()), HasSubstr("free")));
    EXPECT_TRUE(fs::is_empty(path.parent_path()));
}

TEST_F(VdbFrames, FileSizeLimitReachedInTheMiddleLeavesNothing) {
    rlimit before{};
    getrlimit(RLIMIT_FSIZE, &before);
    const auto handler = std::signal(SIGXFSZ, SIG_IGN);
    const rlimit tight{100'000, before.rlim_max};  // the frame takes some 700 KB
    ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &tight), 0);
    expect_full_disk_is_reported(file("frame.vdb"));
    setrlimit(RLIMIT_FSIZE, &before);
    std::signal(SIGXFSZ, handler);
}

TEST_F(VdbFrames, FullDiskLeavesNothing) {
    const fs::path disk = file("disk");
    fs::create_directory(disk);
    if (mount("tmpfs", disk.c_str(), "tmpfs", 0, "size=256k") != 0)
        GTEST_SKIP() << "this machine lets nobody mount a small tmpfs; the file size limit stands in for it";
    expect_full_disk_is_reported(disk / "frame.vdb");
    umount(disk.c_str());
}

TEST_F(VdbFrames, UnusableFoldersAreReported) {
    Sample s;
    const auto code = [&](const fs::path& path) { return error_of([&] { write_vdb(path, s.frame()); }).code(); };
    std::ofstream(file("plain")) << "a file, not a folder";
    EXPECT_EQ(code(file("plain") / "frame.vdb"), Exit::output);
    EXPECT_EQ(code("/proc/frame.vdb"), Exit::output);  // a folder that takes no files, from root either

    fs::create_directory(file("run"));
    write_vdb(file("run") / "0001.vdb", s.frame());
    fs::remove_all(file("run"));
    EXPECT_EQ(code(file("run") / "0002.vdb"), Exit::output);
    EXPECT_FALSE(fs::exists(file("run")));
}

TEST_F(VdbFrames, SeveralThreadsWriteAtOnce) {
    std::vector<std::thread> threads;
    for (int i = 0; i < 4; ++i)
        threads.emplace_back([this, i] {
            Sample s;
            s.density[s.node(4, 5, 6)] = static_cast<float>(i + 1);
            write_vdb(file(fmt::format("{}.vdb", i)), s.frame());
        });
    for (auto& t : threads) t.join();
    for (int i = 0; i < 4; ++i)
        EXPECT_EQ(inspect_vdb(file(fmt::format("{}.vdb", i))).grids.at(0).max, static_cast<float>(i + 1));
}

TEST_F(VdbFiles, FromElsewhereAreListedAsTheyAre) {
    const auto grids = [](const std::string& name) {
        return inspect_vdb(fs::path(FUM_SOURCE_DIR) / "tests/cases" / name).grids;
    };
    EXPECT_EQ(grids("r_density.vdb").at(0).active, 5616);
    EXPECT_EQ(grids("r_nan.vdb").at(0).active, 5616);
    EXPECT_EQ(grids("r_nan.vdb").at(0).non_finite, 1);
    EXPECT_EQ(grids("r_slab.vdb").at(0).active, 1000);  // 488 voxels and a tile
    EXPECT_EQ(grids("r_slab.vdb").at(0).box_max, (Int3{9, 9, 9}));
    EXPECT_EQ(grids("empty.vdb").at(0).active, 0);
    EXPECT_LT(grids("empty.vdb").at(0).box_max.x, grids("empty.vdb").at(0).box_min.x);
    ASSERT_EQ(grids("dup.vdb").size(), 2u);
    EXPECT_EQ(grids("dup.vdb")[0].name, "density");
    EXPECT_EQ(grids("dup.vdb")[1].name, "density");
    const VdbGridReport half = grids("half.vdb").at(0);
    EXPECT_TRUE(half.half);
    EXPECT_EQ(half.type, "vec3s");
    EXPECT_EQ(half.non_finite, 1);  // 70000 in half
    EXPECT_NEAR(half.max, 0.1, 1e-4);
}

TEST_F(VdbFiles, OfOtherKindsAreRefusedWithTheirName) {
    const Error e = error_of([] { inspect_vdb(fs::path(FUM_SOURCE_DIR) / "CMakeLists.txt"); });
    EXPECT_EQ(e.code(), Exit::input);
    EXPECT_THAT(e.what(), HasSubstr("CMakeLists.txt"));
    EXPECT_EQ(error_of([] { inspect_vdb("/nowhere/frame.vdb"); }).code(), Exit::input);
}

TEST(VdbMissing, IsSaidInASentence) {
    if (test::has_openvdb()) GTEST_SKIP() << "this build has OpenVDB";
    const Error e = error_of([] { write_vdb("/tmp/frame.vdb", Sample().frame()); });
    EXPECT_EQ(e.code(), Exit::output);
    EXPECT_THAT(e.what(), AllOf(HasSubstr("/tmp/frame.vdb"), HasSubstr("libopenvdb-dev")));
}

TEST_F(VdbFrames, AnotherProgramReadsTheSame) {
    if (std::system("/usr/bin/python3 -c 'import pyopenvdb, numpy' 2>/dev/null") != 0)
        GTEST_SKIP() << "python3-openvdb or python3-numpy is not installed";
    Sample s;
    s.density[s.node(1, 2, 3)] = 0.5f;
    s.density[s.node(22, 38, 54)] = 2;
    for (std::size_t c = 0; c < 3; ++c) s.vel[c * s.count() + s.node(22, 38, 54)] = static_cast<float>(1 + c);
    write_vdb(file("py.vdb"), s.frame());
    EXPECT_EQ(
        std::system(fmt::format("/usr/bin/python3 {}/tests/io/read_vdb.py {}", FUM_SOURCE_DIR, file("py.vdb").string())
                        .c_str()),
        0);
}

}  // namespace
}  // namespace fum

// What a scene's [output.vdb] makes of the solver's fields: case 24, units of every quantity, the manifest.
#include "app/vdb_frame.h"

#include <gmock/gmock.h>

#include <cmath>

#include "app/manifest.h"
#include "sim/core/files.h"
#include "sim/io/exporters/profile.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/vdb_sample.h"

namespace fum {
namespace {

using testing::AllOf;
using testing::HasSubstr;

constexpr Int3 nodes{24, 20, 28};

std::size_t node(int x, int y, int z) { return x + static_cast<std::size_t>(nodes.x) * (y + nodes.y * z); }

/// A uniform flow of dx 0.05 m and dt 0.001 s, smoke everywhere.
struct Flow {
    Setup setup;
    FrameData data;

    Flow(VdbProfile profile, double fps) {
        setup.scene.vdb.profile = profile;
        setup.scene.vdb.half = setup.scene.vdb.velocity_half = false;
        setup.scene.vdb.tolerance = 0;
        setup.scene.time.fps = fps;
        setup.config.nodes = nodes;
        setup.numbers.units = {.dx_m = 0.05, .dt_s = 0.001, .density_kgm3 = 1.2, .node0_m = {-0.5, 0.3, 1}};
        const std::size_t count = static_cast<std::size_t>(nodes.x) * nodes.y * nodes.z;
        data.fields[Field::smoke].assign(count, 1);
        data.fields[Field::velocity].resize(3 * count);
        set_velocity({2, 0, 0});
    }

    void set_velocity(const Double3& ms) {
        auto& values = data.fields[Field::velocity];
        const Double3 lattice = setup.numbers.units.velocity_to_lattice(ms);
        for (std::size_t i = 0; i < values.size(); ++i)
            values[i] = static_cast<float>(lattice[static_cast<int>(i / (values.size() / 3))]);
    }

    /// Writes, and reads a grid back over the whole box.
    std::vector<float> written(const std::string& name) const {
        const test::TemporaryFolder folder;
        const VdbFrame frame = vdb_frame(setup, data);
        write_vdb(folder.path() / "f.vdb", frame);
        return read_vdb_dense(folder.path() / "f.vdb", name, place_of(frame).nodes);
    }

    /// The vector in the middle of the box.
    Double3 vector(const std::string& name) const {
        const std::vector<float> all = written(name);
        const Int3 n = place_of(vdb_frame(setup, data)).nodes;
        const std::size_t k = n.x / 2 + static_cast<std::size_t>(n.x) * (n.y / 2 + n.y * (n.z / 2)), c = all.size() / 3;
        return {all[k], all[c + k], all[2 * c + k]};
    }
};

#define EXPECT_VECTOR(found, expected) EXPECT_LT(length((found)-Double3 expected), 1e-5 * length(Double3 expected))

class VdbFrameOf : public testing::Test {
protected:
    void SetUp() override {
        if (!test::has_openvdb()) GTEST_SKIP() << "this build lacks OpenVDB";
    }
};

TEST_F(VdbFrameOf, UniformFlowHasTheVelocityThatEachReaderExpects) {
    EXPECT_VECTOR(Flow(VdbProfile::houdini, 25).vector("vel"), (2, 0, 0));
    EXPECT_VECTOR(Flow(VdbProfile::arnold, 25).vector("vel"), (200, 0, 0));  // centimetres
    EXPECT_VECTOR(Flow(VdbProfile::blender, 25).vector("velocity"), (0.08, 0, 0));
    EXPECT_VECTOR(Flow(VdbProfile::renderman, 25).vector("vel"), (0.08, 0, 0));
    EXPECT_VECTOR(Flow(VdbProfile::unreal, 30).vector("vel"), (200 / 30.0, 0, 0));
    Flow second(VdbProfile::blender, 25);
    second.setup.scene.vdb.velocity_unit = VelocityUnit::second;
    EXPECT_VECTOR(second.vector("velocity"), (2, 0, 0));
}

TEST_F(VdbFrameOf, VectorsTurnWithTheUpAxis) {
    Flow flow(VdbProfile::blender, 25);
    flow.setup.scene.vdb.velocity_unit = VelocityUnit::second;
    flow.set_velocity({2, 3, 5});
    EXPECT_VECTOR(flow.vector("velocity"), (2, -5, 3));  // y up to z up
    flow.setup.scene.domain.up = Axis::z;
    EXPECT_VECTOR(flow.vector("velocity"), (2, 3, 5));
    flow.setup.scene.vdb.up = Axis::y;
    EXPECT_VECTOR(flow.vector("velocity"), (2, 5, -3));

    flow.setup.scene.domain.up = Axis::y;
    flow.setup.scene.vdb.up = Axis::z;
    flow.setup.scene.vdb.vorticity = true;
    flow.data.fields[Field::vorticity] = flow.data.fields[Field::velocity];
    const double per_step = 0.001 / 0.05;  // the same numbers, read as 1/step
    EXPECT_VECTOR(flow.vector("vorticity"), (2 * per_step / 0.001, -5 * per_step / 0.001, 3 * per_step / 0.001));
}

/// Density that rises linearly along `axis`, seen after the flow carried it for `time_s` seconds of the scene.
void set_ramp(Flow& flow, int axis, const Double3& ms, double time_s) {
    const Double3 shift = ms * (time_s / flow.setup.numbers.units.dx_m);
    auto& smoke = flow.data.fields[Field::smoke];
    for (int z = 0; z < nodes.z; ++z)
        for (int y = 0; y < nodes.y; ++y)
            for (int x = 0; x < nodes.x; ++x) {
                const Double3 from = Double3{1.0 * x, 1.0 * y, 1.0 * z} - shift;
                smoke[node(x, y, z)] = static_cast<float>(10 + from[axis]);
            }
}

/// A renderer's motion blur: frame 1 shifted along vel for one frame's time, against frame 2.
void expect_advection(Flow flow, double file_fps) {
    const Double3 ms{1.5, -2.5, 4};
    const double frame_s = flow.setup.scene.time.speed / flow.setup.scene.time.fps;
    flow.set_velocity(ms);
    for (int axis = 0; axis < 3; ++axis) {
        set_ramp(flow, axis, ms, 0);
        const VdbPlace place = place_of(vdb_frame(flow.setup, flow.data));
        const std::string name = conventions_of(flow.setup.scene).style(Quantity::velocity).name;
        const std::vector<float> first = flow.written("density");
        const Double3 step = flow.vector(name) * (1 / file_fps / place.dx);  // in voxels
        set_ramp(flow, axis, ms, frame_s);
        const std::vector<float> second = flow.written("density");
        const auto value = [&](const std::vector<float>& grid, const Int3& v) {
            return grid.at(v.x + static_cast<std::size_t>(place.nodes.x) * (v.y + place.nodes.y * v.z));
        };
        const Int3 at{place.nodes.x / 2, place.nodes.y / 2, place.nodes.z / 2};
        double there = value(first, at);  // the ramp is linear, so its differences interpolate it exactly
        for (int d = 0; d < 3; ++d) {
            Int3 next = at;
            next[d] += 1;
            there -= step[d] * (value(first, next) - value(first, at));
        }
        EXPECT_GT(std::abs(value(second, at) - value(first, at)), 0.2) << "nothing moved; the test shows nothing";
        EXPECT_NEAR(there, value(second, at), 1e-3) << "axis " << axis;
    }
}

TEST_F(VdbFrameOf, AdvectingAFrameByItsVelocityGivesTheNext) {
    expect_advection(Flow(VdbProfile::houdini, 25), 25);
    expect_advection(Flow(VdbProfile::arnold, 25), 25);
    expect_advection(Flow(VdbProfile::blender, 25), 1);  // per frame
    expect_advection(Flow(VdbProfile::renderman, 25), 1);
    expect_advection(Flow(VdbProfile::unreal, 30), 1);
    Flow slow(VdbProfile::houdini, 25);
    slow.setup.scene.time.speed = 0.25;
    expect_advection(std::move(slow), 25);
}

TEST_F(VdbFrameOf, VelocityReachesAsFarAsSmokeMovesInAQuarterOfAFrame) {
    Flow flow(VdbProfile::blender, 25);  // z up: y of the scene is z of the file
    flow.setup.numbers.steps_per_frame = 40;
    flow.set_velocity({0, 0.3 * 0.05 / 0.001, 0});  // 0.3 nodes a step
    auto& smoke = flow.data.fields[Field::smoke];
    std::fill(smoke.begin(), smoke.end(), 0.0f);
    smoke[node(9, 8, 7)] = 1;
    const std::vector<float> vel = flow.written("velocity");
    const std::size_t count = vel.size() / 3;
    std::vector<std::size_t> want, found;
    for (int z = 8 - 3; z <= 8 + 3; ++z)  // z' = y, y' = 27 - z
        want.push_back(9 + static_cast<std::size_t>(nodes.x) * ((27 - 7) + nodes.z * z));
    for (std::size_t k = 0; k < count; ++k)
        if (vel[2 * count + k] != 0) found.push_back(k);
    EXPECT_EQ(found, want);
    for (const std::size_t k : found) EXPECT_NEAR(vel[2 * count + k], 0.3 * 0.05 / 0.001 / 25, 1e-5);
}

TEST_F(VdbFrameOf, OtherQuantitiesAreInSiUnits) {
    Flow flow(VdbProfile::arnold, 25);  // whose lengths and velocities are centimetres
    const std::size_t count = flow.data.fields[Field::smoke].size();
    flow.setup.scene.vdb.q = flow.setup.scene.vdb.pressure = true;
    flow.data.fields[Field::q].assign(count, 3e-6f);
    const double rho = flow.setup.numbers.units.pressure_to_rho(250);
    flow.data.fields[Field::rho].assign(count, static_cast<float>(rho));
    EXPECT_NEAR(flow.written("q").at(node(9, 9, 9)), 3, 1e-5);
    EXPECT_NEAR(flow.written("pressure").at(node(9, 9, 9)), 250, 0.1);
    EXPECT_EQ(flow.written("pressure").at(node(0, 9, 9)), 0);

    flow.data.fields[Field::smoke].assign(count, 0);
    EXPECT_EQ(flow.written("pressure").at(node(9, 9, 9)), 0);  // only where there is smoke
}

TEST_F(VdbFrameOf, GridsAreThoseAskedForInOneOrderAndSayWhatTheyAre) {
    Flow flow(VdbProfile::houdini, 25);
    OutputVdb& wish = flow.setup.scene.vdb;
    wish.vorticity = wish.q = wish.pressure = true;
    EXPECT_THAT(wanted_fields(flow.setup),
                testing::UnorderedElementsAre(Field::smoke, Field::velocity, Field::vorticity, Field::q, Field::rho));
    for (const Field field : wanted_fields(flow.setup))
        flow.data.fields[field].resize(static_cast<std::size_t>(components(field)) *
                                       flow.data.fields[Field::smoke].size());
    std::vector<std::string> said;
    for (const VdbGrid& grid : vdb_frame(flow.setup, flow.data).grids)
        said.push_back(grid.name + "|" + grid.quantity + "|" + grid.unit);
    EXPECT_THAT(said, testing::ElementsAre("density|density|", "vel|velocity|m/s", "vorticity|vorticity|1/s",
                                           "q|q|1/s^2", "pressure|pressure|Pa"));
    wish.velocity = false;
    wish.on = true;
    EXPECT_THAT(wanted_fields(flow.setup), testing::Not(testing::Contains(Field::velocity)));
    wish.on = false;
    EXPECT_THAT(wanted_fields(flow.setup), testing::ElementsAre(Field::smoke));
}

TEST_F(VdbFrameOf, FileSaysHowItIsToBeRead) {
    Flow flow(VdbProfile::blender, 25);
    const auto metadata = vdb_frame(flow.setup, flow.data).metadata;
    EXPECT_THAT(metadata.at("creator"), HasSubstr("Fumarole"));
    for (const auto& [key, word] : std::map<std::string, std::string>{{"profile", "blender"},
                                                                      {"up", "z"},
                                                                      {"fps", "25"},
                                                                      {"units_per_m", "1"},
                                                                      {"velocity_unit", "m/frame"},
                                                                      {"dx_m", "0.05"},
                                                                      {"dx", "0.05"}})
        EXPECT_EQ(metadata.at(key), word) << key;
    // z of the last node becomes the smallest y: -(1 + 27 * 0.05)
    EXPECT_EQ(metadata.at("origin").substr(0, 10), "-0.5 -2.35");
}

TEST_F(VdbFrameOf, ManifestHasThePlaceOfTheFiles) {
    Flow flow(VdbProfile::arnold, 25);
    const test::TemporaryFolder folder;
    flow.setup.scene.vdb.up = Axis::z;
    Manifest manifest(flow.setup, OutputFolder(flow.setup.scene, folder.path()), "none");
    manifest.write();
    const std::string text = read_whole(folder.path() / "manifest.json");
    EXPECT_THAT(text, AllOf(HasSubstr("\"profile\": \"arnold\""), HasSubstr("\"dx\": 5.0"), HasSubstr("-235.0"),
                            HasSubstr("\"velocity_unit\": \"cm/s\"")));
}

}  // namespace
}  // namespace fum

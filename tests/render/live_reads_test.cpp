// What the window reads back from fields on the GPU: the flow at places, and the share of smoke that files keep.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "render/context.h"
#include "render/layers/exported.h"
#include "render/layers/place_reader.h"
#include "render/layers/sample_reader.h"

namespace fum {
namespace {

TEST(PlaceReader, GivesTheFlowBetweenNodesAndSaysWhatLiesOutside) {
    Context context;
    const Current current(context);
    const Int3 n{6, 5, 4};
    const std::size_t count = 6 * 5 * 4;
    std::vector<float> u(3 * count), rho(count);
    for (std::size_t z = 0, k = 0; z < 4; ++z)
        for (std::size_t y = 0; y < 5; ++y)
            for (std::size_t x = 0; x < 6; ++x, ++k) {
                u[k] = static_cast<float>(x);
                u[count + k] = static_cast<float>(10 * y);
                u[2 * count + k] = static_cast<float>(100 * z);
                rho[k] = 1 + 0.25f * static_cast<float>(x);
            }
    FieldTexture flow(false);
    flow.upload_flow(u, rho, n);
    const std::vector<Float3> places{{2.5f, 1.25f, 0.75f}, {5, 4, 3}, {5.51f, 1, 1}, {5.5f, 1, 1}};
    PlaceReader reader;
    reader.ask({flow.id(), n, 1, {}}, places, 7);
    glFinish();
    const auto answer = reader.take();
    ASSERT_TRUE(answer);
    EXPECT_EQ(answer->tag, 7u);
    const FlowAt& between = answer->values[0];
    EXPECT_NEAR(between.u.x, 2.5f, 1e-5);
    EXPECT_NEAR(between.u.y, 12.5f, 1e-4);
    EXPECT_NEAR(between.u.z, 75, 1e-3);
    EXPECT_NEAR(between.rho_less_1, 0.625f, 1e-5);
    EXPECT_NEAR(answer->values[1].u.z, 300, 1e-3);  // the last node
    EXPECT_FALSE(answer->values[2].inside);
    EXPECT_TRUE(answer->values[3].inside) << "on the box's face, half a cell beyond the last node";
    EXPECT_NEAR(answer->values[3].u.x, 5, 1e-5);
    EXPECT_FALSE(reader.take());  // once
    EXPECT_EQ(glGetError(), static_cast<GLenum>(GL_NO_ERROR));
}

TEST(SampleReader, GivesWhatWaitingGives) {
    Context context;
    const Current current(context);
    const Int3 n{20, 16, 12};
    std::vector<float> values(20 * 16 * 12);
    for (std::size_t k = 0; k < values.size(); ++k) values[k] = static_cast<float>(k % 997);
    FieldTexture scalar(false);
    scalar.upload(values, n);
    const GpuField field{scalar.id(), n, 1, {}};
    const FieldTools tools;
    SampleReader reader;
    reader.ask(tools, field, ShownQuantity::value, 2, 2000);
    EXPECT_TRUE(reader.waiting());
    glFinish();
    const auto read = reader.take();
    ASSERT_TRUE(read);
    EXPECT_EQ(*read, tools.sampled(field, ShownQuantity::value, 2, 2000));
    EXPECT_GT(*std::ranges::max_element(*read), 1700);
    EXPECT_FALSE(reader.take());  // once
    reader.ask(tools, field, ShownQuantity::value, 2, 2000);
    reader.forget();
    EXPECT_FALSE(reader.waiting());
    EXPECT_EQ(glGetError(), static_cast<GLenum>(GL_NO_ERROR));
}

TEST(ExportedSmoke, LeavesOutWhatIsBelowTheShareOfThePeakAndCountsTheRest) {
    Context context;
    const Current current(context);
    const Int3 n{9, 7, 5};  // no multiples of a group
    std::vector<float> smoke(9 * 7 * 5, 0.004f);
    for (std::size_t k = 0; k < 30; ++k) smoke[10 * k] = 0.5f;
    smoke[3] = 2;  // the peak
    smoke[4] = NAN;
    FieldTexture scalar(true);
    scalar.upload(smoke, n);
    ExportedSmoke exported;
    exported.make(scalar.id(), n, 0.01f);  // below 0.02
    EXPECT_NEAR(exported.kept_share(), 31.0 / (9 * 7 * 5), 1e-9);
    std::vector<float> kept(smoke.size());
    glGetTextureImage(exported.texture(), 0, GL_RED, GL_FLOAT, static_cast<GLsizei>(kept.size() * sizeof(float)),
                      kept.data());
    EXPECT_EQ(kept[3], 2);
    EXPECT_EQ(kept[10], 0.5f);
    EXPECT_EQ(kept[4], 0);
    EXPECT_EQ(kept[11], 0);
    exported.make(scalar.id(), n, 0.001f);  // below 0.002: all but the one that is no number
    EXPECT_NEAR(exported.kept_share(), 1 - 1.0 / (9 * 7 * 5), 1e-9);
    EXPECT_EQ(glGetError(), static_cast<GLenum>(GL_NO_ERROR));
}

}  // namespace
}  // namespace fum

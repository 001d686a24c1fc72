#include "sim/io/exporters/vol.h"

#include <fmt/format.h>

#include <bit>
#include <cstring>

#include "sim/core/error.h"
#include "sim/core/files.h"
#include "sim/io/exporters/dense.h"
#include "sim/io/exporters/staged_file.h"

namespace fum {
namespace {

static_assert(std::endian::native == std::endian::little, "the file is little endian, and so are the values here");

struct Header {
    char magic[4] = {'V', 'O', 'L', 3};
    std::int32_t encoding = 1;
    std::int32_t nodes[3]{};
    std::int32_t channels = 1;
    float box[6]{};
};
static_assert(sizeof(Header) == 48);

Header header_of(const Int3& nodes, double dx_m, const Double3& origin_m, int components) {
    Header h;
    h.channels = components;
    for (int d = 0; d < 3; ++d) {
        h.nodes[d] = nodes[d];
        h.box[d] = static_cast<float>(origin_m[d] - 0.5 * dx_m);
        h.box[3 + d] = static_cast<float>(origin_m[d] + (nodes[d] - 0.5) * dx_m);
    }
    return h;
}

template <class T>
std::string_view bytes_of(const T* data, std::size_t count) {
    return {reinterpret_cast<const char*>(data), count * sizeof(T)};
}

/// Slice z with its components interleaved and its rim 0.
void fill_slice(std::vector<float>& slice, std::span<const float> values, const Int3& n, int components, int z) {
    std::fill(slice.begin(), slice.end(), 0.0f);
    if (z == 0 || z == n.z - 1) return;
    for (int c = 0; c < components; ++c)
        for (int y = 1; y < n.y - 1; ++y) {
            const std::size_t row = (static_cast<std::size_t>(c * n.z + z) * n.y + y) * n.x;
            float* out = slice.data() + static_cast<std::size_t>(y) * n.x * components + c;
            for (int x = 1; x < n.x - 1; ++x) out[x * components] = values[row + x];
        }
}

}  // namespace

std::int64_t write_vol(const std::filesystem::path& path, const Int3& nodes, double dx_m, const Double3& origin_m,
                       int components, std::span<const float> values) {
    check_dense(nodes, dx_m, components, values.size());
    demand_finite(path.filename().string(), nodes, values);
    const Header header = header_of(nodes, dx_m, origin_m, components);
    StagedFile file(path, static_cast<double>(sizeof header + values.size_bytes()));
    file.write(bytes_of(&header, 1));
    std::vector<float> slice(values.size() / static_cast<std::size_t>(nodes.z));
    for (int z = 0; z < nodes.z; ++z) {
        fill_slice(slice, values, nodes, components, z);
        file.write(bytes_of(slice.data(), slice.size()));
    }
    file.commit();
    return file.bytes();
}

Vol read_vol(const std::filesystem::path& path) {
    const std::string bytes = read_whole(path);
    const auto fail = [&](const std::string& why) {
        throw Error(Exit::input, fmt::format("{} is no Mitsuba volume: {}.", path.string(), why));
    };
    Header h;
    if (bytes.size() < sizeof h) fail("it is shorter than its header");
    std::memcpy(&h, bytes.data(), sizeof h);
    if (std::memcmp(h.magic, Header{}.magic, 4) != 0 || h.encoding != 1)
        fail("its first bytes are not VOL, 3, float32");
    const Int3 n{h.nodes[0], h.nodes[1], h.nodes[2]};
    if (n.x < 1 || n.y < 1 || n.z < 1 || (h.channels != 1 && h.channels != 3)) fail("its sizes make no sense");
    const std::size_t channels = static_cast<std::size_t>(h.channels), count = node_count(n);
    if (bytes.size() != sizeof h + 4 * channels * count)
        fail(fmt::format("it has {} bytes, its header promises {}", bytes.size(), sizeof h + 4 * channels * count));
    Vol vol{n, h.channels, {h.box[0], h.box[1], h.box[2]}, {h.box[3], h.box[4], h.box[5]}, {}};
    vol.values.resize(channels * count);
    for (std::size_t k = 0; k < count; ++k)
        for (std::size_t c = 0; c < channels; ++c)
            std::memcpy(&vol.values[c * count + k], bytes.data() + sizeof h + 4 * (k * channels + c), 4);
    return vol;
}

}  // namespace fum

#include "sim/immersed/sample_order.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "sim/core/error.h"

namespace fum {
namespace {

constexpr int coordinate_bits = 20;  // a million nodes an axis; block number and Morton code then fit in 64 bits

/// Spreads the bits of n < 2^20 so that two zeros follow each.
std::uint64_t spread_bits(std::uint64_t n) {
    n = (n | n << 32) & 0x001F00000000FFFFu;
    n = (n | n << 16) & 0x001F0000FF0000FFu;
    n = (n | n << 8) & 0x100F00F00F00F00Fu;
    n = (n | n << 4) & 0x10C30C30C30C30C3u;
    n = (n | n << 2) & 0x1249249249249249u;
    return n;
}

std::uint64_t morton(std::uint64_t x, std::uint64_t y, std::uint64_t z) {
    return spread_bits(x) | spread_bits(y) << 1 | spread_bits(z) << 2;
}

using Cell = Vec3<std::uint64_t>;

Cell cell_of(const Float3& p) {
    Cell c;
    for (int d = 0; d < 3; ++d) {
        FUM_ASSERT(p[d] >= 0 && p[d] < static_cast<float>(1 << coordinate_bits), std::to_string(p[d]));
        c[d] = static_cast<std::uint64_t>(p[d]);
    }
    return c;
}

}  // namespace

std::vector<std::int32_t> sample_order(const std::vector<Float3>& position, int l) {
    FUM_ASSERT(l >= 1, std::to_string(l));
    const auto edge = static_cast<std::uint64_t>(std::min(l, 1 << coordinate_bits));
    int bits = 0;  // of a coordinate inside a block
    while (std::uint64_t{1} << bits < edge) ++bits;
    Cell high{};
    for (const Float3& p : position) {
        const Cell c = cell_of(p);
        for (int d = 0; d < 3; ++d) high[d] = std::max(high[d], c[d]);
    }
    const std::uint64_t blocks_x = high.x / edge + 1, blocks_y = high.y / edge + 1;

    struct Keyed {
        std::uint64_t key;
        std::int32_t sample;
    };
    std::vector<Keyed> keyed(position.size());
    for (std::size_t s = 0; s < position.size(); ++s) {
        const Cell c = cell_of(position[s]);
        const std::uint64_t block = c.x / edge + blocks_x * (c.y / edge + blocks_y * (c.z / edge));
        keyed[s] = {block << (3 * bits) | morton(c.x % edge, c.y % edge, c.z % edge), static_cast<std::int32_t>(s)};
    }
    std::sort(keyed.begin(), keyed.end(),
              [](const Keyed& a, const Keyed& b) { return a.key != b.key ? a.key < b.key : a.sample < b.sample; });
    std::vector<std::int32_t> order(position.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = keyed[i].sample;
    return order;
}

}  // namespace fum

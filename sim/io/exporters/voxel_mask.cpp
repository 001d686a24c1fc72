#include "sim/io/exporters/voxel_mask.h"

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>

#include <cmath>

namespace fum {
namespace {

using Words = VoxelMask::Words;

int nearest(float x) { return static_cast<int>(x < 0 ? x - 0.5f : x + 0.5f); }

/// `here` with the bits of both neighbours of each voxel along an axis; `before` and `after` are the next blocks there.
template <int Axis>
Words widened(const Words& before, const Words& here, const Words& after) {
    Words wide;
    for (std::size_t x = 0; x < 8; ++x) {
        const std::uint64_t w = here[x];
        if constexpr (Axis == 0)
            wide[x] = w | (x > 0 ? here[x - 1] : before[7]) | (x < 7 ? here[x + 1] : after[0]);
        else if constexpr (Axis == 1)
            wide[x] = w | w << 8 | before[x] >> 56 | w >> 8 | after[x] << 56;
        else
            wide[x] = w | (w << 1 & 0xfefefefefefefefe) | (before[x] >> 7 & 0x0101010101010101) |
                      (w >> 1 & 0x7f7f7f7f7f7f7f7f) | (after[x] << 7 & 0x8080808080808080);
    }
    return wide;
}

/// All blocks along one axis, row by row.
template <int Axis>
void widen_along(const BlockBox& box, std::vector<Words>& words) {
    const int across = (Axis + 1) % 3, beyond = (Axis + 2) % 3;
    const Int3 n = box.blocks;
    tbb::parallel_for(tbb::blocked_range<int>(0, n[beyond]), [&](const auto& range) {
        for (int j = range.begin(); j < range.end(); ++j)
            for (int i = 0; i < n[across]; ++i) {
                Int3 b;
                b[across] = i, b[beyond] = j;
                Words before{};
                for (; b[Axis] < n[Axis]; ++b[Axis]) {
                    Int3 next = b;
                    ++next[Axis];
                    Words& here = words[box.index(b)];
                    const Words after = next[Axis] < n[Axis] ? words[box.index(next)] : Words{};
                    const Words narrow = here;
                    here = widened<Axis>(before, narrow, after);
                    before = narrow;
                }
            }
    });
}

}  // namespace

bool VoxelMask::meets(const Int3& v, const Float3& step) const {
    const float way = length(step), longest = way + 0.499f;
    if (way == 0) return has(v);
    const int points = static_cast<int>(std::ceil(longest));
    for (int i = 0; i <= points; ++i) {
        const Float3 d = step * (longest * static_cast<float>(i) / (static_cast<float>(points) * way));
        const Int3 away{nearest(d.x), nearest(d.y), nearest(d.z)};
        if (has(v + away) || has(v - away)) return true;
    }
    return false;
}

void VoxelMask::widen(int reach) {
    for (int i = 0; i < reach; ++i) {
        widen_along<0>(box_, words_);
        widen_along<1>(box_, words_);
        widen_along<2>(box_, words_);
    }
}

}  // namespace fum

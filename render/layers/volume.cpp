#include "render/layers/volume.h"

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>
#include <tbb/parallel_reduce.h>

#include <algorithm>
#include <array>
#include <limits>

namespace fum {
namespace {

std::size_t count_of(const Int3& n) { return static_cast<std::size_t>(n.x) * n.y * n.z; }

/// NaN, negative and infinite give 0.
float sane(float v) { return v > 0 && v <= std::numeric_limits<float>::max() ? v : 0; }

template <class Body>
void for_planes(int planes, const Body& body) {
    tbb::parallel_for(tbb::blocked_range<int>(0, planes, 4),
                      [&](const auto& range) { body(range.begin(), range.end()); });
}

/// Means over stride^3 nodes; a last, incomplete cell is left out.
std::vector<float> averaged(std::span<const float> smoke, const Int3& from, const Int3& to, int stride) {
    std::vector<float> out(count_of(to));
    const float weight = 1.0f / static_cast<float>(stride * stride * stride);
    for_planes(to.z, [&](int begin, int end) {
        for (int z = begin; z < end; ++z)
            for (int y = 0; y < to.y; ++y)
                for (int x = 0; x < to.x; ++x) {
                    float sum = 0;
                    for (int c = 0; c < stride; ++c)
                        for (int b = 0; b < stride; ++b) {
                            const std::size_t row =
                                (static_cast<std::size_t>(z * stride + c) * from.y + y * stride + b) * from.x;
                            for (int a = 0; a < stride; ++a) sum += sane(smoke[row + x * stride + a]);
                        }
                    out[(static_cast<std::size_t>(z) * to.y + y) * to.x + x] = sum * weight;
                }
    });
    return out;
}

float peak_of(std::span<const float> smoke) {
    return tbb::parallel_reduce(
        tbb::blocked_range<std::size_t>(0, smoke.size(), 1 << 16), 0.0f,
        [&](const auto& range, float peak) {
            for (std::size_t i = range.begin(); i < range.end(); ++i) peak = std::max(peak, sane(smoke[i]));
            return peak;
        },
        [](float a, float b) { return std::max(a, b); });
}

/// 0 at the ends of an axis of n texels, 1 inside, smooth between.
std::vector<float> fade(int n) {
    std::vector<float> out(static_cast<std::size_t>(n));
    const float width = std::min(std::max(3.0f, 0.04f * static_cast<float>(n)), 0.25f * static_cast<float>(n));
    for (int i = 0; i < n; ++i) {
        const float t = std::min(1.0f, static_cast<float>(std::min(i, n - 1 - i)) / width);
        out[static_cast<std::size_t>(i)] = t * t * (3 - 2 * t);
    }
    return out;
}

/// Smooths plane z of the smoke along x and y.
void smooth_plane(const float* smoke, const Int3& n, int z, std::vector<float>& row, std::vector<float>& out) {
    const float* plane = smoke + static_cast<std::size_t>(z) * n.y * n.x;
    for (int y = 0; y < n.y; ++y) {
        const float* here = plane + static_cast<std::size_t>(y) * n.x;
        const float* above = y + 1 < n.y ? here + n.x : here;
        const float* below = y > 0 ? here - n.x : here;
        for (int x = 0; x < n.x; ++x) row[x + 1] = (sane(below[x]) + 6 * sane(here[x]) + sane(above[x])) * 0.125f;
        row[0] = row[1];
        row[n.x + 1] = row[n.x];
        float* to = out.data() + static_cast<std::size_t>(y) * n.x;
        for (int x = 0; x < n.x; ++x) to[x] = (row[x] + 6 * row[x + 1] + row[x + 2]) * 0.125f;
    }
}

void smooth(Volume& v, const float* smoke, float negligible) {
    const Int3 n = v.nodes;
    const std::vector<float> fx = fade(n.x), fy = fade(n.y), fz = fade(n.z);
    const float scale = 65535 / v.peak;
    const std::size_t plane = static_cast<std::size_t>(n.x) * n.y;
    for_planes(n.z, [&](int begin, int end) {
        std::vector<float> row(static_cast<std::size_t>(n.x) + 2);
        std::array<std::vector<float>, 3> ring;  // plane z in ring[z % 3]
        for (auto& r : ring) r.resize(plane);
        const auto load = [&](int z) { smooth_plane(smoke, n, z, row, ring[z % 3]); };
        if (begin > 0) load(begin - 1);
        load(begin);
        for (int z = begin; z < end; ++z) {
            if (z + 1 < n.z) load(z + 1);
            const float* below = ring[(z > 0 ? z - 1 : z) % 3].data();
            const float* here = ring[z % 3].data();
            const float* above = ring[(z + 1 < n.z ? z + 1 : z) % 3].data();
            for (int y = 0; y < n.y; ++y) {
                const std::size_t at = static_cast<std::size_t>(y) * n.x;
                const float weight = fy[y] * fz[z];
                std::uint16_t* to = v.density.data() + z * plane + at;
                for (int x = 0; x < n.x; ++x) {
                    const float sum = (below[at + x] + 6 * here[at + x] + above[at + x]) * 0.125f;
                    const float left = std::max(sum - negligible, 0.0f) * fx[x] * weight;
                    to[x] = static_cast<std::uint16_t>(std::min(left * scale + 0.5f, 65535.0f));
                }
            }
        }
    });
}

void coarsen(Volume& v) {
    const Int3 n = v.nodes, h = v.half;
    for_planes(h.z, [&](int begin, int end) {
        for (int z = begin; z < end; ++z)
            for (int y = 0; y < h.y; ++y)
                for (int x = 0; x < h.x; ++x) {
                    std::uint32_t sum = 0;  // texels beyond the end are 0, as the fade makes the last ones
                    for (int c = 2 * z; c < std::min(2 * z + 2, n.z); ++c)
                        for (int b = 2 * y; b < std::min(2 * y + 2, n.y); ++b)
                            for (int a = 2 * x; a < std::min(2 * x + 2, n.x); ++a)
                                sum += v.density[(static_cast<std::size_t>(c) * n.y + b) * n.x + a];
                    v.coarse[(static_cast<std::size_t>(z) * h.y + y) * h.x + x] = static_cast<std::uint16_t>(sum / 8);
                }
    });
}

bool any(const Volume& v, const Int3& from, const Int3& to) {
    for (int z = from.z; z < to.z; ++z)
        for (int y = from.y; y < to.y; ++y) {
            const std::uint16_t* row = v.density.data() + (static_cast<std::size_t>(z) * v.nodes.y + y) * v.nodes.x;
            std::uint32_t sum = 0;
            for (int x = from.x; x < to.x; ++x) sum |= row[x];
            if (sum != 0) return true;
        }
    return false;
}

void find_occupied(Volume& v) {
    const Int3 n = v.nodes, b = v.bricks;
    const auto first = [](int i) { return std::max(i * Volume::brick - 1, 0); };
    const auto last = [](int i, int size) { return std::min((i + 1) * Volume::brick + 2, size); };
    for_planes(b.z, [&](int begin, int end) {
        for (int z = begin; z < end; ++z)
            for (int y = 0; y < b.y; ++y)
                for (int x = 0; x < b.x; ++x)
                    v.occupied[(static_cast<std::size_t>(z) * b.y + y) * b.x + x] =
                        any(v, {first(x), first(y), first(z)}, {last(x, n.x), last(y, n.y), last(z, n.z)}) ? 255 : 0;
    });
}

}  // namespace

Volume prepared(std::span<const float> smoke, const Int3& nodes, int max_side, float negligible) {
    Volume v;
    const int side = std::max({nodes.x, nodes.y, nodes.z});
    v.stride = std::max(1, (side + max_side - 1) / max_side);
    v.shift = 0.5f * static_cast<float>(v.stride - 1);
    v.nodes = {nodes.x / v.stride, nodes.y / v.stride, nodes.z / v.stride};
    if (smoke.empty() || count_of(v.nodes) == 0) return v;
    std::vector<float> reduced;
    if (v.stride > 1) smoke = reduced = averaged(smoke, nodes, v.nodes, v.stride);
    v.peak = peak_of(smoke);
    if (v.peak <= negligible) v.peak = 0;
    if (v.peak == 0) return v;

    const auto parts = [&](int n) {
        return Int3{(v.nodes.x + n - 1) / n, (v.nodes.y + n - 1) / n, (v.nodes.z + n - 1) / n};
    };
    v.half = parts(2);
    v.bricks = parts(Volume::brick);
    v.density.resize(count_of(v.nodes));
    v.coarse.resize(count_of(v.half));
    v.occupied.resize(count_of(v.bricks));
    smooth(v, smoke.data(), negligible);
    coarsen(v);
    find_occupied(v);
    return v;
}

}  // namespace fum

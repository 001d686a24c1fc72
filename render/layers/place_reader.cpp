#include "render/layers/place_reader.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace fum {
namespace {

constexpr std::size_t corners = 8;
using Texels = std::array<float, 4 * corners>;  // [z][y][x][component]

}  // namespace

void PlaceReader::ask(const GpuField& flow, std::span<const Float3> nodes, std::uint64_t tag) {
    fence_.forget();
    const Int3& n = flow.nodes;
    if (flow.texture == 0 || nodes.empty() || std::min({n.x, n.y, n.z}) < 2) return;
    if (nodes.size() > room_ || !texels_) {
        room_ = nodes.size();
        texels_ = gl::make_buffer(static_cast<GLsizeiptr>(room_ * sizeof(Texels)), nullptr, GL_CLIENT_STORAGE_BIT);
    }
    shares_.assign(nodes.size(), Float3{-1, 0, 0});
    tag_ = tag;
    glPixelStorei(GL_PACK_ALIGNMENT, 4);
    glBindBuffer(GL_PIXEL_PACK_BUFFER, texels_.id());
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        Float3 p = nodes[i];
        Int3 low;
        bool inside = true;
        for (int d = 0; d < 3; ++d) {
            const auto last = static_cast<float>(n[d] - 1);
            inside = inside && p[d] >= -0.501f && p[d] <= last + 0.501f;  // to the faces, half a cell beyond the nodes
            p[d] = std::clamp(inside ? p[d] : 0, 0.0f, last);
            low[d] = std::clamp(static_cast<int>(p[d]), 0, n[d] - 2);
        }
        if (!inside) continue;
        shares_[i] = p - cast<float>(low);
        const auto offset = static_cast<std::uintptr_t>(i * sizeof(Texels));
        glGetTextureSubImage(flow.texture, 0, low.x, low.y, low.z, 2, 2, 2, GL_RGBA, GL_FLOAT, sizeof(Texels),
                             reinterpret_cast<void*>(offset));
    }
    glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
    fence_.put();
}

std::optional<PlaceReader::Answer> PlaceReader::take() {
    if (!fence_.passed()) return std::nullopt;
    std::vector<Texels> texels(shares_.size());
    glGetNamedBufferSubData(texels_.id(), 0, static_cast<GLsizeiptr>(texels.size() * sizeof(Texels)), texels.data());
    Answer answer{tag_, std::vector<FlowAt>(shares_.size())};
    for (std::size_t i = 0; i < shares_.size(); ++i) {
        const Float3& s = shares_[i];
        if (s.x < 0) continue;
        FlowAt& at = answer.values[i];
        at.inside = true;
        for (std::size_t c = 0; c < corners; ++c) {
            const float weight = (c & 1 ? s.x : 1 - s.x) * (c & 2 ? s.y : 1 - s.y) * (c & 4 ? s.z : 1 - s.z);
            const float* v = texels[i].data() + 4 * c;
            at.u += Float3{v[0], v[1], v[2]} * weight;
            at.rho_less_1 += v[3] * weight;
        }
    }
    return answer;
}

}  // namespace fum

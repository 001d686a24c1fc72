#include "render/layers/shown_solids.h"

#include <bit>

namespace fum {
namespace {

/// FNV-1a (Fowler, Noll and Vo) over identities and places.
std::uint64_t key_of(std::span<const PreviewSolid> solids) {
    std::uint64_t key = 14695981039346656037ull;
    const auto add = [&](std::uint64_t word) { key = (key ^ word) * 1099511628211ull; };
    for (const PreviewSolid& s : solids) {
        add(s.id);
        for (const double v : {s.turn.w, s.turn.x, s.turn.y, s.turn.z, s.position.x, s.position.y, s.position.z})
            add(std::bit_cast<std::uint64_t>(v));
    }
    return key;
}

}  // namespace

void ShownSolidsLayer::prepare(DrawView& view) {
    solids_.prepare(solids, reference);
    if (solids_.empty()) return;
    view.frame.shadow_from_world = shadow_projection(view.key, solids_.bounds());
    view.frame.picture.w = 1;
    view.solids_key = key_of(solids);
}

void ShownSolidsLayer::light(const DrawView& view) {
    if (solids_.empty()) return;
    if (view.solids_key == lit_key_ && view.key == lit_from_) return solids_.bind_key_depth();
    solids_.draw_key_depth();
    lit_key_ = view.solids_key;
    lit_from_ = view.key;
}

void ShownSolidsLayer::draw(const DrawView&) {
    if (solids_.empty()) return;
    solids_.draw(true);
    glEnable(GL_DEPTH_TEST);
}

}  // namespace fum

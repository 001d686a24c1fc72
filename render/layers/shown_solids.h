// The preview's solids in the viewport's list.
#pragma once

#include <cstdint>
#include <glm/vec3.hpp>
#include <vector>

#include "render/layers/layer.h"
#include "render/layers/solids.h"

namespace fum {

class ShownSolidsLayer : public Layer {
public:
    std::string_view name() const override { return "solids"; }
    void prepare(DrawView&) override;
    void light(const DrawView&) override;
    void draw(const DrawView&) override;

    std::vector<PreviewSolid> solids;  ///< spans must outlive the next draw
    Double3 reference{};               ///< of the world's coordinates, metres

private:
    SolidsLayer solids_;
    std::uint64_t lit_key_ = 0;  // of the solids in the key light's depth map
    glm::vec3 lit_from_{};
};

}  // namespace fum

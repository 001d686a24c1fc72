// The preview's solids in the viewport's list.
#pragma once

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
};

}  // namespace fum

// A quantity of a flow as a share of a level, with what marching through it needs.
#pragma once

#include "render/layers/field.h"

namespace fum {

/// Half floats end at 65504 and grow coarse below 6e-5: the scalar is kept as its ratio to the level.
class LevelField {
public:
    /// What the field holds has changed.
    void changed() { dirty_ = true; }

    /// Makes the scalar anew if it is another one. `scale`: from lattice to the level's units.
    void update(const GpuField&, ShownQuantity, float scale, float level);
    /// Binds it as scalar_map and its bricks as brick_map.
    void bind() const;

private:
    FieldTools tools_;
    Pyramid pyramid_;
    gl::Texture scalar_;
    bool dirty_ = true;
    ShownQuantity quantity_{};
    float level_ = 0, scale_ = 0;
    GLuint from_ = 0;
};

}  // namespace fum

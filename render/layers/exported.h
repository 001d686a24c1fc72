// Smoke as the files will hold it: what is below a share of the peak left out, the rest in half precision.
#pragma once

#include "render/gl.h"
#include "sim/core/vec.h"

namespace fum {

class ExportedSmoke {
public:
    ExportedSmoke();

    /// Makes texture() anew from a scalar. `tolerance`: share of the peak. Waits for the GPU.
    void make(GLuint scalar, const Int3& nodes, float tolerance);

    GLuint texture() const { return kept_.id(); }      ///< R16F
    double kept_share() const { return kept_share_; }  ///< of all voxels

private:
    gl::Program program_;
    gl::Buffer counted_;
    gl::Texture kept_;
    Int3 nodes_{};
    double kept_share_ = 0;
};

}  // namespace fum

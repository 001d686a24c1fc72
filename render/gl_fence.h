// Whether the GPU has come to a place among its commands; nothing waits.
#pragma once

#include <utility>

#include "render/gl.h"

namespace fum::gl {

class Fence {
public:
    /// Here. Forgets the place before.
    void put() {
        forget();
        sync_ = glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
    }
    bool waiting() const { return sync_ != nullptr; }
    /// True once, when the GPU has come there.
    bool passed() {
        if (!sync_ || glClientWaitSync(sync_, GL_SYNC_FLUSH_COMMANDS_BIT, 0) == GL_TIMEOUT_EXPIRED) return false;
        forget();
        return true;
    }
    void forget() {
        if (GLsync sync = std::exchange(sync_, nullptr)) glDeleteSync(sync);
    }

    Fence() = default;
    Fence(const Fence&) = delete;
    Fence& operator=(const Fence&) = delete;
    ~Fence() { forget(); }

private:
    GLsync sync_ = nullptr;
};

}  // namespace fum::gl

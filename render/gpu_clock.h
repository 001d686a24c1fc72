// Times on the GPU's clock, read when they are ready: nothing waits.
#pragma once

#include <array>

#include "render/gl.h"

namespace fum {

/// One stretch of commands that comes again in every picture.
class GpuClock {
public:
    void start() {
        auto& pair = pairs_[next_];
        if (pair[0] == 0) glCreateQueries(GL_TIMESTAMP, 2, pair.data());
        collect();
        glQueryCounter(pair[0], GL_TIMESTAMP);
    }
    void stop() {
        glQueryCounter(pairs_[next_][1], GL_TIMESTAMP);
        waiting_[next_] = true;
        next_ = (next_ + 1) % pairs_.size();
    }
    double ms() const { return ms_; }

    GpuClock() = default;
    GpuClock(const GpuClock&) = delete;
    ~GpuClock() {
        for (auto& pair : pairs_)
            if (pair[0] != 0) glDeleteQueries(2, pair.data());
    }

private:
    void collect() {
        for (std::size_t i = 0; i < pairs_.size(); ++i) {
            GLint ready = 0;
            if (!waiting_[i]) continue;
            glGetQueryObjectiv(pairs_[i][1], GL_QUERY_RESULT_AVAILABLE, &ready);
            if (!ready) continue;
            GLuint64 from = 0, to = 0;
            glGetQueryObjectui64v(pairs_[i][0], GL_QUERY_RESULT, &from);
            glGetQueryObjectui64v(pairs_[i][1], GL_QUERY_RESULT, &to);
            ms_ = to > from ? static_cast<double>(to - from) * 1e-6 : 0;
            waiting_[i] = false;
        }
    }

    std::array<std::array<GLuint, 2>, 4> pairs_{};
    std::array<bool, 4> waiting_{};
    std::size_t next_ = 0;
    double ms_ = 0;
};

}  // namespace fum

// What the OpenGL driver complains about (KHR_debug).
#pragma once

#include <string>
#include <vector>

namespace fum {

/// Collects errors and undefined behaviour from now on, of the context that is current; performance hints and notes are
/// left out. One at a time; messages come at the call that caused them. Without KHR_debug it stays empty.
class GlDebug {
public:
    GlDebug();
    ~GlDebug();
    GlDebug(const GlDebug&) = delete;
    GlDebug& operator=(const GlDebug&) = delete;

    /// What has come since the last call; a message that comes again and again is kept once.
    std::vector<std::string> take();

private:
    std::vector<std::string> messages_;
};

}  // namespace fum

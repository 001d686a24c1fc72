#include "render/gl_debug.h"

#include <glad/gl.h>

#include <algorithm>
#include <utility>

namespace fum {
namespace {

void GLAD_API_PTR note(GLenum, GLenum type, GLuint, GLenum severity, GLsizei length, const GLchar* text,
                       const void* to) {
    const bool wrong = type == GL_DEBUG_TYPE_ERROR || type == GL_DEBUG_TYPE_UNDEFINED_BEHAVIOR ||
                       (severity == GL_DEBUG_SEVERITY_HIGH && type != GL_DEBUG_TYPE_PERFORMANCE);
    if (!wrong) return;
    auto& messages = *static_cast<std::vector<std::string>*>(const_cast<void*>(to));
    const std::string message(text, length < 0 ? std::char_traits<char>::length(text) : length);
    if (messages.size() < 100 && std::find(messages.begin(), messages.end(), message) == messages.end())
        messages.push_back(message);
}

}  // namespace

GlDebug::GlDebug() {
    glEnable(GL_DEBUG_OUTPUT);
    glEnable(GL_DEBUG_OUTPUT_SYNCHRONOUS);
    glDebugMessageCallback(note, &messages_);
}

GlDebug::~GlDebug() {
    glDebugMessageCallback(nullptr, nullptr);
    glDisable(GL_DEBUG_OUTPUT);
}

std::vector<std::string> GlDebug::take() { return std::exchange(messages_, {}); }

}  // namespace fum

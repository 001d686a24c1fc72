#include "render/shader.h"

#include <fmt/core.h>

#include "sim/core/error.h"

namespace fum {
namespace {

std::string_view source_of(std::string_view name) {
    for (const EmbeddedShader& shader : embedded_shaders())
        if (shader.name == name) return shader.source;
    throw Error(Exit::device, fmt::format("The shader {} is not part of this program.", name));
}

/// Source with its includes in place. Compilers report string `number`: 0 is the file itself, n the n-th include.
std::string expanded(std::string_view name) {
    constexpr std::string_view word = "#include \"";
    std::string_view rest = source_of(name);
    std::string text;
    int line = 1, includes = 0;
    while (!rest.empty()) {
        const std::size_t end = std::min(rest.find('\n'), rest.size() - 1);
        const std::string_view current = rest.substr(0, end + 1);
        rest.remove_prefix(end + 1);
        ++line;
        if (!current.starts_with(word)) {
            text += current;
            continue;
        }
        const std::string_view file = current.substr(word.size(), current.find('"', word.size()) - word.size());
        text += fmt::format("#line 1 {}\n{}\n#line {} 0\n", ++includes, source_of(file), line);
    }
    return text;
}

GLenum stage_of(std::string_view name) {
    return name.ends_with(".vert")   ? GL_VERTEX_SHADER
           : name.ends_with(".frag") ? GL_FRAGMENT_SHADER
                                     : GL_COMPUTE_SHADER;
}

gl::Shader compiled(std::string_view name) {
    gl::Shader shader(glCreateShader(stage_of(name)));
    const std::string text = expanded(name);
    const char* pointer = text.c_str();
    glShaderSource(shader.id(), 1, &pointer, nullptr);
    glCompileShader(shader.id());
    GLint good = 0;
    glGetShaderiv(shader.id(), GL_COMPILE_STATUS, &good);
    if (good) return shader;
    std::string log(4096, '\0');
    GLsizei length = 0;
    glGetShaderInfoLog(shader.id(), static_cast<GLsizei>(log.size()), &length, log.data());
    log.resize(static_cast<std::size_t>(length));
    throw Error(Exit::device, fmt::format("The shader {} does not compile here: {}", name, log));
}

}  // namespace

gl::Program make_program(std::initializer_list<std::string_view> names) {
    gl::Program program(glCreateProgram());
    std::string together;
    for (const std::string_view name : names) {
        glAttachShader(program.id(), compiled(name).id());  // stays until the program goes
        together += fmt::format("{}{}", together.empty() ? "" : " + ", name);
    }
    glLinkProgram(program.id());
    GLint good = 0;
    glGetProgramiv(program.id(), GL_LINK_STATUS, &good);
    if (good) return program;
    std::string log(4096, '\0');
    GLsizei length = 0;
    glGetProgramInfoLog(program.id(), static_cast<GLsizei>(log.size()), &length, log.data());
    log.resize(static_cast<std::size_t>(length));
    throw Error(Exit::device, fmt::format("The shaders {} do not link here: {}", together, log));
}

}  // namespace fum

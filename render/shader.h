// GLSL programs from the files in /shaders, which travel inside the program.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "render/gl.h"

namespace fum {

struct EmbeddedShader {
    std::string_view name;  ///< "smoke.frag"
    std::string_view source;
};

/// Every file of /shaders; made by scripts/embed.cmake.
const std::vector<EmbeddedShader>& embedded_shaders();

/// Compiles and links the named files; the ending says the stage (.vert, .frag, .comp). A line `#include "x.glsl"` is
/// replaced by that file. Throws Error(device) with the file's name and the compiler's log.
gl::Program make_program(std::initializer_list<std::string_view> names);

}  // namespace fum

# cmake -DOUT=embedded_shaders.cpp "-DSHADERS=a.frag;b.vert" -P embed_shaders.cmake
# Turns shader files into the table that shader.cpp declares.
set(text "#include \"render/shader.h\"\n\nnamespace fum {\n\nconst std::vector<EmbeddedShader>& embedded_shaders() {\n")
string(APPEND text "    static const std::vector<EmbeddedShader> all{\n")
foreach(path IN LISTS SHADERS)
  get_filename_component(name ${path} NAME)
  file(READ ${path} source)
  string(APPEND text "{\"${name}\", R\"glsl(${source})glsl\"},\n")
endforeach()
string(APPEND text "    };\n    return all;\n}\n\n}  // namespace fum\n")
file(WRITE ${OUT} "${text}")

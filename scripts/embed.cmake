# cmake -DOUT=table.cpp -DHEADER=app/templates.h -DTYPE=std::map<...> -DNAME=embedded_templates "-DFILES=a.in;b.in" -P embed.cmake
# Turns files into the table of their names and texts that NAME() of HEADER returns, so that they travel in the program.
set(text "#include \"${HEADER}\"\n\nnamespace fum {\n\nconst ${TYPE}& ${NAME}() {\n    static const ${TYPE} all{\n")
foreach(path IN LISTS FILES)
  get_filename_component(name ${path} NAME)
  file(READ ${path} source)
  string(APPEND text "{\"${name}\", R\"embedded(${source})embedded\"},\n")
endforeach()
string(APPEND text "    };\n    return all;\n}\n\n}  // namespace fum\n")
file(WRITE ${OUT} "${text}")

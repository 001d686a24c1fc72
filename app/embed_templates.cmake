# cmake -DOUT=embedded_templates.cpp "-DTEMPLATES=a.xml.in;b.py.in" -P embed_templates.cmake
# Turns the files of assets/export into the table that templates.h declares.
set(text "#include \"app/templates.h\"\n\nnamespace fum {\n\nconst std::map<std::string_view, std::string_view>& embedded_templates() {\n")
string(APPEND text "    static const std::map<std::string_view, std::string_view> all{\n")
foreach(path IN LISTS TEMPLATES)
  get_filename_component(name ${path} NAME)
  file(READ ${path} source)
  string(APPEND text "{\"${name}\", R\"template(${source})template\"},\n")
endforeach()
string(APPEND text "    };\n    return all;\n}\n\n}  // namespace fum\n")
file(WRITE ${OUT} "${text}")

# fumarole_exporters: formats of other programs that need no library of theirs (Mitsuba, ParaView, OpenUSD, surfaces).
add_library(fumarole_exporters STATIC
  io/exporters/dense.cpp io/exporters/staged_file.cpp io/exporters/surface.cpp io/exporters/usda.cpp io/exporters/vol.cpp
  io/exporters/vti.cpp)
target_link_libraries(fumarole_exporters PUBLIC fumarole_core PRIVATE fmt::fmt-header-only)

# The scene: plain data, parameter tables, units, TOML (toml++ is included in io/scene_toml.cpp alone).
find_package(tomlplusplus REQUIRED)
add_library(fumarole_scene STATIC core/param.cpp scene.cpp scene_validate.cpp units.cpp io/scene_toml.cpp io/scene_text.cpp)
target_link_libraries(fumarole_scene PUBLIC fumarole_core PRIVATE fmt::fmt-header-only tomlplusplus::tomlplusplus)

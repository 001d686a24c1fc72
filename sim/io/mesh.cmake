# Triangle meshes: the only target that sees Assimp and tinyobjloader (its library for double).
find_package(assimp 5.2 REQUIRED)
find_package(tinyobjloader REQUIRED)
find_package(nlohmann_json 3.11 REQUIRED)
add_library(fumarole_mesh STATIC
  io/mesh.cpp io/mesh_assimp.cpp io/mesh_gltf_check.cpp io/mesh_obj.cpp io/mesh_obj_text.cpp io/mesh_polygon.cpp io/mesh_promises.cpp
  io/mesh_settle.cpp io/mesh_stl.cpp io/mesh_text.cpp io/mesh_write.cpp
  io/mesh_shapes.cpp io/mesh_aircraft.cpp)
target_link_libraries(fumarole_mesh PUBLIC fumarole_core
  PRIVATE assimp::assimp tinyobjloader::tinyobjloader_double nlohmann_json::nlohmann_json fmt::fmt-header-only)

if(FUM_TESTS)
  add_executable(fum_mesh_survey ${CMAKE_SOURCE_DIR}/tests/support/mesh_survey.cpp)
  target_link_libraries(fum_mesh_survey PRIVATE fumarole_mesh fmt::fmt-header-only)
endif()

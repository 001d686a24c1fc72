# fumarole_vdb: the OpenVDB exporter. Included from sim/CMakeLists.txt. Without OpenVDB the same functions exist and
# throw a sentence that says so.
set(fum_vdb OFF)
set(fum_vdb_why "switched off (FUM_WITH_VDB=OFF)")
if(FUM_WITH_VDB)
  # FindOpenVDB.cmake stops the configuration where Boost is missing; asked first, it cannot.
  find_package(Boost QUIET COMPONENTS iostreams)
  list(APPEND CMAKE_MODULE_PATH "/usr/lib/${CMAKE_LIBRARY_ARCHITECTURE}/cmake/OpenVDB" "/usr/local/lib/cmake/OpenVDB")
  if(Boost_IOSTREAMS_FOUND)
    find_package(OpenVDB 10 QUIET COMPONENTS openvdb)
    set(fum_vdb_why "OpenVDB 10 or later was not found (Debian: libopenvdb-dev)")
  else()
    set(fum_vdb_why "Boost iostreams was not found (Debian: libboost-iostreams-dev)")
  endif()
  if(TARGET OpenVDB::openvdb)
    set(fum_vdb ON)
  endif()
endif()

# What needs no OpenVDB is built either way.
set(fum_vdb_sources io/exporters/profile.cpp io/exporters/vdb_blocks.cpp io/exporters/vdb_check.cpp io/exporters/vdb_size.cpp
    io/exporters/voxel_mask.cpp)
if(fum_vdb)
  add_library(fumarole_vdb STATIC io/exporters/vdb.cpp ${fum_vdb_sources})
  target_link_libraries(fumarole_vdb PRIVATE OpenVDB::openvdb)
  fum_row("OpenVDB frames" "yes, OpenVDB ${OpenVDB_VERSION}")
else()
  add_library(fumarole_vdb STATIC io/exporters/vdb_missing.cpp ${fum_vdb_sources})
  fum_row("OpenVDB frames" "no: ${fum_vdb_why}; runs write no .vdb")
endif()
target_link_libraries(fumarole_vdb PUBLIC fumarole_core fumarole_scene PRIVATE fumarole_exporters TBB::tbb fmt::fmt-header-only)

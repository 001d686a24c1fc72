# The program: its parts linked into a test, and the built binary driven from outside.
fum_tests(app app LINK fumarole_session)

# Files for the programs of others, read by those programs (Mitsuba, VTK, OpenUSD: see requirements.txt; vdb_print, ffprobe).
add_executable(fum_write_exports ${CMAKE_SOURCE_DIR}/tests/support/write_exports.cpp)
target_link_libraries(fum_write_exports PRIVATE fumarole_exporters)

find_program(FUM_PYTHON NAMES python3 PATHS /usr/bin NO_DEFAULT_PATH)
if(FUM_PYTHON)
  # fum_app_script(SCRIPT PREFIX CASE...): one test a case of tests/app/SCRIPT, named PREFIX.CASE.
  function(fum_app_script script prefix)
    foreach(case IN LISTS ARGN)
      add_test(NAME ${prefix}.${case} COMMAND ${FUM_PYTHON} ${CMAKE_SOURCE_DIR}/tests/app/${script} ${case})
      set_tests_properties(${prefix}.${case} PROPERTIES LABELS app TIMEOUT 300
        ENVIRONMENT "FUMAROLE=$<TARGET_FILE:fumarole>;FUM_SOURCE_DIR=${CMAKE_SOURCE_DIR};FUM_WRITE_EXPORTS=$<TARGET_FILE:fum_write_exports>")
      if(prefix STREQUAL "exports")
        set_tests_properties(${prefix}.${case} PROPERTIES SKIP_RETURN_CODE 77)
      endif()
    endforeach()
  endfunction()
  fum_app_script(tune_cli_test.py cli Tune TuneKeeps)
  fum_app_script(exports_test.py exports Corners Frames Usd Surfaces Programs Scripts Vdb Films)
  fum_app_script(continue_cli_test.py cli Continue Movies)
  fum_app_script(cli_test.py cli Usage Scenes Outputs Sequences Devices Signals Documents Wrong)
endif()

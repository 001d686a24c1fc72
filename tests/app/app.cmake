# The program: its parts linked into a test, and the built binary driven from outside.
fum_tests(app app LINK fumarole_session)

# Files for the programs of others, read by those programs (Mitsuba, VTK, OpenUSD: see requirements.txt; vdb_print, ffprobe).
add_executable(fum_write_exports ${CMAKE_SOURCE_DIR}/tests/support/write_exports.cpp)
target_link_libraries(fum_write_exports PRIVATE fumarole_exporters)

find_program(FUM_PYTHON NAMES python3 PATHS /usr/bin NO_DEFAULT_PATH)
if(FUM_PYTHON)
  foreach(case Tune TuneKeeps)
    add_test(NAME cli.${case} COMMAND ${FUM_PYTHON} ${CMAKE_CURRENT_LIST_DIR}/tune_cli_test.py ${case})
    set_tests_properties(cli.${case} PROPERTIES LABELS app TIMEOUT 300
      ENVIRONMENT "FUMAROLE=$<TARGET_FILE:fumarole>;FUM_SOURCE_DIR=${CMAKE_SOURCE_DIR}")
  endforeach()
  foreach(case Corners Frames Usd Surfaces Programs Scripts Vdb Films)
    add_test(NAME exports.${case} COMMAND ${FUM_PYTHON} ${CMAKE_CURRENT_LIST_DIR}/exports_test.py ${case})
    set_tests_properties(exports.${case} PROPERTIES LABELS app TIMEOUT 300 SKIP_RETURN_CODE 77
      ENVIRONMENT "FUMAROLE=$<TARGET_FILE:fumarole>;FUM_SOURCE_DIR=${CMAKE_SOURCE_DIR};FUM_WRITE_EXPORTS=$<TARGET_FILE:fum_write_exports>")
  endforeach()
  foreach(case Continue Movies)
    add_test(NAME cli.${case} COMMAND ${FUM_PYTHON} ${CMAKE_CURRENT_LIST_DIR}/continue_cli_test.py ${case})
    set_tests_properties(cli.${case} PROPERTIES LABELS app TIMEOUT 300
      ENVIRONMENT "FUMAROLE=$<TARGET_FILE:fumarole>;FUM_SOURCE_DIR=${CMAKE_SOURCE_DIR}")
  endforeach()
  foreach(case Usage Scenes Outputs Sequences Devices Signals Documents Wrong)
    add_test(NAME cli.${case} COMMAND ${FUM_PYTHON} ${CMAKE_CURRENT_LIST_DIR}/cli_test.py ${case})
    set_tests_properties(cli.${case} PROPERTIES LABELS app TIMEOUT 300
      ENVIRONMENT "FUMAROLE=$<TARGET_FILE:fumarole>;FUM_SOURCE_DIR=${CMAKE_SOURCE_DIR}")
  endforeach()
endif()

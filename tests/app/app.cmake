# The program: its parts linked into a test, and the built binary driven from outside.
fum_tests(app app LINK fumarole_session)

find_program(FUM_PYTHON NAMES python3 PATHS /usr/bin NO_DEFAULT_PATH)
if(FUM_PYTHON)
  foreach(case Tune TuneKeeps)
    add_test(NAME cli.${case} COMMAND ${FUM_PYTHON} ${CMAKE_CURRENT_LIST_DIR}/tune_cli_test.py ${case})
    set_tests_properties(cli.${case} PROPERTIES LABELS app TIMEOUT 300
      ENVIRONMENT "FUMAROLE=$<TARGET_FILE:fumarole>;FUM_SOURCE_DIR=${CMAKE_SOURCE_DIR}")
  endforeach()
  foreach(case Usage Scenes Outputs Devices Signals Documents Wrong)
    add_test(NAME cli.${case} COMMAND ${FUM_PYTHON} ${CMAKE_CURRENT_LIST_DIR}/cli_test.py ${case})
    set_tests_properties(cli.${case} PROPERTIES LABELS app TIMEOUT 300
      ENVIRONMENT "FUMAROLE=$<TARGET_FILE:fumarole>;FUM_SOURCE_DIR=${CMAKE_SOURCE_DIR}")
  endforeach()
endif()

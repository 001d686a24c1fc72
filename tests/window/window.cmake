# The window: driven by real input under Xvfb, by scripts off screen, and by a monkey. Included from tests/CMakeLists.txt.
if(FUM_WINDOW)
  fum_tests(window app LINK fumarole_session fumarole_render)
  target_sources(fum_window_tests PRIVATE ${CMAKE_SOURCE_DIR}/tests/app/live_parameters.cpp)
endif()

find_program(FUM_PYTHON NAMES python3 PATHS /usr/bin NO_DEFAULT_PATH)
if(FUM_PYTHON AND FUM_WINDOW)
  set(window_environment "FUMAROLE=$<TARGET_FILE:fumarole>;FUM_SOURCE_DIR=${CMAKE_SOURCE_DIR}"
      "FUM_PICTURES=${CMAKE_BINARY_DIR}/window_pictures")
  function(fum_window_test file case)
    add_test(NAME window.${case} COMMAND ${FUM_PYTHON} ${CMAKE_SOURCE_DIR}/tests/window/${file}.py ${case})
    # Two processors: solver and pictures are two threads, and both are timed loosely.
    set_tests_properties(window.${case} PROPERTIES LABELS window TIMEOUT 400 SKIP_RETURN_CODE 77 PROCESSORS 2
      ENVIRONMENT "${window_environment}")
  endfunction()
  foreach(case Session Endings)
    fum_window_test(xvfb_test ${case})
  endforeach()
  foreach(case Language Actions Documents Sizes Damaged Display)
    fum_window_test(script_test ${case})
  endforeach()
  fum_window_test(looks_test Looks)
  fum_window_test(monkey_test Monkey)
  # scripts/test.sh runs the monkey alone in the build with sanitizers.
  set_tests_properties(window.Monkey PROPERTIES LABELS "window;monkey" TIMEOUT 400)
endif()

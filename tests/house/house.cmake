# The house's rules, read from the sources. Included from tests/CMakeLists.txt.
find_package(Python3 REQUIRED COMPONENTS Interpreter)
add_test(NAME house.layers COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_LIST_DIR}/layers.py ${CMAKE_SOURCE_DIR})
add_test(NAME house.layers_can_fail COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_LIST_DIR}/layers.py --self-test)
set_tests_properties(house.layers house.layers_can_fail PROPERTIES LABELS house TIMEOUT 60)

// The parameter tables as texts for people and machines.
#pragma once

#include <string>

namespace fum {

std::string parameters_help();      ///< for --help: one line a parameter
std::string parameters_markdown();  ///< the table of the README
std::string parameters_json();      ///< --print-schema

}  // namespace fum

// Texts of assets/export, which travel inside the program; @WORDS@ in them are filled in.
#pragma once

#include <map>
#include <string>
#include <string_view>

namespace fum {

/// File name -> text. Made at build time by scripts/embed.cmake.
const std::map<std::string_view, std::string_view>& embedded_templates();

/// The template `name` with every @WORD@ replaced by words.at("WORD"). A word without a value is a bug: throws
/// std::logic_error.
std::string filled(std::string_view name, const std::map<std::string, std::string>& words);

}  // namespace fum

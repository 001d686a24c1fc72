// The gate before the OBJ library: text goes in as a file has it, text comes out that no reader can misunderstand.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "sim/core/error.h"

namespace fum {

/// Only lines "v x y z" (finite numbers, points) and "f a b c ..." (indices from 1, each in range, three or more).
struct PlainObj {
    std::string text;
    std::vector<std::int32_t> not_finite;  ///< vertices, from 0, that had a nan or an infinity; "v 0 0 0" in the text
    std::int64_t vertices = 0;
    std::int64_t faces = 0;      ///< in the text
    std::int64_t bad_faces = 0;  ///< left out
    Issues issues;               ///< with line numbers
};

/// Throws Error(input): binary or UTF-16 text, decimal commas, words that are no numbers, no face at all.
PlainObj plain_obj(const std::filesystem::path& path, std::string_view bytes);

}  // namespace fum

// A parameter's full key in parts.
#pragma once

#include <charconv>
#include <optional>
#include <string>

#include "sim/scene.h"

namespace fum {

/// "solid[2].scale": section "solid", index 2, name "scale".
struct ParamKey {
    std::string section, name;
    std::size_t index = 0;

    explicit ParamKey(const std::string& key) {
        const std::size_t dot = key.rfind('.');
        name = key.substr(dot + 1);
        section = dot == std::string::npos ? "" : key.substr(0, dot);
        if (const std::size_t at = section.find('['); at != std::string::npos) {
            std::from_chars(section.data() + at + 1, section.data() + section.size(), index);
            section.resize(at);
        }
    }

    /// The face of "boundary.ymax".
    std::optional<std::size_t> face() const {
        for (std::size_t f = 0; f < 6; ++f)
            if (section == "boundary." + std::string(face_names[f])) return f;
        return {};
    }
};

}  // namespace fum

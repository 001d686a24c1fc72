// Scenes as TOML files. toml++ is included in scene_toml.cpp alone.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>

#include "sim/core/param.h"
#include "sim/scene.h"

namespace fum {

/// What a text said: as much of the scene as could be understood, and everything that is wrong with it (unknown keys
/// with the nearest valid one, wrong types, syntax, and all of validate()), with lines where the text has them.
struct SceneFile {
    Scene scene;
    Issues issues;
};

/// Reads a scene file over `start`, then the settings ("fluid.re=1e5", "solid[0].name=ball", "solid.ball.size_m=0.2").
/// Throws Error(input) if the file cannot be read; all else is an issue.
SceneFile load_scene(const std::filesystem::path&, std::span<const std::string> settings = {}, const Scene& start = {});

/// The same from a text; `name` stands in the issues, relative paths start at `folder`.
SceneFile parse_scene(std::string_view toml, const std::string& name, const std::filesystem::path& folder,
                      std::span<const std::string> settings = {}, const Scene& start = {});

/// One "key=value" of --set. The value is TOML; texts, names and paths need no quotes.
Issues apply_setting(Scene&, std::string_view setting);

/// The text of one value, as behind the '=' of --set, into a parameter. Returns what is wrong with it.
std::string write_setting(const ParamRef&, const std::string& text);

/// A commented TOML text that reads back equal.
std::string scene_text(const Scene&);

/// The same for a file in another folder: relative paths lead from there to the same files.
std::string scene_text_in(const Scene&, const std::filesystem::path& folder);

/// Writes it; a file that was there before becomes `path`.bak. Relative paths are rewritten so that they still lead to
/// the same files. Throws Error(output).
void save_scene(const Scene&, const std::filesystem::path&);

}  // namespace fum

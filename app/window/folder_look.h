// What an output folder holds before an export goes there.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "sim/scene.h"

namespace fum {

struct FolderLook {
    std::filesystem::path folder;
    bool exists = false;
    std::string fault;  ///< why nothing can be written there; empty: it can
    std::optional<std::int64_t> free_bytes;

    int files = 0;            ///< of a sequence of the scene's name
    std::vector<int> frames;  ///< in its manifest and there, ascending
    std::int64_t bytes = 0;   ///< of their OpenVDB files
    std::string state;        ///< of its manifest: "finished", "interrupted"; empty: there is none that is understood
    std::string differs;      ///< why it cannot be gone on with; empty: it can
    bool has_pictures = false, has_mitsuba = false, has_film = false;

    bool holds_sequence() const { return files > 0; }
    bool can_continue() const { return holds_sequence() && differs.empty(); }
    /// Of the frames `first` to `last`, those that are in it.
    int frames_within(int first, int last) const;
};

/// Reads the folder's names and its manifest, no frame. Never throws.
FolderLook look_into(const std::filesystem::path& folder, const Scene&);

/// The folder an export goes to if nothing else is chosen: as a run chooses it. Absolute.
std::filesystem::path usual_folder(const Scene&);

}  // namespace fum

// The open scene: edits that can be undone, its file, what is wrong with it, and what its edits cost a run.
#pragma once

#include <deque>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "app/open_scene.h"
#include "app/scene_change.h"
#include "sim/core/param.h"
#include "sim/io/mesh.h"
#include "sim/scene.h"

namespace fum {

class Document {
public:
    static constexpr std::size_t most_undos = 200;

    /// A new, empty scene without a file.
    Document();

    /// A scene file becomes the document's; a preset or a mesh (as open_scene() has it) only its beginning. Throws
    /// Error(input), then nothing has changed.
    void open(const std::filesystem::path& scene, const OpenOptions& = {});
    void begin_from(const std::filesystem::path& preset_or_mesh, const OpenOptions& = {});
    void begin_from(Scene);
    /// A scene that was rescued: without a file, and all of it not saved.
    void rescue(Scene);

    /// Temporary file, then rename; what was there stays as .bak. Throws Error(output), Error(usage) without a path.
    void save();
    void save_as(const std::filesystem::path&);

    const Scene& scene() const { return scene_; }
    const std::filesystem::path& path() const { return path_; }  ///< empty: never saved
    bool dirty() const { return dirty_; }
    std::uint64_t revision() const { return revision_; }  ///< goes up with every change, whatever made it

    /// One undoable edit, unless it changes nothing. `name` is shown beside Undo.
    void edit(const std::string& name, const std::function<void(Scene&)>& change);
    /// The same in many steps, as a drag's: calls with one `merge` become one undo until end_merge().
    void edit(const std::string& name, const std::string& merge, const std::function<void(Scene&)>& change);
    /// Sets a parameter by its full key. Returns what is wrong with the value, then nothing has changed. Emitters
    /// follow a solid that gets another name. Calls for one key merge into one undo until end_merge(): a slider's.
    std::string set(const std::string& key, const Value&);
    void end_merge() { merged_.clear(); }
    /// Takes back what has merged since end_merge(): a drag that was given up.
    void abandon_merge();
    /// A parameter as it is in a new scene: what is optional is then not given.
    void reset(const std::string& key);
    /// Every parameter, to be read; writing goes through set(). Valid until the next change.
    std::vector<ParamRef> parameters();

    void undo();
    void redo();
    std::string undo_name() const { return undo_.empty() ? "" : undo_.back().name; }  ///< empty: nothing to undo
    std::string redo_name() const { return redo_.empty() ? "" : redo_.back().name; }

    /// Returns its index. Names are made unique.
    std::size_t add_solid(Solid);
    std::size_t add_emitter(SmokeSource);
    std::size_t add_probe(Probe);
    std::size_t duplicate_solid(std::size_t);
    std::size_t duplicate_emitter(std::size_t);
    /// Emitters on its surface go with it; those that ride on it stay where they are.
    void delete_solid(std::size_t);
    void delete_emitter(std::size_t);
    void delete_probe(std::size_t);
    /// Puts its lowest point onto the lower face along the up axis. Reads its mesh; throws Error(input).
    void snap_to_floor(std::size_t solid);
    /// The same with its mesh at hand, as place_solid() has it.
    void snap_to_floor(std::size_t solid, const Mesh&);

    /// All of validate(), and those of one parameter or section ("solid[0]", "fluid.re").
    const Issues& issues() const { return issues_; }
    Issues issues_of(const std::string& key) const;

    /// What differs from the scene that a run was begun with or edited to.
    SceneChange change_since(const Scene& running) const { return change_of(running, scene_); }
    /// `fumarole run SCENE --set ...` with all that is not saved. Needs path().
    CommandLine as_command_line() const { return command_line(path_, saved_, scene_); }

private:
    struct Moment {
        std::string name;  ///< of the edit that came after it (undo) or led to it (redo)
        Scene scene;
    };
    void begin(Scene, std::filesystem::path);
    void changed();
    std::string unique_name(const std::string& wish) const;

    Scene scene_, saved_;
    std::filesystem::path path_;
    bool dirty_ = false;
    std::uint64_t revision_ = 0;
    Issues issues_;
    std::deque<Moment> undo_, redo_;
    std::string merged_;  ///< the key whose edits merge
};

}  // namespace fum

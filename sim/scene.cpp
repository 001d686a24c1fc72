#include "sim/scene.h"

#include <fmt/format.h>

#include <iterator>

#include "sim/scene_tables.h"

namespace fum {
namespace {

template <class List>
void append(std::vector<ParamRef>& refs, List& list, const char* section) {
    for (std::size_t i = 0; i < list.size(); ++i) {
        auto more = param_refs(list[i], fmt::format("{}[{}]", section, i));
        std::move(more.begin(), more.end(), std::back_inserter(refs));
    }
}

}  // namespace

std::filesystem::path Scene::resolved(const std::filesystem::path& path) const {
    return path.is_absolute() || folder.empty() ? path : folder / path;
}

std::vector<ParamRef> parameters(Scene& scene) {
    std::vector<ParamRef> refs;
    for_each_section(scene, [&](const std::string& section, auto& object) {
        auto more = param_refs(object, section);
        std::move(more.begin(), more.end(), std::back_inserter(refs));
    });
    append(refs, scene.solids, "solid");
    append(refs, scene.emitters, "emitter");
    append(refs, scene.probes, "probe");
    return refs;
}

std::vector<ParamRef> parameter_docs() {
    static Scene scene = [] {
        Scene s;
        s.solids.resize(1);
        s.emitters.resize(1);
        s.probes.resize(1);
        return s;
    }();
    std::vector<ParamRef> docs;
    for (ParamRef& ref : parameters(scene)) {
        if (ref.key.starts_with("boundary.")) {
            if (!ref.key.starts_with("boundary.xmin.")) continue;
            ref.key.replace(0, 13, "boundary.FACE");
        }
        if (const auto at = ref.key.find("[0]"); at != std::string::npos) ref.key.replace(at, 3, "[]");
        docs.push_back(std::move(ref));
    }
    return docs;
}

}  // namespace fum

#include <fmt/format.h>

#include <cstring>
#include <map>
#include <nlohmann/json.hpp>

#include "sim/io/mesh_raw.h"

namespace fum {
namespace {

using Json = nlohmann::json;

constexpr int deepest = 200;  // of JSON and of nodes: Assimp descends by recursion

/// The JSON of a file: the whole text, or the first chunk of a binary file.
std::string_view json_part(std::string_view bytes) {
    if (!bytes.starts_with("glTF") || bytes.size() < 20) return bytes;
    std::uint32_t length = 0;
    std::memcpy(&length, bytes.data() + 12, sizeof length);
    return bytes.substr(20, length);
}

class Check {
public:
    explicit Check(const Json& file) : file_(file) {}

    void everything() const {
        for (std::size_t i = 0; i < list("bufferViews").size(); ++i) view(i);
        for (std::size_t i = 0; i < list("accessors").size(); ++i) accessor(i);
        for (const Json& mesh : list("meshes"))
            for (const Json& primitive : part(mesh, "primitives")) surface(primitive);
        for (const Json& skin : list("skins")) bones(skin);
        tree();
    }

private:
    [[noreturn]] static void fault(const std::string& what) { throw std::runtime_error(what); }

    static const Json& part(const Json& of, const char* key) {
        static const Json nothing = Json::array();
        const auto found = of.is_object() ? of.find(key) : of.end();
        return of.is_object() && found != of.end() ? *found : nothing;
    }

    const Json& list(const char* key) const {
        const Json& found = part(file_, key);
        if (!found.is_array()) fault(fmt::format("\"{}\" is not a list", key));
        return found;
    }

    /// A count, an offset or an index: whole, not negative.
    static std::int64_t whole(const Json& of, const char* key, std::int64_t otherwise = 0) {
        if (!of.is_object() || !of.contains(key)) return otherwise;
        const Json& n = of[key];
        if (n.is_number_unsigned() && n.get<std::uint64_t>() < (std::uint64_t{1} << 53)) return n.get<std::int64_t>();
        if (n.is_number_float() && n.get<double>() >= 0 && n.get<double>() < 0x1p53)
            return static_cast<std::int64_t>(n.get<double>());
        fault(fmt::format("\"{}\" is not a whole number", key));
    }

    const Json& entry(const char* key, std::int64_t index) const {
        const Json& entries = list(key);
        if (index < 0 || index >= std::ssize(entries))
            fault(fmt::format("entry {} of \"{}\" is used, there are {}", index, key, entries.size()));
        return entries[static_cast<std::size_t>(index)];
    }

    void view(std::size_t i) const {
        const Json& v = list("bufferViews")[i];
        const std::int64_t end = whole(v, "byteOffset") + whole(v, "byteLength");
        const std::int64_t held = whole(entry("buffers", whole(v, "buffer", -1)), "byteLength");
        if (end > held) fault(fmt::format("buffer view {} ends at byte {} of {}", i, end, held));
    }

    /// Bytes of one element; 0 for types that no mesh has.
    static std::int64_t element_bytes(const Json& a) {
        static const std::map<std::int64_t, std::int64_t> scalars = {{5120, 1}, {5121, 1}, {5122, 2},
                                                                     {5123, 2}, {5125, 4}, {5126, 4}};
        static const std::map<std::string, std::int64_t> shapes = {{"SCALAR", 1}, {"VEC2", 2}, {"VEC3", 3}, {"VEC4", 4},
                                                                   {"MAT2", 4},   {"MAT3", 9}, {"MAT4", 16}};
        const auto scalar = scalars.find(whole(a, "componentType"));
        const Json& type = part(a, "type");
        const auto shape = type.is_string() ? shapes.find(type.get<std::string>()) : shapes.end();
        return scalar == scalars.end() || shape == shapes.end() ? 0 : scalar->second * shape->second;
    }

    void accessor(std::size_t i) const {
        const Json& a = list("accessors")[i];
        const std::int64_t count = whole(a, "count"), element = element_bytes(a);
        if (count > 3 * max_triangles) fault(fmt::format("array {} has {} elements", i, count));
        if (element == 0) fault(fmt::format("array {} is of a type that does not exist", i));
        if (a.contains("bufferView")) {
            const Json& v = entry("bufferViews", whole(a, "bufferView"));
            const std::int64_t stride = std::max(whole(v, "byteStride"), element);
            const std::int64_t end = whole(a, "byteOffset") + (count > 0 ? (count - 1) * stride + element : 0);
            if (end > whole(v, "byteLength"))
                fault(fmt::format("array {} needs {} bytes of the {} in its buffer view", i, end,
                                  whole(v, "byteLength")));
        }
        if (const Json& sparse = part(a, "sparse"); sparse.is_object()) {
            if (whole(sparse, "count") > count) fault(fmt::format("array {} changes more elements than it has", i));
            entry("bufferViews", whole(part(sparse, "indices"), "bufferView", -1));
            entry("bufferViews", whole(part(sparse, "values"), "bufferView", -1));
        }
    }

    void surface(const Json& primitive) const {
        const Json& attributes = part(primitive, "attributes");
        if (!attributes.is_object()) return;
        for (const auto& [name, index] : attributes.items())
            if (index.is_number()) entry("accessors", whole(attributes, name.c_str()));
        if (primitive.contains("indices")) entry("accessors", whole(primitive, "indices"));
        if (!attributes.contains("POSITION")) return;
        const std::int64_t vertices = whole(entry("accessors", whole(attributes, "POSITION")), "count");
        for (const char* name : {"JOINTS_0", "WEIGHTS_0"})
            if (attributes.contains(name) && whole(entry("accessors", whole(attributes, name)), "count") < vertices)
                fault(fmt::format("\"{}\" is shorter than the list of vertices", name));
    }

    void bones(const Json& skin) const {
        const Json& joints = part(skin, "joints");
        for (const Json& joint : joints)
            if (!joint.is_number_unsigned() || joint.get<std::uint64_t>() >= list("nodes").size())
                fault("a skin names a joint that does not exist");
        if (!skin.contains("inverseBindMatrices"))
            fault("a skin has no bind matrices (export it with its pose applied)");
        const Json& matrices = entry("accessors", whole(skin, "inverseBindMatrices"));
        if (part(matrices, "type") != "MAT4" || whole(matrices, "count") < std::ssize(joints))
            fault("a skin has fewer bind matrices than joints");
    }

    /// Every node has one parent at most and hangs no deeper than `deepest`; its mesh and skin exist.
    void tree() const {
        const Json& nodes = list("nodes");
        std::vector<std::int64_t> parent(nodes.size(), -1);
        for (std::size_t n = 0; n < nodes.size(); ++n) {
            if (nodes[n].contains("mesh")) entry("meshes", whole(nodes[n], "mesh"));
            if (nodes[n].contains("skin")) entry("skins", whole(nodes[n], "skin"));
            for (const Json& child : part(nodes[n], "children")) {
                if (!child.is_number_unsigned() || child.get<std::uint64_t>() >= nodes.size())
                    fault("a node has a child that does not exist");
                std::int64_t& its = parent[child.get<std::size_t>()];
                if (its >= 0) fault(fmt::format("node {} has two parents", child.get<std::size_t>()));
                its = static_cast<std::int64_t>(n);
            }
        }
        for (std::size_t n = 0; n < nodes.size(); ++n) {
            int depth = 0;
            for (std::int64_t up = parent[n]; up >= 0; up = parent[static_cast<std::size_t>(up)])
                if (++depth > deepest)
                    fault(fmt::format("the nodes above node {} form a loop or more than {} levels", n, deepest));
        }
        for (const Json& scene : list("scenes"))
            for (const Json& root : part(scene, "nodes"))
                if (!root.is_number_unsigned() || root.get<std::uint64_t>() >= nodes.size())
                    fault("a scene names a node that does not exist");
    }

    const Json& file_;
};

bool is_version_2(const Json& file) {
    const auto asset = file.is_object() ? file.find("asset") : file.end();
    if (!file.is_object() || asset == file.end() || !asset->is_object()) return false;
    const Json version = asset->value("version", Json());
    return version.is_string() && version.get<std::string>().starts_with("2");
}

/// Runs `act`; what it throws becomes the one sentence about the file.
template <class Act>
auto or_damaged(const std::filesystem::path& path, const Act& act) {
    try {
        return act();
    } catch (const std::bad_alloc&) { throw; } catch (const std::exception& e) {
        std::string what = e.what();
        if (what.starts_with("[json")) what = what.substr(std::min(what.find("] ") + 2, what.size()));
        if (what.size() > 200) what = what.substr(0, 200) + " ...";
        for (char& c : what)
            if (static_cast<unsigned char>(c) < 0x20) c = ' ';
        throw Error(Exit::input, fmt::format("{} is damaged: {}; export it again.", quoted(path), what));
    }
}

Json parsed(std::string_view text) {
    return Json::parse(text, [](int depth, Json::parse_event_t, Json&) {
        if (depth > deepest) throw std::runtime_error(fmt::format("its text is nested more than {} deep", deepest));
        return true;
    });
}

}  // namespace

void check_gltf(const std::filesystem::path& path, std::string_view bytes) {
    const Json file = or_damaged(path, [&] { return parsed(json_part(bytes)); });
    if (!is_version_2(file))
        throw Error(Exit::input,
                    quoted(path) + " is not glTF 2 (version 1 was replaced in 2017); convert it to glTF 2.0.");
    or_damaged(path, [&] { Check(file).everything(); });
}

}  // namespace fum

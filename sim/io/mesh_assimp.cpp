// PLY, FBX, glTF and the rest through Assimp, without its post-processing: the walk over the nodes, the skins in their
// rest pose, the units and the cutting of polygons are ours, so they are the same for every format.
#include <assimp/config.h>
#include <assimp/mesh.h>
#include <assimp/postprocess.h>
#include <assimp/scene.h>
#include <fmt/format.h>
#include <locale.h>

#include <assimp/BaseImporter.h>
#include <assimp/DefaultIOSystem.h>
#include <assimp/Importer.hpp>
#include <cmath>
#include <limits>
#include <unordered_map>
#include <utility>

#include "sim/io/mesh_raw.h"

namespace fum {
namespace {

using Matrix = aiMatrix4x4t<double>;
using Vector = aiVector3t<double>;

/// While it lives this thread reads and prints numbers as the C locale does: some of Assimp's readers use strtod.
class CNumbers {
public:
    CNumbers() : c_(newlocale(LC_ALL_MASK, "C", nullptr)), before_(uselocale(c_)) {}
    CNumbers(const CNumbers&) = delete;
    CNumbers& operator=(const CNumbers&) = delete;
    ~CNumbers() {
        uselocale(before_);
        if (c_ != nullptr) freelocale(c_);
    }

private:
    locale_t c_, before_;
};

/// Opens ordinary files only: a scene may name others, and a pipe or a device would be read for ever.
class OrdinaryFiles : public Assimp::DefaultIOSystem {
public:
    Assimp::IOStream* Open(const char* file, const char* mode) override {
        std::error_code failed;
        if (!std::filesystem::is_regular_file(file, failed)) return nullptr;
        return Assimp::DefaultIOSystem::Open(file, mode);
    }
};

Matrix in_double(const aiMatrix4x4& m) {
    return {m.a1, m.a2, m.a3, m.a4, m.b1, m.b2, m.b3, m.b4, m.c1, m.c2, m.c3, m.c4, m.d1, m.d2, m.d3, m.d4};
}

/// Visits every node with its transformation to the scene, parents first; no recursion, however deep the tree.
template <class Visit>
void for_each_node(const aiNode& root, const Visit& visit) {
    std::vector<std::pair<const aiNode*, Matrix>> open = {{&root, in_double(root.mTransformation)}};
    while (!open.empty()) {
        const auto [node, to_scene] = open.back();
        open.pop_back();
        visit(*node, to_scene);
        for (unsigned i = node->mNumChildren; i-- > 0;)
            if (node->mChildren[i] != nullptr)
                open.emplace_back(node->mChildren[i], to_scene * in_double(node->mChildren[i]->mTransformation));
    }
}

using Places = std::unordered_map<std::string, Matrix>;  // of nodes, by name; the first of a name counts

/// Vertices of a mesh in the scene: by its node, or where bones hold them, by the bones as the file poses them.
std::vector<Vector> placed(const aiMesh& mesh, const Matrix& to_scene, const Places& places) {
    std::vector<Vector> at(mesh.mNumVertices);
    std::vector<double> held(mesh.mNumVertices, 0.0);
    for (unsigned b = 0; b < mesh.mNumBones; ++b) {
        const aiBone* bone = mesh.mBones[b];
        const auto place = bone == nullptr ? places.end() : places.find(bone->mName.C_Str());
        if (place == places.end()) continue;
        const Matrix skin = place->second * in_double(bone->mOffsetMatrix);
        for (unsigned w = 0; w < bone->mNumWeights; ++w) {
            const aiVertexWeight& weight = bone->mWeights[w];
            if (weight.mVertexId >= mesh.mNumVertices || !(weight.mWeight > 0)) continue;
            const aiVector3D& v = mesh.mVertices[weight.mVertexId];
            at[weight.mVertexId] += skin * Vector(v.x, v.y, v.z) * double{weight.mWeight};
            held[weight.mVertexId] += double{weight.mWeight};
        }
    }
    for (unsigned v = 0; v < mesh.mNumVertices; ++v) {
        const aiVector3D& p = mesh.mVertices[v];
        at[v] = held[v] > 1e-3 ? at[v] / held[v] : to_scene * Vector(p.x, p.y, p.z);
    }
    return at;
}

/// Appends one mesh at one place in the scene. Returns how many lines and points it held.
std::int64_t append(RawMesh& raw, const aiMesh& mesh, const Matrix& to_scene, const Places& places) {
    if (mesh.mVertices == nullptr || mesh.mFaces == nullptr) return 0;
    const auto first = static_cast<std::int64_t>(raw.points.size());
    static_assert(3 * max_triangles < std::numeric_limits<std::int32_t>::max());  // indices are 32 bits wide
    if (first + mesh.mNumVertices > 3 * max_triangles)
        throw Error(Exit::input,
                    fmt::format("{}: the instances in the scene add up to more than {} million vertices; reduce it.",
                                raw.source, 3 * max_triangles / 1'000'000));
    for (const Vector& v : placed(mesh, to_scene, places)) raw.points.push_back({v.x, v.y, v.z});
    std::vector<std::int32_t> corners;
    std::int64_t thin = 0;
    for (unsigned f = 0; f < mesh.mNumFaces; ++f) {
        const aiFace& face = mesh.mFaces[f];
        corners.clear();
        for (unsigned c = 0; c < face.mNumIndices && face.mIndices[c] < mesh.mNumVertices; ++c)
            corners.push_back(static_cast<std::int32_t>(first + face.mIndices[c]));
        if (corners.size() < face.mNumIndices) {
            ++raw.bad_faces;
        } else if (corners.size() < 3) {
            ++thin;
        } else {
            add_polygon(raw, corners);
        }
    }
    return thin;
}

template <class T>
T metadata(const aiScene& scene, const char* key, T otherwise) {
    T value = otherwise;
    return scene.mMetaData != nullptr && scene.mMetaData->Get(key, value) ? value : otherwise;
}

/// FBX: centimetres a unit and which axis is up stand in the file and are left to us.
void heed_fbx(RawMesh& raw, const aiScene& scene, const std::string& file) {
    const double factor = metadata<double>(scene, "UnitScaleFactor", metadata<float>(scene, "UnitScaleFactor", 1.0f));
    if (factor > 0 && std::isfinite(factor)) {
        raw.unit_m = factor / 100;
    } else {
        raw.issues.push_back(
            {Issue::Kind::warning, file, fmt::format("its unit, {} cm, makes no sense; 1 m was taken.", factor)});
    }
    if (metadata<std::int32_t>(scene, "UpAxis", 1) != 2) return;
    for (Double3& p : raw.points) p = {p.x, p.z, -p.y};
    raw.issues.push_back({Issue::Kind::warning, file, "z is up in the file; it was turned so that y is up."});
}

void heed_units(RawMesh& raw, const aiScene& scene, const std::filesystem::path& path) {
    std::string extension = path.extension().string();
    for (char& c : extension) c = static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
    if (extension == ".fbx") heed_fbx(raw, scene, path.filename().string());
    // glTF 2.0 sec. 3.4: "the units for all linear distances are meters"; Assimp applies Collada's unit itself
    if (extension == ".gltf" || extension == ".glb" || extension == ".dae") raw.unit_m = 1;
    if (extension == ".3mf" || extension == ".amf") {  // both: millimetres unless the file names another unit
        raw.unit_m = 0.001;
        raw.unit_is_certain = false;
    }
}

std::string one_line(std::string text) {
    for (char& c : text)
        if (static_cast<unsigned char>(c) < 0x20) c = ' ';
    while (!text.empty() && (text.back() == '.' || text.back() == ' ')) text.pop_back();
    return text.size() > 300 ? text.substr(0, 300) + " ..." : text;
}

/// Assimp 5.2 crashes on damaged files of glTF 1, which has been out of use since 2017.
void forget_gltf1(Assimp::Importer& importer) {
    for (std::size_t i = importer.GetImporterCount(); i-- > 0;) {
        Assimp::BaseImporter* reader = importer.GetImporter(i);
        if (std::string_view(reader->GetInfo()->mName) != "glTF Importer") continue;
        importer.UnregisterLoader(reader);
        delete reader;  // the importer no longer owns it
    }
}

void configure(Assimp::Importer& importer) {
    forget_gltf1(importer);
    importer.SetIOHandler(new OrdinaryFiles);  // the importer deletes it
    for (const char* part :
         {AI_CONFIG_IMPORT_FBX_READ_MATERIALS, AI_CONFIG_IMPORT_FBX_READ_TEXTURES, AI_CONFIG_IMPORT_FBX_READ_CAMERAS,
          AI_CONFIG_IMPORT_FBX_READ_LIGHTS, AI_CONFIG_IMPORT_FBX_READ_ANIMATIONS})
        importer.SetPropertyBool(part, false);
}

const aiScene& load(Assimp::Importer& importer, const std::filesystem::path& path) {
    const aiScene* scene = nullptr;
    std::string reason;
    try {
        scene = importer.ReadFile(path.string(), 0);
        reason = importer.GetErrorString();
    } catch (const std::bad_alloc&) { throw; } catch (const std::exception& e) {
        reason = e.what();
    }
    if (scene != nullptr && scene->mRootNode != nullptr) return *scene;
    throw Error(
        Exit::input,
        fmt::format("{} could not be read as a mesh ({}); check that it is complete, or export it as OBJ or STL.",
                    quoted(path), reason.empty() ? "the file holds no scene" : one_line(reason)));
}

}  // namespace

RawMesh read_with_assimp(const std::filesystem::path& path) {
    const CNumbers numbers;
    Assimp::Importer importer;
    configure(importer);
    const aiScene& scene = load(importer, path);
    Places places;
    for_each_node(*scene.mRootNode,
                  [&](const aiNode& node, const Matrix& m) { places.emplace(node.mName.C_Str(), m); });
    RawMesh raw;
    raw.source = quoted(path);
    raw.single_precision = true;
    std::int64_t thin = 0;
    for_each_node(*scene.mRootNode, [&](const aiNode& node, const Matrix& to_scene) {
        for (unsigned i = 0; i < node.mNumMeshes; ++i)
            if (node.mMeshes[i] < scene.mNumMeshes && scene.mMeshes[node.mMeshes[i]] != nullptr)
                thin += append(raw, *scene.mMeshes[node.mMeshes[i]], to_scene, places);
    });
    if (raw.triangles.empty() && raw.bad_faces == 0)
        throw Error(Exit::input, fmt::format("{} holds {} but no face; export the model as a mesh of triangles.",
                                             quoted(path), thin > 0 ? "lines or points" : "a scene"));
    heed_units(raw, scene, path);
    return raw;
}

}  // namespace fum

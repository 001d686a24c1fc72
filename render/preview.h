// One picture of a scene, drawn off screen: solids lit, smoke ray-marched with shadows. Needs no window and no display
// (EGL; Mesa draws it on the CPU where there is no GPU).
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "sim/core/vec.h"

namespace fum {

/// Right-handed, metres, degrees.
struct Camera {
    Float3 eye{3, 2, 4}, target{0, 0, 0}, up{0, 1, 0};
    float fov_deg = 35;  ///< vertical
    friend bool operator==(const Camera&, const Camera&) = default;
};

/// A solid as the picture sees it. `placed` maps body frame to metres: rotation times scale is already in the vertices.
struct PreviewSolid {
    std::span<const Float3> vertices;  ///< body frame, metres
    std::span<const Int3> triangles;
    Quaternion turn{};
    Double3 position{};    ///< metres
    std::uint64_t id = 0;  ///< same id and counts = same geometry as the last picture (kept on the GPU)
};

struct PreviewScene {
    Int3 nodes{};
    float dx = 1;                  ///< metres
    Float3 origin{};               ///< of node (0,0,0), metres
    std::span<const float> smoke;  ///< [z][y][x]
    float extinction = 40;         ///< per metre at smoke density 1
    std::vector<PreviewSolid> solids;
    Camera camera{};
    Float3 light{0.5f, 1.0f, 0.3f};  ///< direction towards the light
    Float3 up{0, 1, 0};
    bool floor = false;  ///< a shadow-catching floor at the lower face of the domain
};

/// Owns an off-screen GL context. Use from one thread at a time. Throws Error(device) if no context can be made, with
/// what was tried and what to install.
class Preview {
public:
    Preview(int width, int height);
    ~Preview();
    Preview(Preview&&) noexcept;
    Preview& operator=(Preview&&) noexcept;

    /// RGBA, 8 bit, row 0 on top; width * height * 4 bytes.
    /// An empty `smoke` is no smoke; otherwise smoke.size() must be the number of nodes. Throws Error(device) if the
    /// graphics memory is full.
    std::vector<std::uint8_t> draw(const PreviewScene&);

    /// What the smoke lets through between the eye and the first solid, or all that lies behind: 0..1 for each pixel,
    /// row 0 on top; width * height values. Not tone mapped: exp(-extinction * density * path) for even smoke.
    std::vector<float> transmittance(const PreviewScene&);

    std::string renderer() const;  ///< GL_RENDERER and version
    int width() const;
    int height() const;

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

/// Writes to a temporary name, then renames. Throws Error(output) with the free space if it does not fit.
void write_png(const std::filesystem::path&, std::span<const std::uint8_t> rgba, int width, int height);

}  // namespace fum

// The domain: its edges, its faces by what happens at them, a floor with a grid, axes, and handles to drag.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "render/layers/layer.h"
#include "render/layers/lines.h"
#include "render/preview.h"

namespace fum {

enum class FaceLook { wall, slip, inflow, outflow, periodic };
inline constexpr std::array<std::string_view, 5> face_look_names{"wall", "slip", "inflow", "outflow", "periodic"};

/// sRGB; the panel's legend uses the same.
glm::vec3 face_color(FaceLook kind);

/// What blows in through a face. Metres from the scene's reference point; of the centre only what lies in the face
/// counts.
struct ShownInflow {
    glm::vec3 velocity{0};  ///< m/s
    glm::vec3 centre{0};    ///< of a jet
    float radius = 0;       ///< of a jet; 0 = the whole face blows
    float edge = 0;         ///< over which the jet's profile falls
    float coflow = 0;       ///< share of the velocity round the jet
};

/// Metres from the scene's reference point. Faces in the order x-, x+, y-, y+, z-, z+.
struct ShownBox {
    glm::vec3 low{0}, high{1};
    std::array<FaceLook, 6> faces{};
    std::array<ShownInflow, 6> inflow{};
};

/// Along an axis.
glm::vec3 unit_along(int axis);
/// A place on a face; s and t in 0..1 along the two axes that follow its own.
glm::vec3 on_face(const ShownBox& domain, int face, float s, float t);

struct InflowArrow {
    glm::vec3 from, to;
};
/// Arrows that end just before the face, where air enters it, as long as it is fast there: `longest` metres for the
/// fastest inflow of the box. None for a face that is no inflow.
std::vector<InflowArrow> inflow_arrows(const ShownBox& domain, int face);
/// The circle at which a jet has half its speed, as far as it lies on the face: pieces of it. None without a jet.
std::vector<InflowArrow> jet_outline(const ShownBox& domain, int face);

/// Text for a place; `render` draws no letters.
struct Label {
    std::string text;
    Float3 place;  ///< metres from the scene's reference point
    glm::vec3 color;
};

/// A face's kind beside the middle of each face that is not hidden edge on: "inflow x-".
std::vector<Label> face_labels(const ShownBox& domain);

/// The middle and the ends of three arrows of the given length along x, y and z.
std::array<Float3, 4> handle_points(const Float3& at, float length);

/// Which handle lies within `reach_px` of a pixel (`at` in the camera's coordinates): 0 the middle, 1 to 3 the arrows
/// along x, y, z; -1 none. The nearest to the eye wins.
int picked_handle(const Camera& camera, const Float3& at, float length, float x, float y, int width, int height,
                  float reach_px = 7);

/// Floor, faces, inflow, and the edges behind what is in the box; comes after what hides it.
class BoxLayer : public Layer {
public:
    BoxLayer();
    std::string_view name() const override { return "box"; }
    void draw(const DrawView&) override;

    ShownBox domain;
    bool floor = true;  ///< a grid in the plane of the lowest face
    bool tints = true;  ///< faces' colours, faint, on the faces that look away from the eye
    int selected = -1;  ///< a face, drawn brighter

private:
    void draw_faces(const DrawView& view);

    gl::Program tinting_;
    Lines lines_;
};

/// The edges in front of what is in the box; comes after smoke and tracers.
class FrontEdgesLayer : public Layer {
public:
    std::string_view name() const override { return "front edges"; }
    void draw(const DrawView&) override;
    ShownBox domain;

private:
    Lines lines_;
};

/// The small axes in the lower left corner, always the same size: x red, y green, z blue.
class AxesLayer : public Layer {
public:
    std::string_view name() const override { return "axes"; }
    void draw(const DrawView&) override;
    float size_px = 42;

private:
    Lines lines_;
};

/// Arrows to drag things by, in front of everything.
class HandlesLayer : public Layer {
public:
    std::string_view name() const override { return "handles"; }
    void draw(const DrawView&) override;

    bool visible = false;
    Float3 at{};          ///< metres from the scene's reference point
    float length = 0.1f;  ///< metres
    int hovered = -1;     ///< as picked_handle

private:
    Lines lines_;
};

}  // namespace fum

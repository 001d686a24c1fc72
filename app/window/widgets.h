// Widgets that panels share. Sizes in pixels are at scale 1 and are scaled here.
#pragma once

#include <imgui.h>

#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "app/stability.h"
#include "app/window/theme.h"
#include "app/window/workspace.h"

namespace fum {

struct Action;

namespace ui {

/// Of the frame that is being made.
void begin_frame(Theme&, const Workspace&);
float scale();
const Fonts& fonts();
/// Pixels at scale 1 as pixels of this window.
inline float px(float at_scale_1) { return at_scale_1 * scale(); }

/// Remembers where the last item is, under a name, for scripts and tests: "panel/name", a parameter's key, an action's
/// id. All calls of one frame; later ones of one name win.
void mark(const std::string& name);
void mark(const std::string& name, ImVec2 from, ImVec2 to);
struct Mark {
    ImVec2 from, to;
    bool visible = true;  ///< its middle is not scrolled out of view; from and to are cut to what is seen
};
const std::map<std::string, Mark>& marks();  ///< of the last whole frame
/// Scrolls to the item of that name in the next frame, if its panel is open.
void reveal(const std::string& name);

/// A tooltip for the last item, wrapped, with a second paragraph if there is one.
void tooltip(const std::string& text, const std::string& more = {});
/// A heading with a line; `note` faint, at the right.
void heading(const char* text, const std::string& note = {});
void faint(const std::string& text);
void wrapped(const std::string& text, ImU32 color = color::text);
ImU32 color_of(Verdict);
/// A small filled circle in front of what follows.
void dot(ImU32 color);
/// A framed word: "interop", "copy 3.1 ms".
void badge(const std::string& text, ImU32 color);

/// Draws the action as a button, with its tooltip and keys. True if it was done.
bool action_button(Workspace&, const char* id, const char* label = nullptr);

enum class Icon {
    play,
    pause,
    step,
    next_frame,
    restart,
    camera,
    folder,
    eye,
    eye_closed,
    plus,
    cross,
    copy,
    warning,
    check,
    dice
};
/// A square button with a drawn icon. `name` for mark() and ImGui's id.
bool icon_button(Icon, const std::string& name, const std::string& help, bool lit = false);
void draw_icon(ImDrawList&, Icon, ImVec2 at, float size, ImU32 color);

/// One row of a two-column table of parameters: its label (with a mark for what a change costs), its editor, its unit;
/// tooltip with help, key, range, cost. Begin the table with begin_rows(). Returns the value the user has chosen, if
/// any; `ended` says that the edit is over (mouse let go, field left).
bool begin_rows(const char* id);
void end_rows();
struct Edited {
    Value value;
    bool ended = false;
    bool is_setting = false;  ///< the value is a text as behind the '=' of --set, for lists
    bool reset = false;       ///< to the value of a new scene; `value` says nothing
};
std::optional<Edited> param_row(const ParamRef&, const Issues& issues = {});

/// What a row says beside the value.
struct RowOptions {
    Issues issues;
    std::optional<Value> usual;        ///< of a new scene: a right click offers it. Empty Value: may be not given
    std::optional<Value> automatic;    ///< what is used where nothing is given
    std::string idle;                  ///< why it does nothing now: greyed
    double step = 0;                   ///< of a drag by one pixel; 0: by its range and value
    std::vector<std::string> choices;  ///< of a text, offered in a list; "" among them: none
    std::function<void()> browse;      ///< of a path: asks for a file
};
std::optional<Edited> param_row(const ParamRef&, const RowOptions&);
/// "m^2/s" as "m²/s".
std::string unit_text(const std::string& unit);
/// The last part of a key as words: "samples per area".
std::string label_of(const std::string& key);

/// Bars of shares, one a row: label, bar, text.
struct Bar {
    std::string label;
    double share = 0;  ///< of the widest
    std::string text;
    std::string help;
    ImU32 color = color::accent;
};
void bars(std::span<const Bar>);

/// Lines over an abscissa, with axes, a legend and a readout under the mouse.
struct Curve {
    std::string name;
    ImU32 color = color::accent;
    std::vector<double> x{}, y{};  ///< NaN breaks the line
    bool dashed = false;
    float width = 1.5f;    ///< pixels at scale 1
    bool unnamed = false;  ///< not in the legend
};
/// A value that is known within bounds over a stretch of the abscissa.
struct PlotBand {
    double from = 0, to = 0, low = 0, high = 0;
    ImU32 color = color::accent;
};
struct PlotOptions {
    std::string x_unit, y_unit;
    float height = 140;  ///< pixels at scale 1; 0: what is left
    std::span<const PlotBand> bands{};
    std::optional<std::pair<double, double>> y_range{};  ///< not given: holds all values
    std::optional<double> cursor{};                      ///< a vertical line
    bool zero = false;                                   ///< the ordinate's range holds 0
};
void plot(const char* id, std::span<const Curve>, const PlotOptions&);

/// "1.2 GB", "311 MLUPS", "3 min 05 s": short numbers with units.
std::string bytes_text(double bytes);
std::string number_text(double value, int digits = 3);

}  // namespace ui
}  // namespace fum

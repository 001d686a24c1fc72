#include "app/panels/tune_map.h"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <string>

#include "app/tune_report.h"
#include "app/tuned_plan.h"
#include "app/window/widgets.h"
#include "render/colormap.h"
#include "sim/scene_tables.h"

namespace fum {
namespace {

/// "2048", "64k", "1M".
std::string short_alpha(std::int64_t alpha) {
    if (alpha >= std::int64_t{1} << 20) return fmt::format("{}M", alpha >> 20);
    if (alpha >= std::int64_t{1} << 14) return fmt::format("{}k", alpha >> 10);
    return alpha_name(alpha);
}

/// From the least to the most that was measured whole, logarithmic; what was ended early lies above.
struct LogScale {
    double low = INFINITY, high = 0;
    explicit LogScale(const std::vector<TuneCell>& cells) {
        for (const TuneCell& cell : cells) {
            if (cell.state != TuneCell::State::measured || cell.part != TuneCell::Part::grid) continue;
            low = std::min(low, cell.ms);
            high = std::max(high, cell.ms);
        }
        high = std::max(high, 1.02 * low);  // differences of noise alone get no loud colours
    }
    float place(double ms) const { return static_cast<float>(std::log(ms / low) / std::log(high / low)); }
};

ImU32 viridis(float t) {
    const Rgb8 c = color_of(Colormap::viridis, {0, 1}, t);
    return IM_COL32(c.r, c.g, c.b, 255);
}

ImU32 ink_on(ImU32 c) {
    const float light = 0.299f * static_cast<float>(c & 255) + 0.587f * static_cast<float>((c >> 8) & 255) +
                        0.114f * static_cast<float>((c >> 16) & 255);
    return light > 125 ? IM_COL32(15, 16, 18, 255) : IM_COL32(240, 242, 245, 255);
}

class Drawing {
public:
    explicit Drawing(const TuneMap& map) : map_(map), scale_(map.cells) {
        std::set<int> blocks(map.axes.blocks.begin(), map.axes.blocks.end());
        std::set<std::int64_t> alphas(map.axes.alphas.begin(), map.axes.alphas.end());
        for (const TuneCell& cell : map.cells)
            if (cell.part == TuneCell::Part::grid) blocks.insert(cell.plan.ib_block), alphas.insert(cell.plan.alpha);
        blocks_.assign(blocks.begin(), blocks.end());
        alphas_.assign(alphas.begin(), alphas.end());
        if (blocks_.empty()) blocks_.push_back(0);
        const float all = ImGui::GetContentRegionAvail().x;
        left_ = ui::px(38);
        cell_ = {std::min((all - left_) / static_cast<float>(blocks_.size()), ui::px(96)), ui::px(17)};
        top_ = blocks_.size() > 1 ? ImGui::GetTextLineHeight() + ui::px(2) : 0;
    }

    std::optional<Plan> draw() {
        at_ = ImGui::GetCursorScreenPos();
        const ImVec2 size{left_ + cell_.x * static_cast<float>(blocks_.size()),
                          top_ + cell_.y * static_cast<float>(alphas_.size())};
        const bool pressed = ImGui::InvisibleButton("map", size);
        ui::mark("tune/map");
        hovered_ = ImGui::IsItemHovered();
        axes();
        for (std::size_t row = 0; row < alphas_.size(); ++row)
            for (std::size_t column = 0; column < blocks_.size(); ++column) cell(row, column);
        for (const auto& [plan, color] : {std::pair{map_.present, color::accent}, {map_.best, IM_COL32_WHITE}})
            ring(plan, color);
        if (!under_) return std::nullopt;
        explain(*under_);
        if (!pressed || under_->state == TuneCell::State::refused) return std::nullopt;
        return under_->plan;
    }

private:
    ImVec2 corner(std::size_t row, std::size_t column) const {
        return {at_.x + left_ + cell_.x * static_cast<float>(column), at_.y + top_ + cell_.y * static_cast<float>(row)};
    }
    const TuneCell* find(std::int64_t alpha, int block) const {
        for (const TuneCell& cell : map_.cells)
            if (cell.part == TuneCell::Part::grid && cell.plan.alpha == alpha && cell.plan.ib_block == block)
                return &cell;
        return nullptr;
    }
    void axes() {
        const float line = ImGui::GetTextLineHeight();
        for (std::size_t row = 0; row < alphas_.size(); ++row) {
            const std::string text = short_alpha(alphas_[row]);
            const ImVec2 to = corner(row, 0);
            list_.AddText({to.x - ui::px(5) - ImGui::CalcTextSize(text.c_str()).x, to.y + (cell_.y - line) / 2},
                          color::faint, text.c_str());
        }
        float free_from = at_.x;
        for (std::size_t column = 0; top_ > 0 && column < blocks_.size(); ++column) {
            const std::string text = std::to_string(blocks_[column]);
            const float width = ImGui::CalcTextSize(text.c_str()).x;
            const float x = corner(0, column).x + (cell_.x - width) / 2;
            if (x < free_from) continue;  // too narrow for every number
            list_.AddText({x, at_.y}, color::faint, text.c_str());
            free_from = x + width + ui::px(4);
        }
        if (top_ > 0) list_.AddText(at_, color::faint, "α \\ l");
    }
    void cell(std::size_t row, std::size_t column) {
        const TuneCell* cell = find(alphas_[row], blocks_[column]);
        const ImVec2 from = corner(row, column), to{from.x + cell_.x - 1, from.y + cell_.y - 1};
        if (hovered_ && ImGui::IsMouseHoveringRect(from, {to.x + 1, to.y + 1})) under_ = cell;
        if (!cell) return list_.AddRectFilled(from, to, color::plot);
        ui::mark(fmt::format("tune/cell/{}/{}", cell->plan.alpha, cell->plan.ib_block), from, to);
        const bool refused = cell->state == TuneCell::State::refused, aborted = cell->state == TuneCell::State::aborted;
        const ImU32 fill =
            refused ? color::line : viridis(aborted ? 1 : std::clamp(scale_.place(cell->ms), 0.0f, 1.0f));
        list_.AddRectFilled(from, to, fill);
        const std::string text = refused ? "n/a" : (aborted ? ">" : "") + short_ms(cell->ms);
        const ImVec2 size = ImGui::CalcTextSize(text.c_str());
        if (size.x + 2 < cell_.x)
            list_.AddText({from.x + (cell_.x - size.x) / 2, from.y + (cell_.y - size.y) / 2},
                          refused ? color::faint : ink_on(fill), text.c_str());
    }
    void ring(const Plan& plan, ImU32 color) {
        const auto row = std::find(alphas_.begin(), alphas_.end(), plan.alpha);
        const auto column = std::find(blocks_.begin(), blocks_.end(), plan.ib_block);
        if (row == alphas_.end() || column == blocks_.end() || !find(plan.alpha, plan.ib_block)) return;
        const ImVec2 from =
            corner(static_cast<std::size_t>(row - alphas_.begin()), static_cast<std::size_t>(column - blocks_.begin()));
        const float out = color == color::accent ? ui::px(1) : ui::px(-1);
        list_.AddRect({from.x - out, from.y - out}, {from.x + cell_.x - 1 + out, from.y + cell_.y - 1 + out}, color,
                      ui::px(2), 0, ui::px(2));
    }
    void explain(const TuneCell& cell) const {
        std::string text = plan_text(cell.plan) + "\n";
        if (cell.state == TuneCell::State::refused)
            text += "The solver refuses it.";
        else
            text += fmt::format("{}{} ms a step", cell.state == TuneCell::State::aborted ? "more than " : "",
                                short_ms(cell.ms));
        const TuneCell* start = find(map_.start.alpha, map_.start.ib_block);
        if (start && start != &cell && start->state == TuneCell::State::measured &&
            cell.state == TuneCell::State::measured)
            text += fmt::format(", {:+.1f} % against the default", 100 * (cell.ms / start->ms - 1));
        if (start == &cell) text += ", the default";
        ImGui::PushFont(ui::fonts().usual);
        ui::tooltip(text, cell.state == TuneCell::State::refused ? "" : "A click uses this plan; can be undone");
        ImGui::PopFont();
    }

    const TuneMap& map_;
    LogScale scale_;
    std::vector<int> blocks_;
    std::vector<std::int64_t> alphas_;
    ImVec2 at_{}, cell_{};
    float left_ = 0, top_ = 0;
    bool hovered_ = false;
    const TuneCell* under_ = nullptr;
    ImDrawList& list_ = *ImGui::GetWindowDrawList();
};

}  // namespace

std::optional<Plan> draw_tune_map(const TuneMap& map) {
    ImGui::PushFont(ui::fonts().small);
    const std::optional<Plan> clicked = Drawing(map).draw();
    ImGui::PopFont();
    return clicked;
}

std::optional<Plan> draw_other_knobs(const std::vector<TuneCell>& cells) {
    const bool any =
        std::any_of(cells.begin(), cells.end(), [](const TuneCell& c) { return c.part == TuneCell::Part::other; });
    std::optional<Plan> clicked;
    if (!any) return clicked;
    ui::heading("Other knobs, at the best of the map");
    int number = 0;
    for (const TuneCell& cell : cells) {
        if (cell.part != TuneCell::Part::other) continue;
        const bool refused = cell.state == TuneCell::State::refused;
        const std::string ms =
            refused ? "n/a" : (cell.state == TuneCell::State::aborted ? ">" : "") + short_ms(cell.ms) + " ms";
        ImGui::PushID(++number);
        const float width = ImGui::CalcTextSize(ms.c_str()).x, all = ImGui::GetContentRegionMax().x;
        std::string text = std::string(name_of(cell.plan.schedule));
        if (cell.plan.schedule == Plan::Schedule::staged)
            text += fmt::format(", {} launch{}", cell.plan.launches, cell.plan.launches == 1 ? "" : "es");
        if (cell.plan.block_threads > 0) text += fmt::format(", {} threads a block", cell.plan.block_threads);
        if (ImGui::Selectable(text.c_str(), false, refused ? ImGuiSelectableFlags_Disabled : 0)) clicked = cell.plan;
        ui::mark(fmt::format("tune/other{}", number));
        ui::tooltip(plan_text(cell.plan), refused ? "The solver refuses it" : "A click uses this plan; can be undone");
        ImGui::SameLine(all - width);
        ImGui::TextDisabled("%s", ms.c_str());
        ImGui::PopID();
    }
    return clicked;
}

void explain_tune_map(const TuneAxes& axes) {
    std::string text = "Milliseconds a step. Rows: alpha, nodes a group of the data layout";
    if (std::find(axes.alphas.begin(), axes.alphas.end(), 0) != axes.alphas.end())
        text += "; SoA is the CPU's own layout, all nodes of one population in a row";
    text += ". ";
    text += axes.blocks.empty() ? "The scene has no solids, so there are no samples to order and no l."
                                : "Columns: l, edge of the blocks by which surface samples are ordered.";
    ui::faint(text + " White: best. Blue: in use.");
}

}  // namespace fum

// The heat map of tune_report.h.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/tune_report.h"

namespace fum {
namespace {

constexpr Colour paper{255, 255, 255}, ink{34, 34, 34}, soft{110, 110, 110}, blank{236, 236, 236}, none{200, 200, 200};
constexpr int cell_w = 76, cell_h = 36;    // pixels; room for "0.112" in letters of scale 2
constexpr int letter_h = 14, gap = 16;     // of scale 2
constexpr int left = 116, top = 84;        // of the table
constexpr int bar_w = 26, bar_room = 132;  // colour bar and its numbers
constexpr int least_table_w = 8 * cell_w;  // so that title and legend have room

/// "2048", "64k", "1M": powers of two in little room.
std::string column_name(std::int64_t alpha) {
    if (alpha >= std::int64_t{1} << 20) return fmt::format("{}M", alpha >> 20);
    if (alpha >= std::int64_t{1} << 14) return fmt::format("{}k", alpha >> 10);
    return alpha_name(alpha);
}

/// Black or white, whichever is easier to read on a colour.
Colour letters_on(Colour c) {
    return 0.299 * c.r + 0.587 * c.g + 0.114 * c.b > 125 ? Colour{20, 20, 20} : Colour{255, 255, 255};
}

/// The colours' range: plans that were measured whole; what was aborted lies above and has the last colour.
struct Scale {
    double low = 1, high = 2;

    explicit Scale(const CostTable& table) {
        double least = INFINITY, most = 0;
        for (const TuneCell* cell : table.cells) {
            if (cell == nullptr || cell->state != TuneCell::State::measured) continue;
            least = std::min(least, cell->ms);
            most = std::max(most, cell->ms);
        }
        if (most <= 0) return;
        low = least;
        high = std::max(most, 1.02 * least);  // differences of noise alone get no loud colours
    }
    double place(double ms) const { return std::log(ms / low) / std::log(high / low); }
    double value(double t) const { return low * std::pow(high / low, t); }
};

class HeatMap {
public:
    explicit HeatMap(const TuneReport& report)
        : report_(report),
          table_(cost_table(report)),
          scale_(table_),
          table_w_(static_cast<int>(table_.columns.size()) * cell_w),
          table_h_(static_cast<int>(table_.rows.size()) * cell_h),
          picture_(left + std::max(table_w_, least_table_w) + bar_room, top + std::max(table_h_, 4 * cell_h) + 128,
                   paper) {}

    Raster draw() {
        title();
        axes();
        for (std::size_t r = 0; r < table_.rows.size(); ++r)
            for (std::size_t c = 0; c < table_.columns.size(); ++c) cell(r, c);
        marks();
        bar();
        legend();
        return std::move(picture_);
    }

private:
    int x_of(std::size_t column) const { return left + static_cast<int>(column) * cell_w; }
    int y_of(std::size_t row) const { return top + static_cast<int>(row) * cell_h; }
    int below() const { return top + table_h_; }

    void centred(int middle, int y, const std::string& words, Colour c) {
        picture_.text(middle - Raster::text_width(words) / 2, y, words, c);
    }

    void title() {
        picture_.text(left, 18, "Time of a step H(l, alpha), ms", ink, 3);
        picture_.text(left, 48, report_.title + " on " + report_.device, soft);
    }

    void axes() {
        for (std::size_t r = 0; r < table_.rows.size(); ++r) {
            const std::string name = table_.rows[r] == 0 ? "-" : std::to_string(table_.rows[r]);
            picture_.text(left - 14 - Raster::text_width(name), y_of(r) + (cell_h - letter_h) / 2, name, ink);
        }
        picture_.text(left - 14 - Raster::text_width("block l"), top - 22, "block l", ink);
        for (std::size_t c = 0; c < table_.columns.size(); ++c)
            centred(x_of(c) + cell_w / 2, below() + 10, column_name(table_.columns[c]), ink);
        centred(left + table_w_ / 2, below() + 38, "alpha, nodes a group", ink);
    }

    void cell(std::size_t row, std::size_t column) {
        const TuneCell* cell = table_.at(row, column);
        const int x = x_of(column), y = y_of(row);
        if (cell == nullptr || cell->state == TuneCell::State::refused) {
            picture_.fill(x, y, cell_w - 1, cell_h - 1, cell == nullptr ? blank : none);
            if (cell != nullptr) centred(x + cell_w / 2, y + (cell_h - letter_h) / 2, "n/a", soft);
            return;
        }
        const bool aborted = cell->state == TuneCell::State::aborted;
        const Colour colour = viridis(aborted ? 1 : scale_.place(cell->ms));
        picture_.fill(x, y, cell_w - 1, cell_h - 1, colour);
        centred(x + cell_w / 2, y + (cell_h - letter_h) / 2, (aborted ? ">" : "") + short_ms(cell->ms),
                letters_on(colour));
    }

    void ring(int x, int y, int width, int height) {
        picture_.rim(x - 4, y - 4, width + 8, height + 8, 3, ink);
        picture_.rim(x - 1, y - 1, width + 2, height + 2, 3, {255, 255, 255});
    }
    void dashes(int x, int y, int width, int height) {
        picture_.rim(x, y, width, height, 2, ink);
        picture_.rim(x, y, width, height, 2, {255, 255, 255}, 6);
    }

    void marks() {
        for (const bool chosen : {false, true})
            for (std::size_t r = 0; r < table_.rows.size(); ++r)
                for (std::size_t c = 0; c < table_.columns.size(); ++c) {
                    const TuneCell* cell = table_.at(r, c);
                    if (cell == nullptr) continue;
                    if (chosen && is_chosen(report_, *cell)) ring(x_of(c), y_of(r), cell_w - 1, cell_h - 1);
                    if (!chosen && cell == &report_.start()) dashes(x_of(c) + 2, y_of(r) + 2, cell_w - 5, cell_h - 5);
                }
    }

    void bar() {
        const int x = left + table_w_ + 22, height = std::max(table_h_ - 1, 4 * cell_h);
        for (int j = 0; j < height; ++j)
            picture_.fill(x, top + j, bar_w, 1, viridis(1 - static_cast<double>(j) / (height - 1)));
        for (const double t : {0.0, 0.5, 1.0}) {
            const int y = top + static_cast<int>(std::lround((1 - t) * (height - 1)));
            picture_.fill(x + bar_w, y, 6, 1, ink);
            picture_.text(x + bar_w + 10, std::clamp(y - letter_h / 2, top, top + height - letter_h),
                          short_ms(scale_.value(t)), ink);
        }
    }

    void legend() {
        const int y = picture_.height() - 44;
        int x = left + 4;
        const auto entry = [&](const std::string& words) {
            picture_.text(x + 40, y + 5, words, ink);
            x += 40 + Raster::text_width(words) + gap;
        };
        picture_.fill(x, y, 30, 22, viridis(0.3));
        ring(x, y, 30, 22);
        entry("chosen");
        picture_.fill(x, y, 30, 22, viridis(0.3));
        dashes(x + 2, y + 2, 26, 18);
        entry("default");
        picture_.fill(x, y, 30, 22, blank);
        entry("not measured");
        picture_.fill(x, y, 30, 22, none);
        entry("not available");
        picture_.fill(x, y, 30, 22, viridis(1));
        picture_.text(x + 8, y + 5, ">", ink);
        entry("ended early");
    }

    const TuneReport& report_;
    CostTable table_;
    Scale scale_;
    int table_w_, table_h_;
    Raster picture_;
};

}  // namespace

Raster tune_picture(const TuneReport& report) { return HeatMap(report).draw(); }

}  // namespace fum

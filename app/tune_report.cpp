#include "app/tune_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "app/progress.h"
#include "app/tuned_plan.h"
#include "sim/scene_tables.h"

namespace fum {
namespace {

constexpr std::size_t columns_a_block = 11;  // of the table, so that a line has about a hundred letters

std::string seconds_text(double s) { return s < 9.95 ? fmt::format("{:.1f} s", s) : human_seconds(s); }

const char* state_name(const TuneCell& cell) {
    return cell.state == TuneCell::State::measured  ? "measured"
           : cell.state == TuneCell::State::aborted ? "aborted"
                                                    : "not available";
}

std::string mark_of(const TuneReport& report, const TuneCell& cell) {
    std::string mark;
    if (&cell == &report.best()) mark += "best";
    if (&cell == &report.start()) mark += mark.empty() ? "default" : " default";
    return mark;
}

/// "14.3*" and the like.
std::string cell_text(const TuneReport& report, const TuneCell* cell) {
    if (cell == nullptr) return ".  ";
    if (cell->state == TuneCell::State::refused) return "n/a  ";
    std::string text = (cell->state == TuneCell::State::aborted ? ">" : "") + fmt::format("{:.4g}", cell->ms);
    text += is_chosen(report, *cell) ? '*' : ' ';
    text += cell == &report.start() ? '=' : ' ';
    return text;
}

std::string table_text(const TuneReport& report) {
    const CostTable table = cost_table(report);
    std::string text = "H(l, alpha), ms a step (rows l, columns alpha)\n";
    for (std::size_t first = 0; first < table.columns.size(); first += columns_a_block) {
        const std::size_t last = std::min(first + columns_a_block, table.columns.size());
        text += "      l |";
        for (std::size_t c = first; c < last; ++c) text += fmt::format("{:>7}  ", alpha_name(table.columns[c]));
        text += "\n";
        for (std::size_t r = 0; r < table.rows.size(); ++r) {
            text += fmt::format("{:>7} |", table.rows[r] == 0 ? "-" : std::to_string(table.rows[r]));
            for (std::size_t c = first; c < last; ++c) text += fmt::format("{:>9}", cell_text(report, table.at(r, c)));
            text += "\n";
        }
    }
    return text +
           "  * best   = default   > ended early, already too slow   n/a refused by the solver   . not measured\n";
}

std::string others_text(const TuneReport& report) {
    std::string text;
    for (const TuneCell& cell : report.result.cells) {
        if (cell.part != TuneCell::Part::other) continue;
        if (text.empty()) text = "Other knobs at the best of the table\n";
        const std::string ms = cell.state == TuneCell::State::refused ? "n/a" : short_ms(cell.ms) + " ms";
        text += fmt::format("  {:>10}  {}{}{}\n", (cell.state == TuneCell::State::aborted ? ">" : "") + ms,
                            plan_text(cell.plan), &cell == &report.best() ? " *" : "",
                            &cell == &report.start() ? " =" : "");
    }
    return text;
}

/// What the choice brings, beside what it cost.
std::string verdict_text(const TuneReport& report) {
    const TuneResult& result = report.result;
    const TuneCell &best = report.best(), &start = report.start();
    std::string text;
    if (&best == &start) {
        text = fmt::format(
            "The default stays: {} at {:.4g} ms a step; nothing beats it again and again by more than the noise, "
            "{:.1f} %.\n",
            plan_text(start.plan), start.ms, 100 * result.noise);
    } else if (start.state != TuneCell::State::measured) {
        text = fmt::format("Best: {} at {:.4g} ms a step; the default is not available here.\n", plan_text(best.plan),
                           best.ms);
    } else {
        text =
            fmt::format("Best: {} at {:.4g} ms a step, {:.1f} % less than the default's {:.4g} ms (noise {:.1f} %).\n",
                        plan_text(best.plan), best.ms, 100 * (1 - best.ms / start.ms), start.ms, 100 * result.noise);
    }
    const std::string saved = report.saved_s() > 0 ? seconds_text(report.saved_s()) : "nothing";
    return text + fmt::format("It saves {} over the whole shot of {} steps; the search took {}.\n", saved,
                              report.total_steps, seconds_text(result.seconds));
}

nlohmann::json cell_json(const TuneReport& report, const TuneCell& cell) {
    nlohmann::json out{{"l", cell.plan.ib_block},
                       {"alpha", cell.plan.alpha},
                       {"block_threads", cell.plan.block_threads},
                       {"schedule", name_of(cell.plan.schedule)},
                       {"launches", cell.plan.launches},
                       {"state", state_name(cell)},
                       {"mark", mark_of(report, cell)}};
    out["ms_a_step"] = cell.state == TuneCell::State::refused ? nlohmann::json() : nlohmann::json(cell.ms);
    return out;
}

}  // namespace

double TuneReport::saved_s() const {
    if (result.best == 0 || start().state != TuneCell::State::measured) return 0;
    return 1e-3 * (start().ms - best().ms) * static_cast<double>(total_steps);
}

CostTable cost_table(const TuneReport& report) {
    CostTable table;
    std::set<int> rows;
    std::set<std::int64_t> columns;
    const auto on_grid = [](const TuneCell& cell) { return cell.part == TuneCell::Part::grid; };
    for (const TuneCell& cell : report.result.cells)
        if (on_grid(cell)) rows.insert(cell.plan.ib_block), columns.insert(cell.plan.alpha);
    table.rows.assign(rows.begin(), rows.end());
    table.columns.assign(columns.begin(), columns.end());
    table.cells.assign(rows.size() * columns.size(), nullptr);
    for (const TuneCell& cell : report.result.cells) {
        if (!on_grid(cell)) continue;
        const auto row = static_cast<std::size_t>(std::distance(rows.begin(), rows.find(cell.plan.ib_block)));
        const auto column = static_cast<std::size_t>(std::distance(columns.begin(), columns.find(cell.plan.alpha)));
        table.cells[row * columns.size() + column] = &cell;
    }
    return table;
}

std::string alpha_name(std::int64_t alpha) { return alpha == 0 ? "SoA" : std::to_string(alpha); }

bool is_chosen(const TuneReport& report, const TuneCell& cell) {
    const Plan& best = report.best().plan;
    return cell.part == TuneCell::Part::grid && cell.plan.alpha == best.alpha && cell.plan.ib_block == best.ib_block;
}

std::string short_ms(double ms) {
    return fmt::format("{:.{}f}", ms, ms < 0.9995 ? 3 : ms < 9.995 ? 2 : ms < 99.95 ? 1 : 0);
}

std::string tune_text(const TuneReport& report) {
    std::string text = fmt::format("{} on {}, {} steps a plan\n", report.title, report.device, report.steps);
    text += table_text(report) + others_text(report) + verdict_text(report);
    if (report.result.skipped > 0)
        text += fmt::format("The budget did not suffice for {} of the measurements; --budget gives more.\n",
                            report.result.skipped);
    return text;
}

std::string tune_csv(const TuneReport& report) {
    std::string text = "l,alpha,block_threads,schedule,launches,ms_a_step,state,mark\n";
    for (const TuneCell& cell : report.result.cells)
        text += fmt::format("{},{},{},{},{},{},{},{}\n", cell.plan.ib_block, cell.plan.alpha, cell.plan.block_threads,
                            name_of(cell.plan.schedule), cell.plan.launches,
                            cell.state == TuneCell::State::refused ? "" : fmt::format("{:.6g}", cell.ms),
                            state_name(cell), mark_of(report, cell));
    return text;
}

nlohmann::json tune_json(const TuneReport& report) {
    nlohmann::json cells = nlohmann::json::array();
    for (const TuneCell& cell : report.result.cells) cells.push_back(cell_json(report, cell));
    return {{"scene", report.title},
            {"device", report.device},
            {"steps_a_plan", report.steps},
            {"cells", cells},
            {"default", cell_json(report, report.start())},
            {"best", cell_json(report, report.best())},
            {"noise", report.result.noise},
            {"total_steps", report.total_steps},
            {"saved_seconds", report.saved_s()},
            {"search_seconds", report.result.seconds},
            {"skipped", report.result.skipped},
            {"state", report.result.stopped ? "interrupted" : "finished"}};
}

}  // namespace fum

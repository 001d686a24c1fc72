// The window's state for tests that drive it from outside, see readings.h.
#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>
#include <system_error>

#include "app/window/readings.h"
#include "app/window/widgets.h"

namespace fum {
namespace {

constexpr auto every = std::chrono::milliseconds(150);

}  // namespace

UiMap::UiMap() {
    if (const char* file = std::getenv("FUMAROLE_UI_MAP")) file_ = file;
}

void UiMap::tick(Workspace& w) {
    ++count_;
    const auto now = std::chrono::steady_clock::now();
    if (file_.empty() || now - written_ < every) return;
    written_ = now;
    nlohmann::json out;
    out["pictures"] = count_;
    for (const Reading& r : readings()) out["state"][r.name] = r.read(w);
    for (const auto& all : {w.doc.parameters(), view_parameters(w.view)})
        for (const ParamRef& ref : all) out["values"][ref.key] = toml_text(ref.read());
    for (const auto& [name, mark] : ui::marks())
        if (mark.visible) out["marks"][name] = {mark.from.x, mark.from.y, mark.to.x, mark.to.y};
    std::filesystem::path part = file_;
    part += ".tmp";
    std::ofstream(part) << out.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
    std::error_code failed;
    std::filesystem::rename(part, file_, failed);  // the next picture tries again
}

}  // namespace fum

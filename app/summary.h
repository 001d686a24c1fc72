// A setup in words and as JSON: what `info`, `--dry-run` and the head of a run say.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "app/budget.h"
#include "app/setup.h"

namespace fum {

/// Several lines, two columns.
std::string summary_text(const Setup&, const Budget&);

/// Everything in it and the issues.
nlohmann::json summary_json(const Setup&, const Budget&);

nlohmann::json report_json(const MeshReport&);
nlohmann::json issues_json(const Issues&);

}  // namespace fum

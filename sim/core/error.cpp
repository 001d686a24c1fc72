#include "sim/core/error.h"

namespace fum {

std::string listed(const Issues& issues) {
    std::string text;
    for (const Issue::Kind kind : {Issue::Kind::error, Issue::Kind::warning})
        for (const Issue& issue : issues)
            if (issue.kind == kind)
                text += (kind == Issue::Kind::error ? "error: " : "warning: ") + issue.where +
                        (issue.where.empty() ? "" : ": ") + issue.sentence + "\n";
    return text;
}

void assertion_failed(const char* condition, const char* file, int line, const std::string& values) {
    throw std::logic_error(std::string("bug: ") + condition + " does not hold at " + file + ":" + std::to_string(line) +
                           " (" + values + ")");
}

}  // namespace fum

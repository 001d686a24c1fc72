#include "app/window/issues_at.h"

#include <algorithm>

#include "app/setup.h"

namespace fum {

Issues issues_at(const Workspace& w, const std::string& key) {
    Issues found = w.doc.issues_of(key);
    if (!w.prepared) return found;
    for (const Issue& issue : w.prepared->issues) {
        const std::string& where = issue.where;
        if (where != key && !where.starts_with(key + ".") && !where.starts_with(key + "[") &&
            !where.starts_with(key + " ("))
            continue;
        const auto same = [&](const Issue& other) { return other.where == where && other.sentence == issue.sentence; };
        if (std::ranges::none_of(found, same) && (issue.kind == Issue::Kind::warning || usable(w.doc.issues())))
            found.push_back(issue);
    }
    return found;
}

}  // namespace fum

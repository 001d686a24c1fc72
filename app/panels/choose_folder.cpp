#include "app/panels/export_parts.h"

#if __has_include("app/window/file_dialog.h")
#include "app/window/file_dialog.h"
#define FUM_HAS_FILE_DIALOG 1
#endif

namespace fum {

#ifdef FUM_HAS_FILE_DIALOG
bool can_choose_folder() { return true; }
void choose_folder(Workspace& w, const std::string& title, const std::filesystem::path& start,
                   std::function<void(const std::filesystem::path&)> on_chosen) {
    choose_file(w, {.title = title, .kind = FileKind::folder, .start = start, .on_chosen = std::move(on_chosen)});
}
#else
bool can_choose_folder() { return false; }
void choose_folder(Workspace&, const std::string&, const std::filesystem::path&,
                   std::function<void(const std::filesystem::path&)>) {}
#endif

}  // namespace fum

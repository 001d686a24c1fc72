// Files that are either whole or absent.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace fum {

/// Writes `bytes` to `path`.tmp, flushes it to the disk, renames. Throws Error(output) with path, size and free space
/// if any step fails; then nothing is left under either name that was not there before.
void write_whole(const std::filesystem::path& path, std::string_view bytes);

/// The name under which a file is built before it gets its own: "frame.vdb" -> "frame.vdb.tmp".
std::filesystem::path temporary_name(const std::filesystem::path& path);

/// Flushes the file at `from` to the disk and gives it the name `to`. Throws Error(output); then `from` is removed.
void publish(const std::filesystem::path& from, const std::filesystem::path& to);

/// Whole file as bytes. Throws Error(input) with the system's reason.
std::string read_whole(const std::filesystem::path& path);

/// Bytes that may be written to the disk of `path`, which need not exist yet; empty if the system does not say.
std::optional<std::int64_t> free_space(const std::filesystem::path& path);

/// "12.3 MB free on the disk of /out"; empty if the system does not say.
std::string free_space_sentence(const std::filesystem::path& path);

/// "3.4 GB", "217 KB".
std::string human_bytes(double bytes);

/// Holds a folder against other processes that would take it, for as long as it lives; the system lets go of it when
/// the process ends, however it ends.
class FolderLock {
public:
    explicit FolderLock(const std::filesystem::path& folder);
    ~FolderLock();
    FolderLock(const FolderLock&) = delete;
    FolderLock& operator=(const FolderLock&) = delete;
    /// False if another process has the folder. True where the file system knows no locks.
    bool held() const { return held_; }

private:
    int fd_ = -1;
    bool held_ = true;
};

}  // namespace fum

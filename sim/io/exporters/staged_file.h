// A file that is written in pieces under a temporary name, read back, compared and renamed: whole or absent, and right.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string_view>

namespace fum {

class StagedFile {
public:
    /// Opens `path`.tmp. `bytes`: about how large it will be, for the sentence of an error. Throws Error(output).
    StagedFile(const std::filesystem::path& path, double bytes);
    /// Removes the temporary file unless commit() returned.
    ~StagedFile();
    StagedFile(const StagedFile&) = delete;
    StagedFile& operator=(const StagedFile&) = delete;

    /// Appends. Throws Error(output) with the system's reason and the free space.
    void write(std::string_view bytes);

    /// Reads the file back, compares it with what was written, flushes it to the disk and gives it its name. Throws
    /// Error(output).
    void commit();

    std::int64_t bytes() const { return static_cast<std::int64_t>(size_); }  ///< written so far

private:
    [[noreturn]] void fail(const char* what, int code) const;
    void close();

    std::filesystem::path path_, temporary_;
    double expected_;
    int file_ = -1;
    std::uint64_t size_ = 0, sum_;
};

/// The whole of it for texts. Throws Error(output).
void write_checked(const std::filesystem::path& path, std::string_view bytes);

}  // namespace fum

#include "sim/io/exporters/staged_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <vector>

#include "sim/core/error.h"
#include "sim/core/files.h"

namespace fum {
namespace {

constexpr std::uint64_t no_bytes = 14695981039346656037u;

/// FNV-1a by bytes: the same sum in whatever pieces the bytes come.
std::uint64_t added(std::uint64_t sum, std::string_view bytes) {
    for (const char c : bytes) sum = (sum ^ static_cast<unsigned char>(c)) * 1099511628211u;
    return sum;
}

}  // namespace

StagedFile::StagedFile(const std::filesystem::path& path, double bytes)
    : path_(path), temporary_(temporary_name(path)), expected_(bytes), sum_(no_bytes) {
    file_ = ::open(temporary_.c_str(), O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (file_ < 0) fail("could not be made", errno);
}

StagedFile::~StagedFile() {
    close();
    if (!temporary_.empty()) ::unlink(temporary_.c_str());
}

void StagedFile::close() {
    if (file_ >= 0) ::close(file_);
    file_ = -1;
}

void StagedFile::fail(const char* what, int code) const {
    const std::string free = free_space_sentence(path_);
    throw Error(
        Exit::output,
        fmt::format("\"{}\" (about {}) {}: {}{}. Free some space or choose another output folder.", path_.string(),
                    human_bytes(expected_), what, code != 0 ? std::strerror(code) : "it does not hold what was written",
                    free.empty() ? "" : "; " + free));
}

void StagedFile::write(std::string_view bytes) {
    sum_ = added(sum_, bytes);
    size_ += bytes.size();
    while (!bytes.empty()) {
        const ssize_t n = ::write(file_, bytes.data(), bytes.size());
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) fail("could not be written", n < 0 ? errno : ENOSPC);
        bytes.remove_prefix(static_cast<std::size_t>(n));
    }
}

void StagedFile::commit() {
    std::vector<char> piece(std::size_t{1} << 20);
    std::uint64_t sum = no_bytes, size = 0;
    if (::lseek(file_, 0, SEEK_SET) != 0) fail("could not be read back", errno);
    for (;;) {
        const ssize_t n = ::read(file_, piece.data(), piece.size());
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) fail("could not be read back", errno);
        if (n == 0) break;
        sum = added(sum, {piece.data(), static_cast<std::size_t>(n)});
        size += static_cast<std::uint64_t>(n);
    }
    if (sum != sum_ || size != size_) fail("is damaged", 0);
    close();
    publish(temporary_, path_);
    temporary_.clear();
}

void write_checked(const std::filesystem::path& path, std::string_view bytes) {
    StagedFile file(path, static_cast<double>(bytes.size()));
    file.write(bytes);
    file.commit();
}

}  // namespace fum

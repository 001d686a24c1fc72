#include "sim/core/files.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cmath>
#include <cstring>
#include <utility>

#include "sim/core/error.h"

namespace fum {
namespace {

namespace fs = std::filesystem;

/// One open file; closed when it goes out of scope.
class Descriptor {
public:
    Descriptor(const fs::path& path, int flags) : fd_(::open(path.c_str(), flags | O_CLOEXEC, 0666)) {}
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    ~Descriptor() {
        if (fd_ >= 0) ::close(fd_);
    }
    int fd() const { return fd_; }
    bool valid() const { return fd_ >= 0; }
    /// Closes now; false where the system reports a late write error (network file systems do it here).
    bool close() { return ::close(std::exchange(fd_, -1)) == 0; }

private:
    int fd_;
};

std::string reason(int code) { return std::strerror(code); }

[[noreturn]] void cannot_write(const fs::path& path, double bytes, int code) {
    const std::string free = free_space_sentence(path);
    const bool full = code == ENOSPC || code == EDQUOT || code == EFBIG;
    throw Error(Exit::output, fmt::format("\"{}\" ({}) could not be written: {}{}; {}.", path.string(),
                                          human_bytes(bytes), reason(code), free.empty() ? "" : ", " + free,
                                          full ? "free some space or choose another folder, then run again"
                                               : "check that the folder exists and may be written to"));
}

/// Writes all of `bytes`, however small the pieces the system takes. Returns 0 or the error's code.
int write_all(int fd, std::string_view bytes) {
    while (!bytes.empty()) {
        const ssize_t n = ::write(fd, bytes.data(), bytes.size());
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) return errno;
        if (n == 0) return ENOSPC;
        bytes.remove_prefix(static_cast<std::size_t>(n));
    }
    return 0;
}

/// fsync, where the thing behind the descriptor can be flushed at all (pipes and devices cannot).
int flush(int fd) {
    while (::fsync(fd) != 0)
        if (errno != EINTR) return errno == EINVAL || errno == EROFS ? 0 : errno;
    return 0;
}

/// After this a power cut does not undo the rename. Best effort: some file systems refuse to sync a folder.
void flush_folder(const fs::path& file) {
    const fs::path folder = file.parent_path();
    const Descriptor d(folder.empty() ? fs::path(".") : folder, O_RDONLY | O_DIRECTORY);
    if (d.valid()) static_cast<void>(flush(d.fd()));
}

/// The nearest folder above `path` that exists.
fs::path existing_folder(const fs::path& path) {
    std::error_code none;
    fs::path folder = fs::absolute(path, none);
    while (!folder.empty() && !fs::is_directory(folder, none)) {
        if (folder == folder.parent_path()) break;
        folder = folder.parent_path();
    }
    return folder;
}

}  // namespace

fs::path temporary_name(const fs::path& path) {
    fs::path name = path;
    name += ".tmp";
    return name;
}

void write_whole(const fs::path& path, std::string_view bytes) {
    const fs::path temporary = temporary_name(path);
    Descriptor out(temporary, O_WRONLY | O_CREAT | O_TRUNC);
    if (!out.valid()) cannot_write(path, static_cast<double>(bytes.size()), errno);
    int code = write_all(out.fd(), bytes);
    if (code == 0) code = flush(out.fd());
    if (!out.close() && code == 0) code = errno;
    if (code == 0 && ::rename(temporary.c_str(), path.c_str()) != 0) code = errno;
    if (code != 0) {
        ::unlink(temporary.c_str());
        cannot_write(path, static_cast<double>(bytes.size()), code);
    }
    flush_folder(path);
}

void publish(const fs::path& from, const fs::path& to) {
    std::error_code none;
    const auto size = fs::file_size(from, none);
    const double bytes = none ? 0.0 : static_cast<double>(size);
    int code = 0;
    {
        Descriptor file(from, O_RDONLY);
        code = file.valid() ? flush(file.fd()) : errno;
    }
    if (code == 0 && ::rename(from.c_str(), to.c_str()) != 0) code = errno;
    if (code != 0) {
        ::unlink(from.c_str());
        cannot_write(to, bytes, code);
    }
    flush_folder(to);
}

std::string read_whole(const fs::path& path) {
    const auto fail = [&](const std::string& why) {
        throw Error(Exit::input, fmt::format("\"{}\" could not be read: {}.", path.string(), why));
    };
    const Descriptor in(path, O_RDONLY);
    if (!in.valid()) fail(reason(errno));
    struct stat about {};
    if (::fstat(in.fd(), &about) != 0) fail(reason(errno));
    if (S_ISDIR(about.st_mode)) fail("it is a folder, give the name of a file in it");
    if (!S_ISREG(about.st_mode)) fail("it is not an ordinary file");
    std::string bytes;
    bytes.resize(static_cast<std::size_t>(about.st_size));
    std::size_t have = 0;
    while (true) {  // a file may grow or shrink while it is read; /proc files say 0 and hold text
        if (have == bytes.size()) bytes.resize(bytes.size() + 4096);
        const ssize_t n = ::read(in.fd(), bytes.data() + have, bytes.size() - have);
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) fail(reason(errno));
        if (n == 0) break;
        have += static_cast<std::size_t>(n);
    }
    bytes.resize(have);
    return bytes;
}

std::optional<std::int64_t> free_space(const fs::path& path) {
    std::error_code failed;
    const fs::space_info space = fs::space(existing_folder(path), failed);
    if (failed || space.available == static_cast<std::uintmax_t>(-1)) return {};
    return static_cast<std::int64_t>(space.available);
}

std::string free_space_sentence(const fs::path& path) {
    const auto bytes = free_space(path);
    if (!bytes) return {};
    return fmt::format("{} free on the disk of {}", human_bytes(static_cast<double>(*bytes)),
                       existing_folder(path).string());
}

std::string human_bytes(double bytes) {
    const char* const unit[] = {"bytes", "KB", "MB", "GB", "TB", "PB"};
    int u = 0;
    while (u < 5 && std::abs(bytes) >= 999.5) {
        bytes /= 1000;
        ++u;
    }
    if (u == 0) return fmt::format("{:.0f} {}", bytes, std::abs(bytes - 1) < 0.5 ? "byte" : "bytes");
    return fmt::format("{:.{}f} {}", bytes, std::abs(bytes) < 99.95 ? 1 : 0, unit[u]);
}

FolderLock::FolderLock(const fs::path& folder) : fd_(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)) {
    if (fd_ >= 0 && ::flock(fd_, LOCK_EX | LOCK_NB) != 0) held_ = errno != EWOULDBLOCK;
}

FolderLock::~FolderLock() {
    if (fd_ >= 0) ::close(fd_);
}

}  // namespace fum

#include "sim/core/files.h"

#include <gmock/gmock.h>
#include <signal.h>
#include <sys/resource.h>
#include <unistd.h>

#include "sim/core/error.h"
#include "tests/support/temporary_folder.h"

namespace fum {
namespace {

using test::TemporaryFolder;
using testing::HasSubstr;

/// While it lives no file may grow beyond `bytes`: the nearest thing to a full disk that needs no rights.
class SmallDisk {
public:
    explicit SmallDisk(rlim_t bytes) : signal_before_(signal(SIGXFSZ, SIG_IGN)) {
        getrlimit(RLIMIT_FSIZE, &before_);
        const rlimit now{bytes, before_.rlim_max};
        setrlimit(RLIMIT_FSIZE, &now);
    }
    SmallDisk(const SmallDisk&) = delete;
    SmallDisk& operator=(const SmallDisk&) = delete;
    ~SmallDisk() {
        setrlimit(RLIMIT_FSIZE, &before_);
        signal(SIGXFSZ, signal_before_);
    }

private:
    void (*signal_before_)(int);
    rlimit before_{};
};

std::ptrdiff_t entries(const std::filesystem::path& folder) {
    return std::distance(std::filesystem::directory_iterator(folder), std::filesystem::directory_iterator());
}

/// The error of a call that must fail with `code`.
template <class Act>
std::string sentence(Exit code, const Act& act) {
    try {
        act();
    } catch (const Error& e) {
        EXPECT_EQ(e.code(), code);
        return e.what();
    }
    ADD_FAILURE() << "no Error was thrown";
    return {};
}

TEST(Files, WhatWasWrittenIsReadBackWithEveryByte) {
    const TemporaryFolder folder;
    std::string bytes;
    for (int i = 0; i < 100'000; ++i) bytes += static_cast<char>(i * 7);
    write_whole(folder.path() / "größe 海涛.bin", bytes);
    EXPECT_EQ(read_whole(folder.path() / "größe 海涛.bin"), bytes);
    EXPECT_EQ(entries(folder.path()), 1);  // no temporary name is left
}

TEST(Files, AnEmptyFileIsWrittenAndRead) {
    const TemporaryFolder folder;
    write_whole(folder.path() / "empty", "");
    EXPECT_EQ(read_whole(folder.path() / "empty"), "");
}

TEST(Files, AFullDiskLeavesNoHalfFileAndSaysHowMuchWasNeeded) {
    const TemporaryFolder folder;
    const std::string bytes(300'000, 'x');
    std::string said;
    {
        const SmallDisk disk(100'000);
        said = sentence(Exit::output, [&] { write_whole(folder.path() / "frame.vdb", bytes); });
    }
    EXPECT_THAT(said, HasSubstr("frame.vdb"));
    EXPECT_THAT(said, HasSubstr("300 KB"));
    EXPECT_THAT(said, HasSubstr("free on the disk of " + folder.path().string()));
    EXPECT_THAT(said, HasSubstr("free some space"));
    EXPECT_EQ(entries(folder.path()), 0);
}

TEST(Files, AFullDiskLeavesTheOlderFileAsItWas) {
    const TemporaryFolder folder;
    const auto path = folder.file("scene.toml", "older");
    {
        const SmallDisk disk(1000);
        EXPECT_THROW(write_whole(path, std::string(5000, 'x')), Error);
    }
    EXPECT_EQ(read_whole(path), "older");
    EXPECT_EQ(entries(folder.path()), 1);
}

TEST(Files, ADeviceThatIsAlwaysFullIsReported) {
    const TemporaryFolder folder;
    std::filesystem::create_symlink("/dev/full", temporary_name(folder.path() / "frame"));
    const std::string said = sentence(Exit::output, [&] { write_whole(folder.path() / "frame", "bytes"); });
    EXPECT_THAT(said, HasSubstr("No space left"));
    EXPECT_EQ(entries(folder.path()), 0);
}

TEST(Files, AMissingFolderIsNamed) {
    const TemporaryFolder folder;
    const std::string said = sentence(Exit::output, [&] { write_whole(folder.path() / "gone" / "frame", "bytes"); });
    EXPECT_THAT(said, HasSubstr((folder.path() / "gone" / "frame").string()));
    EXPECT_THAT(said, HasSubstr("check that the folder exists"));
}

TEST(Files, AFolderInTheWayOfTheNameLeavesNothingBehind) {
    const TemporaryFolder folder;
    std::filesystem::create_directory(folder.path() / "frame");
    EXPECT_THROW(write_whole(folder.path() / "frame", "bytes"), Error);
    EXPECT_EQ(entries(folder.path()), 1);
}

TEST(Files, PublishGivesAFinishedFileItsName) {
    const TemporaryFolder folder;
    const auto to = folder.path() / "frame.vdb";
    publish(folder.file("frame.vdb.tmp", "bytes"), to);
    EXPECT_EQ(read_whole(to), "bytes");
    EXPECT_EQ(entries(folder.path()), 1);
}

TEST(Files, PublishIntoAMissingFolderRemovesTheTemporaryFile) {
    const TemporaryFolder folder;
    const auto from = folder.file("frame.vdb.tmp", "bytes");
    const std::string said = sentence(Exit::output, [&] { publish(from, folder.path() / "gone" / "frame.vdb"); });
    EXPECT_THAT(said, HasSubstr("5 bytes"));
    EXPECT_EQ(entries(folder.path()), 0);
}

TEST(Files, ReadingSaysWhyItFailed) {
    const TemporaryFolder folder;
    EXPECT_THAT(sentence(Exit::input, [&] { read_whole(folder.path() / "none"); }), HasSubstr("No such file"));
    EXPECT_THAT(sentence(Exit::input, [&] { read_whole(folder.path()); }), HasSubstr("it is a folder"));
    EXPECT_THAT(sentence(Exit::input, [&] { read_whole("/dev/zero"); }), HasSubstr("not an ordinary file"));
}

TEST(Files, FilesOfTheKernelWithoutASizeAreReadWhole) {
    EXPECT_THAT(read_whole("/proc/self/status"), HasSubstr("VmRSS"));
}

TEST(Files, TheTemporaryNameIsTheNameWithTmpBehind) { EXPECT_EQ(temporary_name("out/frame.vdb"), "out/frame.vdb.tmp"); }

TEST(Files, SizesAreSaidInDecimalUnits) {
    EXPECT_EQ(human_bytes(0), "0 bytes");
    EXPECT_EQ(human_bytes(1), "1 byte");
    EXPECT_EQ(human_bytes(217'000), "217 KB");
    EXPECT_EQ(human_bytes(999'960), "1.0 MB");
    EXPECT_EQ(human_bytes(3.4e9), "3.4 GB");
}

TEST(Files, FreeSpaceIsKnownForFoldersThatDoNotExistYet) {
    const TemporaryFolder folder;
    EXPECT_THAT(free_space_sentence(folder.path() / "a" / "b"),
                HasSubstr(" free on the disk of " + folder.path().string()));
}

TEST(Files, FreeSpaceIsANumberToo) {
    const TemporaryFolder folder;
    const auto bytes = free_space(folder.path() / "not there yet");
    ASSERT_TRUE(bytes);
    EXPECT_GT(*bytes, 0);
}

TEST(Files, AFolderIsLockedUntilTheLockGoes) {
    const TemporaryFolder folder, other;
    {
        const FolderLock first(folder.path()), elsewhere(other.path());
        EXPECT_TRUE(first.held());
        EXPECT_TRUE(elsewhere.held());
        EXPECT_FALSE(FolderLock(folder.path()).held());
    }
    EXPECT_TRUE(FolderLock(folder.path()).held());
}

}  // namespace
}  // namespace fum

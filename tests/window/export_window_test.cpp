// Exports beside the window: what a child says about itself, the queue of children, takes, folders.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <chrono>
#include <thread>

#include "app/running_child.h"
#include "app/window/export_queue.h"
#include "app/window/folder_look.h"
#include "app/window/picture_writer.h"
#include "app/window/run_progress.h"
#include "sim/core/error.h"
#include "tests/support/temporary_folder.h"

namespace fum::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::SizeIs;
namespace fs = std::filesystem;

// ---- what a run says

TEST(RunProgress, TakesFramesStepsSpeedAndTimeFromALineOfProgress) {
    RunProgress p;
    p.take_log(
        "2026-11-29T20:00:00.123Z INFO  progress frame 3/96  step 120/2880  12.5 MLUPS  5.1 GB/s (40 %)  212 MB  "
        "1.23 MB/frame  12 s gone, 3 min 05 s left");
    EXPECT_EQ(p.frame, 3);
    EXPECT_EQ(p.frames, 96);
    EXPECT_EQ(p.step, 120);
    EXPECT_EQ(p.steps, 2880);
    EXPECT_DOUBLE_EQ(p.mlups, 12.5);
    EXPECT_DOUBLE_EQ(p.left_s, 185);
    EXPECT_DOUBLE_EQ(p.share(), 120.0 / 2880);
}

TEST(RunProgress, CountsWrittenAndKeptFrames) {
    RunProgress p;
    p.take_log("2026-11-29T20:00:00.123Z INFO  session  2 frames of /out are kept; the flow is simulated again");
    p.take_log("2026-11-29T20:00:00.123Z DEBUG output   frame written frame=3 bytes=1000");
    p.take_log("2026-11-29T20:00:01.123Z DEBUG output   frame written frame=4 bytes=500");
    EXPECT_EQ(p.kept, 2);
    EXPECT_EQ(p.written, 2);
    EXPECT_EQ(p.bytes, 1500);
}

TEST(RunProgress, KeepsAllLinesOfTheLastErrorAndEveryWarning) {
    RunProgress p;
    p.take_log("2026-11-29T20:00:00.123Z WARN  output   The disk is small.");
    p.take_log("2026-11-29T20:00:00.123Z ERROR fumarole ball.toml cannot be used, 1 mistake:");
    p.take_log("  fluid.re: is -3, below its minimum 0");
    EXPECT_EQ(p.error, "ball.toml cannot be used, 1 mistake:\nfluid.re: is -3, below its minimum 0");
    EXPECT_THAT(p.warnings, ElementsAre("The disk is small."));
    p.take_log(
        "2026-11-29T20:00:00.123Z INFO  progress frame 3/96  step 1/2  1.0 MLUPS  1.0 GB/s  1 MB  1 s gone, ? left");
    EXPECT_LT(p.left_s, 0) << "not known is not zero";
    EXPECT_THAT(p.error, HasSubstr("fluid.re")) << "what follows is no part of it";
}

TEST(RunProgress, ReadsTimesAsPeopleWriteThem) {
    EXPECT_DOUBLE_EQ(seconds_of("41 s"), 41);
    EXPECT_DOUBLE_EQ(seconds_of("2 h 10 min"), 7800);
    EXPECT_LT(seconds_of("?"), 0);
    EXPECT_LT(seconds_of(""), 0);
    EXPECT_LT(seconds_of("3 days"), 0);
}

// ---- the queue, with a child of our own making

class Queue : public testing::Test {
protected:
    ExportTask script(const std::string& name, const std::string& text) const {
        const fs::path file = folder.file(name, "#!/bin/sh\n" + text);
        ::chmod(file.c_str(), 0755);
        ExportTask task;
        task.title = name;
        task.folder = folder.path() / name;
        task.words = {file.string()};
        return task;
    }
    const ExportTask& task(int number) const {
        for (const ExportTask& t : queue.tasks())
            if (t.number == number) return t;
        throw std::out_of_range("no such task");
    }
    /// Until `until` holds.
    template <class F>
    bool run(F&& until, double seconds = 10) {
        for (int i = 0; i < 200 * seconds && !until(); ++i) {
            queue.tick([&](ExportTask& t) { ended.push_back(t.title); });
            std::this_thread::sleep_for(std::chrono::milliseconds(5));
        }
        return until();
    }
    bool run_all() {
        return run([&] { return !queue.busy(); });
    }

    TemporaryFolder folder;
    ExportQueue queue;
    std::vector<std::string> ended;
};

const std::string progress_line =
    "echo '2026-11-29T20:00:00.123Z INFO  progress frame 1/4  step 10/40  2.0 MLUPS  1.0 GB/s  1 MB  1 s gone, 3 s "
    "left' "
    ">&2\n";

TEST_F(Queue, RunsOneAfterTheOtherAndTellsOfEachEnd) {
    const int a = queue.add(script("a", progress_line + "echo done")), b = queue.add(script("b", "exit 0"));
    queue.tick([](ExportTask&) {});
    EXPECT_EQ(task(a).state, ExportState::running);
    EXPECT_EQ(task(b).state, ExportState::waiting);
    ASSERT_TRUE(run_all());
    EXPECT_EQ(task(a).state, ExportState::finished);
    EXPECT_EQ(task(b).state, ExportState::finished);
    EXPECT_EQ(task(a).progress.step, 10);
    EXPECT_EQ(task(a).progress.result, "done");
    EXPECT_THAT(ended, ElementsAre("a", "b"));
}

TEST_F(Queue, AFailureCarriesTheChildsOwnSentenceAndTheNextOneRunsAllTheSame) {
    const int a = queue.add(script(
                  "a", "echo '2026-11-29T20:00:00.123Z ERROR fumarole The disk is full.' >&2\necho rest >&2\nexit 6")),
              b = queue.add(script("b", "exit 0"));
    ASSERT_TRUE(run_all());
    EXPECT_EQ(task(a).state, ExportState::failed);
    EXPECT_EQ(task(a).code, 6);
    EXPECT_EQ(task(a).sentence, "The disk is full.\nrest");
    EXPECT_EQ(task(b).state, ExportState::finished);
}

TEST_F(Queue, StopAsksFirstAndThenEnds) {
    const int polite = queue.add(script("polite", "trap 'echo bye; exit 130' TERM\necho ready\nsleep 30 & wait"));
    ASSERT_TRUE(run([&] { return task(polite).progress.result == "ready"; }));
    queue.stop(polite);
    EXPECT_EQ(task(polite).state, ExportState::stopping);
    ASSERT_TRUE(run_all());
    EXPECT_EQ(task(polite).state, ExportState::stopped);
    EXPECT_EQ(task(polite).progress.result, "bye");

    const int deaf = queue.add(script("deaf", "trap '' TERM\necho ready\nwhile :; do sleep 0.1; done"));
    ASSERT_TRUE(run([&] { return task(deaf).progress.result == "ready"; }));
    queue.stop(deaf);
    run([&] { return ended.size() > 1; }, 0.4);
    EXPECT_EQ(task(deaf).state, ExportState::stopping) << "it has not listened";
    queue.stop(deaf);
    ASSERT_TRUE(run_all());
    EXPECT_EQ(task(deaf).state, ExportState::stopped);
}

TEST_F(Queue, WhatWaitsIsTakenOffAndAProgramThatIsNotThereFails) {
    ExportTask none;
    none.title = "none";
    none.words = {(folder.path() / "nowhere").string()};
    const int a = queue.add(none), b = queue.add(script("b", "exit 0"));
    queue.stop(b);
    EXPECT_THAT(queue.tasks(), SizeIs(1));
    ASSERT_TRUE(run_all());
    EXPECT_EQ(task(a).state, ExportState::failed);
    EXPECT_THAT(task(a).sentence, HasSubstr("could not be started"));
    queue.forget(a);
    EXPECT_THAT(queue.tasks(), SizeIs(0));
}

TEST_F(Queue, AChildEndsWithItsOwner) {
    const fs::path file = folder.file("long", "#!/bin/sh\necho $$ > \"$0.pid\"\nexec sleep 60\n");
    ::chmod(file.c_str(), 0755);
    fs::path pid_file = file;
    pid_file += ".pid";
    std::string pid;
    {
        RunningChild child;
        child.start({file.string()});
        for (int i = 0; i < 1000 && pid.empty(); ++i) {
            std::this_thread::sleep_for(std::chrono::milliseconds(5));
            std::getline(std::ifstream(pid_file) >> std::ws, pid);
        }
    }
    ASSERT_FALSE(pid.empty());
    EXPECT_FALSE(fs::exists("/proc/" + pid));
}

TEST(RunningChild, HandsOverWholeLinesInOrderEvenWithoutANewlineAtTheEnd) {
    RunningChild child;
    child.start({"sh", "-c", "printf 'one\\ntw'; sleep 0.05; printf 'o\\nthree'; echo $WORD >&2; exit 3"},
                {"WORD=four"});
    std::vector<std::string> out, error;
    while (child.poll([&](RunningChild::Stream s, const std::string& line) {
        (s == RunningChild::Stream::out ? out : error).push_back(line);
    }))
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
    EXPECT_THAT(out, ElementsAre("one", "two", "three"));
    EXPECT_THAT(error, ElementsAre("four"));
    EXPECT_EQ(child.code(), 3);
}

// ---- takes

std::vector<std::uint8_t> grey(int width, int height) {
    return std::vector<std::uint8_t>(static_cast<std::size_t>(width) * static_cast<std::size_t>(height) * 4, 128);
}

TEST(PictureWriter, WritesEveryPictureUnderItsNumber) {
    TemporaryFolder folder;
    {
        PictureWriter writer({.film = false, .path = folder.path() / "take", .width = 8, .height = 6});
        writer.push(grey(8, 6));
        writer.push(grey(8, 6), 2);
        writer.finish();
        EXPECT_EQ(writer.pushed(), 3);
    }
    for (const char* name : {"0001.png", "0002.png", "0003.png"})
        EXPECT_TRUE(fs::exists(folder.path() / "take" / name)) << name;
    EXPECT_FALSE(fs::exists(folder.path() / "take" / "0004.png"));
}

TEST(PictureWriter, SaysWhatWentWrongAndNeverHangs) {
    TemporaryFolder folder;
    PictureWriter writer({.film = false, .path = folder.path() / "take", .width = 8, .height = 6});
    fs::remove_all(folder.path() / "take");
    for (int i = 0; i < 10; ++i) writer.push(grey(8, 6));
    writer.finish();
    for (int i = 0; i < 1000 && !writer.done(); ++i) std::this_thread::sleep_for(std::chrono::milliseconds(5));
    EXPECT_TRUE(writer.done());
    EXPECT_THAT(writer.error(), HasSubstr("0001.png"));
    EXPECT_THROW(PictureWriter({.film = false, .path = "/proc/none/take", .width = 8, .height = 6}), Error);
}

TEST(Numbered, TakesTheFirstNumberThatIsFree) {
    TemporaryFolder folder;
    EXPECT_EQ(numbered(folder.path(), "ball_view", ".png").filename(), "ball_view_0001.png");
    folder.file("ball_view_0001.png", "");
    EXPECT_EQ(numbered(folder.path(), "ball_view", ".png").filename(), "ball_view_0002.png");
}

// ---- the folder

TEST(FolderLook, SaysWhatIsThereAndWhyNothingCanBeWritten) {
    TemporaryFolder folder;
    const Scene scene;
    const FolderLook none = look_into(folder.path() / "new/one", scene);
    EXPECT_FALSE(none.exists);
    EXPECT_TRUE(none.fault.empty()) << none.fault;
    EXPECT_TRUE(none.free_bytes.has_value());

    folder.file("file", "");
    EXPECT_THAT(look_into(folder.path() / "file", scene).fault, HasSubstr("Something else"));
    EXPECT_THAT(look_into(folder.path() / "file/below", scene).fault, HasSubstr("no folder"));

    folder.file("smoke_0001.vdb", "");
    folder.file("notes.txt", "");
    const FolderLook with = look_into(folder.path(), scene);
    EXPECT_EQ(with.files, 1) << "notes are no part of a sequence";
    EXPECT_TRUE(with.can_continue()) << "a run without a manifest begins anew and keeps nothing";
    folder.file("manifest.json", "no json");
    EXPECT_FALSE(look_into(folder.path(), scene).can_continue());
}

}  // namespace
}  // namespace fum::test

// What the file dialog lists.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "app/window/folder_list.h"
#include "tests/support/home.h"

namespace fum::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::vector<std::string> names(const FolderList& list, const ListWish& wish) {
    std::vector<std::string> found;
    for (const std::size_t i : arranged(list.entries, wish)) found.push_back(list.entries[i].name);
    return found;
}

class FileList : public testing::Test {
protected:
    FileList() {
        for (const char* name : {"b.toml", "frame_10.obj", "frame_2.OBJ", ".hidden.toml", "notes.txt"})
            std::ofstream(folder_.path() / name) << name;
        std::filesystem::create_directory(folder_.path() / "Meshes");
    }
    FolderList read() const { return read_folder(folder_.path()); }
    TemporaryFolder folder_;
};

TEST_F(FileList, ListsFoldersFirstAndNumbersAsPeopleCount) {
    EXPECT_THAT(names(read(), {FileKind::scene_or_mesh}),
                ElementsAre("Meshes", "b.toml", "frame_2.OBJ", "frame_10.obj"));
    EXPECT_THAT(names(read(), {FileKind::scene}), ElementsAre("Meshes", "b.toml"));
    EXPECT_THAT(names(read(), {FileKind::folder}), ElementsAre("Meshes"));
    EXPECT_THAT(names(read(), {FileKind::mesh, false, "FRAME"}), ElementsAre("frame_2.OBJ", "frame_10.obj"));
    EXPECT_THAT(names(read(), {FileKind::scene, true}), ElementsAre("Meshes", ".hidden.toml", "b.toml"));
}

TEST_F(FileList, SortsBySizeBackwards) {
    EXPECT_THAT(names(read(), {FileKind::mesh, false, "frame", FileOrder::size, true}),
                ElementsAre("frame_10.obj", "frame_2.OBJ"));
}

TEST_F(FileList, AFileIsFoundInItsFolder) {
    const FolderList list = read_folder(folder_.path() / "b.toml");
    EXPECT_EQ(list.file, "b.toml");
    EXPECT_EQ(list.folder, folder_.path());
    EXPECT_EQ(list.entries.size(), 6u);
}

TEST_F(FileList, ASlashAtTheEndMakesNoDifference) {
    EXPECT_EQ(read_folder(folder_.path().string() + "/").folder, folder_.path());
    EXPECT_EQ(read_folder("/").folder, "/");
}

TEST_F(FileList, WhatDoesNotExistIsSaid) {
    EXPECT_THAT(read_folder(folder_.path() / "none").fault, HasSubstr("does not exist"));
    EXPECT_TRUE(read_folder(folder_.path() / "none").entries.empty());
}

TEST_F(FileList, AReadingThatIsNotWantedEnds) {
    EXPECT_TRUE(read_folder(folder_.path(), [] { return false; }).entries.empty());
}

TEST_F(Home, ATypedPathStartsAtTheFolderOrAtHome) {
    ::setenv("HOME", "/somebody", 1);
    EXPECT_EQ(typed_path("x/../y.toml", "/scenes"), "/scenes/y.toml");
    EXPECT_EQ(typed_path("/a/b", "/scenes"), "/a/b");
    EXPECT_EQ(typed_path("~/b", "/scenes"), "/somebody/b");
    EXPECT_EQ(typed_path("~", "/scenes"), "/somebody");
}

}  // namespace
}  // namespace fum::test

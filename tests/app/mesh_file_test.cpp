// Mesh files are read once for all who ask.
#include "app/mesh_file.h"

#include <gtest/gtest.h>

#include <thread>
#include <vector>

#include "tests/support/temporary_folder.h"

namespace fum::test {
namespace {

namespace fs = std::filesystem;

/// A tetrahedron with its corners `side` from the origin; all texts are of one length.
std::string tetrahedron(int side) {
    const std::string s = std::to_string(side);
    return "v 0 0 0\nv " + s + " 0 0\nv 0 " + s + " 0\nv 0 0 " + s + "\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";
}

TEST(MeshFile, IsReadAgainOnlyIfItHasChanged) {
    const TemporaryFolder folder;
    const fs::path path = folder.file("a.obj", tetrahedron(1));
    const auto time = fs::last_write_time(path);
    const auto first = mesh_file(path);
    EXPECT_EQ(first->report.max_m.x, 1);
    EXPECT_EQ(mesh_file(path), first);
    folder.file("a.obj", tetrahedron(2));
    fs::last_write_time(path, time);  // nothing tells it from the first
    EXPECT_EQ(mesh_file(path), first) << "it was read again";
    fs::last_write_time(path, time + std::chrono::seconds(1));
    EXPECT_EQ(mesh_file(path)->report.max_m.x, 2);
    EXPECT_EQ(mesh_file(path, {.unit_m = 0.5})->report.max_m.x, 1) << "another unit is another mesh";
    fs::remove(path);
    EXPECT_THROW(mesh_file(path), Error);
}

TEST(MeshFile, AMistakeIsNotRemembered) {
    const TemporaryFolder folder;
    const fs::path path = folder.file("a.obj", std::string(tetrahedron(1).size(), '?'));
    const auto time = fs::last_write_time(path);
    EXPECT_THROW(mesh_file(path), Error);
    folder.file("a.obj", tetrahedron(3));
    fs::last_write_time(path, time);
    EXPECT_EQ(mesh_file(path)->report.max_m.x, 3);
}

TEST(MeshFile, ThreadsThatAskAtOnceGetOneMesh) {
    const TemporaryFolder folder;
    const fs::path path = folder.file("a.obj", tetrahedron(1));
    std::vector<std::shared_ptr<const ReadMesh>> got(8);
    std::vector<std::thread> threads;
    for (auto& mine : got) threads.emplace_back([&mine, &path] { mine = mesh_file(path); });
    for (std::thread& t : threads) t.join();
    for (const auto& one : got) EXPECT_EQ(one, got[0]);
}

}  // namespace
}  // namespace fum::test

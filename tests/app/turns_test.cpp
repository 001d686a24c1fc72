// Taking turns on a device.
#include <gtest/gtest.h>

#include <atomic>
#include <memory>
#include <thread>

#include "app/turns.h"

namespace fum::test {
namespace {

using std::chrono::milliseconds;

TEST(Turns, OneAtATimeAndPlacesAreKept) {
    Turns turns;
    auto first = std::make_unique<Turns::Place>(turns);
    EXPECT_TRUE(first->wait_for(milliseconds(0)));
    auto second = std::make_unique<Turns::Place>(turns), third = std::make_unique<Turns::Place>(turns);
    EXPECT_FALSE(second->wait_for(milliseconds(1)));
    EXPECT_FALSE(third->wait_for(milliseconds(1)));
    first.reset();
    EXPECT_FALSE(third->wait_for(milliseconds(1)));
    EXPECT_TRUE(second->wait_for(milliseconds(1)));
    second.reset();
    EXPECT_TRUE(third->wait_for(milliseconds(1)));
}

TEST(Turns, APlaceThatIsGivenUpBlocksNobody) {
    Turns turns;
    auto given_up = std::make_unique<Turns::Place>(turns);
    Turns::Place waits(turns);
    std::thread other([&] { given_up.reset(); });
    EXPECT_TRUE(waits.wait_for(milliseconds(10000)));
    other.join();
}

/// One that works long and asks again at once does not starve one that asks in short waits.
TEST(Turns, NobodyStarves) {
    Turns turns;
    std::atomic<bool> stop = false;
    std::atomic<int> measured = 0;
    std::thread greedy([&] {
        while (!stop) {
            Turns::Place place(turns);
            while (!place.wait_for(milliseconds(50))) {}
            std::this_thread::sleep_for(milliseconds(2));
            ++measured;
        }
    });
    while (measured == 0) std::this_thread::yield();
    const int before = measured;
    for (int i = 0; i < 20; ++i) {
        Turns::Place place(turns);
        while (!place.wait_for(milliseconds(1))) {}
    }
    EXPECT_LE(measured - before, 21);
    stop = true;
    greedy.join();
}

}  // namespace
}  // namespace fum::test

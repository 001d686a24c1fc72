#include "app/turns.h"

#include <algorithm>

namespace fum {

Turns::Place::Place(Turns& turns) : turns_(turns) {
    const std::lock_guard lock(turns_.mutex_);
    number_ = turns_.next_++;
    turns_.queue_.push_back(number_);
}

Turns::Place::~Place() {
    {
        const std::lock_guard lock(turns_.mutex_);
        std::erase(turns_.queue_, number_);
    }
    turns_.moved_.notify_all();
}

bool Turns::Place::wait_for(std::chrono::milliseconds time) {
    std::unique_lock lock(turns_.mutex_);
    return turns_.moved_.wait_for(lock, time, [&] { return turns_.queue_.front() == number_; });
}

}  // namespace fum

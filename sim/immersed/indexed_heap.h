// A binary heap whose entries can be changed and removed while they are in it.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

namespace fum {

/// Entries 0..n-1 with a key each; the largest key on top, of equal keys the smallest entry, so that the order does not
/// depend on how the heap came about.
class IndexedHeap {
public:
    explicit IndexedHeap(std::vector<std::uint64_t> keys)
        : key_(std::move(keys)), heap_(key_.size()), place_(key_.size()) {
        for (std::size_t i = 0; i < heap_.size(); ++i) heap_[i] = place_[i] = static_cast<std::int32_t>(i);
        for (std::size_t i = heap_.size() / 2; i-- > 0;) sink(i);
    }

    std::size_t size() const { return heap_.size(); }
    std::int32_t top() const { return heap_[0]; }
    bool contains(std::int32_t entry) const { return place(entry) >= 0; }
    std::uint64_t key(std::int32_t entry) const { return key_[static_cast<std::size_t>(entry)]; }

    void change(std::int32_t entry, std::uint64_t key) {
        const std::uint64_t before = std::exchange(key_[static_cast<std::size_t>(entry)], key);
        const auto at = static_cast<std::size_t>(place(entry));
        key > before ? rise(at) : sink(at);
    }

    void remove(std::int32_t entry) {
        const auto at = static_cast<std::size_t>(place(entry));
        const std::int32_t last = heap_.back();
        heap_.pop_back();
        place_[static_cast<std::size_t>(entry)] = -1;
        if (at == heap_.size()) return;
        put(at, last);
        rise(at);
        sink(static_cast<std::size_t>(place(last)));
    }

private:
    std::int32_t place(std::int32_t entry) const { return place_[static_cast<std::size_t>(entry)]; }

    bool before(std::int32_t a, std::int32_t b) const { return key(a) != key(b) ? key(a) > key(b) : a < b; }

    void put(std::size_t at, std::int32_t entry) {
        heap_[at] = entry;
        place_[static_cast<std::size_t>(entry)] = static_cast<std::int32_t>(at);
    }

    void rise(std::size_t at) {
        const std::int32_t entry = heap_[at];
        for (; at > 0 && before(entry, heap_[(at - 1) / 2]); at = (at - 1) / 2) put(at, heap_[(at - 1) / 2]);
        put(at, entry);
    }

    void sink(std::size_t at) {
        const std::int32_t entry = heap_[at];
        for (std::size_t child = 2 * at + 1; child < heap_.size(); child = 2 * at + 1) {
            if (child + 1 < heap_.size() && before(heap_[child + 1], heap_[child])) ++child;
            if (!before(heap_[child], entry)) break;
            put(at, heap_[child]);
            at = child;
        }
        put(at, entry);
    }

    std::vector<std::uint64_t> key_;
    std::vector<std::int32_t> heap_;   // entries, heap order
    std::vector<std::int32_t> place_;  // entry -> where it is in heap_, -1 = removed
};

}  // namespace fum

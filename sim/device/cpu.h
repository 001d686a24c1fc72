// The CPU as a device: buffers, and launchers that run a kernel over items, over nodes in packs, over the band, over
// samples that scatter. Knows nothing of what the kernels do.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "sim/core/kernel_info.h"
#include "sim/lattice/grid.h"

namespace fum {

/// Instruction sets the node kernels are compiled for.
enum class Isa { sse2, avx2, avx512 };

/// The best one this processor has. FUMAROLE_ISA=sse2|avx2|avx512 lowers it (never raises it).
Isa best_isa();

class Cpu {
public:
    /// Values in memory of this device, zero at first, pages touched by the threads that will use them. Padded at both
    /// ends so that a row may be read a little beyond itself.
    template <class T>
    class Buffer {
    public:
        Buffer() = default;
        Buffer(const Cpu& cpu, std::size_t n) : bytes_(cpu.allocate(n * sizeof(T) + 2 * padding)), size_(n) {}
        T* data() const { return bytes_ ? reinterpret_cast<T*>(bytes_.get() + padding) : nullptr; }
        std::size_t size() const { return size_; }

    private:
        static constexpr std::size_t padding = 256;
        std::shared_ptr<std::byte> bytes_;
        std::size_t size_ = 0;
    };

    /// `threads` 0 = all cores.
    explicit Cpu(int threads = 0);
    ~Cpu();
    Cpu(const Cpu&) = delete;
    Cpu& operator=(const Cpu&) = delete;

    int threads() const;
    std::string name() const;
    static std::int64_t free_bytes();

    /// k(i) for i in [0, n), in any order.
    template <class K>
    void each(std::int64_t n, const K& k) const {
        note<K>();
        parallel(n, 2048, [&](std::int64_t begin, std::int64_t end) {
            for (std::int64_t i = begin; i < end; ++i) k(i);
        });
    }

    /// A node kernel over the planes z0 .. z1 - 1 of its grid, rows in packs. Instantiated in cpu_rows.cpp for the rows
    /// of menu.h.
    template <class K>
    void nodes(const K& k, int z0, int z1) const;

    /// A node kernel over the groups list[0 .. count) of its band.
    template <class K>
    void groups(const K& k, const std::int32_t* list, std::int32_t count) const;

    /// k.evaluate(i) for all i; runs of one cell are summed before k.add().
    template <class K>
    void scatter(std::int64_t n, const K& k) const {
        note<K>();
        parallel(n, 1024, [&](std::int64_t begin, std::int64_t end) { scatter_run(k, begin, end); });
    }

    /// For each of n tiles: sums of small whole numbers that k.add() makes, handed to k.flush().
    template <class K>
    void tiles(std::int64_t n, const K& k) const {
        note<K>();
        parallel(n, 4, [&](std::int64_t begin, std::int64_t end) {
            std::vector<std::uint32_t> tile(K::values);
            for (std::int64_t t = begin; t < end; ++t) tile_run(k, k.bin(t), tile);
        });
    }

    /// Adds the sums of k(i, sum) to result[K::terms]; the same result whatever the threads do.
    template <class K>
    void reduce(std::int64_t n, const K& k, double* result) const {
        note<K>();
        constexpr std::int64_t chunk = 4096;
        const std::int64_t chunks = (n + chunk - 1) / chunk;
        std::vector<double> partial(static_cast<std::size_t>(chunks) * K::terms, 0.0);
        parallel(chunks, 1, [&](std::int64_t begin, std::int64_t end) {
            for (std::int64_t j = begin; j < end; ++j) {
                double sum[K::terms] = {};
                for (std::int64_t i = j * chunk; i < std::min(n, (j + 1) * chunk); ++i) k(i, sum);
                std::copy(sum, sum + K::terms, partial.data() + j * K::terms);
            }
        });
        for (std::int64_t j = 0; j < chunks; ++j)
            for (int t = 0; t < K::terms; ++t) result[t] += partial[static_cast<std::size_t>(j * K::terms + t)];
    }

    /// The same, for results that live in the device's memory.
    template <class K>
    void accumulate(std::int64_t n, const K& k, double* result) const {
        reduce(n, k, result);
    }

    template <class T>
    void fill(T* p, std::size_t n, T value) const {
        parallel(static_cast<std::int64_t>(n), 1 << 16,
                 [&](std::int64_t a, std::int64_t b) { std::fill(p + a, p + b, value); });
    }
    template <class T>
    void upload(T* to, std::span<const T> from) const {
        std::copy(from.begin(), from.end(), to);
    }
    template <class T>
    void download(std::span<T> to, const T* from) const {
        std::copy(from, from + to.size(), to.begin());
    }
    void wait() const {}

    struct Recording {};  ///< nothing is launched here that could be recorded

    /// A moment, and how long after another it was; launches return when they are done.
    using Stamp = std::chrono::steady_clock::time_point;
    Stamp stamp() const { return std::chrono::steady_clock::now(); }
    double seconds(const Stamp& from, const Stamp& to) const {
        return std::chrono::duration<double>(to - from).count();
    }

    /// While `into` is not null, names of kernels that are launched are added to it, each once.
    void observe(std::vector<KernelInfo>* into) { observed_ = into; }

    static constexpr bool on_gpu = false;

private:
    template <class K>
    void note() const {
        if (observed_) note_kernel<K>(*observed_, [] { return KernelInfo{}; });
    }
    std::shared_ptr<std::byte> allocate(std::size_t bytes) const;
    /// Calls work(begin, end) on pieces of [0, n) of at least `grain`, on all threads; returns when all are done.
    void parallel(std::int64_t n, std::int64_t grain,
                  const std::function<void(std::int64_t, std::int64_t)>& work) const;

    template <class K>
    static void scatter_run(const K& k, std::int64_t begin, std::int64_t end) {
        float sum[8][3] = {};
        typename K::Contribution last{};
        last.cell = -1;
        const auto flush = [&] {
            if (last.cell < 0) return;
            for (int corner = 0; corner < 8; ++corner) {
                k.add(last.at, corner, sum[corner][0], sum[corner][1], sum[corner][2]);
                sum[corner][0] = sum[corner][1] = sum[corner][2] = 0;
            }
        };
        for (std::int64_t i = begin; i < end; ++i) {
            const auto now = k.evaluate(i);
            if (now.cell != last.cell) flush();
            last = now;
            if (now.cell < 0) continue;
            for (int corner = 0; corner < 8; ++corner) {
                const float weight = now.at.weight(corner);
                sum[corner][0] += weight * now.fx, sum[corner][1] += weight * now.fy, sum[corner][2] += weight * now.fz;
            }
        }
        flush();
    }

    template <class K>
    static void tile_run(const K& k, std::int32_t bin, std::vector<std::uint32_t>& tile) {
        const std::int64_t last = k.first(bin) + k.count(bin);
        for (std::int64_t i = k.first(bin); i < last;) {
            std::fill(tile.begin(), tile.end(), 0u);
            for (const std::int64_t stop = std::min<std::int64_t>(last, i + K::at_once); i < stop; ++i)
                k.add(bin, i, [&](int place, std::uint32_t v) { tile[static_cast<std::size_t>(place)] += v; });
            for (int place = 0; place < K::values; ++place) k.flush(bin, place, tile[static_cast<std::size_t>(place)]);
        }
    }

    struct Impl;
    std::unique_ptr<Impl> impl_;
    Isa isa_;
    std::vector<KernelInfo>* observed_ = nullptr;
};

/// Rows [begin, end) of a node kernel's grid (row = y + ny z), compiled for one instruction set.
template <Isa, class K>
void cpu_rows(const K& k, std::int64_t begin, std::int64_t end);
/// The same for listed groups.
template <Isa, class K>
void cpu_groups(const K& k, const std::int32_t* list, std::int64_t begin, std::int64_t end);

template <class K>
void Cpu::nodes(const K& k, int z0, int z1) const {
    note<K>();
    const std::int64_t ny = k.pull.grid.n.y, first = ny * z0;
    parallel(ny * z1 - first, 8, [&](std::int64_t begin, std::int64_t end) {
        begin += first, end += first;
        if (isa_ == Isa::avx512) return cpu_rows<Isa::avx512>(k, begin, end);
        if (isa_ == Isa::avx2) return cpu_rows<Isa::avx2>(k, begin, end);
        cpu_rows<Isa::sse2>(k, begin, end);
    });
}

template <class K>
void Cpu::groups(const K& k, const std::int32_t* list, std::int32_t count) const {
    note<K>();
    parallel(count, 8, [&](std::int64_t begin, std::int64_t end) {
        if (isa_ == Isa::avx512) return cpu_groups<Isa::avx512>(k, list, begin, end);
        if (isa_ == Isa::avx2) return cpu_groups<Isa::avx2>(k, list, begin, end);
        cpu_groups<Isa::sse2>(k, list, begin, end);
    });
}

}  // namespace fum

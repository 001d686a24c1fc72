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

#include "sim/core/atomic.h"
#include "sim/core/kernel_info.h"
#include "sim/lattice/grid.h"

namespace fum {

/// Instruction sets the node kernels are compiled for.
enum class Isa { sse2, avx2, avx512 };

/// The best one this processor has. FUMAROLE_ISA=sse2|avx2|avx512 lowers it (never raises it).
Isa best_isa();

/// What a fixed number of samples adds to the band: the groups that they touch, in the order of meeting them.
struct ScatterPiece {
    std::int32_t* local_of;  ///< [map_room]: slot -> place in `slots`, or -1
    std::int64_t map_room, map_wanted;
    std::int32_t* slots;  ///< [room]
    Float4* sums;         ///< [room << shift]
    std::int32_t used, room;

    /// Where in `sums` the eight corners of a cell are; groups met for the first time begin with zeros. False, and
    /// nothing is done, if there is no room.
    FUM_HD bool find(const std::int64_t (&index)[8], int shift, std::int32_t (&to)[8]) {
        if (used + 8 > room) return false;
        for (int corner = 0; corner < 8; ++corner)
            if (index[corner] >> shift >= map_room) return map_wanted = (index[corner] >> shift) + 1, false;
        for (int corner = 0; corner < 8; ++corner) {
            const std::int64_t slot = index[corner] >> shift;
            if (local_of[slot] < 0) {
                slots[used] = static_cast<std::int32_t>(slot);
                const std::int64_t first = static_cast<std::int64_t>(used) << shift;
                for (int i = 0; i < 1 << shift; ++i) sums[first + i] = {0, 0, 0, 0};
                local_of[slot] = used++;
            }
            to[corner] = (local_of[slot] << shift) + static_cast<std::int32_t>(index[corner] & ((1 << shift) - 1));
        }
        return true;
    }
};

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

    /// k(i) for i in [0, n), in any order. Kernels over samples or tracers that are marked InPacks run in packs, as
    /// instantiated in cpu_rows.cpp; those that are marked ForEachIsa as compiled in cpu_texels.cpp.
    template <class K>
    void each(std::int64_t n, const K& k) const {
        note<K>();
        if constexpr (requires {
                          typename K::InPacks;
                          k.samples;
                      })
            return scatter(n, k);
        if constexpr (requires {
                          typename K::InPacks;
                          k.tracers;
                      })
            return in_packs(n, k);
        if constexpr (requires { typename K::ForEachIsa; }) return for_each_isa(n, k);
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

    /// Adds to k.target() what samples [0, n) of a kernel give it; the same result whatever the threads do.
    /// Instantiated in cpu_rows.cpp.
    template <class K>
    void scatter(std::int64_t n, const K& k) const;

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

    /// Memory that outlives a time step, for a frame on its way to the disk; nothing has to be copied into it.
    template <class T>
    using HostBuffer = Buffer<T>;
    struct Transfer {
        void wait() const {}
    };

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
    static constexpr bool ordered_sums = true;  ///< of scatter(): the same whatever the threads do

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
    void in_packs(std::int64_t n, const K& k) const;
    template <class K>
    void for_each_isa(std::int64_t n, const K& k) const;

    using Samples = std::function<std::int64_t(std::int64_t, std::int64_t, ScatterPiece&)>;
    /// work(begin, end, piece) for pieces of [0, n); then all that they hold is added to `to`, in order: xyzw, or x
    /// alone where `to` is an array of floats; [slots << shift].
    void scatter_pieces(std::int64_t n, const Samples& work, Float4* to, int shift) const;
    void scatter_pieces(std::int64_t n, const Samples& work, float* to, int shift) const;

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

/// Samples [begin, end) of a kernel that scatters; returns the first one for which the piece had no room.
template <Isa, class K>
std::int64_t cpu_scatter(const K& k, std::int64_t begin, std::int64_t end, ScatterPiece& piece);

/// Tracers [begin, end) of a kernel.
template <Isa, class K>
void cpu_tracers(const K& k, std::int64_t begin, std::int64_t end);

/// Items [begin, end) of a kernel.
template <Isa, class K>
void cpu_items(const K& k, std::int64_t begin, std::int64_t end);

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

template <class K>
void Cpu::scatter(std::int64_t n, const K& k) const {
    note<K>();
    std::int64_t first = 0;
    if constexpr (requires { k.first; }) first = k.first;
    const auto work = [&](std::int64_t begin, std::int64_t end, ScatterPiece& piece) {
        begin += first, end += first;
        if (isa_ == Isa::avx512) return cpu_scatter<Isa::avx512>(k, begin, end, piece) - first;
        if (isa_ == Isa::avx2) return cpu_scatter<Isa::avx2>(k, begin, end, piece) - first;
        return cpu_scatter<Isa::sse2>(k, begin, end, piece) - first;
    };
    scatter_pieces(n, work, k.target(), k.band.shift);
}

template <class K>
void Cpu::in_packs(std::int64_t n, const K& k) const {
    parallel(n, 2048, [&](std::int64_t begin, std::int64_t end) {
        if (isa_ == Isa::avx512) return cpu_tracers<Isa::avx512>(k, begin, end);
        if (isa_ == Isa::avx2) return cpu_tracers<Isa::avx2>(k, begin, end);
        cpu_tracers<Isa::sse2>(k, begin, end);
    });
}

template <class K>
void Cpu::for_each_isa(std::int64_t n, const K& k) const {
    parallel(n, 1 << 15, [&](std::int64_t begin, std::int64_t end) {
        if (isa_ == Isa::avx512) return cpu_items<Isa::avx512>(k, begin, end);
        if (isa_ == Isa::avx2) return cpu_items<Isa::avx2>(k, begin, end);
        cpu_items<Isa::sse2>(k, begin, end);
    });
}

}  // namespace fum

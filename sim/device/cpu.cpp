#include "sim/device/cpu.h"

#include <sys/mman.h>
#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <cstdlib>
#include <cstring>
#include <fstream>
#include <string_view>

#include "sim/core/error.h"

namespace fum {

Isa best_isa() {
    Isa best = Isa::sse2;
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) best = Isa::avx2;
    if (best == Isa::avx2 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") &&
        __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512cd"))
        best = Isa::avx512;
    const char* wish = std::getenv("FUMAROLE_ISA");
    if (!wish) return best;
    const std::string_view word = wish;
    const Isa asked = word == "sse2" ? Isa::sse2 : word == "avx2" ? Isa::avx2 : Isa::avx512;
    return std::min(asked, best);
}

namespace {
constexpr std::int64_t samples_a_piece = 2048;  // fixed: the order of sums must not depend on the threads

/// The memory behind a ScatterPiece, kept from step to step.
struct PieceMemory {
    std::vector<std::int32_t> slots;
    std::vector<Float4> sums;
    std::int32_t used = 0;
};

/// Runs `work` on samples [begin, end) and grows the memory until all have been taken.
void take_samples(std::int64_t begin, std::int64_t end, int shift,
                  const std::function<std::int64_t(std::int64_t, std::int64_t, ScatterPiece&)>& work,
                  PieceMemory& memory) {
    static thread_local std::vector<std::int32_t> local_of;  // all -1 between pieces
    memory.used = 0;
    ScatterPiece piece{};
    while (begin < end) {
        piece = {
            local_of.data(), static_cast<std::int64_t>(local_of.size()),    0, memory.slots.data(), memory.sums.data(),
            memory.used,     static_cast<std::int32_t>(memory.slots.size())};
        begin = work(begin, end, piece);
        memory.used = piece.used;
        if (begin == end) break;
        if (piece.map_wanted > piece.map_room) local_of.resize(static_cast<std::size_t>(2 * piece.map_wanted), -1);
        if (piece.used + 8 <= piece.room) continue;
        const std::size_t room = std::max<std::size_t>(256, 2 * memory.slots.size());
        memory.slots.resize(room);
        memory.sums.resize(room << shift);
    }
    for (std::int32_t j = 0; j < memory.used; ++j)
        local_of[static_cast<std::size_t>(memory.slots[static_cast<std::size_t>(j)])] = -1;
}
}  // namespace

struct Cpu::Impl {
    explicit Impl(int threads) : arena(threads > 0 ? threads : tbb::task_arena::automatic) {}
    mutable tbb::task_arena arena;
    std::vector<PieceMemory> pieces;

    template <class To>
    void scatter(const Cpu& cpu, std::int64_t n, const Samples& work, To* to, int shift);
};

Cpu::Cpu(int threads) : impl_(std::make_unique<Impl>(threads)), isa_(best_isa()) {}
Cpu::~Cpu() = default;

int Cpu::threads() const { return impl_->arena.max_concurrency(); }

void Cpu::parallel(std::int64_t n, std::int64_t grain,
                   const std::function<void(std::int64_t, std::int64_t)>& work) const {
    if (n <= 0) return;
    if (n <= grain) return work(0, n);
    // Pieces are cut the same way every time and handed out in order, so that a thread finds its rows in its own cache
    // and memory; a slow core gets fewer of them.
    const std::int64_t pieces = std::min<std::int64_t>((n + grain - 1) / grain, std::int64_t{16} * threads());
    impl_->arena.execute([&] {
        tbb::parallel_for(
            tbb::blocked_range<std::int64_t>(0, pieces, 1),
            [&](const tbb::blocked_range<std::int64_t>& r) { work(r.begin() * n / pieces, r.end() * n / pieces); },
            tbb::auto_partitioner());
    });
}

namespace {
void add(Float4* to, const Float4* from, int count) {
    for (int i = 0; i < count; ++i)
        to[i].x += from[i].x, to[i].y += from[i].y, to[i].z += from[i].z, to[i].w += from[i].w;
}
void add(float* to, const Float4* from, int count) {
    for (int i = 0; i < count; ++i) to[i] += from[i].x;
}
}  // namespace

template <class To>
void Cpu::Impl::scatter(const Cpu& cpu, std::int64_t n, const Samples& work, To* to, int shift) {
    const std::int64_t count = (n + samples_a_piece - 1) / samples_a_piece;
    if (static_cast<std::int64_t>(pieces.size()) < count) pieces.resize(static_cast<std::size_t>(count));
    cpu.parallel(count, 1, [&](std::int64_t begin, std::int64_t end) {
        for (std::int64_t j = begin; j < end; ++j)
            take_samples(j * samples_a_piece, std::min(n, (j + 1) * samples_a_piece), shift, work,
                         pieces[static_cast<std::size_t>(j)]);
    });
    if (!to) return;
    const int parts = 2 * cpu.threads();  // each adds up slots of its own, piece by piece
    cpu.parallel(parts, 1, [&](std::int64_t begin, std::int64_t end) {
        for (std::int64_t j = 0; j < count; ++j) {
            const PieceMemory& piece = pieces[static_cast<std::size_t>(j)];
            for (std::int32_t i = 0; i < piece.used; ++i) {
                const std::int32_t slot = piece.slots[static_cast<std::size_t>(i)], part = (slot >> 6) % parts;
                if (part >= begin && part < end)
                    add(to + (static_cast<std::int64_t>(slot) << shift),
                        piece.sums.data() + (static_cast<std::size_t>(i) << shift), 1 << shift);
            }
        }
    });
}

void Cpu::scatter_pieces(std::int64_t n, const Samples& work, Float4* to, int shift) const {
    impl_->scatter(*this, n, work, to, shift);
}
void Cpu::scatter_pieces(std::int64_t n, const Samples& work, float* to, int shift) const {
    impl_->scatter(*this, n, work, to, shift);
}

std::shared_ptr<std::byte> Cpu::allocate(std::size_t bytes) const {
    constexpr std::size_t page = std::size_t{2} << 20;  // huge pages: a node touches 54 places far apart
    const std::size_t whole = bytes < page ? (bytes + 63) / 64 * 64 : (bytes + page - 1) / page * page;
    std::byte* p = static_cast<std::byte*>(std::aligned_alloc(bytes < page ? 64 : page, whole));
    if (!p)
        throw Error(Exit::device, "No memory for another " + std::to_string(bytes >> 20) +
                                      " MB; choose a lower resolution or close other programs.");
    if (bytes >= page) madvise(p, whole, MADV_HUGEPAGE);
    parallel(static_cast<std::int64_t>(whole), 1 << 16,
             [&](std::int64_t a, std::int64_t b) { std::memset(p + a, 0, static_cast<std::size_t>(b - a)); });
    return {p, [](std::byte* q) { std::free(q); }};
}

std::string Cpu::name() const {
    std::string model = "CPU";
    std::ifstream info("/proc/cpuinfo");
    for (std::string line; std::getline(info, line);)
        if (line.rfind("model name", 0) == 0 && line.find(": ") != std::string::npos) {
            model = line.substr(line.find(": ") + 2);
            break;
        }
    const char* isa = isa_ == Isa::avx512 ? "AVX-512" : isa_ == Isa::avx2 ? "AVX2" : "SSE2";
    return model + " (" + std::to_string(threads()) + " threads, " + isa + ")";
}

std::int64_t Cpu::free_bytes() {
    std::ifstream info("/proc/meminfo");
    std::string key, unit;
    for (std::int64_t kb = 0; info >> key >> kb; std::getline(info, unit))
        if (key == "MemAvailable:") return kb * 1024;
    return 0;
}

}  // namespace fum

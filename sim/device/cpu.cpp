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

struct Cpu::Impl {
    explicit Impl(int threads) : arena(threads > 0 ? threads : tbb::task_arena::automatic) {}
    mutable tbb::task_arena arena;
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

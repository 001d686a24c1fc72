// Memory bandwidth of a device, measured as McCalpin's STREAM does: bytes that the program asks for, best of several
// runs.
#include <chrono>

#include "sim/device/cpu.h"
#include "sim/solver_backends.h"

namespace fum {

namespace {
struct CopyKernel {
    const float* a;
    float* b;
    void operator()(std::int64_t i) const { std::copy(a + 4096 * i, a + 4096 * (i + 1), b + 4096 * i); }
};
struct TriadKernel {
    const float *a, *b;
    float* c;
    void operator()(std::int64_t i) const {
        for (std::int64_t j = 4096 * i; j < 4096 * (i + 1); ++j) c[j] = a[j] + 3.0f * b[j];
    }
};

template <class K>
double seconds(const Cpu& cpu, std::int64_t blocks, const K& k) {
    double best = 1e30;
    for (int run = 0; run < 7; ++run) {
        const auto begin = std::chrono::steady_clock::now();
        cpu.each(blocks, k);
        best = std::min(best, std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
    }
    return best;
}
}  // namespace

Bandwidth measure_bandwidth(const std::string& device, std::size_t bytes, int threads) {
    if (device.rfind("cuda:", 0) == 0) return measure_cuda_bandwidth(std::stoi(device.substr(5)), bytes);
    const Cpu cpu(threads);
    const std::int64_t blocks = static_cast<std::int64_t>(bytes / sizeof(float) / 4096 / 2);
    const std::size_t n = static_cast<std::size_t>(blocks) * 4096;
    const Cpu::Buffer<float> a(cpu, n), b(cpu, n), c(cpu, n);
    Bandwidth result;
    result.copy = 2.0 * static_cast<double>(n * sizeof(float)) / seconds(cpu, blocks, CopyKernel{a.data(), b.data()});
    result.triad =
        3.0 * static_cast<double>(n * sizeof(float)) / seconds(cpu, blocks, TriadKernel{a.data(), b.data(), c.data()});
    return result;
}

}  // namespace fum

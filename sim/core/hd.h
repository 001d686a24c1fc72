// What lets g++ and nvcc compile the same kernel text. The only place, with atomic.h and device/, that asks which
// compiler is at work.
//
// FUM_HD functions are always inlined. That is a promise, not only speed: the CPU compiles the same kernels once per
// instruction set (device/cpu_rows.cpp), and a kernel function that existed out of line could be merged by the linker
// into the copy for older machines.
#pragma once

#if defined(__CUDACC__)
#define FUM_HD __host__ __device__ __forceinline__
#define FUM_UNROLL _Pragma("unroll")
#define FUM_UNROLL_27 _Pragma("unroll")
#else
#define FUM_HD inline __attribute__((always_inline))
#define FUM_UNROLL _Pragma("GCC unroll 16")
#define FUM_UNROLL_27 _Pragma("GCC unroll 27")
#endif

namespace fum {

/// Keeps the compiler from seeing how p came about, so that a sum is formed in the order written: nvcc else folds
/// (base + row) + column into one index and spends two instructions on every address instead of one.
template <class T>
FUM_HD T* settled(T* p) {
#if defined(__CUDA_ARCH__)
    asm("" : "+l"(p));
    __builtin_assume(__isGlobal(p));
#endif
    return p;
}

}  // namespace fum

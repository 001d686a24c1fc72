// What lets g++ and nvcc compile the same kernel text. The only place, with atomic.h and device/, that asks which
// compiler is at work.
#pragma once

#if defined(__CUDACC__)
#define FUM_HD __host__ __device__ __forceinline__
#define FUM_UNROLL _Pragma("unroll")
#else
#define FUM_HD inline __attribute__((always_inline))
#define FUM_UNROLL _Pragma("GCC unroll 32")
#endif

// The CPU kernels are compiled once per instruction set (device/cpu_kernels.cpp). Everything a kernel is made of lives
// in an inline namespace named after that set, or the linker would merge AVX-512 code into a build for older machines.
#ifndef FUM_ISA
#define FUM_ISA any_isa
#endif
#define FUM_KERNEL_NAMESPACE_BEGIN \
    namespace fum {                \
    inline namespace FUM_ISA {
#define FUM_KERNEL_NAMESPACE_END \
    }                            \
    }

// What a profile says of a kernel: its struct's name, and each kernel once.
#pragma once

#include <cxxabi.h>

#include <cstdint>
#include <cstdlib>
#include <string>
#include <typeinfo>
#include <vector>

namespace fum {

/// What the compiler and the driver say of a kernel that ran. Zeros on the CPU.
struct KernelInfo {
    std::string name;
    int registers = 0;
    std::int64_t local_bytes = 0;  ///< spills and stack, a thread
    int threads = 0;               ///< a block
    double occupancy = 0;          ///< resident threads over the most a multiprocessor holds, 0..1
    const char* id = nullptr;      ///< the compiler's name of its type, which tells it from others of its name
};

/// The name of a kernel's struct without namespaces and template arguments.
template <class K>
std::string kernel_name() {
    int status = 0;
    char* readable = abi::__cxa_demangle(typeid(K).name(), nullptr, nullptr, &status);
    std::string name = readable ? readable : typeid(K).name();
    std::free(readable);
    name = name.substr(0, name.find('<'));
    const std::size_t colon = name.rfind("::");
    return colon == std::string::npos ? name : name.substr(colon + 2);
}

/// Adds what make() says of kernel K unless it is there already: that costs as much as a launch, and a clock is
/// running.
template <class K, class Make>
void note_kernel(std::vector<KernelInfo>& kernels, const Make& make) {
    const char* id = typeid(K).name();
    for (const KernelInfo& k : kernels)
        if (k.id == id) return;
    kernels.push_back(make());
    kernels.back().name = kernel_name<K>();
    kernels.back().id = id;
}

}  // namespace fum

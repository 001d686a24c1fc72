// The benchmark alone, for machines to which only the solver is carried.
#include <cstdio>
#include <cstdlib>
#include <string>

#include "app/bench.h"

int main(int argc, char** argv) {
    fum::BenchOptions options;
    try {
        for (int i = 1; i < argc; ++i) {
            const std::string word = argv[i];
            if (word == "--device" && i + 1 < argc)
                options.device = argv[++i];
            else if (word == "--sizes" && i + 1 < argc)
                options.sizes = fum::numbers(argv[++i]);
            else if (word == "--threads" && i + 1 < argc)
                options.threads = std::atoi(argv[++i]);
            else if (word == "--alpha" && i + 1 < argc)
                options.alphas = fum::numbers(argv[++i]);
            else if (word == "--json" && i + 1 < argc)
                options.json = argv[++i];
            else if (word == "--seconds" && i + 1 < argc)
                options.seconds = std::atof(argv[++i]);
            else if (word == "--samples" && i + 1 < argc)
                options.samples = std::atoll(argv[++i]);
            else if (word[0] != '-')
                options.what = word;
            else {
                std::fprintf(stderr, "fum_bench: unknown option %s\n", argv[i]);
                return 2;
            }
        }
        return fum::bench(options);
    } catch (const fum::Error& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return static_cast<int>(error.code());
    }
}

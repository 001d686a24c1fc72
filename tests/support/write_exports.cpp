// write_exports FOLDER: a box with another value at every corner, as .vol and .vti, for programs that read them.
// Node (i,j,k) of 9 x 6 x 13 stands at (1,-2,3) + (i,j,k) 0.25; the corners one layer inside the rim hold 1 to 8, bit 0
// of value - 1 the high x, bit 1 the high y, bit 2 the high z. Velocity there is (value, 10 value, 100 value).
#include <cstdio>

#include "sim/io/exporters/dense.h"
#include "sim/io/exporters/vol.h"
#include "sim/io/exporters/vti.h"

int main(int argc, char** argv) try {
    if (argc != 2) return 2;
    const std::filesystem::path folder = argv[1];
    const fum::Int3 n{9, 6, 13};
    const fum::Double3 origin{1, -2, 3};
    const std::size_t count = fum::node_count(n);
    std::vector<float> density(count), velocity(3 * count);
    for (int corner = 0; corner < 8; ++corner) {
        const int x = corner & 1 ? n.x - 2 : 1, y = corner & 2 ? n.y - 2 : 1, z = corner & 4 ? n.z - 2 : 1;
        const std::size_t k = (static_cast<std::size_t>(z) * n.y + y) * n.x + x;
        density[k] = static_cast<float>(1 + corner);
        for (std::size_t c = 0, factor = 1; c < 3; ++c, factor *= 10)
            velocity[c * count + k] = density[k] * static_cast<float>(factor);
    }
    fum::write_vol(folder / "corners.vol", n, 0.25, origin, 1, density);
    fum::write_vti(
        folder / "corners.vti",
        {n, 0.25, origin, 1.5, {{"density", 1, density}, {"shifted", 1, density, -1, 2}, {"v", 3, velocity}}});
    return 0;
} catch (const std::exception& e) {
    std::fprintf(stderr, "%s\n", e.what());
    return 1;
}

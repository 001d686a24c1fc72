// The one file that includes OpenVDB (15 s to compile). Measured facts it is built around, OpenVDB 10.0.1: a full disk
// raises no exception, so every file is read back; copyFromDense swallows NaN, so values are checked first.
#include "sim/io/exporters/vdb.h"

#include <fmt/core.h>
#include <openvdb/io/Stream.h>
#include <openvdb/math/Half.h>
#include <openvdb/openvdb.h>
#include <tbb/blocked_range2d.h>
#include <tbb/parallel_for.h>
#include <tbb/parallel_reduce.h>

#include <cerrno>
#include <cmath>
#include <cstring>
#include <fstream>
#include <limits>
#include <mutex>

#include "sim/core/error.h"
#include "sim/core/files.h"
#include "sim/io/exporters/vdb_check.h"

namespace fum {
namespace {

namespace fs = std::filesystem;
using openvdb::Coord;

void start_openvdb() {
    static std::once_flag once;
    std::call_once(once, [] { openvdb::initialize(); });
}

float component(float v, int) { return v; }
float component(const openvdb::Vec3s& v, int c) { return v[c]; }
float magnitude(float v) { return std::abs(v); }
float magnitude(const openvdb::Vec3s& v) { return v.length(); }

/// Fills the leaves (8x8x8 voxels) of one grid from the nodes; the rim stays out.
template <class Value>
struct LeafFiller {
    using Tree = typename openvdb::tree::Tree4<Value, 5, 4, 3>::Type;
    using Leaf = typename Tree::LeafNodeType;
    static constexpr int components = std::is_same_v<Value, float> ? 1 : 3;

    const VdbGrid& grid;
    Int3 nodes;
    const openvdb::FloatTree* mask;  // may be null; only its active voxels may become active here

    Value at(std::int64_t k) const {
        if constexpr (components == 1) {
            return grid.values[static_cast<std::size_t>(k)] * grid.scale;
        } else {
            const std::int64_t n = std::int64_t{nodes.x} * nodes.y * nodes.z;
            const float* v = grid.values.data() + k;
            return Value(v[0] * grid.scale, v[n] * grid.scale, v[2 * n] * grid.scale);
        }
    }

    /// The leaf at `origin`, or nothing if no value in it stands above the tolerance.
    std::unique_ptr<Leaf> leaf(const Coord& origin) const {
        const auto* allowed = mask ? mask->probeConstLeaf(origin) : nullptr;
        if (mask && !allowed) return nullptr;
        std::unique_ptr<Leaf> made;
        for (int z = std::max(origin.z(), 1); z < std::min(origin.z() + 8, nodes.z - 1); ++z)
            for (int y = std::max(origin.y(), 1); y < std::min(origin.y() + 8, nodes.y - 1); ++y)
                for (int x = std::max(origin.x(), 1); x < std::min(origin.x() + 8, nodes.x - 1); ++x) {
                    const openvdb::Index offset = Leaf::coordToOffset(Coord(x, y, z));
                    if (allowed && !allowed->isValueOn(offset)) continue;
                    const Value v = at(x + std::int64_t{nodes.x} * (y + std::int64_t{nodes.y} * z));
                    if (!(magnitude(v) > grid.tolerance)) continue;
                    if (!made) made = std::make_unique<Leaf>(origin, openvdb::zeroVal<Value>(), false);
                    made->setValueOn(offset, v);
                }
        return made;
    }

    typename Tree::Ptr tree() const {
        const int bx = (nodes.x + 7) / 8, by = (nodes.y + 7) / 8, bz = (nodes.z + 7) / 8;
        std::vector<std::unique_ptr<Leaf>> leaves(static_cast<std::size_t>(bx) * by * bz);
        tbb::parallel_for(tbb::blocked_range2d<int>(0, bz, 0, by), [&](const auto& range) {
            for (int z = range.rows().begin(); z < range.rows().end(); ++z)
                for (int y = range.cols().begin(); y < range.cols().end(); ++y)
                    for (int x = 0; x < bx; ++x)
                        leaves[x + static_cast<std::size_t>(bx) * (y + static_cast<std::size_t>(by) * z)] =
                            leaf(Coord(8 * x, 8 * y, 8 * z));
        });
        auto tree = std::make_shared<Tree>(openvdb::zeroVal<Value>());
        openvdb::tree::ValueAccessor<Tree> accessor(*tree);
        for (auto& l : leaves)
            if (l) accessor.addLeaf(l.release());
        for (const Coord& corner : {Coord(0, 0, 0), Coord(nodes.x - 1, nodes.y - 1, nodes.z - 1)})
            accessor.setValueOn(corner, openvdb::zeroVal<Value>());
        return tree;
    }
};

template <class Value>
openvdb::GridBase::Ptr vdb_grid(const VdbGrid& grid, const VdbFrame& frame, const openvdb::FloatTree* mask) {
    auto made =
        openvdb::Grid<typename LeafFiller<Value>::Tree>::create(LeafFiller<Value>{grid, frame.nodes, mask}.tree());
    made->setName(grid.name);
    made->setGridClass(openvdb::GRID_FOG_VOLUME);
    made->setCreator("Fumarole");
    made->setSaveFloatAsHalf(grid.half);
    if (grid.components == 3) made->setVectorType(openvdb::VEC_CONTRAVARIANT_RELATIVE);
    auto transform = openvdb::math::Transform::createLinearTransform(frame.dx_m);
    transform->postTranslate(openvdb::Vec3d(frame.origin_m.x, frame.origin_m.y, frame.origin_m.z));
    made->setTransform(transform);
    return made;
}

openvdb::GridPtrVec vdb_grids(const VdbFrame& frame) {
    openvdb::GridPtrVec made;
    const openvdb::FloatTree* first = nullptr;
    for (VdbGrid grid : frame.grids) {
        grid.half = fits_half(finite_peak(grid, frame.nodes)) && grid.half;
        FUM_ASSERT(!grid.mask_by_first || first, grid.name + " is masked, so the first grid must have one component");
        const auto* mask = grid.mask_by_first ? first : nullptr;
        made.push_back(grid.components == 1 ? vdb_grid<float>(grid, frame, mask)
                                            : vdb_grid<openvdb::Vec3s>(grid, frame, mask));
        if (made.size() == 1 && grid.components == 1)
            first = &openvdb::gridConstPtrCast<openvdb::FloatGrid>(made[0])->tree();
    }
    return made;
}

struct Range {
    float min = std::numeric_limits<float>::infinity(), max = -min;
    std::int64_t non_finite = 0;

    template <class Value>
    void add(const Value& v) {
        for (int c = 0; c < LeafFiller<Value>::components; ++c) {
            const float x = component(v, c);
            if (!std::isfinite(x)) {
                ++non_finite;
                continue;
            }
            min = std::min(min, x);
            max = std::max(max, x);
        }
    }
    Range operator+(const Range& o) const {
        return {std::min(min, o.min), std::max(max, o.max), non_finite + o.non_finite};
    }
};

/// Over active voxels, and active tiles of files from elsewhere (a tile counts once).
template <class Tree>
Range range_of(const Tree& tree) {
    std::vector<const typename Tree::LeafNodeType*> leaves;
    tree.getNodes(leaves);
    Range range = tbb::parallel_reduce(
        tbb::blocked_range<std::size_t>(0, leaves.size()), Range{},
        [&](const auto& part, Range sofar) {
            for (std::size_t i = part.begin(); i < part.end(); ++i)
                for (auto value = leaves[i]->cbeginValueOn(); value; ++value) sofar.add(*value);
            return sofar;
        },
        [](const Range& a, const Range& b) { return a + b; });
    auto tile = tree.cbeginValueOn();
    tile.setMaxDepth(Tree::ValueOnCIter::LEAF_DEPTH - 1);
    for (; tile; ++tile) range.add(*tile);
    return range;
}

Int3 int3(const Coord& c) { return {c.x(), c.y(), c.z()}; }

VdbGridReport report_of(const openvdb::GridBase& grid) {
    Range range;
    if (grid.isType<openvdb::FloatGrid>()) range = range_of(static_cast<const openvdb::FloatGrid&>(grid).tree());
    if (grid.isType<openvdb::Vec3SGrid>()) range = range_of(static_cast<const openvdb::Vec3SGrid&>(grid).tree());
    if (range.min > range.max) range.min = range.max = 0;
    if (grid.saveFloatAsHalf()) {  // rounding keeps the order, so the range of the rounded is the rounded range
        range.min = openvdb::math::half(range.min);
        range.max = openvdb::math::half(range.max);
    }
    const openvdb::CoordBBox box = grid.evalActiveVoxelBoundingBox();
    const openvdb::Vec3d origin = grid.indexToWorld(Coord(0, 0, 0));
    VdbGridReport report{.name = grid.getName(), .half = grid.saveFloatAsHalf(), .type = grid.valueType()};
    report.active = static_cast<std::int64_t>(grid.activeVoxelCount());
    report.min = range.min;
    report.max = range.max;
    report.non_finite = range.non_finite;
    report.dx_m = grid.voxelSize()[0];
    report.origin_m = {origin.x(), origin.y(), origin.z()};
    report.box_min = int3(box.min());
    report.box_max = int3(box.max());
    return report;
}

/// Reads through a stream that throws at the end of the file: io::File goes on after it with whatever stands in memory
/// (measured: half a minute in the allocator for a file cut to a seventh).
openvdb::GridPtrVec read_grids(const fs::path& path) {
    start_openvdb();
    std::ifstream file(path, std::ios::binary);
    if (!file)
        throw Error(Exit::input, fmt::format("{} could not be opened: {}.", path.string(), std::strerror(errno)));
    try {
        file.exceptions(std::ios::failbit | std::ios::badbit);
        return *openvdb::io::Stream(file, /*delayLoad=*/false).getGrids();
    } catch (const std::ios::failure&) {
        throw Error(Exit::input, fmt::format("{} ends too early to be a whole OpenVDB file.", path.string()));
    } catch (const std::exception& e) {  // OpenVDB's own and, from damaged files, bad_alloc and length_error
        throw Error(Exit::input, fmt::format("{} could not be read as an OpenVDB file ({}).", path.string(), e.what()));
    }
}

/// What the values take without compression, and 100 bytes a leaf for masks and origins. Smoke barely compresses:
/// measured 0.93 (float) to 1.1 (half) of the values alone.
double estimated_bytes(const openvdb::GridPtrVec& grids) {
    double bytes = 4096;
    for (const auto& grid : grids) {
        const double value = (grid->isType<openvdb::Vec3SGrid>() ? 3 : 1) * (grid->saveFloatAsHalf() ? 2 : 4);
        bytes += value * static_cast<double>(grid->activeVoxelCount()) + 100.0 * grid->baseTree().leafCount();
    }
    return bytes;
}

/// Writes what io::File would, with offsets, but to a stream whose failures are seen: io::File ignores a full disk.
struct Archive : openvdb::io::Archive {
    void write_to(std::ostream& out, const openvdb::GridPtrVec& grids, const openvdb::MetaMap& metadata) {
        using namespace openvdb::io;
        setCompression(COMPRESS_ACTIVE_MASK | (hasBloscCompression() ? COMPRESS_BLOSC : COMPRESS_ZIP));
        openvdb::io::Archive::write(out, grids, /*seekable=*/true, metadata);
    }
};

void write_file(const fs::path& path, const openvdb::GridPtrVec& grids, const VdbFrame& frame) {
    openvdb::MetaMap metadata;
    for (const auto& [key, value] : frame.metadata) metadata.insertMeta(key, openvdb::StringMetadata(value));
    errno = 0;
    try {
        std::ofstream file;
        file.exceptions(std::ios::failbit | std::ios::badbit);
        file.open(path, std::ios::binary | std::ios::trunc);
        Archive().write_to(file, grids, metadata);
        file.close();
    } catch (const std::ios::failure&) {
        throw Error(Exit::output, errno != 0 ? std::strerror(errno) : "the stream failed");
    }
}

VdbReport report_of(const fs::path& path, const openvdb::GridPtrVec& grids) {
    VdbReport report;
    if (!path.empty()) report.bytes = static_cast<std::int64_t>(fs::file_size(path));
    for (const auto& grid : grids) report.grids.push_back(report_of(*grid));
    return report;
}

}  // namespace

VdbReport write_vdb(const fs::path& path, const VdbFrame& frame) {
    start_openvdb();
    check_shape(frame);
    const openvdb::GridPtrVec grids = vdb_grids(frame);
    const double bytes = estimated_bytes(grids);
    std::error_code unknown;  // an unreachable folder is reported by the attempt to write
    const fs::space_info space = fs::space(path.has_parent_path() ? path.parent_path() : fs::path("."), unknown);
    if (!unknown && static_cast<double>(space.available) < bytes) throw_unwritten(path, bytes, "the disk is too full");

    const fs::path unfinished = temporary_name(path);
    VdbReport found;
    try {
        write_file(unfinished, grids, frame);
        found = inspect_vdb(unfinished);
        const std::string difference = first_difference(report_of({}, grids), found, 0);
        if (!difference.empty()) throw Error(Exit::output, "read back, " + difference);
    } catch (const std::exception& e) {
        std::error_code gone;
        fs::remove(unfinished, gone);
        throw_unwritten(path, bytes, e.what());
    }
    publish(unfinished, path);
    return found;
}

VdbReport inspect_vdb(const fs::path& path) { return report_of(path, read_grids(path)); }

std::vector<float> read_vdb_dense(const fs::path& path, const std::string& name, const Int3& nodes) {
    const std::size_t count = static_cast<std::size_t>(nodes.x) * nodes.y * nodes.z;
    std::vector<float> values;
    const auto copy = [&](const auto& grid, int components) {
        values.resize(count * static_cast<std::size_t>(components));
        const auto accessor = grid.getConstAccessor();
        for (std::size_t k = 0; k < count; ++k) {
            const auto x = static_cast<int>(k % nodes.x), y = static_cast<int>(k / nodes.x % nodes.y);
            const auto v = accessor.getValue(Coord(x, y, static_cast<int>(k / nodes.x / nodes.y)));
            for (int c = 0; c < components; ++c) values[count * c + k] = component(v, c);
        }
    };
    for (const auto& grid : read_grids(path)) {
        if (grid->getName() != name) continue;
        if (grid->isType<openvdb::FloatGrid>()) copy(static_cast<const openvdb::FloatGrid&>(*grid), 1);
        if (grid->isType<openvdb::Vec3SGrid>()) copy(static_cast<const openvdb::Vec3SGrid&>(*grid), 3);
        if (!values.empty()) return values;
    }
    throw Error(Exit::input, fmt::format("{} holds no float or vec3s grid named \"{}\".", path.string(), name));
}

}  // namespace fum

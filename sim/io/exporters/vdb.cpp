// The one file that includes OpenVDB (15 s to compile). Measured facts it is built around, OpenVDB 10.0.1: a full disk
// raises no exception, so every file is read back; copyFromDense swallows NaN, so values are checked first.
#include "sim/io/exporters/vdb.h"

#include <fmt/core.h>
#include <openvdb/io/Stream.h>
#include <openvdb/math/Half.h>
#include <openvdb/openvdb.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <mutex>
#include <sstream>

#include "sim/core/error.h"
#include "sim/core/files.h"
#include "sim/io/exporters/vdb_leaves.h"
#include "sim/io/exporters/vdb_report.h"
#include "sim/io/exporters/vdb_size.h"

namespace fum {
namespace {

namespace fs = std::filesystem;
using openvdb::Coord;

constexpr std::size_t stream_buffer = std::size_t{1} << 18;  // bytes; the standard one makes a call every 8 KB

void start_openvdb() {
    static std::once_flag once;
    std::call_once(once, [] { openvdb::initialize(); });
}

struct File {
    openvdb::GridPtrVec grids;
    std::map<std::string, std::string> metadata;
};

/// `in` must throw at its end.
File read_stream(std::istream& in) {
    openvdb::io::Stream stream(in, /*delayLoad=*/false);
    File file{.grids = *stream.getGrids(), .metadata = {}};
    const auto metadata = stream.getMetadata();
    for (auto entry = metadata->beginMeta(); entry != metadata->endMeta(); ++entry)
        file.metadata[entry->first] = text_of(*metadata, entry->first.c_str());
    return file;
}

/// Reads through a stream that throws at the end of the file: io::File goes on after it with whatever stands in memory
/// (measured: half a minute in the allocator for a file cut to a seventh).
File read_file(const fs::path& path) {
    start_openvdb();
    std::vector<char> buffer(stream_buffer);
    std::ifstream file;
    file.rdbuf()->pubsetbuf(buffer.data(), stream_buffer);
    file.open(path, std::ios::binary);
    if (!file)
        throw Error(Exit::input, fmt::format("{} could not be opened: {}.", path.string(), std::strerror(errno)));
    try {
        file.exceptions(std::ios::failbit | std::ios::badbit);
        return read_stream(file);
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
    void write_to(std::ostream& out, const openvdb::GridPtrVec& grids, const VdbFrame& frame) {
        setCompression(flags(frame.compression));
        openvdb::MetaMap metadata;
        for (const auto& [key, value] : frame.metadata) metadata.insertMeta(key, openvdb::StringMetadata(value));
        openvdb::io::Archive::write(out, grids, /*seekable=*/true, metadata);
    }

    /// Without the mask of active voxels the background would be written, too.
    static std::uint32_t flags(VdbCompression compression) {
        using namespace openvdb::io;
        switch (compression) {
            case VdbCompression::zip:
                return COMPRESS_ACTIVE_MASK | COMPRESS_ZIP;
            case VdbCompression::blosc:
                return COMPRESS_ACTIVE_MASK | (hasBloscCompression() ? COMPRESS_BLOSC : COMPRESS_NONE);
            case VdbCompression::none:
                break;
        }
        return COMPRESS_ACTIVE_MASK;
    }
};

void write_file(const fs::path& path, const openvdb::GridPtrVec& grids, const VdbFrame& frame) {
    errno = 0;
    try {
        std::vector<char> buffer(stream_buffer);
        std::ofstream file;
        file.rdbuf()->pubsetbuf(buffer.data(), stream_buffer);
        file.exceptions(std::ios::failbit | std::ios::badbit);
        file.open(path, std::ios::binary | std::ios::trunc);
        Archive().write_to(file, grids, frame);
        file.close();
    } catch (const std::ios::failure&) {
        throw Error(Exit::output, errno != 0 ? std::strerror(errno) : "the stream failed");
    }
}

VdbReport report_of(const openvdb::GridPtrVec& grids) {
    VdbReport report;
    for (const auto& grid : grids) report.grids.push_back(grid_report(*grid));
    return report;
}

/// Values of the box between `first` and `first` + `nodes` - 1.
template <class Grid>
std::vector<float> dense(const Grid& grid, const Int3& first, const Int3& nodes) {
    constexpr int components = LeafFiller<typename Grid::ValueType>::components;
    const std::size_t plane = static_cast<std::size_t>(nodes.x) * nodes.y, count = plane * nodes.z;
    std::vector<float> values(count * components);
    tbb::parallel_for(0, nodes.z, [&](int z) {
        const auto accessor = grid.getConstAccessor();
        std::size_t k = plane * static_cast<std::size_t>(z);
        for (int y = 0; y < nodes.y; ++y)
            for (int x = 0; x < nodes.x; ++x, ++k) {
                const auto v = accessor.getValue(Coord(first.x + x, first.y + y, first.z + z));
                for (int c = 0; c < components; ++c) values[count * c + k] = component(v, c);
            }
    });
    return values;
}

/// What belongs to a voxel of the file, component by component.
template <int Components>
struct ExactValues {
    const VdbGrid& grid;
    const VdbFrame& frame;
    TurnedIndex index{frame.turn, frame.nodes};

    std::array<float, Components> at(int x, int y, int z) const {
        const float* v = grid.values.data() + index(x, y, z);
        const auto scaled = [&](float value) { return (value + grid.offset) * grid.scale; };
        if constexpr (Components == 1) {
            return {scaled(v[0])};
        } else {
            const std::int64_t n = std::int64_t{frame.nodes.x} * frame.nodes.y * frame.nodes.z;
            const Float3 turned = frame.turn * Float3{scaled(v[0]), scaled(v[n]), scaled(v[2 * n])};
            return {turned.x, turned.y, turned.z};
        }
    }
};

/// The largest difference between what a grid of the file holds and what it should, over its inner voxels; of a masked
/// grid over its active ones, since elsewhere nothing is to be seen.
template <class Grid>
float largest_error(const Grid& stored, const VdbGrid& grid, const VdbFrame& frame) {
    constexpr int components = LeafFiller<typename Grid::ValueType>::components;
    const ExactValues<components> exact{grid, frame};
    const Int3 nodes = frame.turn.box(frame.nodes);
    return tbb::parallel_reduce(
        tbb::blocked_range<int>(1, std::max(nodes.z - 1, 1)), 0.0f,
        [&](const auto& range, float sofar) {
            const auto accessor = stored.getConstAccessor();
            for (int z = range.begin(); z < range.end(); ++z)
                for (int y = 1; y < nodes.y - 1; ++y)
                    for (int x = 1; x < nodes.x - 1; ++x) {
                        if (grid.mask_by_first && !accessor.isValueOn(Coord(x, y, z))) continue;
                        const auto have = accessor.getValue(Coord(x, y, z));
                        const auto want = exact.at(x, y, z);
                        for (int c = 0; c < components; ++c)
                            sofar = std::max(sofar, std::abs(component(have, c) - want[static_cast<std::size_t>(c)]));
                    }
            return sofar;
        },
        [](float a, float b) { return std::max(a, b); });
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
        const std::string difference = first_difference(report_of(grids), found, 0);
        if (!difference.empty()) throw Error(Exit::output, "read back, " + difference);
    } catch (const std::exception& e) {
        std::error_code gone;
        fs::remove(unfinished, gone);
        throw_unwritten(path, bytes, e.what());
    }
    publish(unfinished, path);
    return found;
}

VdbReport inspect_vdb(const fs::path& path) {
    File file = read_file(path);
    VdbReport report = report_of(file.grids);
    report.bytes = static_cast<std::int64_t>(fs::file_size(path));
    report.metadata = std::move(file.metadata);
    return report;
}

VdbDense read_vdb(const fs::path& path, const Int3& first, const Int3& nodes) {
    File file = read_file(path);
    VdbDense read{.grids = {}, .metadata = std::move(file.metadata)};
    for (const auto& grid : file.grids) {
        if (grid->isType<openvdb::FloatGrid>())
            read.grids.push_back(
                {grid_report(*grid), 1, dense(static_cast<const openvdb::FloatGrid&>(*grid), first, nodes)});
        if (grid->isType<openvdb::Vec3SGrid>())
            read.grids.push_back(
                {grid_report(*grid), 3, dense(static_cast<const openvdb::Vec3SGrid&>(*grid), first, nodes)});
    }
    return read;
}

std::vector<float> read_vdb_dense(const fs::path& path, const std::string& name, const Int3& nodes) {
    for (VdbDenseGrid& grid : read_vdb(path, {0, 0, 0}, nodes).grids)
        if (grid.report.name == name) return std::move(grid.values);
    throw Error(Exit::input, fmt::format("{} holds no float or vec3s grid named \"{}\".", path.string(), name));
}

SizeRow measure_vdb(const VdbFrame& frame) {
    start_openvdb();
    check_shape(frame);
    std::stringstream memory;
    memory.exceptions(std::ios::failbit | std::ios::badbit);
    Archive().write_to(memory, vdb_grids(frame), frame);
    SizeRow row;
    row.bytes = static_cast<std::int64_t>(memory.tellp());
    const openvdb::GridPtrVec stored = read_stream(memory).grids;
    for (std::size_t i = 0; i < stored.size(); ++i) {
        const VdbGrid& grid = frame.grids[i];
        const float error = grid.components == 1
                                ? largest_error(static_cast<const openvdb::FloatGrid&>(*stored[i]), grid, frame)
                                : largest_error(static_cast<const openvdb::Vec3SGrid&>(*stored[i]), grid, frame);
        const float peak = block_peaks(grid, frame).peak;
        row.active.push_back(static_cast<std::int64_t>(stored[i]->activeVoxelCount()));
        row.error.push_back(peak > 0 ? error / peak : 0);
        row.half.push_back(stored[i]->saveFloatAsHalf());
    }
    return row;
}

}  // namespace fum

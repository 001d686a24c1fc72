// Stands in for vdb.cpp in a build without OpenVDB.
#include "sim/core/error.h"
#include "sim/io/exporters/vdb.h"
#include "sim/io/exporters/vdb_size.h"

namespace fum {
namespace {

[[noreturn]] void missing(const std::filesystem::path& path) {
    throw Error(Exit::output, "The frame " + path.string() +
                                  " needs OpenVDB, and this build lacks it: install libopenvdb-dev and "
                                  "libboost-iostreams-dev, configure with FUM_WITH_VDB=ON, build again; or switch the "
                                  "VDB output off.");
}

}  // namespace

VdbReport write_vdb(const std::filesystem::path& path, const VdbFrame&) { missing(path); }
VdbReport inspect_vdb(const std::filesystem::path& path) { missing(path); }
VdbDense read_vdb(const std::filesystem::path& path, const Int3&, const Int3&) { missing(path); }
std::vector<float> read_vdb_dense(const std::filesystem::path& path, const std::string&, const Int3&) { missing(path); }
SizeRow measure_vdb(const VdbFrame&) { missing("in memory"); }

}  // namespace fum

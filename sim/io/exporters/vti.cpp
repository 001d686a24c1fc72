#include "sim/io/exporters/vti.h"

#include <fmt/format.h>

#include <bit>

#include "sim/core/error.h"
#include "sim/io/exporters/dense.h"
#include "sim/io/exporters/staged_file.h"

namespace fum {
namespace {

static_assert(std::endian::native == std::endian::little, "the file says LittleEndian");

std::string header_of(const VtiFrame& frame) {
    const Int3 last = frame.nodes - Int3{1, 1, 1};
    const std::string extent = fmt::format("0 {} 0 {} 0 {}", last.x, last.y, last.z);
    std::string text = fmt::format(
        "<?xml version=\"1.0\"?>\n"
        "<VTKFile type=\"ImageData\" version=\"1.0\" byte_order=\"LittleEndian\" header_type=\"UInt64\">\n"
        " <ImageData WholeExtent=\"{0}\" Origin=\"{1} {2} {3}\" Spacing=\"{4} {4} {4}\">\n"
        "  <FieldData><DataArray type=\"Float64\" Name=\"TimeValue\" NumberOfTuples=\"1\" format=\"ascii\">{5}"
        "</DataArray></FieldData>\n"
        "  <Piece Extent=\"{0}\">\n   <PointData Scalars=\"{6}\">\n",
        extent, frame.origin_m.x, frame.origin_m.y, frame.origin_m.z, frame.dx_m, frame.time_s,
        frame.arrays.empty() ? "" : xml_text(frame.arrays.front().name));
    std::uint64_t offset = 0;
    for (const VtiArray& array : frame.arrays) {
        text += fmt::format(
            "    <DataArray type=\"Float32\" Name=\"{}\" NumberOfComponents=\"{}\" format=\"appended\" "
            "offset=\"{}\"/>\n",
            xml_text(array.name), array.components, offset);
        offset += sizeof offset + array.values.size_bytes();
    }
    return text + "   </PointData>\n  </Piece>\n </ImageData>\n <AppendedData encoding=\"raw\">\n_";
}

void append(StagedFile& file, const VtiArray& array, const Int3& nodes) {
    const std::uint64_t bytes = array.values.size_bytes();
    file.write({reinterpret_cast<const char*>(&bytes), sizeof bytes});
    const std::size_t plane = static_cast<std::size_t>(nodes.x) * nodes.y, count = node_count(nodes);
    const std::size_t components = static_cast<std::size_t>(array.components);
    std::vector<float> slice(plane * components);
    for (std::size_t at = 0; at < count; at += plane) {
        for (std::size_t c = 0; c < components; ++c)
            for (std::size_t i = 0; i < plane; ++i)
                slice[i * components + c] = (array.values[c * count + at + i] + array.shift) * array.scale;
        file.write({reinterpret_cast<const char*>(slice.data()), slice.size() * sizeof(float)});
    }
}

}  // namespace

std::string xml_text(const std::string& text) {
    std::string safe;
    for (const char c : text) switch (c) {
            case '&':
                safe += "&amp;";
                break;
            case '<':
                safe += "&lt;";
                break;
            case '>':
                safe += "&gt;";
                break;
            case '"':
                safe += "&quot;";
                break;
            case '\'':
                safe += "&apos;";
                break;
            default:
                safe += c;
        }
    return safe;
}

std::int64_t write_vti(const std::filesystem::path& path, const VtiFrame& frame) {
    double bytes = 0;
    for (const VtiArray& array : frame.arrays) {
        check_dense(frame.nodes, frame.dx_m, array.components, array.values.size());
        demand_finite(array.name, frame.nodes, array.values);
        bytes += static_cast<double>(array.values.size_bytes());
    }
    StagedFile file(path, bytes);
    file.write(header_of(frame));
    for (const VtiArray& array : frame.arrays) append(file, array, frame.nodes);
    file.write("\n </AppendedData>\n</VTKFile>\n");
    file.commit();
    return file.bytes();
}

void write_pvd(const std::filesystem::path& path, std::span<const TimedFile> files) {
    std::string text = "<?xml version=\"1.0\"?>\n<VTKFile type=\"Collection\" version=\"0.1\">\n <Collection>\n";
    for (const TimedFile& file : files)
        text += fmt::format("  <DataSet timestep=\"{}\" file=\"{}\"/>\n", file.time_s, xml_text(file.name));
    write_checked(path, text + " </Collection>\n</VTKFile>\n");
}

}  // namespace fum

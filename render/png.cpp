#include <fmt/core.h>

#include "render/preview.h"
#include "sim/core/error.h"
#include "sim/core/files.h"

#define STB_IMAGE_WRITE_IMPLEMENTATION
#define STB_IMAGE_WRITE_STATIC  // a program may hold another copy, from ImGui's libstb
#define STBI_WRITE_NO_STDIO
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function"
#include <stb_image_write.h>
#pragma GCC diagnostic pop

namespace fum {

void write_png(const std::filesystem::path& path, std::span<const std::uint8_t> rgba, int width, int height) {
    FUM_ASSERT(width > 0 && height > 0 && rgba.size() == static_cast<std::size_t>(width) * height * 4,
               fmt::format("{} x {}, {} bytes", width, height, rgba.size()));
    std::string bytes;
    const auto append = [](void* context, void* data, int size) {
        static_cast<std::string*>(context)->append(static_cast<const char*>(data), static_cast<std::size_t>(size));
    };
    if (!stbi_write_png_to_func(append, &bytes, width, height, 4, rgba.data(), width * 4))
        throw Error(Exit::output, fmt::format("The picture {} could not be compressed.", path.string()));
    write_whole(path, bytes);
}

}  // namespace fum

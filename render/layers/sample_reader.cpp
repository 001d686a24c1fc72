#include "render/layers/sample_reader.h"

namespace fum {

void SampleReader::ask(const FieldTools& tools, const GpuField& field, ShownQuantity quantity, float scale,
                       int samples) {
    forget();
    if (field.texture == 0) return;
    Int3 size;
    const gl::Texture texels = tools.sample(field, quantity, scale, samples, size);
    count_ = static_cast<std::size_t>(size.x) * static_cast<std::size_t>(size.y) * static_cast<std::size_t>(size.z);
    const auto bytes = static_cast<GLsizei>(count_ * sizeof(float));
    if (count_ > room_) {
        room_ = count_;
        values_ = gl::make_buffer(bytes, nullptr, GL_CLIENT_STORAGE_BIT);
    }
    glPixelStorei(GL_PACK_ALIGNMENT, 4);
    glBindBuffer(GL_PIXEL_PACK_BUFFER, values_.id());
    glGetTextureImage(texels.id(), 0, GL_RED, GL_FLOAT, bytes, nullptr);
    glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
    fence_.put();
}

std::optional<std::vector<float>> SampleReader::take() {
    if (!fence_.passed()) return std::nullopt;
    std::vector<float> values(count_);
    glGetNamedBufferSubData(values_.id(), 0, static_cast<GLsizeiptr>(count_ * sizeof(float)), values.data());
    return values;
}

}  // namespace fum

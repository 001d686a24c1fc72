// The preview picture of a frame. picture.cpp draws; picture_missing.cpp stands in where OpenGL was not found.
#pragma once

#include <filesystem>
#include <memory>
#include <span>

#include "app/setup.h"

namespace fum {

class Picture {
public:
    /// Throws Error(device) if nothing can be drawn here. Use from the thread that made it.
    explicit Picture(const Setup&);
    ~Picture();

    /// `smoke` as [z][y][x]; `poses` of the solids in nodes. Throws Error(output).
    void write(const std::filesystem::path&, std::span<const float> smoke, std::span<const Pose> poses);

    /// What draws: GL_RENDERER.
    std::string renderer() const;

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace fum

// OpenGL's textures and buffers as memory of a GPU: three places, each either the solver's (mapped) or OpenGL's.
#pragma once

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "render/gl.h"
#include "sim/solver.h"

namespace fum {

/// What a place has to hold.
struct ShowSize {
    Int3 nodes{};
    bool flow = false, smoke = false;
    std::int64_t tracers = 0;  ///< room

    bool holds(const ShowSize& other) const {
        return nodes == other.nodes && flow >= other.flow && smoke >= other.smoke && tracers >= other.tracers;
    }
    friend bool operator==(const ShowSize&, const ShowSize&) = default;
};

/// GPUs, as CUDA counts them, that draw what the current context draws. Empty: `why` says so.
std::vector<int> drawing_gpus(std::string& why);

/// For the thread with the context, except where it says otherwise. All but the destructor throw Error.
class InteropPlaces {
public:
    explicit InteropPlaces(int gpu);
    ~InteropPlaces();
    InteropPlaces(const InteropPlaces&) = delete;
    InteropPlaces& operator=(const InteropPlaces&) = delete;

    /// Makes what is missing; what has the right size stays as it is. All places but `drawn` are the solver's then. The
    /// solver's thread must not be in here meanwhile.
    void make(const ShowSize&, int drawn);

    /// The place becomes the solver's when OpenGL is done with it.
    void give(int place);
    /// The place becomes OpenGL's. The solver is done with it.
    void take_back(int place);

    GLuint flow(int place) const;
    GLuint smoke(int place) const;
    GLuint tracers(int place) const;

    // From any thread.
    int gpu() const { return gpu_; }
    const ShowSize& size() const { return size_; }
    /// Whether the place is the solver's; from its thread.
    bool ready(int place) const;
    ShowTargets targets(int place) const;

private:
    struct Place;
    int gpu_;
    ShowSize size_;
    struct DestroyStream {
        void operator()(void* stream) const noexcept;
    };
    std::unique_ptr<void, DestroyStream> stream_;
    std::array<std::unique_ptr<Place>, 3> places_;
};

}  // namespace fum

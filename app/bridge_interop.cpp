#include "app/bridge_interop.h"
//
#include <cuda_gl_interop.h>  // after glad, which bridge_interop.h includes

#include <algorithm>
#include <atomic>

#include "app/bridge_check.h"

namespace fum {
namespace {

/// glGetError() also tells what earlier calls did wrong, so those are taken first.
template <class Make>
auto made_by_gl(const char* what, const Make& make) {
    for (int i = 0; i < 16 && glGetError() != GL_NO_ERROR; ++i) {}
    auto made = make();
    const GLenum error = glGetError();
    if (error == GL_OUT_OF_MEMORY)
        throw Error(Exit::device, std::string("The GPU has no memory for ") + what + " to be drawn.");
    if (error != GL_NO_ERROR)
        throw Error(Exit::device, std::string("OpenGL made no ") + what + ": error " + std::to_string(error) + ".");
    return made;
}

struct Unregister {
    void operator()(cudaGraphicsResource_t r) const noexcept { cudaGraphicsUnregisterResource(r); }
};
using Registered = std::unique_ptr<std::remove_pointer_t<cudaGraphicsResource_t>, Unregister>;

struct DestroyEvent {
    void operator()(cudaEvent_t e) const noexcept { cudaEventDestroy(e); }
};

gl::Texture texture_of(GLenum format, const Int3& n, Registered& registered) {
    gl::Texture made = made_by_gl("texture", [&] { return gl::make_texture_3d(format, n.x, n.y, n.z, GL_LINEAR); });
    cudaGraphicsResource_t resource = nullptr;
    demand(cudaGraphicsGLRegisterImage(&resource, made.id(), GL_TEXTURE_3D, cudaGraphicsRegisterFlagsSurfaceLoadStore),
           "CUDA could not register a texture of OpenGL");
    registered.reset(resource);
    return made;
}

cudaSurfaceObject_t surface_of(cudaGraphicsResource_t resource) {
    cudaResourceDesc array{};
    array.resType = cudaResourceTypeArray;
    demand(cudaGraphicsSubResourceGetMappedArray(&array.res.array.array, resource, 0, 0),
           "CUDA could not reach a texture of OpenGL");
    cudaSurfaceObject_t surface = 0;
    demand(cudaCreateSurfaceObject(&surface, &array), "CUDA could not make a surface of a texture");
    return surface;
}

}  // namespace

std::vector<int> drawing_gpus(std::string& why) {
    unsigned count = 0;
    int found[16];
    const cudaError_t code = cudaGLGetDevices(&count, found, 16, cudaGLDeviceListAll);
    if (code == cudaSuccess && count > 0) return {found, found + std::min(count, 16u)};
    cudaGetLastError();
    const GLubyte* name = glGetString(GL_RENDERER);
    why = std::string("OpenGL draws on ") + (name ? reinterpret_cast<const char*>(name) : "another device") +
          ", which CUDA does not know (" + cudaGetErrorString(code) + ").";
    return {};
}

/// Registrations end before what they register goes.
struct InteropPlaces::Place {
    gl::Texture flow, smoke;
    gl::Buffer tracers;
    Registered of_flow, of_smoke, of_tracers;
    bool mapped = false;
    std::atomic<bool> given = false;  ///< mapped, and the solver may look at all that follows
    cudaSurfaceObject_t flow_surface = 0, smoke_surface = 0;
    float* tracer_memory = nullptr;
    std::unique_ptr<std::remove_pointer_t<cudaEvent_t>, DestroyEvent> free;  ///< OpenGL is done with it

    std::vector<cudaGraphicsResource_t> resources() const {
        std::vector<cudaGraphicsResource_t> all;
        for (const Registered* r : {&of_flow, &of_smoke, &of_tracers})
            if (*r) all.push_back(r->get());
        return all;
    }
    void forget_surfaces() {
        for (cudaSurfaceObject_t* s : {&flow_surface, &smoke_surface})
            if (const cudaSurfaceObject_t old = std::exchange(*s, 0); old != 0) cudaDestroySurfaceObject(old);
        tracer_memory = nullptr;
    }
};

void InteropPlaces::DestroyStream::operator()(void* stream) const noexcept {
    cudaStreamDestroy(static_cast<cudaStream_t>(stream));
}

InteropPlaces::InteropPlaces(int gpu) : gpu_(gpu) {
    demand(cudaSetDevice(gpu), "CUDA could not turn to the GPU that draws");
    cudaStream_t stream = nullptr;
    demand(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), "CUDA made no stream");
    stream_.reset(stream);
    for (auto& place : places_) {
        place = std::make_unique<Place>();
        cudaEvent_t event = nullptr;
        demand(cudaEventCreateWithFlags(&event, cudaEventDisableTiming), "CUDA made no event");
        place->free.reset(event);
    }
}

InteropPlaces::~InteropPlaces() {
    cudaSetDevice(gpu_);
    const auto stream = static_cast<cudaStream_t>(stream_.get());
    for (auto& place : places_) {
        if (!place) continue;
        place->forget_surfaces();
        auto resources = place->resources();
        if (place->mapped && !resources.empty())
            cudaGraphicsUnmapResources(static_cast<int>(resources.size()), resources.data(), stream);
    }
    cudaStreamSynchronize(stream);
    cudaGetLastError();
}

void InteropPlaces::make(const ShowSize& size, int drawn) {
    const bool resized = !(size.nodes == size_.nodes);
    const bool more_tracers = size.tracers > size_.tracers;
    for (int i = 0; i < 3; ++i) {
        Place& place = *places_[static_cast<std::size_t>(i)];
        take_back(i);
        if (resized || more_tracers) place.of_tracers.reset(), place.tracers = {};
        if (resized) {
            place.of_flow.reset(), place.flow = {};
            place.of_smoke.reset(), place.smoke = {};
        }
        if (size.flow && !place.flow) place.flow = texture_of(GL_RGBA16F, size.nodes, place.of_flow);
        if (size.smoke && !place.smoke) place.smoke = texture_of(GL_R16F, size.nodes, place.of_smoke);
        if (size.tracers > 0 && !place.tracers) {
            place.tracers = made_by_gl("buffer", [&] {
                return gl::make_buffer(static_cast<GLsizeiptr>(size.tracers * std::int64_t{sizeof(float) * 4}),
                                       nullptr);
            });
            cudaGraphicsResource_t resource = nullptr;
            demand(cudaGraphicsGLRegisterBuffer(&resource, place.tracers.id(), cudaGraphicsRegisterFlagsWriteDiscard),
                   "CUDA could not register a buffer of OpenGL");
            place.of_tracers.reset(resource);
        }
    }
    size_ = size;
    for (int i = 0; i < 3; ++i)
        if (i != drawn) give(i);
}

void InteropPlaces::give(int i) {
    Place& place = *places_[static_cast<std::size_t>(i)];
    auto resources = place.resources();
    if (place.mapped || resources.empty()) return;
    const auto stream = static_cast<cudaStream_t>(stream_.get());
    demand(cudaSetDevice(gpu_), "CUDA could not turn to the GPU that draws");
    demand(cudaGraphicsMapResources(static_cast<int>(resources.size()), resources.data(), stream),
           "CUDA could not map textures of OpenGL");
    place.mapped = true;
    if (place.of_flow) place.flow_surface = surface_of(place.of_flow.get());
    if (place.of_smoke) place.smoke_surface = surface_of(place.of_smoke.get());
    if (place.of_tracers) {
        void* memory = nullptr;
        std::size_t bytes = 0;
        demand(cudaGraphicsResourceGetMappedPointer(&memory, &bytes, place.of_tracers.get()),
               "CUDA could not reach a buffer of OpenGL");
        place.tracer_memory = static_cast<float*>(memory);
    }
    demand(cudaEventRecord(place.free.get(), stream), "CUDA could not mark a moment");
    place.given.store(true, std::memory_order_release);
}

void InteropPlaces::take_back(int i) {
    Place& place = *places_[static_cast<std::size_t>(i)];
    if (!place.mapped) return;
    place.given.store(false, std::memory_order_relaxed);
    demand(cudaSetDevice(gpu_), "CUDA could not turn to the GPU that draws");
    place.forget_surfaces();
    auto resources = place.resources();
    place.mapped = false;
    demand(cudaGraphicsUnmapResources(static_cast<int>(resources.size()), resources.data(),
                                      static_cast<cudaStream_t>(stream_.get())),
           "CUDA could not give textures back to OpenGL");
}

bool InteropPlaces::ready(int i) const {
    const Place& place = *places_[static_cast<std::size_t>(i)];
    if (!place.given.load(std::memory_order_acquire)) return false;
    const cudaError_t code = cudaEventQuery(place.free.get());
    if (code == cudaErrorNotReady) {
        cudaGetLastError();
        return false;
    }
    demand(code, "CUDA could not wait for OpenGL");
    return true;
}

ShowTargets InteropPlaces::targets(int i) const {
    const Place& place = *places_[static_cast<std::size_t>(i)];
    ShowTargets to;
    to.on_host = false;
    to.flow_surface = place.flow_surface;
    to.smoke_surface = place.smoke_surface;
    to.tracers = place.tracer_memory;
    to.tracer_room = size_.tracers;
    return to;
}

GLuint InteropPlaces::flow(int i) const { return places_[static_cast<std::size_t>(i)]->flow.id(); }
GLuint InteropPlaces::smoke(int i) const { return places_[static_cast<std::size_t>(i)]->smoke.id(); }
GLuint InteropPlaces::tracers(int i) const { return places_[static_cast<std::size_t>(i)]->tracers.id(); }

}  // namespace fum

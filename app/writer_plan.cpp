#include "app/writer_plan.h"

#include <algorithm>
#include <thread>

#include "app/frame_data.h"

namespace fum {
namespace {

std::int64_t free_host_bytes() { return devices().back().free_bytes; }

}  // namespace

WriterPlan writer_plan(const Setup& setup, const DeviceInfo& device) {
    constexpr int most_writers = 4;  // more frames at once only take memory: their threads help each other
    const int cores = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
    const bool gpu = device.id != "cpu";
    const int threads = setup.scene.output.threads > 0 ? setup.scene.output.threads
                        : gpu                          ? cores
                                                       : std::max(1, cores / 8);
    const SnapshotMemory memory = snapshot_memory(setup.config, wanted_fields(setup), device.id);
    WriterPlan plan;
    plan.device_bytes = memory.device;
    plan.host_bytes_a_frame = memory.host_each;
    const std::int64_t room = free_host_bytes() / 4 / std::max<std::int64_t>(1, memory.host_each);
    plan.writers = static_cast<int>(std::clamp<std::int64_t>(room / 2, 1, std::min(threads, most_writers)));
    plan.threads_each = std::max(1, threads / plan.writers);
    plan.alive = static_cast<int>(std::clamp<std::int64_t>(room - plan.writers, 1, plan.writers + 2));
    // the tree of a frame and the one that is read back: as much again as its values where smoke fills a third of the
    // box
    plan.host_bytes = (plan.alive + plan.writers) * memory.host_each;
    return plan;
}

}  // namespace fum

#include "app/frame_writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <deque>
#include <exception>
#include <mutex>
#include <optional>
#include <thread>

#include "app/companions.h"
#include "app/forces_csv.h"
#include "app/log.h"
#include "app/manifest.h"
#include "app/picture.h"
#include "app/vdb_frame.h"

namespace fum {
namespace {

constexpr std::size_t queue_length = 2;

}  // namespace

struct FrameWriter::Impl {
    Impl(const Setup& s, const OutputFolder& f, const std::string& device)
        : setup(s), folder(f), manifest(s, f, device), companions(s, f) {
        if (s.scene.csv.on && !s.solids.empty()) forces.emplace(f.forces(), s);
        manifest.write();
        pictures = s.scene.png.on;
        thread = std::thread([this] { work(); });
    }

    void work() {
        for (;;) {
            std::unique_lock lock(mutex);
            changed.wait(lock, [&] { return closed || !queue.empty(); });
            if (queue.empty()) break;
            const FrameData data = std::move(queue.front());
            queue.pop_front();
            lock.unlock();
            changed.notify_all();
            try {
                if (!failed()) write(data);
            } catch (const std::exception&) {
                const std::lock_guard guard(mutex);
                failure = std::current_exception();
            }
        }
        picture.reset();  // its GL context belongs to this thread
    }

    void write(const FrameData& data) {
        FinishedFrame done{
            .frame = data.frame, .step = data.step, .time_s = data.time_s, .vdb = {}, .picture = {}, .companions = {}};
        if (setup.scene.vdb.on) {
            done.vdb = folder.frame_name(data.frame, ".vdb");
            done.report = write_vdb(folder.path() / done.vdb, vdb_frame(setup, data));
        }
        done.companions = companions.write_frame(data);
        if (draw(data)) done.picture = folder.frame_name(data.frame, ".png");
        if (forces) forces->append(data.frame, data.time_s, data.loads);
        manifest.add(done);
        manifest.write();
        bytes += done.report.bytes;
        ++written;
        log::detail("output", fmt::format("frame written frame={} bytes={}", data.frame, done.report.bytes));
    }

    /// False if pictures are off or cannot be drawn here, which is said once and costs no run.
    bool draw(const FrameData& data) {
        if (!pictures) return false;
        try {
            if (!picture) picture = std::make_unique<Picture>(setup);
        } catch (const Error& e) {
            if (e.code() != Exit::device) throw;
            log::warning("output", std::string("No pictures: ") + e.what());
            pictures = false;
            return false;
        }
        picture->write(folder.path() / folder.frame_name(data.frame, ".png"), data.field(Field::smoke), data.poses);
        return true;
    }

    void finish_companions() {
        if (failed()) return;
        try {
            manifest.set_companions(companions.finish());
        } catch (const std::exception&) {
            const std::lock_guard guard(mutex);
            failure = std::current_exception();
        }
    }

    bool failed() {
        const std::lock_guard guard(mutex);
        return failure != nullptr;
    }

    void rethrow() {
        const std::lock_guard guard(mutex);
        if (failure) std::rethrow_exception(failure);
    }

    void close() {
        {
            const std::lock_guard guard(mutex);
            closed = true;
        }
        changed.notify_all();
        if (thread.joinable()) thread.join();
    }

    const Setup& setup;
    const OutputFolder folder;
    Manifest manifest;
    Companions companions;
    std::optional<ForcesCsv> forces;
    std::unique_ptr<Picture> picture;
    bool pictures = true;

    std::mutex mutex;
    std::condition_variable changed;
    std::deque<FrameData> queue;
    bool closed = false;
    std::exception_ptr failure;
    std::atomic<int> written{0};
    std::atomic<std::int64_t> bytes{0};
    std::thread thread;
};

FrameWriter::FrameWriter(const Setup& setup, const OutputFolder& folder, const std::string& device_name)
    : impl_(std::make_unique<Impl>(setup, folder, device_name)) {}

FrameWriter::~FrameWriter() { impl_->close(); }

void FrameWriter::push(FrameData data) {
    std::unique_lock lock(impl_->mutex);
    impl_->changed.wait(lock, [&] { return impl_->queue.size() < queue_length || impl_->failure; });
    if (impl_->failure) std::rethrow_exception(impl_->failure);
    impl_->queue.push_back(std::move(data));
    lock.unlock();
    impl_->changed.notify_all();
}

void FrameWriter::finish(const std::string& state, const std::string& sentence) {
    impl_->close();
    impl_->finish_companions();
    if (!impl_->failed()) {
        impl_->manifest.set_state(state, sentence);
        return impl_->manifest.write();
    }
    try {
        impl_->rethrow();
    } catch (const std::exception& first) {
        impl_->manifest.set_state("failed", first.what());
        try {
            impl_->manifest.write();
        } catch (const Error& second) {  // the same full disk; the manifest of the last good frame stays
            log::warning("output", second.what());
        }
        throw;
    }
}

int FrameWriter::written() const { return impl_->written; }
std::int64_t FrameWriter::bytes() const { return impl_->bytes; }
double FrameWriter::bytes_per_frame() const {
    return impl_->written > 0 ? static_cast<double>(impl_->bytes) / impl_->written : 0;
}

}  // namespace fum

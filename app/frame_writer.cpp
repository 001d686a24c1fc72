#include "app/frame_writer.h"

#include <fmt/format.h>
#include <sys/resource.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <exception>
#include <limits>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#include "app/forces_csv.h"
#include "app/frame_parts.h"
#include "app/log.h"
#include "app/manifest.h"
#include "app/movie.h"
#include "app/probes_csv.h"

namespace fum {
struct FrameWriter::Impl {
    using Frame = std::shared_ptr<PendingFrame>;
    using Queue = std::deque<Frame>;
    using Work = void (FrameParts::*)(PendingFrame&);

    Impl(const Setup& s, const OutputFolder& f, const std::string& device, const WriterPlan& p,
         const EarlierRun& before)
        : setup(s), folder(f), plan(p), manifest(s, f, device), parts(s, f) {
        for (const auto& [number, frame] : before.frames) manifest.add(frame), kept.push_back(number);
        if (s.scene.csv.on && !s.solids.empty())
            forces.emplace(f.forces(), s, before.forces, [this](int frame) { return is_kept(frame); });
        if (s.scene.csv.on && !s.scene.probes.empty())
            probes.emplace(f.probes(), s.scene, before.probes, [this](int frame) { return is_kept(frame); });
        manifest.write();
        for (int i = 0; i < plan.writers; ++i) threads.emplace_back([this] { work(to_write, &FrameParts::write); });
        if (s.scene.png.on)
            threads.emplace_back([this] {
                work(to_draw, &FrameParts::draw);
                parts.end_drawing();
            });
    }

    bool is_kept(int frame) const { return std::binary_search(kept.begin(), kept.end(), frame); }

    /// Takes frames from a queue until it is closed and empty.
    void work(Queue& queue, Work part) {
        setpriority(PRIO_PROCESS, 0, 10);  // of this thread: cores that the solver leaves, else a tenth of one
        tbb::task_arena arena(plan.threads_each);
        for (;;) {
            std::unique_lock lock(mutex);
            changed.wait(lock, [&] { return closed || !queue.empty(); });
            if (queue.empty()) return;
            const Frame frame = std::move(queue.front());
            queue.pop_front();
            const bool wanted = frame->data.frame < failed_frame;
            lock.unlock();
            if (!wanted) continue;
            try {
                arena.execute([&] { (parts.*part)(*frame); });
                part_ends(frame);
            } catch (const std::exception&) { fail(frame); }
        }
    }

    void part_ends(const Frame& frame) {
        {
            const std::lock_guard guard(mutex);
            if (--frame->parts > 0) return;
            frame->data.snapshot.reset();
            frame->data.fields.clear();
            --alive;
        }
        changed.notify_all();
        commit();
    }

    /// Enters the frames that are whole, in order. A frame that failed stays at the front and holds later ones back.
    void commit() {
        const std::lock_guard one_at_a_time(commit_mutex);
        std::vector<Frame> whole;
        {
            const std::lock_guard guard(mutex);
            const auto is_whole = [&](const PendingFrame& f) { return f.parts == 0 && f.data.frame < failed_frame; };
            for (; !in_order.empty() && is_whole(*in_order.front()); in_order.pop_front())
                whole.push_back(in_order.front());
        }
        const auto is_new = [&](const Frame& frame) { return !is_kept(frame->data.frame); };
        try {
            for (const Frame& frame : whole) {
                const FrameData& data = frame->data;
                if (forces) forces->append(data.frame, data.time_s, data.loads);
                if (probes) probes->append(data.frame, data.time_s, data.step, data.probes);
                if (is_new(frame)) manifest.add(frame->done);
            }
            if (std::any_of(whole.begin(), whole.end(), is_new)) manifest.write();
        } catch (const std::exception&) { return fail(whole.front()); }
        for (const Frame& frame : whole) {
            if (!is_new(frame)) continue;
            bytes += frame->done.report.bytes;
            ++written;
            log::detail("output",
                        fmt::format("frame written frame={} bytes={}", frame->data.frame, frame->done.report.bytes));
        }
        changed.notify_all();
    }

    /// Called while an exception is handled.
    void fail(const Frame& frame) {
        {
            const std::lock_guard guard(mutex);
            if (!failure) failure = std::current_exception();
            failed_frame = std::min(failed_frame, frame->data.frame);
        }
        changed.notify_all();
    }

    /// After close().
    void finish_companions() {
        if (failure) return;
        try {
            manifest.set_companions(parts.companions().finish());
        } catch (const std::exception&) { failure = std::current_exception(); }
    }

    void close() {
        {
            const std::lock_guard guard(mutex);
            closed = true;
        }
        changed.notify_all();
        for (std::thread& thread : threads) thread.join();
        threads.clear();
    }

    void wait_for_room(std::unique_lock<std::mutex>& lock) {
        const auto begin = std::chrono::steady_clock::now();
        changed.wait(lock, [&] { return alive < plan.alive || failure; });
        waited_s += std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
        if (failure) std::rethrow_exception(failure);
    }

    const Setup& setup;
    const OutputFolder folder;
    const WriterPlan plan;
    Manifest manifest;
    FrameParts parts;
    std::vector<int> kept;  ///< frames of an earlier run that stay, ascending
    std::optional<ForcesCsv> forces;
    std::optional<ProbesCsv> probes;

    std::mutex mutex, commit_mutex;
    std::condition_variable changed;
    Queue in_order, to_write, to_draw;
    int alive = 0;  ///< frames whose values are still needed
    bool closed = false;
    std::exception_ptr failure;                          ///< the first
    int failed_frame = std::numeric_limits<int>::max();  ///< this one and later ones are given up
    double waited_s = 0;
    std::atomic<int> written{0};
    std::atomic<std::int64_t> bytes{0};
    std::vector<std::thread> threads;
};

FrameWriter::FrameWriter(const Setup& setup, const OutputFolder& folder, const std::string& device_name,
                         const WriterPlan& plan, const EarlierRun& earlier)
    : impl_(std::make_unique<Impl>(setup, folder, device_name, plan, earlier)) {}

FrameWriter::~FrameWriter() { impl_->close(); }

void FrameWriter::wait_for_room() {
    std::unique_lock lock(impl_->mutex);
    impl_->wait_for_room(lock);
}

void FrameWriter::push(FrameData data) {
    const auto frame = std::make_shared<PendingFrame>();
    frame->done = {
        .frame = data.frame, .step = data.step, .time_s = data.time_s, .vdb = {}, .picture = {}, .companions = {}};
    frame->data = std::move(data);
    const bool kept = impl_->is_kept(frame->data.frame);
    {
        std::unique_lock lock(impl_->mutex);
        impl_->wait_for_room(lock);
        impl_->in_order.push_back(frame);
        if (!kept) {
            ++impl_->alive;
            frame->parts = impl_->setup.scene.png.on ? 2 : 1;
            impl_->to_write.push_back(frame);
            if (frame->parts == 2) impl_->to_draw.push_back(frame);
        }
    }
    impl_->changed.notify_all();
    if (!kept) return;
    impl_->parts.companions().keep(frame->data);
    impl_->commit();
}

void FrameWriter::finish(const std::string& state, const std::string& sentence) {
    impl_->close();
    impl_->finish_companions();
    if (!impl_->failure) {
        impl_->manifest.set_state(state, sentence);
        impl_->manifest.write();
        if (state != "finished" || !impl_->setup.scene.mp4.on) return;
        const MovieRecord movie = make_movie(impl_->folder.path(), impl_->setup.scene.mp4.crf);
        if (movie.file.empty()) log::warning("output", no_film(movie, impl_->folder.path()));
        impl_->manifest.set_movie(movie);
        return impl_->manifest.write();
    }
    try {
        std::rethrow_exception(impl_->failure);
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
double FrameWriter::waited_s() const {
    const std::lock_guard guard(impl_->mutex);
    return impl_->waited_s;
}

}  // namespace fum

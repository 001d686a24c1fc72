#include "app/frame_parts.h"

#include "app/log.h"
#include "app/picture.h"
#include "app/vdb_frame.h"
#include "sim/core/error.h"

namespace fum {

FrameParts::FrameParts(const Setup& setup, const OutputFolder& folder)
    : setup_(setup), folder_(folder), companions_(setup, folder) {}

FrameParts::~FrameParts() = default;

void FrameParts::write(PendingFrame& frame) {
    frame.data.wait();
    if (setup_.scene.vdb.on) {
        frame.done.vdb = folder_.frame_name(frame.data.frame, ".vdb");
        frame.done.report = write_vdb(folder_.path() / frame.done.vdb, vdb_frame(setup_, frame.data));
    }
    frame.done.companions = companions_.write_frame(frame.data);
}

void FrameParts::draw(PendingFrame& frame) {
    frame.data.wait();
    try {
        if (pictures_ && !picture_) picture_ = std::make_unique<Picture>(setup_);
    } catch (const Error& e) {
        if (e.code() != Exit::device) throw;
        log::warning("output", std::string("No pictures: ") + e.what());
        pictures_ = false;
    }
    if (!pictures_) return;
    const std::string name = folder_.frame_name(frame.data.frame, ".png");
    picture_->write(folder_.path() / name, frame.data.field(Field::smoke), frame.data.poses);
    frame.done.picture = name;
}

void FrameParts::end_drawing() { picture_.reset(); }

}  // namespace fum

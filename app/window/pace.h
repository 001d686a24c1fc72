// How finely the viewport draws and how long the window waits between two pictures: fine when it is left alone, coarse
// while the camera moves or pictures take too long, and never more of a CPU's time than the flow can spare.
#pragma once

#include "app/window/view_settings.h"
#include "render/layers/layer.h"

namespace fum {

struct PaceInput {
    double now_s = 0;      ///< any clock that goes forward
    double work_ms = 0;    ///< of the last picture of the whole window
    double gpu_ms = 0;     ///< that a GPU worked on it; work_ms holds the wait for the screen, too
    bool drew = false;     ///< the last picture drew the viewport anew
    bool changes = false;  ///< the camera or a setting, since the last picture
    bool flows = false;    ///< new contents keep coming
    bool busy = false;     ///< something in the window is waited for: preparation, a job
    bool draws_on_cpu = false;
};

class Pace {
public:
    static constexpr int coarsest = 4;
    static constexpr double rest_s = 0.3;

    /// Once a picture, before it is drawn.
    void look(const PaceInput&, const QualityView&);

    Quality quality(const QualityView&, int most_tracers) const;
    int level() const { return level_; }       ///< 0 fine .. coarsest
    double wait_s() const { return wait_s_; }  ///< for input, before the next picture
    bool moving() const { return moving_; }    ///< something changes by hand, or has until a moment ago

private:
    void choose_level(const PaceInput&);
    double wished_wait(const PaceInput&, const QualityView&) const;

    bool on_cpu_ = false, moving_ = false, flows_ = false;
    bool fine_ = false;  ///< a still picture was drawn so soon that it may be drawn with smooth edges, too
    double moved_at_ = -1e9, changed_at_ = -1e9;
    double work_ms_ = 0, load_ms_ = 0;  ///< running means of pictures that drew; load: what the level is chosen by
    int level_ = 0;
    double wait_s_ = 0;
};

}  // namespace fum

// From a GPU to the host while the GPU works on: what is shown is packed in the GPU's memory, then copied to pinned
// memory, of which there are three pieces.
#pragma once

#include <array>
#include <memory>
#include <span>

#include "app/show_exchange.h"

namespace fum {

/// For the solver's thread, except where it says otherwise. Throws Error.
class PinnedPlaces {
public:
    explicit PinnedPlaces(int gpu);
    ~PinnedPlaces();
    PinnedPlaces(const PinnedPlaces&) = delete;
    PinnedPlaces& operator=(const PinnedPlaces&) = delete;

    int gpu() const { return gpu_; }
    /// Whether the last copy is over; only then there may be another.
    bool idle() const;
    /// For what is wished for, and there; then send() it.
    void make_room(int place, Solver&, const SnapshotWish&);
    /// Packs it; the copy to the host goes on while the solver works. Throws as the solver does.
    void send(int place, Solver&, Shown&);

    // For the reader, of a place that is his.

    /// Whether the copy has arrived.
    bool arrived(int place) const;
    double copy_ms(int place) const;  ///< that it took; after arrived()
    std::span<const Half4> flow(int place) const;
    std::span<const Half> smoke(int place) const;
    std::span<const float> tracers(int place) const;

private:
    struct Place;
    struct Staging;
    int gpu_;
    std::unique_ptr<Staging> staging_;
    std::array<std::unique_ptr<Place>, 3> places_;
};

}  // namespace fum

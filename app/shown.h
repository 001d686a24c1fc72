// What the view wants to see of a flow, and what it gets.
#pragma once

#include <cstdint>
#include <limits>
#include <map>
#include <memory>
#include <vector>

#include "sim/solver.h"
#include "sim/units.h"

namespace fum {

struct SnapshotWish {
    std::vector<Field> fields;  ///< as floats on the host
    bool tracers = false;
    double most_per_second = 60;
    bool flow = false, smoke = false;  ///< as textures hold them, in 16-bit floats
    std::vector<Int3> probes = {};     ///< nodes
    /// `fields` are read anew so often at most, and for a tenth of the solver's time; until then they stay.
    double fields_per_second = std::numeric_limits<double>::infinity();

    bool anything() const { return tracers || flow || smoke || !fields.empty() || !probes.empty(); }
    friend bool operator==(const SnapshotWish&, const SnapshotWish&) = default;
};

/// Fields on the host, [component][z][y][x], lattice units. Copies share the values, which never change.
class HostFields {
public:
    using Map = std::map<Field, std::vector<float>>;
    HostFields() = default;
    explicit HostFields(Map values) : values_(std::make_shared<const Map>(std::move(values))) {}

    bool contains(Field f) const { return values_->contains(f); }
    const std::vector<float>& at(Field f) const { return values_->at(f); }
    std::size_t size() const { return values_->size(); }
    bool empty() const { return values_->empty(); }
    Map::const_iterator begin() const { return values_->begin(); }
    Map::const_iterator end() const { return values_->end(); }
    Map::const_iterator find(Field f) const { return values_->find(f); }

private:
    std::shared_ptr<const Map> values_ = std::make_shared<const Map>();
};

/// The flow at one moment. Flow, smoke and tracers are here, or in memory that the reader has given (show_exchange.h).
struct Shown {
    std::uint64_t run = 0;     ///< of SimStatus; 0: there is none yet
    std::uint64_t serial = 0;  ///< goes up with each
    std::int64_t step = 0;
    double time_s = 0;
    Int3 nodes{};
    Units units;  ///< of its run: where it is in space, whatever has been edited since
    HostFields fields;
    std::int64_t fields_step = 0;  ///< of which they are

    bool elsewhere = false;                    ///< flow, smoke and tracers are in the reader's memory
    bool has_flow = false, has_smoke = false;  ///< has_smoke: never where nothing emits
    std::int64_t tracer_count = 0;
    std::vector<Half4> flow;     ///< [z][y][x]: u_x, u_y, u_z, rho - 1, lattice units
    std::vector<Half> smoke;     ///< [z][y][x]
    std::vector<float> tracers;  ///< [tracer_count][4] as in TracerView

    std::vector<ProbeValue> probes;  ///< of the nodes that were wished for
    std::vector<Pose> poses;         ///< one a body, lattice units
    double read_ms = 0;              ///< what it cost the solver
};

}  // namespace fum

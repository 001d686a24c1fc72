// What a scene's numbers promise before it runs: each with a colour and a sentence on what to change.
#pragma once

#include <string>
#include <vector>

#include "app/setup.h"

namespace fum {

enum class Verdict { good, doubtful, bad };  ///< green, amber, red

struct StabilityRow {
    std::string name;
    double value = 0;
    std::string text;  ///< the value as it is shown, with its unit
    Verdict verdict = Verdict::good;
    std::string advice;  ///< what to change; empty if good
    std::string key;     ///< the parameter that changes it most
};

/// Lattice speed, Mach, tau, Re; of solids length, tip speed, samples an area. Of a usable setup.
std::vector<StabilityRow> number_rows(const Setup&);
/// Gaps between solids and to faces. Of a setup with samples; takes up to a second where many move.
std::vector<StabilityRow> gap_rows(const Setup&);
/// Both.
std::vector<StabilityRow> stability_of(const Setup&);

/// Smallest distance in cells of samples of two solids, or of one to a face that is not periodic, over the run's poses.
/// `most` where it is larger.
double gap_between(const Setup&, std::size_t a, std::size_t b, double most);
double gap_to_faces(const Setup&, std::size_t solid, double most);

/// Something to try.
struct Remedy {
    std::string sentence;
    std::vector<std::string> settings;  ///< "advanced.lattice_speed=0.05"; empty: no parameter alone does it
};
/// Three, the likeliest first, after a flow has diverged at a node.
std::vector<Remedy> divergence_advice(const Setup&, const Int3& node);

}  // namespace fum

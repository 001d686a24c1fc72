// `fumarole bench export`: what writing every frame costs. Not part of bench.h, whose program has no exporter.
#pragma once

#include "app/bench.h"

namespace fum {

/// A jet of smoke at --size nodes along x (192 if not given): how fast one core writes its frames, how large they are,
/// and how much longer the run takes with the export of every frame than with none. Prints a table; returns the exit
/// code. Throws Error(output) if no frame can be written to the folder of temporary files.
int bench_export(const BenchOptions&);

}  // namespace fum

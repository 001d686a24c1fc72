"""Reads the file that VdbFrames.AnotherProgramReadsTheSame wrote, with OpenVDB's own Python module."""
import sys

import numpy
import pyopenvdb

grids, metadata = pyopenvdb.readAll(sys.argv[1])
density, vel = grids
assert [g.name for g in grids] == ["density", "vel"], grids
assert metadata["creator"] == "Fumarole" and metadata["fps"] == "24", metadata
for grid in grids:
    assert grid.gridClass == "fog volume", grid.gridClass
    assert grid.evalActiveVoxelBoundingBox() == ((0, 0, 0), (23, 39, 55)), grid.evalActiveVoxelBoundingBox()
    assert grid.transform.isLinear
    assert numpy.allclose(grid.transform.voxelSize(), 0.05)
    assert numpy.allclose(grid.transform.indexToWorld((0, 0, 0)), (-0.6, 0.25, 3))
assert vel.vectorType == "contravariant relative", vel.vectorType

values = numpy.zeros((24, 40, 56), numpy.float32)
density.copyToArray(values)
expected = numpy.zeros_like(values)
expected[1, 2, 3], expected[22, 38, 54] = 0.5, 2
assert (values == expected).all()
assert density.activeVoxelCount() == 4

vectors = numpy.zeros((24, 40, 56, 3), numpy.float32)
vel.copyToArray(vectors)
assert (vectors[22, 38, 54] == (1, 2, 3)).all() and numpy.count_nonzero(vectors) == 3

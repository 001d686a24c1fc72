"""Reads exported files with the programs they are for: Mitsuba 3, VTK (ParaView's reader), OpenUSD, vdb_print and ffprobe.

FUMAROLE, FUM_WRITE_EXPORTS and FUM_SOURCE_DIR name the programs and the sources. Runs with the Python of .venv if that is
there (FUM_EXPORT_PYTHON names another); tests whose program is missing are skipped, and if all are, the exit code is 77.
Run all: python3 exports_test.py
"""
import importlib.util
import json
import math
import os
import re
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

PROGRAM = os.environ["FUMAROLE"]
SOURCE = Path(os.environ["FUM_SOURCE_DIR"])
PYTHON = os.environ.get("FUM_EXPORT_PYTHON", str(SOURCE / ".venv/bin/python3"))
if __name__ == "__main__" and os.path.exists(PYTHON) and os.environ.get("FUM_IN_EXPORT_PYTHON") != "1":
    os.execve(PYTHON, [PYTHON, *sys.argv], {**os.environ, "FUM_IN_EXPORT_PYTHON": "1"})

SMALL = ["--no-config", "--set", "solver.samples_per_area=3", "--set", "output.csv.on=false"]
PICTURE = ["--set", "output.png.width=240", "--set", "output.png.height=135"]
# What write_exports.cpp writes.
NODES, DX, ORIGIN = (9, 6, 13), 0.25, (1, -2, 3)


def needs(module):
    return unittest.skipUnless(importlib.util.find_spec(module), f"the Python module {module} is not installed")


def corners():
    """Value -> place of the lit nodes."""
    for bits in range(8):
        index = [n - 2 if bits >> d & 1 else 1 for d, n in enumerate(NODES)]
        yield 1 + bits, [o + i * DX for o, i in zip(ORIGIN, index)]


class ExportTest(unittest.TestCase):
    def setUp(self):
        self.folder = Path(tempfile.mkdtemp(prefix="fumarole "))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)

    def run_program(self, *words, code=0, environment=None):
        env = {**os.environ, "XDG_CACHE_HOME": str(self.folder / "cache"), **(environment or {})}
        done = subprocess.run([PROGRAM, *map(str, words)], cwd=self.folder, env=env, capture_output=True, text=True,
                              timeout=280)
        self.assertEqual(done.returncode, code, f"{words}\n{done.stdout}\n{done.stderr}")
        return done

    def run_scene(self, scene, *more, out="out"):
        self.run_program("run", scene, *SMALL, *more, "-o", out)
        return self.folder / out

    def scene(self, text):
        path = self.folder / "scene.toml"
        path.write_text("version = 1\n" + text, encoding="utf-8")
        return path

    def mitsuba(self):
        import mitsuba as mi
        mi.set_variant("scalar_rgb")
        return mi

    def spinning_ball(self, *more):
        """Two solids, one of them moving, and smoke from the surface of the first, in a box of unequal sides."""
        return self.run_scene(self.scene(
            '[domain]\nsize_m = [1.0, 0.7, 0.5]\nresolution = 40\norigin_m = [3.0, -1.0, 2.0]\n'
            '[[solid]]\nname = "ball"\nshape = "ball"\nsize_m = 0.2\ntranslate_m = [3.283, -0.571, 2.217]\n'
            '[[solid]]\nname = "plate"\nshape = "box"\nsize_m = 0.2\ntranslate_m = [3.7, -0.6, 2.25]\nmotion = "spin"\n'
            'axis = [0.2, 1.0, 0.1]\nspin_rpm = 40\nvelocity_ms = [0.1, 0.0, 0.0]\n'
            '[[emitter]]\nshape = "surface"\nsolid = "ball"\n[time]\nframes = 4\nramp_s = 0.0\n'
            '[output]\nfirst_frame = 1001\n[output.png]\non = false\n'), *more)


class Corners(ExportTest):
    """A box of unequal sides with another value at each corner: everything lands where it belongs."""

    def setUp(self):
        super().setUp()
        subprocess.run([os.environ["FUM_WRITE_EXPORTS"], str(self.folder)], check=True)

    def volume(self):
        return {"type": "gridvolume", "filename": str(self.folder / "corners.vol"), "use_grid_bbox": True, "raw": True}

    @needs("mitsuba")
    def test_mitsuba_finds_each_value_at_its_place(self):
        mi = self.mitsuba()
        volume = mi.load_dict(self.volume())

        def density(place):
            at = mi.Interaction3f()
            at.p = mi.Point3f(place)
            return volume.eval_1(at)

        for value, place in corners():
            self.assertAlmostEqual(density(place), value, delta=1e-4 * value)
            for d in range(3):
                aside = list(place)
                aside[d] += DX / 2
                self.assertAlmostEqual(density(aside), value / 2, delta=1e-4 * value)

    @needs("mitsuba")
    def test_a_parallel_projection_shows_each_column_at_its_place(self):
        """Smoke that only absorbs, before a white sky: -ln of the light is the sum of values along the ray, times dx."""
        import numpy as np
        mi = self.mitsuba()
        low = [o - DX / 2 for o in ORIGIN]
        size = [n * DX for n in NODES]
        middle = [a + s / 2 for a, s in zip(low, size)]
        scale = 0.1 / DX
        for axis, (right, up) in {2: (0, 1), 0: (2, 1)}.items():
            eye, top = list(middle), [0, 0, 0]
            eye[axis] += 10 if axis == 2 else -10  # from where `right` points right
            top[up] = 1
            wide, high = 8 * NODES[right], 8 * NODES[up]
            scene = mi.load_dict({
                "type": "scene", "integrator": {"type": "volpath", "max_depth": 8},
                "smoke": {"type": "heterogeneous", "sigma_t": self.volume(), "scale": scale, "albedo": 0.0},
                "box": {"type": "cube", "bsdf": {"type": "null"}, "interior": {"type": "ref", "id": "smoke"},
                        "to_world": mi.ScalarTransform4f().translate(middle).scale([s / 2 for s in size])},
                "sky": {"type": "constant"},
                "sensor": {"type": "orthographic",
                           "to_world": mi.ScalarTransform4f().look_at(eye, middle, top)
                           .scale([size[right] / 2, size[right] / 2, 1]),
                           "film": {"type": "hdrfilm", "width": wide, "height": high, "pixel_format": "rgb",
                                    "rfilter": {"type": "box"}},
                           "sampler": {"type": "independent", "sample_count": 1024}}})
            light = np.array(mi.render(scene, seed=1))[:, :, 0]
            self.assertEqual(light.shape, (high, wide))
            for a in range(2):
                for b in range(2):
                    sum_there = sum(v for v, _ in corners() if (v - 1) >> right & 1 == a and (v - 1) >> up & 1 == b)
                    column = 8 * (NODES[right] - 2 if a else 1)
                    row = high - 8 * (NODES[up] - 2 if b else 1) - 8
                    found = light[row + 3:row + 5, column + 3:column + 5].mean()  # within 1/8 of a voxel of the node
                    # The hats of both directions fall by 1/16 on average there.
                    self.assertAlmostEqual(-math.log(found), 0.1 * sum_there * (15 / 16) ** 2, delta=0.08)
            empty = light[high // 2 - 4:high // 2 + 4, wide // 2 - 4:wide // 2 + 4]
            self.assertGreater(empty.min(), 0.9999)

    @needs("vtkmodules")
    def test_paraviews_reader_finds_each_value_at_its_place(self):
        from vtkmodules.vtkIOXML import vtkXMLImageDataReader
        reader = vtkXMLImageDataReader()
        reader.SetFileName(str(self.folder / "corners.vti"))
        reader.Update()
        image = reader.GetOutput()
        self.assertEqual((image.GetDimensions(), image.GetSpacing(), image.GetOrigin()), (NODES, (DX,) * 3, ORIGIN))
        arrays = image.GetPointData()
        self.assertEqual([arrays.GetArrayName(i) for i in range(arrays.GetNumberOfArrays())], ["density", "shifted", "v"])
        self.assertEqual(arrays.GetScalars().GetName(), "density")
        self.assertEqual(image.GetFieldData().GetArray("TimeValue").GetValue(0), 1.5)
        total = 0
        for value, place in corners():
            k = image.FindPoint(place)
            self.assertEqual(arrays.GetArray("density").GetValue(k), value)
            self.assertEqual(arrays.GetArray("shifted").GetValue(k), 2 * (value - 1))
            self.assertEqual(arrays.GetArray("v").GetTuple3(k), (value, 10 * value, 100 * value))
            total += value
        density = arrays.GetArray("density")
        self.assertEqual(sum(density.GetValue(k) for k in range(density.GetNumberOfTuples())), total)


class Frames(ExportTest):
    """The scene of the README, small, drawn by Mitsuba and compared with the preview picture of the same frame."""

    @needs("mitsuba")
    def test_mitsubas_picture_shows_the_smoke_where_the_preview_does(self):
        import numpy as np
        mi = self.mitsuba()
        out = self.run_scene(SOURCE / "assets/scenes/jet_on_ball.toml", "--set", "domain.resolution=48", "--frames", "1-64",
                             *PICTURE, "--set", "output.mitsuba.on=true", "--set", "output.mitsuba.samples=24",
                             "--set", "output.scripts.blender=false", "--set", "output.scripts.houdini=false")
        mitsuba = str(Path(sys.executable).parent / "mitsuba")
        for frame in (1, 64):
            self.run_program("render", out, "--frames", frame, "--variant", "scalar_rgb",
                             environment={"FUMAROLE_MITSUBA": mitsuba})

        def picture(name):
            light = np.array(mi.Bitmap(str(out / name)).convert(mi.Bitmap.PixelFormat.Y, mi.Struct.Type.Float32, False))
            light = light.reshape(light.shape[:2])
            padded = np.pad(light, 2, mode="edge")
            return sum(padded[y:y + light.shape[0], x:x + light.shape[1]] for y in range(5) for x in range(5)) / 25

        preview = picture("smoke_0064.png") - picture("smoke_0001.png")
        drawn, first = picture("smoke_render_0064.png"), picture("smoke_render_0001.png")
        self.assertEqual(drawn.shape, (135, 240))
        there, here = np.abs(preview) > 0.08, np.abs(drawn - first) > 0.08
        self.assertGreater(here.sum(), 1500)
        both = (there & here).sum() / (there | here).sum()
        self.assertGreater(both, 0.7)
        for d in range(2):
            self.assertAlmostEqual(np.argwhere(there)[:, d].mean(), np.argwhere(here)[:, d].mean(), delta=2)

        # Smoke is lit about as in the preview, and nothing but smoke and ball is seen: no face of the box.
        self.assertAlmostEqual(drawn[there & here].mean(), preview[there & here].mean(), delta=0.25)
        lit = np.pad(there | (first > 0.02), 12)
        near = np.zeros_like(drawn, dtype=bool)
        for y in range(25):
            for x in range(25):
                near |= lit[y:y + drawn.shape[0], x:x + drawn.shape[1]]
        self.assertGreater((~near).sum(), 5000)
        self.assertEqual(drawn[~near].max(), 0)

    @needs("vtkmodules")
    def test_paraviews_frames_hold_units_and_times(self):
        from vtkmodules.vtkIOXML import vtkXMLImageDataReader
        from vtkmodules.util.numpy_support import vtk_to_numpy
        out = self.run_scene(SOURCE / "assets/scenes/jet_on_ball.toml", "--set", "domain.resolution=32", "--frames", "2-4",
                             "--set", "output.png.on=false", "--set", "output.vti.on=true", "--set",
                             "output.vti.vorticity=true", "--set", "output.vti.q=true")
        listed = re.findall(r'timestep="([^"]*)" file="([^"]*)"', (out / "smoke.pvd").read_text())
        self.assertEqual([name for _, name in listed], [f"smoke_000{i}.vti" for i in (2, 3, 4)])
        for seconds, name in listed:
            self.assertAlmostEqual(float(seconds), int(name[-8:-4]) / 24, places=4)
            reader = vtkXMLImageDataReader()
            reader.SetFileName(str(out / name))
            reader.Update()
            data = reader.GetOutput().GetPointData()
            arrays = {data.GetArrayName(i): vtk_to_numpy(data.GetArray(i)) for i in range(data.GetNumberOfArrays())}
            self.assertEqual(list(arrays), ["density", "velocity_ms", "pressure_pa", "vorticity_per_s", "q_per_s2"])
            self.assertGreater(arrays["velocity_ms"][:, 0].max(), 0.2)  # the wind is 0.3 m/s
            self.assertLess(abs(arrays["velocity_ms"]).max(), 3)
            self.assertLess(abs(arrays["pressure_pa"]).max(), 20)       # a few rho u^2


class Usd(ExportTest):
    @needs("pxr")
    def test_the_stage_names_frames_that_exist_and_places_solids_as_the_meshes_do(self):
        import numpy as np
        from pxr import Gf, Usd, UsdGeom, UsdVol
        out = self.spinning_ball("--set", "output.usd.on=true", "--set", "output.meshes.on=true", "--set", "time.fps=30")
        stage = Usd.Stage.Open(str(out / "smoke.usda"))
        self.assertEqual((UsdGeom.GetStageUpAxis(stage), UsdGeom.GetStageMetersPerUnit(stage)), ("Y", 1))
        self.assertEqual((stage.GetStartTimeCode(), stage.GetEndTimeCode(), stage.GetTimeCodesPerSecond()), (1001, 1004, 30))
        volume = UsdVol.Volume(stage.GetDefaultPrim().GetChild("volume"))
        self.assertTrue(volume)
        paths = volume.GetFieldPaths()
        self.assertEqual(set(paths), {"density", "vel"})
        for name, path in paths.items():
            asset = UsdVol.OpenVDBAsset.Get(stage, path)
            self.assertEqual(asset.GetFieldNameAttr().Get(), name)
            self.assertEqual(asset.GetFilePathAttr().GetTimeSamples(), [1001, 1002, 1003, 1004])
            for time_code in asset.GetFilePathAttr().GetTimeSamples():
                file = asset.GetFilePathAttr().Get(time_code).resolvedPath
                self.assertEqual(Path(file), out / f"smoke_{time_code:04.0f}.vdb")
                self.assertTrue(Path(file).exists())
        np.testing.assert_allclose(volume.GetExtentAttr().Get(), [(3, -1, 2), (4, -0.3, 2.5)], atol=1e-5)
        meshes = [UsdGeom.Mesh(p) for p in stage.GetDefaultPrim().GetChildren() if p.IsA(UsdGeom.Mesh)]
        for time_code in (1001, 1004):
            cache = UsdGeom.XformCache(time_code)
            points = [cache.GetLocalToWorldTransform(m.GetPrim()).Transform(Gf.Vec3d(p)) for m in meshes
                      for p in m.GetPointsAttr().Get()]
            np.testing.assert_allclose(points, read_ply(out / f"smoke_solids_{time_code}.ply"), atol=2e-6)
        camera = stage.GetDefaultPrim().GetChild("camera")
        to_world = UsdGeom.XformCache().GetLocalToWorldTransform(camera)
        view = UsdGeom.Camera(camera).GetCamera(0)
        self.assertAlmostEqual(view.GetFieldOfView(Gf.Camera.FOVVertical), 35, places=3)
        ahead = to_world.TransformDir(Gf.Vec3d(0, 0, -1))
        to_middle = Gf.Vec3d(3.5, -0.65, 2.25) - to_world.ExtractTranslation()
        self.assertAlmostEqual(Gf.Dot(ahead, to_middle.GetNormalized()), 1, places=6)


def read_ply(path):
    import numpy as np
    data = path.read_bytes()
    head, body = data.split(b"end_header\n", 1)
    count = int(re.search(rb"element vertex (\d+)", head).group(1))
    return np.frombuffer(body, "<f4", 3 * count).reshape(-1, 3)


def read_vol(path):
    import numpy as np
    data = path.read_bytes()
    nx, ny, nz = struct.unpack("<3i", data[8:20])
    box = np.array(struct.unpack("<6f", data[24:48])).reshape(2, 3)
    return np.frombuffer(data[48:], "<f4").reshape(nz, ny, nx), box

    @needs("pxr")
    def test_frames_of_a_turned_profile_are_turned_back(self):
        """Unreal's files are z up, in centimetres."""
        import numpy as np
        from pxr import Gf, Usd, UsdGeom, UsdVol
        out = self.spinning_ball("--set", "output.usd.on=true", "--set", "output.vdb.profile=unreal")
        unreal = Usd.Stage.Open(str(out / "smoke.usda")).GetDefaultPrim().GetChild("volume")
        np.testing.assert_allclose(UsdVol.Volume(unreal).GetExtentAttr().Get(), [(300, -250, -100), (400, -200, -30)], atol=1e-3)
        world = UsdGeom.XformCache(1001).GetLocalToWorldTransform(unreal)
        for point, place in (((300, -200, -100), (3, -1, 2)), ((400, -250, -30), (4, -0.3, 2.5))):
            np.testing.assert_allclose(world.Transform(Gf.Vec3d(point)), place, atol=1e-5)


class Surfaces(ExportTest):
    @needs("numpy")
    def test_smoke_of_a_surface_lies_on_the_mesh_of_that_frame(self):
        import numpy as np
        for ending in ("ply", "obj"):
            out = self.spinning_ball("--set", "output.mitsuba.on=true", "--set", f"output.meshes.format={ending}")
            density, box = read_vol(out / "smoke_1001.vol")
            n = np.array(density.shape[::-1])
            dx = (box[1] - box[0]) / n
            z, y, x = np.nonzero(density)
            places = box[0] + (np.stack([x, y, z], axis=1) + 0.5) * dx
            if ending == "ply":
                vertices = read_ply(out / "smoke_solids_1001.ply")
            else:
                vertices = np.array([[float(w) for w in line.split()[1:]] for line in
                                     (out / "smoke_solids_1001.obj").read_text().splitlines() if line.startswith("v ")])
            ball = vertices[np.linalg.norm(vertices - [3.283, -0.571, 2.217], axis=1) < 0.11]
            self.assertGreater(len(ball), 100)
            middle = np.average(places, axis=0, weights=density[z, y, x])
            np.testing.assert_allclose(middle, (ball.min(axis=0) + ball.max(axis=0)) / 2, atol=0.1 * dx[0])
            away = abs(np.linalg.norm(places - [3.283, -0.571, 2.217], axis=1) - 0.1)
            self.assertLess(np.average(away, weights=density[z, y, x]), 0.75 * dx[0])
            shutil.rmtree(out)


class Programs(ExportTest):
    """fumarole render without and with a stand-in for Mitsuba."""

    def sequence(self, *more):
        return self.spinning_ball("--set", "output.mitsuba.on=true", *PICTURE, *more)

    def stand_in(self, body):
        path = self.folder / "stand in"
        path.write_text("#!/bin/sh\n" + body, encoding="utf-8")
        path.chmod(0o755)
        return {"FUMAROLE_MITSUBA": str(path)}

    # Finds the name behind -o and writes a picture of one pixel there.
    DRAWS = 'while [ "$1" != -o ]; do shift; done\nprintf "PF\\n1 1\\n-1\\n123456789012" > "$2"\n'

    def test_frames_that_are_drawn_stay(self):
        out = self.sequence()
        works = self.stand_in(self.DRAWS)
        self.run_program("render", out, "--frames", "1002", environment=works)
        drawn = out / "smoke_render_1002.png"
        before = drawn.stat().st_mtime_ns
        self.assertIn("3 pictures drawn, 1 was there", self.run_program("render", out, environment=works).stdout)
        self.assertEqual(drawn.stat().st_mtime_ns, before)
        self.assertEqual(len(list(out.glob("smoke_render_*.png"))), 4)
        self.assertEqual(list(out.glob("*part*")) + list(out.glob("*.tmp")), [])
        self.assertIn("0 pictures drawn", self.run_program("render", out, environment=works).stdout)

    def test_a_dry_run_prints_commands_and_draws_nothing(self):
        out = self.sequence()
        done = self.run_program("render", out, "--dry-run", "--samples", "7", environment=self.stand_in("exit 1\n"))
        lines = done.stdout.splitlines()
        self.assertEqual(len(lines), 4)
        for word in ("-D frame=1001", "-D samples=7", "smoke_mitsuba.xml", "'"):
            self.assertIn(word, lines[0])
        self.assertEqual(list(out.glob("*render*")), [])

    def test_no_mitsuba_is_a_device_error_and_a_failing_one_an_output_error(self):
        out = self.sequence()
        nothing = {"PATH": "/nonexistent", "FUMAROLE_MITSUBA": ""}
        self.assertIn("pip install", self.run_program("render", out, code=4, environment=nothing).stderr)
        nowhere = {"FUMAROLE_MITSUBA": "/nonexistent/mitsuba"}
        self.assertIn("no program", self.run_program("render", out, code=4, environment=nowhere).stderr)
        fails = self.stand_in("echo what; echo 'Error: no such plugin'; echo bye; exit 3\n")
        text = self.run_program("render", out, code=6, environment=fails).stderr
        self.assertRegex(text, r"ERROR .*frame 1001 \(exit code 3\): Error: no such plugin")
        self.assertEqual(list(out.glob("*part*")) + list(out.glob("*.tmp")) + list(out.glob("*render*")), [])

    def test_a_folder_without_volumes_is_an_input_error(self):
        out = self.spinning_ball()
        self.assertIn("output.mitsuba.on=true", self.run_program("render", out, code=3).stderr)
        self.run_program("render", self.folder / "nowhere", code=3)

    def test_ctrl_c_ends_the_child_and_keeps_what_is_drawn(self):
        out = self.sequence()
        slow = self.stand_in('case "$*" in *frame=1001*) ;; *) echo $$ > pid; sleep 60 & wait;; esac\n' + self.DRAWS)
        process = subprocess.Popen([PROGRAM, "render", str(out)], cwd=self.folder, env={**os.environ, **slow},
                                   stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        self.addCleanup(process.kill)
        for _ in range(300):
            if (self.folder / "pid").exists() and (self.folder / "pid").read_text().strip():
                break
            time.sleep(0.1)
        child = int((self.folder / "pid").read_text())
        process.send_signal(signal.SIGINT)
        _, text = process.communicate(timeout=30)
        self.assertEqual(process.returncode, 130, text)
        self.assertIn("after 1 of 4", text)
        self.assertFalse(Path(f"/proc/{child}").exists())
        self.assertEqual([p.name for p in out.glob("smoke_render_*")], ["smoke_render_1001.png"])

    def test_the_manifest_lists_all_files_and_overwrite_removes_them(self):
        everything = [w for part in ("mitsuba", "vti", "usd", "meshes") for w in ("--set", f"output.{part}.on=true")]
        out = self.sequence(*everything)
        self.run_program("render", out, environment=self.stand_in(self.DRAWS))
        manifest = json.loads((out / "manifest.json").read_text())
        listed = {name for f in manifest["frames"] for name in [f["file"], *f["companions"]]} | set(manifest["companions"])
        found = {p.name for p in out.iterdir()} - {"manifest.json"}
        self.assertEqual(listed, {name for name in found if "_render_" not in name})
        self.assertEqual(len(found - listed), 4)
        self.spinning_ball("--overwrite", "--set", "output.scripts.blender=false", "--set", "output.scripts.houdini=false")
        self.assertEqual({p.name for p in out.iterdir()}, {"manifest.json"} | {f"smoke_{i}.vdb" for i in range(1001, 1005)})


class Scripts(ExportTest):
    def test_the_houdini_script_asks_for_what_it_should(self):
        """Houdini is not to be had here; a stand-in for its module accepts every call and remembers it."""
        import unittest.mock
        out = self.spinning_ball("--set", "output.vdb.profile=renderman")
        hou = unittest.mock.MagicMock()
        script = out / "smoke_houdini.py"
        with unittest.mock.patch.dict(sys.modules, {"hou": hou}):
            exec(compile(script.read_text(), str(script), "exec"), {"__file__": str(script), "__name__": "__main__"})
        hou.setFps.assert_called_with(24)
        hou.playbar.setFrameRange.assert_called_with(1001, 1004)
        calls = str(hou.mock_calls)
        for words in (f"{out}/smoke_$F4.vdb", f"{out}/smoke_body_0001.obj", "v@vel *= 24.0;"):
            self.assertIn(words, calls)

    def test_import_scripts_are_python_and_hold_the_sequence(self):
        out = self.spinning_ball("--set", "time.speed=0.5", "--set", "output.name=it's \"smoke\"")
        for program in ("blender", "houdini"):
            text = (out / f"it's \"smoke\"_{program}.py").read_text(encoding="utf-8")
            compile(text, program, "exec")
            sequence = json.loads(re.search(r"json\.loads\(r'''(.*?)'''\)", text, re.S).group(1))
            self.assertEqual(sequence["name"], "it's \"smoke\"")
            self.assertEqual((sequence["frames"], sequence["digits"]), ([1001, 1002, 1003, 1004], 4))
            self.assertEqual(sequence["files"], {"density": "density", "velocity": "vel", "velocity_per_s": 1,
                                                 "file_to_scene": [[1, 0, 0], [0, 1, 0], [0, 0, 1]]})
            self.assertEqual([len(s["poses"]) for s in sequence["solids"]], [1, 4])
            for solid in sequence["solids"]:
                self.assertTrue((out / solid["file"]).exists())


    def test_import_scripts_know_the_profile(self):
        """Unreal's files are z up, in centimetres and centimetres a frame at 30 fps."""
        out = self.spinning_ball("--set", "output.vdb.profile=unreal")
        text = (out / "smoke_blender.py").read_text(encoding="utf-8")
        files = json.loads(re.search(r"json\.loads\(r'''(.*?)'''\)", text, re.S).group(1))["files"]
        self.assertEqual(files, {"density": "density", "velocity": "vel", "velocity_per_s": 30,
                                 "file_to_scene": [[0.01, 0, 0], [0, 0, 0.01], [0, -0.01, 0]]})


@unittest.skipUnless(shutil.which("vdb_print"), "vdb_print (Debian: libopenvdb-tools) is not installed")
class Vdb(ExportTest):
    """OpenVDB's own lister on the files of every profile."""

    def listed(self, option, path):
        done = subprocess.run(["vdb_print", option, path], capture_output=True, text=True, check=True)
        self.assertEqual(done.stderr, "")
        return done.stdout

    def test_vdb_print_lists_grids_box_and_metadata_of_every_profile(self):
        """Name of velocity, unit, the box's sides in the file's axes; what is z up has y and z exchanged."""
        profiles = {"houdini": ("vel", "m/s", "40x28x20"), "blender": ("velocity", "m/frame", "40x20x28"),
                    "arnold": ("vel", "cm/s", "40x28x20"), "renderman": ("vel", "m/frame", "40x28x20"),
                    "unreal": ("vel", "cm/frame", "40x20x28"), "mitsuba": ("vel", "m/s", "40x28x20"),
                    "custom": ("vel", "m/s", "40x28x20")}
        for profile, (velocity, unit, box) in profiles.items():
            with self.subTest(profile):
                out = self.spinning_ball("--overwrite", "--set", f"output.vdb.profile={profile}", "--set", "time.frames=2")
                text = self.listed("-m", out / "smoke_1002.vdb")
                lines = [" ".join(line.split()) for line in text.splitlines()]
                for line in (f"profile: {profile}", f"velocity_unit: {unit}", "frame: 1002", "fps: 24", "class: fog volume",
                             "file_compression: blosc + active values", "vector_type: contravariant relative"):
                    self.assertIn(line, lines)
                for name, kind in (("density", "float"), (velocity, "vec3s")):
                    self.assertTrue(any(re.match(rf"{name} {kind} \(0,0,0\)->.* {box} ", line) for line in lines), text)
                half = "true" if profile == "unreal" else "false"
                self.assertEqual(lines.count("is_saved_as_half_float: " + half), 1 if profile != "mitsuba" and half == "false" else 2)
                self.assertIn("Bounding box of active voxels: [0, 0, 0] ->", self.listed("-l", out / "smoke_1002.vdb"))


@unittest.skipUnless(shutil.which("ffmpeg") and shutil.which("ffprobe"), "ffmpeg is not installed (setup.sh does not: 157 MB)")
class Films(ExportTest):
    """The real ffmpeg; what is told to it, and what goes wrong, is tested with a stand-in in continue_cli_test.py."""

    def probed(self, path):
        words = ["-count_frames", "-show_entries", "stream=codec_name,width,height,r_frame_rate,pix_fmt,color_space,nb_read_frames"]
        done = subprocess.run(["ffprobe", "-v", "error", "-of", "json", *words, path], capture_output=True, text=True, check=True)
        (stream,) = json.loads(done.stdout)["streams"]
        return stream

    def test_films_have_all_frames_the_rate_and_even_sides(self):
        for width, height in ((240, 135), (241, 136), (17, 17)):
            done = self.run_program("run", self.film_scene(), *SMALL, "--set", f"output.png.width={width}", "--set",
                                    f"output.png.height={height}", "--overwrite", "-o", "out")
            if "o pictures" in done.stderr:
                self.skipTest("no OpenGL here")
            want = {"codec_name": "h264", "width": width // 2 * 2, "height": height // 2 * 2, "r_frame_rate": "25/1",
                    "pix_fmt": "yuv420p", "color_space": "bt709", "nb_read_frames": "5"}
            self.assertEqual(self.probed(self.folder / "out/smoke.mp4"), want)
        self.run_program("movie", "out", "--crf", "40")
        self.assertEqual(self.probed(self.folder / "out/smoke.mp4"), want)
        self.assertEqual(json.loads((self.folder / "out/manifest.json").read_text())["movie"]["crf"], 40)

    def film_scene(self):
        return self.scene('[domain]\nsize_m = [1.0, 0.7, 0.5]\nresolution = 24\n[[emitter]]\nradius_m = 0.2\n'
                          '[time]\nfps = 25\nframes = 5\n[output.mp4]\non = true\n')


if __name__ == "__main__":
    result = unittest.main(exit=False).result
    ran = result.testsRun - len(result.skipped)
    for test, reason in result.skipped:
        print(f"skipped: {test}: {reason}")
    sys.exit(1 if not result.wasSuccessful() else 77 if ran == 0 else 0)

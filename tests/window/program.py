"""What the tests of the window share: the program, small scenes, scripts, pictures kept for people to look at.

FUMAROLE is the program, FUM_SOURCE_DIR the sources, FUM_PICTURES the folder that pictures are kept in.
"""
import os
import shutil
import struct
import subprocess
import tempfile
import unittest
from pathlib import Path

PROGRAM = os.environ["FUMAROLE"]
SOURCE = Path(os.environ["FUM_SOURCE_DIR"])
PICTURES = Path(os.environ.get("FUM_PICTURES") or tempfile.mkdtemp(prefix="fumarole pictures "))

# 48 x 24 x 24 nodes: a jet meets a ball.
SMALL_SCENE = """version = 1
[domain]
size_m = [2.0, 1.0, 1.0]
resolution = 48
[time]
frames = 40
[solver]
samples_per_area = 3
[boundary.xmin]
kind = "inflow"
velocity_ms = [3.0, 0.0, 0.0]
jet_radius_m = 0.3
[boundary.xmax]
kind = "outflow"
[[solid]]
name = "ball"
shape = "ball"
size_m = 0.3
translate_m = [-0.2, 0.0, 0.0]
[[emitter]]
name = "jet"
shape = "disk"
centre_m = [-0.9, 0.0, 0.0]
radius_m = 0.25
axis = [1.0, 0.0, 0.0]
"""


class WindowTest(unittest.TestCase):
    def setUp(self):
        self.folder = Path(tempfile.mkdtemp(prefix="fumarole "))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        PICTURES.mkdir(parents=True, exist_ok=True)
        (self.folder / "home").mkdir()
        self.scene = self.folder / "small.toml"
        self.scene.write_text(SMALL_SCENE, encoding="utf-8")

    def environment(self, **more):
        env = {k: v for k, v in os.environ.items() if not k.startswith(("XDG_", "FUMAROLE_")) and k != "DISPLAY"}
        return {**env, "HOME": str(self.folder / "home"), **more}

    def program(self, *words, code=0, env=None, timeout=200):
        done = subprocess.run([PROGRAM, *map(str, words)], cwd=self.folder, env=env or self.environment(),
                              capture_output=True, text=True, timeout=timeout)
        self.assertEqual(done.returncode, code, f"{words}\n{done.stdout}\n{done.stderr[-6000:]}")
        return done

    def script(self, text, *words, code=0, name="test.txt", **more):
        """Replays a script off screen."""
        (self.folder / name).write_text(text, encoding="utf-8")
        return self.program("view", *words, "--no-config", "--script", name, "--off-screen", code=code, **more)

    def keep(self, picture, name):
        shutil.copyfile(picture, PICTURES / name)


def png_size(path):
    head = Path(path).read_bytes()[:24]
    assert head[:8] == b"\x89PNG\r\n\x1a\n", path
    return struct.unpack(">2I", head[16:24])

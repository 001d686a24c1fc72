"""A real window on a display of its own, driven by a real mouse and keyboard."""
import shutil
import signal
import subprocess
import sys
import time
import unittest

if not shutil.which("Xvfb") or not shutil.which("xdotool"):
    print("Xvfb or xdotool is missing; scripts/setup.sh --tests installs them")
    sys.exit(77)
try:
    import Xlib  # noqa: F401
    import numpy
except ImportError as missing:
    print(f"{missing}; scripts/setup.sh --tests installs it")
    sys.exit(77)

from desktop import Desktop, ProgramWindow, drop, save_png, wait_for
from program import PICTURES, PROGRAM, SOURCE, WindowTest


class DesktopTest(WindowTest):
    def setUp(self):
        super().setUp()
        self.desktop = Desktop()
        self.addCleanup(self.desktop.close)

    def start(self, *words):
        window = ProgramWindow(self.desktop, self.folder, self.environment(), *words)
        self.addCleanup(window.close)
        return window

    def ended_well(self, window, code=0):
        self.assertEqual(window.end(), code, window.said())
        self.assertNotRegex(window.said(), r"ERROR|bug:|terminate")


class Session(DesktopTest):
    def test_a_mesh_is_dropped_run_changed_exported(self):
        small = ["--set", "domain.resolution=48", "--set", "solver.samples_per_area=3", "--set", "time.frames=2"]
        window = self.start(self.scene, "--no-config", *small)  # as a person types it: no command named
        window.wait("mode", lambda m: m == "playing")
        self.assertEqual(window.state("file"), str(self.scene))

        # A mesh, let go over the picture.
        mesh = self.folder / "größe 海.obj"
        shutil.copy(SOURCE / "assets/meshes/torus.obj", mesh)
        runs = int(window.state("run"))
        drop(self.desktop, window.window, mesh, window.middle("viewport"))
        self.take_mesh(window)
        window.wait("run", lambda r: int(r) > runs)
        window.wait("step", lambda s: int(s) > 40)
        self.assertEqual(window.state("notices"), "none")

        # What it looks like: no panel is flat, smoke or the solid is bright in the middle of the picture.
        picture = window.picture()
        save_png(PICTURES / "xvfb_running.png", picture)
        self.assertEqual(picture.shape, (720, 1280, 3))
        for item in ("viewport", "panel/log", "outliner/fluid", "run.play"):
            self.assertGreater(window.picture(item).astype(int).std(), 2, f"{item} is flat")
        bright = window.picture("viewport").max(axis=2) > 110
        self.assertGreater(bright.mean(), 0.003, "nothing bright in the picture")
        self.assertLess(bright.mean(), 0.9, "all of the picture is bright")

        # A field is dragged; one undo takes all of the drag back.
        before = window.told()["values"]["fluid.density_kgm3"]
        undo = window.state("undo")
        window.click("outliner/fluid")
        window.wait("selected", lambda s: s == "fluid")
        window.drag("fluid.density_kgm3", 60)
        wait_for(lambda: window.told()["values"]["fluid.density_kgm3"] != before, "the field changes")
        self.assertIn("fluid.density_kgm3", window.state("undo"))
        self.desktop.hands("mousemove", *window.middle("viewport"))
        window.key("ctrl+z")
        wait_for(lambda: window.told()["values"]["fluid.density_kgm3"] == before, "the edit is taken back")
        self.assertEqual(window.state("undo"), undo)

        # Space holds the flow.
        window.key("space")
        window.wait("mode", lambda m: m == "paused")
        step = window.state("step")
        window.wait_pictures(3)
        self.assertEqual(window.state("step"), step)
        self.turn_camera(window)
        self.export_two_frames(window)
        self.assertEqual(window.state("gl-errors"), "0")
        self.assertEqual(window.state("notices"), "none")
        save_png(PICTURES / "xvfb_exported.png", window.picture())
        self.quit(window)

    def take_mesh(self, window):
        """A drop may ask what becomes of the mesh."""
        def asked_or_taken():
            told = window.told()
            return told["state"]["popup"] == "yes" or int(told["state"]["solids"]) > 1 or "größe" in told["state"]["title"]
        wait_for(asked_or_taken, "the mesh has arrived")
        if window.state("popup") == "yes":
            window.click("question/New wind tunnel")

    def turn_camera(self, window):
        before = window.picture("viewport").astype(int)
        x, y, w, h = window.box("viewport")
        self.desktop.hands("mousemove", x + w // 4, y + h // 5, "mousedown", 2)
        window.wait_pictures(2)
        self.desktop.hands("mousemove", x + w // 2, y + h // 4)
        window.wait_pictures(2)
        self.desktop.hands("mouseup", 2)
        window.wait_pictures(2)
        self.assertGreater(numpy.abs(window.picture("viewport") - before).mean(), 0.5, "the camera has not turned")

    def export_two_frames(self, window):
        window.click("menu/Export")
        window.click("export.start")
        found = lambda: sorted(self.folder.rglob("smoke_*.vdb"))
        wait_for(lambda: len(found()) >= 2, "two frames", 90)
        wait_for(lambda: list(self.folder.rglob("manifest.json")), "the manifest")
        folder = found()[0].parent
        wait_for(lambda: '"finished"' in (folder / "manifest.json").read_text(), "the export ends", 60)
        self.program("verify", folder)

    def quit(self, window):
        self.desktop.hands("key", "ctrl+q")
        ended = lambda: window.process.poll() is not None
        wait_for(lambda: ended() or window.state("popup") == "yes", "it closes or asks", 30)
        if not ended():
            window.click("question/Don't save", then_wait=False)
        self.ended_well(window)


class Endings(DesktopTest):
    def test_the_cross_closes_it_and_the_size_is_kept(self):
        window = self.start("view", self.scene, "--no-config", "--width", "1000", "--height", "640")
        window.wait("run", lambda r: r == "1")
        window.delete()
        self.ended_well(window)
        kept = (self.folder / "home/.config/fumarole/window.json").read_text()
        self.assertIn("1000", kept)
        window = self.start("view", self.scene, "--no-config")
        self.assertEqual((window.state("width"), window.state("height")), ("1000", "640"))
        window.delete()
        self.ended_well(window)

    def test_a_signal_closes_it_and_keeps_what_was_not_saved(self):
        window = self.start("view", self.scene, "--no-config")
        window.wait("run", lambda r: r == "1")
        window.click("outliner/fluid")
        window.drag("fluid.density_kgm3", 60)
        window.wait("dirty", lambda d: d == "yes")
        window.process.send_signal(signal.SIGTERM)
        self.ended_well(window, 130)
        copies = list((self.folder / "home/.local/state/fumarole/autosave").glob("*.toml"))
        self.assertEqual(len(copies), 1)
        self.assertIn("density_kgm3", copies[0].read_text())

    def test_a_script_replays_in_a_real_window(self):
        (self.folder / "s.txt").write_text("open small.toml\nwait run\nclick outliner/fluid\nexpect selected fluid\n"
                                           "size 900 600\nwait width 900\nkey Space\nscreenshot real.png\n"
                                           "expect gl-errors 0\n")
        self.program("view", "--no-config", "--script", "s.txt", env=self.environment(DISPLAY=self.desktop.name))
        self.assertTrue((self.folder / "real.png").exists())

    def test_no_command_opens_the_window(self):
        began = time.monotonic()
        window = self.start()
        self.assertLess(time.monotonic() - began, 20)
        window.wait("title", lambda t: t != "none")
        window.delete()
        self.ended_well(window)


if __name__ == "__main__":
    unittest.main()

"""Runs that go on with what an earlier one left, films, and verify, as a user drives them; see cli_test.py."""
import json
import os
import resource
import signal
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from cli_test import BALL_SCENE, PROGRAM, SMALL, SOURCE, ProgramTest


class Continue(ProgramTest):
    """--continue, and what a folder that is there means without it."""

    def frames(self, folder):
        return self.manifest(folder)["frames"], (self.folder / folder / "forces.csv").read_text()

    def test_both_ways_out_are_named_where_a_sequence_is_there(self):
        self.run_program("run", BALL_SCENE, *SMALL, "--frames", "1", "-o", "out")
        text = self.run_program("run", BALL_SCENE, *SMALL, "-o", "out", code=6).stderr
        for option in ("--continue", "--overwrite", "--output"):
            self.assertIn(option, text)
        self.run_program("run", BALL_SCENE, *SMALL, "-o", "out", "--continue", "--overwrite", code=2)

    def test_missing_frames_are_written_and_whole_ones_are_not_touched(self):
        scene = self.ball_scene_with('[[probe]]\nname = "wake"\nat_m = [0.4, 0, 0]\n')
        self.run_program("run", scene, *SMALL, "--frames", "1-7", "-o", "whole")
        self.run_program("run", scene, *SMALL, "--frames", "1-4", "-o", "out")
        out = self.folder / "out"
        before = {i: (out / f"smoke_000{i}.vdb").stat().st_ino for i in (1, 2, 3, 4)}
        (out / "smoke_0002.vdb").unlink()
        (out / "smoke_0003.vdb").write_bytes((out / "smoke_0003.vdb").read_bytes()[:-9])
        (out / "smoke_0005.vdb.tmp").write_text("half a frame")
        (out / "forces.csv").write_text("".join((out / "forces.csv").read_text().splitlines(True)[:3])[:-5])
        (out / "probes.csv").write_text((out / "probes.csv").read_text()[:-7])
        done = self.run_program("run", scene, *SMALL, "--frames", "1-7", "-o", "out", "--continue", "--json", "r.json")
        self.assertIn("Frame 3 is written again", done.stderr)
        result = json.loads((self.folder / "r.json").read_text())
        self.assertEqual((result["kept"], result["frames"]), (2, 5))
        self.assertEqual(self.frames("out"), self.frames("whole"))
        self.assertEqual((out / "probes.csv").read_text(), (self.folder / "whole/probes.csv").read_text())
        self.assertEqual(list(out.glob("*.tmp")), [])
        for i, same in ((1, True), (2, False), (3, False), (4, True)):
            self.assertEqual((out / f"smoke_000{i}.vdb").stat().st_ino == before[i], same, i)
        self.assertIn("no problem", self.run_program("verify", "out").stdout)

    def test_a_finished_run_has_nothing_to_go_on_with(self):
        self.run_program("run", BALL_SCENE, *SMALL, "--frames", "1-3", "-o", "out")
        before = self.frames("out")
        self.assertIn("0 frames in", self.run_program("run", BALL_SCENE, *SMALL, "--frames", "1-3", "-o", "out",
                                                      "--continue").stdout)
        self.assertEqual(self.frames("out"), before)
        self.assertEqual(self.manifest("out")["state"], "finished")

    def test_a_frame_that_steps_cut_short_is_written_again(self):
        self.run_program("run", BALL_SCENE, *SMALL, "--frames", "1-3", "-o", "whole")
        self.run_program("run", BALL_SCENE, *SMALL, "--steps", "10", "-o", "out")
        done = self.run_program("run", BALL_SCENE, *SMALL, "--frames", "1-3", "-o", "out", "--continue")
        self.assertIn("that of step 10", done.stderr)
        self.assertEqual(self.frames("out"), self.frames("whole"))

    def test_an_empty_folder_may_be_continued(self):
        self.run_program("run", BALL_SCENE, *SMALL, "--frames", "1-2", "-o", "out", "--continue")
        self.assertEqual(len(self.manifest("out")["frames"]), 2)

    def test_another_scene_version_or_device_is_refused_by_name(self):
        self.run_program("run", BALL_SCENE, *SMALL, "--frames", "1", "-o", "out")
        path = self.folder / "out/manifest.json"
        there = path.read_text()

        def refused(*words):
            text = self.run_program("run", BALL_SCENE, *SMALL, *words, "--frames", "1-2", "-o", "out", "--continue",
                                    code=6).stderr
            self.assertIn("--overwrite", text)
            return text

        self.assertIn("fluid.re was 100000.0 and is 20000.0", refused("--set", "fluid.re=2e4"))
        self.assertIn("output.vdb.half was not given and is false", refused("--set", "output.vdb.half=false"))
        path.write_text(there.replace(f'"version": "{json.loads(there)["version"]}"', '"version": "0.0.7"'))
        self.assertIn("version 0.0.7 wrote it", refused())
        path.write_text(there.replace(json.loads(there)["device"], "Another machine"))
        self.assertIn("it ran on Another machine", refused())
        path.write_text(there.replace('"surface": "fnv', '"surface": "old'))
        self.assertIn("samples of its solids differ", refused())
        path.write_text(there)
        self.run_program("run", BALL_SCENE, *SMALL, "--set", "output.threads=3", "--threads", "1", "--frames", "1-2", "-o",
                         "out", "--continue")

    def test_a_disk_that_was_full_is_gone_on_with_once_there_is_room(self):
        def small_files():
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (30_000, 30_000))  # stands in for a full disk

        words = ["run", BALL_SCENE, *SMALL, "--set", "domain.resolution=64", "--frames", "1-12"]
        done = self.run_program(*words, "-o", "out", code=6, preexec_fn=small_files)
        self.assertRegex(done.stderr, r"about [\d.]+ [KM]B\) could not be written: .*free on the disk of")
        self.assertIn("--continue", done.stderr)
        self.assertTrue(self.manifest("out")["frames"])
        self.run_program("verify", "out")
        self.run_program(*words, "-o", "out", "--continue")
        self.run_program(*words, "-o", "whole")
        self.assertEqual(self.frames("out"), self.frames("whole"))

    def test_two_runs_cannot_share_a_folder(self):
        process = self.start_long_run()
        for word in ("--continue", "--overwrite"):
            self.assertIn("Another process", self.run_program("run", BALL_SCENE, *SMALL, "-o", "out", word, code=6).stderr)
        process.kill()
        process.communicate()
        self.run_program("run", BALL_SCENE, *SMALL, "-o", "out", "--frames", "1-4", "--overwrite")

    def test_a_folder_that_may_not_be_written_to_is_an_output_error(self):
        if os.geteuid() == 0:
            self.skipTest("root may write anywhere")
        (self.folder / "out").mkdir(mode=0o500)
        self.run_program("run", BALL_SCENE, *SMALL, "-o", "out", code=6)

    def test_sigkill_at_any_moment_leaves_whole_files_and_a_run_to_go_on_with(self):
        done = subprocess.run([sys.executable, SOURCE / "scripts/check_kill.py", PROGRAM, "--kills", "10", "--seed", "7",
                               "--set", "output.png.on=false"], capture_output=True, text=True, timeout=280)
        self.assertEqual(done.returncode, 0, done.stderr)

    def test_verify_names_a_damaged_frame(self):
        self.run_program("run", BALL_SCENE, *SMALL, "--frames", "1-2", "-o", "out")
        path = self.folder / "out/smoke_0002.vdb"
        path.write_bytes(path.read_bytes()[:-1])
        text = self.run_program("verify", "out", code=6).stdout
        self.assertIn("smoke_0002.vdb", text)
        self.assertNotIn("smoke_0001.vdb", text)


class Movies(ProgramTest):
    """With a program that stands in for ffmpeg: it keeps its words and what it reads."""

    SMALL = [*SMALL, "--set", "output.png.on=true", "--set", "output.png.width=65", "--set", "output.png.height=33",
             "--set", "output.mp4.on=true", "--set", "output.mp4.crf=23", "--set", "time.fps=25"]

    def stand_in(self, body):
        folder = Path(tempfile.mkdtemp(prefix="bin", dir=self.folder))
        (folder / "ffmpeg").write_text(f"#!{sys.executable}\nimport sys\n{body}\n")
        (folder / "ffmpeg").chmod(0o755)
        return {"PATH": str(folder)}

    def pictures(self):
        done = self.run_program("run", BALL_SCENE, *self.SMALL, "--frames", "1-3", "-o", "out",
                                environment=self.stand_in("open(sys.argv[-1], 'wb').write(sys.stdin.buffer.read())"))
        if "No pictures" in done.stderr or "no pictures" in done.stderr:
            self.skipTest("no OpenGL here")
        return done

    def test_a_run_ends_with_the_film_of_its_pictures(self):
        self.pictures()
        pngs = b"".join((self.folder / f"out/smoke_000{i}.png").read_bytes() for i in (1, 2, 3))
        self.assertEqual((self.folder / "out/smoke.mp4").read_bytes(), pngs)
        self.assertEqual(self.manifest("out")["movie"], {"file": "smoke.mp4", "bytes": len(pngs), "frames": 3, "crf": 23})
        self.assertEqual(self.manifest("out")["state"], "finished")

    def test_ffmpeg_is_told_rate_quality_and_format(self):
        self.pictures()
        words = self.stand_in("open('words', 'w').write(' '.join(sys.argv)); sys.stdin.buffer.read(); "
                              "open(sys.argv[-1], 'w').write('film')")
        self.run_program("movie", "out", "--crf", "30", environment=words)
        text = (self.folder / "words").read_text()
        for part in ("-framerate 25", "-crf 30", "libx264", "yuv420p", "-f mp4", "smoke.mp4.tmp"):
            self.assertIn(part, text)
        self.assertEqual(self.manifest("out")["movie"]["crf"], 30)
        self.assertEqual(list((self.folder / "out").glob("*.tmp")), [])

    def test_a_missing_or_failing_ffmpeg_costs_no_run(self):
        self.pictures()
        for environment, why in (({"PATH": str(self.folder / "nothing")}, "No such file"),
                                 (self.stand_in("sys.exit('Unknown encoder libx264')"), "Unknown encoder"),
                                 (self.stand_in("sys.stdin.buffer.read()"), "wrote nothing")):
            done = self.run_program("run", BALL_SCENE, *self.SMALL, "--frames", "1-2", "-o", "out", "--overwrite",
                                    environment=environment)
            self.assertIn("Install ffmpeg" if why == "No such file" else "The pictures stay", done.stderr)
            self.assertIn("fumarole movie out", done.stderr)
            self.assertIn(why, self.manifest("out")["movie"]["why"])
            self.assertEqual(self.manifest("out")["state"], "finished")
            self.assertFalse((self.folder / "out/smoke.mp4").exists())
            self.run_program("movie", "out", code=6, environment=environment)

    def test_a_film_without_pictures_is_a_mistake(self):
        self.assertIn("output.png.on", self.run_program("run", BALL_SCENE, *self.SMALL, "--set", "output.png.on=false", "-o",
                                                        "out", code=3).stderr)


if __name__ == "__main__":
    unittest.main()

"""Drives `fumarole tune` as a user does. No time decides whether a test passes.

FUMAROLE is the program, FUM_SOURCE_DIR the sources. Run all: python3 tune_cli_test.py
"""
import csv
import json
import os
import signal
import struct
import subprocess
import unittest

from cli_test import BALL_SCENE, PROGRAM, SMALL, ProgramTest

QUICK = [*SMALL, "--device", "cpu", "--steps", "4"]


class Tune(ProgramTest):
    def tune(self, *words, **more):
        return self.run_program("tune", BALL_SCENE, *QUICK, "--budget", "3", *words, **more)

    def test_the_table_is_printed_and_written_in_every_form(self):
        done = self.tune("--csv", "t.csv", "--png", "t.png", "--json", "t.json")
        self.assertRegex(done.stdout, r"(?m)^ +l \| +SoA ")
        self.assertRegex(done.stdout, r"(?m)^ +8 \|.*=")
        self.assertIn("over the whole shot of", done.stdout)
        with open(self.folder / "t.csv", newline="", encoding="utf-8") as file:
            rows = list(csv.DictReader(file))
        self.assertEqual(rows[0]["mark"].split()[-1], "default")
        self.assertEqual(sum("best" in row["mark"] for row in rows), 1)
        self.assertGreater(float(rows[0]["ms_a_step"]), 0)
        report = json.loads((self.folder / "t.json").read_text())
        self.assertEqual(len(report["cells"]), len(rows))
        self.assertEqual((report["state"], report["default"]["l"], report["default"]["alpha"]), ("finished", 8, 0))
        png = (self.folder / "t.png").read_bytes()
        self.assertEqual(png[:8], b"\x89PNG\r\n\x1a\n")
        width, height = struct.unpack(">II", png[16:24])
        self.assertTrue(600 < width < 4000 and 200 < height < 4000, (width, height))

    def test_plans_that_the_solver_refuses_are_not_available(self):
        out = self.tune("--set", "solver.model=bgk", "--json", "t.json").stdout
        self.assertIn("n/a", out)
        report = json.loads((self.folder / "t.json").read_text())
        self.assertIn("not available", {cell["state"] for cell in report["cells"]})
        self.assertEqual(report["best"]["alpha"], 0)

    def test_a_scene_without_solids_searches_alpha_alone(self):
        scene = self.scene('[domain]\nresolution = 32\n[boundary.xmin]\nkind = "inflow"\nvelocity_ms = [1, 0, 0]\n'
                           '[boundary.xmax]\nkind = "outflow"\n')
        self.run_program("tune", scene, "--no-config", "--device", "cpu", "--steps", "4", "--budget", "3", "--json", "t.json")
        report = json.loads((self.folder / "t.json").read_text())
        self.assertEqual({cell["l"] for cell in report["cells"]}, {0})

    def test_a_turning_solid_is_measured_at_several_orientations(self):
        self.run_program("tune", BALL_SCENE, *SMALL, "--device", "cpu", "--steps", "16", "--budget", "1", "--json", "t.json",
                         "--set", "solid.ball.motion=spin", "--set", "solid.ball.spin_rpm=30")
        self.assertEqual(json.loads((self.folder / "t.json").read_text())["steps_a_plan"], 16)

    def test_a_dry_run_says_how_many_and_keeps_nothing(self):
        self.assertRegex(self.tune("--dry-run").stdout, r"At most \d+ measurements of 4 steps")
        self.assertFalse((self.folder / "cache").exists())

    def test_bad_arguments_are_usage(self):
        for words in (["--budget", "0"], ["--steps", "-1"], ["--budget", "long"]):
            self.run_program("tune", BALL_SCENE, *words, code=2)
        self.assertIn("did you mean tune?", self.run_program("tuen", BALL_SCENE, code=2).stderr)

    def test_a_picture_that_cannot_be_written_is_an_output_error(self):
        self.tune("--png", "no/such/folder.png", code=6)

    def test_ctrl_c_keeps_what_was_found(self):
        words = [PROGRAM, "tune", str(BALL_SCENE), "--no-config", "--device", "cpu", "--set", "domain.resolution=64",
                 "--steps", "2000", "--budget", "500", "--json", "t.json"]
        env = {**os.environ, "XDG_CACHE_HOME": str(self.folder / "cache")}
        process = subprocess.Popen(words, cwd=self.folder, env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.addCleanup(process.kill)
        for line in process.stderr:
            if " plan " in line:  # the first sign of progress: at least the default plan is measured, by far not all
                break
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 130, err)
        self.assertIn("H(l, alpha)", out)
        self.assertEqual(json.loads((self.folder / "t.json").read_text())["state"], "interrupted")
        self.assertEqual(len(list((self.folder / "cache/fumarole/plans").glob("*.json"))), 1)


class TuneKeeps(ProgramTest):
    def setUp(self):
        super().setUp()
        self.run_program("tune", BALL_SCENE, *QUICK, "--budget", "1")
        [self.file] = (self.folder / "cache/fumarole/plans").iterdir()

    def look(self, command, *words):
        more = ["--dry-run"] if command == "run" else []
        return self.run_program(command, BALL_SCENE, *SMALL, "--device", "cpu", *more, *words).stderr

    def test_run_and_info_use_the_plan_and_say_so(self):
        for command in ("run", "info"):
            self.assertIn("Plan from tune: ", self.look(command))
        self.run_program("run", BALL_SCENE, *SMALL, "--device", "cpu", "--frames", "1", "-o", "out")
        kept = json.loads(self.file.read_text())["plan"]
        used = self.manifest("out")["plan"]
        self.assertEqual({name: used[name] for name in kept}, kept)

    def test_no_cache_and_own_settings_win(self):
        for words in (["--no-cache"], ["--set", "advanced.alpha=0"], ["--set", "advanced.ib_block=4"],
                      ["--set", "advanced.block_threads=64"]):
            self.assertNotIn("tune", self.look("run", *words))

    def test_another_resolution_makes_it_stale_and_says_what_changed(self):
        for command in ("run", "info"):
            text = self.look(command, "--set", "domain.resolution=40")
            self.assertRegex(text, r"WARN .*stale.*grid was 32 x 16 x 16, is 40 x 20 x 20")
            self.assertNotIn("Plan from tune", text)

    def test_another_sample_count_makes_it_stale(self):
        self.assertRegex(self.look("info", "--set", "solid.ball.samples=777"), r"stale.*samples was \d+, is 777")

    def test_a_damaged_file_is_a_warning(self):
        self.file.write_text("{ no plan")
        text = self.look("run")
        self.assertIn("WARN", text)
        self.assertIn(self.file.name, text)

    def test_a_missing_or_read_only_home_is_a_warning(self):
        (self.folder / "file").write_text("x")
        for env in ({"XDG_CACHE_HOME": str(self.folder / "file")}, {"XDG_CACHE_HOME": "", "HOME": ""}):
            done = self.run_program("tune", BALL_SCENE, *QUICK, "--budget", "1", environment=env)
            self.assertRegex(done.stderr, "WARN .*could not be kept")
            self.run_program("run", BALL_SCENE, *SMALL, "--dry-run", environment=env)


if __name__ == "__main__":
    unittest.main()

"""Drives the built program as a user does. Needs the standard library alone.

FUMAROLE is the program, FUM_SOURCE_DIR the sources. Run all: python3 cli_test.py
"""
import json
import os
import re
import resource
import shutil
import signal
import subprocess
import tempfile
import time
import unittest
from pathlib import Path

PROGRAM = os.environ["FUMAROLE"]
SOURCE = Path(os.environ["FUM_SOURCE_DIR"])
BALL_SCENE = SOURCE / "assets/scenes/jet_on_ball.toml"
# Small enough to run in about a second: 32 x 24 x 24 nodes, no pictures.
SMALL = ["--set", "domain.resolution=32", "--set", "solver.samples_per_area=3", "--set", "output.png.on=false", "--no-config"]


class ProgramTest(unittest.TestCase):
    def setUp(self):
        self.folder = Path(tempfile.mkdtemp(prefix="fumarole "))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)

    def run_program(self, *words, code=0, environment=None, **more):
        env = {**os.environ, "XDG_CONFIG_HOME": str(self.folder / "config"),
               "XDG_CACHE_HOME": str(self.folder / "cache"), **(environment or {})}
        done = subprocess.run([PROGRAM, *map(str, words)], cwd=self.folder, env=env, capture_output=True, text=True,
                              timeout=240, **more)
        self.assertEqual(done.returncode, code, f"{words}\n{done.stdout}\n{done.stderr}")
        return done

    def ball_scene_with(self, more):
        """assets/scenes/jet_on_ball.toml and what stands behind it, in the test's folder."""
        text = BALL_SCENE.read_text(encoding="utf-8").replace("version = 1\n", "")
        return self.scene(text + more)

    def scene(self, text, name="scene.toml"):
        path = self.folder / name
        path.write_text("version = 1\n" + text, encoding="utf-8")
        return path

    def manifest(self, folder):
        return json.loads((self.folder / folder / "manifest.json").read_text(encoding="utf-8"))

    def start_long_run(self):
        process = subprocess.Popen([PROGRAM, "run", str(BALL_SCENE), *SMALL, "--set", "time.frames=100000", "--set",
                                    "output.vdb.velocity=false", "-o", "out"], cwd=self.folder, stdout=subprocess.DEVNULL,
                                   stderr=subprocess.PIPE, text=True)
        self.addCleanup(process.kill)
        for _ in range(600):
            if (self.folder / "out/smoke_000003.vdb").exists():
                return process
            time.sleep(0.1)
        self.fail("no frame after a minute")


class Usage(ProgramTest):
    def test_an_unknown_option_is_usage_and_names_the_nearest(self):
        self.assertIn("did you mean --output?", self.run_program("run", BALL_SCENE, "--ouput", "x", code=2).stderr)
        self.assertIn("did you mean --list-devices?", self.run_program("--list-device", code=2).stderr)

    def test_an_unknown_command_is_usage_and_names_the_nearest(self):
        self.assertIn("did you mean run?", self.run_program("rnu", BALL_SCENE, code=2).stderr)
        self.assertIn("did you mean info?", self.run_program("inof", code=2).stderr)

    def test_missing_or_bad_arguments_are_usage(self):
        for words in (["run"], ["run", BALL_SCENE, "--frames", "x"], ["run", BALL_SCENE, "--steps", "-3"],
                      ["run", BALL_SCENE, "--threads", "many"], ["run", BALL_SCENE, "--device", "gpu"],
                      ["run", BALL_SCENE, "--log-format", "xml"], ["run", BALL_SCENE, "--measure"], ["run", BALL_SCENE, "--resume"]):
            self.run_program(*words, code=2)

    def test_the_window_has_no_report_as_json(self):
        self.assertIn("There is no option --json", self.run_program("view", BALL_SCENE, "--json", "x", code=2).stderr)
        self.run_program(BALL_SCENE, *SMALL, "--frames", "1", "-o", "out", "--json", "r.json",
                         environment={"DISPLAY": ":999"})  # an option that only runs have
        self.assertEqual(json.loads((self.folder / "r.json").read_text())["frames"], 1)

    def test_frames_outside_the_scene_are_usage(self):
        self.assertIn("1-84", self.run_program("run", BALL_SCENE, *SMALL, "--set", "time.frames=84", "--frames", "80-90",
                                              "-o", "out", code=2).stderr)

    def test_help_and_version_go_to_stdout(self):
        self.assertIn("--output", self.run_program("run", "--help").stdout)
        self.assertRegex(self.run_program("--version").stdout, r"^fumarole \d+\.\d+\.\d+ ")

    def test_a_scene_alone_runs_where_no_display_is_and_says_so(self):
        done = self.run_program(BALL_SCENE, *SMALL, "--frames", "1", "-o", "out", environment={"DISPLAY": ""})
        self.assertIn("no display", done.stderr)
        self.assertEqual(self.manifest("out")["state"], "finished")


class Scenes(ProgramTest):
    def test_all_mistakes_are_listed_at_once_with_lines(self):
        path = self.scene('[domain]\nresolutoin = 3\n[time]\nfps = "x"\n[fluid]\nre = -1\n')
        text = self.run_program("run", path, code=3).stderr
        for part in ("3 mistakes", "line 3", 'did you mean "resolution"?', "line 5", "expected a number", "line 7", "minimum"):
            self.assertIn(part, text)

    def test_broken_toml_names_line_and_column(self):
        self.assertRegex(self.run_program("run", self.scene("[domain\n"), code=3).stderr, r"line 2, column \d+")

    def test_set_wins_over_the_file(self):
        out = self.folder / "info.json"
        self.run_program("info", BALL_SCENE, *SMALL, "--set", "fluid.re=777", "--json", out)
        self.assertAlmostEqual(json.loads(out.read_text())["re"], 777)

    def test_a_wrong_set_is_an_input_mistake(self):
        self.assertIn('did you mean "fluid.re"?', self.run_program("info", BALL_SCENE, "--set", "fluid.rre=1", code=3).stderr)

    def test_the_users_defaults_are_read_first_unless_forbidden(self):
        config = self.folder / "config/fumarole/config.toml"
        config.parent.mkdir(parents=True)
        config.write_text("[time]\nframes = 5\n[fluid]\nre = 55\n")
        small = SMALL[:-1]  # without --no-config
        out = self.folder / "i.json"
        scene = self.scene("[boundary.xmin]\nkind = \"inflow\"\nvelocity_ms = [1,0,0]\n[boundary.xmax]\nkind = \"outflow\"\n"
                           "[time]\nframes = 9\n")
        self.run_program("info", scene, *small, "--json", out)
        self.assertEqual((json.loads(out.read_text())["frames"], json.loads(out.read_text())["re"]), (9, 55))
        self.run_program("info", scene, *small, "--no-config", "--json", out)
        self.assertNotEqual(json.loads(out.read_text())["re"], 55)

    def test_a_bare_mesh_becomes_a_wind_tunnel(self):
        out = self.folder / "i.json"
        text = self.run_program("run", SOURCE / "assets/meshes/ball.obj", *SMALL, "--dry-run", "--json", out).stdout
        self.assertIn("21 emitters", text)
        self.assertAlmostEqual(json.loads(out.read_text())["re"], 20000, places=3)

    def test_a_dry_run_writes_nothing(self):
        self.run_program("run", BALL_SCENE, "--dry-run", "-o", "out")
        self.assertFalse((self.folder / "out").exists())

    def test_a_dry_run_weighs_the_frames(self):
        out = self.folder / "i.json"
        small = ["--no-config", "--set", "domain.resolution=64", "--set", "output.png.on=false", "--set", "time.frames=40"]
        text = self.run_program("run", BALL_SCENE, *small, "--dry-run", "--measure", "--json", out, "--device", "cpu").stdout
        self.assertRegex(text, r"about [\d.]+ KB each, [\d.]+ [KM]B in all \(weighed at \d+ x \d+ x \d+ nodes\)")
        told = json.loads(out.read_text())
        self.assertEqual(len(told["output"]["sizes"]), 8)
        self.assertIn("frames being written", [item["name"] for item in told["memory"]])
        for size in told["output"]["sizes"]:
            self.assertLessEqual(size["max_error"], max(1.001 * size["tolerance"], 5e-4))
        self.run_program("run", BALL_SCENE, *small, "-o", "out")
        real = sum(f["bytes"] for f in self.manifest("out")["frames"]) / 40
        self.assertAlmostEqual(told["output"]["bytes_per_frame"] / real, 1, delta=0.4)

    def test_a_fast_lattice_is_doubted_before_the_run(self):
        text = self.run_program("run", BALL_SCENE, "--set", "advanced.lattice_speed=0.4", "--dry-run").stderr
        self.assertRegex(text, r"WARN .*advanced.lattice_speed .*0\.(38|39|4)")

    def test_samples_are_written_as_ply_and_csv(self):
        for ending in ("ply", "csv"):
            self.run_program("sample", BALL_SCENE, *SMALL, "--count", "500", "-o", f"s.{ending}",
                             "--set", "solid.ball.translate_m=[-0.25, 0, 0]", "--set", "solid.ball.size_m=0.3")
        ply = (self.folder / "s.ply").read_text().split("end_header\n")[1].splitlines()
        csv = (self.folder / "s.csv").read_text().splitlines()[1:]
        self.assertEqual((len(ply), len(csv)), (500, 500))
        for line in csv:
            x, y, z = map(float, line.split(",")[:3])
            self.assertAlmostEqual(((x + 0.25) ** 2 + y * y + z * z) ** 0.5, 0.15, delta=0.001)
        self.run_program("sample", BALL_SCENE, "-o", "s.xyz", code=2)


class Outputs(ProgramTest):
    def test_a_run_leaves_frames_forces_manifest_and_result(self):
        done = self.run_program("run", BALL_SCENE, *SMALL, "--frames", "1-3", "-o", "out", "--json", "r.json")
        self.assertIn("3 frames in out", done.stdout)
        manifest = self.manifest("out")
        self.assertEqual([f["file"] for f in manifest["frames"]], [f"smoke_000{i}.vdb" for i in (1, 2, 3)])
        for frame in manifest["frames"]:
            self.assertEqual((self.folder / "out" / frame["file"]).stat().st_size, frame["bytes"])
            self.assertEqual([g["name"] for g in frame["grids"]], ["density", "vel"])
        for key in ("version", "git", "scene", "device", "plan", "fps", "dx_m", "up", "velocity_unit", "nodes"):
            self.assertIn(key, manifest)
        forces = (self.folder / "out/forces.csv").read_text().splitlines()
        self.assertEqual(len(forces), 4)
        self.assertTrue(all(line.count(",") == 9 for line in forces))
        self.assertEqual(json.loads((self.folder / "r.json").read_text())["frames"], 3)
        self.assertEqual([p.name for p in (self.folder / "out").glob("*.tmp")], [])

    def test_probes_are_written_with_every_frame_and_replaced_with_them(self):
        wake = ["--set", "probe.wake.at_m=[0.4, 0, 0]"]
        path = self.ball_scene_with('[[probe]]\nname = "wake"\n[[probe]]\nname = "far"\nat_m = [9, 0, 0]\n')
        self.assertIn("probe[1].at_m lies outside the domain", self.run_program("run", path, *SMALL, "--dry-run").stderr)
        self.run_program("run", path, *SMALL, *wake, "--frames", "1-3", "-o", "out")
        lines = [line.split(",") for line in (self.folder / "out/probes.csv").read_text().splitlines()]
        self.assertEqual(",".join(lines[0]), "frame,time_s,step,probe,u_ms,v_ms,w_ms,pressure_Pa")
        self.assertEqual([(l[0], l[3]) for l in lines[1:]], [(str(f), n) for f in (1, 2, 3) for n in ("wake", "far")])
        self.assertEqual([f["step"] for f in self.manifest("out")["frames"]], [int(l[2]) for l in lines[1::2]])
        self.assertTrue(all(0 < float(l[4]) < 20 and l[7] for l in lines[1::2]), lines)
        self.assertTrue(all(l[4:] == ["", "", "", ""] for l in lines[2::2]), lines)
        self.run_program("run", path, *SMALL, "--set", "output.csv.on=false", "--frames", "1", "-o", "out", "--overwrite")
        self.assertFalse((self.folder / "out/probes.csv").exists())

    def test_only_the_frames_asked_for_are_written(self):
        self.run_program("run", BALL_SCENE, *SMALL, "--frames", "2-3", "-o", "out")
        self.assertEqual([f["frame"] for f in self.manifest("out")["frames"]], [2, 3])

    def test_steps_end_a_run_early_with_a_frame(self):
        self.run_program("run", BALL_SCENE, *SMALL, "--steps", "10", "-o", "out")
        self.assertEqual([f["step"] for f in self.manifest("out")["frames"]][-1], 10)

    def test_a_sequence_that_is_there_is_refused_or_replaced(self):
        self.run_program("run", BALL_SCENE, *SMALL, "--frames", "1-2", "-o", "out")
        self.assertIn("--overwrite", self.run_program("run", BALL_SCENE, *SMALL, "-o", "out", code=6).stderr)
        self.run_program("run", BALL_SCENE, *SMALL, "--frames", "1", "-o", "out", "--overwrite")
        self.assertFalse((self.folder / "out/smoke_0002.vdb").exists())

    def test_output_below_a_regular_file_is_an_output_error(self):
        (self.folder / "file").write_text("x")
        self.run_program("run", BALL_SCENE, *SMALL, "-o", "file/out", code=6)

    def test_a_disk_that_fills_loses_no_finished_frame(self):
        def small_files():
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (30_000, 30_000))  # stands in for a full disk

        # Frames grow with the smoke: the first are below the limit, later ones are not.
        done = self.run_program("run", BALL_SCENE, *SMALL, "-o", "out", "--set", "domain.resolution=64", code=6,
                                preexec_fn=small_files)
        self.assertIn("ERROR", done.stderr)
        listed = {f["file"] for f in self.manifest("out")["frames"]}
        found = {p.name for p in (self.folder / "out").glob("*.vdb")}
        self.assertTrue(listed, "no frame was finished; the test shows nothing")
        self.assertLessEqual(listed, found)
        self.assertLessEqual(len(found - listed), 1)  # a frame may be whole and its manifest not
        self.assertEqual(list((self.folder / "out").glob("*.tmp")), [])

    def test_a_folder_removed_mid_run_is_an_output_error(self):
        process = self.start_long_run()
        (self.folder / "out").rename(self.folder / "taken away")  # at once: frames go on appearing meanwhile
        _, text = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 6, text)

    def test_paths_may_hold_any_letters(self):
        shutil.copy(SOURCE / "assets/meshes/ball.obj", self.folder / "größe 海涛.obj")
        path = self.scene('[boundary.xmin]\nkind = "inflow"\nvelocity_ms = [1, 0, 0]\n[boundary.xmax]\nkind = "outflow"\n'
                          '[[solid]]\nmesh = "größe 海涛.obj"\nsize_m = 0.5\n', "szene ü.toml")
        self.run_program("run", path, *SMALL, "--frames", "1", "-o", "aus gabe 煙")
        self.assertTrue((self.folder / "aus gabe 煙/smoke_0001.vdb").exists())

    def test_a_diverging_flow_ends_with_place_step_and_advice(self):
        text = self.run_program("run", BALL_SCENE, *SMALL, "--set", "domain.resolution=64", "--set", "solver.model=bgk2",
                                "--set", "advanced.lattice_speed=0.3", "-o", "out", code=5).stderr
        self.assertRegex(text, r"at node \(\d+, \d+, \d+\), found at step \d+: .*Lower advanced.lattice_speed")
        self.assertEqual(self.manifest("out")["state"], "failed")

    def test_numbers_have_dots_whatever_the_locale(self):
        self.run_program("run", BALL_SCENE, *SMALL, "--frames", "1", "-o", "out", "--set", "domain.size_m=[1.6, 0.8, 0.8]",
                         environment={"LC_ALL": "de_DE.UTF-8"})
        line = (self.folder / "out/forces.csv").read_text().splitlines()[1]
        self.assertEqual(line.count(","), 9)
        self.assertRegex(line, r"^1,0\.0416")
        self.assertAlmostEqual(self.manifest("out")["dx_m"], 1.6 / 32)


class Sequences(ProgramTest):
    """What becomes of frames after a run: profiles, verify, convert."""

    CASES = SOURCE / "tests/cases"

    def run_scene(self, output, *settings):
        words = [word for setting in settings for word in ("--set", setting)]
        self.run_program("run", BALL_SCENE, *SMALL, "--frames", "1-2", "-o", output, *words)

    def test_a_run_of_any_profile_is_whole(self):
        for profile, velocity in (("houdini", "vel"), ("blender", "velocity"), ("unreal", "vel")):
            self.run_scene(profile, f"output.vdb.profile={profile}", "output.vdb.vorticity=true", "output.vdb.q=true",
                           "output.vdb.pressure=true")
            manifest = self.manifest(profile)
            self.assertEqual(manifest["vdb"]["profile"], profile)
            for frame in manifest["frames"]:
                self.assertEqual([g["name"] for g in frame["grids"]], ["density", velocity, "vorticity", "q", "pressure"])
            for grid in manifest["frames"][-1]["grids"]:
                self.assertLess(grid["min"], grid["max"], grid)
            self.assertRegex(self.run_program("verify", profile).stdout, r"^\S+: 2 frames, .*; no problem\n$")

    def test_an_axis_conversion_turns_box_and_origin(self):
        self.run_scene("y", "output.vdb.profile=custom")
        self.run_scene("z", "output.vdb.profile=custom", "output.vdb.up=z", "output.vdb.units_per_m=100")
        y, z = self.manifest("y")["vdb"], self.manifest("z")["vdb"]
        self.assertEqual(z["nodes"], [y["nodes"][0], y["nodes"][2], y["nodes"][1]])
        self.assertAlmostEqual(z["dx"], 100 * y["dx"])
        last_z = y["origin"][2] + (y["nodes"][2] - 1) * y["dx"]
        for found, wanted in zip(z["origin"], (y["origin"][0], -last_z, y["origin"][1])):
            self.assertAlmostEqual(found, 100 * wanted)

    def test_verify_tells_each_problem_and_fails(self):
        self.run_scene("out")
        self.run_program("verify", "out")
        (self.folder / "out/smoke_0001.vdb").unlink()
        shutil.copy(self.CASES / "r_density.vdb", self.folder / "out/smoke_0003.vdb")
        (self.folder / "out/smoke_0004.vdb.tmp").write_text("x")
        lines = self.run_program("verify", "out", code=6).stdout.splitlines()
        self.assertEqual(len(lines), 4, lines)
        for line, part in zip(lines, ("smoke_0001.vdb is in the manifest", "smoke_0003.vdb is not in the manifest",
                                      "smoke_0004.vdb.tmp", "3 problems")):
            self.assertIn(part, line)

    def test_verify_takes_folders_and_files_without_a_manifest(self):
        (self.folder / "none").mkdir()
        self.run_program("verify", "none", code=3)
        self.run_program("verify", "nowhere", code=6)  # taken for a file, which cannot be read
        self.run_program("verify", self.CASES / "r_density.vdb")
        for name, part in (("r_nan.vdb", "NaN"), ("half.vdb", "NaN"), ("empty.vdb", "no active voxel"), ("dup.vdb", "two grids")):
            self.assertIn(part, self.run_program("verify", self.CASES / name, code=6).stdout)
        self.assertIn("differs from r_density.vdb",
                      self.run_program("verify", self.CASES / "r_density.vdb", self.CASES / "r_slab.vdb", code=6).stdout)

    def test_frames_are_converted_beside_themselves(self):
        self.run_scene("out")
        self.assertIn("2 frames in out/blender", self.run_program("convert", "out", "--to", "blender").stdout)
        self.run_program("verify", "out/blender")
        self.run_program("convert", "out", "--to", "blender", code=6)
        self.run_program("convert", "out/smoke_0002.vdb", "--to", "arnold", "-o", "maya")
        for target in ("vol", "vti"):
            self.run_program("convert", "out", "--to", target)
            self.assertTrue((self.folder / f"out/{target}/smoke_0001.{target}").exists())
        self.assertEqual([p.name for p in (self.folder / "maya").iterdir()], ["smoke_0002.vdb"])

    def test_conversions_that_cannot_be_are_refused(self):
        slab = self.CASES / "r_slab.vdb"
        self.run_program("convert", slab, "--to", "blender", "-o", "o", code=2)
        self.run_program("convert", slab, "--to", "blende", "--from", "custom", "-o", "o", code=2)
        self.run_program("convert", slab, "--to", "blender", "--from", "custom", "-o", "o", code=2)  # no --fps
        self.run_program("convert", slab, "--to", "blender", "--from", "custom", "--fps", "24", "-o", "o")
        self.run_program("convert", self.CASES / "dup.vdb", "--to", "arnold", "--from", "custom", "-o", "o", code=3)
        self.run_program("convert", self.CASES / "ball.obj", "--to", "arnold", "--from", "custom", "-o", "o", code=3)

    def test_two_grids_of_one_name_are_a_mistake_in_the_scene(self):
        text = self.run_program("run", BALL_SCENE, *SMALL, "--set", "output.vdb.velocity_name=density", code=3).stderr
        self.assertIn("output.vdb.velocity_name", text)


class Devices(ProgramTest):
    def test_a_gpu_that_is_not_there_is_a_device_error(self):
        for words in (["--device", "cuda:7"], ["--gpus", "7"], ["--set", "solver.device=cuda:7"]):
            self.assertIn("cuda:7", self.run_program("run", BALL_SCENE, *SMALL, *words, "-o", "out", code=4).stderr)
        self.assertFalse((self.folder / "out").exists())

    def test_a_scene_too_large_for_the_memory_names_what_fits(self):
        for more in ([], ["--dry-run"]):
            text = self.run_program("run", BALL_SCENE, "--device", "cpu", "--set", "domain.resolution=16000",
                                    "--set", "solid.ball.samples=1000", "-o", "out", *more, code=4).stderr
            self.assertRegex(text, r"largest that fits: \d+ x \d+ x \d+")

    def test_no_display_is_needed(self):
        env = {k: v for k, v in os.environ.items() if k not in ("DISPLAY", "WAYLAND_DISPLAY")}
        done = subprocess.run([PROGRAM, "run", str(BALL_SCENE), *SMALL, "--set", "output.png.on=true", "--frames", "1", "-o",
                               "out"], cwd=self.folder, env=env, capture_output=True, text=True, timeout=240)
        self.assertEqual(done.returncode, 0, done.stderr)

    def test_devices_and_doctor_report_on_stdout(self):
        self.assertRegex(self.run_program("--list-devices").stdout, r"(?m)^cpu ")
        text = self.run_program("--doctor").stdout
        for word in ("device", "cuda", "pictures", "vdb", "ffmpeg", "mitsuba", "display", "disk"):
            self.assertRegex(text, rf"(?m)^(ok|--) +{word} ")


class Signals(ProgramTest):
    def ends_cleanly(self, signal_number):
        process = self.start_long_run()
        process.send_signal(signal_number)
        _, text = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 130, text)
        self.assertIn("To go on", text)
        manifest = self.manifest("out")
        self.assertEqual(manifest["state"], "interrupted")
        self.assertGreaterEqual(len(manifest["frames"]), 3)
        self.assertEqual({f["file"] for f in manifest["frames"]}, {p.name for p in (self.folder / "out").glob("*.vdb")})

    def test_ctrl_c_keeps_what_is_finished(self):
        self.ends_cleanly(signal.SIGINT)

    def test_sigterm_does_the_same(self):
        self.ends_cleanly(signal.SIGTERM)


class Documents(ProgramTest):
    def keys(self):
        return [p["key"] for p in json.loads(self.run_program("--print-schema").stdout)["parameters"]]

    def test_help_lists_every_parameter(self):
        for words in (["--help"], ["run", "--help"]):
            lines = self.run_program(*words).stdout.splitlines()
            listed = {line.split()[0] for line in lines if line.startswith("  ") and line.split()}
            self.assertGreater(len(self.keys()), 90)
            self.assertEqual(set(self.keys()) - listed, set())

    def test_the_schema_describes_every_parameter(self):
        for p in json.loads(self.run_program("--print-schema").stdout)["parameters"]:
            self.assertTrue(p["type"] and p["help"] and p["apply"] in ("live", "restart", "reallocate"), p)

    def test_the_readme_has_the_table_of_this_program(self):
        text = (SOURCE / "README.md").read_text(encoding="utf-8")
        found = re.search(r"<!-- parameters:begin -->\n(.*?)<!-- parameters:end -->", text, re.S)
        self.assertIsNotNone(found, "README.md lacks the parameter markers")
        self.assertEqual(found.group(1).strip(), self.run_program("--print-parameters-markdown").stdout.strip(),
                         "paste the output of fumarole --print-parameters-markdown between the markers")


class Wrong(ProgramTest):
    """Inputs that are no scene and no mesh, each with the exit code that says so."""

    def test_bad_inputs_are_input_errors_with_a_sentence(self):
        (self.folder / "empty.obj").write_text("")
        (self.folder / "noise.stl").write_bytes(bytes(range(256)) * 4)
        (self.folder / "binary.toml").write_bytes(b"\xff\xfe\x00\x01")
        (self.folder / "folder.toml").mkdir()
        for name in ("missing.toml", "missing.obj", "empty.obj", "noise.stl", "binary.toml", "folder.toml"):
            done = self.run_program("run", name, "-o", "out", code=3)
            self.assertIn(name, done.stderr)
        self.assertFalse((self.folder / "out").exists())

    def test_a_scene_with_a_missing_mesh_is_an_input_error(self):
        done = self.run_program("run", self.scene('[[solid]]\nmesh = "nowhere.stl"\n'), "-o", "out", code=3)
        self.assertIn("nowhere.stl", done.stderr)

    def test_json_that_cannot_be_written_is_an_output_error(self):
        self.run_program("info", BALL_SCENE, *SMALL, "--json", "no/such/folder.json", code=6)

    def test_a_log_that_cannot_be_written_is_an_output_error(self):
        (self.folder / "file").write_text("x")
        self.run_program("info", BALL_SCENE, "--log", "file/log.txt", code=6)

    def test_the_log_can_be_json(self):
        self.run_program("run", BALL_SCENE, *SMALL, "--frames", "1", "-o", "out", "--log", "log.txt", "--log-format", "json")
        for line in (self.folder / "log.txt").read_text().splitlines():
            self.assertIn("level", json.loads(line))


if __name__ == "__main__":
    unittest.main()

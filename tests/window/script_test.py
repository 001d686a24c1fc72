"""Scripts off screen: the language itself, every action once, documents, sizes, damaged files, no display."""
import json
import os
import re
import shutil
import unittest

from program import SOURCE, WindowTest, png_size


class Language(WindowTest):
    def test_mistakes_are_listed_with_their_lines_before_anything_opens(self):
        text = self.script("# a script\nopne x\nset\nkey Foo\n\naction run.pley\nwheel far\n", code=3).stderr
        for part in ('test.txt line 2: "opne" is no command; did you mean "open"?', "line 3: a word is missing", "line 4",
                     'line 6: "run.pley" is no action; did you mean "run.play"?', 'line 7: "far" is no number'):
            self.assertIn(part, text)

    def test_an_expectation_that_fails_ends_it_with_line_and_finding(self):
        text = self.script("open small.toml\nexpect solids = 2\nsay never\n", code=1)
        self.assertIn("test.txt line 2: Expected solids = 2, found 1.", text.stderr)
        self.assertNotIn("never", text.stdout)

    def test_a_line_has_its_time(self):
        text = self.script("open small.toml\nwait run\ntimeout 0.3\nwait step 100000000\n", code=1).stderr
        self.assertRegex(text, r"line 4: After 0\.3 s this has not come about: step >= 100000000")

    def test_what_is_not_there_is_named_with_the_nearest(self):
        text = self.script("open small.toml\nclick run.plaq\n", code=1).stderr
        self.assertIn('There is no item "run.plaq" to be seen; did you mean "run.play"?', text)
        self.script("try click nothing.at.all\nquit\nexpect solids = 77\n")

    def test_a_session_by_hand(self):
        """Real clicks, drags and keys on what the panels have drawn."""
        done = self.script("""
open small.toml
wait run
wait step > 0
key Space
wait mode = paused
click outliner/fluid
expect selected fluid
wait pictures 2
drag fluid.density_kgm3 40 0
expect value fluid.density_kgm3 > 1.2
expect undo has fluid.density_kgm3
expect dirty yes
key Ctrl+Z
expect value fluid.density_kgm3 1.2
expect undo none
key Ctrl+Y
expect undo has fluid.density_kgm3
key Ctrl+Z
drag viewport 60 20
wheel 2
key H
wait seen help/keys yes
screenshot help.png
key Esc
wait seen help/keys no
click menu/Run
expect popup yes
key Esc
panel stability
expect seen panel/stability yes
screenshot window.png
screenshot viewport.png viewport
key Space
wait mode playing
measure 1 m.json
expect notices none
expect gl-errors 0
say well
""", "--width", "1280", "--height", "720")
        self.assertIn("well", done.stdout)
        self.assertEqual(png_size(self.folder / "window.png"), (1280, 720))
        self.assertGreater((self.folder / "window.png").stat().st_size, 20_000, "a flat picture")
        self.assertGreater((self.folder / "viewport.png").stat().st_size, 8_000, "a flat picture")
        for name in ("window", "help", "viewport"):
            self.keep(self.folder / f"{name}.png", f"by_hand_{name}.png")
        told = json.loads((self.folder / "m.json").read_text())
        self.assertGreater(told["pictures_per_second"], 1)
        self.assertGreater(told["steps_per_second"], 0)
        for key in ("worst_gap_ms", "draw_ms", "layers_gpu_ms", "mlups", "bridge", "device", "renderer"):
            self.assertIn(key, told)

    def test_help_describes_every_command_and_reading(self):
        text = self.program("view", "--help").stdout
        for word in ("drag ITEM DX DY", "screenshot FILE.png", "gl-errors", "value KEY", "--off-screen", "domain.resolution"):
            self.assertIn(word, text)


class Actions(WindowTest):
    def test_every_action_can_be_done_once_without_an_error(self):
        listed = self.program("--list-bindings").stdout.splitlines()
        ids = [line.split()[0] for line in listed]
        self.assertEqual(len(ids), len(set(ids)), "two actions of one id")
        keys = [k for line in listed for k in line[32:61].strip().split(", ") if k]
        self.assertEqual(len(keys), len(set(keys)), f"two actions of one key: {sorted(keys)}")
        self.assertGreater(len(ids), 10)
        script, reopen = "timeout 90\n", True
        # What ends the program or starts another one is not for here.
        for n, action in enumerate(i for i in ids if i not in ("file.quit", "export.folder")):
            # A solid is selected; there is something to undo, to redo and to save.
            script += "open small.toml\nwait run\n" if reopen else ""
            reopen = action.startswith(("file.", "edit.delete", "export."))
            script += f"""
set fluid.density_kgm3 {1.3 + 0.001 * n}
set fluid.density_kgm3 {1.4 + 0.001 * n}
action edit.undo
select solid[0]
wait pictures 1
say do {action}
try action {action}
wait pictures 2
key Esc
key Esc
expect popup no
expect notices none
expect gl-errors 0
"""
        done = self.script(script, "--set", "time.frames=2", "--set", "domain.resolution=32")
        left_out = re.findall(r"line \d+: (\S+) cannot be done now", done.stderr)
        print("not possible in that state:", ", ".join(left_out) or "none")
        self.assertLess(len(left_out), len(ids) / 2)

    def test_quitting_asks_where_something_would_be_lost(self):
        self.script("open small.toml\nwait run\nkey Ctrl+Q\n")
        done = self.script("open small.toml\nwait run\nkey Ctrl+Q\nwait pictures 3\nsay still here\n", code=1)
        self.assertIn("has been closed", done.stderr)

    def test_every_handle_drags_gives_round_numbers_and_can_be_undone_or_given_up(self):
        self.script("""
open small.toml
wait run
key Space
wait mode = paused
select boundary.xmin
wait pictures 2
drag "gizmo/jet rim" -1 12
expect undo has Jet
expect value boundary.xmin.jet_radius_m != 0.3
key Ctrl+Z
drag "gizmo/jet centre" 0 2000
expect value boundary.xmin.jet_centre_m has -0.5
key Ctrl+Z
drag gizmo/speed 30 0
expect undo has Speed
key Ctrl+Z
select emitter[0]
key R
wait pictures 2
drag "gizmo/radius knob" 20 -20
expect undo has Size
key Ctrl+Z
expect seen gizmo/edit.turn yes
select domain
wait pictures 2
drag "gizmo/domain xmax" 30 0
expect undo has "Move face"
key Ctrl+Z
expect dirty no
expect undo none
select solid[0]
key W
wait pictures 2
mouse "gizmo/move x"
press
mouse 700 300
mouse 720 300
expect undo has Move
key Esc
release
expect dirty no
action edit.add.sphere_emitter
wait pictures 2
expect seen gizmo/edit.turn no
key Ctrl+Z
select
set view.slice[0].on true
set view.slice[0].axis free
set view.slice[0].normal "[1.0, 0.0, 0.0]"
wait pictures 2
mouse viewport/slice[0].normal
press
mouse 640 150
mouse 620 120
key Esc
release
expect value view.slice[0].normal = "[1.0, 0.0, 0.0]"
expect notices none
expect gl-errors 0
""")


class Documents(WindowTest):
    def test_what_is_saved_is_what_is_opened_again(self):
        self.script("""
open small.toml
wait run
set fluid.density_kgm3 2.5
set solid.ball.translate_m [0.1, 0.2, 0.0]
set emitter[0].radius_m 0.125
expect dirty yes
action file.save
expect dirty no
open jet_on_ball
wait idle
expect value fluid.density_kgm3 != 2.5
open small.toml
wait idle
expect value fluid.density_kgm3 2.5
expect value solid[0].translate_m [0.1, 0.2, 0]
expect value emitter[0].radius_m 0.125
expect notices none
""", "--set", "domain.resolution=32")

    def test_probes_belong_to_the_scene(self):
        self.script("""
open small.toml
wait step > 5
action edit.add.probe
expect selected probe[0]
expect undo has Add probe 1
set probe[0].at_m [0.4, 0.1, 0]
set probe[0].name wake
key Ctrl+D
expect probes 2
expect value probe[1].name wake 2
wait seen probes/probe[1].at_m yes
expect run 1
key Del
expect probes 1
key Ctrl+Z
expect probes 2
click "outliner/add Probes"
expect probes 3
set probe[2].at_m [9, 0, 0]
expect issues 1
key Ctrl+Z
select probe[0]
camera 0.4 0.1 3  0.4 0.1 0
key W
wait pictures 3
drag "gizmo/move x" 60 0
expect value probe[0].at_m != [0.4, 0.1, 0]
expect undo has Move wake
key Ctrl+Z
expect value probe[0].at_m [0.4, 0.1, 0]
action file.save
open small.toml
wait run
expect dirty no
expect probes 3
expect value probe[1].name wake 2
expect value probe[0].at_m [0.4, 0.1, 0]
expect notices none
expect gl-errors 0
""")

    def test_it_plays_at_the_films_speed_or_as_fast_as_it_can(self):
        """The scene is small enough for any machine to be faster than the film at a quarter of its speed."""
        play = "open small.toml\nwait run\nset view.play.factor 0.1\nwait step > 5\n"
        self.script(play + """
wait seconds 2
expect film-speed < 0.13
expect film-speed > 0.02
click timeline/speed
click timeline/speed=fastest
expect value view.play.film_speed false
expect checked run.film_speed no
wait seconds 1.5
expect film-speed > 0.2
key Space
wait mode = paused
set view.play.film_speed true
key Ctrl+Right
wait mode = paused
expect gl-errors 0
""", "--set", "domain.resolution=24")

    def test_vorticity_glows_with_a_legend_of_its_own(self):
        self.script("""
open small.toml
wait frame 4
click layers/look/Glow
key Space
wait mode = paused
wait pictures 3
expect seen legend/iso.high yes
screenshot glow.png
click layers/iso
set view.iso.quantity q
set view.iso.strength 3
wait pictures 3
screenshot q.png
set view.iso.look surface
wait pictures 3
expect gl-errors 0
expect notices none
""")
        self.keep(self.folder / "glow.png", "script glow.png")
        self.keep(self.folder / "q.png", "script glow of q.png")

    def test_undo_goes_back_to_the_beginning_and_redo_to_the_end(self):
        edits = [f"set fluid.density_kgm3 {1 + i / 100}" for i in range(1, 9)]
        edits += ["set domain.resolution 40", "set solid[0].size_m 0.25", "set boundary.ymin.kind no_slip"]
        n = len(edits)
        self.script("open small.toml\nwait run\n" + "\n".join(edits) + "\n" + n * "key Ctrl+Z\n" + """
expect undo none
expect dirty no
expect value domain.resolution 48
expect value fluid.density_kgm3 1.2
""" + n * "key Ctrl+Shift+Z\n" + """
expect redo none
expect value boundary.ymin.kind no_slip
expect value domain.resolution 40
wait idle
wait run
expect notices none
expect gl-errors 0
""")

    def test_live_changes_keep_the_flow_and_others_begin_it_anew(self):
        self.script("""
open small.toml
wait step > 5
expect run 1
set boundary.xmin.velocity_ms [2, 0, 0]
wait seconds 1
expect run 1
expect step > 5
set domain.resolution 40
wait run = 2
expect notices none
""")

    def test_a_value_that_is_none_is_refused_and_one_out_of_range_is_a_mistake_to_be_taken_back(self):
        text = self.script("open small.toml\nset fluid.density_kgm3 much\n", code=3).stderr
        self.assertRegex(text, r"line 2: fluid.density_kgm3: .*expected.*number")
        self.script("""
open small.toml
wait run
try set fluid.density_kgm3 much
expect value fluid.density_kgm3 1.2
expect undo none
set fluid.density_kgm3 -1
expect issues 1
action edit.undo
expect issues 0
expect mode != empty
""")


class Sizes(WindowTest):
    def test_it_stands_any_size_and_scale(self):
        self.script("""
open small.toml
wait step > 20
size 640 400
expect seen viewport yes
size 1920 1080
screenshot wide.png
size 800 600
scale 0.75
wait pictures 3
scale 3
wait pictures 3
expect seen viewport yes
scale 2
size 2560 1440
wait pictures 5
select fluid
wait pictures 2
screenshot twice.png
expect scale 2
expect gl-errors 0
expect notices none
""", "--width", "1280", "--height", "720")
        self.assertEqual(png_size(self.folder / "wide.png"), (1920, 1080))
        self.assertEqual(png_size(self.folder / "twice.png"), (2560, 1440))
        self.keep(self.folder / "twice.png", "scale_2.png")

    def test_the_scale_can_be_asked_for(self):
        self.script("wait pictures 2\nexpect scale 2\n", "--scale", "2")
        self.script("wait pictures 2\nexpect scale 1.5\n", env=self.environment(FUMAROLE_UI_SCALE="1.5"))


class Damaged(WindowTest):
    def test_damaged_files_are_refused_with_a_sentence_or_used(self):
        script = "open small.toml\nwait run\n"
        for path in sorted((SOURCE / "tests/cases").iterdir()):
            script += f'forget\nopen "{path}"\nwait idle\nwait pictures 1\nexpect gl-errors 0\n'
        done = self.script(script + "expect seen viewport yes\n", "--set", "domain.resolution=24")
        for line in done.stderr.splitlines():
            self.assertNotRegex(line, r"bug:|std::|basic_string|_M_|bad_alloc|terminate")

    def test_files_that_are_not_there_or_no_scenes(self):
        (self.folder / "broken.toml").write_text("[domain\n")
        (self.folder / "note.txt").write_text("no scene")
        self.script("""
open small.toml
wait run
forget
open nowhere.toml
expect notices has nowhere.toml
forget
open broken.toml
expect notices has "line"
forget
open note.txt
expect notices has note.txt
expect title small
expect solids 1
""")


class Display(WindowTest):
    def test_without_a_display_it_says_what_to_do(self):
        for words in ([], ["view"], ["view", self.scene]):
            self.assertIn("fumarole run SCENE", self.program(*words, code=4).stderr)
        for display in (":999", ""):
            env = self.environment(DISPLAY=display)
            text = self.program("view", self.scene, code=4, env=env).stderr
            self.assertIn(":999" if display else "DISPLAY is not set", text)
            self.assertIn("fumarole run SCENE", text)
        self.program(self.scene, code=4, env=self.environment(DISPLAY=":999"))

    def test_a_scene_alone_runs_without_a_display(self):
        small = ["--set", "output.png.on=false", "--set", "time.frames=1", "--no-config"]
        done = self.program(self.scene, *small)
        self.assertIn("There is no display", done.stderr)
        self.assertTrue(list(self.folder.glob("fumarole_out/small/*.vdb")))
        env = self.environment(DISPLAY=":999")  # asked for, so no window is tried
        self.program(self.scene, *small, "--headless", "-o", "a", env=env)
        self.program(self.scene, *small, "--frames", "1", "-o", "b", env=env)

    def test_off_screen_is_for_scripts(self):
        self.assertIn("--script", self.program("view", "--off-screen", code=2).stderr)
        self.assertIn("nowhere.txt", self.program("view", "--script", "nowhere.txt", "--off-screen", code=3).stderr)


if __name__ == "__main__":
    unittest.main()

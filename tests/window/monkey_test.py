"""Two hundred random actions off screen: no crash, no complaint of OpenGL, no internal error. FUM_MONKEY_SEED and
FUM_MONKEY_COUNT choose others. What it did is kept as a script, which --script replays."""
import os
import shutil
import subprocess
import unittest

from program import PICTURES, PROGRAM, SOURCE, WindowTest

SEED = int(os.environ.get("FUM_MONKEY_SEED", "1"))
COUNT = int(os.environ.get("FUM_MONKEY_COUNT", "200"))
INTERNAL = ("bug:", "std::", "basic_string", "_M_", "bad_alloc", "terminate", "runtime error", "Sanitizer")


class Monkey(WindowTest):
    def test_random_hands_break_nothing(self):
        files = self.folder / "files"
        shutil.copytree(SOURCE / "tests/cases", files)
        for path in [*(SOURCE / "assets/meshes").iterdir(), *(SOURCE / "assets/scenes").iterdir()]:
            shutil.copy(path, files)
        script = self.folder / "start.txt"
        script.write_text("open small.toml\nwait run\nmonkey %d %d monkey_%d.txt files\ntry key Esc\nwait pictures 3\n"
                          "screenshot after_the_monkey.png\nexpect gl-errors 0\nsay lived\n" % (SEED, COUNT, SEED))
        supp = SOURCE / "tests/window/leaks_of_drivers.txt"
        env = self.environment(LSAN_OPTIONS=f"suppressions={supp}:print_suppressions=0",
                               UBSAN_OPTIONS="print_stacktrace=1")
        words = [PROGRAM, "view", "--no-config", "--script", script, "--off-screen", "--set", "domain.resolution=32",
                 "--set", "solver.samples_per_area=3", "--width", "1000", "--height", "640"]
        done = subprocess.run(words, cwd=self.folder, env=env, capture_output=True, text=True, timeout=380)
        did = self.folder / f"monkey_{SEED}.txt"
        if did.exists():
            self.keep(did, did.name)
        if (self.folder / "after_the_monkey.png").exists():
            self.keep(self.folder / "after_the_monkey.png", "after_the_monkey.png")
        told = f"seed {SEED}; replay {PICTURES / did.name}\n{done.stderr[-8000:]}"
        self.assertEqual(done.returncode, 0, told)
        self.assertIn("lived", done.stdout, told)
        for line in done.stderr.splitlines():
            self.assertFalse(any(word in line for word in INTERNAL), f"{line}\n{told}")
        print(f"seed {SEED}: {len(did.read_text().splitlines()) - 1} actions, kept as {PICTURES / did.name}")


if __name__ == "__main__":
    unittest.main()

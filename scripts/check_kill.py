#!/usr/bin/env python3
"""Kills a small run with SIGKILL at random moments, again and again, and looks at what is left each time.

    python3 scripts/check_kill.py PROGRAM [--kills 50] [--seed 1]

After every kill each file under a final name must be whole: the manifest, the lines of forces.csv, pictures, and every
.vdb, which `fumarole verify` reads back. The same command with --continue must then go on; when it ends, frames, ranges
and forces must be those of a run that nobody disturbed. Exit code 0 if so.
"""
import argparse
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

SOURCE = Path(__file__).resolve().parent.parent
SMALL = ["--no-config", "--device", "cpu", "--set", "domain.resolution=48", "--set", "solver.samples_per_area=3",
         "--set", "output.png.width=64", "--set", "output.png.height=36", "--frames", "1-24"]


class Broken(Exception):
    pass


class Check:
    def __init__(self, program, folder, more):
        self.words = [str(program), "run", str(SOURCE / "assets/scenes/jet_on_ball.toml"), *SMALL, *more]
        self.program = str(program)
        self.folder = folder
        self.environment = {**os.environ, "XDG_CACHE_HOME": str(folder / "cache")}

    def start(self, out):
        return subprocess.Popen([*self.words, "--continue", "-o", str(self.folder / out)], env=self.environment,
                                stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)

    def finish(self, out):
        process = self.start(out)
        _, said = process.communicate(timeout=300)
        if process.returncode != 0:
            raise Broken(f"--continue ended with {process.returncode}:\n{said}")

    def result(self, out):
        manifest = json.loads((self.folder / out / "manifest.json").read_text())
        return manifest["state"], manifest["frames"], (self.folder / out / "forces.csv").read_text()

    def look(self, out):
        """Raises Broken if anything under a final name is not whole. Gives the number of frames in the manifest."""
        folder = self.folder / out
        if not folder.exists():
            return 0
        for path in folder.iterdir():
            if path.suffix == ".png" and not path.read_bytes().endswith(b"IEND\xaeB`\x82"):
                raise Broken(f"{path} is cut short")
        forces = folder / "forces.csv"
        if forces.exists():
            text = forces.read_text()
            if not text.endswith("\n") or any(line.count(",") != 9 for line in text.splitlines()):
                raise Broken(f"{forces} is cut short")
        manifest = folder / "manifest.json"
        if not manifest.exists():
            if any(folder.glob("*.vdb")):
                raise Broken("there are frames and no manifest")
            return 0
        done = subprocess.run([self.program, "verify", str(folder)], capture_output=True, text=True, timeout=300)
        if done.returncode != 0:
            raise Broken(f"verify ended with {done.returncode}:\n{done.stdout}{done.stderr}")
        return len(json.loads(manifest.read_text())["frames"])

    def run(self, kills, chance):
        begin = time.monotonic()
        self.finish("undisturbed")
        takes = time.monotonic() - begin
        undisturbed = self.result("undisturbed")
        done, rounds, moments = 0, 0, []
        while done < kills:
            out = f"killed {rounds}"
            for _ in range(chance.randint(1, 4)):  # the same folder may be hit several times
                process = self.start(out)
                try:
                    process.communicate(timeout=chance.uniform(0, 1.1 * takes))
                    continue  # it was faster
                except subprocess.TimeoutExpired:
                    process.kill()
                    process.communicate()
                done += 1
                moments.append(self.look(out))
            self.finish(out)
            if self.result(out) != undisturbed:
                raise Broken(f"{self.folder / out} differs from a run that nobody disturbed")
            if list((self.folder / out).glob("*.tmp")):
                raise Broken("unfinished files are left")
            shutil.rmtree(self.folder / out)
            rounds += 1
        return f"{done} kills in {rounds} rounds with {', '.join(map(str, moments))} frames finished: all whole, all equal"


def main():
    words = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    words.add_argument("program", type=Path)
    words.add_argument("--kills", type=int, default=50)
    words.add_argument("--seed", type=int, default=1)
    words.add_argument("--set", action="append", default=[], help="as fumarole run --set")
    given = words.parse_args()
    folder = Path(tempfile.mkdtemp(prefix="fumarole kills "))
    try:
        more = [word for setting in given.set for word in ("--set", setting)]
        print(Check(given.program.resolve(), folder, more).run(given.kills, random.Random(given.seed)))
    except Broken as broken:
        print(broken, file=sys.stderr)
        return 1
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())

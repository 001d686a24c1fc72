#!/usr/bin/env python3
"""Runs clang-tidy over the sources of sim, render and app, and remembers the files that passed.

tidy.py BUILD_FOLDER reads the commands and the header lists of a build made with ninja. A file is looked at again only
when it, a header of ours that it includes, .clang-tidy or the tool has changed.
"""
import concurrent.futures
import hashlib
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
FOLDERS = ("sim/", "render/", "app/")
# Compiled thrice from one text, with explicit vectors that only g++ has.
LEFT_OUT = {"sim/device/cpu_rows.cpp"}


def newest_tool():
    names = [f"clang-tidy-{version}" for version in range(30, 15, -1)] + ["clang-tidy"]
    return next((name for name in names if shutil.which(name)), None)


def headers_of(build):
    """Our own headers that each object was built from, as ninja wrote them down."""
    text = subprocess.run(["ninja", "-C", build, "-t", "deps"], capture_output=True, text=True, check=True).stdout
    found, target = {}, None
    for line in text.splitlines():
        if line.startswith("    "):
            path = pathlib.Path(build, line.strip()).resolve()
            if target and path.is_relative_to(ROOT):
                found[target].append(path)
        elif ": #deps" in line:
            target = line.split(": #deps")[0]
            found[target] = []
    return found


def jobs_of(build, tool):
    version = subprocess.run([tool, "--version"], capture_output=True, text=True, check=True).stdout
    common = version + (ROOT / ".clang-tidy").read_text() + pathlib.Path(__file__).read_text()
    headers = headers_of(build)
    for entry in json.loads(pathlib.Path(build, "compile_commands.json").read_text()):
        path = pathlib.Path(entry["file"])
        if not path.is_relative_to(ROOT):
            continue
        name = path.relative_to(ROOT).as_posix()
        if not name.startswith(FOLDERS) or path.suffix != ".cpp" or name in LEFT_OUT:
            continue
        target = entry.get("output") or re.search(r" -o (\S+)", entry["command"])[1]
        state = hashlib.sha256((common + name).encode())
        for part in sorted({path, *headers.get(target, [])}):
            state.update(part.read_bytes())
        yield name, state.hexdigest()


def look_at(tool, build, name):
    command = [tool, "--quiet", "-p", build, "--extra-arg=-Wno-unknown-pragmas",
               "--extra-arg=-Wno-unknown-warning-option", "--extra-arg=-Wno-ignored-optimization-argument",
               str(ROOT / name)]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode == 0:
        return "passed", ""
    said = done.stdout + done.stderr
    faults = [line for line in said.splitlines() if re.search(r": (?:error|warning): ", line)]
    # The compiler is g++: what an older clang cannot read is no fault of the source.
    readable = [line for line in faults if "[clang-diagnostic-error" not in line and "too many errors" not in line]
    if faults and not readable:
        return "unread", ""
    return "failed", "\n".join(readable).replace(f"{ROOT}/", "") or said


def main():
    if len(sys.argv) != 2:
        print(__doc__.strip(), file=sys.stderr)
        return 2
    build, tool = sys.argv[1], newest_tool()
    if tool is None:
        print("clang-tidy is not installed (scripts/setup.sh --tests)", file=sys.stderr)
        return 1
    passed = pathlib.Path(build, "tidy_passed")
    passed.mkdir(exist_ok=True)
    jobs = list(dict.fromkeys(jobs_of(build, tool)))
    if not jobs:
        print(f"{build} names no source of ours", file=sys.stderr)
        return 1
    todo = [(name, state) for name, state in jobs if not (passed / state).exists()]
    failed, unread = [], []
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        results = pool.map(lambda job: look_at(tool, build, job[0]), todo)
        for (name, state), (verdict, said) in zip(todo, results):
            if verdict == "passed":
                (passed / state).touch()
            elif verdict == "failed":
                failed.append(name)
                print(said, flush=True)
            else:
                unread.append(name)
    if unread:
        print(f"{tool} cannot read all of the C++20 in {', '.join(unread)}")
    print(f"{tool}: {len(jobs)} files, {len(jobs) - len(todo)} unchanged since they passed, {len(failed)} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())

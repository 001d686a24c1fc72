#!/usr/bin/env python3
"""Holds the house's rules: who may include whom, where the compiler is asked for, heavy headers, every source in a target.

layers.py ROOT checks a tree and prints one line a broken rule; layers.py --self-test shows that each rule can fail.
"""
import pathlib
import re
import sys
import tempfile

FOLDERS = ("sim", "render", "app", "tests")
SOURCES = (".h", ".cpp", ".cu", ".cuh", ".in")
KERNELS = ("streaming", "collision", "boundary", "immersed", "smoke")

# Files that lie directly in sim/. "door" is what a user of the solver sees, plain data and one class; it includes config.
SIM_FILES = {
    "config.h": "config",
    "solver.h": "door", "solver_backends.h": "door",
    "scene.h": "scene", "scene.cpp": "scene", "scene_tables.h": "scene", "scene_validate.cpp": "scene",
    "units.h": "scene", "units.cpp": "scene",
    "fused.h": "step", "menu.h": "step", "snapshot.h": "step", "state.h": "step", "step.h": "step", "plan.h": "step",
    "tune.h": "solver", "tune.cpp": "solver", "plan_cost.h": "solver", "plan_cost.cpp": "solver",
    "flow_faces.h": "step", "flow_step.h": "step", "staged.h": "step", "flow_staged.h": "step", "profile.h": "step",
    "sample_loops.h": "door", "sample_loops.cpp": "solver",
    "flow.h": "step", "flow_bodies.h": "step", "flow_read.h": "step", "flow_show.h": "step", "flow_smoke.h": "step",
    "flow_apply.h": "step", "solver.cpp": "solver", "live.cpp": "solver",
}

# What each layer may include beside itself.
BELOW = {"core": set(), "lattice": {"core"}}
BELOW |= {kernel: {"core", "lattice"} for kernel in KERNELS}
BELOW["config"] = {"core", "lattice", "smoke"}            # smoke/emitter_shape.h: the shapes a run is told of
BELOW["door"] = {"core", "config"}
BELOW["scene"] = {"core", "config"}
BELOW["step"] = {"core", "lattice", "config", "door", *KERNELS}
BELOW["device"] = {"step"} | BELOW["step"]
BELOW["solver"] = {"device"} | BELOW["device"]
BELOW["io"] = {"scene", "solver"} | BELOW["solver"]
BELOW["render"] = {"core"}
BELOW["app"] = {"render", "io"} | BELOW["io"]
BELOW["tests"] = {"app"} | BELOW["app"]

# Includes that break a rule, each with its reason. One that is no longer needed is an error as well.
EXCEPTIONS = {
    ("sim/immersed/poisson_disk.h", "sim/io/mesh.h"): "the Mesh struct lies beside its readers",
    ("sim/immersed/surface_points.h", "sim/io/mesh.h"): "the Mesh struct lies beside its readers",
}

ASKS_COMPILER = re.compile(r"\b__CUDA(?:CC|_ARCH)__\b")
MAY_ASK = re.compile(r"sim/core/(?:hd|atomic|scalar|half)\.h|sim/device/.*")

# Headers that cost seconds to compile: one .cpp of sim, render or app, and no header. The library of JSON is spared in
# app, whose reports and manifests are built from it, but not in headers.
HEAVY = ("openvdb/", "spdlog/", "toml++/", "assimp/", "CLI/", "tiny_obj_loader.h", "stb_image_write.h",
         "nlohmann/json.hpp")
# Libraries and the part of the tree they stay in.
KEPT = {"openvdb/": ("sim/io/",), "assimp/": ("sim/io/",), "tiny_obj_loader.h": ("sim/io/",), "toml++/": ("sim/io/",),
        "EGL/": ("render/",), "GL/": ("render/",), "GLFW/": ("render/",), "glad/": ("render/", "app/bridge_"),
        "glm/": ("render/", "app/"), "imgui": ("app/",), "cuda": ("sim/device/", "app/bridge_")}

UNFINISHED = re.compile(r"\b(?:TO" r"DO|FIX" r"ME|X" r"XX)\b")
SOMEONES_FOLDER = re.compile(r"""(?<![\w.$}~*-])/(?:wo""" r"""rk|home|root|Users|mnt)/\w""")


def layer(path):
    """The layer of a file such as sim/lattice/grid.h, or None where the house has no place for it."""
    parts = path.split("/")
    if parts[0] != "sim":
        return parts[0]
    if len(parts) == 2:
        return SIM_FILES.get(parts[1])
    return parts[1] if parts[1] in BELOW else None


def without_comments(text):
    return re.sub(r"//[^\n]*|/\*.*?\*/", "", text, flags=re.S)


def included(text, marks):
    return re.findall(r"^\s*#\s*include\s*" + marks[0] + r"([^>\"]+)" + marks[1], text, flags=re.M)


def read_sources(root):
    found = {}
    for folder in FOLDERS:
        for path in sorted((root / folder).rglob("*")):
            if path.suffix in SOURCES and path.is_file():
                found[path.relative_to(root).as_posix()] = path.read_text(encoding="utf-8")
    return found


def check_layers(sources):
    used = set()
    for path, text in sources.items():
        own = layer(path)
        if own is None:
            yield f"{path}: the house has no place for this file; name its layer in SIM_FILES or move it"
            continue
        for target in included(text, '""'):
            if target not in sources and target + ".in" not in sources:
                yield f'{path}: "{target}" is no file of this tree; write includes from its root'
                continue
            other = layer(target)
            if other == own or other in BELOW[own]:
                continue
            if (path, target) in EXCEPTIONS:
                used.add((path, target))
                continue
            yield f"{path} ({own}) may not include {target} ({other})"
    for path, target in sorted(EXCEPTIONS.keys() - used):
        if path in sources:
            yield f"{path} no longer includes {target}: take it off EXCEPTIONS"


def check_compiler(sources):
    for path, text in sources.items():
        if ASKS_COMPILER.search(without_comments(text)) and not MAY_ASK.fullmatch(path):
            yield f"{path} asks which compiler is at work; only core/hd.h, core/atomic.h and device/ do"


def check_heavy(sources):
    program = {path: text for path, text in sources.items() if not path.startswith("tests/")}
    for heavy in HEAVY:
        users = [p for p, text in program.items() if any(i.startswith(heavy) for i in included(text, "<>"))]
        for header in (p for p in users if not p.endswith(".cpp")):
            yield f"{header} is no .cpp and includes <{heavy}...>, which is slow to compile"
        counted = [p for p in users if not (heavy == "nlohmann/json.hpp" and p.startswith("app/"))]
        if len(counted) > 1:
            yield f"<{heavy}...> is included in {', '.join(counted)}; one .cpp is the limit"
    for path, text in program.items():
        for target in included(text, "<>"):
            for library, places in KEPT.items():
                if target.startswith(library) and not path.startswith(places):
                    yield f"{path} includes <{target}>, which stays in {' and '.join(places)}"
        if path.endswith((".cu", ".cuh")) and any(i.startswith(("fmt/", "glm/")) for i in included(text, "<>")):
            yield f"{path} includes fmt or GLM, which nvcc does not compile cleanly"


def check_words(root, sources):
    texts = dict(sources)
    for pattern in ("CMakeLists.txt", "CMakePresets.json", "README.md", "scripts/**/*", ".ci/*", "shaders/*",
                    "*/**/*.cmake", "*/**/CMakeLists.txt", "tests/**/*.py", "assets/**/*.toml"):
        for path in root.glob(pattern):
            name = path.relative_to(root).as_posix()
            if path.is_file() and not name.startswith(("build", "out/")):
                texts[name] = path.read_text(encoding="utf-8", errors="replace")
    for path, text in texts.items():
        for number, line in enumerate(text.splitlines(), 1):
            if UNFINISHED.search(line):
                yield f"{path}:{number}: unfinished work: {line.strip()}"
            if SOMEONES_FOLDER.search(line):
                yield f"{path}:{number}: a folder of one machine: {line.strip()}"


def check_targets(root, sources):
    """Every .cpp and .cu is named in a CMake file of its part, or lies in a folder of tests that is taken whole."""
    for part in FOLDERS:
        cmake = "\n".join(p.read_text(encoding="utf-8") for p in sorted((root / part).rglob("*"))
                          if p.name == "CMakeLists.txt" or p.suffix == ".cmake")
        everywhere = "\n".join(p.read_text(encoding="utf-8") for f in FOLDERS for p in sorted((root / f).rglob("*"))
                               if p.name == "CMakeLists.txt" or p.suffix == ".cmake")
        whole = set(re.findall(r"\bfum_tests\(\s*(\w+)", cmake))
        for path in sources:
            if not path.startswith(part + "/") or not path.endswith((".cpp", ".cu")):
                continue
            inside = path[len(part) + 1:]
            if inside.split("/")[0] in whole and inside.count("/") == 1:
                continue
            names = rf"(?<![\w/.]){re.escape(inside)}(?![\w.])", rf"(?<![\w]){re.escape(path)}(?![\w.])"
            if not re.search(names[0], cmake) and not re.search(names[1], everywhere):
                yield f"{path} is in no target: no CMake file of {part} names it"


def check(root):
    sources = read_sources(root)
    broken = [*check_layers(sources), *check_compiler(sources), *check_heavy(sources),
              *check_words(root, sources), *check_targets(root, sources)]
    return broken, len(sources)


# A made-up tree without a fault, and faults: a file, what is added to it, and a piece of what must be said about it.
SOUND = {
    "sim/CMakeLists.txt": "add_library(sim solver.cpp device/cuda.cu io/vdb.cpp)\n",
    "render/CMakeLists.txt": "add_library(render png.cpp)\n",
    "app/CMakeLists.txt": "add_executable(it main.cpp commands/run.cpp)\n",
    "tests/CMakeLists.txt": "fum_tests(unit unit LINK sim)\n",
    "sim/core/hd.h": "#if defined(__CUDACC__)\n#endif\n",
    "sim/lattice/grid.h": '#include "sim/core/hd.h"\n',
    "sim/collision/bgk.h": '#include "sim/lattice/grid.h"\n',
    "sim/smoke/tracers.h": '#include "sim/lattice/grid.h"\n',
    "sim/config.h": '#include "sim/core/hd.h"\n',
    "sim/solver.h": '#include "sim/config.h"\n',
    "sim/step.h": '#include "sim/collision/bgk.h"\n#include "sim/solver.h"\n',
    "sim/device/cpu.h": '#include "sim/step.h"\n',
    "sim/device/cuda.cu": '#include "sim/step.h"\n#include <cuda_runtime.h>\n',
    "sim/solver.cpp": '#include "sim/device/cpu.h"\n',
    "sim/scene.h": '#include "sim/config.h"\n',
    "sim/io/vdb.cpp": '#include "sim/scene.h"\n#include <openvdb/openvdb.h>\n',
    "render/png.cpp": '#include "sim/core/hd.h"\n#include <glad/gl.h>\n',
    "app/main.cpp": '#include "sim/solver.h"\n#include "app/made.h"\n// __CUDACC__ in words is no question\n',
    "app/made.h.in": "",
    "app/commands/run.cpp": "#include <nlohmann/json.hpp>\n",
    "tests/unit/a_test.cpp": '#include "sim/lattice/grid.h"\n',
}
FAULTS = [
    ("sim/core/hd.h", '#include "sim/lattice/grid.h"\n', "(core) may not include sim/lattice/grid.h"),
    ("sim/lattice/grid.h", '#include "sim/collision/bgk.h"\n', "(lattice) may not include"),
    ("sim/collision/bgk.h", '#include "sim/smoke/tracers.h"\n', "(collision) may not include sim/smoke/tracers.h"),
    ("sim/collision/bgk.h", '#include "sim/config.h"\n', "(collision) may not include sim/config.h"),
    ("sim/smoke/tracers.h", '#include "sim/device/cpu.h"\n', "(smoke) may not include sim/device/cpu.h"),
    ("sim/step.h", '#include "sim/device/cpu.h"\n', "(step) may not include sim/device/cpu.h"),
    ("sim/device/cpu.h", '  #  include "sim/scene.h"\n', "(device) may not include sim/scene.h"),
    ("sim/solver.cpp", '#include "sim/io/vdb.h"\n', "is no file of this tree"),
    ("sim/solver.h", '#include "../config.h"\n', "is no file of this tree"),
    ("sim/solver.h", '#include "sim/scene.h"\n', "(door) may not include sim/scene.h"),
    ("render/png.cpp", '#include "sim/solver.h"\n', "(render) may not include sim/solver.h"),
    ("render/png.cpp", '#include "sim/config.h"\n', "(render) may not include sim/config.h"),
    ("sim/io/vdb.cpp", '#include "app/made.h"\n', "(io) may not include app/made.h"),
    ("sim/odd.h", "\n", "the house has no place"),
    ("sim/lattice/grid.h", "#ifdef __CUDA_ARCH__\n#endif\n", "asks which compiler"),
    ("app/main.cpp", "#if __CUDACC__\n#endif\n", "asks which compiler"),
    ("app/main.cpp", "#include <openvdb/tools/Dense.h>\n", "one .cpp is the limit"),
    ("app/main.cpp", "#include <EGL/egl.h>\n", "which stays in render/"),
    ("sim/solver.cpp", "#include <cuda_runtime.h>\n", "which stays in sim/device/"),
    ("sim/scene.h", "#include <toml++/toml.h>\n", "is no .cpp and includes"),
    ("sim/solver.h", "#include <nlohmann/json.hpp>\n", "is no .cpp and includes"),
    ("sim/device/cuda.cu", "#include <fmt/core.h>\n", "nvcc does not compile cleanly"),
    ("app/main.cpp", "// TO" "DO later\n", "unfinished work"),
    ("app/main.cpp", 'auto p = "/ho' 'me/me/x";\n', "a folder of one machine"),
    ("app/lost.cpp", "\n", "is in no target"),
    ("app/run.cpp", "\n", "is in no target"),
    ("tests/unit/deep/b_test.cpp", "\n", "is in no target"),
]


def self_test():
    def tree_with(path, text):
        files = dict(SOUND)
        if path:
            files[path] = files.get(path, "") + text
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            for name, content in files.items():
                (root / name).parent.mkdir(parents=True, exist_ok=True)
                (root / name).write_text(content, encoding="utf-8")
            return check(root)[0]

    failures = [f"the sound tree is refused: {line}" for line in tree_with(None, "")]
    for path, text, words in FAULTS:
        broken = tree_with(path, text)
        if not any(words in line for line in broken):
            failures.append(f"{text.strip()!r} in {path} was not caught as {words!r}; said: {broken}")
    return failures, len(FAULTS) + 1


def main():
    if len(sys.argv) != 2:
        print(__doc__.strip().splitlines()[-1], file=sys.stderr)
        return 2
    if sys.argv[1] == "--self-test":
        failures, count = self_test()
        what = "made-up trees"
    else:
        failures, count = check(pathlib.Path(sys.argv[1]))
        what = "files"
        if count == 0:
            failures = ["no sources were found"]
    for line in failures:
        print(line)
    print(f"{count} {what}, {len(failures)} faults")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())

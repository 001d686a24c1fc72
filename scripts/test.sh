#!/usr/bin/env bash
# Installs what is missing, builds with warnings as errors and checks everything: format, clang-tidy, sanitizers, all tests.
# test.sh --quick leaves out clang-tidy, sanitizers and the physics; test.sh PART... does only: build format tidy asan tests
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

parts=(build format tidy asan tests)
selection=()
if [[ ${1:-} == --quick ]]; then
    shift
    parts=(build format tests)
    selection=(--label-exclude 'physics|gpu')
fi
for argument in "$@"; do
    if [[ ! " build format tidy asan tests " == *" $argument "* ]]; then
        echo "test.sh: unknown argument $argument; see the first lines of this script" >&2
        exit 2
    fi
done
if (($# > 0)); then parts=("$@"); fi

export CCACHE_BASEDIR=$PWD CCACHE_NOHASHDIR=1 # another clone in another folder finds what this one compiled
export NINJA_STATUS='[%f/%t, %e s] '
jobs=$(nproc)

configured() { # preset
    cmake --preset "$1" > "build/$1.log" 2>&1 || { cat "build/$1.log"; return 1; }
    sed -n '/Fumarole is built with/,/^$/p' "build/$1.log"
}

build() {
    configured ci && cmake --build --preset ci --parallel "$jobs"
}

# Versions of clang-format differ in taste; ours is Debian 12's.
format() {
    local tool=clang-format-14 files
    if ! command -v $tool > /dev/null; then
        echo "$tool is not installed, the format is not checked"
        return 0
    fi
    mapfile -t files < <(find app render sim tests -name '*.h' -o -name '*.cpp' -o -name '*.cu' -o -name '*.cuh')
    $tool --dry-run --Werror --ferror-limit=1 "${files[@]}" 2>&1 | sed -n 's/: error: .*/: not formatted as .clang-format says/p'
    return "${PIPESTATUS[0]}"
}

tidy() {
    configured ci > /dev/null && scripts/tidy.py build/ci
}

asan() {
    configured asan && cmake --build --preset asan --parallel "$jobs" --target fum_unit_tests fum_io_tests fumarole &&
        UBSAN_OPTIONS=print_stacktrace=1 ctest --test-dir build/asan --parallel "$jobs" --output-on-failure \
            --label-regex '^(unit|io|monkey)$' --no-tests=error
}

# Mitsuba, VTK and OpenUSD from PyPI read what is exported; where they cannot be had, those tests are skipped.
programs() {
    cmp -s tests/requirements.txt .venv/requirements.txt && return 0
    if /usr/bin/python3 -m venv .venv && .venv/bin/pip install -q --disable-pip-version-check -r tests/requirements.txt; then
        cp tests/requirements.txt .venv/
    else
        echo "The programs that read exported files could not be installed; their tests are skipped" >&2
    fi
}

tests() {
    ctest --test-dir build/ci --parallel "$jobs" --output-on-failure --no-tests=error "${selection[@]}"
}

times="" failed=""
timed() { # what it is called, command
    local start=$SECONDS
    echo "== $1"
    "${@:2}" || failed+=" $1"
    times+=$(printf '%6d s  %s' $((SECONDS - start)) "$1")$'\n'
}

mkdir -p build
timed packages scripts/setup.sh --tests
[[ -z $failed ]] || exit 1
[[ " ${parts[*]} " != *" tests "* ]] || timed programs programs
for part in "${parts[@]}"; do
    [[ $part == tests ]] || timed "$part" "$part"
done
echo "== times of the parts"
printf '%s' "$times"
if [[ " ${parts[*]} " == *" tests "* ]]; then
    echo "== tests"
    tests || failed+=" tests"
fi
if [[ -n $failed ]]; then
    echo "test.sh: failed:$failed" >&2
    exit 1
fi

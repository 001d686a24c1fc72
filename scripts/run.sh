#!/usr/bin/env bash
# Installs what is missing, builds Fumarole and starts it: with arguments as they say (scripts/run.sh my_mesh.obj), without
# any in its window where somebody can look at one: a display is there and a terminal waits. Elsewhere, as in scripts and
# on machines without a display, nobody would ever close that window, and the default scene is run into out/jet_on_ball.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
build=$root/build/release

"$root/scripts/setup.sh"

# The first build compiles CUDA code for the GPUs of this machine alone. Where it shows none, the code is left in the
# form (PTX) that the driver of any later GPU finishes by itself: that builds fastest and still runs everywhere.
configure=()
if [[ ! -f $build/CMakeCache.txt ]]; then
    architectures=$(nvidia-smi --query-gpu=compute_cap --format=csv,noheader 2> /dev/null |
        tr -d '. ' | grep -xE '[0-9]+' | sort -nu | awk '$1 >= 75 { printf "%s%s-real", n++ ? ";" : "", $1 }' || true)
    configure=("-DCMAKE_CUDA_ARCHITECTURES=${architectures:-75-virtual}")
fi
if [[ ! -f $build/build.ninja ]] || ((${#configure[@]} > 0)); then
    (cd "$root" && cmake --preset release "${configure[@]}" | sed -n '/Fumarole is built with/,/^$/p')
fi
export NINJA_STATUS="[%f/%t, %e s] " CCACHE_BASEDIR=$root CCACHE_NOHASHDIR=1
cmake --build "$build" --target fumarole

if (($# == 0)) && [[ -n ${DISPLAY:-} && -t 0 && -t 1 ]]; then
    exec "$build/app/fumarole" view "$root/assets/scenes/jet_on_ball.toml"
fi
if (($# == 0)); then
    cd "$root"
    set -- run assets/scenes/jet_on_ball.toml --output out/jet_on_ball
    echo "fumarole $*"
fi
exec "$build/app/fumarole" "$@"

#!/usr/bin/env bash
# Installs what is missing, builds Fumarole and runs it: without arguments the default scene into out/jet_on_ball, else
# what they say, as in: scripts/run.sh run my_scene.toml --output my_frames
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

if (($# == 0)); then
    cd "$root"
    set -- run assets/scenes/jet_on_ball.toml --output out/jet_on_ball
    echo "fumarole $*"
fi
exec "$build/app/fumarole" "$@"

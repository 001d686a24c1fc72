#!/usr/bin/env bash
# Installs the Debian packages that Fumarole needs and that are missing: those of the program, with --tests those of the
# tests as well. Says nothing and asks no network when all are there.
set -euo pipefail

build=(g++ cmake ninja-build ccache mold git
    libassimp-dev libtinyobjloader-dev nlohmann-json3-dev   # meshes
    libtomlplusplus-dev                                     # scenes
    libopenvdb-dev libboost-iostreams-dev zlib1g-dev        # VDB frames; libopenvdb-dev does not bring the other two along
    libtbb-dev libfmt-dev libspdlog-dev libcli11-dev libgtest-dev libgmock-dev
    libegl1-mesa-dev libgl1-mesa-dri libegl1 python3-glad libglm-dev libstb-dev  # pictures, drawn by Mesa where no GPU is
    libglfw3-dev libimgui-dev libfreetype-dev pkg-config)  # the window
tests=(python3 python3-venv python3-openvdb libopenvdb-tools python3-numpy assimp-testmodels locales
    xvfb xdotool python3-xlib  # a display for the window, hands for it
    clang-format clang-tidy)
if grep -qs '^VERSION_CODENAME=bookworm' /etc/os-release; then
    tests[-1]=clang-tidy-16 # its clang-tidy is 14, which cannot read all of our C++20
fi
package=(xz-utils)

usage="Usage: scripts/setup.sh [--tests] [--package] [--list]"
wanted=("${build[@]}")
only_list=false
for argument in "$@"; do
    case $argument in
        --tests) wanted+=("${tests[@]}") ;;
        --package) wanted+=("${package[@]}") ;;
        --list) only_list=true ;;
        -h | --help) echo "$usage"; exit 0 ;;
        *) echo "setup.sh: unknown option $argument. $usage" >&2; exit 2 ;;
    esac
done
if $only_list; then printf '%s\n' "${wanted[@]}"; exit 0; fi

fail() { echo "setup.sh: $*" >&2; exit 1; }

if ! command -v dpkg-query > /dev/null || ! command -v apt-get > /dev/null; then
    fail "this is not Debian or Ubuntu, so nothing was installed. Install the like of these by hand: ${wanted[*]}"
fi

# One query for all names: those that are installed are printed, and the rest is missing.
missing() {
    local installed
    # dpkg-query fails when one name is unknown to it, which is what is being asked.
    installed=$({ dpkg-query -W -f='${db:Status-Status} ${Package}\n' "${wanted[@]}" 2> /dev/null || true; } |
        sed -n 's/^installed //p')
    printf '%s\n' "${wanted[@]}" | grep -vxF -f <(printf '%s\n' "${installed:-none}") || true
}
mapfile -t absent < <(missing)
((${#absent[@]} > 0)) || exit 0

as_root=()
if ((EUID != 0)); then
    command -v sudo > /dev/null || fail "${absent[*]} must be installed, which takes root or sudo."
    if [[ ! -t 0 ]]; then
        sudo -n true 2> /dev/null || fail "${absent[*]} must be installed, and sudo would ask for a password; run this as root."
    fi
    as_root=(sudo)
fi

# Another apt-get may hold the lock: apt waits for dpkg's by itself, not for that of the lists, so it is asked again.
apt() {
    local try
    for try in 1 2 3 4 5 6; do
        if "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=300 -qq "$@" \
            < /dev/null > "$log" 2>&1; then
            return 0
        fi
        grep -q 'Could not get lock\|Unable to lock\|is another process using it' "$log" || return 1
        echo "setup.sh: another apt-get is at work; waiting (try $try of 6)"
        sleep 15
    done
    return 1
}

log=$(mktemp)
trap 'rm -f "$log"' EXIT
echo "Installing ${#absent[@]} packages: ${absent[*]}"
apt update || echo "setup.sh: apt-get update failed, the old lists are used: $(tail -n 1 "$log")" >&2
if ! apt install -y --no-install-recommends "${absent[@]}"; then
    tail -n 20 "$log" >&2
    fail "apt-get could not install ${absent[*]} (its last words are above)."
fi

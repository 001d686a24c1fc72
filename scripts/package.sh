#!/usr/bin/env bash
# Makes out/fumarole-VERSION-linux-MACHINE.tar.xz: the program, the shared libraries that not every Linux has, scenes,
# meshes and licences. Builds for all GPU architectures in build/package, or takes another build folder: package.sh FOLDER
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
fail() { echo "package.sh: $*" >&2; exit 1; }

"$root/scripts/setup.sh" --package
if (($# > 0)); then
    build=$(cd "$1" && pwd)
else
    build=$root/build/package
    (cd "$root" && cmake --preset release -B "$build" > /dev/null)
fi
cmake --build "$build" --target fumarole

version=$(sed -n 's/^CMAKE_PROJECT_VERSION:STATIC=//p' "$build/CMakeCache.txt")
name=fumarole-$version-linux-$(uname -m)
stage=$build/package/$name
rm -rf "$stage"
cmake --install "$build" --prefix "$stage" --strip > /dev/null
cp "$root/README.md" "$root/LICENSE" "$stage/"
program=$stage/bin/fumarole

# Left to the system: the C and C++ run-time libraries, and all that belongs to its graphics driver.
systems='^(linux-vdso|ld-linux.*|libc|libm|libmvec|libdl|libpthread|librt|libresolv|libutil|libstdc\+\+|libgcc_s|lib(GL|GLX|GLdispatch|EGL|OpenGL|gbm|cuda)|libdrm.*|libnvidia.*)\.so'
mkdir -p "$stage/lib" "$stage/share/doc/fumarole/third_party"
ldd "$program" | grep -q 'not found' && fail "libraries are missing here: $(ldd "$program" | grep 'not found')"
ldd "$program" | awk '$2 == "=>" && $3 ~ /^\// { print $1, $3 }' | grep -vE "$systems" |
    while read -r soname path; do
        install -m 644 "$(readlink -f "$path")" "$stage/lib/$soname"
    done

# GLFW opens the X libraries by name as it starts, so that ldd does not see them.
for soname in libX11.so.6 libX11-xcb.so.1 libXcursor.so.1 libXext.so.6 libXfixes.so.3 libXi.so.6 libXinerama.so.1 \
    libXrandr.so.2 libXrender.so.1 libXxf86vm.so.1; do
    path=$(ldconfig -p | awk -v name="$soname" '$1 == name { print $NF; exit }')
    [[ -n $path ]] || fail "$soname is not installed here; the packaged window could not open"
    install -m 644 "$(readlink -f "$path")" "$stage/lib/$soname"
done

# A RUNPATH in a library would hide the program's RPATH from it.
for file in "$program" "$stage"/lib/*; do
    readelf -d "$file" | grep -q RUNPATH && fail "$file has a RUNPATH, so its own libraries would not be found"
done
readelf -d "$program" | grep -q "RPATH.*\[\$ORIGIN/../lib\]" || fail "$program has no RPATH to ../lib"
strays=$(ldd "$program" | awk '$2 == "=>" { print $1, $3 }' | grep -vE "$systems" | grep -vF "$stage" || true)
[[ -z $strays ]] || fail "not taken from the package: $strays"

# Licences: of the libraries copied, and of those compiled in.
copyright() {
    local package=$1
    if [[ -f /usr/share/doc/$package/copyright ]]; then
        cp -L "/usr/share/doc/$package/copyright" "$stage/share/doc/fumarole/third_party/$package.txt"
    fi
}
for package in libcli11-dev libfmt-dev libspdlog-dev nlohmann-json3-dev libstb-dev libglm-dev python3-glad libimgui-dev; do
    copyright "$package"
done
install -m 644 "$root/assets/fonts/LICENSE" "$stage/share/doc/fumarole/third_party/roboto.txt"
for file in "$stage"/lib/*; do
    package=$(dpkg-query -S "*/${file##*/}" 2> /dev/null | head -n 1 | cut -d: -f1 || true)
    copyright "${package:-${file##*/}}"
done

needed() {
    objdump -T "$program" "$stage"/lib/* 2> /dev/null | grep -oE "\b$1_[0-9.]+" | sort -uV | tail -n 1
}
mkdir -p "$root/out"
package=$root/out/$name.tar.xz
tar --sort=name --owner=0 --group=0 --numeric-owner -C "$(dirname "$stage")" -c "$name" | xz -6 -T0 > "$package.part"
mv "$package.part" "$package"
"$program" --version
echo "$package: $(du -h "$package" | cut -f1), $(du -sh "$stage" | cut -f1) unpacked," \
    "$(find "$stage/lib" -type f | wc -l) libraries; needs $(needed GLIBC), $(needed GLIBCXX)"

#!/usr/bin/env bash
# Opens a sequence in Blender (3.4 or later, in PATH or named by BLENDER) with the script that Fumarole writes beside it and
# measures in Cycles' pictures where the smoke is and how long its motion blur is. Not part of test.sh: Blender is large.
# check_blender.sh FUMAROLE
set -euo pipefail
program=$(realpath "${1:?Usage: scripts/check_blender.sh FUMAROLE (the built program)}")
blender=${BLENDER:-blender}
command -v "$blender" > /dev/null || { echo "check_blender.sh: blender was not found; apt-get install blender python3-numpy" >&2; exit 1; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# A blob that a uniform wind of 3 m/s carries along x: 0.125 m a frame at 24 fps, half of it while the shutter is open.
cat > "$work/blob.toml" << 'END'
version = 1
[domain]
size_m = [1.5, 0.75, 0.75]
resolution = 96
[fluid]
start_velocity_ms = [3.0, 0.0, 0.0]
[boundary]
xmin.kind = "periodic"
xmax.kind = "periodic"
ymin.kind = "periodic"
ymax.kind = "periodic"
zmin.kind = "periodic"
zmax.kind = "periodic"
[[emitter]]
shape = "sphere"
centre_m = [-0.45, 0.1, 0.05]
radius_m = 0.1
end_s = 0.001
count = 200000.0
[time]
frames = 4
ramp_s = 0.0
[camera]
eye_m = [0.0, 0.1, 4.0]
target_m = [0.0, 0.1, 0.0]
fov_deg = 14
[output.png]
on = false
width = 480
height = 240
[output.mitsuba]
on = true
END
"$program" run "$work/blob.toml" --no-config -q -o "$work/out" > /dev/null

cat > "$work/measure.py" << 'END'
import math, os, struct, sys
import bpy
import numpy as np

WORK = sys.argv[-1]
exec(compile(open(os.path.join(WORK, "out/smoke_blender.py")).read(), os.path.join(WORK, "out/smoke_blender.py"), "exec"),
     {"__file__": os.path.join(WORK, "out/smoke_blender.py"), "__name__": "__main__"})
scene = bpy.context.scene
volume = next(o for o in bpy.data.objects if o.type == "VOLUME")
scene.frame_set(2)
grids = volume.evaluated_get(bpy.context.evaluated_depsgraph_get()).data.grids
grids.load()
print("grids", [g.name for g in grids], "file", os.path.basename(grids.frame_filepath))

# Smoke that glows by its density: pictures are linear in it.
tree = volume.data.materials[0].node_tree
tree.nodes.clear()
glow, density = tree.nodes.new("ShaderNodeEmission"), tree.nodes.new("ShaderNodeAttribute")
density.attribute_name = "density"
tree.links.new(density.outputs["Fac"], glow.inputs["Strength"])
tree.links.new(glow.outputs[0], tree.nodes.new("ShaderNodeOutputMaterial").inputs["Volume"])
bpy.data.worlds[0].color = (0, 0, 0)
scene.world.use_nodes = False
scene.cycles.samples = 96
scene.cycles.use_denoising = False
scene.cycles.volume_step_rate = 0.25
scene.render.image_settings.file_format = "OPEN_EXR"
scene.view_settings.view_transform = "Standard"


def picture(frame, blur):
    scene.render.use_motion_blur = blur
    scene.frame_set(frame)
    scene.render.filepath = os.path.join(WORK, "f%d%d.exr" % (frame, blur))
    bpy.ops.render.render(write_still=True)
    image = bpy.data.images.load(scene.render.filepath)
    pixels = np.array(image.pixels[:], dtype=np.float64).reshape(240, 480, -1)[:, :, 0]
    return pixels  # the lowest row first


def moments(pixels):
    metres = 2 * 4 * math.tan(math.radians(7)) / 240  # a pixel in the plane z = 0
    y, x = np.mgrid[0:240, 0:480]
    x, y = (x + 0.5 - 240) * metres, (y + 0.5 - 120) * metres + 0.1
    total = pixels.sum()
    mx, my = (pixels * x).sum() / total, (pixels * y).sum() / total
    return total, mx, my, (pixels * (x - mx) ** 2).sum() / total, (pixels * (y - my) ** 2).sum() / total


def in_the_file(frame):
    data = open(os.path.join(WORK, "out/smoke_%04d.vol" % frame), "rb").read()
    n, box = np.array(struct.unpack("<3i", data[8:20])), np.array(struct.unpack("<6f", data[24:48])).reshape(2, 3)
    d = np.frombuffer(data[48:], "<f4").reshape(n[::-1]).astype(np.float64)
    z, y, x = np.nonzero(d)
    p = box[0] + (np.stack([x, y, z], axis=1) + 0.5) * (box[1] - box[0]) / n
    p[:, :2] = [0, 0.1] + (p[:, :2] - [0, 0.1]) * (4 / (4 - p[:, 2:]))  # as the camera sees it
    return np.average(p, axis=0, weights=d[z, y, x])


worst = 0
for frame in (2, 3):
    sharp, blurred, place = moments(picture(frame, False)), moments(picture(frame, True)), in_the_file(frame)
    length = math.sqrt(max(0, 12 * (blurred[3] - sharp[3])))  # a box of this length adds length^2 / 12 to the variance
    print("frame %d: smoke at (%.4f, %.4f) m, in the file (%.4f, %.4f) m; blur %.4f m along x (wanted 0.0625), variance "
          "across %+.1e m^2, light kept %.3f, centre moved by %.4f m" %
          (frame, sharp[1], sharp[2], place[0], place[1], length, blurred[4] - sharp[4], blurred[0] / sharp[0],
           blurred[1] - sharp[1]))
    worst = max(worst, abs(length / 0.0625 - 1), 50 * math.hypot(sharp[1] - place[0], sharp[2] - place[1]))
print("check_blender:", "good" if worst < 0.15 else "bad")
sys.exit(0 if worst < 0.15 else 1)
END
status=0
"$blender" -b --factory-startup --python-exit-code 1 -P "$work/measure.py" -- "$work" > "$work/log" 2>&1 || status=$?
grep -E '^(Blender|grids|frame|check_blender|Error|Traceback)|Error:' "$work/log" || true
if ((status != 0)); then tail -n 30 "$work/log" >&2; fi
exit "$status"

"""Pictures of the window against pictures kept in tests/window/looks, loosely: as blocks of their mean colours.

With FUM_KEEP_LOOKS=1 in the environment they are written anew instead; look at them before they are committed.
"""
import os
import struct
import unittest
import zlib

from program import SOURCE, WindowTest

LOOKS = SOURCE / "tests/window/looks"
BLOCKS = (48, 32)  # across, down
MOST = 30          # of 255, that a block may be off in its worst colour; text that changes is in few blocks
FEW = 0.005        # of the blocks that may be off by more
MEAN = 1.0         # of 255, over all blocks

# 48 x 24 x 24 nodes, still after twelve frames: the same flow on every CPU.
STILL = """open small.toml
wait run
wait mode = playing
action run.play
wait mode = paused
action run.restart
wait run
wait mode = paused
""" + "action run.next_frame\nwait mode = paused\n" * 12 + """
camera 1.5 0.9 2.6  0 0 0
set view.quality.adaptive false
"""

LAYERS = {
    "smoke": ["view.smoke.on"],
    "tracers": ["view.tracers.on"],
    "slice": ["view.slice[0].on", "view.slice[0].arrows"],
    "iso": ["view.iso.on"],
    "streamlines": ["view.streamlines.on"],
    "samples": ["view.samples.on"],
}


def read_png(path):
    """8 bit RGB or RGBA, not interlaced: width, height, channels, rows."""
    data = path.read_bytes()
    width, height, depth, kind = struct.unpack(">2I2B", data[16:26])
    assert depth == 8 and kind in (2, 6), path
    at, packed = 8, b""
    while at < len(data):
        (size,) = struct.unpack(">I", data[at:at + 4])
        if data[at + 4:at + 8] == b"IDAT":
            packed += data[at + 8:at + 8 + size]
        at += size + 12
    raw, n = zlib.decompress(packed), 3 if kind == 2 else 4
    stride, rows, above = width * n, [], bytearray(width * n)
    for y in range(height):
        how, row = raw[y * (stride + 1)], bytearray(raw[y * (stride + 1) + 1:(y + 1) * (stride + 1)])
        if how == 1:
            for i in range(n, stride):
                row[i] = (row[i] + row[i - n]) & 255
        elif how == 2:
            row = bytearray((a + b) & 255 for a, b in zip(row, above))
        elif how == 3:
            for i in range(stride):
                row[i] = (row[i] + ((row[i - n] if i >= n else 0) + above[i]) // 2) & 255
        elif how == 4:
            for i in range(stride):
                a, b, c = (row[i - n], above[i], above[i - n]) if i >= n else (0, above[i], 0)
                p = a + b - c
                pa, pb, pc = abs(p - a), abs(p - b), abs(p - c)
                row[i] = (row[i] + (a if pa <= pb and pa <= pc else b if pb <= pc else c)) & 255
        rows.append(row)
        above = row
    return width, height, n, rows


def blocks_of(path):
    """Mean colours, [BLOCKS[1]][BLOCKS[0]][3]."""
    width, height, n, rows = read_png(path)
    means = []
    for j in range(BLOCKS[1]):
        y0, y1 = j * height // BLOCKS[1], (j + 1) * height // BLOCKS[1]
        line = []
        for i in range(BLOCKS[0]):
            x0, x1 = i * width // BLOCKS[0], (i + 1) * width // BLOCKS[0]
            count = (y1 - y0) * (x1 - x0)
            line.append([sum(sum(rows[y][x0 * n + c:x1 * n:n]) for y in range(y0, y1)) / count for c in range(3)])
        means.append(line)
    return means


def write_png(path, means):
    raw = b"".join(b"\0" + bytes(round(v) for block in line for v in block) for line in means)
    part = lambda name, body: struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))
    path.write_bytes(b"\x89PNG\r\n\x1a\n" + part(b"IHDR", struct.pack(">2I5B", *BLOCKS, 8, 2, 0, 0, 0)) +
                     part(b"IDAT", zlib.compress(raw, 9)) + part(b"IEND", b""))


def apart(one, other):
    """Mean difference, and the share of blocks that are off by more than MOST."""
    off = [max(abs(a - b) for a, b in zip(p, q)) for l, m in zip(one, other) for p, q in zip(l, m)]
    mean = sum(abs(a - b) for l, m in zip(one, other) for p, q in zip(l, m) for a, b in zip(p, q)) / (3 * len(off))
    return mean, sum(v > MOST for v in off) / len(off)


class Looks(WindowTest):
    def check(self, name):
        shot, kept = self.folder / f"{name}.png", LOOKS / f"{name}.png"
        self.keep(shot, f"look_{name}.png")
        means = blocks_of(shot)
        if os.environ.get("FUM_KEEP_LOOKS"):
            LOOKS.mkdir(exist_ok=True)
            write_png(kept, means)
        mean, share = apart(means, blocks_of(kept))
        self.assertLess(mean, MEAN, f"{name} looks different: {mean:.2f} of 255 in the mean; see look_{name}.png")
        self.assertLess(share, FEW, f"{name} looks different in {100 * share:.1f} % of its blocks; see look_{name}.png")
        return means

    def test_every_layer_and_the_window_look_as_they_did(self):
        text, last = STILL + "set view.smoke.on false\n", []
        for name, settings in LAYERS.items():
            text += "".join(f"set {s} false\n" for s in last) + "".join(f"set {s} true\n" for s in settings)
            text += f"wait idle\nwait pictures 12\nscreenshot {name}.png viewport\n"
            last = settings
        text += "set view.samples.on false\nset view.iso.on true\nset view.iso.look volume\nwait pictures 8\n"
        text += "screenshot glow.png viewport\nset view.iso.on false\nset view.smoke.on true\nselect solid[0]\n"
        text += "wait pictures 8\nscreenshot window.png\nexpect gl-errors 0\n"
        self.script(text, "--width", 1200, "--height", 760)
        seen = {name: self.check(name) for name in [*LAYERS, "glow", "window"]}
        # The comparison can tell: no layer looks like another one.
        layers = [*LAYERS, "glow"]
        for i, one in enumerate(layers):
            for other in layers[:i]:
                mean, share = apart(seen[one], seen[other])
                self.assertTrue(mean > MEAN or share > FEW, f"{one} and {other} look alike: {mean:.2f}, {share:.3f}")


if __name__ == "__main__":
    unittest.main()

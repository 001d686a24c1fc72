"""A display of its own (Xvfb), the program's window on it, and hands: xdotool, a drop by the XDND protocol, pictures."""
import json
import os
import select
import struct
import subprocess
import time
import zlib
from pathlib import Path
from urllib.parse import quote

import numpy
from Xlib import X, Xatom, display, protocol

from program import PROGRAM


def wait_for(what, said, seconds=60):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        found = what()
        if found:
            return found
        time.sleep(0.05)
    raise AssertionError(f"not within {seconds} s: {said}")


class Desktop:
    """Xvfb chooses a free number itself."""

    def __init__(self, width=1280, height=720):
        read, write = os.pipe()
        self.server = subprocess.Popen(["Xvfb", "-displayfd", str(write), "-screen", "0", f"{width}x{height}x24",
                                        "-nolisten", "tcp", "-noreset"], pass_fds=[write], stderr=subprocess.DEVNULL)
        os.close(write)
        number = ""
        while not number.endswith("\n") and select.select([read], [], [], 30)[0]:
            piece = os.read(read, 32).decode()  # the server writes the end of the line apart, and dies if nobody reads it
            if not piece:
                break
            number += piece
        os.close(read)
        number = number.strip()
        if not number:
            self.server.kill()
            raise AssertionError("Xvfb did not start")
        self.name = f":{number}"
        self.x = display.Display(self.name)
        self.root = self.x.screen().root

    def close(self):
        self.x.close()
        self.server.terminate()
        self.server.wait(20)

    def picture(self, area=None):
        """[height][width][red, green, blue] of the screen, or of (x, y, width, height)."""
        size = self.root.get_geometry()
        x, y, w, h = area or (0, 0, size.width, size.height)
        raw = self.root.get_image(x, y, w, h, X.ZPixmap, 0xFFFFFFFF).data
        return numpy.frombuffer(raw, numpy.uint8).reshape(h, w, 4)[:, :, 2::-1]

    def hands(self, *words):
        subprocess.run(["xdotool", *map(str, words)], env={**os.environ, "DISPLAY": self.name}, check=True, timeout=20)


def save_png(path, picture):
    h, w, _ = picture.shape
    rows = b"".join(b"\0" + row.tobytes() for row in picture)
    chunk = lambda kind, data: struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    Path(path).write_bytes(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">2I5B", w, h, 8, 2, 0, 0, 0)) +
                           chunk(b"IDAT", zlib.compress(rows, 6)) + chunk(b"IEND", b""))


class ProgramWindow:
    """The running program, and what it tells through FUMAROLE_UI_MAP."""

    def __init__(self, desktop, folder, env, *words):
        self.desktop, self.map = desktop, folder / "map.json"
        self.map.unlink(missing_ok=True)
        self.errors = open(folder / "stderr.txt", "w+", encoding="utf-8")
        env = {**env, "DISPLAY": desktop.name, "FUMAROLE_UI_MAP": str(self.map), "LIBGL_ALWAYS_SOFTWARE": "1"}
        self.process = subprocess.Popen([PROGRAM, *map(str, words)], cwd=folder, env=env, stderr=self.errors,
                                        stdout=self.errors)
        wait_for(lambda: self.map.exists() or self.process.poll() is not None, "the window is there")
        assert self.process.poll() is None, self.said()
        self.window = wait_for(self.find, "the window is found")
        desktop.hands("windowfocus", self.window.id)

    def close(self):
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait(20)
        self.errors.close()

    def find(self):
        for window in self.desktop.root.query_tree().children:
            if window.get_wm_class() or "Fumarole" in str(window.get_wm_name()):
                return window
        return None

    def said(self):
        self.errors.flush()
        self.errors.seek(0)
        return self.errors.read()

    def told(self):
        return json.loads(self.map.read_text(encoding="utf-8"))

    def state(self, name):
        return self.told()["state"][name]

    def wait(self, name, holds, seconds=60):
        def look():
            assert self.process.poll() is None, f"it ended with {self.process.poll()}: {self.said()[-3000:]}"
            return holds(self.state(name))
        try:
            wait_for(look, name, seconds)
        except AssertionError as e:
            raise AssertionError(f"{e}; it is {self.state(name)!r}; {self.said()[-3000:]}") from None

    def wait_pictures(self, n):
        first = self.told()["pictures"]
        wait_for(lambda: self.told()["pictures"] >= first + n, f"{n} pictures")

    def box(self, item, seconds=10):
        marks = wait_for(lambda: (m := self.told()["marks"]) if item in self.told()["marks"] else None,
                         f"item {item}", seconds)
        x0, y0, x1, y1 = marks[item]
        return int(x0), int(y0), int(x1 - x0), int(y1 - y0)

    def middle(self, item):
        x, y, w, h = self.box(item)
        return x + w // 2, y + h // 2

    def click(self, item, then_wait=True):
        self.desktop.hands("mousemove", *self.middle(item))
        self.wait_pictures(2)
        self.desktop.hands("mousedown", 1)
        self.wait_pictures(2)
        self.desktop.hands("mouseup", 1)
        if then_wait:
            self.wait_pictures(2)

    def drag(self, item, dx):
        x, y = self.middle(item)
        self.desktop.hands("mousemove", x, y)
        self.wait_pictures(2)
        self.desktop.hands("mousedown", 1)
        self.wait_pictures(2)
        for i in range(1, 6):
            self.desktop.hands("mousemove", x + i * dx // 5, y)
            self.wait_pictures(1)
        self.desktop.hands("mouseup", 1)
        self.wait_pictures(2)

    def key(self, keys):
        self.desktop.hands("key", keys)
        self.wait_pictures(2)

    def picture(self, item=None):
        return self.desktop.picture(self.box(item) if item else None)

    def delete(self):
        """What a window manager sends when the cross is clicked."""
        x = self.desktop.x
        event = protocol.event.ClientMessage(window=self.window, client_type=x.intern_atom("WM_PROTOCOLS"),
                                             data=(32, [x.intern_atom("WM_DELETE_WINDOW"), X.CurrentTime, 0, 0, 0]))
        self.window.send_event(event)
        x.flush()

    def end(self, seconds=30):
        """Its exit code."""
        try:
            return self.process.wait(seconds)
        except subprocess.TimeoutExpired:
            self.process.kill()
            raise AssertionError(f"it does not end; {self.said()[-3000:]}") from None


def drop(desktop, window, path, at):
    """A file let go over a window, by the XDND protocol, version 5, as a file manager does it."""
    x = desktop.x
    atom = x.intern_atom
    source = desktop.root.create_window(0, 0, 1, 1, 0, X.CopyFromParent)
    selection, uris = atom("XdndSelection"), atom("text/uri-list")
    source.set_selection_owner(selection, X.CurrentTime)

    def send(kind, *data):
        event = protocol.event.ClientMessage(window=window, client_type=atom(kind), data=(32, [source.id, *data]))
        window.send_event(event)
        x.flush()

    def answer(kind):
        """Serves the content while it waits for a message."""
        end = time.monotonic() + 20
        while time.monotonic() < end:
            if not x.pending_events():
                time.sleep(0.02)
                continue
            event = x.next_event()
            if event.type == X.SelectionRequest:
                text = "file://" + quote(str(path)) + "\r\n"
                event.requestor.change_property(event.property, event.target, 8, text.encode())
                event.requestor.send_event(protocol.event.SelectionNotify(
                    time=event.time, requestor=event.requestor, selection=event.selection, target=event.target,
                    property=event.property))
                x.flush()
            elif event.type == X.ClientMessage and event.client_type == atom(kind):
                return event.data[1]
        raise AssertionError(f"the window sent no {kind}")

    desktop.hands("mousemove", *at)
    send("XdndEnter", 5 << 24, uris, 0, 0)
    send("XdndPosition", 0, at[0] << 16 | at[1], X.CurrentTime, atom("XdndActionCopy"))
    accepted = answer("XdndStatus")[1] & 1
    assert accepted, "the window does not take files"
    send("XdndDrop", 0, X.CurrentTime, 0, 0)
    answer("XdndFinished")
    source.destroy()
    x.flush()

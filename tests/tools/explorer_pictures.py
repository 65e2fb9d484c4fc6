"""Take the pictures of the explorer that the documents show: run this file with Python.

For each colour scheme it writes a still picture and a moving one. The moving one needs Pillow.
"""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator
from pathlib import Path
from threading import Thread
from typing import Any, NamedTuple

TESTS = Path(__file__).parent.parent
sys.path.insert(0, str(TESTS))

from browsing import driven_browser  # noqa: E402  # found by the path above
from modlab.explorer.answering_process import AnsweringProcess  # noqa: E402  # likewise
from modlab.explorer.explorer import ModulePlace  # noqa: E402  # likewise
from modlab.explorer.server import PageServer  # noqa: E402  # likewise
from test_explorer_page import User  # noqa: E402  # likewise

FOLDER = TESTS.parent / "docs" / "_static"
SIZE = 1200, 860
SCALED = 900, 645
"""The size of the moving picture."""

COLOURS = 96
"""So many colours are enough for a page without photographs."""

POINTER = """
const [x, y] = arguments;
const old = document.getElementById("pointer");
if (old) old.remove();
document.body.insertAdjacentHTML("beforeend", `<svg id="pointer" width="30" height="38"
  viewBox="0 0 15 19" style="position: fixed; z-index: 9; pointer-events: none;
  left: ${x}px; top: ${y}px">
  <path d="M1 1 L1 15 L5 11.5 L8 18 L10.5 17 L7.5 10.5 L13 10.5 Z" fill="black" stroke="white"/>
</svg>`);
"""
"""Draws a mouse pointer, since a picture of a page has none."""


class Frame(NamedTuple):
    """A picture, and how long it is shown."""

    png: bytes
    milliseconds: int


def main() -> None:
    """Write two pictures for each colour scheme."""
    answering = AnsweringProcess([ModulePlace("othello_mis.course:COURSE", "othello")])
    with PageServer(answering) as server, driven_browser(*SIZE) as browser:
        Thread(target=server.serve_forever, daemon=True).start()
        for scheme in ("light", "dark"):
            wanted = {"features": [{"name": "prefers-color-scheme", "value": scheme}]}
            browser.execute_cdp_cmd("Emulation.setEmulatedMedia", wanted)
            frames = list(story(User(browser, server.address)))
            (FOLDER / f"explorer-{scheme}.png").write_bytes(frames[-1].png)
            write_moving(FOLDER / f"explorer-{scheme}.webp", frames)
        server.shutdown()
    answering.end()


def story(user: User) -> Iterator[Frame]:
    """Yield what a reader sees who moves, is refused, and asks why."""

    def frame(milliseconds: int) -> Frame:
        return Frame(user.browser.get_screenshot_as_png(), milliseconds)

    def point(element: Any) -> None:
        place = element.rect
        scrolled = user.script("return [scrollX, scrollY]")
        x = place["x"] + place["width"] / 2 - scrolled[0]
        y = place["y"] + place["height"] / 2 - scrolled[1]
        user.script(POINTER, x, y)

    def cell(name: str) -> Any:
        return user.find(f'#grid button[data-name="{name}"]')

    yield frame(1500)
    point(cell("f5"))
    yield frame(1200)
    user.click_cell("f5")
    user.says("f5: the state is new")
    yield frame(2500)
    point(cell("a1"))
    yield frame(1200)
    user.click_cell("a1")
    user.says("raises InvalidMove")
    user.shows("#explanation", "no-gaps")
    yield frame(3500)
    label = user.find("#explanation .label")
    point(label)
    yield frame(1200)
    label.click()
    user.shows(".rule small", "slides")
    yield frame(4500)


def write_moving(file: Path, frames: list[Frame]) -> None:
    """Write the frames as an animated WebP file."""
    from PIL import Image

    pictures = []
    for frame in frames:
        picture = Image.open(io.BytesIO(frame.png)).convert("RGB").resize(SCALED, Image.LANCZOS)
        pictures.append(picture.quantize(COLOURS, dither=Image.Dither.NONE).convert("RGB"))
    first, *others = pictures
    durations = [frame.milliseconds for frame in frames]
    first.save(
        file, save_all=True, append_images=others, duration=durations, loop=0,
        lossless=True, quality=100, method=6, minimize_size=True,
    )  # fmt: skip


if __name__ == "__main__":
    main()

"""The page with Python in it: one file that needs no server and no network."""

from __future__ import annotations

import gzip
import json
import shutil
import subprocess
from base64 import b64encode
from collections.abc import Sequence
from dataclasses import astuple
from importlib.resources import files
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final
from zipfile import ZIP_DEFLATED, ZipFile

from modlab.explorer.document import browser_text, page
from modlab.explorer.explorer import ModulePlace
from modlab.explorer.needed_files import NeededFiles, needed_files
from modlab.explorer.pyodide_package import PyodideError

_PACKER: Final = ("bytecode.py", "warm_up.py")
"""The files beside this one that Pyodide runs to make the page."""

_SECONDS: Final = 300
"""Seconds that Pyodide may take to pack a page."""


def self_contained_page(places: Sequence[ModulePlace], pyodide: Path) -> str:
    """Return the page about some modules; ``pyodide`` is the folder of the npm package.

    Raises SpecificationError for a module that the page cannot have, PyodideError if Pyodide does
    not run here.
    """
    needed = needed_files(places)
    parts = {
        "wasm": gzip.compress((pyodide / "pyodide.asm.wasm").read_bytes(), 9, mtime=0),
        "loader": gzip.compress((pyodide / "pyodide.mjs").read_bytes(), 9, mtime=0),
        "glue": gzip.compress((pyodide / "pyodide.asm.mjs").read_bytes(), 9, mtime=0),
        **_archives(needed, pyodide),
    }
    lock = json.loads((pyodide / "pyodide-lock.json").read_text(encoding="utf-8"))
    texts = {
        # Pyodide compares the versions in its own lock file, and needs none of the packages
        "lock": json.dumps({**lock, "packages": {}}),
        "places": json.dumps([astuple(each) for each in needed.places]),
        "worker": (files(__package__) / "pyodide" / "worker.js").read_text(encoding="utf-8"),
        **{name: b64encode(data).decode() for name, data in parts.items()},
    }
    text = page(browser_text("worker_transport.js"))
    embedded = "".join(
        f'<script type="text/plain" id="part-{name}">{_without_end_tag(each)}</script>\n'
        for name, each in texts.items()
    )
    before, found, after = text.partition("<script>")
    return before + embedded + found + after


def _without_end_tag(text: str) -> str:
    """Return a text that can stand in a script element. None of the texts can have an end tag."""
    assert "</script" not in text.lower()
    return text


def _archives(needed: NeededFiles, pyodide: Path) -> dict[str, bytes]:
    """Return Python's library, as far as it is needed, and the specification, as Pyodide packs."""
    node = shutil.which("node")
    if node is None:
        raise PyodideError("node is not installed; a page with Python in it is made with Node.js")
    with TemporaryDirectory(prefix="explorer-") as room, TemporaryDirectory() as out:
        files_of_page = Path(room, "files.zip")
        packer = {f"modlab/explorer/{name}": Path(__file__).with_name(name) for name in _PACKER}
        with ZipFile(files_of_page, "w", ZIP_DEFLATED) as archive:
            for inside, file in sorted({**needed.files, **packer}.items()):
                archive.write(file, inside)
        pack = str(files(__package__) / "pyodide" / "pack.mjs")
        places = json.dumps([astuple(each) for each in needed.places])
        command = [node, pack, str(pyodide), str(files_of_page), places, out]
        try:
            done = subprocess.run(
                command, capture_output=True, text=True, check=False, timeout=_SECONDS
            )
        except subprocess.TimeoutExpired as error:
            raise PyodideError(f"Pyodide did not pack the page within {_SECONDS} s") from error
        if done.returncode:
            lines = done.stderr.strip().splitlines() or ["no reason given"]
            raise PyodideError(f"Pyodide cannot pack the page: {lines[-1]}")
        names = ("library", "specification")
        return {name: Path(out, f"{name}.zip").read_bytes() for name in names}

"""Pyodide, the Python that runs in a browser: where it comes from, and that it is the right one."""

from __future__ import annotations

import shutil
import subprocess
import tarfile
from base64 import b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha512
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

VERSION: Final = "314.0.7"
"""The version that the page was tried with; its Python is 3.14."""

_SHA512: Final = (
    "0YvXxEhfEdpLfb/XkM2BFAeMROq0iMUX2bzzH9pOttyMcWkwq+HbE5uyuGD82LN7y2q+SNvi/6V5JEsOlD2R1A=="
)
"""Of the package in npm's registry, as the registry gives it."""

NEEDED: Final = (
    "pyodide.mjs",
    "pyodide.asm.mjs",
    "pyodide.asm.wasm",
    "pyodide-lock.json",
    "python_stdlib.zip",
)
"""The files of the package that a page is made of."""

_SECONDS: Final = 300
"""Seconds that npm may take to fetch the package."""


class PyodideError(Exception):
    """There is no Pyodide, or it is not the one that is expected."""


@contextmanager
def pyodide_package(folder: Path | None) -> Iterator[Path]:
    """Yield the folder of the npm package: the given one, or one that npm fetches.

    Raises PyodideError if it lacks a file, or if npm cannot fetch it.
    """
    if folder is not None:
        yield _check_folder(folder)
        return
    npm = shutil.which("npm")
    if npm is None:
        raise PyodideError(
            "npm is not installed; install it, or unpack the npm package pyodide "
            f"{VERSION} and give its folder"
        )
    with TemporaryDirectory(prefix="pyodide-") as room:
        command = [npm, "pack", f"pyodide@{VERSION}", "--pack-destination", room]
        try:
            done = subprocess.run(
                command, capture_output=True, text=True, check=False, cwd=room, timeout=_SECONDS
            )
        except subprocess.TimeoutExpired as error:
            raise PyodideError(f"npm did not fetch pyodide within {_SECONDS} s") from error
        archive = Path(room, f"pyodide-{VERSION}.tgz")
        if done.returncode or not archive.is_file():
            lines = [line for line in done.stderr.splitlines() if "npm error" in line] or [""]
            raise PyodideError(f"npm cannot fetch pyodide {VERSION}: {lines[0]}")
        if b64encode(sha512(archive.read_bytes()).digest()).decode() != _SHA512:
            raise PyodideError(f"npm fetched another pyodide {VERSION} than the one that is known")
        _unpack(archive, Path(room))
        yield _check_folder(Path(room))


def _unpack(archive: Path, folder: Path) -> None:
    """Write the needed files of the package to a folder."""
    with tarfile.open(archive) as opened:
        for name in NEEDED:
            found = opened.extractfile(f"package/{name}")
            assert found is not None, name
            (folder / name).write_bytes(found.read())


def _check_folder(folder: Path) -> Path:
    missing = [name for name in NEEDED if not (folder / name).is_file()]
    if missing:
        raise PyodideError(
            f"{folder} has no {', '.join(missing)}; give the folder of the npm package pyodide"
        )
    return folder.resolve()

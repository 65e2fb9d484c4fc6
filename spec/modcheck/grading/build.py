"""Build: what a submission has to be made into before it runs, made in the sandbox.

There a program may write to its private folder and nowhere else. So the build works on a copy there, and what
comes of it is handed out as an archive, which is read as warily as the submission itself.
"""

from __future__ import annotations

import io
import os
import re
import selectors
import tarfile
import time
from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from typing import Final

from modcheck.grading.files import FULL, MOST_DEPTH, MOST_FILES, FileEntry, copied
from modcheck.sandbox.launch import Launch
from modcheck.sandbox.sandbox import Sandbox
from modcheck.sandbox.watch import INTERVAL, resident
from modcheck.system.protocol import visible

_KEPT: Final = 20_000
"""Bytes of what a build says that are kept: the last ones."""

_MOST: Final = 128 * 1024 * 1024
"""Bytes that the archive may have."""

_SCRIPT: Final = """
here=$(mktemp -d) || exit 1
trap 'rm -rf "$here"' EXIT
cp -R . "$here" && cd "$here" && sh -c "$0" >&2 && tar -cf - .
"""
"""Builds a copy and writes it out; the command is its name."""


class BuildError(Exception):
    """A submission does not build; the message says why in a line."""

    def __init__(self, message: str, output: str = "") -> None:
        """``output`` is the last of what the build said."""
        super().__init__(message)
        self.output = output


def built(command: str, sandbox: Sandbox, target: Path) -> None:
    """Build what is in the folder of a sandbox, and put it all into another, which is empty.

    The command line is for a shell. Raises :class:`BuildError`.
    """
    launch = sandbox.launch(["/bin/sh", "-c", _SCRIPT, command])
    status, archive, said = _run(launch, sandbox.limits.total)
    output = _legible(said)
    if status != 0:
        raise BuildError(f"{command} failed: {_most_telling(output, status)}", output)
    try:
        for _ in copied(_unpacked(archive), target):
            pass
    except Exception as error:  # a build may forge the archive: tarfile raises many things then
        if isinstance(error, OSError) and error.errno in FULL:
            raise
        plain = isinstance(error, tarfile.TarError | OSError)
        why = error if plain else "its archive makes no sense"
        raise BuildError(f"{command} left something that cannot be kept: {why}", output) from error


def _legible(said: bytes) -> str:
    """What a build said, line by line, so that it does nothing to the terminal or the table that it is shown in."""
    lines = said.decode("utf-8", "replace").expandtabs().split("\n")
    return "\n".join(visible(line.rstrip(), len(line)) for line in lines)


def _most_telling(output: str, status: int) -> str:
    lines = [line.strip() for line in output.splitlines() if line.strip()]
    errors = [line for line in lines if re.search(r"\berror: |\bError \d", line)]
    return (errors or lines[-1:] or [f"exit status {status}"])[0]


def _run(launch: Launch, memory: int) -> tuple[int, bytes, bytes]:
    """The exit status of a program, its output, and the last that it said on standard error.

    It may take so many bytes of ``memory``, together with all that it starts.
    """
    process = launch.start()
    assert process.stdout is not None
    assert process.stderr is not None
    output, said = bytearray(), bytearray()
    next_look = time.monotonic() + INTERVAL
    try:
        with selectors.DefaultSelector() as selector:
            selector.register(process.stdout, selectors.EVENT_READ, output)
            selector.register(process.stderr, selectors.EVENT_READ, said)
            while selector.get_map():
                for key, _ in selector.select(INTERVAL):
                    chunk = os.read(key.fd, 1 << 20)
                    if not chunk:
                        selector.unregister(key.fileobj)
                    key.data.extend(chunk)
                    del said[:-_KEPT]
                    if len(output) > _MOST:
                        raise BuildError(f"it makes more than {_MOST // 1024**2} MB of files")
                if time.monotonic() > next_look:
                    if resident(process.pid) > memory:
                        raise BuildError(f"it takes more than {memory // 1024**2} MB of memory")
                    next_look = time.monotonic() + INTERVAL
        return process.wait(), bytes(output), bytes(said)
    finally:
        launch.end(process)


def _unpacked(archive: bytes) -> Iterator[FileEntry]:
    """The files and folders of an archive that stay where they are put; links are left out."""
    size = 0
    with tarfile.open(fileobj=io.BytesIO(archive), mode="r:") as opened:
        for number, member in enumerate(opened):
            path = PurePosixPath(member.name)
            size += member.size
            if number > MOST_FILES or size > _MOST or len(path.parts) > MOST_DEPTH:
                raise tarfile.TarError("too many files, or folders too deep")
            if path.is_absolute() or ".." in path.parts:
                raise tarfile.TarError("a file outside")
            if not path.parts:
                continue
            if member.isdir():
                yield FileEntry(str(path))
            elif member.isreg() and not member.issparse():  # a sparse one may be any size
                content = opened.extractfile(member)
                assert content is not None
                yield FileEntry(str(path), content.read(), bool(member.mode & 0o100))

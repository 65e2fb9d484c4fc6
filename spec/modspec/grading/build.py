"""Build: what a submission has to be made into before it runs, made in the sandbox.

There a program may write to its private folder and nowhere else. So the build works on a copy there, and what
comes of it is handed out as an archive, which is read as warily as the submission itself.
"""

from __future__ import annotations

import contextlib
import io
import os
import re
import selectors
import signal
import subprocess
import tarfile
from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from typing import Final

from modspec.grading.files import MOST_FILES, Entry, copied
from modspec.sandbox.rung import Launch
from modspec.sandbox.sandbox import Sandbox

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
    status, archive, said = _run(sandbox.launch(["/bin/sh", "-c", _SCRIPT, command]))
    output = said.decode("utf-8", "replace")
    if status != 0:
        raise BuildError(f"{command} failed: {_most_telling(output, status)}", output)
    try:
        for _ in copied(_unpacked(archive), target):
            pass
    except (tarfile.TarError, FileExistsError, FileNotFoundError, NotADirectoryError) as error:
        raise BuildError(
            f"{command} left something that cannot be kept: {error}", output
        ) from error


def _most_telling(output: str, status: int) -> str:
    lines = [line.strip() for line in output.splitlines() if line.strip()]
    errors = [line for line in lines if re.search(r"\berror: |\bError \d", line)]
    return (errors or lines[-1:] or [f"exit status {status}"])[0]


def _run(launch: Launch) -> tuple[int, bytes, bytes]:
    """The exit status of a program, its output, and the last that it said on standard error."""
    process = subprocess.Popen(
        launch.command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=launch.environment,
        cwd=launch.folder,
        pass_fds=launch.descriptors,
        start_new_session=True,
    )
    assert process.stdout is not None
    assert process.stderr is not None
    output, said = bytearray(), bytearray()
    try:
        with selectors.DefaultSelector() as selector:
            selector.register(process.stdout, selectors.EVENT_READ, output)
            selector.register(process.stderr, selectors.EVENT_READ, said)
            while selector.get_map():
                for key, _ in selector.select():
                    chunk = os.read(key.fd, 1 << 20)
                    if not chunk:
                        selector.unregister(key.fileobj)
                    key.data.extend(chunk)
                    del said[:-_KEPT]
                    if len(output) > _MOST:
                        raise BuildError(f"it makes more than {_MOST // 1024**2} MB of files")
        return process.wait(), bytes(output), bytes(said)
    finally:
        with contextlib.suppress(OSError):  # there is nobody left
            os.killpg(process.pid, signal.SIGKILL)
        process.stdout.close()
        process.stderr.close()
        process.wait()


def _unpacked(archive: bytes) -> Iterator[Entry]:
    """The files and folders of an archive that stay where they are put; links are left out."""
    size = 0
    with tarfile.open(fileobj=io.BytesIO(archive), mode="r:") as opened:
        for number, member in enumerate(opened):
            path = PurePosixPath(member.name)
            size += member.size
            if number > MOST_FILES or size > _MOST or path.is_absolute() or ".." in path.parts:
                raise tarfile.TarError("too many files, or one outside")
            if not path.parts:
                continue
            if member.isdir():
                yield Entry(str(path))
            elif member.isreg() and not member.issparse():  # a sparse one may be any size
                content = opened.extractfile(member)
                assert content is not None
                yield Entry(str(path), content.read(), bool(member.mode & 0o100))

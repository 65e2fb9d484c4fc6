"""Watching: a check that is made again whenever a file of the program changes.

Each check runs in a child of this process, so that Python modules are imported anew.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Collection, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final, TypeAlias

import click

from modlab.commands.errors import Exit

_SECONDS: Final = 0.3
"""Seconds between two looks at the files."""

_NOT_WATCHED: Final = frozenset({"__pycache__", "node_modules", "target"})
"""Folders that tools write into. Those whose names begin with a dot are not watched either."""

Snapshot: TypeAlias = dict[Path, tuple[int, int]]
"""For each file the time at which it was changed, in nanoseconds, and its size."""


def snapshot(folder: Path, left_out: Collection[Path] = ()) -> Snapshot:
    """Return what the files in a folder are like now. ``left_out`` are absolute paths.

    Files to which this process prints are left out, too.
    """
    printed, found = {*_output_files()}, {}
    for path in _files(folder):
        with suppress(OSError):  # it was deleted meanwhile
            status = path.stat()
            if path.absolute() not in left_out and _identity(status) not in printed:
                found[path] = (status.st_mtime_ns, status.st_size)
    return found


def _output_files() -> Iterator[tuple[int, int]]:
    """Yield what identifies standard output and standard error."""
    for descriptor in (1, 2):
        with suppress(OSError):  # it is closed
            yield _identity(os.fstat(descriptor))


def _identity(status: os.stat_result) -> tuple[int, int]:
    return status.st_dev, status.st_ino


def _files(folder: Path) -> Iterator[Path]:
    for place, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if name[0] != "." and name not in _NOT_WATCHED]
        yield from (Path(place, name) for name in names if name[0] != ".")


def repeat_on_change(look: Callable[[], Snapshot]) -> None:
    """Return in a child process, and in a new one whenever ``look`` sees a change.

    The process that was started by the user never returns. Ctrl-C ends it.
    """
    try:
        while True:
            before = look()
            child = os.fork()
            if not child:
                _show_beginning()
                return
            _wait_for(child)
            files = "1 file" if len(before) == 1 else f"{len(before)} files"
            click.echo(f"\nwatching {files}; Ctrl-C ends", err=True)
            while look() == before:
                time.sleep(_SECONDS)
    except KeyboardInterrupt:
        sys.exit(Exit.INTERRUPTED)


def _wait_for(child: int) -> None:
    """Wait until a child ends; when this process is interrupted, the child is, too."""
    try:
        os.waitpid(child, 0)
    except KeyboardInterrupt:
        os.waitpid(child, 0)  # it still tells what it found
        raise


def _show_beginning() -> None:
    """Clear the terminal, and write at what time the check begins."""
    if sys.stdout.isatty():
        click.clear()
    click.echo(f"checked at {time.strftime('%H:%M:%S')}")
    sys.stdout.flush()

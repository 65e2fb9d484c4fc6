"""Small memory: a file system in memory that containers have, in which a program may write.

Landlock cannot limit what a program writes. A container's ``/dev/shm`` has a limit of its own, 64
MiB by default, and ends with the container. Elsewhere it is as large as half of the memory, and of
no use for this.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from modcheck.sandbox.backend import SandboxError
from modcheck.sandbox.limits import MIB

PLACE: Final = "/dev/shm"
_MOUNTS: Final = "/proc/self/mounts"

MOST: Final = 256 * MIB
"""Bytes that it has at most, to be called small."""


@contextmanager
def private_folder() -> Iterator[str]:
    """Make a folder there, and delete it in the end. Raises SandboxError if there is none."""
    if not _is_small():
        raise SandboxError(f"{PLACE} is no file system in memory of at most {MOST // MIB} MiB")
    try:
        made = tempfile.TemporaryDirectory(prefix="build-", dir=PLACE, ignore_cleanup_errors=True)
    except OSError as error:
        raise SandboxError(f"{PLACE} cannot be written: {error.strerror}") from error
    with made as folder:
        yield folder


def _is_small() -> bool:
    try:
        mounts = [line.split() for line in Path(_MOUNTS).read_text(encoding="utf-8").splitlines()]
        found = os.statvfs(PLACE)
    except OSError:
        return False
    kinds = [kind for _, place, kind, *_ in mounts if place == PLACE]
    return kinds[-1:] == ["tmpfs"] and 0 < found.f_blocks * found.f_frsize <= MOST

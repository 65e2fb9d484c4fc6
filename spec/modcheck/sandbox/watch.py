"""Watch: how much memory a program takes together with all that it has started.

The limits of the system count each process by itself, and what processes share not at all.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Final

INTERVAL: Final = 0.25
"""Seconds after which it is worth looking again."""

_COUNTED: Final = ("RssAnon:", "RssShmem:")
_KIB: Final = 1024


def resident_memory(process: int) -> int:
    """Bytes of memory that a process and its descendants have touched, files that they run from aside.

    What a process and its children still share after a fork counts for each of them.
    """
    return sum(map(_touched, _family(process)))


def _family(process: int) -> Iterator[int]:
    children: dict[int, list[int]] = {}
    for path in Path("/proc").glob("[0-9]*"):
        fields = _text(path / "stat").rpartition(")")[2].split()
        if fields:
            children.setdefault(int(fields[1]), []).append(int(path.name))
    waiting = [process]
    while waiting:
        found = waiting.pop()
        yield found
        waiting += children.pop(found, [])


def _touched(process: int) -> int:
    words = _text(Path(f"/proc/{process}/status")).split()
    return sum(int(size) * _KIB for name, size in pairwise(words) if name in _COUNTED)


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="replace")
    except OSError:  # it has ended meanwhile
        return ""

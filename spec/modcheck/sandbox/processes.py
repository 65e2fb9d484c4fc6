"""Processes: what a process and its descendants take of the machine, as Linux tells it.

Where the system does not tell it, each function returns 0.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Final

_NANOSECONDS: Final = 1e-9
_COUNTED: Final = ("RssAnon:", "RssShmem:", "VmPTE:")


def resident_memory(process: int) -> int:
    """Return the bytes of memory of a process and its descendants, without program files.

    Memory that a process and its children share after a fork counts for each of them.
    """
    return sum(map(_memory_of, _family(process)))


def waiting_time(process: int) -> float:
    """Return the seconds for which a process and its descendants waited for a processor.

    They could run, and other programs ran. Of the threads of one process the longest wait counts.
    """
    return sum(map(_waiting_time_of, _family(process)))


def processor_time(process: int) -> float:
    """Return the seconds of processor time that a process and its descendants used."""
    return sum(map(_processor_time_of, _family(process)))


def _family(process: int) -> Iterator[int]:
    """Yield a process and its descendants."""
    children_of = _children_of if _TELLS_CHILDREN else _children().get
    found = [process]
    while found:
        each = found.pop()
        yield each
        found += children_of(each) or ()


_TELLS_CHILDREN: Final = Path("/proc/thread-self/children").exists()
"""Whether the system tells the children of a process; not every Linux is built so."""


def _children_of(process: int) -> list[int]:
    """Return the children of a process."""
    texts = (_text(thread / "children") for thread in threads_of(process))
    return [int(child) for text in texts for child in text.split()]


def threads_of(process: int) -> list[Path]:
    """Return the folders of a process's threads; none if it has ended."""
    folder = Path(f"/proc/{process}/task")
    try:
        return [folder / name for name in os.listdir(folder)]  # glob fails if it ends meanwhile
    except OSError:
        return []


def _children() -> dict[int, list[int]]:
    """Return the children of each process: to look at all processes takes much longer."""
    found: dict[int, list[int]] = {}
    for path in Path("/proc").glob("[0-9]*"):
        fields = _fields_of(int(path.name))
        if fields:
            found.setdefault(int(fields[_PARENT]), []).append(int(path.name))
    return found


def _memory_of(process: int) -> int:
    words = _text(Path(f"/proc/{process}/status")).split()
    return sum(int(size) * 1024 for name, size in pairwise(words) if name in _COUNTED)


def _waiting_time_of(process: int) -> float:
    threads = (_text(path / "schedstat").split() for path in threads_of(process))
    return max((int(fields[1]) for fields in threads if fields), default=0) * _NANOSECONDS


_PARENT, _USER, _SYSTEM, _USER_OF_ENDED, _SYSTEM_OF_ENDED = 1, 11, 12, 13, 14
"""Places of fields in ``/proc/PID/stat``, from the one after the name on; proc(5) has them all."""


def _processor_time_of(process: int) -> float:
    fields = _fields_of(process)
    if not fields:
        return 0.0
    places = (_USER, _SYSTEM, _USER_OF_ENDED, _SYSTEM_OF_ENDED)
    return sum(int(fields[place]) for place in places) / os.sysconf("SC_CLK_TCK")


def _fields_of(process: int) -> list[str]:
    """Return the fields after the name of a process, which may contain anything."""
    return _text(Path(f"/proc/{process}/stat")).rpartition(")")[2].split()


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="replace")
    except OSError:  # the process has ended meanwhile
        return ""

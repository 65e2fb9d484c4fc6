"""Writes files without end wherever it can, the folder for temporary files among them."""

import contextlib
from pathlib import Path

from _hostile import HERE, OUTSIDE, attempt, behave

ATTEMPTS = ["FILLS_DISK"]
VERDICT = "conforms"
HARMLESS = True

MIB = bytes(1024 * 1024)


def fill(folder: Path) -> bool:
    """Whether there is room for twice as much as there should be; it is given back."""
    paths = [folder / f"filled-{number}" for number in range(2 * OUTSIDE["room"] // len(MIB))]
    try:
        for path in paths:
            path.write_bytes(MIB)
    finally:
        for path in paths:
            with contextlib.suppress(OSError):
                path.unlink()
    return True


places = [OUTSIDE["folder"]]
if OUTSIDE["confined"]:
    places += ["/tmp", "/var/tmp", "/dev/shm", "/dev", "/", "/run", str(HERE)]
for place in places:
    attempt("FILLS_DISK", fill, Path(place))
behave()

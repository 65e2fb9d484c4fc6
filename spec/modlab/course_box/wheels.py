"""Wheels of what is installed here: the checker without any solution, and what it needs.

They install where there is no network. The checker's wheel has the packages that decide a verdict:
the checker itself, and the specification and tests of a course. The verified model is a complete
solution, so it is left out, with the proofs about it.
"""

from __future__ import annotations

import re
from base64 import urlsafe_b64encode
from collections.abc import Iterator, Mapping, Sequence
from email.message import Message
from hashlib import sha256
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from importlib.util import find_spec
from pathlib import Path, PurePosixPath
from typing import Final

from modcheck.distribution import DISTRIBUTION
from modlab.course_box.archive import archive

CHECKER: Final = ("modspec", "modcheck", "modlab")
"""The packages of the checker; a course has more."""

VARIANT: Final = "students"
"""What the version of the checker's wheel ends with, so that it differs from the full wheel's."""

_COMPILED: Final = (".pyc", ".so", ".pyd")
"""Files for one machine; each package that is needed works without them."""

_TAGS: Final = "Wheel-Version: 1.0\nGenerator: modspec\nRoot-Is-Purelib: true\nTag: py3-none-any\n"

_NAME: Final = re.compile(r"[\w.-]+")
"""The name at the beginning of a requirement."""


class NoWheel(Exception):
    """A distribution cannot be packed as it is installed here; the message says why."""


def wheels(packages: Sequence[str]) -> dict[str, bytes]:
    """Return the wheel of the checker with a course's packages, and of each that it needs, by name.

    Raises NoWheel.
    """
    checker = _find_distribution(DISTRIBUTION)
    return dict(
        [
            _checker_wheel(checker, (*CHECKER, *packages)),
            *(_installed_wheel(each) for each in _needs(checker)),
        ]
    )


# -- one wheel -------------------------------------------------------------------------------------


def _wheel(files: Mapping[str, bytes]) -> tuple[str, bytes]:
    """Return the file name and the bytes of a wheel; ``files`` include its metadata."""
    folder = next(path for path in files if path.endswith(".dist-info/METADATA")).rpartition("/")[0]
    content = {**files, f"{folder}/WHEEL": _TAGS.encode()}
    record = f"{folder}/RECORD"
    lines = [f"{path},{_digest(data)},{len(data)}" for path, data in sorted(content.items())]
    content[record] = "\n".join([*lines, f"{record},,", ""]).encode()
    return f"{folder.removesuffix('.dist-info')}-py3-none-any.whl", archive(content)


def _digest(data: bytes) -> str:
    return f"sha256={urlsafe_b64encode(sha256(data).digest()).decode().rstrip('=')}"


def _checker_wheel(checker: Distribution, packages: Sequence[str]) -> tuple[str, bytes]:
    version = f"{checker.version}+{VARIANT}"
    folder = f"{checker.name.replace('-', '_')}-{version}.dist-info"
    files = {path: data for package in packages for path, data in _files_of_package(package)}
    files[f"{folder}/METADATA"] = _metadata(checker, version).encode()
    files[f"{folder}/entry_points.txt"] = _entry_points(checker, packages).encode()
    return _wheel(files)


def _files_of_package(package: str) -> Iterator[tuple[str, bytes]]:
    """Yield the path and the bytes of each file of a package."""
    found = find_spec(package)
    if found is None or found.origin is None:
        raise NoWheel(f"there is no package {package}")
    folder = Path(found.origin).parent
    for file in sorted(folder.rglob("*")):
        if file.is_file() and file.suffix not in _COMPILED:
            yield f"{package}/{file.relative_to(folder).as_posix()}", file.read_bytes()


def _metadata(checker: Distribution, version: str) -> str:
    """Return what an installer reads: what is needed, without what only some commands need."""
    metadata = Message()
    metadata["Metadata-Version"] = "2.1"
    metadata["Name"], metadata["Version"] = checker.name, version
    for key in ("Summary", "Requires-Python"):
        metadata[key] = checker.metadata[key]
    for requirement in _requirements(checker):
        metadata["Requires-Dist"] = requirement
    return metadata.as_string()


def _entry_points(checker: Distribution, packages: Sequence[str]) -> str:
    """Return the entry points that lead into the packages."""
    points = sorted(checker.entry_points, key=lambda point: (point.group, point.name))
    kept = [point for point in points if point.module.partition(".")[0] in packages]
    groups = dict.fromkeys(point.group for point in kept)
    lines = {group: [f"{p.name} = {p.value}" for p in kept if p.group == group] for group in groups}
    return "\n".join(f"[{group}]\n" + "\n".join(lines[group]) + "\n" for group in groups)


def _installed_wheel(one: Distribution) -> tuple[str, bytes]:
    """Return the wheel from which a distribution was installed, without what is compiled."""
    if one.files is None:
        raise NoWheel(f"which files are {one.name}'s is not recorded here; install it with pip")
    files: dict[str, bytes] = {}
    for file in one.files:
        path = PurePosixPath(file)
        is_own = path.suffix not in _COMPILED and not {"..", "__pycache__"} & {*path.parts}
        if is_own and path.name not in _OF_THE_INSTALLATION:
            files[str(path)] = Path(str(one.locate_file(file))).read_bytes()
    return _wheel(files)


_OF_THE_INSTALLATION: Final = ("RECORD", "INSTALLER", "REQUESTED", "WHEEL", "direct_url.json")
"""Files of metadata that the installer wrote, or that the wheel has anew."""


# -- what is needed --------------------------------------------------------------------------------


def _find_distribution(name: str) -> Distribution:
    try:
        return distribution(name)
    except PackageNotFoundError as error:
        raise NoWheel(f"{name} is not installed; install it with pip") from error


def _requirements(one: Distribution) -> Iterator[str]:
    """Yield what a distribution needs always, as it writes it: markers name extras and platforms.

    All that the checker needs, it needs everywhere.
    """
    for requirement in one.requires or ():
        if ";" not in requirement:
            yield requirement


def _needs(one: Distribution) -> list[Distribution]:
    """Return what a distribution needs, and what that needs, in alphabetical order."""
    found: dict[str, Distribution] = {}
    waiting = [one]
    while waiting:
        for requirement in _requirements(waiting.pop()):
            name = _NAME.match(requirement)
            assert name, requirement
            needed = _find_distribution(name[0])
            if needed.name not in found:
                found[needed.name] = needed
                waiting.append(needed)
    return [found[name] for name in sorted(found)]

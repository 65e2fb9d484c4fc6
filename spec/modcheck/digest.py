"""Sources: the files that evidence is about, so that one can tell whether it is still about them."""

from __future__ import annotations

import platform
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path


@dataclass(frozen=True)
class Sources:
    """The files of some packages, programs and data alike."""

    packages: Sequence[str]
    """The packages, by name."""

    apart_from: Sequence[str] = ()
    """Packages within these that no evidence depends on."""

    def files(self) -> dict[str, Path]:
        """The files, by the package and the path in it, in the order of these names."""
        apart = [_folder(name) for name in self.apart_from]
        found = {
            f"{package}/{file.relative_to(folder).as_posix()}": file
            for package in self.packages
            for folder in [_folder(package)]
            for file in _files(folder)
            if not any(file.is_relative_to(each) for each in apart)
        }
        return dict(sorted(found.items()))

    def digest(self) -> str:
        """SHA-256 of the names and texts of the files; how their lines end makes no difference."""
        total = sha256()
        for name, file in self.files().items():
            text = file.read_bytes().replace(b"\r\n", b"\n")
            total.update(f"{name} {len(text)}\n".encode())
            total.update(text)
        return total.hexdigest()

    @staticmethod
    def versions(distributions: Iterable[str]) -> dict[str, str]:
        """The version of Python and of each distribution that is installed."""
        found = {"python": platform.python_version()}
        for name in distributions:
            try:
                found[name] = metadata.version(name)
            except metadata.PackageNotFoundError:
                continue
        return found


def _folder(package: str) -> Path:
    spec = find_spec(package)
    if spec is None or not spec.submodule_search_locations:
        raise ModuleNotFoundError(f"there is no package {package}", name=package)
    return Path(next(iter(spec.submodule_search_locations))).resolve()


def _files(folder: Path) -> Iterator[Path]:
    for file in folder.rglob("*"):
        if file.is_file() and "__pycache__" not in file.parts and not file.name.startswith("."):
            yield file

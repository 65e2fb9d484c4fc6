"""The files that the explorer of some modules needs, with the names that they get in a page.

A process of its own looks: it answers requests of every kind; what it imports and reads is needed.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import astuple, dataclass
from pathlib import Path
from typing import Final

from modlab.explorer.explorer import Explorer, ModulePlace
from modlab.explorer.warm_up import warm_up
from modspec import SpecificationError

ROOT = "/spec"
"""The folder in the page's file system where the files are."""


_LEFT_OUT: Final = frozenset({"__main__", "_distutils_hack"})
"""This module, and what installers put into every process."""


@dataclass(frozen=True)
class NeededFiles:
    """The files of a page, and where its modules are among them."""

    files: Mapping[str, Path]
    """The files by their paths below :data:`ROOT`."""

    places: Sequence[ModulePlace]


def needed_files(places: Sequence[ModulePlace]) -> NeededFiles:
    """Return what a page about some modules needs. Raises SpecificationError."""
    given = json.dumps([astuple(place) for place in places])
    command = [sys.executable, "-m", __name__, given]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        last = done.stderr.strip().splitlines()[-1]  # of a traceback: the error and its text
        raise SpecificationError(last.partition(": ")[2] or last)
    found = {name: Path(file) for name, file in json.loads(done.stdout).items()}
    folders = _folders(places)
    files = {_path_inside(name, file, folders): file for name, file in found.items()}
    moved = [
        ModulePlace("", f"{ROOT}/{_path_inside('', Path(place.name), folders)}")
        if place.name.endswith(".py") and not place.course
        else place
        for place in places
    ]
    return NeededFiles(files, moved)


def _folders(places: Sequence[ModulePlace]) -> list[Path]:
    """Return the folders of the modules that are given as files."""
    own = [each for each in places if not each.course and each.name.endswith(".py")]
    return list(dict.fromkeys(Path(each.name).resolve().parent for each in own))


def _path_inside(name: str, file: Path, folders: Sequence[Path]) -> str:
    """Return the path of a file in the page: its folder's number and name, or its module's name."""
    for number, folder in enumerate(folders):
        if file.resolve().is_relative_to(folder):
            return f"modules{number}/{file.resolve().relative_to(folder).as_posix()}"
    if "/" in name:  # a file beside a module
        package, _, rest = name.partition("/")
        return f"{package.replace('.', '/')}/{rest}"
    path = name.replace(".", "/")
    return f"{path}/__init__.py" if file.name == "__init__.py" else f"{path}.py"


def _imports() -> Iterator[tuple[str, Path]]:
    """Yield the name and the file of each module that was imported, except Python's own."""
    for name, module in sorted(sys.modules.items()):
        file = getattr(module, "__file__", None)
        is_left_out = name.partition(".")[0] in _LEFT_OUT
        if file is None or is_left_out or not Path(file).is_file() or _is_of_python(Path(file)):
            continue
        if not file.endswith(".py"):
            raise SpecificationError(f"{name} is not written in Python: no page can have it")
        yield name, Path(file)


def _beside(
    opened: Iterable[str], modules: Iterable[tuple[str, Path]]
) -> Iterator[tuple[str, Path]]:
    """Yield the files that were read and lie beside a module, each with its package's name."""
    packages = {
        file.parent: name if file.name == "__init__.py" else name.rpartition(".")[0]
        for name, file in modules
    }
    for file in map(Path, sorted(opened)):
        if file.suffix not in (".py", ".pyc") and file.parent in packages:
            yield f"{packages[file.parent]}/{file.name}", file


def _is_of_python(file: Path) -> bool:
    library = Path(json.__file__).parent.parent
    return file.is_relative_to(library) and not {"site-packages", "dist-packages"} & {*file.parts}


def main() -> None:
    """Print the files that the modules of the first argument need, as JSON."""
    opened: set[str] = set()

    def note(event: str, arguments: tuple[object, ...]) -> None:
        if event == "open" and isinstance(arguments[0], str | Path):
            opened.add(str(arguments[0]))

    sys.addaudithook(note)
    warm_up(Explorer([ModulePlace(*each) for each in json.loads(sys.argv[1])]))
    modules = list(_imports())
    found = {name: str(file) for name, file in (*modules, *_beside(opened, modules))}
    print(json.dumps(found))


if __name__ == "__main__":
    main()

"""Places: where a specification is, in a file of any name or under a dotted name of Python's."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from modspec.syntax.declaration import declare
from modspec.syntax.errors import SpecificationError
from modspec.syntax.module import Module


def module_at(place: str) -> Module:
    """Return the specification in a file, ``stack.py``, or of a dotted name that can be imported.

    Raises SpecificationError if there is none, or if it does not follow the notation.
    """
    if place.endswith(".py"):
        return _module_in_file(Path(place))
    if not all(part.isidentifier() for part in place.split(".")):
        raise SpecificationError(
            f"no module {place!r}; give a path such as stack.py or a dotted name"
        )
    with _refusing(place):
        return declare(place)


def is_importable(name: str) -> bool:
    """Whether Python finds a module of that name."""
    try:
        return importlib.util.find_spec(name) is not None
    except ValueError:  # __main__, or another module that was not imported as modules are
        return False


def _module_in_file(path: Path) -> Module:
    try:
        is_file = path.is_file()
    except OSError as error:
        raise SpecificationError(f"no file {str(path)!r}: {error.strerror}") from error
    if not is_file:
        raise SpecificationError(f"no file {str(path)!r}; give the path of a specification")
    file = path.resolve()
    name, number = path.stem, 1
    while name in sys.modules:
        if getattr(sys.modules[name], "__file__", None) == str(file):
            return declare(name)  # a file is read once
        name, number = f"specification{number}.{path.stem}", number + 1
    module_spec = importlib.util.spec_from_file_location(name, file)
    if module_spec is None or module_spec.loader is None or not path.stem.isidentifier():
        raise SpecificationError(f"{str(path)!r} is no Python module; name the file like stack.py")
    sys.path.insert(0, str(path.parent.resolve()))
    module = sys.modules[name] = importlib.util.module_from_spec(module_spec)
    try:
        with _refusing(str(path), _advice_for_package(file)):
            module_spec.loader.exec_module(module)
            return declare(name)
    finally:
        sys.path.pop(0)


def dotted_name(file: Path) -> str:
    """Return the name of the module in a file, with those of the packages around it."""
    names = [] if file.name == "__init__.py" else [file.stem]
    for folder in file.parents:
        if not (folder / "__init__.py").is_file():
            break
        names.insert(0, folder.name)
    return ".".join(names)


def _advice_for_package(file: Path) -> str:
    """Return what to give in place of a file that is part of a package; empty if it is none."""
    name = dotted_name(file)
    return f"; by itself it lacks its package: give {name}" if "." in name else ""


@contextmanager
def _refusing(name: str, advice: str = "") -> Iterator[None]:
    """Turn whatever an import raises into a SpecificationError of one line.

    ``advice`` is what follows the reason.
    """
    try:
        yield
    except SpecificationError:
        raise
    except (Exception, SystemExit) as error:
        why = f"{type(error).__name__}: {error}".splitlines()[0]
        raise SpecificationError(f"{name} cannot be imported: {why}{advice}") from error

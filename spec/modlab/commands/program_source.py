"""The source file of the program that a test is written for."""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import Final

from modcheck.report.own_names import OwnNames
from modcheck.report.pasted_test import SourceFile, defines

_MOST: Final = 1_000_000
"""Characters of a file that are read."""

_PYTHON: Final = re.compile(r"py:(?P<module>[\w.]+)(?::(?P<member>\w+))?")
"""How a program is named that is judged as it is in Python: a module, or a class of it."""

_HEADERS: Final = {".c": (".h",), ".cpp": (".hpp", ".h")}


def program_source(
    test: Path,
    started: str,
    routines: Sequence[str],
    aliases: Mapping[str, Sequence[str]],
    kits: Collection[str],
    specification: Path,
) -> SourceFile:
    """Return the file in the language of a test that has the program, seen from the test's folder.

    In Python this is the module that ``started`` names, as in ``py:module:Class``. Else it is the
    file beside the test that defines the most routines, of those that the command line ``started``
    names if one of these does. Its names include those of the header and of the other files in the
    folder, in Python of those that it imports. It is none of the starter ``kits``, and not the
    specification. Raises ValueError if no file defines a routine.
    """
    judged = _PYTHON.fullmatch(started) if test.suffix == ".py" else None
    if judged and f"{judged['module'].rpartition('.')[2]}.py" not in kits:
        return _judged_source(test, judged["module"], judged["member"] or "", aliases)
    texts = _texts(test.absolute().parent, test, kits)
    texts.pop(specification.resolve(), None)
    declared = {
        path: "\n".join([*map(_read, _headers(path)), text]) for path, text in texts.items()
    }
    count = {path: defines(OwnNames(text, aliases), routines) for path, text in declared.items()}
    named = [path for path in _named_by(started, texts) if count[path]] or [*count]
    best = max(named, key=lambda path: count[path], default=None)
    if best is None or not count[best]:
        raise ValueError(
            f"no {test.suffix} file in {test.absolute().parent} defines a routine such as "
            f"{routines[0]}; name a test in the folder of your program"
        )
    rest = {path.stem: text for path, text in texts.items() if path != best}
    if test.suffix == ".py":
        rest = _modules_imported_by(texts[best], rest)
    names = OwnNames("\n".join([declared[best], *rest.values()]), aliases)
    header = next((each.name for each in _headers(best)), "")
    return SourceFile(best.name, names, header, modules={best.stem: texts[best], **rest})


def _named_by(command: str, texts: Mapping[Path, str]) -> list[Path]:
    """Return the files that a command line names, with or without their ending.

    In Python the files that these import are among them.
    """
    stems = {Path(word).stem for word in command.split()}
    named = {path: text for path, text in texts.items() if path.stem in stems}
    others = {path.stem: text for path, text in texts.items() if path.suffix == ".py"}
    for text in named.values():
        stems |= _modules_imported_by(text, others).keys()
    return [path for path in texts if path.stem in stems]


def _headers(source: Path) -> list[Path]:
    """Return the files that declare what a file in C or C++ defines."""
    headers = (source.with_suffix(ending) for ending in _HEADERS.get(source.suffix, ()))
    return [header for header in headers if header.is_file()]


def _judged_source(
    test: Path, module: str, member: str, aliases: Mapping[str, Sequence[str]]
) -> SourceFile:
    """Return the file of a module in Python that was judged, or a class of it."""
    folder = test.absolute().parent
    package, _, last = module.rpartition(".")
    own = folder / Path(*module.split(".")).with_suffix(".py")
    if not own.is_file():  # the test may stand in the package
        own, module, package = folder / f"{last}.py", last, ""
    if not own.is_file():
        raise ValueError(
            f"there is no {last}.py in {folder}; name a test in the folder of your program"
        )
    texts = {path.stem: text for path, text in _texts(folder, test, (own.name,)).items()}
    if package:
        beside = _texts(own.parent, test, (own.name,))
        texts.update((f"{package}.{path.stem}", text) for path, text in beside.items())
    rest = _modules_imported_by(_read(own), texts)
    text = "\n".join([_read(own), *rest.values()])
    names, modules = OwnNames(text, aliases), {module: _read(own), **rest}
    return SourceFile(own.name, names, module=module, modules=modules, judged_class=member)


def _modules_imported_by(text: str, others: Mapping[str, str]) -> dict[str, str]:
    """Return the texts of the modules in Python that a text imports, or one of these does."""
    found: dict[str, str] = {}
    to_read = [text]
    while to_read:
        imported = _imported_names(to_read.pop(), {each.rpartition(".")[2] for each in others})
        for module, other in others.items():
            if module not in found and module.rpartition(".")[2] in imported:
                found[module] = other
                to_read.append(other)
    return found


def _imported_names(text: str, others: Collection[str]) -> set[str]:
    """Return the last names of what a text in Python imports, and may be a module.

    What a module among the ``others`` defines is none.
    """
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError):
        return set()
    names: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names.update(alias.name.rpartition(".")[2] for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            module = (node.module or "").rpartition(".")[2]
            names |= {module} if module in others else {alias.name for alias in node.names}
    return names


def _texts(folder: Path, test: Path, others: Collection[str]) -> dict[Path, str]:
    """Return the texts of the files in a folder that are in the language of a test."""
    return {
        path: _read(path)
        for path in sorted(folder.resolve().glob(f"*{test.suffix}"))
        if path.name not in {test.name, *others} and path.is_file()
    }


def _read(path: Path) -> str:
    with path.open(encoding="utf-8", errors="replace") as stream:
        return stream.read(_MOST)

"""A starter kit in C or C++ with the names of the program beside it."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from pathlib import Path

from othello_mis.own_names.program import Program, elements_changes
from othello_mis.own_names.sources import HEADER_ENDINGS
from othello_mis.own_names.state import Change


def changes(program: Program) -> list[Change]:
    """Return the changes of the lines before the routines."""
    headers = [
        path
        for path, text in program.files.items()
        if path.suffix in HEADER_ENDINGS and f"{program.own_first}(" in text
    ]
    path = program.file
    if path not in headers:
        path = min(headers, default=path, key=lambda each: len(each.parts))
    place = Path(os.path.relpath(path, program.kit)).as_posix()
    found = elements_changes(program, "::")
    element = program.element("black")
    if element and element[0]:
        file = next(iter(program.files_of(element[0])))
        scope = _scope(program.files[file], element[0])
        found.append((rf"(?<![\w:]){element[0]}::", f"{scope}{element[0]}::"))
    own = f"{program.prefix}##name" if program.prefix else "name"
    found.append((r"\bothello_##name", own))
    discs = [program.element(word) for word in ("black", "white", "empty")]
    if all(discs):
        names = ", ".join(each[1] for each in discs if each)
        found.append((r"\bBLACK, WHITE, EMPTY\b", names))
    if program.state is not None:
        found.append(
            (r"^// Othello game;\n|^(?=// #define MY\()", f"// {program.state.declaration}\n")
        )
        found.append((r"\bgame\.(\w+\()", r"\1"))
        found.append((r"(#define MIS_init\(\) )(.*)\(.*\)", rf"\1{program.state.begin}"))
    elif program.class_name:
        own = f"{_scope(program.names.text, program.class_name)}{program.class_name}"
        found.append((r"\bOthello game", f"{own} game"))
    else:
        found += [(r"^// Othello game;\n", ""), (r"\bgame\.", "")]
    return [*found, (r'"othello\.h(?:pp)?"', f'"{place}"')]


def _scope(text: str, name: str) -> str:
    """Return the namespaces and classes in which a C++ text defines a type, each before ``::``."""
    found = re.search(rf"\b(?:class|struct|enum) {name}\b[^;{{]*{{", text)
    opened: list[str] = []
    for brace in re.finditer(
        r"(?:\b(?:namespace|class|struct) ([\w:]+)[^;{}()]*)?{|}",
        text[: found.start() if found else 0],
    ):
        if brace[0] == "}":
            opened = opened[:-1]
        else:
            opened.append(brace[1] or "")
    return "".join(f"{each}::" for each in opened if each)


def build(sources: Mapping[Path, str], kit: Path) -> list[Change]:
    """Return the changes of the command that compiles the kit: with the program's own files."""
    if not sources:
        return []

    def place(path: Path) -> str:
        return Path(os.path.relpath(path, kit)).as_posix()

    own = [
        place(path)
        for path, text in sources.items()
        if path.suffix not in HEADER_ENDINGS and not re.search(r"\bmain\s*\(", text)
    ]
    headers = [path for path in sources if path.suffix in HEADER_ENDINGS]
    included = {
        header.as_posix().removesuffix(f"/{name}")
        for path, text in sources.items()
        for name in re.findall(r'^\s*#\s*include\s*"([^"]+)"', text, re.M)
        if not (path.parent / name).is_file()
        for header in headers
        if header.as_posix().endswith(f"/{name}")
    }
    folders = "".join(f" -I{place(Path(each))}" for each in sorted(included))
    return [
        (r" -o (?=\w+ othello_mis)", f"{folders} -o "),
        (r"(?<=othello_mis\.)(c|cpp) othello\.\1(?= &&)", " ".join([r"\1", *own])),
    ]

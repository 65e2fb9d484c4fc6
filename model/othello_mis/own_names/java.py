"""A starter kit in Java with the names of the program beside it."""

from __future__ import annotations

import re
from typing import Final

from othello_mis.own_names.program import ALSO, Program, elements_changes
from othello_mis.own_names.state import Change, HeldState


def changes(program: Program) -> list[Change]:
    """Return the changes of the lines before the routines."""
    element = program.element("black")
    types = [program.class_name or program.file.stem, *([element[0]] if element else [])]
    files = [program.file, *program.files_of(*types)]
    texts = [program.files[file] for file in files]
    packages = [re.search(r"^\s*package\s+([\w.]+)", text, re.M) for text in texts]
    imports = dict.fromkeys(f"import {package[1]}.*;" for package in packages if package)
    name = program.class_name or program.file.stem
    if isinstance(program.state, HeldState):
        game = [(r"^ *// static Othello game = .*\n", ""), (r"\bgame\.", f"{name}.")]
    else:
        game = [(r"\bOthello\b", name)]
    refuses = "boolean" in program.result(program.changes)
    return [
        *([(r"^/\* If your classes .*", "\n".join(imports))] if imports else []),
        *([(rf'("{program.changes}", .* ->) {{ (.*); return null; }}', r"\1 \2")] * refuses),
        *game,
        *(elements_changes(program, ".") if element else _java_constants(program)),
    ]


def _java_constants(program: Program) -> list[Change]:
    """Return the changes for a program whose discs are constants, numbers or characters."""
    kind = _NUMBERS.search(program.player_type())
    if kind is None:
        return []
    is_number = _NUMBERS.search(program.result("winner"))
    types = (r"\bDisc (?=player|disc)", f"{kind[0]} ")
    found = [_java_constant(program, word) for word in ALSO]
    if None in found:
        return [types, *([(r"== null(?= \? \"draw\")", "== 0")] if is_number else [])]
    black, white, empty = found
    name = f'{{ return disc == {black} ? "black" : disc == {white} ? "white" : "empty"; }}'
    return [
        (r"\bDisc\.BLACK\b", f"{black}"),
        (r"\bDisc\.WHITE\b", f"{white}"),
        types,
        (r"\{ return disc\.name\(\).*", name),
        *([(r"== null(?= \? \"draw\")", f"== {empty}")] if is_number else []),
    ]


_NUMBERS: Final = re.compile(r"\b(?:int|char|byte|short|long)\b")


def _java_constant(program: Program, word: str) -> str | None:
    """Return a player or an empty square as its class has it; None if no class has it."""
    for each in (word.upper(), *map(str.upper, ALSO[word])):
        for path, text in program.files.items():
            if re.search(rf"\bstatic\b[^;(){{}}]*\b{each}\s*=", text):
                return f"{path.stem}.{each}"
    return None

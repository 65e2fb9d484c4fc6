"""A starter kit in Python with the names of the program beside it."""

from __future__ import annotations

from pathlib import Path

from othello_mis.own_names.program import Program, constants_of, elements_changes
from othello_mis.own_names.state import Change


def changes(program: Program) -> list[Change]:
    """Return the changes of the lines before the routines."""

    def module(file: Path) -> str:
        place = program.place(file).removesuffix(".py").removesuffix("/__init__")
        return place.replace("/", ".")

    if program.class_name is None:
        constants = [(rf"\bPlayer\.{word}\b", f"game.{word}") for word in constants_of(program)]
        return [
            (r"from othello import .*", f"import {module(program.file)} as game"),
            (r"^# game = .*\n", ""),
            *constants,
        ]
    element = program.element("black")
    names = [program.class_name, *([element[0]] if element else constants_of(program))]
    imports = [
        f"from {module(file)} import {', '.join(some)}"
        for file, some in program.files_of(*names).items()
    ]
    return [
        (r"from othello import .*", "\n# ".join(imports)),
        (r"\bOthello\(\)", f"{program.class_name}()"),
        *([] if element else [(rf"\bPlayer\.{word}\b", word) for word in constants_of(program)]),
        *elements_changes(program, "."),
    ]

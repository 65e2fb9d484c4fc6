"""A starter kit in TypeScript with the names of the program beside it."""

from __future__ import annotations

import re
from pathlib import Path

from othello_mis.own_names.program import Program, elements_changes
from othello_mis.own_names.state import Change


def changes(program: Program) -> list[Change]:
    """Return the changes of the lines before the routines."""

    def module(file: Path) -> str:
        place = program.place(file).removesuffix(".ts")
        return place if place.startswith(".") else f"./{place}"

    element = program.element("black")
    if program.class_name is None:
        return [
            (
                r"import \{ Disc, Othello \} from .*",
                f'import * as game from "{module(program.file)}";',
            ),
            (r"^// const game = .*\n", ""),
            *elements_changes(program, "."),
            *([(rf"\b{element[0]}\b(?=[.\[)])", f"game.{element[0]}")] if element else []),
        ]
    names = [*([element[0]] if element else []), program.class_name]
    imports = [
        f'import {{ {", ".join(some)} }} from "{module(file)}";'
        for file, some in program.files_of(*names).items()
    ]
    if re.search(rf"^export default (?:class )?{program.class_name}\b", program.names.text, re.M):
        imports = [
            each.replace(f"{{ {program.class_name} }}", program.class_name) for each in imports
        ]
    words = [] if element else _words(program)
    return [
        *words,
        (r"\bOthello\b", program.class_name),
        *elements_changes(program, "."),
        (r"import \{ .* \} from .*", "\n// ".join(imports)),
    ]


def _words(program: Program) -> list[Change]:
    """Return the changes for a program whose players are the words of the specification."""
    if not all(program.all_names.has_text(word) for word in ("black", "white")):
        return []
    return [
        (r"^(// const player = \(who: Player\) =>) .*", r"\1 who;"),
        (r"^(// const name =) .*", r'\1 (disc?: string | null) => disc ?? "empty";'),
    ]

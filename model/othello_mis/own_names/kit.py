"""A starter kit with the names of the program beside it: what ``init`` finds in the sources.

The kit calls each routine by a usual name. Where the sources define a routine under another name,
or with its parameters in another order, the kit's line says so before the author reads it. What is
not found, or not understood, stays as it is. The author checks the lines in any case.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Final

from modcheck.report.own_names import OwnNames
from modlab.course import OwnKit
from othello_mis.own_names import c, java, javascript, python, rust, typescript
from othello_mis.own_names.program import ROUTINE, Program, definition
from othello_mis.own_names.sources import ENDINGS, HEADER_ENDINGS, read, source_files
from othello_mis.own_names.state import Change, HeldState, held_changes
from othello_mis.own_names.words import WORDS


def with_own_names(text: str, language: str, kit: str, target: Path) -> OwnKit:
    """Return the text of a kit with the names of the sources around the file ``target``.

    ``kit`` is the name of the file of the kit, which is no source.
    """
    sources = {path: read(path) for path in source_files(target.parent, ENDINGS[language])}
    sources = {path: code for path, code in sources.items() if path.name != kit}
    text = replace(text, _BUILDS[language](sources, target.parent) if language in _BUILDS else [])
    before, mark, rest = text.partition("-- your part --")
    part, end, after = rest.partition("-- nothing to change below this line --")
    lines = part.split("\n")
    routines = [found[1] for line in lines for found in ROUTINE.finditer(line)]
    best = _best(sources, routines)
    if best is None:
        return OwnKit(text)  # the commands name the sources all the same
    program = Program(best, sources, WORDS, target.parent, routines)
    own = replace("\n".join(map(program.line, lines)), _HEADERS[language](program))
    if isinstance(program.state, HeldState):
        owner = program.class_name or "game"
        changes = held_changes(program.state, language, owner, program.keeps_turn)
        own = replace(own, changes)
    if program.class_name and not program.own_begin:
        new_game = _NEW_GAME[language]
        own = replace(own, [(old, new.replace("@", program.class_name)) for old, new in new_game])
    return OwnKit(before + mark + own + end + after, best, " ".join(sorted(program.declares)))


def _best(sources: Mapping[Path, str], routines: Sequence[str]) -> Path | None:
    """Return the file that has most of the routines, a header rather than its source.

    None if every file has too few. A file with a routine that changes the game is preferred: the
    others also look at the board. An interface has no routines to call.
    """
    changes = [*WORDS.routines][1]
    found: dict[Path, tuple[bool, bool, bool, int]] = {}
    for path, code in sources.items():
        names = OwnNames(code, WORDS.routines)
        defined = {name for name in routines if definition(names, name)}
        if len(defined) >= _FEWEST:
            is_header = path.suffix in HEADER_ENDINGS
            is_program = _ABSTRACT.search(code) is None
            found[path] = changes in defined, is_program, is_header, len(defined)
    return max(found, key=lambda path: found[path], default=None)


_ABSTRACT: Final = re.compile(r"\)[^;{}\n]*= 0;|^[^\n\S]*(?:export |public )*interface \w+", re.M)
"""A routine in C++ without a body, or an interface in Java or TypeScript."""


_FEWEST: Final = 3
"""How many routines a file defines at least that is taken for the program."""


def replace(part: str, changes: Sequence[Change]) -> str:
    """Replace each pattern in the kit's part."""
    for pattern, text in changes:
        part = re.sub(pattern, text, part, flags=re.M)
    return part


_NEW_GAME: Final[Mapping[str, Sequence[Change]]] = {
    "python": [(r"lambda: game\.init\(\)", "lambda: globals().update(game=type(game)())")],
    "java": [(r"\{ game\.init\(\); return", "{ game = new @(); return")],
    "c": [],
    "cpp": [(r"\bgame\.init\(\)", "game = {}")],
    "javascript": [
        (r"^// const game =", "// let game ="),
        (r"=> game\.init\(\);", "=> { game = new game.constructor(); };"),
    ],
    "typescript": [
        (r"^// const game =", "// let game ="),
        (r"=> game\.init\(\);", "=> { game = new @(); };"),
    ],
    "rust": [(r"\bgame\.init\(\)", "*game = @::new()")],
}
"""How a game begins in a program without a routine for it: with a new object of class ``@``."""


_HEADERS: Final[Mapping[str, Callable[[Program], list[Change]]]] = {
    "python": python.changes,
    "java": java.changes,
    "c": c.changes,
    "cpp": c.changes,
    "javascript": javascript.changes,
    "typescript": typescript.changes,
    "rust": rust.changes,
}
"""The changes of the lines before the routines."""

_BUILDS: Final[Mapping[str, Callable[[Mapping[Path, str], Path], list[Change]]]] = {
    "c": c.build,
    "cpp": c.build,
    "rust": rust.build,
}
"""The changes of the commands that compile a kit: with the program's own files."""

"""Unreadable files: what Python itself cannot read, or cannot run, as a finding at its place."""

from __future__ import annotations

import re
import traceback
from collections.abc import Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Final

from modspec.lint.findings import Finding, FindingKind, Level
from modspec.lint.instead import NAMED
from modspec.syntax.types import BUILT_IN

_OF_OTHER_LANGUAGES: Final[Mapping[str, str]] = {
    r"&&": "write and in place of &&",
    r"\|\|": "write or in place of ||",
    r"!\s*([\w.]+)": "write not {0}",
    r"!(?!=)": "write not in place of !",
    r"([\w.]+)\s*(\+\+|--)": "values never change; write {0} + 1 or {0} - 1 where it is meant",
    r"(===|!==)": "write == or !=",
    r"([^\s?]+)\s*\?\s*([^:?]+?)\s*:\s*(\S+)": "write {1} if {0} else {2}",
    r"\belse\s+if\b": "a guard has no else: write a second guard below it",
    r"\bnew\s+(\w+)": "leave new out: {0}(...)",
    r"\b(?:int|bool|str|float|boolean|String|double|var|let|const)\s+(\w+)\s*(?==[^=])": (
        "leave out the type: {0} = ..."
    ),
    r"\b(int|bool|str|float|boolean|String|double)\s+(\w+)\s*(?=[,)])": "write {1}: {0}",
    r"\b(?:public|private|static|final|function)\b": "leave it out: a routine begins with def",
    r"\b(?:throw|throws)\s+(?:new\s+)?(\w+)": "write raise {0}",
    r"=>": "write >= for at least; a function has a name: def name(...)",
    r"[{};]\s*$": "a line ends without ; and { }: what belongs to a line with : is indented",
}
"""What authors write who have learnt another language, with what to write instead."""

_OF_PYTHON: Final[Mapping[str, str]] = {
    r"Maybe you meant '=='": "write == to compare; = gives a name to a value",
    r"expected ':'": "write : at the end of the line",
    r"expected an indented block": "indent this line by four spaces more than the one above",
    r"unexpected indent|unindent does not match": "indent the lines of one block alike",
    r"was never closed": "close it, in this line or a later one",
    r"unmatched": "leave it out, or open it in this line or an earlier one",
    r"non-default argument follows default": "give no parameter a default value",
}
"""What to write for some of Python's messages."""

_TEXT: Final = re.compile(r"\"[^\"]*\"|'[^']*'|#.*")


def finding_of_error(error: BaseException | None) -> Finding | None:
    """Return what is wrong where an import broke off; None if that has no place in a file."""
    match error:
        case SyntaxError() if error.lineno:
            return _finding_of_syntax(error)
        case NameError():
            return _finding_of_name(error)
    return None


def _finding_of_syntax(error: SyntaxError) -> Finding:
    column, advice = _advice_on_syntax(error)
    text = f"Python cannot read this: {error.msg}"
    return _finding(error.filename or "", error.lineno or 1, column, text, advice)


def _advice_on_syntax(error: SyntaxError) -> tuple[int, str]:
    """Return the column of what Python cannot read, from 1, and what to write."""
    offset = max(error.offset or 1, 1)
    line = _TEXT.sub(lambda text: " " * len(text[0]), error.text or "")
    for pattern, advice in _OF_OTHER_LANGUAGES.items():
        if found := re.search(pattern, line):
            return found.start() + 1, advice.format(*(each or "" for each in found.groups()))
    for pattern, advice in _OF_PYTHON.items():
        if re.search(pattern, error.msg):
            return offset, advice
    return offset, "correct this line, or a bracket or quote of a line before it"


def _finding_of_name(error: NameError) -> Finding:
    place = traceback.extract_tb(error.__traceback__)[-1]
    name = error.name or ""
    near = get_close_matches(name, [*NAMED, *BUILT_IN], 1)
    advice = f"did you mean {near[0]}?" if near else "declare it above this line, or import it"
    text = f"the name {name} means nothing here"
    advice = NAMED.get(name, advice)
    return _finding(place.filename, place.lineno or 1, (place.colno or 0) + 1, text, advice)


def _finding(file: str, line: int, column: int, text: str, advice: str) -> Finding:
    return Finding(
        _nearby(Path(file)), line, column, Level.ERROR, FindingKind.NOTATION, text, advice
    )


def _nearby(file: Path) -> str:
    """Return a path as it is shown: from the folder of the command, if it is below."""
    here = Path.cwd()
    return str(file.relative_to(here) if file.is_relative_to(here) else file)

"""Unreadable files: what Python itself cannot read, or cannot run, as a finding at its place."""

from __future__ import annotations

import re
import sys
import traceback
from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from enum import EnumType
from pathlib import Path
from typing import Final

from modspec.lint.findings import Finding, FindingKind, Level
from modspec.lint.foreign_import import is_of_library
from modspec.lint.instead import NAMED
from modspec.syntax.errors import SpecificationError
from modspec.syntax.types import BUILT_IN

_OF_OTHER_LANGUAGES: Final[Mapping[str, str]] = {
    r"&&": r"write and in place of &&",
    r"\|\|": r"write or in place of ||",
    r"!\s*([\w.]+)": r"write not \1",
    r"!(?!=)": r"write not in place of !",
    r"([\w.]+(?:\[[^]]*\])?)\s*(\+|-)\2": r"values never change; write \1 \2 1 where that is meant",
    r"[!=]==": r"write == or !=",
    r"(?:(?<=return )|(?<== ))(.+?)\s*\?\s*(.+?)\s*:\s*(.+)": r"write \2 if \1 else \3",
    r"\?": r"write x if condition else y",
    r"\belse\s+if\b": r"a guard has no else: write a second guard below it",
    r"\bnew\s+(\w+)": r"leave new out: \1(...)",
    r"\b(?:public|private|static|final|function|void)\b.*?(\w+)\s*\(": r"write def \1(...)",
    r"\b(int|bool|str|float|boolean|String|double)\s+(\w+)\s*(?=[,)])": r"write \2: \1",
    r"\b(?:int|bool|str|float|boolean|String|double|var|let|const)\s+(\w+)\s*(?==[^=])": (
        r"leave out the type: \1 = ..."
    ),
    r"\b(?:throw|throws)\s+(?:new\s+)?(\w+)": r"write raise \1",
    r"\b(and|or)\s*([<>=!]=?)\s*(\w+)": r"write both sides of each comparison: \1 x \2 \3",
    r"=>": r"write >= for at least",
    r"=<": r"write <= for at most",
    r"[{};]\s*$": r"leave out ; and { }: what belongs to a line that ends with : is indented",
}
"""What authors write who have learnt another language, with what to write instead."""

_OF_PYTHON: Final[Mapping[str, str]] = {
    r"Maybe you meant '=='": "write == to compare; = gives a name to a value",
    r"expected ':'": "write : at the end of the line",
    r"expected an indented block": "indent this line by four spaces more than the one above",
    r"unexpected indent|unindent does not match": "indent the lines of one block alike",
    r"was never closed": "close it, in this line or a later one",
    r"is parameter and (global|nonlocal)": (
        "state is a parameter and a result: def f(state) -> State"
    ),
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
        case AttributeError() if found := _finding_of_attribute(error):
            return found
        case ImportError() if error.name:
            return _finding_of_import(error)
        case Exception() if not isinstance(error, SpecificationError):
            return _finding_of_line(error)
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
            return found.start() + 1, found.expand(advice)
    for pattern, advice in _OF_PYTHON.items():
        if re.search(pattern, error.msg):
            return offset, advice
    return offset, "correct this line, or a bracket or quote of a line before it"


def _finding_of_name(error: NameError) -> Finding:
    place = traceback.extract_tb(error.__traceback__)[-1]
    name = error.name or ""
    near = get_close_matches(name, [*_names_before(error), *NAMED, *BUILT_IN, "Exception"], 1)
    advice = f"did you mean {near[0]}?" if near else "declare it above this line, or import it"
    text = f"the name {name} means nothing here"
    return _finding_at(place, text, NAMED.get(name, advice))


def _names_before(error: NameError) -> Iterator[str]:
    """Yield the names that the file has given a meaning before the line that it broke off at."""
    *_, (frame, _) = traceback.walk_tb(error.__traceback__)
    yield from (name for name in frame.f_globals if not name.startswith("_"))


def _finding_of_attribute(error: AttributeError) -> Finding | None:
    """Return which element an enumeration does not have; None if it is about something else."""
    places = [each for each in traceback.extract_tb(error.__traceback__) if not _is_of_tools(each)]
    enumeration, name = error.obj, str(error.name)
    if not places or not isinstance(enumeration, EnumType):
        return None
    near = get_close_matches(name, enumeration.__members__, 1)
    elements = ", ".join(enumeration.__members__)
    advice = f"did you mean {enumeration.__name__}.{near[0]}?" if near else f"it has {elements}"
    text = f"the enumeration {enumeration.__name__} has no element {name}"
    return _finding_at(places[-1], text, advice)


def _finding_of_import(error: ImportError) -> Finding | None:
    """Return what cannot be imported; None if no line of a specification imports it."""
    places = [each for each in traceback.extract_tb(error.__traceback__) if not _is_of_tools(each)]
    if not places:
        return None
    reason = re.sub(r" \(.*\)$", "", str(error))  # without the path of a module
    names = [name for name in NAMED if NAMED[name].startswith(f"import it: from {error.name} ")]
    wrong = re.search(r"cannot import name '(\w+)'", reason)
    names += getattr(sys.modules.get(error.name or ""), "__all__", ())
    near = get_close_matches(wrong[1] if wrong else "", names, 1)
    advice = f"did you mean {near[0]}?" if near else "correct the name, or leave the import out"
    return _finding_at(places[-1], f"Python cannot import this: {reason}", advice)


def _finding_of_line(error: Exception) -> Finding | None:
    """Return what a line of the file raises itself when it is run; None if another file does."""
    places = traceback.extract_tb(error.__traceback__)
    if not places or _is_of_tools(places[-1]):
        return None
    text = f"Python cannot run this: {' '.join(str(error).split())}"
    return _finding_at(places[-1], text, "leave it out: a specification is read, and not run")


def _finding_at(place: traceback.FrameSummary, text: str, advice: str) -> Finding:
    return _finding(place.filename, place.lineno or 1, (place.colno or 0) + 1, text, advice)


def _is_of_tools(place: traceback.FrameSummary) -> bool:
    """Whether a line that was run is of the notation, or of Python itself."""
    file, tools = place.filename, Path(__file__).parent.parent
    is_of_python = file.startswith("<") or sys.base_prefix in file or is_of_library(file)
    return is_of_python or Path(file).is_relative_to(tools)


def _finding(file: str, line: int, column: int, text: str, advice: str) -> Finding:
    return Finding(
        nearby(Path(file)), line, column, Level.ERROR, FindingKind.NOTATION, text, advice
    )


def nearby(file: Path) -> str:
    """Return a path as it is shown: from the folder of the command, if it is below."""
    here = Path.cwd()
    return str(file.relative_to(here) if file.is_relative_to(here) else file)

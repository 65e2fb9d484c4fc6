"""The parameters of a routine, as a source text of any language defines it."""

from __future__ import annotations

import re


def closing_parenthesis(line: str, start: int) -> int:
    """Return where the parenthesis closes that opens before ``start``."""
    depth = 1
    for at in range(start, len(line)):
        depth += {"(": 1, ")": -1}.get(line[at], 0)
        if depth == 0:
            return at
    return len(line)


def split_arguments(arguments: str) -> list[str]:
    """Return the arguments of a call; a comma in parentheses separates none."""
    return [each.strip() for each in re.split(r",(?![^()]*\))", arguments) if each.strip()]


def is_property(text: str, routine: str) -> bool:
    """Whether a text defines a routine that is read as an attribute, without parentheses."""
    return bool(re.search(rf"\bget {routine}\s*\(|@property\s+def {routine}\b", text))


def parameters_of(text: str, routine: str) -> list[str] | None:
    """Return the names of a routine's parameters, where a text defines it; None: it does not."""
    found = parameter_texts(text, routine)
    names = None if found is None else map(parameter_name, found)
    return None if names is None else [name for name in names if name]


def parameter_name(parameter: str) -> str:
    """Return the name of a parameter; empty for the object itself."""
    name = re.split(r"(?<!:):(?!:)", parameter.partition("=")[0])[0].strip()
    word = re.search(r"(\w+)\W*$", name)
    return word[1] if word and word[1] not in {"self", "cls", "void", "this"} else ""


def parameter_texts(text: str, routine: str) -> list[str] | None:
    """Return a routine's parameters, where a text defines it; None: it does not."""
    found = re.search(
        rf"^[^\n;=.]*\b{routine}\s*\(([^()]*)\)[^\n;]*[:{{]\s*(?:/[/*].*)?$", text, re.M
    )
    found = found or re.search(
        rf"^[ \t]*(?:[^\s=.(][^\n=.(]*)?\b{routine}\s*\(([^()]*)\)", text, re.M
    )
    found = found or re.search(
        rf"\b{routine}\b[^=\n]*= *(?:async *|function *)?\(([^()]*)\)[^=\n]*(?:=>|{{)", text
    )
    return None if found is None else found[1].split(",")

"""The names that a program has for the routines and the elements of a specification."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final

_WORD: Final = re.compile(r"[A-Za-z_]\w*")
_CLASS: Final = re.compile(
    r"^(?:[\w ]*\b)?(?:class|impl|struct)\s+(?:\w+ for )?(\w+)[^;\n]*$", re.MULTILINE
)
_CONTEXT: Final = re.compile(r"\b(?:def|fn|function)\s+$|[\w>\])*&]\s+[*&]*$|^\s*$")
"""What stands before a name, in its line, where the name is defined."""

_NO_DEFINITION: Final = re.compile(
    r"\b(?:return|new|class|struct|record|enum|else|await|throw|not|and|or|in|if|case)\s+$"
)
"""What stands before a name where it is called, or where it is a type's."""

_ARROW: Final = re.compile(
    r"\b(?:const|let|var) (\w+)[^=\n]*= *(?:async *)?(?:function\b|[^=\n]*=>)"
)
"""A function in JavaScript that is the value of a name."""

_REMARK: Final = re.compile(
    r'"""[\s\S]*?"""|' + r"'''[\s\S]*?'''|/\*[\s\S]*?\*/|//[^\n]*|#[ !][^\n]*"
)
"""A comment, or what documents a function in Python: the names in it are not defined there."""

_ENUMERATION: Final = re.compile(r"\benum\s*(?:class|struct)?\s*(\w*)[^{};]*\{([^}]*)\}")
_PYTHON_ENUMERATION: Final = re.compile(r"^class (\w+)\(.*Enum\w*\):\n((?:[ \t].*\n|\n)+)", re.M)


def fold(name: str) -> str:
    """Return a name without underscores, in small letters: equal for ``is_valid``, ``isValid``."""
    return name.replace("_", "").lower()


@dataclass(frozen=True)
class OwnNames:
    """The names in one source text of a program."""

    text: str
    aliases: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """What programs also call a routine, by its name in the specification."""

    def routine(self, name: str) -> str | None:
        """Return what the program calls a routine; None if the text does not define it.

        A prefix, as in ``stack_push``, or one underscore at the end may be added.
        """
        for wanted in (name, *self.aliases.get(name, ())):
            same = [word for word in self.definitions if fold(word) == fold(wanted)]
            prefixed = [word for word in self.definitions if fold(word).endswith(fold(wanted))]
            if same or prefixed:
                return min(same or prefixed, key=len)
        return None

    @cached_property
    def definitions(self) -> list[str]:
        """The names of the routines that the text seems to define, in its order."""
        found = []
        for line in _REMARK.sub("", self.text).splitlines():
            found += _ARROW.findall(line)
            for match in re.finditer(r"([A-Za-z_]\w*)\s*\(", line):
                before = line[: match.start()]
                if match[1] in _KEYWORDS or _NO_DEFINITION.search(before):
                    continue
                if match[1].startswith("__"):  # a constructor in Python has no name to call it by
                    continue
                if _CONTEXT.search(before):
                    found.append(match[1])
        return found

    def result(self, routine: str) -> str:
        """Return what stands around the parameters of the program's routine: its result type."""
        match = re.search(rf"([^\n;{{}}]*)\b{routine}\s*\([^)]*\)([^\n;{{]*)", self.text)
        return f"{match[1]} {match[2]}" if match else ""

    def class_of(self, routine: str) -> str | None:
        """Return the class in which the program defines its routine; None if it is in none."""
        place = re.search(rf"^(.*)\b{routine}\s*\(", self.text, re.MULTILINE)
        if place is None or not place[1][:1].isspace():
            return None
        before = _CLASS.findall(self.text[: place.start()])
        return before[-1] if before else None

    def python_method(self, kind: str, name: str) -> str | None:
        """Return the decorators of a method that a class in Python defines; None if it does not."""
        body = re.search(rf"^class {kind}\b.*\n((?:[ \t].*\n|\s*\n)*)", f"{self.text}\n", re.M)
        found = body and re.search(rf"((?:^ *@.*\n)*)^ *def {name}\b", body[1], re.M)
        return found[1] if found else None

    def is_python_field(self, name: str) -> bool:
        """Whether a class in Python has a property, or a field and no method, of a name."""
        found = re.search(rf"((?:^ *@.*\n)*)^ *def {name}\b", self.text, re.M)
        if found is not None:
            return "property" in found[1]
        return re.search(rf"\bself\.{name}\b|^ +{name}\s*[:=]", self.text, re.M) is not None

    def element(self, word: str) -> tuple[str, str] | None:
        """Return the enumeration and the member for an element; the former may be without name.

        A prefix, as in ``QUEUE_FULL``, may be added. None if no enumeration has it.
        """
        members = [
            (name, member)
            for found in (_ENUMERATION, _PYTHON_ENUMERATION)
            for name, body in found.findall(self.text)
            for member in _WORD.findall(body)
        ]
        same = (each for each in members if fold(each[1]) == fold(word))
        prefixed = (each for each in members if each[1].lower().endswith(f"_{word.lower()}"))
        return next(same, next(prefixed, None))

    def has_text(self, word: str) -> bool:
        """Whether the program writes a word in quotation marks."""
        return re.search(rf"""(["']){re.escape(word)}\1""", self.text) is not None


_KEYWORDS: Final = frozenset({"if", "for", "while", "return", "switch", "match", "catch", "else"})

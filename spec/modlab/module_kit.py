"""A starter kit for any module: the lines around a program, made from the access programs.

The kit speaks the protocol of the checker. Its own part has a line for each access program, with
the arguments in place, which the author uncomments and fits to the code.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.resources import files
from typing import Final

from modcheck.system.implementation import encode
from modspec import Module, SpecificationError
from modspec.lint.value_types import (
    INTEGERS,
    TRUTH_VALUES,
    ElementAtom,
    ParameterAtom,
    ValueType,
    describe,
    type_hints,
)
from modspec.run.objects import takes_or_yields_objects
from modspec.syntax.module import Function

FILES: Final = {"python": "checked.py", "javascript": "checked.mjs", "java": "Checked.java"}
"""The languages that have a kit, and the file of each."""


@dataclass(frozen=True)
class ModuleKit:
    """A starter kit for a module in a language."""

    name: str
    """The name of the file."""

    text: str


def make_kit(module: Module, language: str, spec: str) -> ModuleKit:
    """Return the kit for a module, whose place on the command line is ``spec``.

    Raises SpecificationError for an access program that takes or yields what the kit does not pass
    on: only integers, truth values, strings and elements of enumerations travel.
    """
    name = FILES[language]
    if takes_or_yields_objects(module):
        raise SpecificationError(
            f"{module.name} takes or yields objects, which a kit does not pass on; a class in "
            "Python needs no kit, and the page about the protocol shows how objects travel"
        )
    text = files("modlab").joinpath("kits", f"{name}.txt").read_text(encoding="utf-8")
    transitions = [function.name for function in module.access_programs if function.is_transition]
    parts = {
        "spec": spec,
        "file": name,
        "part": "\n".join(_OwnPart(module, language).lines()),
        "transitions": ", ".join(f'"{each}"' for each in transitions),
    }
    return ModuleKit(name, re.sub(r"@(\w+)@", lambda found: parts[found[1]], text))


class _OwnPart:
    """The author's part of a kit."""

    def __init__(self, module: Module, language: str) -> None:
        self._module, self._language = module, language
        self._class = module.state.name if module.state else module.name.capitalize()
        self._object = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", self._class).lower()

    def lines(self) -> Iterator[str]:
        """Yield the lines, all of them comments."""
        mark = {"python": "# ", "javascript": "// ", "java": "        // "}[self._language]
        for line in self._preparation():
            yield f"{mark}{line}"
        for line in self._enumerations():
            yield f"{mark}{mark.lstrip()}{line}"  # a comment also when it is uncommented
        for function in self._module.access_programs:
            yield f"{mark}{self._line(function)}"

    def _preparation(self) -> list[str]:
        name = self._module.name
        match self._language:
            case "python":
                return [f"from {name} import {self._class}", f"{self._object} = {self._class}()"]
            case "javascript":
                return [
                    f'const {{ {self._class} }} = await import("./{name}.mjs");',
                    f"const {self._object} = new {self._class}();",
                ]
        return [f"var {self._object} = new {self._class}();"]

    def _enumerations(self) -> Iterator[str]:
        """Yield a line for each parameter that is an element of an enumeration, with the names."""
        told: set[str] = set()
        for function in self._module.access_programs:
            hints = self._hints(function)
            for parameter in function.parameters:
                words = _words(hints[parameter.name])
                if words and parameter.name not in told:
                    told.add(parameter.name)
                    quoted = [f'"{word}"' for word in words]
                    yield f"{parameter.name} is {' or '.join(quoted)}"

    def _line(self, function: Function) -> str:
        names = [parameter.name for parameter in function.parameters]
        own = _camel_case(function.name) if self._language != "python" else function.name
        match self._language:
            case "python":
                call = f"{self._object}.{own}({', '.join(names)})"
                head = f"lambda {', '.join(names)}:" if names else "lambda:"
                return f'ROUTINES["{function.name}"] = {head} {call}'
            case "javascript":
                given = ", ".join(map(_camel_case, names))
                return f"routines.{function.name} = ({given}) => {self._object}.{own}({given});"
        hints = self._hints(function)
        given = ", ".join(
            f"a.{self._getter(function, name, hints[name])}({n})" for n, name in enumerate(names)
        )
        call = f"{self._object}.{own}({given})"
        body = f"{{ {call}; return null; }}" if function.is_transition else call
        return f'offer("{function.name}", a -> {body});'

    def _hints(self, function: Function) -> dict[str, ValueType]:
        return type_hints(vars(self._module.python)[function.name])

    def _getter(self, function: Function, name: str, value_type: ValueType) -> str:
        if value_type == INTEGERS or all(isinstance(each, ParameterAtom) for each in value_type):
            return "number"  # of a generic module the elements are numbers
        if value_type == TRUTH_VALUES:
            return "truth"
        if _words(value_type):
            return "word"
        kind = describe(value_type, self._module)
        raise SpecificationError(
            f"{name} of {function.name} is {kind}; a kit passes on integers, truth values and "
            "elements of enumerations only"
        )


def _words(value_type: ValueType) -> list[str]:
    """Return the elements of an enumeration as they travel; none if the type is none."""
    if not all(isinstance(atom, ElementAtom) for atom in value_type):
        return []
    elements = [atom for atom in value_type if isinstance(atom, ElementAtom)]
    return sorted(str(encode(atom.enumeration[atom.name])) for atom in elements)


def _camel_case(name: str) -> str:
    first, *rest = name.split("_")
    return first + "".join(map(str.capitalize, rest))

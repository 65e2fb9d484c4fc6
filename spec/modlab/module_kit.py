"""A starter kit for any module: the lines around a program, made from the access programs.

The kit speaks the protocol of the checker. Its own part has a line for each access program, with
the arguments in place, which the author uncomments and fits to the code.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from enum import EnumMeta
from importlib.resources import files
from typing import Any, Final

from modcheck.system.implementation import encode
from modlab.kit_values import (
    ElementValues,
    IntegerValues,
    MappingValues,
    OptionalValues,
    RealValues,
    SequenceValues,
    SetValues,
    TextValues,
    TravellingType,
    TruthValues,
    travelling_types,
)
from modspec import Module, SpecificationError
from modspec.run.objects import takes_or_yields_objects
from modspec.syntax.module import Function

FILES: Final = {
    "python": "checked.py",
    "java": "Checked.java",
    "c": "checked.c",
    "cpp": "checked.cpp",
    "javascript": "checked.mjs",
    "typescript": "checked.ts",
    "rust": "checked.rs",
}
"""The languages that have a kit, and the file of each."""

_SHARED: Final = "reader.h"
"""What the kits of C and C++ have in common: the reader of JSON, and the life after a crash."""


@dataclass(frozen=True)
class ModuleKit:
    """A starter kit for a module in a language."""

    name: str
    """The name of the file."""

    text: str


def make_kit(module: Module, language: str, spec: str) -> ModuleKit:
    """Return the kit for a module, whose place on the command line is ``spec``.

    Raises SpecificationError for an access program that takes or yields what does not travel: a
    state, or a type that is not known.
    """
    if takes_or_yields_objects(module):
        class_name = _class_of(module)
        raise SpecificationError(
            f"{module.name} takes or yields objects, which a kit does not pass on in any language; "
            f"a class in Python needs no kit: modspec check {spec} py:my_{module.name}:{class_name}"
            "; a program in another language speaks the protocol itself, as the page of the "
            "reference about it shows for a line in JavaScript"
        )
    name = FILES[language]
    program = _KitProgram(module, spec)
    silent = [each.name for each in module.access_programs if each.output is None]
    parts = {
        "spec": spec,
        "file": name,
        "program": module.name,
        "silent": ", ".join(f'"{each}"' for each in silent),
        "exceptions": ", ".join(f'"{each}"' for each in program.exceptions),
        "reader": _text(_SHARED).rstrip(),
        **_PARTS[language](program),
    }
    text = _text(name)
    for _ in range(2):  # the shared part has places of its own
        text = re.sub(r"@(\w+)@", lambda found: parts[found[1]], text)
    return ModuleKit(name, text)


def _text(name: str) -> str:
    return files("modlab").joinpath("kits", f"{name}.txt").read_text(encoding="utf-8")


@dataclass(frozen=True)
class _KitRoutine:
    """An access program as the kits call it."""

    name: str
    arguments: Mapping[str, TravellingType]
    output: TravellingType | None
    raises: bool
    is_constructor: bool

    @property
    def camel(self) -> str:
        return _camel_case(self.name)

    def names(self, spelling: Callable[[str], str] = str) -> str:
        return ", ".join(map(spelling, self.arguments))


class _KitProgram:
    """A program for a module, as its author may have written it."""

    def __init__(self, module: Module, spec: str) -> None:
        self.module = module
        self.python_name = f"my_{module.name}" if spec == module.file.name else module.name
        """The module of a program in Python. Beside the specification it has another name."""

        self.class_name = _class_of(module)
        self.object = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", self.class_name).lower()
        self.routines = [self._routine(function) for function in module.access_programs]
        self.exceptions = sorted({e for f in module.access_programs for e in f.raises})
        self.enumerations: dict[str, list[str]] = {}
        for routine in self.routines:
            types = [*routine.arguments.values(), *([routine.output] if routine.output else [])]
            for enumeration in (found for each in types for found in _enumerations(each)):
                elements: list[Any] = [*enumeration.__members__.values()]
                self.enumerations[enumeration.__name__] = [str(encode(each)) for each in elements]

    def _routine(self, function: Function) -> _KitRoutine:
        types = travelling_types(self.module, function)
        output = types.pop("return", None)
        is_constructor = function.name == "new" and function.is_transition
        return _KitRoutine(function.name, types, output, bool(function.raises), is_constructor)


def _enumerations(kind: TravellingType) -> Iterator[EnumMeta]:
    if isinstance(kind, ElementValues):
        yield kind.enumeration
    for part in kind.parts:
        yield from _enumerations(part)


def _class_of(module: Module) -> str:
    """Return the name of a class that implements a module, if its author follows the module."""
    return module.state.name if module.state else _class_name(module.name)


def _class_name(name: str) -> str:
    return "".join(part.capitalize() for part in name.split("_"))


def _camel_case(name: str) -> str:
    first, *rest = name.split("_")
    return first + "".join(map(str.capitalize, rest))


def _block(indent: int, mark: str, lines: Iterator[str]) -> str:
    """Return lines as comments that are to be uncommented."""
    return "\n".join(f"{' ' * indent}{mark} {line}" for line in lines)


def _words_are(program: _KitProgram, mark: str) -> Iterator[str]:
    """Yield a comment for each enumeration, with its elements as they travel."""
    for name, words in program.enumerations.items():
        yield f"{mark} {name}: {', '.join(words)}"  # a comment also when it is uncommented


# -- Python ----------------------------------------------------------------------------------------


def _python(program: _KitProgram) -> dict[str, str]:
    def lines() -> Iterator[str]:
        new = f"{program.class_name}()"
        yield f"from {program.python_name} import {program.class_name}"
        has_constructor = any(routine.is_constructor for routine in program.routines)
        if not has_constructor:
            yield f"{program.object} = {new}"
        yield from _words_are(program, "#")
        for routine in program.routines:
            given = ", ".join(_python_value(t, n) for n, t in routine.arguments.items())
            call = f"{program.object}.{routine.name}({given})"
            if routine.is_constructor:
                made = f"{program.class_name}({given})"
                call = f"globals().update({program.object}={made})"
            head = f"lambda {routine.names()}:" if routine.arguments else "lambda:"
            yield f'ROUTINES["{routine.name}"] = {head} {call}'

    return {"part": _block(0, "#", lines())}


def _python_value(kind: TravellingType, name: str) -> str:
    """Return the expression that makes a value of what has travelled."""
    match kind:
        case SetValues(element):
            inner = _python_value(element, "each")
            return f"set({name})" if inner == "each" else f"{{{inner} for each in {name}}}"
        case MappingValues(source, target):
            key, value = _python_value(source, "key"), _python_value(target, "value")
            is_plain = (key, value) == ("key", "value")
            return f"dict({name})" if is_plain else f"{{{key}: {value} for key, value in {name}}}"
        case SequenceValues(element):
            inner = _python_value(element, "each")
            return f"tuple({name})" if inner == "each" else f"tuple({inner} for each in {name})"
    return name


# -- JavaScript and TypeScript ---------------------------------------------------------------------


def _javascript(program: _KitProgram) -> dict[str, str]:
    def lines() -> Iterator[str]:
        name = program.class_name
        yield f'const {{ {name} }} = await import("./{program.module.name}.mjs");'
        yield from _script_lines(program, lambda kind: "")

    return {"part": _block(0, "//", lines())}


def _typescript(program: _KitProgram) -> dict[str, str]:
    def lines() -> Iterator[str]:
        yield f'import {{ {program.class_name} }} from "./{program.module.name}";'
        yield from _script_lines(program, lambda kind: f": {_typescript_type(kind)}")

    return {"part": _block(0, "//", lines())}


def _script_lines(program: _KitProgram, typed: Callable[[TravellingType], str]) -> Iterator[str]:
    """Yield the lines that JavaScript and TypeScript share; ``typed`` annotates a parameter."""
    has_constructor = any(routine.is_constructor for routine in program.routines)
    name, class_name = _camel_case(program.object), program.class_name
    if not has_constructor:
        yield f"const {name} = new {class_name}();"
    elif typed(IntegerValues()):
        yield f"let {name}: {class_name};"
    else:
        yield f"let {name};"
    yield from _words_are(program, "//")
    for routine in program.routines:
        heads = [f"{_camel_case(n)}{typed(t)}" for n, t in routine.arguments.items()]
        given = ", ".join(_script_value(t, _camel_case(n)) for n, t in routine.arguments.items())
        call = f"{name}.{routine.camel}({given})"
        if routine.is_constructor:
            call = f"{{ {name} = new {class_name}({given}); }}"
        yield f"routines.{routine.name} = ({', '.join(heads)}) => {call};"


def _script_value(kind: TravellingType, name: str) -> str:
    match kind:
        case SetValues(element):
            inner = _script_value(element, "each")
            return f"new Set({name}{'' if inner == 'each' else f'.map((each) => {inner})'})"
        case MappingValues(source, target):
            key, value = _script_value(source, "key"), _script_value(target, "value")
            is_plain = (key, value) == ("key", "value")
            pairs = "" if is_plain else f".map(([key, value]) => [{key}, {value}])"
            return f"new Map({name}{pairs})"
        case SequenceValues(element):
            inner = _script_value(element, "each")
            return name if inner == "each" else f"{name}.map((each) => {inner})"
    return name


def _typescript_type(kind: TravellingType) -> str:
    """Return the type of what has travelled."""
    match kind:
        case IntegerValues() | RealValues():
            return "number"
        case TruthValues():
            return "boolean"
        case SetValues(element) | SequenceValues(element):
            return f"{_typescript_type(element)}[]"
        case MappingValues(source, target):
            return f"[{_typescript_type(source)}, {_typescript_type(target)}][]"
    return "string" if isinstance(kind, TextValues | ElementValues) else "any"


# -- Java ------------------------------------------------------------------------------------------


def _java(program: _KitProgram) -> dict[str, str]:
    name, class_name = _camel_case(program.object), program.class_name

    def lines() -> Iterator[str]:
        for routine in program.routines:
            given = ", ".join(
                _java_value(kind, f"a.at({number})")
                for number, kind in enumerate(routine.arguments.values())
            )
            call = f"{name}.{routine.camel}({given})"
            if routine.is_constructor:
                call = f"{name} = new {class_name}({given})"
            body = call if routine.output else f"{{ {call}; return null; }}"
            yield f'offer("{routine.name}", a -> {body});'

    def before() -> Iterator[str]:
        has_constructor = any(routine.is_constructor for routine in program.routines)
        made = "" if has_constructor else f" = new {class_name}()"
        yield f"static {class_name} {name}{made};"
        yield from _words_are(program, "//")

    return {"before": _block(4, "//", before()), "part": _block(8, "//", lines())}


_JAVA: Final[dict[type[TravellingType], str]] = {
    IntegerValues: "number",
    RealValues: "real",
    TruthValues: "truth",
    TextValues: "word",
    ElementValues: "word",
}


def _java_value(kind: TravellingType, source: str) -> str:
    match kind:
        case SetValues(element):
            return f"{source}.set({_java_reader(element)})"
        case SequenceValues(element):
            return f"{source}.list({_java_reader(element)})"
        case MappingValues(key, value):
            return f"{source}.map({_java_reader(key)}, {_java_reader(value)})"
    return f"{source}.{_JAVA[type(kind)]}()" if type(kind) in _JAVA else source


def _java_reader(kind: TravellingType) -> str:
    """Return the function that reads an element of a collection."""
    if type(kind) in _JAVA:
        return f"Json::{_JAVA[type(kind)]}"
    return f"it -> {_java_value(kind, 'it')}"


# -- C++ -------------------------------------------------------------------------------------------


def _cpp(program: _KitProgram) -> dict[str, str]:
    name = program.object

    def lines() -> Iterator[str]:
        for routine in program.routines:
            heads = ", ".join(f"{_cpp_type(t)} {n}" for n, t in routine.arguments.items())
            call = f"{name}.{routine.name}({routine.names()})"
            if routine.is_constructor:
                call = f"{name} = {program.class_name}({routine.names()})"
            gives = "return " if routine.output else ""
            yield f'kit::offer("{routine.name}", []({heads}) {{ {gives}{call}; }});'

    def before() -> Iterator[str]:
        yield f'#include "{program.module.name}.hpp"'
        yield f"{program.class_name} {name};"
        for enumeration, words in program.enumerations.items():
            quoted = ", ".join(f'"{word}"' for word in words)
            yield f"KIT_ENUMERATION({enumeration}, {quoted}) // in the order of yours"

    return {"before": _block(0, "//", before()), "part": _block(4, "//", lines())}


def _cpp_type(kind: TravellingType) -> str:
    match kind:
        case IntegerValues():
            return "int"
        case RealValues():
            return "double"
        case TruthValues():
            return "bool"
        case TextValues():
            return "std::string"
        case ElementValues(enumeration):
            return enumeration.__name__
        case SetValues(element):
            return f"std::set<{_cpp_type(element)}>"
        case SequenceValues(element):
            return f"std::vector<{_cpp_type(element)}>"
        case MappingValues(source, target):
            return f"std::map<{_cpp_type(source)}, {_cpp_type(target)}>"
    return f"std::tuple<{', '.join(map(_cpp_type, kind.parts))}>"


# -- Rust ------------------------------------------------------------------------------------------


def _rust(program: _KitProgram) -> dict[str, str]:
    class_name = program.class_name

    def before() -> Iterator[str]:
        yield f"mod {program.module.name};"
        yield f"use {program.module.name}::*;"
        for enumeration, words in program.enumerations.items():
            pairs = ", ".join(f'{_class_name(word)} = "{word}"' for word in words)
            yield f"enumeration!({enumeration} {{ {pairs} }});"

    def lines() -> Iterator[str]:
        for routine in program.routines:
            given = ", ".join(f"a.get({n})" for n in range(len(routine.arguments)))
            call = f"it.{routine.name}({given})"
            if routine.is_constructor:
                call = f"*it = {class_name}::new({given})"
            yield f'("{routine.name}", |it, {"a" if given else "_"}| reply({call})),'

    return {
        "before": _block(0, "//", before()),
        "made": f"    // let program = {class_name}::default();",
        "part": _block(8, "//", lines()),
    }


# -- C ---------------------------------------------------------------------------------------------


def _c(program: _KitProgram) -> dict[str, str]:
    def before() -> Iterator[str]:
        yield f'#include "{program.module.name}.h"'

    def lines() -> Iterator[str]:
        quoted = ", ".join(f'"{name}"' for name in program.exceptions)
        if quoted:
            numbers = ", ".join(str(n) for n in range(1, len(program.exceptions) + 1))
            yield f"KIT_EXCEPTIONS({quoted}) /* by what yours return: {numbers}; 0 if fine */"
        for enumeration, words in program.enumerations.items():
            quoted = ", ".join(f'"{word}"' for word in words)
            yield f"KIT_ENUMERATION({_c_name(enumeration)}, {quoted}) /* yours are 0, 1, ... */"
        for routine in program.routines:
            yield f'if (KIT_CALLED("{routine.name}")) {{ {_c_call(program, routine)} }}'

    return {"before": _block(0, "//", before()), "part": _block(4, "//", lines())}


def _c_call(program: _KitProgram, routine: _KitRoutine) -> str:
    """Return the statements that make a call and report its reply."""
    given = [
        part for n, kind in enumerate(routine.arguments.values()) for part in _c_arguments(kind, n)
    ]
    name = f"{program.object}_{routine.name}"
    if routine.output is None:
        call = f"{name}({', '.join(given)})"
        return f"kit_done({call});" if routine.raises else f"{call}; kit_done(0);"
    declared, out, passed, reported = _c_output(routine.output)
    if routine.raises:
        call = f"{name}({', '.join([*given, f'&{out}' if passed != out else passed])})"
        return f"{declared}; if (kit_done({call})) {reported};"
    if passed == out:  # an array, which the routine fills: it returns how many there are
        return f"{declared}; n = {name}({', '.join([*given, out])}); {reported};"
    call = f"{name}({', '.join(given)})"
    return f"{reported.replace('out', call, 1)};"


def _c_name(enumeration: str) -> str:
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", enumeration).lower()


def _c_arguments(kind: TravellingType, number: int) -> list[str]:
    match kind:
        case IntegerValues():
            return [f"kit_number({number})"]
        case RealValues():
            return [f"kit_real({number})"]
        case TruthValues():
            return [f"kit_truth({number})"]
        case TextValues():
            return [f"kit_text({number})"]
        case ElementValues(enumeration):
            return [f"kit_element({number}, {_c_name(enumeration.__name__)})"]
        case SetValues(ElementValues(enumeration)):
            return [f"kit_bits({number}, {_c_name(enumeration.__name__)})"]
        case SequenceValues(IntegerValues()) | SetValues(IntegerValues()):
            return [f"kit_numbers({number})", f"kit_count({number})"]
        case SequenceValues(RealValues()) | SetValues(RealValues()):
            return [f"kit_reals({number})", f"kit_count({number})"]
        case SequenceValues(TextValues()) | SetValues(TextValues()):
            return [f"kit_texts({number})", f"kit_count({number})"]
    return [f"kit_argument({number})"]  # the author reads the JSON


def _c_output(kind: TravellingType) -> tuple[str, str, str, str]:
    """Return a declaration, the variable, what is passed for it, and how it is reported."""
    match kind:
        case IntegerValues():
            return "int out", "out", "&out", "kit_say_number(out)"
        case RealValues():
            return "double out", "out", "&out", "kit_say_real(out)"
        case TruthValues():
            return "int out", "out", "&out", "kit_say_truth(out)"
        case TextValues():
            return "const char *out", "out", "&out", "kit_say_text(out)"
        case ElementValues(enumeration):
            own = _c_name(enumeration.__name__)
            return "int out", "out", "&out", f"kit_say_element(out, {own})"
        case OptionalValues(ElementValues(enumeration)):
            say = f"kit_say_element_if_any(out, {_c_name(enumeration.__name__)})"
            return "int out", "out", "&out", f"{say} /* -1: none */"
        case OptionalValues(TextValues()):
            return "const char *out", "out", "&out", "kit_say_text_if_any(out) /* NULL: none */"
        case SetValues(ElementValues(enumeration)):
            own = _c_name(enumeration.__name__)
            return "unsigned out", "out", "&out", f"kit_say_bits(out, {own})"
        case SequenceValues(IntegerValues()) | SetValues(IntegerValues()):
            return "int out[999], n", "out", "out", "kit_say_numbers(out, n)"
        case SequenceValues(RealValues()) | SetValues(RealValues()):
            return "double out[999]; int n", "out", "out", "kit_say_reals(out, n)"
        case SequenceValues(TextValues()) | SetValues(TextValues()):
            return "const char *out[999]; int n", "out", "out", "kit_say_texts(out, n)"
    return "const char *out", "out", "&out", "kit_say(out) /* JSON */"


_PARTS: Final[dict[str, Callable[[_KitProgram], dict[str, str]]]] = {
    "python": _python,
    "java": _java,
    "c": _c,
    "cpp": _cpp,
    "javascript": _javascript,
    "typescript": _typescript,
    "rust": _rust,
}
"""What the kit of a language has at the places of its template."""

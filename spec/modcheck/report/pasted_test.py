"""A test to paste: a fault of a verdict as a test in the program's language, against its own names.

The test is made of the calls and the due reply that the verdict has; no rule is written again. It
needs no test framework besides that of the language, and fails as long as the fault is there.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from pathlib import PurePath
from typing import Any, Final

from modcheck.report.own_names import OwnNames
from modcheck.system.object_views import (
    ObjectView,
    encode,
    output_of,
    shown_further,
)
from modcheck.system.serve import INITIALISERS
from modcheck.testing.choices import ChosenOutput
from modcheck.testing.mismatch import Mismatch
from modspec.run.machine import Call
from modspec.run.objects import (
    ObserverOutput,
    is_made_by_output,
    module_of,
    shown_by_observers,
)
from modspec.run.plain import choice_text
from modspec.run.reals import USUAL
from modspec.syntax.values import State, origin_of

MARK: Final = "Each test fails as long as your program has the fault."
"""What the first line of a test file says. A file without it is not overwritten."""


@dataclass(frozen=True)
class Language:
    """How a language writes a test. ``{...}`` are filled in."""

    comment: str
    head: str
    """The lines before the tests: ``module``, ``file``, ``names`` (to import), ``package``.

    ``imports`` are lines of Python that import the names.
    """

    test: str
    """A test: ``number``, ``make`` (the object, if there is a class), ``body``."""

    foot: str
    """The lines after the tests; ``calls`` calls each."""

    make: str
    """How the object ``it`` of a class ``name`` is made."""

    due: str
    """The assertion that ``call`` gives ``value``."""

    raises: str
    """The assertion that ``call`` fails."""

    ignored: str
    """A call that fails, and is to."""

    chosen: str
    """The end of the test, unless ``call`` gives the ``value`` that the program chose before."""

    one_of: str
    """The assertion that ``call`` gives one of the ``values``; ``tests`` compares ``out``."""

    member: str = "{name}.{member}"
    """A member of an enumeration that has a name."""

    nothing: str = "null"
    """The value for an element for which the program has no name."""

    raises_by_name: str = ""
    """The assertion that ``call`` raises ``exception``, and not one of another name."""

    camel: bool = False
    true: str = "true"
    false: str = "false"


_ANOTHER: Final = " // another choice, after which other replies are due"
_C_LIKE: Final = "void test_fault_{number}(void) {{\n{make}{body}\n}}\n"

LANGUAGES: Final = {
    ".py": Language(
        "#",
        "{imports}\n",
        "def test_fault_{number}():\n{make}{body}\n",
        'if __name__ == "__main__":\n{calls}\n',
        "    {it} = {name}()\n",
        "assert {call} == {value}",
        "try:\n    {call}\nexcept Exception:\n    pass\nelse:\n"
        '    raise AssertionError("{exception} is due")',
        "try:\n    {call}\nexcept Exception:\n    pass",
        "if {call} != {value}:\n    return  # another choice, after which other replies are due",
        "assert {call} in ({values})",
        nothing="None",
        raises_by_name="try:\n    {call}\nexcept Exception as error:\n"
        '    assert type(error).__name__ == "{exception}", f"{exception} is due, not {{error!r}}"\n'
        'else:\n    raise AssertionError("{exception} is due")',
        true="True",
        false="False",
    ),
    ".java": Language(
        "//",
        "{package}public class {file} {{",
        "    static void testFault{number}() throws Exception {{\n{make}{body}\n    }}\n",
        "    public static void main(String[] arguments) throws Exception {{\n"
        "{calls}\n    }}\n}}\n",
        "        {name} {it} = new {name}();\n",
        "if (!java.util.Objects.equals({call}, {value}))\n"
        '    throw new AssertionError({literal} + " is due, not " + {call});',
        "boolean raised = false;\ntry {{\n    {call};\n}} catch (Exception e) {{\n"
        '    raised = true;\n}}\nif (!raised) throw new AssertionError("{exception} is due");',
        "try {{\n    {call};\n}} catch (Exception e) {{\n}}",
        "if (!java.util.Objects.equals({call}, {value})) return;" + _ANOTHER,
        "Object out = {call};\nif (!java.util.List.of({values}).contains(out))\n"
        '    throw new AssertionError({literal} + " is due, not " + out);',
        raises_by_name="String raised = null;\ntry {{\n    {call};\n}} catch (Exception e) {{\n"
        "    raised = e.getClass().getSimpleName();\n}}\n"
        'if (!"{exception}".equals(raised))\n'
        '    throw new AssertionError("{exception} is due, not " + raised);',
        camel=True,
    ),
    ".js": Language(
        "//",
        'import assert from "node:assert";\nimport {{ {names} }} from "./{source}";\n',
        "function testFault{number}() {{\n{make}{body}\n}}\n",
        "{calls}\n",
        "  const {it} = new {name}();\n",
        "assert.strictEqual({call} ?? null, {value});",
        'assert.throws(() => {call}, undefined, "{exception} is due");',
        "try {{\n  {call};\n}} catch {{}}",
        "if (({call} ?? null) !== {value}) return;" + _ANOTHER,
        'assert.ok([{values}].includes({call}), {literal} + " is due");',
        raises_by_name="assert.throws(() => {call}, "
        '(error) => [error.name, error.constructor.name].includes("{exception}"), '
        '"{exception} is due");',
        camel=True,
    ),
    ".ts": Language(
        "//",
        'import {{ {names} }} from "./{module}";\n',
        "function testFault{number}() {{\n{make}{body}\n}}\n",
        "{calls}\n",
        "  const {it} = new {name}();\n",
        "if (({call} ?? null) !== {value}) "
        "throw new Error({literal} + ` is due, not ${{{call}}}`);",
        "let raised = false;\ntry {{\n  {call};\n}} catch {{\n  raised = true;\n}}\n"
        'if (!raised) throw new Error("{exception} is due");',
        "try {{\n  {call};\n}} catch {{}}",
        "if (({call} ?? null) !== {value}) return;" + _ANOTHER,
        'if (![{values}].includes({call})) throw new Error({literal} + " is due");',
        raises_by_name='let raised = "no exception";\ntry {{\n  {call};\n}} catch (error) {{\n'
        '  raised = error instanceof Error ? error.constructor.name : "no error";\n}}\n'
        'if (raised !== "{exception}") throw new Error("{exception} is due, not " + raised);',
        camel=True,
    ),
    ".c": Language(
        "//",
        '#undef NDEBUG\n#include <assert.h>\n#include "{source}"\n',
        _C_LIKE,
        "int main(void) {{\n{calls}\n    return 0;\n}}\n",
        "",
        "assert({call} == {value});",
        "assert({call} {wrong}); // {exception} is due",
        "{call};",
        "if ({call} != {value}) return;" + _ANOTHER,
        "long out = {call};\nassert({tests});",
        nothing="0",
    ),
    ".cpp": Language(
        "//",
        "#undef NDEBUG\n#include <cassert>\n#include <optional>\n" + '#include "{source}"\n',
        _C_LIKE,
        "int main() {{\n{calls}\n}}\n",
        "    {name} {it};\n",
        "assert({call} == {value});",
        "bool raised = false;\ntry {{\n    {call};\n}} catch (...) {{\n    raised = true;\n}}\n"
        'assert(raised && "{exception} is due");',
        "try {{\n    {call};\n}} catch (...) {{\n}}",
        "if ({call} != {value}) return;" + _ANOTHER,
        "auto out = {call};\nassert({tests});",
        "{name}::{member}",
        "std::nullopt",
    ),
    ".rs": Language(
        "//",
        "#![allow(unused)]\nmod {module};\nuse {module}::*;\n",
        "#[test]\nfn fault_{number}() {{\n{make}{body}\n}}\n",
        "",
        "    let mut {it} = {name}::new();\n",
        "assert!({call} == {value});",
        'assert!({call}.is_err(), "{exception} is due");',
        "let _ = {call};",
        "if {call} != {value} {{ return; }}" + _ANOTHER,
        "let out = {call};\nassert!({tests});",
        "{name}::{member}",
        "None",
    ),
}
"""The languages of tests, by the ending of their files."""
LANGUAGES[".mjs"] = LANGUAGES[".js"]


@dataclass(frozen=True)
class SourceFile:
    """The file of a program that defines its routines."""

    name: str
    names: OwnNames
    header: str = ""
    """The file that declares them in C or C++, if there is one."""

    module: str = ""
    """The name by which Python imports the file, if it is not that of the file."""

    modules: Mapping[str, str] = field(default_factory=dict)
    """The texts of the program's modules in Python, by their names: its own, then others."""

    judged_class: str | None = None
    """The class in Python that was judged; empty if the functions of the module were.

    The judge gives it elements of enumerations as words. None if the program was judged otherwise.
    """

    def module_of(self, name: str) -> str:
        """Return the module in Python to import a name from: another one if only that has it."""
        own = self.module or PurePath(self.name).stem
        defines_it = re.compile(rf"^class {name}\b", re.MULTILINE)
        defining = (module for module, text in self.modules.items() if defines_it.search(text))
        return own if name == self.judged_class else next(defining, own)


def pasted_tests(
    mismatches: Sequence[Mismatch],
    source: SourceFile,
    file: str,
    transitions: Collection[str],
    tolerance: float = USUAL,
) -> str:
    """Return a test file with a test for each mismatch; the ending of ``file`` says the language.

    A routine that the source does not define has its name from the specification. ``transitions``
    are the routines that change the state; reals may differ by ``tolerance``.
    """
    path = PurePath(file)
    writer = _Writer(LANGUAGES[path.suffix], source, path, transitions, tolerance)
    return "\n".join(writer.lines(mismatches))


_BEFORE_A_WORD: Final = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
"""Where a word begins in a name such as SymbolTable."""


class _Writer:
    def __init__(
        self,
        language: Language,
        source: SourceFile,
        path: PurePath,
        transitions: Collection[str],
        tolerance: float,
    ) -> None:
        self._language, self._source, self._path = language, source, path
        self._transitions, self._tolerance = transitions, tolerance
        self._tested: str | None = None
        self._names = source.names
        self._imported: dict[str, None] = {}
        self._unknown: dict[str, None] = {}
        self._makings: list[str] = []  # statements that make the objects of the next one
        self._objects = 0

    def lines(self, mismatches: Sequence[Mismatch]) -> Iterator[str]:
        language = self._language
        written = [each for each in mismatches if self._has_form(each)]
        tests = [self._test(number, each) for number, each in enumerate(written, 1)]
        package = re.search(r"^package .*;", self._names.text, re.MULTILINE)
        yield f"{language.comment} {MARK}"
        if self._unknown:
            names = ", ".join(self._unknown)
            yield f"{language.comment} {self._source.name} does not define {names}; so the names"
            yield f"{language.comment} of the specification stand here. Write yours."
        if left_out := len(mismatches) - len(written):
            faults = "1 fault is" if left_out == 1 else f"{left_out} faults are"
            yield f"{language.comment} {faults} left out, for its values are sequences, sets or"
            yield f"{language.comment} mappings. See the verdict."
        yield language.head.format(
            module=PurePath(self._source.name).stem,
            source=self._source.header or self._source.name,
            file=self._path.stem,
            names=", ".join(self._imported),
            package=f"{package[0]}\n\n" if package else "",
            imports="\n".join(self._imports_of_python()),
        )
        yield from tests
        test = "testFault{}();" if language.camel else "test_fault_{}();"
        margin = {".java": 8, ".js": 0, ".mjs": 0, ".ts": 0}.get(self._path.suffix, 4)
        calls = "\n".join(" " * margin + test.format(n) for n in range(1, len(tests) + 1))
        yield language.foot.format(
            calls=calls.replace(";", "") if language.nothing == "None" else calls
        )

    def _has_form(self, mismatch: Mismatch) -> bool:
        """Whether the language has a form for all values of a fault."""
        calls = (*mismatch.history, mismatch.culprit.call, mismatch.step.call)
        values = [mismatch.step.expected.output, *(a for call in calls for a in call.arguments)]
        return self._path.suffix == ".py" or not any(map(_is_collection, values))

    def _imports_of_python(self) -> Iterator[str]:
        """Yield a line for each module that has a name to import."""
        by_module: dict[str, list[str]] = {}
        for name in self._imported:
            by_module.setdefault(self._source.module_of(name), []).append(name)
        for module, names in by_module.items():
            yield f"from {module} import {', '.join(names)}"

    def _test(self, number: int, mismatch: Mismatch) -> str:
        step, body = mismatch.step, list[str]()
        self._objects = 0
        name = self._tested = self._class(step.call.routine)
        for statement in self._statements(mismatch):
            body += [*self._makings, statement]
            self._makings.clear()
        make = self._language.make.format(name=name, it=self._it) if name else ""
        calls = (*mismatch.history, mismatch.culprit.call, step.call)
        make = "" if any(map(self._makes_object, calls)) else make
        margin = {".java": " " * 8, ".js": "  ", ".mjs": "  ", ".ts": "  "}
        start = margin.get(self._path.suffix, "    ")
        lines = [start + line for part in body for line in part.split("\n")]
        return self._language.test.format(number=number, make=make, body="\n".join(lines))

    def _statements(self, mismatch: Mismatch) -> Iterator[str]:
        """Yield the statements of a test, the assertion last."""
        for place, call in enumerate(mismatch.history):
            is_rejected = place in mismatch.rejected_numbers
            yield self._refused_call(call) if is_rejected else self._statement(call)
        culprit = mismatch.culprit
        if culprit is not mismatch.step:
            is_rejected = culprit.expected.exception is not None
            yield self._refused_call(culprit.call) if is_rejected else self._statement(culprit.call)
            yield from map(self._statement, mismatch.between)
        if mismatch.reply.changes_earlier:
            yield from self._assertion_of_earlier(mismatch)
        else:
            yield self._assertion(mismatch)

    def _assertion_of_earlier(self, mismatch: Mismatch) -> Iterator[str]:
        """Yield the statements which assert that an object stays as it is if another one is made.

        Only programs in Python tell what an earlier object shows.
        """
        ((shows, _),) = mismatch.observed
        shown = self._call(shows.call)
        yield f"earlier, shown = {self._it}, {shown}"
        yield self._statement(mismatch.culprit.call)
        yield f"assert {shown.replace(f'{self._it}.', 'earlier.', 1)} == shown"

    def _assertion(self, mismatch: Mismatch) -> str:
        language, step = self._language, mismatch.step
        call, expected = self._call(step.call), step.expected
        if expected.exception is not None:
            # in C a routine that changes the state returns a code; another a negative number
            wrong = "!= 0" if step.call.routine in self._transitions else "< 0"
            form = language.raises
            if mismatch.reply.exception and re.search(
                rf"\b{expected.exception}\b", self._names.text
            ):
                form = language.raises_by_name or form  # another one came, and the program has both
            return form.format(call=call, exception=expected.exception, wrong=wrong)
        if expected.output is None and step.call.routine in self._transitions:
            return self._statement(step.call)
        if self._path.suffix == ".py" and isinstance(expected.output, State | float):
            further = self._further_to_show(mismatch)
            return "\n".join(self._approximations(call, expected.output, further))
        allowed = expected.allowed or (expected.output,)
        call, values = self._output(step.call, allowed)
        literal = json.dumps(choice_text([str(encode(each)) for each in allowed]))
        if len(values) == 1:
            return language.due.format(call=call, value=values[0], literal=literal)
        tests = " || ".join(f"out == {value}" for value in values)
        listed = ", ".join(values)
        return language.one_of.format(call=call, values=listed, tests=tests, literal=literal)

    def _output(self, call: Call, outputs: Sequence[Any]) -> tuple[str, list[str]]:
        """Return the expression for what a call yields, and values to compare it with."""
        text, values = self._call(call), [self._value(each) for each in outputs]
        if outputs and all(map(_is_collection, outputs)):
            text = _as_plain(text, outputs[0])  # whatever kind of collection it is
        if self._path.suffix == ".rs":
            result = self._result(call)
            text += ".unwrap()" if "Result<" in result else ""
            if "Option<" in result:
                values = [each if each == "None" else f"Some({each})" for each in values]
        return text, values

    def _further_to_show(self, mismatch: Mismatch) -> list[ObserverOutput]:
        """Return what an object shows besides its plain observers, as far as it is wrong."""
        due, got = output_of(mismatch.step.expected), mismatch.reply.output
        if not isinstance(due, ObjectView) or not due.further:
            return []
        if isinstance(got, ObjectView):
            names = due.unlike(got)
        else:  # there is an exception, or no reply to something
            names = tuple(name for name in due.further if self._names.routine(name))
        return [
            each for each in shown_further(mismatch.step.expected.output) if each.observer in names
        ]

    def _approximations(
        self, call: str, value: Any, further: Sequence[ObserverOutput] = ()
    ) -> Iterator[str]:
        """Yield assertions that a call yields a real, or an object that shows such values."""
        if isinstance(value, State):
            for shown in (*shown_by_observers(value), *further):
                name = self._names.routine(shown.observer) or shown.observer
                is_field = self._names.is_python_field(name)
                part = f"{call}.{name if is_field else f'{name}()'}"
                if shown.exception is None:
                    yield from self._approximations(part, shown.value)
                else:
                    yield self._language.raises.format(call=part, exception=shown.exception)
        elif isinstance(value, float):
            yield f"assert abs({call} - {value!r}) <= {self._tolerance} * max(1, abs({value!r}))"
        else:
            yield f"assert {call} == {self._value(value)}"

    def _makes_object(self, call: Call) -> bool:
        """Whether a call makes the object that is tested, instead of changing it."""
        return self._tested is not None and bool(self._maker(self._tested, call))

    def _maker(self, kind: str, call: Call) -> str:
        """Return the expression for an object that the call of an initialiser makes.

        A class in Python makes it, or its constructor; else it is empty.
        """
        if self._path.suffix != ".py" or call.routine not in INITIALISERS:
            return ""
        decorators = self._names.python_method(kind, call.routine)
        if decorators is not None:
            belongs = "@classmethod" in decorators or "@staticmethod" in decorators
            return f"{kind}.{call.routine}({self._arguments(call)})" if belongs else ""
        is_own = kind == self._tested and self._names.routine(call.routine) is not None
        return "" if is_own else f"{kind}({self._arguments(call)})"

    def _object(self, state: State) -> str:
        """Return the expression for an object; what stands for nothing if none is known."""
        calls = origin_of(state)
        if self._path.suffix != ".py" or not calls:
            return self._language.nothing
        kind = type(state).__name__
        self._imported[kind] = None
        made = self._maker(kind, calls[0])
        if made and len(calls) == 1:
            return made
        self._objects += 1
        name = f"{kind.lower()}_{self._objects}"
        makings = [f"{name} = {made or f'{kind}()'}"]
        for call in calls[bool(made) :]:
            routine = self._names.routine(call.routine) or call.routine
            yields = is_made_by_output(module_of(type(state)), call)
            makings.append(f"{f'{name} = ' * yields}{name}.{routine}({self._arguments(call)})")
        self._makings += makings  # after those of its arguments
        return name

    def _statement(self, call: Call) -> str:
        if self._makes_object(call):
            return f"{self._it} = {self._call(call)}"
        if isinstance(call.choice, ChosenOutput):
            text, (value,) = self._output(call, [call.choice.output])
            return self._language.chosen.format(call=text, value=value)
        text, _ = self._output(call, ())
        if self._path.suffix == ".c" and " int " in f" {self._result(call)} ":
            return f"assert({text} == 0);"  # a routine of this kind returns the code of an error
        return text if self._path.suffix == ".py" else f"{text};"

    def _result(self, call: Call) -> str:
        return self._names.result(self._routine(call.routine))

    def _refused_call(self, call: Call) -> str:
        return self._language.ignored.format(call=self._call(call))

    def _call(self, call: Call) -> str:
        if self._tested and (made := self._maker(self._tested, call)):
            return made
        if self._is_field(call):
            return f"{self._it}.{call.routine}"
        routine, name = self._routine(call.routine), self._class(call.routine)
        if not name:
            self._imported[routine] = None
        return f"{f'{self._it}.' if name else ''}{routine}({self._arguments(call)})"

    @property
    def _it(self) -> str:
        """The name of the object that is tested: ``my_stack``, or ``myStack``, of a Stack.

        The name of the class alone might be a word of the language, as ``switch`` is.
        """
        words = _BEFORE_A_WORD.sub("_", self._tested or "").lower().split("_")
        if self._language.camel:
            return "".join(["my", *map(str.capitalize, words)])
        return "_".join(["my", *words])

    def _is_field(self, call: Call) -> bool:
        """Whether a class in Python has a field or a property in the place of a query."""
        is_python_class = self._path.suffix == ".py" and self._source.judged_class
        can_be = call.routine not in self._transitions and not call.arguments
        return bool(is_python_class) and can_be and self._names.is_python_field(call.routine)

    def _arguments(self, call: Call) -> str:
        """Return the arguments of a call as the program takes them."""
        return ", ".join(map(self._argument, call.arguments))

    def _argument(self, value: Any) -> str:
        if _is_collection(value):
            return _collection(value, self._argument)
        word = None if isinstance(value, State) else encode(value)
        takes_words = self._source.judged_class is not None
        return json.dumps(word) if takes_words and isinstance(word, str) else self._value(value)

    def _class(self, routine: str) -> str | None:
        if self._path.suffix == ".c":
            return None
        judged = self._source.judged_class
        found = judged if judged is not None else self._names.class_of(self._routine(routine))
        if found:
            self._imported[found] = None
        return found or None

    def _routine(self, name: str) -> str:
        found = self._names.routine(name)
        if found is None:
            self._unknown[name] = None
            first, *rest = name.split("_")
            found = "".join([first, *map(str.capitalize, rest)]) if self._language.camel else name
        return found

    def _value(self, value: Any) -> str:
        """Return a value as the program writes it."""
        if isinstance(value, State):
            return self._object(value)
        word, language = encode(value), self._language
        if isinstance(word, bool):
            return language.true if word else language.false
        if isinstance(word, int | float):
            return repr(word)
        if _is_collection(value):
            return _collection(value, self._value)
        if type(value) is str:  # a text, and no element of an enumeration
            return json.dumps(value)
        if not isinstance(word, str):
            return language.nothing
        if found := self._names.element(word):
            name, member = found
            if not name:
                return member
            self._imported[name] = None
            return language.member.format(name=name, member=member)
        is_text = self._source.judged_class is not None or self._names.has_text(word)
        return json.dumps(word) if is_text else language.nothing


_COLLECTIONS: Final = ((Mapping, "dict"), (AbstractSet, "set"), (tuple, "list"))
"""Kinds of collections, and what Python makes of one so that it can be compared."""


def _is_collection(value: object) -> bool:
    return isinstance(value, Mapping | AbstractSet | tuple)


def _collection(value: Any, write: Callable[[Any], str]) -> str:
    """Return a collection as Python writes it; ``write`` writes an element.

    What is an element of a set, or a key, is written as a tuple: a list can be neither.
    """

    def as_key(each: Any) -> str:
        text = write(each)
        if not isinstance(each, tuple):
            return text
        return f"({text[1:-1]}{',' if len(each) == 1 else ''})"

    if isinstance(value, Mapping):
        pairs = (f"{as_key(key)}: {write(each)}" for key, each in value.items())
        return f"{{{', '.join(pairs)}}}"
    if isinstance(value, AbstractSet):
        elements = ", ".join(sorted(map(as_key, value)))
        return f"{{{elements}}}" if elements else "set()"
    return f"[{', '.join(map(write, value))}]"


def _as_plain(text: str, value: Any) -> str:
    """Return an expression as lists, sets and mappings that can be compared with a collection.

    A program may yield a tuple where the value has a list.
    """
    kind = next(name for kinds, name in _COLLECTIONS if isinstance(value, kinds))
    inner = "each"
    if isinstance(value, Mapping):
        key = "tuple(key)" if any(isinstance(each, tuple) for each in value) else "key"
        inner = _element_as_plain([*value.values()])
        if (key, inner) != ("key", "each"):
            return f"{{{key}: {inner} for key, each in {text}.items()}}"
    elif isinstance(value, AbstractSet):
        if any(isinstance(each, tuple) for each in value):
            return f"{{tuple(each) for each in {text}}}"
    elif not hasattr(value, "_fields"):
        inner = _element_as_plain(value)
    return f"{kind}({text})" if inner == "each" else f"[{inner} for each in {text}]"


def _element_as_plain(values: Sequence[Any]) -> str:
    """Return the expression that makes ``each`` comparable, which is one of some values."""
    if not values or not all(map(_is_collection, values)):
        return "each"
    return _as_plain("each", max(values, key=len))


def defines(names: OwnNames, routines: Sequence[str]) -> int:
    """Return how many of some routines a source text defines."""
    return sum(names.routine(name) is not None for name in routines)

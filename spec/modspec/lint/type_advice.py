"""Type advice: what an author probably meant by a value of another type than there has to be.

Most often it is an expression one step away that has the type: of a sequence its size, of a state
one of its variables, of a mapping the value of a key that has a name there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from difflib import get_close_matches
from functools import partial
from typing import Final

from modspec.lint.field_advice import advice_on_field
from modspec.lint.instead import CHARACTERS
from modspec.lint.value_types import (
    INTEGERS,
    NOTHING,
    NUMBERS,
    STRINGS,
    TRUTH_VALUES,
    UNKNOWN,
    Atom,
    BasicAtom,
    ElementAtom,
    MapAtom,
    RecordAtom,
    SequenceAtom,
    SetAtom,
    ValueType,
    describe,
    elements_of,
    is_within,
    may_meet,
    type_hints,
    type_of_value,
)
from modspec.run.objects import is_object_type
from modspec.syntax import expressions as ex
from modspec.syntax.module import Module

_PARTS: Final[Mapping[type[Atom], str]] = {
    SequenceAtom: "of a sequence s write len(s), s[0], s[0:n] or x in s",
    SetAtom: "of a set s write len(s) or x in s; its elements are those of a quantification",
    MapAtom: "of a mapping m write m[key], key in m, or frozenset(m) for its domain",
    ElementAtom: "an element of an enumeration has the fields name and value",
    BasicAtom: "only the values of a NamedTuple have parts with a name",
}
"""How the parts of a value are named, by its kind."""

_EMPTY: Final[Mapping[type[Atom], str]] = {
    MapAtom: "{}",
    SequenceAtom: "()",
    SetAtom: "frozenset()",
}
"""The collections without elements, by their kind."""

_COLLECTION: Final = "write a set {x, y}, a sequence (x, y), or range(n) for 0 to n - 1"


class TypeAdvice:
    """Says what to write in place of an expression of the wrong type."""

    def __init__(
        self,
        module: Module,
        text: Callable[[ex.Node], str],
        names: Callable[[], Mapping[str, ValueType]],
    ) -> None:
        """``text`` finds how an expression is written, ``names`` those that may be written."""
        self._module, self._text, self._names = module, text, names

    def for_value(self, node: ex.Expression, found: ValueType, wanted: ValueType) -> str:
        """Return what to write where a value has another type than there has to be."""
        otherwise = f"write {self._describe(wanted)}, or correct a type that is declared"
        return self.likely(node, found, wanted) or otherwise

    def likely(self, node: ex.Expression, found: ValueType, wanted: ValueType) -> str:
        """Return what is probably meant by a value of another type; empty if nothing is likely."""
        return next(filter(None, self._candidates(node, found, wanted)), "")

    def _candidates(
        self, node: ex.Expression, found: ValueType, wanted: ValueType
    ) -> Iterator[str]:
        text = self._text(node)
        if found == NOTHING or _is_empty(node):
            for empty in (_EMPTY[type(atom)] for atom in wanted if type(atom) in _EMPTY):
                yield f"the empty one is {empty}"
        if found == NOTHING:
            yield f"if it may be missing, declare {self._describe(wanted)} or none: T | None"
        if found > NOTHING and is_within(found - NOTHING, wanted):
            yield f"exclude `none` first: raise an exception, or write a case, if {text} is None"
        yield self._one_step_away(node, found, lambda each: is_within(each, wanted))
        if wanted in (INTEGERS, NUMBERS):
            yield self._likely_number(node, found, wanted)
        if wanted == TRUTH_VALUES and isinstance(node, ex.Literal) and node.value in (0, 1):
            yield f"write {bool(node.value)}"
        if wanted == TRUTH_VALUES and found <= NUMBERS:
            yield f"compare it: {text} > 0"
        if wanted == TRUTH_VALUES and elements_of(found) is not None:
            yield f"compare its size: len({text}) > 0"
        yield self._likely_element(node, wanted)
        yield self._likely_record(node, wanted)
        if found == STRINGS:
            yield CHARACTERS

    def _one_step_away(
        self, node: ex.Expression, found: ValueType, fits: Callable[[ValueType], bool]
    ) -> str:
        """Return advice to write what has a type that fits, one step away; empty if nothing has."""
        steps = self._steps(self._text(node), found)
        return next((advice for advice, each in steps if each and fits(each)), "")

    def _steps(self, text: str, found: ValueType) -> Iterator[tuple[str, ValueType]]:
        """Yield what can be made of an expression: the advice to write that, and its type."""
        for atom in found:
            match atom:
                case MapAtom(source, target) if not text.startswith("{"):
                    for name, each in self._names().items():
                        if each and is_within(each, source):
                            yield f"did you mean {text}[{name}]?", target
                case RecordAtom(record) if not self._is_of_another_module(record):
                    for name, each in type_hints(record).items():
                        yield f"did you mean {text}.{name}?", each
        if elements_of(found) is not None:
            yield f"its size is len({text})", INTEGERS
        if values := _values_of_elements(found):
            yield f"its value is {text}.value", values

    def _is_of_another_module(self, record: type) -> bool:
        return is_object_type(record) and record.__module__ != self._module.python_name

    def _likely_number(self, node: ex.Expression, found: ValueType, wanted: ValueType) -> str:
        text = self._text(node)
        if found == TRUTH_VALUES:
            return f"write the number itself, or count it: 1 if {text} else 0"
        if wanted == INTEGERS and found <= NUMBERS:
            return self._likely_integer(node)
        return f"leave out the quotes: {text[1:-1]}" if text[1:-1].isdigit() else ""

    def _likely_integer(self, node: ex.Expression) -> str:
        match node:
            case ex.Arithmetic("Div", left, right):
                whole = f"{self._text(left)} // {self._text(right)}"
                return f"write {whole}, which is rounded down, or declare a float"
        return "compute it from integers, without / and sqrt, or declare a float"

    def _likely_element(self, node: ex.Expression, wanted: ValueType) -> str:
        """Return what to write for a string that stands for an element of an enumeration."""
        atoms = [atom for atom in wanted if isinstance(atom, ElementAtom)]
        if not isinstance(node, ex.Literal) or len({each.enumeration for each in atoms}) != 1:
            return ""
        word = str(node.value).lower()
        meant = [
            each
            for each in atoms
            if word in (each.name.lower(), str(each.enumeration[each.name].value).lower())
        ]
        one = min(meant or atoms, key=lambda each: each.name)
        such = "" if meant else "an element, such as "
        return f"write {such}{one.enumeration.__name__}.{one.name}"

    def _likely_record(self, node: ex.Expression, wanted: ValueType) -> str:
        """Return what to write for a sequence of as many parts as a record has."""
        for atom in wanted:
            if not isinstance(node, ex.Sequence) or not isinstance(atom, RecordAtom):
                continue
            if len(node.parts) == len(type_hints(atom.record)):
                return f"write {atom.record.__name__}({self._text(node).strip('()')})"
        return ""

    # -- where only values of a kind have a meaning ------------------------------------------------

    def for_field(self, node: ex.Field, atom: Atom, fields: Mapping[str, ValueType]) -> str:
        """Return what to write for a field that values of a kind do not have."""
        name = node.name
        if isinstance(atom, SetAtom) and isinstance(node.target, ex.Constant):
            elements = {e.name: e.enumeration for e in atom.element if isinstance(e, ElementAtom)}
            if near := get_close_matches(name, sorted(elements), 1):
                return f"did you mean {elements[near[0]].__name__}.{near[0]}?"
        if near := get_close_matches(name, fields, 1):
            return f"did you mean {near[0]}? It has {', '.join(fields)}"
        if fields:
            return f"it has {', '.join(fields)}"
        kind = {MapAtom: "M", SetAtom: "A"}.get(type(atom))
        known = advice_on_field(self._text(node.target), name, kind)
        return known or _PARTS.get(type(atom), _PARTS[BasicAtom])

    def for_brackets(self, node: ex.Expression, found: ValueType) -> str:
        """Return what to write for an element of what has none in brackets."""
        text = self._text(node)
        if meant := self._one_step_away(node, found, _has_elements_in_brackets):
            return meant
        if found == STRINGS:
            return CHARACTERS
        for atom in found:
            match atom:
                case SetAtom():
                    return f"a set has no order: quantify over it, as in the(x for x in {text})"
                case RecordAtom(record):
                    return f"its parts have names: {', '.join(type_hints(record))}"
        return "declare a sequence, tuple[T, ...], or a mapping, Mapping[K, V]"

    def for_collection(
        self, node: ex.Expression, found: ValueType, element: ValueType = UNKNOWN
    ) -> str:
        """Return what to write where there has to be a collection, of some elements if known."""

        def fits(each: ValueType) -> bool:
            inner = elements_of(each)
            return inner is not None and (not element or may_meet(element, inner))

        if meant := self._one_step_away(node, found, fits):
            return meant
        if found == STRINGS:
            return CHARACTERS
        if found == TRUTH_VALUES:
            return "count what it holds for: sum(1 for x in s if ...)"
        if found == INTEGERS:
            return f"for 0 to {self._text(node)} - 1 write range({self._text(node)})"
        return _COLLECTION

    def for_set(self, node: ex.Expression, found: ValueType, other: ValueType) -> str:
        """Return what to write where there has to be a set such as the other operand."""
        text, inner = self._text(node), elements_of(other) or UNKNOWN
        if is_within(found, inner):
            return f"write the set of it: {{{text}}}"
        if all(isinstance(atom, SequenceAtom) for atom in found):
            return f"write the set of its elements: {{x for x in {text}}}"
        return self.for_value(node, found, other or frozenset({SetAtom(UNKNOWN)}))

    def for_order(self, node: ex.Expression, found: ValueType) -> str:
        """Return what to write where values that are no numbers are compared by size."""
        advice = "a constant mapping from each value to a number says which one is greater"
        return self.likely(node, found, INTEGERS) or advice

    def for_equality(
        self, sides: tuple[tuple[ex.Expression, ValueType], tuple[ex.Expression, ValueType]]
    ) -> str:
        """Return what to write for a comparison of values that can never be equal."""
        (left, one), (right, other) = sides
        for (node, of), (element, found) in (sides, sides[::-1]):
            near = self._one_step_away(node, of, partial(may_meet, found))
            if near and not _values_of_elements(of):  # an element may be meant, not its value
                return near
            if is_within(found, elements_of(of) or frozenset()):
                return f"write {self._text(element)} in {self._text(node)}"
        meant = self.likely(left, one, other), self.likely(right, other, one)
        likely = meant[::-1] if isinstance(right, ex.Literal) else meant
        same = f"compare {self._text(left)} with {self._describe(one)}"
        return next(filter(None, likely), same)

    def _describe(self, value_type: ValueType) -> str:
        return describe(value_type, self._module)


def _is_empty(node: ex.Expression) -> bool:
    """Whether an expression is that of a collection without elements."""
    match node:
        case ex.Sequence(parts=()) | ex.SetLiteral(elements=()) | ex.MapLiteral(parts=()):
            return True
    return False


def _has_elements_in_brackets(value_type: ValueType) -> bool:
    return all(isinstance(atom, SequenceAtom | MapAtom) for atom in value_type)


def _values_of_elements(value_type: ValueType) -> ValueType | None:
    """Return the types of the values of elements; None if something else is among them."""
    atoms = [atom for atom in value_type if isinstance(atom, ElementAtom)]
    if len(atoms) < len(value_type):
        return None
    return frozenset[Atom]().union(*(type_of_value(a.enumeration[a.name].value) for a in atoms))

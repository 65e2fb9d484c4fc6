"""Type inference: the type of every expression of a function, and what does not fit.

What is known of an expression's type once a guard holds is kept in :data:`Facts`: expressions never
change their value, so a fact about one stays true in all that the guard guards.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from typing import Final, TypeAlias, TypeVar

from modspec.lint.findings import FindingKind, Level, Report
from modspec.lint.order import advice_on_order, without_order
from modspec.lint.precedence import fault_of_precedence
from modspec.lint.type_advice import TypeAdvice
from modspec.lint.value_types import (
    INTEGERS,
    NOTHING,
    NUMBERS,
    REALS,
    STRINGS,
    TRUTH_VALUES,
    UNKNOWN,
    Atom,
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
    type_of_annotation,
    type_of_value,
    types_for,
    types_of,
    with_types,
)
from modspec.run.objects import is_object_type, module_of
from modspec.syntax import expressions as ex
from modspec.syntax.kinds import output_kind
from modspec.syntax.module import Function, Module

Facts: TypeAlias = Mapping[ex.Expression, ValueType]
"""The types of some expressions, as far as guards have narrowed them."""

QUOTED: Final = 60
"""The characters of the text that a finding quotes at most."""

_OPERATIONS: Final = {
    "Add": "+",
    "Sub": "-",
    "Mult": "*",
    "Div": "/",
    "FloorDiv": "//",
    "Mod": "%",
}


class TypeInference:
    """Infers the types in the functions of one module, and reports what does not fit."""

    def __init__(self, module: Module, report: Report) -> None:
        self._module, self._report = module, report
        self._lines = module.source.splitlines()
        self._advice = TypeAdvice(module, self._text, lambda: self._names)
        self._names: dict[str, ValueType] = {}
        self._state = vars(module.python)[module.state.name] if module.state else None

    def check_constants(self) -> None:
        """Report what does not fit in the values of constants."""
        for constant in self._module.constants:
            self._infer(constant.value, {})

    def check(self, function: Function) -> None:
        """Report what does not fit in the clauses of a function."""
        given = type_hints(vars(self._module.python)[function.name])
        self._names = {each.name: given[each.name] for each in function.parameters}
        facts: Facts = {}
        for assumption in function.assumptions:
            self._require(assumption.value, TRUTH_VALUES, facts, "an assumption")
            facts = {**facts, **self._narrow(assumption.value, True, facts)}
        for clause in function.exceptions:
            role = f"the condition of {clause.exception}"
            self._require(clause.value, TRUTH_VALUES, facts, role)
            facts = {**facts, **self._narrow(clause.value, False, facts)}
        for definition in function.definitions:
            self._names[definition.name] = self._infer(definition.value, facts)
        for assignment in function.transition:
            wanted = type_hints(self._state)[assignment.variable]
            role = f"the state variable {assignment.variable}"
            self._require(assignment.value, wanted, facts, role)
        if function.output:
            role = f"the output of {function.name}"
            wanted = type_of_annotation(output_kind(vars(self._module.python)[function.name]))
            self._require(function.output.value, wanted, facts, role)

    def type_of(self, node: ex.Expression, names: Mapping[str, ValueType]) -> ValueType:
        """Return the type of an expression in which names have types; report nothing."""
        self._names = dict(names)
        return self._quietly(node, {})

    # -- what is reported --------------------------------------------------------------------------

    def _require(self, node: ex.Expression, wanted: ValueType, facts: Facts, role: str) -> bool:
        """Report a value that does not fit; return whether it fits."""
        found = self._infer(node, facts, wanted)
        if is_within(found, wanted):
            return True
        if self._has_wrong_pair(node, wanted, facts, role):
            return False
        self._say(
            node,
            f"{self._quote(node)} is {self._describe(found)}; "
            f"{role} has to be {self._describe(wanted)}",
            self._entry_meant(node, wanted, facts) or self._advice.for_value(node, found, wanted),
        )
        return False

    def _has_wrong_pair(
        self, node: ex.Expression, wanted: ValueType, facts: Facts, role: str
    ) -> bool:
        """Report the first pair of a mapping that does not fit; return whether there is one."""
        if not isinstance(node, ex.MapLiteral) or len(wanted) != 1:
            return False
        (atom,) = wanted
        if not isinstance(atom, MapAtom):
            return False
        for key, value in node.parts:
            if key is None:
                continue
            source, target = self._quietly(key, facts), self._quietly(value, facts)
            if is_within(source, atom.source) and is_within(target, atom.target):
                continue
            pair = f"{self._text(key)}: {self._text(value)}"
            is_exchanged = is_within(source, atom.target) and is_within(target, atom.source)
            self._say(
                key,
                f"`{pair}` maps {self._describe(source)} to {self._describe(target)}; "
                f"{role} has to be {self._describe(wanted)}",
                f"write the key first: {self._text(value)}: {self._text(key)}"
                if is_exchanged
                else self._advice.for_value(value, target, atom.target),
            )
            return True
        return False

    def _entry_meant(self, node: ex.Expression, wanted: ValueType, facts: Facts) -> str:
        """Return what to write for a value that is computed from one entry of a mapping."""
        for part in ex.walk(node):
            if isinstance(part, ex.Index) and self._quietly(part.target, facts) == wanted:
                entry = f"{self._text(part.key)}: {self._text(node)}"
                return f"to change one entry, write {{**{self._text(part.target)}, {entry}}}"
        return ""

    def _say(self, node: ex.Node, text: str, advice: str) -> None:
        self._report(node.at, Level.ERROR, FindingKind.TYPES, text, advice)

    def _describe(self, value_type: ValueType) -> str:
        return describe(value_type, self._module)

    def _text(self, node: ex.Node) -> str:
        at = node.at
        lines = self._lines[at.line - 1 : at.end_line] if at.line else []
        if not lines:
            return "it"
        lines[-1] = lines[-1].encode()[: at.end_column].decode()
        lines[0] = lines[0].encode()[at.column :].decode()
        text = " ".join(" ".join(lines).split())
        return text if len(text) <= QUOTED else f"{text[: QUOTED - 1]}…"

    def _quote(self, node: ex.Node) -> str:
        return f"`{self._text(node)}`"

    # -- what guards say ---------------------------------------------------------------------------

    def _narrow(self, node: ex.Expression, holds: bool, facts: Facts) -> Facts:
        """Return what is known of types once a condition is known to hold, or not to hold."""
        match node:
            case ex.Not(operand):
                return self._narrow(operand, not holds, facts)
            case ex.And(operands) if holds:
                return self._narrow_all(operands, True, facts)
            case ex.Or(operands) if not holds:
                return self._narrow_all(operands, False, facts)
            case ex.Comparison(left, (("Eq" | "NotEq" as operator, right),)):
                values = self._quietly(right, facts)
                is_one = len(values) == 1
            case ex.Comparison(left, (("In" | "NotIn" as operator, right),)):
                values = elements_of(self._quietly(right, facts)) or UNKNOWN
                is_one = isinstance(right, ex.SetLiteral | ex.Sequence | ex.Constant)
            case _:
                return {}
        if not values or not all(map(_is_of_one_value, values)):
            return {}
        before = self._quietly(left, facts)
        if (operator in ("Eq", "In")) == holds:
            return {left: before & values}
        return {left: before - values} if is_one else {}

    def _narrow_all(self, nodes: Sequence[ex.Expression], holds: bool, facts: Facts) -> Facts:
        found: dict[ex.Expression, ValueType] = {}
        for node in nodes:
            found.update(self._narrow(node, holds, {**facts, **found}))
        return found

    def _quietly(self, node: ex.Expression, facts: Facts) -> ValueType:
        """Return the type of an expression whose faults are reported elsewhere."""
        report, self._report = self._report, _ignore
        try:
            return self._infer(node, facts)
        finally:
            self._report = report

    # -- the type of an expression -----------------------------------------------------------------

    def _infer(self, node: ex.Expression, facts: Facts, wanted: ValueType = UNKNOWN) -> ValueType:
        """Return the type of an expression; UNKNOWN where it was found fault with.

        ``wanted`` is the type that it has to be, if that is known.
        """
        if node in facts:
            return facts[node]
        match node:
            case ex.Variable(name):
                return self._names.get(name, UNKNOWN)
            case ex.StateVariable(name):
                return type_hints(self._state)[name]
            case ex.TheState():
                assert self._state is not None
                return frozenset({RecordAtom(self._state)})
            case ex.Literal(value):
                return type_of_value(value)
            case ex.Constant():
                return self._of_constant(node)
            case ex.Field():
                return self._of_field(node, facts)
            case ex.Index():
                return self._of_index(node, facts)
            case ex.Slice():
                return self._of_slice(node, facts)
            case ex.Apply():
                return self._of_application(node, facts)
            case ex.Record(name, arguments):
                record = vars(self._module.python)[name]
                for field, value in arguments:
                    self._require(value, type_hints(record)[field], facts, f"{field} of {name}")
                return frozenset({RecordAtom(record)})
            case ex.Not(operand):
                self._require(operand, TRUTH_VALUES, facts, "what `not` is said of")
                return TRUTH_VALUES
            case ex.And(operands):
                return self._of_connective(operands, True, facts)
            case ex.Or(operands):
                return self._of_connective(operands, False, facts)
            case ex.Comparison():
                return self._of_comparison(node, facts)
            case ex.Arithmetic(operator, left, right):
                if operator == "Add" and self._is_of_sequences(node, facts, wanted):
                    return UNKNOWN
                role = f"an operand of {_OPERATIONS.get(operator, operator)}"
                wanted = INTEGERS if operator in ("FloorDiv", "Mod") else NUMBERS
                fits = [self._require(each, wanted, facts, role) for each in (left, right)]
                if not all(fits):  # both are reported
                    return UNKNOWN
                return REALS if operator == "Div" else self._of_numbers((left, right), facts)
            case ex.Negative(operand):
                self._require(operand, NUMBERS, facts, "what has a negative")
                return self._of_numbers((operand,), facts)
            case ex.NumberFunction(name, operand):
                self._require(operand, NUMBERS, facts, f"the argument of {name}")
                return REALS if name == "sqrt" else self._of_numbers((operand,), facts)
            case ex.Conditional():
                return self._of_conditional(node, facts)
            case ex.Interval(low, high):
                self._require(low, INTEGERS, facts, "a bound of a range")
                self._require(high, INTEGERS, facts, "a bound of a range")
                return frozenset({SetAtom(INTEGERS)})
            case ex.Quantified(
                ex.Quantifier.SOME | ex.Quantifier.THE as quantifier, generators, body
            ):
                found = self._infer(body, self._generate(generators, facts))
                if quantifier is ex.Quantifier.SOME and (what := without_order(found)):
                    among = describe(found, self._module, many=True)
                    self._say(
                        node,
                        f"some chooses among {among}, and {what} have no order",
                        "keep them in a mapping from numbers or names, and choose a key: that is "
                        "what a program shows",
                    )
                return found
            case ex.Quantified(quantifier, generators, body):
                wanted = NUMBERS if quantifier.is_of_numbers else TRUTH_VALUES
                is_sum = quantifier is ex.Quantifier.SUM
                role = "what is summed" if is_sum else f"what `{quantifier.value}` is said of"
                with_dummies = self._generate(generators, facts)
                self._require(body, wanted, with_dummies, role)
                return (
                    self._of_numbers((body,), with_dummies) if quantifier.is_of_numbers else wanted
                )
            case ex.SetOf(generators, element):
                with_dummies = self._generate(generators, facts)
                return frozenset({SetAtom(self._infer(element, with_dummies))})
            case ex.SequenceComprehension(generators, element):
                with_dummies = self._generate(generators, facts)
                return frozenset({SequenceAtom(self._infer(element, with_dummies))})
            case ex.MapOf(generator, value):
                with_dummies = self._generate((generator,), facts)
                source = self._names[generator.dummy]
                return frozenset({MapAtom(source, self._infer(value, with_dummies))})
            case ex.SetOperation(_, left, right):
                return self._of_set_operation(left, right, facts)
            case ex.Domain(operand):
                return self._of_domain(node, operand, facts)
            case ex.MapLiteral(parts):
                return self._of_map_literal(parts, facts)
            case ex.SetLiteral(elements):
                inner = UNKNOWN.union(*(self._infer(each, facts) for each in elements))
                return frozenset({SetAtom(inner)})
            case ex.Sequence(parts):
                return self._of_sequence(parts, facts)
            case ex.Size(operand):
                measured = self._infer(operand, facts)
                if elements_of(measured) is None:
                    self._say(
                        operand,
                        f"{self._quote(operand)} is {self._describe(measured)}, which has no size",
                        self._advice.for_collection(operand, measured),
                    )
                return INTEGERS
        return UNKNOWN

    def _is_of_sequences(self, node: ex.Arithmetic, facts: Facts, wanted: ValueType) -> bool:
        """Report a sum that is meant to be a sequence; return whether it is one."""
        types = [self._quietly(each, facts) for each in (node.left, node.right)]
        are_sequences = list(map(_is_of_sequences, types))
        is_longer = _is_of_sequences(wanted)
        has_number = any(is_within(each, NUMBERS) for each in types)
        if not any(are_sequences) or (has_number and not is_longer):
            return False
        sides = zip((node.left, node.right), are_sequences, strict=True)
        parts = ", ".join(
            self._splice_text(side) if is_one else self._text(side) for side, is_one in sides
        )
        both = "adds sequences" if all(are_sequences) else "adds to a sequence"
        advice = f"a longer sequence is written ({parts})"
        if all(are_sequences):
            advice = f"two sequences are joined with ({parts})"
        self._say(node, f"{self._quote(node)} {both}, but + adds numbers", advice)
        return True

    def _splice_text(self, node: ex.Expression) -> str:
        """Return how the elements of a sequence are written within a longer one."""
        if isinstance(node, ex.Sequence):
            return ", ".join("*" * is_spliced + self._text(each) for is_spliced, each in node.parts)
        return f"*{self._text(node)}"

    def _of_numbers(self, nodes: Sequence[ex.Expression], facts: Facts) -> ValueType:
        """Return the type of what is computed from numbers: real if one of them may be."""
        types = [self._quietly(each, facts) for each in nodes]
        if UNKNOWN in types:
            return UNKNOWN
        return REALS if UNKNOWN.union(*types) & REALS else INTEGERS

    def _of_constant(self, node: ex.Constant) -> ValueType:
        found = type_of_value(node.value)
        if not found:
            self._say(
                node, f"{node.name} is a type and no value", "range over an Enum, or over a set"
            )
        return found

    def _of_field(self, node: ex.Field, facts: Facts) -> ValueType:
        target, found = self._infer(node.target, facts), UNKNOWN
        for atom in target:
            known = type_hints(atom.record) if isinstance(atom, RecordAtom) else {}
            if isinstance(atom, RecordAtom) and atom.arguments:
                known = {name: with_types(each, types_of(atom)) for name, each in known.items()}
            if isinstance(atom, RecordAtom) and self._is_of_another_module(atom.record):
                owner = module_of(atom.record).name
                self._say(
                    node,
                    f"{node.name} is a state variable of {owner}, which keeps it to itself",
                    f"call an access program of {owner}",
                )
                return UNKNOWN
            if node.name in known:
                found |= known[node.name]
            elif isinstance(atom, ElementAtom) and node.name == "name":
                found |= STRINGS
            elif isinstance(atom, ElementAtom) and node.name == "value":
                found |= type_of_value(atom.enumeration[atom.name].value)
            elif isinstance(atom, ElementAtom) and node.name in (inner := _fields_of_value(atom)):
                found |= inner[node.name]
            else:
                what = f"{self._quote(node.target)} is {self._describe(target)}"
                advice = self._advice.for_field(node, atom, known)
                self._say(node, f"{what}, which has no field {node.name}", advice)
                return UNKNOWN
        return found

    def _is_of_another_module(self, record: type) -> bool:
        return is_object_type(record) and record.__module__ != self._module.python_name

    def _of_index(self, node: ex.Index, facts: Facts) -> ValueType:
        target, key = self._infer(node.target, facts), self._infer(node.key, facts)
        found = UNKNOWN
        for atom in target:
            match atom:
                case SequenceAtom(element):
                    if not is_within(key, INTEGERS):
                        self._say(
                            node.key,
                            f"{self._quote(node.key)} is {self._describe(key)}; the index of a "
                            "sequence has to be an integer",
                            self._advice.for_value(node.key, key, INTEGERS),
                        )
                    found |= element
                case MapAtom(source, value):
                    if not may_meet(key, source):
                        self._say(
                            node.key,
                            f"{self._quote(node.key)} is {self._describe(key)}; "
                            f"{self._quote(node.target)} maps from "
                            f"{describe(source, self._module, many=True)}",
                            self._advice.for_value(node.key, key, source),
                        )
                    found |= value
                case _:
                    self._say(
                        node,
                        f"{self._quote(node.target)} is {self._describe(target)}; only sequences "
                        "and mappings have elements in brackets",
                        self._advice.for_brackets(node.target, target),
                    )
                    return UNKNOWN
        return found

    def _of_slice(self, node: ex.Slice, facts: Facts) -> ValueType:
        target = self._infer(node.target, facts)
        if not all(isinstance(atom, SequenceAtom) for atom in target):
            self._say(
                node,
                f"{self._quote(node.target)} is {self._describe(target)}; "
                "only a sequence has slices",
                self._advice.for_brackets(node.target, target),
            )
            return UNKNOWN
        for bound in (node.low, node.high):
            self._require(bound, INTEGERS, facts, "the bound of a slice")
        return target

    def _of_application(self, node: ex.Apply, facts: Facts) -> ValueType:
        hints = type_hints(vars(sys.modules[node.module])[node.function])
        wanted = [(name, each) for name, each in hints.items() if name != "return"]
        types: dict[TypeVar, ValueType] = {}
        for argument, (_, each) in zip(node.arguments, wanted, strict=True):
            types = types_for(each, self._quietly(argument, facts)) | types  # the first one counts
        for argument, (name, each) in zip(node.arguments, wanted, strict=True):
            role = f"the argument {name} of {node.function}"
            self._require(argument, with_types(each, types), facts, role)
        return with_types(hints["return"], types)

    def _of_connective(
        self, operands: Sequence[ex.Expression], holds: bool, facts: Facts
    ) -> ValueType:
        role = f"an operand of `{'and' if holds else 'or'}`"
        for before, operand in zip((None, *operands), operands, strict=False):
            if not self._is_half_comparison(before, operand, facts):
                self._require(operand, TRUTH_VALUES, facts, role)
            facts = {**facts, **self._narrow(operand, holds, facts)}
        return TRUTH_VALUES

    def _is_half_comparison(
        self, before: ex.Expression | None, operand: ex.Expression, facts: Facts
    ) -> bool:
        """Report the second value of ``x == a or b``; return whether an operand is one."""
        match before:
            case ex.Comparison(left, (("Eq" | "NotEq" as operator, _),)):
                found = self._quietly(operand, facts)
                if found == TRUTH_VALUES or not found:
                    return False
                if not may_meet(found, self._quietly(left, facts)):
                    return False
                sign = "==" if operator == "Eq" else "!="
                what = (
                    f"{self._quote(operand)} is {self._describe(found)}, and compared with nothing"
                )
                advice = f"write {self._text(left)} {sign} {self._text(operand)}"
                self._say(operand, what, advice)
                return True
        return False

    def _of_comparison(self, node: ex.Comparison, facts: Facts) -> ValueType:
        def is_set(operand: ex.Expression) -> bool:
            return _is_of_sets(self._quietly(operand, facts))

        if fault := fault_of_precedence(node, is_set, self._text):
            self._say(node, *fault)
            return TRUTH_VALUES
        left, left_node = self._infer(node.first, facts), node.first
        for operator, right_node in node.rest:
            right = self._infer(right_node, facts)
            sides = (left_node, left), (right_node, right)
            if operator in ("In", "NotIn"):
                self._check_membership(node, *sides)
            elif operator in ("Eq", "NotEq"):
                self._check_truth_value(node, left_node, operator, right_node)
                if not may_meet(left, right):
                    both = " and ".join(
                        f"{self._quote(side)} is {self._describe(found)}" for side, found in sides
                    )
                    self._say(
                        node, f"{both}: they can never be equal", self._advice.for_equality(sides)
                    )
            elif not all(_is_of_sets(found) for _, found in sides):
                for side, found in sides:
                    if not is_within(found, NUMBERS):
                        self._say(
                            side,
                            f"{self._quote(side)} is {self._describe(found)}; "
                            "only numbers are compared by size",
                            self._advice.for_order(side, found),
                        )
            left, left_node = right, right_node
        return TRUTH_VALUES

    def _check_truth_value(
        self, node: ex.Comparison, left: ex.Expression, operator: str, right: ex.Expression
    ) -> None:
        """Report a comparison with a truth value that is written out."""
        for side, other in ((left, right), (right, left)):
            if isinstance(other, ex.Literal) and isinstance(other.value, bool):
                is_same, text = other.value == (operator == "Eq"), self._text(side)
                negated = f"not ({text})" if " " in text else f"not {text}"
                self._report(
                    node.at,
                    Level.HINT,
                    FindingKind.REDUNDANT,
                    f"{self._quote(side)} is a truth value, and is compared with {other.value}",
                    f"write {text}" if is_same else f"write {negated}",
                )
                return

    def _check_membership(
        self,
        node: ex.Comparison,
        element: tuple[ex.Expression, ValueType],
        collection: tuple[ex.Expression, ValueType],
    ) -> None:
        held = elements_of(collection[1])
        text = f"{self._quote(collection[0])} is {self._describe(collection[1])}"
        if held is None:
            what = f"{text}; only sets, sequences and mappings have elements"
            self._say(collection[0], what, self._advice.for_collection(*collection, element[1]))
        elif not may_meet(element[1], held):
            what = f"{self._quote(element[0])} is {self._describe(element[1])}"
            advice = self._advice.for_value(*element, held)
            self._say(node, f"{what} and {text}: it can never be in there", advice)

    def _of_conditional(self, node: ex.Conditional, facts: Facts) -> ValueType:
        found = UNKNOWN
        for case in node.cases:
            self._require(case.condition, TRUTH_VALUES, facts, "the condition of a case")
            guarded = {**facts, **self._narrow(case.condition, True, facts)}
            found |= self._infer(case.value, guarded)
            facts = {**facts, **self._narrow(case.condition, False, facts)}
        return found

    def _generate(self, generators: Sequence[ex.Generator], facts: Facts) -> Facts:
        """Give each dummy its type; return what is known with the conditions of the generators."""
        for generator in generators:
            domain = self._infer(generator.domain, facts)
            held = elements_of(domain)
            if held is None:
                self._say(
                    generator.domain,
                    f"{self._quote(generator.domain)} is {self._describe(domain)}; "
                    "a dummy ranges over a set, a sequence or a mapping",
                    self._advice.for_collection(generator.domain, domain),
                )
            elif (what := without_order(held)) and not _is_of_sequences(domain):
                self._say(
                    generator.domain,
                    f"{generator.dummy} ranges over {self._describe(domain)}, and {what} have no "
                    "order",
                    advice_on_order(what),
                )
            self._names = {**self._names, generator.dummy: held or UNKNOWN}
            dummy = ex.Variable(generator.dummy)
            facts = {known: each for known, each in facts.items() if dummy not in ex.walk(known)}
            for condition in generator.conditions:
                self._require(condition, TRUTH_VALUES, facts, "a condition")
                facts = {**facts, **self._narrow(condition, True, facts)}
        return facts

    def _of_set_operation(
        self, left: ex.Expression, right: ex.Expression, facts: Facts
    ) -> ValueType:
        held = UNKNOWN
        for operand in (left, right):
            found = self._infer(operand, facts)
            if not _is_of_sets(found):
                what = f"{self._quote(operand)} is {self._describe(found)}"
                other = right if operand is left else left
                advice = self._advice.for_set(operand, found, self._quietly(other, facts))
                if found and is_within(found, NUMBERS):
                    advice = f"if the size of the other is meant, write len({self._text(other)})"
                self._say(operand, f"{what}; the other operand is a set", advice)
                return UNKNOWN
            held |= elements_of(found) or UNKNOWN
        return frozenset({SetAtom(held)})

    def _of_domain(self, node: ex.Domain, operand: ex.Expression, facts: Facts) -> ValueType:
        found = self._infer(operand, facts)
        if not all(isinstance(atom, MapAtom) for atom in found):
            what = f"{self._quote(operand)} is {self._describe(found)}, and no mapping"
            self._say(node, what, "write the set itself: only a mapping has a domain")
            return UNKNOWN
        return frozenset({SetAtom(elements_of(found) or UNKNOWN)})

    def _of_map_literal(
        self, parts: Sequence[tuple[ex.Expression | None, ex.Expression]], facts: Facts
    ) -> ValueType:
        source = target = UNKNOWN
        for key, value in parts:
            found = self._infer(value, facts)
            if key is not None:
                source, target = source | self._infer(key, facts), target | found
                continue
            for atom in found:
                if not isinstance(atom, MapAtom):
                    what = f"{self._quote(value)} is {self._describe(found)}"
                    text = f"{what}; only a mapping can be put into one with **"
                    self._say(value, text, "write a single pair as key: value")
                    return UNKNOWN
                source, target = source | atom.source, target | atom.target
        return frozenset({MapAtom(source, target)})

    def _of_sequence(self, parts: Sequence[tuple[bool, ex.Expression]], facts: Facts) -> ValueType:
        inner = UNKNOWN
        for is_spliced, part in parts:
            found = self._infer(part, facts)
            held = elements_of(found) if is_spliced else found
            if held is None:
                self._say(
                    part,
                    f"{self._quote(part)} is {self._describe(found)}; "
                    "only what has elements can be spliced with *",
                    f"a single element is written without *: {self._text(part)}",
                )
            inner |= held or UNKNOWN
        return frozenset({SequenceAtom(inner)})


def _is_of_sets(value_type: ValueType) -> bool:
    return all(isinstance(atom, SetAtom) for atom in value_type)


def _is_of_sequences(value_type: ValueType) -> bool:
    return bool(value_type) and all(isinstance(atom, SequenceAtom) for atom in value_type)


def _is_of_one_value(atom: Atom) -> bool:
    """Whether a kind of values has one value only: an element of an enumeration, or none."""
    return isinstance(atom, ElementAtom) or {atom} == NOTHING


def _fields_of_value(atom: ElementAtom) -> Mapping[str, ValueType]:
    """Return the fields of the tuple that is the value of an element, if it is one."""
    value: object = atom.enumeration[atom.name].value
    return type_hints(value.__class__) if hasattr(value, "_fields") else {}


def _ignore(*finding: object) -> None:
    """Report nothing."""

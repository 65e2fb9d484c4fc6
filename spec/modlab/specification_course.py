"""A course of one specification: what the tools know of a module without a registered course.

The rules are the labels of the module; where a clause has none, its function's name is one. The
values to try come from the module's types and constants.
"""

from __future__ import annotations

import ast
import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from hashlib import sha256
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from modcheck.near import near_match
from modlab.course import Course, Parameters
from modlab.module_kit import FILES
from modspec import Module, Rule, Rulebook, SpecificationError
from modspec.lint import FindingKind, Level
from modspec.lint.label_advice import faults_of_labels
from modspec.lint.pools import suggested_domains
from modspec.lint.search import Search
from modspec.run.domains import Domains, Values
from modspec.run.objects import takes_or_yields_objects
from modspec.syntax.bounds import bounded_hints, outlier
from modspec.syntax.expressions import Arithmetic, Index, Span, walk
from modspec.syntax.labelling import with_labels
from modspec.syntax.module import Function
from modspec.syntax.relations import rules_cited

if TYPE_CHECKING:  # not every command checks
    from modcheck.testing.test_model import TestModel


STEPS_FOR_PARTS: Final = 40_000
"""Expressions that are evaluated before a check, to see whether a part is not there: it shows in
the first states that calls reach, if it shows at all."""

RANDOM_GAMES: Final = 20
"""Random games of a check: ``tests/benchmarks/whole_checks.py`` tells how long a check takes."""


RANDOM_LENGTH: Final = 60
"""Transitions of most random games: games of many modules never end, and to begin anew shows more
than to go on."""


RANDOM_CALLS: Final = 20_000
"""Possible calls in a random game at most: where a state has hundreds, games are shorter."""


TOUR_STATES: Final = 1_000
"""States of a module in which each transition is made, at most: most modules have fewer with the
values that are tried."""


TOUR_CHOICES: Final = 30_000
"""Calls by which these states are looked for, at most."""


SHORT_CALLS: Final = 50_000
"""Calls in all short games of one length at most: where there are more, only the shorter games are
all played."""


class SpecificationCourse(Course):
    """The course of the module at one place, a file or a dotted name."""

    name = "modspec"
    judges = "an implementation of the module"

    def __init__(self, place: str, domains: Mapping[str, Sequence[Any]] | None = None) -> None:
        """Note where the module is; it is read when it is first asked for.

        ``domains`` has values to try, by parameter or by routine and parameter, as in ``push.x``.
        """
        self._spec, self._domains = place, dict(domains or {})

    @property
    def spec(self) -> str:
        """The file, or the dotted name."""
        return self._spec

    @property
    def places(self) -> Mapping[str, str]:
        """No place: the module has no short name."""
        return {}

    @property
    def specs(self) -> Sequence[str]:
        """The one module."""
        return (self._spec,)

    @cached_property
    def _with_labels(self) -> Module:
        """The module, with a label for each clause that has none.

        Raises SpecificationError for a module that cannot be read, a label that cannot name a rule,
        and a domain of no parameter.
        """
        for line, text, advice in faults_of_labels(self.specification.source):
            raise SpecificationError(f"{self._spec}:{line}: {text}; {advice}")
        module = with_labels(self.specification)
        places = [(f.name, p.name) for f in module.access_programs for p in f.parameters]
        known = {parameter for _, parameter in places}
        for name in self._domains:
            there = {".".join(each) for each in places} if "." in name else known
            if name not in there:
                near = near_match(name, sorted(there), "parameter")
                raise SpecificationError(f"no parameter {name!r}; {near}")
        self._demand_values_of_the_types(module)
        return module

    def _demand_values_of_the_types(self, module: Module) -> None:
        """Raise SpecificationError if a parameter cannot have a value that is given to try."""
        suggested = suggested_domains(module) if self._domains else Domains()
        for place, known in suggested.values.items():
            given = self._domains.get(place) or self._domains.get(place.rpartition(".")[2], ())
            usual = known.usual if isinstance(known, Values) else ()
            routine, _, parameter = place.partition(".")
            kind = bounded_hints(vars(module.python)[routine]).get(parameter)
            for value in given:
                if (found := outlier(value, kind)) is not None:
                    raise SpecificationError(f"{place} is {found}")
            types = {type(each) for each in usual}
            if any(isinstance(each, float) for each in usual):
                types |= {int, float}
            unfit = (each for each in given if type(each) not in types and each not in usual)
            for value in unfit if usual else ():
                some = ", ".join(map(str, usual[:3]))
                raise SpecificationError(
                    f"{value!r} is no value of {place}; it takes values such as {some}"
                )

    @property
    def place(self) -> str:  # type: ignore[override]  # it is made of the text
        """Where other processes find the course, as ``package.module:MAKE@TEXT``."""
        file = self._with_labels.file.resolve()
        text = {
            "spec": str(file) if self._spec.endswith(".py") else self._spec,
            "digest": sha256(file.read_bytes()).hexdigest(),  # another text is another course
            "domains": {name: list(values) for name, values in self._domains.items()},
        }
        return f"{__name__}:{from_text.__name__}@{json.dumps(text, sort_keys=True)}"

    @property
    def default_module(self) -> str:  # type: ignore[override]  # never assigned: the text has it
        """The name of the module."""
        return self._with_labels.name

    @property
    def modules(self) -> Sequence[str]:  # type: ignore[override]  # never assigned: the text has it
        """The name of the one module."""
        return (self.default_module,)

    @property
    def programs(self) -> Sequence[str]:  # type: ignore[override]  # never assigned: made of the text
        """How submissions name their programs: as the kits, as the module or its state type."""
        kits = dict.fromkeys(Path(file).stem for file in FILES.values())
        module = self._with_labels
        states = [module.state.name] if module.state else []
        return (*kits, module.name, *states, *Course.programs)

    @property
    def kits(self) -> Traversable:
        """No folder: a kit is made of the module."""
        return files(__name__.partition(".")[0]).joinpath("no kits")

    @property
    def kit_files(self) -> frozenset[str]:
        """The names of the kits that are made."""
        return frozenset(FILES.values())

    def kit_command(self, language: str) -> str:
        """Return the command that makes a kit; empty if the module passes objects on."""
        passes_objects = takes_or_yields_objects(self.specification)
        return "" if passes_objects else f"{self.name} init {language} {self._spec}"

    def check_line(self, program: str) -> str:
        """Return the line that checks a program of the module."""
        return f"{self.name} check {self._spec} {program}"

    def module(self, name: str) -> Module:
        """Return the one module, with labels."""
        return self._with_labels

    @cached_property
    def _labels(self) -> Rulebook:
        """The labels of the module as rules, each with the text of what it stands at first."""
        from modcheck.judging.rules.text_of_rule import text_of_rule

        cited = rules_cited(self._with_labels)
        rules = (Rule(label, text_of_rule(places[0][0]), ()) for label, places in cited.items())
        return Rulebook((), tuple(rules))

    @property
    def rulebook(self) -> Rulebook:
        """The labels of the module as rules."""
        return self._labels

    def domains(self) -> Domains:
        """Return the values to try for each parameter."""
        return suggested_domains(self._with_labels, self._domains)

    def demand_parts(self) -> None:
        """Raise SpecificationError if the module takes parts of sequences that are not there.

        Python gives a shorter part instead, and so a program would be judged by it. An invariant
        without a value is refused as well: it is not looked at while a program is judged.
        """
        nodes = ast.walk(ast.parse(self.specification.source))
        if not any(isinstance(node, ast.Slice) for node in nodes) and not self._may_lack_value(
            self.specification.invariant
        ):
            return

        def refuse(at: Span, level: Level, kind: FindingKind, text: str, advice: str) -> None:
            if level is Level.ERROR and kind is FindingKind.TOTALITY:
                raise SpecificationError(
                    f"{self._spec}:{at.line}:{at.column + 1}: {text}; {advice}; fix the "
                    "specification first"
                )

        Search(self.specification, refuse, steps=STEPS_FOR_PARTS).run()

    @staticmethod
    def _may_lack_value(invariant: Function | None) -> bool:
        """Whether an invariant divides, or takes an element of something."""
        if invariant is None or invariant.output is None:
            return False
        partial = ("Div", "FloorDiv", "Mod")
        return any(
            isinstance(node, Index) or (isinstance(node, Arithmetic) and node.operator in partial)
            for node in walk(invariant.output.value)
        )

    def random_games(self, parameters: Parameters) -> int:
        """Return how many random games a check plays: they are as long as games can be."""
        return RANDOM_GAMES

    def test_model(
        self, module: str, parameters: Parameters, conventions: Mapping[str, str]
    ) -> TestModel:
        """Return what to check against. Raises KeyError for another module's name."""
        if module not in self.modules:
            raise KeyError(module)
        return self._test_model

    @cached_property
    def _test_model(self) -> TestModel:
        from modcheck.testing.test_model import TestModel
        from modcheck.testing.trace_generator import TraceGenerator

        model = TestModel(self._with_labels, self.rulebook, self.domains())
        generator, length = TraceGenerator(model.machine, model.domains), model.short_length
        programs = self._with_labels.access_programs
        calls = sum(len(model.domains.usual(self._with_labels, each)) for each in programs)
        most = SHORT_CALLS // max(1, calls)
        while length > 1 and generator.tree.has_more_games(length, most):
            length -= 1
        moves = min(RANDOM_LENGTH, RANDOM_CALLS // max(1, calls))
        states = min(TOUR_STATES, TOUR_CHOICES // max(1, calls))
        transitions = [each for each in programs if each.is_transition]
        tried = sum(len(model.domains.usual(self._with_labels, each)) for each in transitions)
        whole = min(TOUR_STATES, TOUR_CHOICES // max(1, tried))
        return replace(
            model,
            short_length=length,
            random_length=moves,
            tour_states=states,
            whole_states=whole,
        )


def from_text(text: str) -> SpecificationCourse:
    """Return the course that another process has made, from the text in its place."""
    given = json.loads(text)
    return SpecificationCourse(given["spec"], given["domains"])

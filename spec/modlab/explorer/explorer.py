"""Explorer: the requests of the page, answered from the specification.

A request is self-contained: it has the module, the calls that were made and the edited texts. So
the process that answers can be ended at any time and begun anew, and a link can hold a whole game.
"""

from __future__ import annotations

import json
import random
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

from modcheck.near import near_match
from modlab.calls import to_text
from modlab.course import Course, load
from modlab.exercise.exercise import LIST, lists_of, own_list
from modlab.explorer.edited_modules import modules_used, text_of
from modlab.explorer.explored_module import ExploredModule, step_data
from modlab.explorer.grid import call_template
from modlab.explorer.page_exercises import PageExercises
from modlab.verdict_calls import call_text
from modspec import SpecificationError
from modspec.lint.pools import Pools
from modspec.lint.value_types import types_to_try
from modspec.syntax.edited_text import EditError
from modspec.syntax.module import Function, Module
from modspec.syntax.places import module_at
from modspec.syntax.relations import rules_cited
from modspec.syntax.rulebook import Rulebook

_KEPT: Final = 8
"""Edited modules that are kept."""

Answer = dict[str, Any]
"""An answer to a request, as JSON."""


class RequestError(Exception):
    """A request that cannot be answered, in a sentence for the page."""


@dataclass(frozen=True)
class ModulePlace:
    """A module to explore: its course and its name in the course."""

    course: str
    """Where the course is, as ``package.module:NAME``; empty for a module without one."""

    name: str
    """The module's name in the course; without a course the path of its file, or a dotted name."""


class Explorer:
    """Answers the requests of the page about some modules."""

    def __init__(self, places: Sequence[ModulePlace]) -> None:
        """Note the modules. They are read when they are first asked for."""
        self._places = {_short_name(place.name): place for place in places}
        self._edited: OrderedDict[str, ExploredModule] = OrderedDict()
        self.exercises = PageExercises(_lists(places))
        self._answers = {
            "modules": self._modules,
            "module": self._describe,
            "view": self._view,
            "why": self._why,
            "verdict": self._verdict,
            "exercises": self._exercises,
            "exercise": self._exercise,
            "judge": self._judge,
        }

    def answer(self, request: str) -> str:
        """Return the answer to a request, both as JSON: ``{"ask": "view", "module": ...}``.

        An answer with the key ``error`` says what was wrong with the request.
        """
        try:
            asked = json.loads(request)
            kind = self._answers.get(asked.get("ask"))
            if kind is None:
                raise RequestError(f"ask for one of {', '.join(self._answers)}")
            return json.dumps(kind(asked))
        except EditError as error:
            return json.dumps({"error": str(error), "line": error.line})
        except (RequestError, SpecificationError) as error:
            return json.dumps({"error": str(error)})
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            return json.dumps({"error": f"no such request: {type(error).__name__}: {error}"})

    # -- the answers -------------------------------------------------------------------------------

    def _modules(self, asked: Mapping[str, Any]) -> Answer:
        """List the modules."""
        del asked
        return {"modules": list(self._places)}

    def _describe(self, asked: Mapping[str, Any]) -> Answer:
        """Describe a module: its access programs, its texts and its rules."""
        explored = self._explored_module(asked["module"])
        module = explored.module
        used = modules_used(module)
        return {
            "name": module.name,
            "title": module.title,
            "text": module.text,
            "programs": [self._program(explored, each) for each in module.access_programs],
            "begin": [f"{each.name}()" for each in module.initializers[:1] if not each.parameters],
            "functions": [
                {
                    "module": each.python_name,
                    "short": each.name,
                    "name": function.name,
                    "text": text_of(each, function.name),
                }
                for each in used
                for function in each.functions
            ],
            "rules": _rules(explored, used),
        }

    def _program(self, explored: ExploredModule, function: Function) -> Answer:
        examples = _examples(explored, function)
        return {
            "name": function.name,
            "text": function.text,
            "is_transition": function.is_transition,
            "is_initializer": function in explored.module.initializers,
            "raises": function.raises,
            "template": call_template(function),
            "parameters": [
                {
                    "name": parameter.name,
                    "choices": explored.choices(function, parameter.name),
                    "example": examples.get(parameter.name, ""),
                }
                for parameter in function.parameters
            ],
        }

    def _view(self, asked: Mapping[str, Any]) -> Answer:
        """Return what the calls come to, and the state after them; for the edited texts as well."""
        original = self._explored_module(asked["module"])
        answer: Answer = {"original": _view_of(original, asked["calls"])}
        if asked.get("edits"):
            edited = self._with_edits(asked)
            answer["edited"] = _view_of(edited, asked["calls"])
        return answer

    def _why(self, asked: Mapping[str, Any]) -> Answer:
        """Explain what a call comes to after the others, by the edited texts if there are some."""
        explored = self._with_edits(asked)
        steps = explored.steps(asked["calls"])
        return explored.why(steps[-1].state if steps else None, asked["call"])

    def _verdict(self, asked: Mapping[str, Any]) -> Answer:
        """Return the calls that show a fault of a verdict, which ``check --json`` prints."""
        verdict, number = asked["verdict"], asked.get("fault", 0)
        faults = verdict.get("faults") if isinstance(verdict, dict) else None
        if not isinstance(faults, list) or "module" not in verdict:
            raise RequestError("this is no verdict; give what check --json prints")
        if not faults:
            raise RequestError("the verdict has no fault to show")
        explored = self._explored_module(verdict["module"])
        fault = faults[number]
        calls = [
            call_text(explored.module, each)
            for each in (*fault["history"], fault["call"], *fault.get("between", ()))
        ]
        last = call_text(explored.module, fault["shown_by"])
        return {
            "module": verdict["module"],
            "faults": [f"{each['rule']}: {each['routine']}" for each in faults],
            "calls": calls if last == calls[-1] else [*calls, last],
            "expected": str(fault.get("expected", "")),
            "got": str(fault.get("got", "")),
            "text": str(fault.get("text", "")),
            "rule": str(fault.get("rule", "")),
        }

    # -- exercises ---------------------------------------------------------------------------------

    def _exercises(self, asked: Mapping[str, Any]) -> Answer:
        """List the exercises."""
        del asked
        return self.exercises.listing()

    def _exercise(self, asked: Mapping[str, Any]) -> Answer:
        """Return the task of an exercise, and the text in which a learner begins."""
        return self.exercises.describe(asked["name"])

    def _judge(self, asked: Mapping[str, Any]) -> Answer:
        """Return the feedback on a learner's text."""
        return self.exercises.judge(asked["name"], asked["text"], asked.get("hint"))

    # -- modules -----------------------------------------------------------------------------------

    def _explored_module(self, name: str) -> ExploredModule:
        if name not in self._places:
            raise RequestError(
                f"no module {name!r}; {near_match(str(name), self._places, 'module')}"
            )
        return _read_module(self._places[name])

    def _with_edits(self, asked: Mapping[str, Any]) -> ExploredModule:
        original, edits = self._explored_module(asked["module"]), asked.get("edits") or []
        if not edits:
            return original
        key = json.dumps([asked["module"], edits])
        if key not in self._edited:
            texts = {(where, function): text for where, function, text in edits}
            self._edited[key] = original.as_edited(texts)
        self._edited.move_to_end(key)
        while len(self._edited) > _KEPT:
            self._edited.popitem(last=False)
        return self._edited[key]


@cache
def _read_module(place: ModulePlace) -> ExploredModule:
    """Return the module at a place. Raises SpecificationError if it cannot be read."""
    if place.course:
        course = load(place.course)
        return ExploredModule(course.module(place.name), course.show_value, course.rulebook)
    return ExploredModule(module_at(place.name), Course().show_value, Rulebook((), ()))


def _lists(places: Sequence[ModulePlace]) -> list[Path]:
    """Return the lists of exercises: modlab's own, those of the courses, those beside files."""
    names = dict.fromkeys(place.course for place in places if place.course)
    beside = dict.fromkeys(
        Path(place.name).parent / LIST
        for place in places
        if not place.course and place.name.endswith(".py")
    )
    of_courses = [file for name in names for file in lists_of(load(name))]
    return [own_list(), *of_courses, *(file for file in beside if file.is_file())]


def _short_name(name: str) -> str:
    """Return a module's own name: ``stack`` for a path ``library/stack.py``."""
    return name.replace("\\", "/").rpartition("/")[2].removesuffix(".py").rpartition(".")[2]


def _rules(explored: ExploredModule, used: Sequence[Module]) -> Answer:
    """Return the text and the sources of each rule that the modules cite, by label."""
    found: Answer = {}
    for module in used:
        for label, places in rules_cited(module).items():
            if label in explored.rulebook:
                rule = explored.rulebook[label]
                sources = [f"{each.source}: {each.place}" for each in rule.sources]
                found[label] = {"text": rule.text, "sources": sources}
            else:
                found.setdefault(label, {"text": places[0][0].text, "sources": []})
    return found


def _view_of(explored: ExploredModule, calls: Sequence[str]) -> Answer:
    steps = explored.steps(calls)
    state = steps[-1].state if steps else None
    return {"steps": [step_data(each) for each in steps], **explored.state_view(state)}


def _examples(explored: ExploredModule, function: Function) -> dict[str, str]:
    """Return a value to begin with for each parameter whose values are many."""
    pools = Pools(explored.module, random.Random(0))
    hints = types_to_try(vars(explored.module.python)[function.name])
    values = {each.name: pools.of(hints[each.name]) for each in function.parameters}
    return {name: to_text(found[0]) for name, found in values.items() if found}

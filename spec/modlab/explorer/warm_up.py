"""Requests of every kind: afterwards all that an answer can need has been imported."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from modlab.explorer.explorer import Answer, Explorer


def warm_up(explorer: Explorer) -> None:
    """Ask for every module, and why each call comes to what it does; try good and bad texts.

    Raises ValueError with the explorer's own words if it cannot answer for a module.
    """
    names = _ask(explorer, "modules")["modules"]
    for name in names:
        found = _ask(explorer, "module", module=name)
        if "error" in found:
            raise ValueError(found["error"])
        calls = found["begin"]
        view = _ask(explorer, "view", module=name, calls=calls)
        for query in view.get("original", {}).get("queries", ()):
            _ask(explorer, "why", module=name, calls=calls, call=query["call"])
        for program in found["programs"]:
            _ask(explorer, "why", module=name, calls=calls, call=_example(program))
        _try_texts(explorer, name, calls, found["functions"])
    for exercise in explorer.exercises.exercises.values():
        found = _ask(explorer, "exercise", name=exercise.name)
        assert exercise.trial_calls
    _try_answers(explorer, found)
    _ask(explorer, "module", module="no such module")
    _ask(explorer, "verdict", verdict={})


def _ask(explorer: Explorer, kind: str, **more: Any) -> Answer:
    answer = json.loads(explorer.answer(json.dumps({"ask": kind, **more})))
    assert isinstance(answer, dict)
    return answer


def _example(program: Mapping[str, Any]) -> str:
    """Return a call of an access program."""
    parameters = program["parameters"]
    values = {each["name"]: (*each["choices"], each["example"])[0] for each in parameters}
    return str(program["template"]).format(**values)


def _try_answers(explorer: Explorer, exercise: Answer) -> None:
    """Answer an exercise with what is nothing yet and what is wrong, and ask for a hint."""
    for text in (exercise["text"], exercise["text"].replace("...", "True")):
        for hint in (None, "how"):
            _ask(explorer, "judge", name=exercise["name"], text=text, hint=hint)


def _try_texts(
    explorer: Explorer, module: str, calls: Sequence[str], functions: Sequence[Mapping[str, str]]
) -> None:
    """Edit the first function: to itself, and to what is refused in every way."""
    for function in functions[:1]:
        text = function["text"]
        for edited in (
            f"{text}  # edited",
            f"{text}  # )(\n)",
            text.replace("return ", "return unknown or ", 1),
            text.replace("return ", "return {} + ", 1),
            text.replace("def ", "def other_", 1),
        ):
            edits = [[function["module"], function["name"], edited]]
            _ask(explorer, "view", module=module, calls=calls, edits=edits)

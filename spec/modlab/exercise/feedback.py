"""Feedback: a judgement as lines for the learner, two screens at most."""

from __future__ import annotations

import ast
import textwrap
from collections.abc import Iterator
from typing import Any, Final

from modlab.exercise.comparison import Answer, TextDifference, WayOfDiffering
from modlab.exercise.judgement import ExerciseJudge, Judgement, Mark
from modlab.exercise.next_step import NextStep, as_levels
from modspec import Module
from modspec.explain.explain import environment, explain_call, explain_in
from modspec.explain.text import fact, reason
from modspec.run.instance import Instance
from modspec.syntax.module import Function
from modspec.syntax.values import State

WIDTH: Final = 80
CASES: Final = 2
"""Directions of which the smallest call is shown."""

LEVELS: Final = ("where", "what", "how")
ASKING: Final = "For a hint: --hint where, then --hint what, then --hint how."
"""How to ask for a hint on the command line."""


def feedback_lines(
    judge: ExerciseJudge,
    judgement: Judgement,
    step: NextStep | None,
    level: str | None,
    asking: str = ASKING,
) -> Iterator[str]:
    """Yield what to say of a learner's text, with a hint of a level if one is asked for.

    ``asking`` says how to ask for one.
    """
    exercise = judge.exercise
    if judgement.mark is Mark.UNREADABLE:
        yield f"{exercise.name}: {judgement.mark.value}"
        yield judgement.problem
        return
    text = judgement.text
    assert text is not None
    yield f"{exercise.name}: {'done. ' if judgement.is_right else ''}{_headline(judge, judgement)}"
    for name in text.changed:
        yield from _wrap(f"You also changed {name}, which is not judged: undo it.")
    if judgement.is_right:
        yield from _form(judge, text.node)
        return
    for difference in judgement.smallest[:CASES]:
        yield ""
        yield from _case(judge, judgement, difference)
    if judgement.missed:
        yield ""
        yield from _missed_lines(judge, judgement)
    if level is not None:
        yield ""
        yield from _hint(judge, judgement, step, level)
    elif asking:
        yield ""
        yield asking


def _headline(judge: ExerciseJudge, judgement: Judgement) -> str:
    tried, proof = judgement.tried, judgement.proof
    if judge.exercise.is_theorem:
        if judgement.smallest:
            return "your theorem is not true of the specification"
        if judgement.missed:
            count = tried - len(judgement.missed)
            return f"your theorem is true, but notices {count} of {tried} mistakes only"
        return f"your theorem is true in all calls tried, and notices all {tried} mistakes"
    if judgement.mark is Mark.DIFFERENT:
        ways = " and ".join(
            dict.fromkeys(d.direction.value.split(":")[0] for d in judgement.smallest)
        )
        return f"{ways} (wrong in {judgement.wrong} of {tried} calls)"
    if judgement.is_every_call:
        return "the value is right"
    if proof is not None and proof.is_proved:
        return f"the same for all values: proved in {proof.cases} cases"
    text = f"the same in all {tried} calls tried; it is not proved for all"
    if proof is not None and proof.proved:
        text += f" (proved in {proof.proved} of {proof.cases} cases)"
    return text


def _form(judge: ExerciseJudge, node: ast.FunctionDef) -> Iterator[str]:
    """Yield how a right text differs in form from the reference."""
    yours, due = (_body(each) for each in (node, judge.reference))
    if yours == due:
        yield "It is what the author wrote, word for word."
        return
    yield "The author wrote it in another form:"
    yield from (f"    {line}" for line in due)


def _body(node: ast.FunctionDef) -> list[str]:
    body = node.body[1:] if ast.get_docstring(node) is not None else node.body
    return [
        part
        for statement in body
        for line in ast.unparse(statement).splitlines()
        for part in textwrap.wrap(line, WIDTH - 4, subsequent_indent="    ")
    ]


def _case(judge: ExerciseJudge, judgement: Judgement, difference: TextDifference) -> Iterator[str]:
    assert judgement.text is not None
    exercise, show = judge.exercise, judge.exercise.trial_calls.text
    function = exercise.reference
    values = difference.arguments
    state, rest = (values[0], values[1:]) if function.state else (None, values)
    direction = difference.direction
    if exercise.is_theorem:
        yield "The smallest case tried in which it is not true:"
    else:
        yield from _wrap(f"Your text is {direction.value}. The smallest case found:")
    drawing = exercise.trial_calls.draw(values)
    yield from (f"  {line}" for line in drawing)
    if state is not None and not drawing:
        yield from _wrap(f"{function.state} = {show(state)}", "  ")
    shown = [show(each) for each in rest if not drawing or len(show(each)) < 30]
    if shown or not drawing:
        yield from _wrap(f"{function.name}({', '.join(shown)})", "  ")
    if not exercise.is_theorem:
        yield from _answer_lines("due", difference.due, judge.plain, function, state, rest, judge)
    own = judgement.text
    yield from _answer_lines(
        "yours", difference.yours, _instance(own.module), own.function, state, rest, judge
    )
    if direction in (WayOfDiffering.TOO_MANY, WayOfDiffering.TOO_FEW):
        yield from _element(judge, difference, state, rest)


def _instance(module: Module) -> Instance:
    return Instance(module, memo_size=0)


def _answer_lines(
    who: str,
    answer: Answer,
    instance: Instance,
    function: Function,
    state: State | None,
    arguments: tuple[Any, ...],
    judge: ExerciseJudge,
) -> Iterator[str]:
    """Yield what a text says in a call, and what decides it."""
    show = judge.exercise.trial_calls.text
    if answer.is_assumed_away:
        yield f"  {who + ':':7}excluded, since an assumption of the text does not hold"
        return
    if answer.problem:
        yield from _wrap(f"no value ({answer.problem})", f"  {who + ':':7}", "         ")
        return
    said = f"raises {answer.exception}" if answer.exception else show(answer.value)
    why = ""
    try:
        clause, part = explain_call(instance, function, state, arguments)[-1]
        del clause
        decides, binding, rules = fact(part, show)
        if decides and type(part.value) is bool:
            witness = ", ".join(f"{name} = {show(value)}" for name, value in binding)
            labels = "".join(f" [{rule}]" for rule in rules) if who == "due" else ""
            why = f", since {decides}" + (f" with {witness}" if witness else "") + labels
    except Exception:  # noqa: BLE001  # an explanation is welcome, and the answer stands without
        why = ""
    yield from _wrap(said + why, f"  {who + ':':7}", "         ")


def _element(
    judge: ExerciseJudge, difference: TextDifference, state: State | None, rest: tuple[Any, ...]
) -> Iterator[str]:
    """Yield why one element belongs to a set, or does not."""
    show = judge.exercise.trial_calls.text
    element = min(difference.due.value ^ difference.yours.value)
    word = "is no element" if element in difference.yours.value else "is an element"
    text = f"{show(element)} {word}"
    function = judge.exercise.reference
    try:
        assert function.output is not None
        scope = environment(judge.plain, function, state, rest)
        part = explain_in(element, function.output.value, scope)
        decides, binding, rules = fact(part, show)
        witness = ", ".join(f"{name} = {show(value)}" for name, value in binding)
        labels = "".join(f" [{rule}]" for rule in rules)
        if len(decides) < 120:
            text += f", since {decides}" + (f" with {witness}" if witness else "") + labels
    except Exception:  # noqa: BLE001  # as above
        pass
    yield from _wrap(text, "  ", "    ")


def _missed_lines(judge: ExerciseJudge, judgement: Judgement) -> Iterator[str]:
    """Yield a mistake in the specification that a theorem does not notice."""
    mutant = judgement.missed[0]
    yield from _wrap("It would be true as well if somebody wrote, by mistake,")
    yield from _wrap(f"in {mutant.function} (line {mutant.line} of {mutant.module}):", "  ")
    yield from _wrap(mutant.after, "    ", "      ")
    yield from _wrap(f"in place of  {mutant.before}", "  ", "      ")


def _hint(
    judge: ExerciseJudge, judgement: Judgement, step: NextStep | None, level: str
) -> Iterator[str]:
    if step is not None:
        for line in as_levels(step)[level].splitlines():
            yield from _wrap(line, "", "  ")
        return
    rules = _deciding_rules(judge, judgement)
    if rules:
        yield from _wrap(f"No small edit helps. What decides in the case above: {rules}.")
    else:
        yield from _wrap("No small edit helps. Begin again from the sentence of the task.")


def _deciding_rules(judge: ExerciseJudge, judgement: Judgement) -> str:
    """Return the labels of what decides in the reference, in the smallest case."""
    for difference in judgement.smallest:
        function, values = judge.exercise.reference, difference.arguments
        state, rest = (values[0], values[1:]) if function.state else (None, values)
        try:
            part = explain_call(judge.plain, function, state, rest)[-1][1]
        except Exception:  # noqa: BLE001  # then nothing is said of it
            continue
        return " ".join(f"[{rule}]" for rule in reason(part, str)[2])
    return ""


def _wrap(text: str, first: str = "", rest: str | None = None) -> Iterator[str]:
    yield from textwrap.wrap(
        text,
        WIDTH,
        initial_indent=first,
        subsequent_indent=first if rest is None else rest,
        break_long_words=False,
        break_on_hyphens=False,
    )

"""Feedback: a judgement as lines for the learner, two screens at most."""

from __future__ import annotations

import ast
import textwrap
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from modlab.exercise.comparison import Answer, TextDifference, WayOfDiffering
from modlab.exercise.edit_script import text_of
from modlab.exercise.judgement import ExerciseJudge, Judgement, Mark
from modlab.exercise.learner_text import LearnerText
from modlab.exercise.next_step import NextStep, as_levels
from modlab.exercise.own_reason import own_reason
from modlab.exercise.reading_hint import reading_hint
from modlab.exercise.repairs import NOTHING, without_docstring
from modlab.exercise.theorem_worth import WrongValue
from modlab.exercise.trial_calls import Arguments, longest_sequence
from modspec import Module
from modspec.explain.explain import environment, explain_call, explain_in
from modspec.explain.text import Show, fact
from modspec.print import terminal
from modspec.print.formula import formula
from modspec.run.instance import Instance
from modspec.run.plain import plain
from modspec.syntax.declaration import declare
from modspec.syntax.module import Function
from modspec.syntax.relations import reachable
from modspec.syntax.values import State, values_of

USUAL_WIDTH: Final = 80
"""The columns that lines have, unless the reader has fewer or more."""

CASES: Final = 2
"""Directions whose smallest call is shown."""

LONG: Final = 120
"""The characters of a reason that is left out: it says less than the element alone."""

LEVELS: Final = ("where", "what", "how")
ASKING: Final = "For a hint: --hint where, then --hint what, then --hint how."
"""How to ask for a hint on the command line."""


_Part: TypeAlias = "str | _Paragraph | _MarkedPart"
"""A line of the feedback, or what goes over several."""


@dataclass(frozen=True)
class _Paragraph:
    """A text that goes over as many lines as it needs."""

    text: str
    first: str = ""
    """What stands before the first line."""

    rest: str = ""
    """What stands before the other lines."""

    def lines(self, width: int) -> list[str]:
        return textwrap.wrap(
            self.text,
            width,
            initial_indent=self.first,
            subsequent_indent=self.rest,
            break_long_words=False,
            break_on_hyphens=False,
        )


@dataclass(frozen=True)
class _MarkedPart:
    """A part of a text, shown in its line."""

    line: int
    code: str
    start: int
    end: int

    def lines(self, width: int) -> list[str]:
        """Return the line, or as much of it as there is room for, and a mark below the part."""
        code, start, end = self.code, self.start, self.end
        indent = len(code) - len(code.lstrip())
        code, start, end = code[indent:], start - indent, end - indent
        room = width - 4
        if len(code) > room and start > room // 3:
            cut = min(start - room // 3, len(code) - room)
            code, start, end = f"...{code[cut + 3 :]}", start - cut, end - cut
        code = code if len(code) <= room else f"{code[: room - 3]}..."
        end = max(min(end, len(code)), start + 1)
        mark = f"    {' ' * start}{'^' * (end - start)}"
        return [f"Look at line {self.line}:", f"    {code}", mark]


def feedback_lines(
    judge: ExerciseJudge,
    judgement: Judgement,
    step: NextStep | None,
    level: str | None,
    asking: str = ASKING,
    width: int = USUAL_WIDTH,
    first: int = 1,
) -> Iterator[str]:
    """Yield what to say of a learner's text, with a hint of a level if one is asked for.

    ``asking`` says how to ask for one. Lines have ``width`` columns, and count from the line
    ``first`` of the file.
    """
    for part in _feedback(judge, judgement, step, level, asking, first):
        yield from [part] if isinstance(part, str) else part.lines(width)


def _feedback(
    judge: ExerciseJudge,
    judgement: Judgement,
    step: NextStep | None,
    level: str | None,
    asking: str,
    first: int,
) -> Iterator[_Part]:
    exercise = judge.exercise
    if judgement.mark is Mark.UNREADABLE:
        yield f"{exercise.name}: {judgement.mark.value}"
        yield from _wrap(judgement.problem)
        return
    text = judgement.text
    assert text is not None
    headline = f"{'done. ' if judgement.is_right else ''}{_headline(judge, judgement)}"
    yield from _wrap(f"{exercise.name}: {headline}")
    for name in text.changed:
        yield from _wrap(f"You also changed {name}, which is not judged: undo it.")
    if judgement.is_right:
        if not exercise.is_question:
            yield from _form(judge, text.node)
        if exercise.lesson:
            yield from _wrap(exercise.lesson)
        return
    # to show what is due would answer the question
    for difference in judgement.smallest[: 0 if exercise.is_question else CASES]:
        yield ""
        yield from _case(judge, judgement, difference)
    if judgement.missed:
        yield ""
        yield from _missed_lines(judge, judgement)
    if level is not None:
        yield ""
        yield from _hint(judge, judgement, step, level, first)
    elif asking:
        yield ""
        yield from _wrap(asking)


def _headline(judge: ExerciseJudge, judgement: Judgement) -> str:
    tried, proof = judgement.tried, judgement.proof
    if judge.exercise.is_theorem:
        if judgement.smallest:
            return "your theorem is not true of the specification"
        if judgement.missed:
            count = tried - len(judgement.missed)
            noticed = f"only {count} of {tried} mistakes in the specification"
            return f"your theorem is true, but notices {noticed}"
        return f"your theorem is true in all calls tried, and notices all {tried} mistakes"
    if judgement.mark is Mark.DIFFERENT and judge.exercise.is_question:
        return f"the call does not yield {plain(judgement.smallest[0].yours.value)}"
    if judgement.mark is Mark.DIFFERENT:
        ways = " and ".join(
            dict.fromkeys(d.direction.value.split(":")[0] for d in judgement.smallest)
        )
        return f"{ways} (wrong in {judgement.wrong} of {tried} calls)"
    if judgement.is_every_call:
        return "the value is right"
    if proof is not None and proof.is_proved:
        return f"the same for all values: proved in {proof.cases} case{'s' * (proof.cases > 1)}"
    longest = max((longest_sequence(value) for call, _ in judge.due for value in call), default=0)
    bound = f", with sequences of at most {longest} elements" if longest else ""
    text = f"the same in all {tried} calls tried{bound}; it is not proved for all"
    if proof is not None and proof.proved:
        text += f" (proved in {proof.proved} of {proof.cases} cases)"
    return text


def _form(judge: ExerciseJudge, node: ast.FunctionDef) -> Iterator[_Part]:
    """Yield how a right text differs in form from the reference."""
    yours, due = (
        [text_of(each) for each in without_docstring(text).body] for text in (node, judge.reference)
    )
    if yours == due:
        yield "It is what the author wrote, word for word."
        return
    yield "The author wrote it in another form:"
    for line in (line for statement in due for line in statement.splitlines()):
        yield _Paragraph(line.strip(), f"    {_indent(line)}", f"        {_indent(line)}")


def _indent(line: str) -> str:
    return " " * (len(line) - len(line.lstrip()))


def _case(
    judge: ExerciseJudge, judgement: Judgement, difference: TextDifference
) -> Iterator[_Part]:
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
    shown = [show(each) for each in rest if not drawing or not isinstance(each, Mapping)]
    yield from _wrap(f"{function.name}({', '.join(shown)})", "  ")
    own = judgement.text
    parts = differing_parts_of(difference.due.value, difference.yours.value, show)
    if parts is not None:
        for who, text in zip(("due", "yours"), parts, strict=True):
            yield from _wrap(text, f"  {who + ':':7}", "         ")
        yield "  The rest is the same."
        return
    if not exercise.is_theorem:
        yield from _answer_lines("due", difference.due, None, function, state, rest, judge)
    yield from _answer_lines(
        "yours", difference.yours, _instance(own.module), own.function, state, rest, judge
    )
    if direction in (WayOfDiffering.TOO_MANY, WayOfDiffering.TOO_FEW):
        yield from _element(judge, own, difference, state, rest)


def differing_parts_of(due: Any, yours: Any, show: Show) -> tuple[str, str] | None:
    """Return the parts of two values that differ, as texts; None if they share nothing."""
    if isinstance(due, State) and type(due) is type(yours):
        pairs = list(zip(type(due).variables, values_of(due), values_of(yours), strict=True))
        other = [pair for pair in pairs if pair[1] != pair[2]]
        if not 0 < len(other) < len(pairs):
            return None
        inner = [(name, *_texts(one, two, show)) for name, one, two in other]
        due_text, yours_text = (
            ", ".join(f"{each[0]} = {each[side]}" for each in inner) for side in (1, 2)
        )
        return due_text, yours_text
    if isinstance(due, Mapping) and isinstance(yours, Mapping) and due.keys() == yours.keys():
        keys = [key for key in due if due[key] != yours[key]]
        if not 0 < len(keys) < len(due):
            return None
        one, two = (
            "{" + ", ".join(f"{show(key)}: {show(value[key])}" for key in keys) + ", ...}"
            for value in (due, yours)
        )
        return one, two
    return None


def _texts(due: Any, yours: Any, show: Show) -> tuple[str, str]:
    return differing_parts_of(due, yours, show) or (show(due), show(yours))


def _instance(module: Module) -> Instance:
    return Instance(module, memo_size=0)


def _answer_lines(
    who: str,
    answer: Answer,
    instance: Instance | None,
    function: Function,
    state: State | None,
    arguments: Arguments,
    judge: ExerciseJudge,
) -> Iterator[_Part]:
    """Yield what a text says in a call, and what decides it if there is an instance to ask.

    Of the author's text there is none: its formula is what the learner has to find.
    """
    show = judge.exercise.trial_calls.text
    if answer.is_assumed_away:
        text = f"no value ({_assumption(answer, function)})"
    elif answer.problem:
        text = f"no value ({answer.problem})"
    else:
        text = f"raises {answer.exception}" if answer.exception else show(answer.value)
        if instance is not None:
            text += _since(instance, function, state, arguments, show)
    yield from _wrap(text, f"  {who + ':':7}", "         ")


def _since(
    instance: Instance, function: Function, state: State | None, arguments: Arguments, show: Show
) -> str:
    """Return what decides what a text says in a call; empty if no one part of it does."""
    try:
        part = explain_call(instance, function, state, arguments)[-1][1]
        decides = own_reason(part, show) if type(part.value) is bool else ""
    except Exception:  # noqa: BLE001  # an explanation is welcome, and the answer stands without
        return ""
    return f", since {decides}" if decides else ""


def _assumption(answer: Answer, function: Function) -> str:
    """Return which function assumes what does not hold."""
    name = answer.assumed_by
    if name in ("", function.name):
        return "an assumption of your text does not hold"
    used = [declare(place)[used] for place, used in reachable([function]) if used == name]
    clauses = [clause for each in used[:1] for clause in each.assumptions]
    texts = [terminal.inline(formula(clause.value)) for clause in clauses]
    assumed = " and ".join(texts) or "something"
    return f"{name} assumes {assumed}, which does not hold there"


def _element(
    judge: ExerciseJudge,
    own: LearnerText,
    difference: TextDifference,
    state: State | None,
    rest: Arguments,
) -> Iterator[_Part]:
    """Yield one element by which two sets differ, and why it is in the learner's, or is not."""
    show = judge.exercise.trial_calls.text
    element = min(difference.due.value ^ difference.yours.value)
    is_too_many = element in difference.yours.value
    where = "is in your set, and should not be" if is_too_many else "is missing in your set"
    text = f"{show(element)} {where}"
    try:
        assert own.function.output is not None
        scope = environment(_instance(own.module), own.function, state, rest)
        decides = own_reason(explain_in(element, own.function.output.value, scope), show)
        text += f": {decides}" if decides and len(decides) < LONG else ""
    except Exception:  # noqa: BLE001  # as above
        pass
    yield from _wrap(text, "  ", "    ")


def _missed_lines(judge: ExerciseJudge, judgement: Judgement) -> Iterator[_Part]:
    """Yield a mistake in the specification that a theorem does not notice."""
    mistake, show = judgement.missed[0], judge.exercise.trial_calls.text
    if (excluded := judge.excluded_call(judgement)) is not None:
        yield "What you assume is more than is needed: it excludes this case, which counts:"
        yield from _wrap(", ".join(map(show, excluded)), "  ")
        yield ""
    if isinstance(mistake, WrongValue):
        name, arguments = mistake.function.name, ", ".join(map(show, mistake.arguments))
        yield "It would also be true if one call had another value, by mistake:"
        yield from _wrap(f"{name}({arguments})", "  ", "      ")
        yield from _wrap(show(mistake.due), "  due:      ", "            ")
        yield from _wrap(show(mistake.value), "  mistake:  ", "            ")
        return
    place = f"in {mistake.function} of {mistake.module}"
    if mistake.replacement is None or mistake.after == NOTHING:
        yield from _wrap(f"It would also be true if this were left out {place}:")
        yield from _wrap(mistake.before, "    ", "      ")
        return
    yield from _wrap(f"It would also be true if this were written {place}:")
    yield from _wrap(mistake.after, "    ", "      ")
    yield from _wrap(f"in place of  {mistake.before}", "  ", "      ")


def _hint(
    judge: ExerciseJudge, judgement: Judgement, step: NextStep | None, level: str, first: int
) -> Iterator[_Part]:
    if judge.exercise.is_question:
        said = list(reading_hint(judge.reference, judge.exercise.module, level))
        for text in said or ["Read the text once more, part by part."]:
            yield from _wrap(text, "", "  ")
        return
    if step is not None and judgement.text is not None:
        place = _place(judgement.text, step.repair.at, first)
        if place is not None:
            yield place
        for text in as_levels(step)[level]:
            yield from _wrap(text.strip(), _indent(text), f"{_indent(text)}  ")
        return
    rules = _deciding_rules(judge, judgement)
    if rules:
        yield from _wrap(f"No small edit helps. What decides in the case above: {rules}.")
    else:
        yield from _wrap("No small edit helps. Begin again from the sentence of the task.")


def _place(text: LearnerText, at: ast.AST, first: int) -> _MarkedPart | None:
    """Return where a part stands in the learner's file; None if it is not of this file."""
    inner: list[Any] = [each for each in ast.walk(at) if hasattr(each, "lineno")]
    if not inner:
        return None
    start = min((each.lineno, each.col_offset) for each in inner)
    end = max((each.end_lineno, each.end_col_offset) for each in inner)
    code = text.module.source.splitlines()[start[0] - 1]
    last = end[1] if end[0] == start[0] else len(code)
    # offsets count bytes
    before, part = (len(code.encode()[:offset].decode()) for offset in (start[1], last))
    return _MarkedPart(start[0] - first + 1, code, before, part)


def _deciding_rules(judge: ExerciseJudge, judgement: Judgement) -> str:
    """Return the labels of what decides in the reference, in the smallest case."""
    for difference in judgement.smallest:
        function, values = judge.exercise.reference, difference.arguments
        state, rest = (values[0], values[1:]) if function.state else (None, values)
        try:
            part = explain_call(judge.plain, function, state, rest)[-1][1]
        except Exception:  # noqa: BLE001  # then nothing is said of it
            continue
        return " ".join(f"[{rule}]" for rule in fact(part, str)[2])
    return ""


def _wrap(text: str, first: str = "", rest: str | None = None) -> Iterator[_Part]:
    yield _Paragraph(text, first, first if rest is None else rest)

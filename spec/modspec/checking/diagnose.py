"""Diagnose: which rule an implementation has wrong, judged by how it behaves.

One deviation tells that something is wrong, seldom what. So the implementation is asked everything that can
be asked in the same state, and its answers are compared with those of each variant of the specification
(:mod:`modspec.variants`). If one behaves exactly as the implementation does, its change is the fault,
and the rule of the changed clause is the one that is broken.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from modspec.checking.attribute import (
    Attribution,
    attribute,
    changed_wrongly,
    decided_by_case,
)
from modspec.checking.deviation import Deviation, agrees
from modspec.checking.examine import Examiner
from modspec.checking.implementation import Reply
from modspec.checking.pin import played
from modspec.checking.script import EVERYTHING, Purpose, Script, Step, Thoroughness
from modspec.declaration import declare
from modspec.expressions import Apply
from modspec.module import ExceptionClause, Function, Module
from modspec.readings.explanation import Explanation
from modspec.readings.run import AssumptionViolated, Machine, Outcome
from modspec.relations import reachable, reachable_from
from modspec.values import State
from modspec.variants import Change, Variant, combined, variants

Game = list[tuple[Step, Reply]]

_SHORT = 2
"""How many moves the games have that a likely variant is tried on."""

Observed = tuple[tuple[Step, Reply], ...]


@dataclass(frozen=True)
class Answer:
    """What the implementation answered to a call, and what was observed after it."""

    step: Step
    reply: Reply
    observed: Observed = ()


@dataclass(frozen=True)
class Diagnosis:
    """The rules that are broken, the likeliest first, and how that is known."""

    rules: tuple[str, ...]
    attribution: Attribution
    variant: Variant | None = None
    """The variant of the specification that behaves as the implementation does, if there is one."""

    answers: int = 0
    """On how many answers the variant and the implementation agree."""


def diagnose(deviation: Deviation, examiner: Examiner) -> Diagnosis:
    """The rule that a deviation breaks; asks the implementation, fresh, for more evidence."""
    machine = examiner.playwright.machine
    if deviation.reply.fault is not None:
        function = machine.routine(deviation.blamed.call.routine)
        return Diagnosis((), Attribution(function, None, None, (), deviation.blamed))
    attribution = attribute(deviation, machine)
    if attribution.clause is None:
        return Diagnosis(attribution.rules, attribution)
    examiner.fresh()  # and no more: each script begins a game, and a program may take long to start
    narrow = _own_evidence(deviation, examiner)
    history = played(deviation.history, examiner)
    wide = [*narrow, *_other_evidence(deviation, examiner)]
    own = [a for a in wide if a.step.call.routine == attribution.function.name or _is_right(a)]
    for evidence, changes in ((wide, tuple(Change)), (narrow, _PLAIN), (own, _PLAIN)):
        count = sum(1 + len(answer.observed) for answer in evidence)
        if count < ENOUGH or (evidence is narrow and deviation.blamed.purpose is not Purpose.QUERY):
            continue
        variant = _likeliest(examiner, attribution.function, history, evidence, changes)
        if variant is not None:
            rules = tuple(sorted(variant.rules, key=lambda rule: rule not in attribution.rules))
            if variant.function in _conditional_functions(attribution):
                rules = decided_by_case(_explanation(attribution)) or rules
            return Diagnosis(rules, attribution, variant, count)
    rules = attribution.rules
    if reachable_from([attribution.clause]):  # else the arguments alone decide
        rules = _by_what_it_allows(deviation, examiner, attribution) or rules
    if isinstance(attribution.clause, ExceptionClause) and _is_right_elsewhere(attribution, wide):
        rules = _outermost(attribution) or rules
    return Diagnosis(rules, attribution)


def _is_right(answer: Answer) -> bool:
    """Whether a query is answered as the specification says: if not, there may be another fault besides."""
    queried = answer.step.purpose is Purpose.QUERY
    return queried and agrees(answer.step.expected, answer.reply, False)


def _outermost(attribution: Attribution) -> tuple[str, ...]:
    """The rule of the outermost part of a clause that decides, rather than of what that applies."""
    assert attribution.clause is not None
    if attribution.explanation is None:
        return attribution.clause.rules
    _, *within = attribution.explanation.path()
    stated = (part.rules for part in within if part.rules and not isinstance(part.formula, Apply))
    return next(stated, attribution.clause.rules)


def _is_right_elsewhere(attribution: Attribution, evidence: list[Answer]) -> bool:
    """Whether all that the clause applies is right where queries ask for it: then the clause itself is broken."""
    assert attribution.clause is not None
    right = frozenset[tuple[str, str]]()
    asked: dict[Function, list[Answer]] = {}
    functions = {f.name: f for f in declare(attribution.function.module).access_programs}
    for answer in evidence:
        if answer.step.purpose is Purpose.QUERY:
            asked.setdefault(functions[answer.step.call.routine], []).append(answer)
    for function, answers in asked.items():
        agreed = all(agrees(a.step.expected, a.reply, False) for a in answers)
        if agreed and len(answers) >= ENOUGH:
            right |= reachable([function])
    applied = reachable_from([attribution.clause])
    return bool(applied) and applied <= right


_SILENCE = Outcome(None, exception="(not specified)")
"""In place of the outcome of a call of which a variant says nothing."""

ENOUGH = 20
"""With fewer answers, too many variants behave the same by chance."""


_PLAIN = (Change.OMIT, Change.WEAKEN, Change.SHIFT)
"""The changes to believe in when only one routine behaves like the variant."""


def _likeliest(
    examiner: Examiner,
    function: Function,
    history: Script,
    evidence: list[Answer],
    changes: tuple[Change, ...],
) -> Variant | None:
    """Of the variants that behave as the implementation does, the one with the plainest change.

    It has to have come through the game, in which the implementation did nothing wrong so far, and to play
    short games as the implementation does.
    """
    agreeing = []
    elsewhere: list[Game] = []
    machine = examiner.playwright.machine
    for variant in _candidates(machine.module, function, evidence):
        if variant.change not in changes:
            continue
        try:
            changed = examiner.plain.varied(combined([*examiner.believed, variant]))
        except (LookupError, AttributeError, TypeError):  # one change lies within another
            continue
        if _behaves_in_all(changed, evidence) and _leads(changed, history):
            elsewhere = elsewhere or [*_short_games(examiner, afresh=not history)]
            if all(_goes(changed, game) for game in elsewhere):
                agreeing.append(variant)
    agreeing.reverse()  # what is used comes first there: the change nearest to the routine is told
    return min(agreeing, key=lambda variant: changes.index(variant.change), default=None)


def _explanation(attribution: Attribution) -> Explanation:
    assert attribution.explanation is not None
    return attribution.explanation


def _conditional_functions(attribution: Attribution) -> set[str]:
    """The functions on the way to the conditional rules that give the value."""
    names = {attribution.function.name}
    if attribution.explanation is not None:
        for part in attribution.explanation.path():
            if not isinstance(part.formula, Apply):
                break
            names.add(part.formula.function)
    return names if attribution.explanation is not None else set()


def _by_what_it_allows(
    deviation: Deviation, examiner: Examiner, attribution: Attribution
) -> tuple[str, ...]:
    """What an implementation does when it makes a transition that should raise, as far as it tells a rule.

    What changes although nothing should, had the call been allowed, is explained like any transition.
    """
    machine, write = examiner.playwright.machine, examiner.playwright
    state = deviation.blamed.before
    if state is None or deviation.step is not deviation.blamed:
        return ()
    history = played(deviation.history, examiner)
    observation = write.observation(state)
    for step in write.refusals(state, EVERYTHING):
        function = machine.routine(step.call.routine)
        if not function.is_transition:
            continue
        replies = examiner.replies([*history, step, *observation])[len(history) :]
        if replies[0].exception or replies[0].fault:
            continue
        observed = tuple(zip(observation, replies[1:], strict=True))
        try:
            rules = changed_wrongly(observed, step, machine, function)
        except Exception:  # noqa: BLE001  # the clauses mean nothing for these arguments
            continue
        if rules:
            return rules
    return ()


def _candidates(module: Module, function: Function, evidence: list[Answer]) -> Iterator[Variant]:
    """The labelled variants of what the routines in the evidence mean."""
    asked = {function.name}
    for answer in evidence:
        asked |= {answer.step.call.routine, *(step.call.routine for step, _ in answer.observed)}
    reach = reachable(module[name] for name in sorted(asked))
    for variant in variants(module):
        if variant.rules and (variant.module, variant.function) in reach:
            yield variant


def _own_evidence(deviation: Deviation, examiner: Examiner) -> list[Answer]:
    """The deviation first, then what else the routine does in the same state."""
    blamed = deviation.blamed
    evidence = [Answer(blamed, _own_reply(deviation), deviation.observed)]
    if blamed.before is None:
        return evidence
    history = played(deviation.history, examiner)
    if blamed.purpose is Purpose.QUERY:
        return evidence + _queries(history, blamed.before, examiner, blamed.call.routine)
    return evidence + list(_transitions(history, blamed.before, examiner, blamed.call.routine))


def _other_evidence(deviation: Deviation, examiner: Examiner) -> list[Answer]:
    """What the other routines do in the same state."""
    blamed = deviation.blamed
    if blamed.before is None:
        return []
    history = played(deviation.history, examiner)
    if blamed.purpose is not Purpose.QUERY:
        return _queries(history, blamed.before, examiner, None)
    evidence = _queries(history, blamed.before, examiner, None)
    for function in examiner.playwright.machine.module.access_programs:
        if function.is_transition and function.state:
            evidence += _transitions(history, blamed.before, examiner, function.name)
    return evidence


def _queries(
    history: Script, state: State, examiner: Examiner, routine: str | None
) -> list[Answer]:
    questions = examiner.playwright.questions(state, EVERYTHING, routine)
    replies = examiner.replies([*history, *questions])[len(history) :]
    return [Answer(step, reply) for step, reply in zip(questions, replies, strict=True)]


def _own_reply(deviation: Deviation) -> Reply:
    """The reply to the blamed call: a transition that an observation puts in the wrong raised nothing."""
    return deviation.reply if deviation.step is deviation.blamed else Reply()


def _transitions(
    history: Script, state: State, examiner: Examiner, routine: str
) -> Iterator[Answer]:
    """What each call of the routine leads to, and of those that should raise some."""
    write = examiner.playwright
    possible = [step for step in write.choices(state) if step.call.routine == routine]
    refused = write.refusals(state, Thoroughness(refused=12), routine)
    for step in (*possible, *refused):
        after = step.expected.state
        assert after is not None
        observation = write.observation(after)
        replies = examiner.replies([*history, step, *observation])[len(history) :]
        observed = tuple(zip(observation, replies[1:], strict=True))
        yield Answer(step, replies[0], observed if replies[0].exception is None else ())


def _behaves_in_all(changed: Machine, evidence: list[Answer]) -> bool:
    """Whether the variant answers as the implementation did, wherever it says what to answer.

    Of the deviation itself, which comes first, it has to say something.
    """
    silent = 0
    for number, answer in enumerate(evidence):
        outcome = _outcome(changed, answer.step)
        if outcome is _SILENCE and number > 0:
            silent += 1
        elif not _behaves(changed, answer, outcome):
            return False
    return len(evidence) - silent >= min(ENOUGH, len(evidence))


def _behaves(changed: Machine, answer: Answer, outcome: Outcome | None) -> bool:
    """Whether the outcome, and what is observed after it, is what the implementation answered."""
    if outcome is None:
        return False
    is_transition = changed.routine(answer.step.call.routine).is_transition
    if not agrees(outcome, answer.reply, is_transition):
        return False
    for step, reply in answer.observed:
        try:
            seen = changed.call(outcome.state, step.call.routine, step.call.arguments)
        except Exception:  # noqa: BLE001  # a variant need not mean anything everywhere
            return False
        if not agrees(seen, reply, is_transition=False):
            return False
    return True


def _short_games(examiner: Examiner, afresh: bool) -> Iterator[Game]:
    """Some short games, observed after each move, with what the implementation replies.

    Each is played ``afresh`` where an implementation may not begin another game as it should.
    """
    examiner.fresh()
    for length in range(_SHORT + 1):
        for calls in examiner.playwright.games_of_length(length):
            script = examiner.playwright.observed_game(calls)
            if afresh:
                examiner.fresh()
            yield [*zip(script, examiner.replies(script), strict=True)]


def _goes(changed: Machine, game: Game) -> bool:
    """Whether a whole game goes by the variant as the implementation played it."""
    state: State | None = None
    for step, reply in game:
        outcome = _outcome(changed, replace(step, before=state))
        is_transition = changed.routine(step.call.routine).is_transition
        if outcome is _SILENCE:
            return True
        if outcome is None or not agrees(outcome, reply, is_transition):
            return False
        state = outcome.state
    return True


def _leads(changed: Machine, history: Script) -> bool:
    """Whether the variant leads where the specification does."""
    return all(_outcome(changed, step) == step.expected for step in history)


def _outcome(changed: Machine, step: Step) -> Outcome | None:
    """What a call leads to; SILENCE if the variant assumes otherwise, or a part of it raises; else None."""
    try:
        return changed.call(step.before, step.call.routine, step.call.arguments)
    except AssumptionViolated:
        return _SILENCE
    except Exception as error:  # noqa: BLE001  # a variant need not mean anything everywhere
        specified = {module.python_name for module in changed.instance.modules()}
        return _SILENCE if type(error).__module__ in specified else None

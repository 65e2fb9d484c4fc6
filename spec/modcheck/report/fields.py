"""Fields: what reports say of faults, assumptions and events, as names with texts.

They are read from a verdict's JSON form, once for all reports: the terminal, the HTML page and the
table of a class show the same fields, each in its own way.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from modcheck.judging.hints.mutant_text import as_written, signs_of_edge
from modcheck.system.serve import OBJECT, YIELDED
from modcheck.verdict.rule_status import Status
from modcheck.verdict.verdict import no_op_calls_text
from modspec.run.machine import FAILED_CALL, QUERIES_PURE
from modspec.run.mutants import Operator
from modspec.syntax.rulebook import Rulebook

NOTATION: Final = {
    FAILED_CALL: "A call that raises an exception changes nothing.",
    QUERIES_PURE: "A call of a routine that only answers changes nothing.",
}
"""The rules of the notation, for modules whose rulebook does not state them."""


@dataclass(frozen=True)
class ReportField:
    """One field of a report."""

    name: str
    text: str
    note: str = ""
    """A remark that stands apart from the text; empty if there is none."""

    code: tuple[str, ...] = ()
    """Lines of program text that follow."""

    is_code: bool = False
    """Whether the text is a call, a value or a formula rather than a sentence."""


_LIKE: Final = {
    Operator.DELETE: "as if this were left out of the specification",
    Operator.RESTRICT: "as if only part of this were done",
    Operator.NEGATE: "as if this were the other way round",
    Operator.OFF_BY_ONE: "as if the bounds were others",
    Operator.REPLACE: "as if one thing were taken for another",
}
"""How a program behaves that does what a mutant of the specification says."""

_LIKE_EQUAL: Final = "as if equal values were compared the other way"
"""The same, where the mutant differs of equal values only."""

SHOWN_CALLS: Final = 24
"""The calls at either end that a report shows of very many."""
_KEEPS: Final = re.compile(r"(\w+) := \1")
"""A clause that leaves a variable as it is, and says nothing."""


def fault_fields(fault: Mapping[str, Any], rulebook: Rulebook) -> Iterator[ReportField]:
    """Yield the fields of a fault of a verdict in its JSON form.

    ``meaning``, if there is one, says what the call means.
    """
    written = written_calls(fault)
    rule, call = fault["rule"], written["call"]
    if rule in rulebook:
        # verdicts of older versions have no text of the place
        yield ReportField("rule", f"{rule}: {fault.get('text') or rulebook[rule].text}")
        if rulebook[rule].sources:  # labels of a plain module come from no document
            yield ReportField("stated in", sources_text(rulebook, rule))
    elif rule in NOTATION:
        yield ReportField("rule", f"{rule}: {NOTATION[rule]}")
    elif "one_of" in fault or "suspects" in fault:
        yield ReportField("rule", f"not certain: {'; '.join(_what_is_likely(fault))}")
    elif fault["clause"] and rulebook.rules:
        yield ReportField("rule", "not certain: it is one of several that this call depends on")
    elif fault["clause"] or fault["breakdown"]:
        yield ReportField("rule", "none: no rule covers this fault")
    else:
        yield ReportField("rule", "not certain: nothing tells which; it may come of another fault")
    history = written["history"]
    queries, rejected = fault.get("asked", ()), fault.get("refused", ())
    played = [c for number, c in enumerate(history) if number not in {*queries, *rejected}]
    calls = ", ".join(played)
    if fault.get("transcript", calls) != calls:  # the module has a notation for its games
        yield ReportField("game", fault["transcript"] or "(none)", _moves(fault), is_code=True)
    elif played:
        yield ReportField("first", _first_and_last(played), _calls(fault), is_code=True)
    if queries:
        yield ReportField("asked", no_op_calls_text(history, queries, rejected), is_code=True)
    if rejected:
        yield ReportField("refused", no_op_calls_text(history, rejected, queries), is_code=True)
    yield ReportField("call", call, fault.get("meaning", ""), is_code=True)
    if fault["between"]:
        yield ReportField("then", ", ".join(written["between"]), is_code=True)
    if fault["between"] or written["shown_by"] != call:
        yield ReportField("shown by", written["shown_by"], is_code=True)
    yield ReportField("expected", fault["expected"], is_code=True)
    yield ReportField("got", fault["got"], is_code=True)
    if fault.get("why"):  # verdicts of older versions have none
        yield ReportField("why", fault["why"])
    if not fault["reproduced"]:
        yield ReportField(
            "again",
            "not reproduced by these calls alone: it depends on earlier calls, or on randomness",
        )
    clause, formula = fault["clause"], fault["formula"]
    if clause and not _KEEPS.fullmatch(clause):
        yield ReportField("clause", clause, is_code=True)
    if formula and not _is_whole_clause(formula, clause or ""):
        yield ReportField("because", formula, is_code=True)
    if fault["witness"]:
        values = ", ".join(f"{name} = {value}" for name, value in fault["witness"].items())
        yield ReportField("witness", values, is_code=True)
    if like := fault.get("behaves_as_if"):
        operator = Operator(like["change"])
        before, changed = like["before"], like["after"]
        how = _LIKE_EQUAL if signs_of_edge(before, changed) else _LIKE[operator]
        after = () if operator is Operator.DELETE else (f"→ {as_written(changed)}",)
        yield ReportField(
            "it behaves",
            f"{how} ({like['answers_that_agree']} answers agree)",
            code=(f"{like['function']}: {as_written(before)}", *after),
        )
    for hint in fault["hints"]:
        yield ReportField("hint", hint)
    if fault["given"]:
        others = f"the first ({fault['given'][0]}) stays as it is"
        if fault["given"][1:]:
            others = f"the others ({', '.join(fault['given'])}) stay as they are"
        yield ReportField("given", f"another fault, found assuming {others}")


def assumption_fields(verdict: Mapping[str, Any]) -> Iterator[ReportField]:
    """Yield what a verdict assumes and leaves out: variant, conventions, routines, the sandbox."""
    if "suggestion" in verdict:
        convention = "{convention}={value}".format_map(verdict["suggestion"])
        yield ReportField(
            "suggestion", f"with --convention {convention} your program conforms; is that meant?"
        )
    if variant := verdict.get("variant"):
        yield ReportField("variant", f"{variant['name']}: {variant['text']}")
    if verdict.get("conventions"):
        declared = [f"{name} = {value}" for name, value in verdict["conventions"].items()]
        yield ReportField("assuming", ", ".join(declared))
    unchecked: dict[str, list[str]] = {}
    for routine, how in verdict.get("routines", {}).items():
        if how["checked"] == "derived":
            sources = " and ".join(how["from"])
            yield ReportField("derived", f"{routine}, from the answers of {sources}")
        elif how["checked"] == "no":
            unchecked.setdefault(how["reason"], []).append(routine)
    for reason, routines in unchecked.items():
        yield ReportField("unchecked", f"{', '.join(routines)}: {reason}")
    if verdict.get("confinement"):
        yield ReportField("sandbox", verdict["confinement"])


def event_fields(verdict: Mapping[str, Any]) -> Iterator[ReportField]:
    """Yield which of the events that a verdict counts happened, and which never did."""
    events = verdict["exercised"]["events"]
    happened = [f"{name} ({count})" for name, count in events.items() if count]
    if events:
        yield ReportField("among them", "; ".join(happened) or "nothing rare")
    missed = [name for name, count in events.items() if not count]
    if missed:
        yield ReportField("never met", "; ".join(missed))


def judged_rules(statuses: Sequence[str]) -> str:
    """Return how many of the rules with these statuses were judged."""
    judged = len(statuses) - statuses.count(Status.INCONCLUSIVE)
    return f"{judged} of {len(statuses)} rules judged"


def is_judged(verdict: Mapping[str, Any]) -> bool:
    """Whether the verdict says anything: a fault, or that a rule passes. A module may have none."""
    rules = verdict["rules"]
    return bool(verdict["faults"]) or not rules or any(r["status"] == Status.PASS for r in rules)


def headline(verdict: Mapping[str, Any]) -> str:
    """Return the verdict in a line: the implementation, and whether it conforms, with counts."""
    name, module = verdict["implementation"], verdict["module"]
    if variant := verdict.get("variant"):
        module += f", variant {variant['name']},"
    if verdict["faults"]:
        return f"{name}: {_counts(verdict)}"
    if not is_judged(verdict):
        return f"{name} shows no fault, but no rule of {module} could be judged"
    is_partial = any(how["checked"] == "no" for how in verdict["routines"].values())
    extent = ", as far as it was checked" if is_partial else ""
    return f"{name} conforms to {module.rstrip(',')}{extent}"


def selection_line(verdict: Mapping[str, Any]) -> str:
    """Return the verdict on some of the rules in a line: the implementation, and the counts."""
    return f"{verdict['implementation']}: {_counts(verdict)}; --only leaves out the others"


def _counts(verdict: Mapping[str, Any]) -> str:
    """Return how many rules fail, pass and are not judged, and the faults that break no rule."""
    statuses = Counter(rule["status"] for rule in verdict["rules"])
    if not statuses:  # the module cites no rules
        return f"{len(verdict['faults']) or 'no'} {'faults' if verdict['faults'][1:] else 'fault'}"
    of_notation = {fault["rule"] for fault in verdict["faults"]} & {*NOTATION}
    failed = statuses[Status.FAIL] + len(of_notation - {rule["id"] for rule in verdict["rules"]})
    passed = statuses[Status.PASS]
    text = f"{failed or 'no'} {'rules fail' if failed > 1 else 'rule fails'}"
    text += f", {passed} {'passes' if passed == 1 else 'pass'}"
    if unjudged := statuses[Status.INCONCLUSIVE]:
        text += f", {unjudged} not judged"
    if others := sum(fault["rule"] is None for fault in verdict["faults"]):
        text += f"; {others} {'faults' if others > 1 else 'fault'} without a certain rule"
    return text


def fault_line(fault: Mapping[str, Any]) -> str:
    """Return a fault in a line: the game, the call, the expected answer and the actual one."""
    no_ops = {*fault.get("asked", ()), *fault.get("refused", ())}
    calls = no_op_calls_text(written_calls(fault)["history"], no_ops)
    before = ", ".join(filter(None, (fault.get("transcript"), calls)))
    return (f"after {before}: " if before else "") + call_line(fault)


def call_line(fault: Mapping[str, Any]) -> str:
    """Return a fault in a line, without the game: the call, the expected answer, the actual one."""
    written = written_calls(fault)
    call, shown_by = written["call"], written["shown_by"]
    return (
        (f"{call}, then {shown_by}: " if shown_by != call else f"{call}: ")
        + ("" if fault["breakdown"] else f"expected {fault['expected']}, got ")
        + str(fault["got"])
    )


def written_calls(fault: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the calls of a fault as people write them, by the names that they have in the fault.

    A verdict of an older version lacks them: then strings look as elements of enumerations do.
    """
    return fault.get("written") or {
        "call": call_text(fault["call"]),
        "history": [*map(call_text, fault["history"])],
        "between": [*map(call_text, fault["between"])],
        "shown_by": call_text(fault["shown_by"]),
    }


def call_text(call: Sequence[Any]) -> str:
    """Return a call of the JSON form as people write it, but for quotes around strings."""
    return f"{call[0]}({', '.join(map(_argument_text, call[1:]))})"


def _argument_text(argument: Any) -> str:
    if isinstance(argument, dict):  # an object: the calls that make it
        return ".".join(call_text(call).removeprefix(YIELDED) for call in argument[OBJECT])
    if isinstance(argument, float):
        return f"{argument:.12g}"
    return str(argument).lower() if isinstance(argument, bool) else str(argument)


def _is_whole_clause(formula: str, clause: str) -> bool:
    return clause.endswith(f" := {formula}") or clause.startswith(f"{formula} ⇒ ")


def _what_is_likely(fault: Mapping[str, Any]) -> Iterator[str]:
    """Yield which routines may be at fault, and which rules are most likely broken, if known.

    If the rules have the names of the routines, they are not told again.
    """
    suspects, likely = fault.get("suspects") or (), fault.get("one_of") or ()
    if suspects:
        yield f"{_alternatives(suspects)} is at fault"
    if likely and {*likely} != {*suspects}:
        which = "the rule is most likely" if suspects else "most likely"
        yield f"{which} {_alternatives(likely)}"


def _alternatives(names: Sequence[str]) -> str:
    *some, last = names
    return f"{', '.join(some)} or {last}" if some else last


def _first_and_last(calls: Sequence[str]) -> str:
    """Return calls one after the other, only the first and the last of very many."""
    left_out = len(calls) - 2 * SHOWN_CALLS
    if left_out <= SHOWN_CALLS:
        return ", ".join(calls)
    middle = f"... {left_out:,} calls that --report json=FILE lists ..."
    return ", ".join((*calls[:SHOWN_CALLS], middle, *calls[-SHOWN_CALLS:]))


def _moves(fault: Mapping[str, Any]) -> str:
    """Return how many moves a game has before the call, and whether fewer were tried."""
    if not fault["moves"]:
        return "no move needed"
    _, number = _transitions(fault)
    after = f"after {number} {'move' if number == 1 else 'moves'}" if number else "the first move"
    return f"{after}; " + ("no shorter game shows it" if fault["shortest"] else "shortest found")


def _calls(fault: Mapping[str, Any]) -> str:
    """Return how many calls come before the wrong one, and whether fewer were tried."""
    if not fault["moves"]:
        return ""
    start, number = _transitions(fault)
    after = f"{number} {'call' if number == 1 else 'calls'} after {start}" if number else ""
    claim = "no shorter trace shows it" if fault["shortest"] else "shortest found"
    return "; ".join(filter(None, (after, claim)))


def _transitions(fault: Mapping[str, Any]) -> tuple[str, int]:
    """Return how the calls before the wrong one begin, and how many others of them count.

    Those that begin anew do not count, nor do those that should change nothing.
    """
    no_ops = {*fault.get("asked", ()), *fault.get("refused", ())}
    game = [call[0] for number, call in enumerate(fault["history"]) if number not in no_ops]
    start = next(iter(game), "")
    return start, sum(routine != start for routine in game)


def sources_text(rulebook: Rulebook, rule: str) -> str:
    """Return the sources of a rule, each with the first place that is cited."""
    first: dict[str, str] = {}
    for citation in rulebook[rule].sources:
        first.setdefault(citation.source, citation.place)
    return "; ".join(f"{source} ({place})" for source, place in first.items())

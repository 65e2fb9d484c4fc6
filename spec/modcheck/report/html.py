"""HTML: a verdict as one page that stands by itself, with each game to step through.

The page needs no network and no other file. Without its script it shows all positions at once. Everything that an
implementation says is escaped; besides, the page forbids browsers to run any script but its own, and to load anything.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from html import escape
from typing import Any

from modcheck.report.entries import ReportEntry, entries
from modcheck.report.frames import Drawings, Frame, NoDrawings
from modcheck.report.hiding import visible
from modcheck.report.html_assets import SCRIPT, STYLE
from modcheck.report.points import Points, earned
from modcheck.report.printable import printable
from modcheck.report.text import likeness
from modcheck.verdict.verdict import no_op_calls_text
from modspec.run.mutants import Operator
from modspec.syntax.rulebook import Rulebook


def page(
    verdict: Mapping[str, Any],
    rulebook: Rulebook,
    drawings: Drawings | None = None,
    points: Iterable[Points] = (),
    hidden: Collection[str] = (),
    failure: str = "",
) -> str:
    """The page of a verdict in its JSON form, with the points if there are any.

    Nothing is told of the hidden rules but how many there are. ``failure`` says why there is no verdict, if there is none.
    """
    shown = visible(verdict, hidden)
    numbers = [n for n, fault in enumerate(verdict["faults"]) if fault["rule"] not in hidden]
    drawn = [(drawings or NoDrawings()).frames(verdict, n) for n in numbers]
    dealt = {each.entry.rule: each for each in points if each.entry.rule not in hidden}
    parts = [
        *_head(shown, failure),
        *(line for n, frames in enumerate(drawn) for line in _fault(shown, n, rulebook, frames)),
        *_rules(entries(shown), dealt),
        *_exercised(shown),
        f"<script>{SCRIPT}</script>\n</body>\n</html>",
    ]
    return "\n".join(parts) + "\n"


def _head(verdict: Mapping[str, Any], failure: str) -> Iterator[str]:
    name = f"<code>{_text(verdict['implementation'])}</code>"
    module = _text(verdict["module"])
    yield '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">'
    yield f'<meta http-equiv="Content-Security-Policy" content="{_policy()}">'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">'
    yield f"<title>{_text(verdict['implementation'])}: {module}</title>"
    yield f"<style>{STYLE}</style>\n</head>\n<body>"
    faults = verdict["faults"]
    if failure:
        yield f'<h1><span class="open">?</span> {name} could not be judged</h1>'
        yield f"<p>{_text(failure)}</p>"
    elif verdict["conforms"]:
        yield f'<h1><span class="held">✓</span> {name} conforms to {module}{_as_far(verdict)}</h1>'
    else:
        many = f": {len(faults)} faults" if len(faults) > 1 else ""
        yield f'<h1><span class="broken">✗</span> {name} does not conform to {module}{many}</h1>'
    if verdict.get("hidden"):
        rules = (
            "1 more rule is" if verdict["hidden"] == 1 else f"{verdict['hidden']} more rules are"
        )
        yield f'<p class="soft">{rules} judged, and not shown here.</p>'
    if len(faults) > 1:
        items = "".join(
            f'<li><a href="#fault-{n}">{_text(_title(fault))}</a></li>'
            for n, fault in enumerate(faults, 1)
        )
        yield f'<nav aria-label="Faults"><ol>{items}</ol></nav>'
    yield from _list(_supposed(verdict))


def _policy() -> str:
    """Nothing is loaded, and no script runs but the page's own."""
    digest = b64encode(sha256(SCRIPT.encode()).digest()).decode()
    return f"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'"


def _as_far(verdict: Mapping[str, Any]) -> str:
    unchecked = any(each["checked"] == "no" for each in verdict["routines"].values())
    return ", as far as it was checked" if unchecked else ""


def _supposed(verdict: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    for name, value in verdict.get("conventions", {}).items():
        yield "supposing", _text(f"{name} = {value}")
    if "suggestion" in verdict:
        thought = (
            "with the convention {convention} = {value} nothing would be wrong; is it meant so?"
        )
        yield "a thought", _text(thought.format_map(verdict["suggestion"]))
    for routine, how in verdict.get("routines", {}).items():
        if how["checked"] == "derived":
            answers = " and ".join(how["from"])
            yield "derived", _text(f"{routine}, from what {answers} answer")
        elif how["checked"] == "no":
            yield "unchecked", _text(f"{routine}: {how['reason']}")
    if verdict.get("confinement"):
        yield "confined by", _text(verdict["confinement"])


# -- faults ----------------------------------------------------------------------------------------


def _title(fault: Mapping[str, Any]) -> str:
    return fault["rule"] or ("breaks down" if fault["breakdown"] else "a wrong answer")


def _fault(
    verdict: Mapping[str, Any], number: int, rulebook: Rulebook, frames: Sequence[Frame]
) -> Iterator[str]:
    fault, faults = verdict["faults"][number], verdict["faults"]
    count = f' <span class="soft">fault {number + 1} of {len(faults)}</span>'
    heading = f"{_text(_title(fault))}{count if len(faults) > 1 else ''}"
    own = f"fault-{number + 1}"
    yield f'<section class="fault" id="{own}" aria-labelledby="{own}-title">'
    yield f'<h2 id="{own}-title"><span class="broken">✗</span> {heading}</h2>'
    if fault["text"]:
        yield f"<p>{_text(fault['text'])}</p>"
    yield from (f'<p class="hint">{_text(hint)}</p>' for hint in fault["hints"])
    yield from _list(_told(fault, rulebook))
    if frames:
        label = f"The game that shows {_title(fault)}, {len(frames)} positions"
        yield f'<div class="game" role="group" aria-label="{_text(label)}">\n<ol class="frames">'
        yield from map(_frame, frames)
        yield "</ol>\n</div>"
    yield "</section>"


def _told(fault: Mapping[str, Any], rulebook: Rulebook) -> Iterator[tuple[str, str]]:
    yield "game", f"{_code(_game(fault))} {_soft(_length(fault))}"
    history = [*map(_call, fault["history"])]
    asked, refused = fault.get("asked", ()), fault.get("refused", ())
    if asked:
        yield "asked", _code(no_op_calls_text(history, asked, refused))
    if refused:
        yield "refused", _code(no_op_calls_text(history, refused, asked))
    yield "call", _code(_call(fault["call"]))
    if fault["between"]:
        yield "then", _code(", ".join(map(_call, fault["between"])))
    if fault["shown_by"] != fault["call"]:
        yield "shown by", _code(_call(fault["shown_by"]))
    yield "expected", _code(fault["expected"])
    yield "got", _code(fault["got"])
    if fault["clause"]:
        yield "clause", _code(fault["clause"])
    if fault["formula"] and fault["formula"] not in (fault["clause"] or ""):
        yield "because", _code(fault["formula"])
    if fault["witness"]:
        yield "witness", _code(", ".join(f"{name} = {v}" for name, v in fault["witness"].items()))
    if like := fault.get("behaves_as_if"):
        change = Operator(like["change"])
        after = "" if change is Operator.DELETE else f" → {_code(like['after'])}"
        told = _text(likeness(change, like["answers_that_agree"]))
        yield "it behaves", f"{told}: {_code(like['before'])}{after}"
    if fault["given"]:
        yield "given", _text(f"what breaks {', '.join(fault['given'])}, this is wrong besides")
    if fault["rule"] in rulebook:
        places = [f"{each.source} ({each.place})" for each in rulebook[fault["rule"]].sources]
        yield "stated in", _soft("; ".join(places))


def _game(fault: Mapping[str, Any]) -> str:
    if "transcript" in fault:
        return fault["transcript"] or "(none)"
    return " ".join(map(_call, fault["history"]))


def _length(fault: Mapping[str, Any]) -> str:
    moves = "1 move" if fault["moves"] == 1 else f"{fault['moves']} moves"
    if not fault["moves"]:
        return "no move needed"
    return f"{moves}; " + ("no shorter game shows it" if fault["shortest"] else "shortest found")


def _call(call: Sequence[Any]) -> str:
    routine, *arguments = call
    shown = [str(a).lower() if isinstance(a, bool) else str(a) for a in arguments]
    return f"{routine}({', '.join(shown)})"


def _frame(frame: Frame) -> str:
    figures = "".join(
        f"<figure>{figure.svg}<figcaption>{_text(figure.heading)}</figcaption></figure>"
        if figure.heading
        else f"<figure>{figure.svg}</figure>"
        for figure in frame.figures
    )
    notes = "".join(f"<li>{_text(note)}</li>" for note in frame.notes)
    shown = f'<div class="figures">{figures}</div>' if figures else ""
    listed = f"<ul>{notes}</ul>" if notes else ""
    return f'<li class="frame"><p>{_text(frame.caption)}</p>{shown}{listed}</li>'


# -- the rules, and the rest -----------------------------------------------------------------------

_STANDINGS = {
    True: ("held", "✓ held"),
    False: ("broken", "✗ broken"),
    None: ("open", "– not judged"),
}


def _rules(found: Sequence[ReportEntry], dealt: Mapping[str, Points]) -> Iterator[str]:
    yield "<h2>The rules</h2>\n<table>"
    column = '<th scope="col">points</th>' if dealt else ""
    yield f'<thead><tr><th scope="col">rule</th><th scope="col">it was</th>{column}'
    yield '<th scope="col">what it says</th></tr></thead>\n<tbody>'
    for entry in found:
        kind, standing = _STANDINGS[entry.held]
        links = ", ".join(f'<a href="#fault-{n + 1}">fault {n + 1}</a>' for n in entry.faults)
        reason = f": {entry.reason}" if entry.reason else ""
        told = (
            f"{_text(entry.text)} {_soft(f'Not judged{reason}.') if entry.held is None else links}"
        )
        points = dealt.get(entry.rule)
        worth = f'<td class="points">{points.earned} / {points.of}</td>' if points else ""
        cell = f'<td class="standing {kind}">{standing}</td>'
        yield f'<tr><td><code>{_text(entry.rule)}</code></td>{cell}{worth}<td class="text">{told.rstrip()}</td></tr>'
    yield "</tbody>\n</table>"
    if dealt:
        total = sum(each.of for each in dealt.values())
        yield f"<p><strong>{earned(dealt.values())} of {total} points</strong></p>"


def _exercised(verdict: Mapping[str, Any]) -> Iterator[str]:
    done = verdict.get("exercised")
    if not done or not done["calls"]:
        return
    yield "<h2>What was compared</h2>"
    rows = [("in all", f"{done['games']} games, {done['calls']} calls")]
    rows += [(p["name"], f"{p['games']} games, {p['calls']} calls") for p in verdict["phases"]]
    happened = [f"{name} ({count})" for name, count in done["events"].items() if count]
    missed = [name for name, count in done["events"].items() if not count]
    rows += [("among them", "; ".join(happened))] * bool(happened)
    rows += [("never met", "; ".join(missed))] * bool(missed)
    rows += [("seed", str(verdict["seed"]))]
    yield from _list((name, _text(told)) for name, told in rows)


def _list(rows: Iterable[tuple[str, str]]) -> Iterator[str]:
    """A list of names with what they stand for, the latter as HTML; nothing if there are none."""
    items = "".join(f"<dt>{_text(name)}</dt><dd>{told}</dd>" for name, told in rows)
    if items:
        yield f"<dl>{items}</dl>"


def _text(text: str) -> str:
    return escape(printable(text))


def _code(text: str) -> str:
    return f"<code>{_text(text)}</code>"


def _soft(text: str) -> str:
    return f'<span class="soft">{_text(text)}</span>'

"""The HTML report: a verdict as one page that stands by itself, with each game to step through.

The page needs no network and no other file. Without its script it shows the last position of each
game, and folds those before it. The templates escape whatever an implementation says; besides, a
page forbids browsers to load anything, and to run any script or to apply any style but its own.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache
from hashlib import sha256
from importlib.resources import files
from typing import TYPE_CHECKING, Any, Final

from modcheck.report import fields
from modcheck.report.account import ANSWERS, entries, printable, visible
from modcheck.report.points import Points, total
from modcheck.report.presentation import Drawings, Frame, NoDrawings
from modcheck.verdict.rule_status import Status
from modspec.syntax.rulebook import Rulebook

if TYPE_CHECKING:
    from jinja2 import Environment

_SHOWN: Final = ("rule", "call", "then", "shown by", "expected", "got", "why", "hint")
"""The fields of a fault that the page shows in a way of their own."""

_CALLS: Final = ("game", "first", "asked", "refused")
"""The fields that say which calls lead to a fault."""

_REMARKS: Final = ("again", "given")
"""The fields that limit what the page says about a fault."""

_RESERVATIONS: Final = ("suggestion", "variant", "assuming", "unchecked")
"""What a reader has to know before the faults; the other assumptions stand at the end."""


def page(
    verdict: Mapping[str, Any],
    rulebook: Rulebook,
    drawings: Drawings | None = None,
    points: Iterable[Points] = (),
    hidden: Collection[str] = (),
    failure: str = "",
) -> str:
    """Return the page of a verdict in its JSON form, with the points if there are any.

    Of hidden rules the page says only how many there are. ``failure`` says why there is no verdict.
    """
    shown = visible(verdict, hidden)
    numbers = [n for n, fault in enumerate(verdict["faults"]) if fault["rule"] not in hidden]
    drawn = [(drawings or NoDrawings()).frames(verdict, n) for n in numbers]
    dealt = {each.entry.rule: each for each in points if each.entry.rule not in hidden}
    # the headline counts rules; the last entry is none, and stands here if it fails or has points
    rules = [e for e in entries(shown) if e.rule != ANSWERS or dealt or e.status is Status.FAIL]
    assumed = list(fields.assumption_fields(shown))
    return render(
        "verdict",
        verdict=shown,
        sign=_sign(shown),
        headline="" if failure else fields.headline(shown).removeprefix(shown["implementation"]),
        failure=failure,
        judged=_judged_rules(shown),
        faults=[
            _fault(fault, rulebook, frames)
            for fault, frames in zip(shown["faults"], drawn, strict=True)
        ],
        reservations=[each for each in assumed if each.name in _RESERVATIONS],
        failed=[entry for entry in rules if entry.status is Status.FAIL],
        unjudged=[entry for entry in rules if entry.status is Status.INCONCLUSIVE],
        passed=[entry for entry in rules if entry.status is Status.PASS],
        dealt=dealt,
        earned=total(dealt.values()),
        worth=sum(each.of for each in dealt.values()),
        compared=[
            *_coverage_fields(shown),
            *(each for each in assumed if each.name not in _RESERVATIONS),
        ],
    )


def _sign(verdict: Mapping[str, Any]) -> tuple[str, Status]:
    """Return the sign before the headline, and the status whose colour it has."""
    if verdict["faults"]:
        return "✗", Status.FAIL
    return ("✓", Status.PASS) if fields.is_judged(verdict) else ("?", Status.INCONCLUSIVE)


def _fault(fault: Mapping[str, Any], rulebook: Rulebook, frames: Sequence[Frame]) -> dict[str, Any]:
    """Return what the template shows of a fault."""
    found = list(fields.fault_fields(fault, rulebook))
    written = fields.written_calls(fault)
    call, shown_by, between = written["call"], written["shown_by"], written["between"]
    return {
        "title": fault["rule"] or f"a fault of {fault['routine']}",
        "text": fault["text"],
        "frames": frames,
        "call": call,
        "between": between,
        "shown_by": shown_by if between or shown_by != call else "",
        "expected": fault["expected"],
        "got": fault["got"],
        "why": fault.get("why"),
        "hints": fault["hints"],
        "calls": [field for field in found if field.name in _CALLS],
        "remarks": [field for field in found if field.name in _REMARKS],
        "reasons": [field for field in found if field.name not in (*_SHOWN, *_CALLS, *_REMARKS)],
    }


def _judged_rules(verdict: Mapping[str, Any]) -> str:
    return fields.judged_rules([rule["status"] for rule in verdict["rules"]])


def _coverage_fields(verdict: Mapping[str, Any]) -> Iterator[fields.ReportField]:
    """Yield how many calls were compared, and in how many traces; nothing if none are shown."""
    done = verdict.get("exercised", {})
    yield fields.ReportField("judged", _judged_rules(verdict))
    if not done.get("calls"):
        return
    yield fields.ReportField("in all", f"{done['calls']} calls in {done['games']} traces")
    for phase in verdict["phases"]:
        yield fields.ReportField(
            phase["name"], f"{phase['calls']} calls in {phase['games']} traces"
        )
    yield from fields.event_fields(verdict)
    yield fields.ReportField("seed", str(verdict["seed"]))


# -- pages -----------------------------------------------------------------------------------------


def render(template: str, **values: Any) -> str:
    """Return a page of this package, filled in. Every text becomes printable and is escaped.

    A page has its style sheet and its script within, each known to the browser by its digest.
    """
    style, script = _asset("page.css") + _asset(f"{template}.css"), _asset(f"{template}.js")
    rules = {
        "default-src": "'none'",
        "style-src": _digest(style),
        "script-src": _digest(script),
        "base-uri": "'none'",
        "form-action": "'none'",
    }
    found = _environment().get_template(f"{template}.html.jinja")
    return found.render(
        values,
        style=_markup(style),
        script=_markup(script),
        policy=_markup("; ".join(f"{name} {value}" for name, value in rules.items())),
    )


def _digest(content: str) -> str:
    """Return the source expression by which a policy allows a style sheet or a script."""
    return f"'sha256-{b64encode(sha256(content.encode()).digest()).decode()}'"


@cache
def _asset(name: str) -> str:
    """Return the text of a style sheet or a script among the templates."""
    return files(__package__).joinpath("templates", name).read_text(encoding="utf-8")


def _markup(text: str) -> Any:
    from markupsafe import Markup

    return Markup(text)


@cache
def _environment() -> Environment:
    from jinja2 import Environment, PackageLoader, StrictUndefined  # it takes a while to import
    from markupsafe import Markup

    def make_printable(value: Any) -> Any:
        is_text = isinstance(value, str) and not isinstance(value, Markup)
        return printable(value) if is_text else value

    environment = Environment(
        loader=PackageLoader("modcheck.report"),
        autoescape=True,
        finalize=make_printable,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters["svg"] = Markup
    return environment

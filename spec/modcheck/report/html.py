"""The HTML report: a verdict as one page that stands by itself, with each game to step through.

The page needs no network and no other file. Without its script it shows all positions at once. The
templates escape whatever an implementation says; besides, the page forbids browsers to load
anything, and to run any script but its own.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Collection, Iterable, Mapping
from functools import cache
from hashlib import sha256
from importlib.resources import files
from typing import TYPE_CHECKING, Any, Final

from modcheck.report import fields
from modcheck.report.account import entries, printable, visible
from modcheck.report.points import Points, total
from modcheck.report.presentation import Drawings, NoDrawings
from modspec.syntax.rulebook import Rulebook

if TYPE_CHECKING:
    from jinja2 import Environment

_ABOVE: Final = ("rule", "hint")
"""The fields of a fault that stand above the others, as a heading and as paragraphs."""


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
    return render(
        "verdict.html",
        verdict=shown,
        headline="" if failure else fields.headline(shown).removeprefix(shown["implementation"]),
        failure=failure,
        faults=[
            {
                "title": fault["rule"]
                or ("breaks down" if fault["breakdown"] else "a wrong answer"),
                "text": fault["text"],
                "hints": fault["hints"],
                "fields": _fields(fault, rulebook),
                "frames": frames,
            }
            for fault, frames in zip(shown["faults"], drawn, strict=True)
        ],
        assumptions=list(fields.assumption_fields(shown)),
        entries=entries(shown),
        judged=fields.judged_rules([rule["status"] for rule in shown["rules"]]),
        dealt=dealt,
        earned=total(dealt.values()),
        worth=sum(each.of for each in dealt.values()),
        events=list(fields.event_fields(shown)) if shown.get("exercised", {}).get("calls") else [],
        script_digest=b64encode(sha256(asset("verdict.js").encode()).digest()).decode(),
    )


def _fields(fault: Mapping[str, Any], rulebook: Rulebook) -> list[fields.ReportField]:
    """Return the fields of a fault below its heading, the sources last."""
    found = [each for each in fields.fault_fields(fault, rulebook) if each.name not in _ABOVE]
    return sorted(found, key=lambda field: field.name == "stated in")


def render(template: str, **values: Any) -> str:
    """Return a template of this package, filled in. Every text becomes printable and is escaped."""
    return _environment().get_template(f"{template}.jinja").render(values)


@cache
def asset(name: str) -> str:
    """Return the text of a style sheet or a script among the templates."""
    return files(__package__).joinpath("templates", name).read_text(encoding="utf-8")


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
    environment.globals["asset"] = lambda name: Markup(asset(name))
    environment.filters["svg"] = Markup
    return environment

"""A Sphinx extension that shows evidence: ``mis:methods``, ``mis:evidence`` and ``mis:mutants``.

The setting ``mis_ladder`` in ``conf.py`` names the ladder, as ``package.module:NAME``. If
``mis_evidence`` is the file of a record, relative to the documents, each access program and theorem
says whether it was proved or tried, with a link to its row in the table; ``mis_proofs`` are the
methods of the ladder whose answers are proofs.

Each directive takes the file of a record, relative to the page, and the command that renews the
record::

    .. mis:evidence:: ../evidence/verify.json
       :command: verify --evidence evidence/verify.json

A claim whose sources have changed since it was tried is marked as stale, and a warning names the
claim and the command.
"""

from __future__ import annotations

import importlib
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from html import escape
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Final, TypeVar

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx import addnodes
from sphinx.addnodes import pending_xref
from sphinx.application import Sphinx
from sphinx.domains.std import StandardDomain
from sphinx.errors import ExtensionError
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective
from sphinx.util.typing import ExtensionMetadata, OptionSpec

from modspec.sphinx.markup import breakable, link
from modspec.sphinx.scope import declared_modules, role_of
from othello_proofs.evidence import mutants, record
from othello_proofs.evidence.ladder import Ladder, stale_claims
from othello_proofs.evidence.method import ClaimFinding, ClaimVerdict, worst
from othello_proofs.evidence.mutants import MutantOutcome, MutantRecord
from othello_proofs.evidence.record import Evidence, MethodRecord, RecordError
from othello_proofs.evidence.table import MARKS, cell, short

if TYPE_CHECKING:
    from sphinx.util.docutils import SphinxTranslator
    from sphinx.writers.html5 import HTML5Translator

R = TypeVar("R", Evidence, MutantRecord)

_LOGGER = logging.getLogger(__name__)
_NAMED = 5
"""So many stale claims are named in a warning."""


class RecordDirective(SphinxDirective):
    """What the directives about records have in common."""

    required_arguments = 1
    has_content: ClassVar[bool] = False
    option_spec: ClassVar[OptionSpec] = {"command": directives.unchanged_required}

    def read_record(self, loads: Callable[[str], R]) -> R:
        """Return the record that the argument names, or raise an error if there is none."""
        relative, file = self.env.relfn2path(self.arguments[0])
        self.env.note_dependency(file)
        self.env.note_reread()  # the sources may have changed, and no page
        try:
            return loads(Path(file).read_text(encoding="utf-8"))
        except OSError as error:
            raise self.error(f"{relative}: {error.strerror}; {self.remedy}") from error
        except RecordError as error:
            raise self.error(f"{relative}: {error}; {self.remedy}") from error

    def evidence(self) -> tuple[Evidence, set[tuple[str, str]]]:
        """Return the record of a whole ladder, and which claims are stale by which method."""
        found = self.read_record(record.loads)
        if not found.whole:
            raise self.error(f"{self.arguments[0]} is of a part of the ladder only: {self.remedy}")
        return found, stale_claims(self.ladder(), found)

    @property
    def remedy(self) -> str:
        """What to do about a record that is stale or no record."""
        return f"run {self.options['command']}" if "command" in self.options else "make it anew"

    def ladder(self) -> Ladder:
        """Return the ladder that the setting names."""
        try:
            return _ladder(self.config.mis_ladder)
        except ExtensionError as error:
            raise self.error(str(error)) from error


def _ladder(setting: str) -> Ladder:
    """Return the ladder ``package.module:NAME``. Raises ExtensionError if there is none."""
    module_name, _, name = setting.partition(":")
    try:
        ladder = getattr(importlib.import_module(module_name), name)
    except (ImportError, AttributeError, ValueError) as error:
        message = f"mis_ladder is {setting!r} ({error}); name a ladder, package.module:NAME"
        raise ExtensionError(message) from error
    if not isinstance(ladder, Ladder):
        message = f"mis_ladder is {setting!r}, which is no othello_proofs.evidence Ladder"
        raise ExtensionError(message)
    return ladder


# -- the methods -----------------------------------------------------------------------------------


class MethodsDirective(RecordDirective):
    """``mis:methods``: what each method shows, what it does not, and what it has done."""

    def run(self) -> list[nodes.Node]:
        """Return an entry for each method, from the lowest."""
        evidence, stale = self.evidence()
        result = nodes.definition_list(classes=["mis-methods"])
        for method in evidence.methods:
            fresh = [
                tried.finding
                for tried in evidence.conclusions
                if tried.method == method.name and (method.name, tried.finding.claim) not in stale
            ]
            title = nodes.term("", "", nodes.strong("", method.title), nodes.Text(" "))
            title += nodes.literal("", f"--method {method.name}", classes=["mis-kind"])
            shows = nodes.paragraph("", method.shows)
            does_not = nodes.paragraph("", "", nodes.emphasis("", "Does not show: "))
            does_not += nodes.Text(method.does_not_show)
            done = nodes.paragraph("", _work(method, fresh), classes=["mis-kind"])
            body = nodes.definition("", shows, does_not, done)
            result += nodes.definition_list_item("", title, body)
        return [result]


def _work(method: MethodRecord, findings: Sequence[ClaimFinding]) -> str:
    if method.missing:
        return f"Skipped: {method.missing}."
    goals, seconds = sum(f.goals for f in findings), sum(f.seconds for f in findings)
    claims = "1 claim" if len(findings) == 1 else f"{len(findings)} claims"
    return f"{claims}, {goals:,} questions, {seconds:.1f} s of processor time."


# -- the claims ------------------------------------------------------------------------------------


class EvidenceDirective(RecordDirective):
    """``mis:evidence``: a table with a row for each claim and a column for each method."""

    def run(self) -> list[nodes.Node]:
        """Return the table, the claims that do not hold, and how they were tried."""
        evidence, stale = self.evidence()
        if stale:
            self._warn(sorted({claim for _, claim in stale}))
        table = _table(
            ["claim", *(method.title for method in evidence.methods)],
            [6] + [1] * len(evidence.methods),
            list(self._rows(evidence, stale)),
            "mis-evidence",
        )
        return [table, *_wrong(evidence, stale), _circumstances(evidence)]

    def _warn(self, claims: Sequence[str]) -> None:
        named = ", ".join(claims[:_NAMED]) + (", ..." if len(claims) > _NAMED else "")
        number = "1 claim" if len(claims) == 1 else f"{len(claims)} claims"
        _LOGGER.warning(
            "%s is stale for %s (%s): %s",
            self.arguments[0], number, named, self.remedy,
            location=self.get_location(),
        )  # fmt: skip

    def _rows(self, evidence: Evidence, stale: Collection[tuple[str, str]]) -> Iterator[nodes.row]:
        roles = {
            f"{module.name}.{function.name}": role_of(function)
            for module in declared_modules(self, list(self.config.mis_modules))
            for function in module.functions
        }
        std = self.env.get_domain("std")
        assert isinstance(std, StandardDomain)
        by_claim = evidence.claims()
        for module, claims in groupby(by_claim, key=lambda claim: claim.partition(".")[0]):
            title = nodes.entry("", nodes.paragraph("", module), morecols=len(evidence.methods))
            title["classes"] += ["mis-module"]
            yield nodes.row("", title)
            for claim in claims:
                anchor = row_of(claim)
                std.note_hyperlink_target(anchor, self.env.docname, anchor)
                name = breakable(claim.partition(".")[2])
                linked = link(roles[claim], claim, name) if claim in roles else name
                cells = [nodes.paragraph("", "", linked)]
                for method in evidence.methods:
                    marks = []
                    if finding := by_claim[claim].get(method.name):
                        marks.append(
                            _mark(finding, method.name, (method.name, claim) in stale, self.remedy)
                        )
                    cells.append(nodes.paragraph("", "", *marks))
                yield nodes.row("", *(nodes.entry("", each) for each in cells), ids=[anchor])


def row_of(claim: str) -> str:
    """Return the id of a claim's row in the table."""
    return f"evidence-{claim}"


class evidence_mark(nodes.General, nodes.Inline, nodes.TextElement):  # noqa: N801  # as docutils
    """A cell of the table: a button that opens a note, so that a finger can ask for it, too."""


def _mark(finding: ClaimFinding, method: str, is_stale: bool, remedy: str) -> evidence_mark:
    """Return a cell of the table."""
    if is_stale:
        text, kind = "stale", "undecided"
        note = f"the sources have changed since this claim was tried: {remedy}"
    else:
        text = cell(finding).replace(" ", "\N{NO-BREAK SPACE}")
        kind = finding.verdict.value
        note = f"{kind}; {_number_of_questions(finding)}"
        note += f": {finding.tried}" if finding.tried else ""
        note += f"; {finding.seconds:.1f} s of processor time"
    address = f"note-{method}-{finding.claim}"
    return evidence_mark("", text, classes=[f"mis-{kind}"], note=note, address=address)


def _begin_mark(self: HTML5Translator, node: evidence_mark) -> None:
    kind, address = node["classes"][0], escape(node["address"])
    self.body.append(f'<button type="button" class="mis-mark {kind}" popovertarget="{address}">')


def _end_mark(self: HTML5Translator, node: evidence_mark) -> None:
    address, note = escape(node["address"]), escape(node["note"])
    self.body.append(f'</button><span class="mis-note" popover id="{address}">{note}</span>')


def _nothing(self: SphinxTranslator, node: nodes.Node) -> None:
    """Write nothing around the text of a mark: what is printed cannot be asked."""


def _number_of_questions(finding: ClaimFinding) -> str:
    """Return how many questions were declared and asked, and how many of them are about nothing."""
    asked = f"{finding.goals:,} questions"
    if finding.declared:
        asked = f"{finding.declared:,} questions declared, {finding.goals:,} asked"
    return f"{asked}, {finding.about_something:,} of them met" if finding.vacuous else asked


def _wrong(evidence: Evidence, stale: Collection[tuple[str, str]]) -> Iterator[nodes.Node]:
    for tried in evidence.wrong():
        finding = tried.finding
        if (tried.method, finding.claim) not in stale:
            verdict = finding.verdict
            title = f"{MARKS[verdict]} {finding.claim}, {tried.method}: {verdict.value}"
            yield nodes.paragraph("", "", nodes.strong("", title))
            yield nodes.literal_block(finding.detail, finding.detail, language="text")


def _circumstances(evidence: Evidence) -> nodes.paragraph:
    run = evidence.run
    tools = ", ".join(f"{name} {version}" for name, version in run.versions.items())
    seconds = sum(tried.finding.seconds for tried in evidence.conclusions)
    text = (
        f"Tried with {tools}, in {seconds:.0f} s of processor time. "
        f"The last run tried {run.done} claims and found {run.fresh} fresh."
    )
    return nodes.paragraph("", text, classes=["mis-kind"])


# -- beside the declarations -----------------------------------------------------------------------


class ClaimBadges:
    """What the record says of each claim, in a few words that lead to its row in the table."""

    def __init__(self) -> None:
        self._findings: dict[str, dict[str, ClaimFinding]] | None = None
        """The findings about each claim that are not stale, once the record has been read."""

    def forget(self, app: Sphinx, *_: object) -> None:
        """Have the record read again: a build begins, and the file may have changed."""
        self._findings = None

    def __call__(self, app: Sphinx, claim: str) -> nodes.Node | None:
        """Return the words about a claim; None if the record does not have it."""
        if not app.config.mis_evidence:
            return None
        file = Path(app.srcdir, app.config.mis_evidence)
        app.env.note_dependency(str(file))
        app.env.note_reread()  # the sources may have changed, and no page
        if self._findings is None:
            ladder = _ladder(app.config.mis_ladder)
            if unknown := set(app.config.mis_proofs) - set(ladder.methods):
                known = ", ".join(ladder.methods)
                message = f"mis_proofs names {', '.join(unknown)}; the ladder's methods are {known}"
                raise ExtensionError(message)
            self._findings = _fresh_findings(file, ladder)
        findings = self._findings.get(claim)
        if findings is None:
            return None
        kind, words = (
            proved_or_tried(findings, app.config.mis_proofs) if findings else ("stale", "stale")
        )
        shown = nodes.inline("", words, classes=["mis-badge", f"mis-{kind}"])
        return pending_xref(
            "", shown, refdomain="std", reftype="ref", reftarget=row_of(claim), refexplicit=True
        )


def _fresh_findings(file: Path, ladder: Ladder) -> dict[str, dict[str, ClaimFinding]]:
    """Return the findings of a record about each claim, without those that are stale."""
    try:
        evidence = record.loads(file.read_text(encoding="utf-8"))
    except (OSError, RecordError) as error:
        raise ExtensionError(f"mis_evidence is {str(file)!r}: {error}") from error
    stale = stale_claims(ladder, evidence)
    return {
        claim: {name: found for name, found in findings.items() if (name, claim) not in stale}
        for claim, findings in evidence.claims().items()
    }


def proved_or_tried(
    findings: Mapping[str, ClaimFinding], proofs: Collection[str]
) -> tuple[str, str]:
    """Return whether a claim is proved, tried or neither, and the same in words with numbers."""
    verdict = worst(finding.verdict for finding in findings.values())
    if verdict in {ClaimVerdict.FAILS, ClaimVerdict.UNDECIDED}:
        return verdict.value, f"{MARKS[verdict]} {verdict.value}"
    asked = {name: f.goals for name, f in findings.items() if f.verdict is ClaimVerdict.HOLDS}
    proved = sum(goals for name, goals in asked.items() if name in proofs)
    tried = sum(goals for name, goals in asked.items() if name not in proofs)
    parts = [
        f"{word}: {short(goals)}" for word, goals in (("proved", proved), ("tried", tried)) if goals
    ]
    if not parts:
        return verdict.value, f"{MARKS[verdict]} {verdict.value}"
    unit = "question" if proved + tried == 1 else "questions"
    words = f"{MARKS[ClaimVerdict.HOLDS]} {', '.join(parts)} {unit}"
    return "proved" if proved else "tried", words


# -- the mutants -----------------------------------------------------------------------------------


class MutantsDirective(RecordDirective):
    """``mis:mutants``: tables with a row for each mutant, folded by what is changed.

    With the option ``older`` the record may be older than its sources, and the page says so.
    """

    option_spec: ClassVar[OptionSpec] = {
        **RecordDirective.option_spec,
        "older": directives.flag,
    }

    def run(self) -> list[nodes.Node]:
        """Return how many there are, and the tables."""
        found = self.read_record(mutants.loads)
        is_stale, is_expected = found.sources != self.ladder().digest(), "older" in self.options
        if is_stale and not is_expected:
            raise self.error(f"{self.arguments[0]} is stale, its sources changed: {self.remedy}")
        if is_expected and not is_stale:
            raise self.error(
                f"{self.arguments[0]} is not older than its sources: leave :older: out"
            )
        killed = sum(bool(each.killed_by) for each in found.mutants)
        text = f"{len(found.mutants)} mutants: {killed} are noticed"
        if same := sum(bool(each.equivalent) for each in found.mutants):
            text += f", {same} are proved to make no difference"
        if survivors := sum(each.survives for each in found.mutants):
            text += f", {survivors} survive"
        shown = nodes.paragraph("", f"{text}.")
        if is_stale:
            shown += nodes.Text(" This record is older than what it is about. To renew it: ")
            shown += nodes.literal("", self.options.get("command", "make it anew"))
        folds = (part for group in _groups(found.mutants) for part in _fold(*group))
        return [shown, *folds]


_LONG: Final = 40
"""The mutants of one kind that are shown together at most; of more, each module has its own."""


def _groups(found: Sequence[MutantOutcome]) -> Iterator[tuple[str, list[MutantOutcome]]]:
    """Yield the mutants by kind and, where these are many, by module, each with a heading."""
    numbers = Counter(each.of for each in found)

    def heading(each: MutantOutcome) -> str:
        module = each.mutant.partition(".")[0]
        return f"{each.of}: {module}" if numbers[each.of] > _LONG else each.of

    groups: dict[str, list[MutantOutcome]] = {}
    for each in found:
        groups.setdefault(heading(each), []).append(each)
    yield from groups.items()


def _fold(heading: str, group: Sequence[MutantOutcome]) -> Iterator[nodes.Node]:
    """Yield a table that a page folds away under its heading; print has both."""
    number = "1 mutant" if len(group) == 1 else f"{len(group)} mutants"
    if survivors := sum(each.survives for each in group):
        number += f", {survivors} {'survives' if survivors == 1 else 'survive'}"
    title = f"{heading}, {number}"
    begin = f'<details class="mis-fold"><summary>{escape(title)}</summary>'
    yield nodes.raw("", begin, format="html")
    only = addnodes.only("", nodes.paragraph("", "", nodes.strong("", title)), expr="not html")
    yield only
    titles = ("what is changed", "noticed by", "seconds")
    yield _table(titles, (8, 4, 1), [*map(_mutant, group)], "mis-mutants")
    yield nodes.raw("", "</details>", format="html")


def _mutant(each: MutantOutcome) -> nodes.row:
    change = nodes.paragraph("", "", breakable(each.mutant))
    what = nodes.paragraph("", each.change)
    if each.killed_by:
        verdict = nodes.paragraph("", each.killed_by)
    elif each.equivalent:
        verdict = nodes.paragraph("", "", nodes.emphasis("", f"equivalent: {each.equivalent}"))
    else:
        verdict = nodes.paragraph("", "", nodes.strong("", f"{MARKS[ClaimVerdict.FAILS]} survives"))
    seconds = nodes.paragraph("", f"{each.seconds:.1f}")
    cells = ([change, what], [verdict], [seconds])
    return nodes.row("", *(nodes.entry("", *content) for content in cells))


def _table(
    titles: Sequence[str], widths: Sequence[int], rows: Sequence[nodes.row], kind: str
) -> nodes.table:
    group = nodes.tgroup(cols=len(titles))
    group += [nodes.colspec(colwidth=width) for width in widths]
    entries = (nodes.entry("", nodes.paragraph("", title)) for title in titles)
    group += nodes.thead("", nodes.row("", *entries))
    group += nodes.tbody("", *rows)
    return nodes.table("", group, classes=["mis-table", kind])


def setup(app: Sphinx) -> ExtensionMetadata:
    """Add the setting and the directives to a Sphinx application, in the domain ``mis``."""
    app.setup_extension("modspec.sphinx")
    for setting in ("mis_ladder", "mis_evidence"):
        app.add_config_value(setting, "", "env", frozenset({str}))
    app.add_config_value("mis_proofs", (), "env", frozenset({list, tuple}))
    badges = ClaimBadges()
    app.connect("mis-claim", badges)
    app.connect("env-before-read-docs", badges.forget)
    silent: Any = (_nothing, _nothing)
    written = dict.fromkeys(("latex", "text", "man", "texinfo"), silent)
    app.add_node(evidence_mark, html=(_begin_mark, _end_mark), **written)
    app.add_directive_to_domain("mis", "methods", MethodsDirective)
    app.add_directive_to_domain("mis", "evidence", EvidenceDirective)
    app.add_directive_to_domain("mis", "mutants", MutantsDirective)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}

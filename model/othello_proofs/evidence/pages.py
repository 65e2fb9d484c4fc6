"""A Sphinx extension that shows evidence: ``mis:rungs``, ``mis:evidence`` and ``mis:mutants``.

The setting ``mis_ladder`` in ``conf.py`` names what gathers the evidence, as ``package.module:NAME``.

Each takes the file of a record, relative to the page, and the command that writes it, which whoever
builds the pages is told when the record is about other files than there are now::

    .. mis:evidence:: ../evidence/verify.json
       :command: verify --evidence evidence/verify.json

"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby
from pathlib import Path
from typing import ClassVar, TypeVar

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective
from sphinx.util.typing import ExtensionMetadata, OptionSpec

from modspec.sphinx.markup import breakable, link
from modspec.sphinx.scope import declared_modules, role_of
from othello_proofs.evidence import mutants, record
from othello_proofs.evidence.ladder import Ladder
from othello_proofs.evidence.method import ClaimVerdict, Finding
from othello_proofs.evidence.mutants import MutantOutcome, MutantRecord
from othello_proofs.evidence.record import Evidence, MethodRecord, RecordError
from othello_proofs.evidence.table import MARKS, cell

R = TypeVar("R", Evidence, MutantRecord)

_WORDS = {
    ClaimVerdict.HOLDS: "holds",
    ClaimVerdict.FAILS: "fails",
    ClaimVerdict.UNDECIDED: "undecided",
    ClaimVerdict.SKIPPED: "skipped",
}


class RecordDirective(SphinxDirective):
    """What the directives about records have in common."""

    required_arguments = 1
    has_content: ClassVar[bool] = False
    option_spec: ClassVar[OptionSpec] = {"command": directives.unchanged_required}

    def read(self, loads: Callable[[str], R], digest: Callable[[R], str]) -> R:
        """The record that the argument names; an error if there is none, or it is out of date."""
        relative, file = self.env.relfn2path(self.arguments[0])
        self.env.note_dependency(file)
        self.env.note_reread()  # the sources may have changed, and no page
        remedy = f"run {self.options['command']}" if "command" in self.options else "make it anew"
        try:
            found = loads(Path(file).read_text(encoding="utf-8"))
        except OSError as error:
            raise self.error(f"{relative}: {error.strerror}; {remedy}") from error
        except RecordError as error:
            raise self.error(f"{relative}: {error}; {remedy}") from error
        if digest(found) != self._ladder().sources.digest():
            raise self.error(f"{relative} is stale, it is about other sources: {remedy}")
        return found

    def evidence(self) -> Evidence:
        """The record of a whole ladder."""
        found = self.read(record.loads, lambda read: read.circumstances.sources)
        if not found.circumstances.whole:
            raise self.error(f"{self.arguments[0]} is of a part of the ladder only")
        return found

    def _ladder(self) -> Ladder:
        setting: str = self.config.mis_ladder
        module_name, _, name = setting.partition(":")
        try:
            ladder = getattr(importlib.import_module(module_name), name)
        except (ImportError, AttributeError, ValueError) as error:
            message = f"mis_ladder is {setting!r} ({error}); name a ladder, package.module:NAME"
            raise self.error(message) from error
        if not isinstance(ladder, Ladder):
            raise self.error(
                f"mis_ladder is {setting!r}, which is no othello_proofs.evidence Ladder"
            )
        return ladder


# -- what the rungs are ----------------------------------------------------------------------------


class MethodsDirective(RecordDirective):
    """``mis:rungs``: what each rung shows, what it does not, and what it has done."""

    def run(self) -> list[nodes.Node]:
        """An entry for each rung, from the lowest."""
        evidence = self.evidence()
        result = nodes.definition_list(classes=["mis-rungs"])
        for rung in evidence.rungs:
            findings = [t.finding for t in evidence.tried if t.rung == rung.name]
            title = nodes.term("", "", nodes.strong("", rung.title), nodes.Text(" "))
            title += nodes.literal("", f"--rung {rung.name}", classes=["mis-kind"])
            shows = nodes.paragraph("", rung.shows)
            does_not = nodes.paragraph("", "", nodes.emphasis("", "Does not show: "))
            does_not += nodes.Text(rung.does_not_show)
            done = nodes.paragraph("", _done(rung, findings), classes=["mis-kind"])
            body = nodes.definition("", shows, does_not, done)
            result += nodes.definition_list_item("", title, body)
        return [result]


def _done(rung: MethodRecord, findings: Sequence[Finding]) -> str:
    if rung.missing:
        return f"Skipped: {rung.missing}."
    goals, seconds = sum(f.goals for f in findings), sum(f.seconds for f in findings)
    claims = "1 claim" if len(findings) == 1 else f"{len(findings)} claims"
    return f"{claims}, {goals:,} questions, {seconds:.1f} s of CPU time."


# -- what was found --------------------------------------------------------------------------------


class EvidenceDirective(RecordDirective):
    """``mis:evidence``: a table with a row for each claim and a column for each rung."""

    def run(self) -> list[nodes.Node]:
        """The table, what does not hold, and in which circumstances it was tried."""
        evidence = self.evidence()
        table = _table(
            ["claim", *(rung.title for rung in evidence.rungs)],
            [6] + [1] * len(evidence.rungs),
            list(self._rows(evidence)),
            "mis-evidence",
        )
        return [table, *_wrong(evidence), _circumstances(evidence)]

    def _rows(self, evidence: Evidence) -> Iterator[nodes.row]:
        links = self._links()
        claims = evidence.claims()
        for module, group in groupby(claims, key=lambda claim: claim.partition(".")[0]):
            title = nodes.entry("", nodes.paragraph("", module), morecols=len(evidence.rungs))
            title["classes"] += ["mis-module"]
            yield nodes.row("", title)
            for claim in group:
                yield self._row(claim, links.get(claim), claims[claim], evidence.rungs)

    def _row(
        self,
        claim: str,
        role: str | None,
        by_rung: Mapping[str, Finding],
        rungs: Sequence[MethodRecord],
    ) -> nodes.row:
        name = breakable(claim.partition(".")[2])
        linked = name if role is None else link(role, claim, name)
        cells = [nodes.paragraph("", "", linked)]
        for rung in rungs:
            finding = by_rung.get(rung.name)
            cells.append(nodes.paragraph("", "", *([_mark(finding)] if finding else [])))
        return nodes.row("", *(nodes.entry("", each) for each in cells))

    def _links(self) -> dict[str, str]:
        """The claims that have an entry of their own in the documents, with its role."""
        return {
            f"{module.name}.{function.name}": role_of(function)
            for module in declared_modules(self, list(self.config.mis_modules))
            for function in module.functions
        }


def _mark(finding: Finding) -> nodes.abbreviation:
    """A cell of the table, which tells more when it is pointed at."""
    told = f"{_WORDS[finding.verdict]}; {finding.goals:,} questions"
    told += f": {finding.tried}" if finding.tried else ""
    told += f"; {finding.seconds:.1f} s of CPU time"
    mark = nodes.abbreviation("", cell(finding).replace(" ", "\N{NO-BREAK SPACE}"))
    mark["explanation"] = told
    mark["classes"] += [f"mis-{finding.verdict.value}"]
    return mark


def _wrong(evidence: Evidence) -> Iterator[nodes.Node]:
    for tried in evidence.wrong():
        finding = tried.finding
        title = f"{MARKS[finding.verdict]} {finding.claim}, {tried.rung}: {_WORDS[finding.verdict]}"
        yield nodes.paragraph("", "", nodes.strong("", title))
        yield nodes.literal_block(finding.detail, finding.detail, language="text")


def _circumstances(evidence: Evidence) -> nodes.paragraph:
    known = evidence.circumstances
    cores = "1 core" if known.cores == 1 else f"{known.cores} cores"
    tools = ", ".join(f"{name} {version}" for name, version in known.versions.items())
    told = (
        f"Tried with {tools}, in {known.seconds:.0f} s on {cores}, "
        f"with at most {known.memory / 10**6:.0f} MB of memory. "
        f"Of the sources with the digest {known.sources[:16]}."
    )
    return nodes.paragraph("", told, classes=["mis-kind"])


# -- what was made wrong on purpose ----------------------------------------------------------------


class MutantsDirective(RecordDirective):
    """``mis:mutants``: a table with a row for each thing that was made wrong on purpose."""

    def run(self) -> list[nodes.Node]:
        """How many there are, and the table."""
        found = self.read(mutants.loads, lambda read: read.sources).mutants
        titles = ("of", "what is changed", "noticed by", "seconds")
        table = _table(titles, (2, 8, 4, 1), [_mutant(each) for each in found], "mis-mutants")
        killed = sum(bool(each.killed_by) for each in found)
        told = f"{len(found)} mutants: {killed} are noticed"
        if same := sum(bool(each.equivalent) for each in found):
            told += f", {same} are proved to make no difference"
        if survivors := sum(each.survives for each in found):
            told += f", {survivors} survive"
        return [nodes.paragraph("", f"{told}."), table]


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
    cells = ([nodes.paragraph("", each.of)], [change, what], [verdict], [seconds])
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
    app.add_config_value("mis_ladder", "", "env", frozenset({str}))
    app.add_directive_to_domain("mis", "rungs", MethodsDirective)
    app.add_directive_to_domain("mis", "evidence", EvidenceDirective)
    app.add_directive_to_domain("mis", "mutants", MutantsDirective)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}

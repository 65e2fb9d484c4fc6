"""Evidence: the record states what every rung did, always the same; no page shows a stale claim."""

from __future__ import annotations

import dataclasses
import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from importlib.resources import files
from io import StringIO
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from sphinx.application import Sphinx
from sphinx.errors import ExtensionError
from sphinx.util.docutils import docutils_namespace

import fake_methods
from fake_methods import POP, PUSH, ladder
from modcheck.system.pool import peak_memory
from othello_proofs.evidence import ladder as ladder_module
from othello_proofs.evidence import mutants, record
from othello_proofs.evidence.ladder import ExportError, NoSuchClaim, climb, export
from othello_proofs.evidence.method import ClaimFinding, ClaimVerdict, Method, merge, worst
from othello_proofs.evidence.mutants import MutantOutcome
from othello_proofs.evidence.pages import proved_or_tried
from othello_proofs.evidence.record import Evidence, RecordError
from othello_proofs.evidence.table import cell, report, short

HOLDS, FAILS, UNDECIDED, SKIPPED = (
    ClaimVerdict.HOLDS,
    ClaimVerdict.FAILS,
    ClaimVerdict.UNDECIDED,
    ClaimVerdict.SKIPPED,
)

LACKING = "lacking_methods:Method"
"""A rung that needs a package which is not installed."""

ABSENT = "fake_methods.absent:Method"
"""A rung in a file that should be there and is not."""


def findings(evidence: Evidence) -> dict[tuple[str, str], ClaimFinding]:
    return {(tried.method, tried.finding.claim): tried.finding for tried in evidence.conclusions}


def schema(name: str) -> jsonschema.Draft202012Validator:
    text = files("othello_proofs.evidence").joinpath(f"{name}.schema.json").read_text("utf-8")
    return jsonschema.Draft202012Validator(json.loads(text))


def timeless(evidence: Evidence) -> dict[str, Any]:
    """What is the same every time."""
    found = record.to_json(evidence)
    for trial in found["trials"]:
        del trial["finding"]["seconds"]
    for measured in ("seconds", "memory", "cores"):
        del found["run"][measured]
    return found


@pytest.fixture(scope="module", autouse=True)
def workers_find_the_methods() -> Iterator[None]:
    """Let the processes of the pool find the methods."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", str(Path(__file__).parent), prepend=os.pathsep)
        yield


# -- rungs of all kinds ----------------------------------------------------------------------------

MISBEHAVING = {
    fake_methods.Failing: (PUSH, FAILS, "it is\n    a stack of one"),
    fake_methods.Unknown: (PUSH, UNDECIDED, "unknown (canceled)"),
    fake_methods.Untold: (PUSH, UNDECIDED, "no reason was given"),
    fake_methods.Raising: (
        POP,
        UNDECIDED,
        "unit {}.it: ValueError: no such thing (fake_methods.py:",
    ),
    fake_methods.Exiting: (
        POP,
        UNDECIDED,
        "unit {}.it: SystemExit: had enough (fake_methods.py:",
    ),
    fake_methods.Dying: (POP, UNDECIDED, "unit {}.it: its process ended with exit status 3"),
    fake_methods.Crashing: (
        POP,
        UNDECIDED,
        "unit {}.it: its process was killed by signal 11 (SIGSEGV)",
    ),
    fake_methods.Hanging: (POP, UNDECIDED, "unit {}.it: no end within 4 s"),
    fake_methods.Busy: (POP, UNDECIDED, "unit {}.it: it used more than 1 s of processor time"),
    fake_methods.Silent: (POP, UNDECIDED, "unit {}.it: no verdict"),
    fake_methods.HalfSilent: (POP, UNDECIDED, "unit {}.it: no verdict"),
    fake_methods.Undeclared: ("undeclared.it", UNDECIDED, "unit {}.it: no verdict"),
    fake_methods.Reticent: (POP, UNDECIDED, "no verdict"),
    fake_methods.Vacuous: (POP, UNDECIDED, "no question was asked"),
    fake_methods.Planless: ("planless.units", UNDECIDED, "RuntimeError: no plan (fake_methods.py:"),
    fake_methods.Idle: ("idle.units", UNDECIDED, "it has nothing to try"),
    fake_methods.Toolless: (POP, SKIPPED, "there is no such tool"),
}
"""Of each rung a claim, and what is recorded of it."""


@pytest.fixture(scope="module")
def evidence() -> Evidence:
    """What comes of climbing all of them."""
    return climb(ladder(fake_methods.Sound, *MISBEHAVING, LACKING, ABSENT), jobs=2)


@pytest.mark.parametrize("rung", MISBEHAVING, ids=lambda rung: rung.name)
def test_whatever_a_rung_does_is_recorded(evidence: Evidence, rung: type[Method]) -> None:
    claim, verdict, detail = MISBEHAVING[rung]
    found = findings(evidence)[rung.name, claim]
    assert verdict == found.verdict
    assert found.detail.startswith(detail.format(rung.name)), found.detail


def test_a_rung_that_behaves_is_not_disturbed_by_the_others(evidence: Evidence) -> None:
    found = findings(evidence)
    assert (HOLDS, 6) == (found["sound", PUSH].verdict, found["sound", PUSH].goals)
    assert (HOLDS, 9) == (found["sound", POP].verdict, found["sound", POP].goals)


@pytest.mark.parametrize("name", ["raising", "dying", "hanging", "busy"])
def test_a_claim_of_a_unit_that_does_not_come_to_its_end_is_undecided(
    evidence: Evidence, name: str
) -> None:
    assert UNDECIDED == findings(evidence)[name, PUSH].verdict
    assert 1 == findings(evidence)[name, PUSH].goals


def test_what_a_rung_that_fails_says_of_other_claims_stands(evidence: Evidence) -> None:
    assert HOLDS == findings(evidence)["failing", POP].verdict


def test_a_package_that_is_not_installed_is_a_reason_to_skip(evidence: Evidence) -> None:
    told = "there is no Python module no_such_package; pip install tools"
    found = findings(evidence)["lacking_methods", "lacking_methods.units"]
    assert told == next(r.missing for r in evidence.methods if r.name == "lacking_methods")
    assert (SKIPPED, told) == (found.verdict, found.detail)


def test_a_file_of_our_own_that_is_not_there_is_no_reason_to_skip(evidence: Evidence) -> None:
    found = findings(evidence)["fake_methods.absent", "fake_methods.absent.units"]
    assert (UNDECIDED, "there is no module fake_methods.absent") == (found.verdict, found.detail)


def test_what_is_no_rung_is_told(evidence: Evidence) -> None:
    found = climb(ladder("fake_methods:NoMethod"), jobs=1)
    (tried,) = found.conclusions
    assert tried.finding.detail.startswith("TypeError: fake_methods:NoMethod is no method")


def test_cpu_time_is_measured_from_finding_to_finding(evidence: Evidence) -> None:
    assert findings(evidence)["sound", POP].seconds > findings(evidence)["sound", PUSH].seconds > 0


def test_memory_is_that_of_all_processes(evidence: Evidence) -> None:
    this_one = peak_memory()  # pytest itself, which has taken much if it ran thousands of tests
    assert 20 * 10**6 < evidence.run.memory < this_one + 10**9


def test_what_rungs_print_does_not_get_into_the_output(capfd: pytest.CaptureFixture[str]) -> None:
    climb(ladder(fake_methods.Sound), jobs=1)
    assert "" == capfd.readouterr().out


# -- what is not so is not called so ---------------------------------------------------------------


def test_fails_is_worse_than_undecided_than_skipped_than_holds() -> None:
    assert (FAILS, UNDECIDED, SKIPPED) == (
        worst(ClaimVerdict),
        worst([HOLDS, UNDECIDED, SKIPPED]),
        worst([SKIPPED, HOLDS]),
    )
    assert UNDECIDED == worst([])


def test_findings_about_one_claim_add_up() -> None:
    one = ClaimFinding(PUSH, HOLDS, 2, "here", seconds=1.0)
    other = ClaimFinding(PUSH, FAILS, 3, "there", "it fails", seconds=0.5)
    expected = ClaimFinding(PUSH, FAILS, 5, "here; there", "it fails", 1.5)
    assert expected == merge([one, other])


def test_only_what_holds_is_fine(evidence: Evidence) -> None:
    verdicts = {tried.finding.verdict for tried in evidence.wrong()}
    assert {FAILS, UNDECIDED} == verdicts
    assert {FAILS, UNDECIDED, SKIPPED} == {t.finding.verdict for t in evidence.wrong(strict=True)}
    assert () == climb(ladder(fake_methods.Sound), jobs=1).wrong(strict=True)


# -- choosing --------------------------------------------------------------------------------------


def test_only_the_rungs_and_claims_that_are_wanted_are_tried() -> None:
    rungs = ladder(fake_methods.Sound, fake_methods.Failing, fake_methods.Undeclared)
    found = climb(rungs, methods=["sound", "undeclared"], only=["stack.p*p"], jobs=1)
    assert [("sound", POP), ("undeclared", "undeclared.it")] == list(
        dict(sorted(findings(found).items()))
    )
    assert not found.whole


def test_a_unit_about_nothing_that_is_wanted_is_not_run() -> None:
    said: list[tuple[str, int, int]] = []
    rungs = ladder(fake_methods.Sound, fake_methods.Failing)
    climb(rungs, methods=["sound"], jobs=1, progress=lambda *told: said.append(told))
    assert [("sound", done, 3) for done in range(4)] == said


def test_in_haste_what_takes_long_is_left_out() -> None:
    found = climb(ladder(fake_methods.Sound), quick=True, jobs=1)
    assert (2, True, False) == (
        findings(found)["sound", PUSH].goals,
        found.run.quick,
        found.whole,
    )


@pytest.mark.parametrize(
    ("pattern", "there"),
    [("stack.pusch", "stack.pop, stack.push"), ("queue.*", r"stack.*")],
)
def test_a_pattern_that_no_claim_matches_is_told_with_what_there_is(
    pattern: str, there: str
) -> None:
    with pytest.raises(NoSuchClaim) as caught:
        climb(ladder(fake_methods.Sound), only=[PUSH, pattern], jobs=1)
    assert f"no claim matches {pattern!r}; there are {there}" == str(caught.value)


@pytest.mark.parametrize(
    ("chosen", "pattern", "told"),
    [
        ("telling", POP, "stack.pop is a claim of the method sound, not of telling"),
        ("undeclared", "*.p*", "*.p* are claims of the methods sound, telling, not of undeclared"),
    ],
)
def test_a_claim_of_another_rung_is_told_with_the_rungs_that_have_it(
    chosen: str, pattern: str, told: str
) -> None:
    rungs = ladder(fake_methods.Sound, fake_methods.Telling, fake_methods.Undeclared)
    with pytest.raises(NoSuchClaim) as caught:
        climb(rungs, methods=[chosen], only=[pattern], jobs=1)
    assert told == str(caught.value)


# -- the same every time ---------------------------------------------------------------------------


def test_the_record_does_not_depend_on_how_many_cores_there_are() -> None:
    rungs = ladder(
        fake_methods.Sound, fake_methods.Failing, fake_methods.Raising, fake_methods.Toolless
    )
    assert timeless(climb(rungs, jobs=1)) == timeless(climb(rungs, jobs=3))


def alive(pid: int) -> bool:
    """Whether a process runs; one that has ended, and that no process has waited for, does not."""
    try:
        return "Z" != Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return False


def dies(pid: int) -> bool:
    """Whether a process ends within seconds: a killed one may need a moment if all are busy."""
    deadline = time.monotonic() + 10
    while alive(pid) and time.monotonic() < deadline:
        time.sleep(0.02)
    return not alive(pid)


def pids(file: Path) -> list[int]:
    """Who hangs, once they do."""
    deadline = time.monotonic() + 20
    while time.monotonic() < deadline and not (file.exists() and file.read_text().count(" ")):
        time.sleep(0.02)
    return [int(pid) for pid in file.read_text().split()]


def test_what_hangs_is_ended_with_all_that_it_has_started(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(fake_methods.PIDS, str(tmp_path / "pids"))
    climb(ladder(fake_methods.Hanging), jobs=1)
    assert [True, True] == list(map(dies, pids(tmp_path / "pids")))


@pytest.mark.parametrize(("room", "processes"), [(10**12, 1), (0, 3)])
def test_a_worker_that_has_taken_much_memory_is_replaced(
    room: int, processes: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ladder_module, "_ROOM", room)
    (tried,) = climb(ladder(fake_methods.Telling), jobs=1).conclusions
    assert (HOLDS, processes) == (tried.finding.verdict, len(tried.finding.tried.split("; ")))


CLIMB = """
from othello_proofs.evidence.ladder import climb
import fake_methods
climb(fake_methods.ladder(fake_methods.Patient), jobs=2)
"""


def test_who_interrupts_ends_everything(tmp_path: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", CLIMB],
        env={
            **os.environ,
            "PYTHONPATH": str(Path(__file__).parent),
            fake_methods.PIDS: str(tmp_path / "pids"),
        },
        stderr=subprocess.PIPE,
        # whoever runs the tests in the background has interrupts ignored, and so would the child
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    ) as process:
        started = pids(tmp_path / "pids")
        assert [True, True] == list(map(alive, started))
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=20)
    assert [False, False] == list(map(alive, started))


# -- the record ------------------------------------------------------------------------------------


def test_a_record_follows_its_schema(evidence: Evidence) -> None:
    schema("evidence").validate(json.loads(record.dumps(evidence)))


def test_a_claim_that_holds_without_a_question_does_not_follow_the_schema(
    evidence: Evidence,
) -> None:
    found = json.loads(record.dumps(evidence))
    findings = (trial["finding"] for trial in found["trials"])
    next(f for f in findings if f["verdict"] == "holds")["goals"] = 0
    with pytest.raises(jsonschema.ValidationError):
        schema("evidence").validate(found)


def test_what_is_read_is_what_was_written(evidence: Evidence) -> None:
    text = record.dumps(evidence)
    assert text == record.dumps(record.loads(text))


@pytest.mark.parametrize(
    ("reader", "of"), [(record, "evidence"), (mutants, "mutants")], ids=["evidence", "mutants"]
)
def test_what_is_no_record_is_told(reader: Any, of: str) -> None:
    for text in ("", "[]", f'{{"version": {reader.VERSION}}}'):
        with pytest.raises(RecordError, match=f"it is no record of {of}"):
            reader.loads(text)
    other = f"its version is 99; this reads version {reader.VERSION}"
    with pytest.raises(RecordError, match=other):
        reader.loads('{"version": 99}')


def test_the_versions_are_those_of_what_is_installed(evidence: Evidence) -> None:
    assert {"python", "pytest"} == set(evidence.run.versions)


# -- the table -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("number", "text"),
    [(0, "0"), (9999, "9999"), (62_789, "62.8k"), (380_298_621, "380M"), (1_743_592, "1.7M")],
)
def test_a_number_takes_five_characters_at_most(number: int, text: str) -> None:
    assert text == short(number)
    assert len(short(number)) <= 5


def test_each_verdict_has_a_mark_and_only_what_holds_a_number() -> None:
    marks = {verdict: cell(ClaimFinding(PUSH, verdict, 12, "")) for verdict in ClaimVerdict}
    assert {HOLDS: "✓ 12", SKIPPED: "–", UNDECIDED: "?", FAILS: "✗"} == marks
    assert "" == cell(None)


def test_the_report_fits_the_terminal_and_tells_what_does_not_hold(evidence: Evidence) -> None:
    text = report(evidence)
    assert [] == [line for line in text.splitlines() if len(line) > 80 or line != line.rstrip()]
    assert "\n✗ stack.push fails, by failing\n    it is\n        a stack of one\n" in text
    assert "? stack.pop is undecided, by hanging\n    unit hanging.it: no end within 4 s\n" in text
    assert "– stack.pop was skipped" not in text
    assert "– stack.pop was skipped, by toolless" in report(evidence, strict=True)
    assert text.splitlines()[-3].startswith("✗ 0 of ")


def test_each_rung_is_told_by_the_heading_of_its_column_and_by_its_name(
    evidence: Evidence,
) -> None:
    lines = report(evidence).splitlines()
    rows = lines[next(n for n, line in enumerate(lines) if line.startswith("column")) :]
    assert ["column", "--method", "claims", "questions", "CPU", "time"] == rows[0].split()
    assert ["fake", "sound", "2", "15"] == rows[1].split()[:4]
    skipped = next(row for row in rows if "toolless" in row)
    assert ["fake", "toolless", "skipped:", "there", "is", "no", "such", "tool"] == skipped.split()


def test_a_long_name_is_broken_between_its_words() -> None:
    claim = "stack." + "_".join(["what_is_pushed_last_is_on_top"] * 3)
    found = climb(ladder(fake_methods.Sound), jobs=1)
    trial = dataclasses.replace(found.trials[0], finding=ClaimFinding(claim, HOLDS, 1, ""))
    lines = report(dataclasses.replace(found, trials=(trial,))).splitlines()
    assert all(len(line) <= 80 for line in lines)
    assert claim.removeprefix("stack.") == "".join(
        line.split("✓")[0].strip() for line in lines[1 : lines.index("")]
    )


def test_what_holds_is_told_in_a_line() -> None:
    lines = report(climb(ladder(fake_methods.Sound), jobs=1)).splitlines()
    assert ["✓ 2 of 2 claims hold", "  0 fresh on record, 2 tried now, 0 left to try"] == lines[
        -3:-1
    ]


# -- exporting -------------------------------------------------------------------------------------


def test_questions_are_exported_by_those_rungs_that_can(tmp_path: Path) -> None:
    rungs = ladder(fake_methods.Sound, fake_methods.Exporting, LACKING)
    assert 1 == export(rungs, tmp_path)
    assert ["goal.smt2"] == [file.name for file in tmp_path.iterdir()]
    assert 0 == export(rungs, tmp_path, ["sound"])


def test_an_export_that_fails_says_why(tmp_path: Path) -> None:
    with pytest.raises(ExportError, match=r"exporting cannot export: FileNotFoundError: "):
        export(ladder(fake_methods.Exporting), tmp_path / "nowhere")
    with pytest.raises(
        ExportError, match="there is no Python module no_such_package; pip install tools"
    ):
        export(ladder(LACKING), tmp_path)


# -- the pages -------------------------------------------------------------------------------------

CONF = """
extensions = ["othello_proofs.evidence.pages"]
html_theme = "basic"
mis_ladder = "fake_methods:LADDER"
"""
INDEX = """
Home
====

.. mis:methods:: verify.json
   :command: climb

.. mis:evidence:: verify.json
   :command: climb

.. mis:mutants:: mutants.json
"""
MUTANTS = [
    MutantOutcome("stack.push.1", "specification", "+ → -", "z3", "", 0.31, "all", "0" * 16),
    MutantOutcome(
        "stack.push.2", "specification", "a + b → b + a", "", "by commutativity", 1.0, "", "1" * 16
    ),
    MutantOutcome("stack.pop.1", "model", "< → <=", "", "", 2.0, "", "2" * 16),
]


@pytest.fixture(scope="module")
def pages() -> dict[str, str]:
    """The sources of a page, with fresh records."""
    climbed = climb(fake_methods.LADDER, jobs=1)
    return {
        "conf.py": CONF,
        "index.rst": INDEX,
        "verify.json": record.dumps(climbed),
        "mutants.json": mutants.dumps(fake_methods.LADDER.digest(), MUTANTS),
    }


def build(folder: Path, pages: dict[str, str]) -> tuple[str, str]:
    """The text of the page that Sphinx makes, and what it warns of."""
    for name, text in pages.items():
        (folder / name).write_text(text, encoding="utf-8")
    warnings = StringIO()
    with docutils_namespace():
        app = Sphinx(
            folder, folder, folder / "html", folder / "trees", "html", warning=warnings, status=None
        )
        app.build()
    return (folder / "html" / "index.html").read_text(encoding="utf-8"), warnings.getvalue()


def test_a_page_shows_the_rungs_the_claims_and_the_mutants(
    tmp_path: Path, pages: dict[str, str]
) -> None:
    page, warnings = build(tmp_path, pages)
    assert "" == warnings
    for part in (
        "That it can be climbed.",
        "6 questions",
        "Skipped: there is no such tool.",
        ">✓\N{NO-BREAK SPACE}6</button>",
        ">✗</button>",
        ">–</button>",
        "a stack of one",
        "3 mutants: 1 are noticed, 1 are proved to make no difference, 1 survive.",
        "equivalent: by commutativity",
    ):
        assert part in page, part


def test_a_stale_claim_is_marked_and_its_neighbours_are_shown(
    tmp_path: Path, pages: dict[str, str]
) -> None:
    kept = json.loads(pages["verify.json"])
    for trial in kept["trials"]:
        if (trial["method"], trial["finding"]["claim"]) == ("failing", PUSH):
            trial["digest"] = "0" * 16
    page, warnings = build(tmp_path, {**pages, "verify.json": json.dumps(kept)})
    assert "WARNING: verify.json is stale for 1 claim (stack.push): run climb" in warnings
    assert 1 == page.count(">stale</button>")
    assert "a stack of one" not in page
    assert ">✓\N{NO-BREAK SPACE}6</button>" in page


def test_each_mark_opens_a_note_that_says_what_was_tried(
    tmp_path: Path, pages: dict[str, str]
) -> None:
    page, _ = build(tmp_path, pages)
    opened = re.findall(r'popovertarget="([^"]+)"', page)
    notes = dict(re.findall(r'popover id="([^"]+)">([^<]+)<', page))
    assert (len(opened), {*opened}) == (len(notes), notes.keys())
    assert notes[f"note-failing-{PUSH}"].startswith("fails; ")
    assert "title=" not in page.partition("mis-evidence")[2].partition("</table>")[0]


def test_mutants_are_folded_by_kind_and_many_of_one_kind_by_module(
    tmp_path: Path, pages: dict[str, str]
) -> None:
    many = [dataclasses.replace(MUTANTS[0], mutant=f"queue.join.{n}") for n in range(40)]
    text = mutants.dumps(fake_methods.LADDER.digest(), [*MUTANTS, *many])
    page, _ = build(tmp_path, {**pages, "mutants.json": text})
    assert [
        "specification: stack, 2 mutants",
        "model, 1 mutant, 1 survives",
        "specification: queue, 40 mutants",
    ] == re.findall("<summary>(.*?)</summary>", page)


def test_a_row_of_the_table_can_be_linked_to(tmp_path: Path, pages: dict[str, str]) -> None:
    page, _ = build(tmp_path, pages)
    assert f'id="evidence-{PUSH}"' in page


QUESTIONS = {"z3": 65, "random": 62_800}


@pytest.mark.parametrize(
    ("proofs", "verdict", "expected"),
    [
        (["z3"], ClaimVerdict.HOLDS, ("proved", "✓ proved: 65, tried: 62.8k questions")),
        ([], ClaimVerdict.HOLDS, ("tried", "✓ tried: 62.9k questions")),
        (["z3"], ClaimVerdict.FAILS, ("fails", "✗ fails")),
        (["z3"], ClaimVerdict.UNDECIDED, ("undecided", "? undecided")),
        (["z3"], ClaimVerdict.SKIPPED, ("tried", "✓ tried: 62.8k questions")),
    ],
)
def test_a_claim_is_proved_only_if_a_proof_holds_and_nothing_else_fails(
    proofs: list[str], verdict: ClaimVerdict, expected: tuple[str, str]
) -> None:
    findings = {
        "z3": ClaimFinding(PUSH, verdict, QUESTIONS["z3"], ""),
        "random": ClaimFinding(PUSH, ClaimVerdict.HOLDS, QUESTIONS["random"], ""),
    }
    assert expected == proved_or_tried(findings, proofs)


def test_the_words_about_a_claim_lead_to_its_row(tmp_path: Path, pages: dict[str, str]) -> None:
    conf = CONF + 'mis_evidence = "verify.json"\nmis_modules = ["stack"]\n'
    page, warnings = build(
        tmp_path, {**pages, "conf.py": conf, "index.rst": f"{INDEX}\n.. mis:module:: stack\n"}
    )
    assert "" == warnings
    assert "✗ fails" in page
    assert 1 == page.count(f'href="#evidence-{PUSH}"')


def test_a_proof_by_a_method_that_does_not_exist_is_an_error(
    tmp_path: Path, pages: dict[str, str]
) -> None:
    conf = CONF + 'mis_evidence = "verify.json"\nmis_modules = ["stack"]\nmis_proofs = ["z4"]\n'
    index = f"{INDEX}\n.. mis:module:: stack\n"
    with pytest.raises(ExtensionError, match="mis_proofs names z4; the ladder's methods are "):
        build(tmp_path, {**pages, "conf.py": conf, "index.rst": index})


def test_stale_mutants_are_not_shown(tmp_path: Path, pages: dict[str, str]) -> None:
    kept = json.loads(pages["mutants.json"]) | {"sources": "0" * 16}
    page, warnings = build(tmp_path, {**pages, "mutants.json": json.dumps(kept)})
    assert "ERROR: mutants.json is stale, its sources changed: make it anew" in warnings
    assert "survive" not in page


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"verify.json": "{}"}, "verify.json: it is no record of evidence"),
        ({"mutants.json": "{}"}, "mutants.json: it is no record of mutants"),
        ({"index.rst": INDEX.replace("verify", "nowhere")}, "nowhere.json: No such file"),
        ({"conf.py": CONF.replace("LADDER", "NOWHERE")}, "mis_ladder is 'fake_methods:NOWHERE'"),
        (
            {"conf.py": CONF.replace("LADDER", "Sound")},
            "which is no othello_proofs.evidence Ladder",
        ),
        ({"conf.py": CONF.replace("mis_ladder", "#")}, "mis_ladder is ''"),
    ],
)
def test_a_record_that_cannot_be_read_is_an_error(
    tmp_path: Path, pages: dict[str, str], change: dict[str, str], why: str
) -> None:
    assert why in build(tmp_path, {**pages, **change})[1]


def test_a_record_of_a_part_of_the_ladder_is_not_shown(
    tmp_path: Path, pages: dict[str, str]
) -> None:
    partial = json.loads(pages["verify.json"]) | {"whole": False}
    _, warnings = build(tmp_path, {**pages, "verify.json": json.dumps(partial)})
    assert "verify.json is of a part of the ladder only" in warnings


def test_mutants_follow_their_schema(pages: dict[str, str]) -> None:
    found = json.loads(pages["mutants.json"])
    schema("mutants").validate(found)
    found["mutants"][0]["equivalent"] = "killed and equivalent at once"
    with pytest.raises(jsonschema.ValidationError):
        schema("mutants").validate(found)

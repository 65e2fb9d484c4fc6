"""Verify: the command and its exit codes; every method names its claims, and notices faults."""

from __future__ import annotations

import ast
import contextlib
import io
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from importlib import import_module
from importlib.resources import files
from pathlib import Path
from typing import Any, NamedTuple

import jsonschema
import pytest

from modspec.run.machine import Machine
from modspec.run.mutants import mutants
from othello_mis.commands.main import main
from othello_model import grid
from othello_proofs.evidence import record
from othello_proofs.evidence.method import ClaimFinding, ClaimVerdict, Method, merge
from othello_proofs.evidence.table import cell
from othello_proofs.methods import LADDER, examples, sampling
from othello_proofs.methods.examples import (
    Figures,
    Tournaments,
    realisations,
    replay,
    tournament_games,
)
from othello_proofs.methods.sampling import Effort, Theorem, drive, try_theorems
from othello_proofs.obligations.specification_goals import scope
from othello_spec import module
from othello_spec.board import BLACK, WHITE, Square
from othello_suite.figures import FIGURES

ROOT = Path(__file__).parents[1]
HOLDS, FAILS, UNDECIDED = ClaimVerdict.HOLDS, ClaimVerdict.FAILS, ClaimVerdict.UNDECIDED
CONFORMS, DEVIATES, USAGE, INFRASTRUCTURE = 0, 1, 2, 3


@pytest.fixture(autouse=True)
def no_record_of_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let nothing be fresh on record that another test has tried."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


class Result(NamedTuple):
    """How a command ended, and what it printed."""

    code: int
    out: str
    err: str


def verify(*arguments: str) -> Result:
    """Run ``othello-mis verify`` in this process; the methods run in others."""
    out, err = io.StringIO(), io.StringIO()
    before, sys.argv = sys.argv, ["othello-mis", "verify", *arguments]
    try:
        with (
            contextlib.redirect_stdout(out),
            contextlib.redirect_stderr(err),
            pytest.raises(SystemExit) as ended,
        ):
            main()
    finally:
        sys.argv = before
    assert isinstance(ended.value.code, int)
    return Result(int(ended.value.code), out.getvalue(), err.getvalue())


def assert_one_line(result: Result, code: int, why: str) -> None:
    """That the command failed, with one line that says why, and nothing else."""
    assert (code, "", 1) == (result.code, result.out, result.err.count("\n"))
    assert re.search(why, result.err), result.err
    assert "Traceback" not in result.err


# -- the command -----------------------------------------------------------------------------------


def test_what_holds_is_shown_in_a_table_and_the_exit_code_is_0() -> None:
    result = verify("--rung", "figures")
    assert CONFORMS == result.code
    assert re.search(r"^othello +figures\n  cell +✓ 192$", result.out, re.MULTILINE)
    assert "\n✓ 12 of 12 claims hold\n" in result.out
    assert all(len(line) <= 80 for line in result.out.splitlines())


def test_a_log_has_a_line_for_each_rung_that_is_done() -> None:
    told = verify("--rung", "games", "--rung", "figures").err.splitlines()
    done = [re.sub(r"\d+ s", "n s", line) for line in told]
    expected = [f"{name} is done, n s after the beginning" for name in ("figures", "games")]
    assert expected == sorted(done)


def test_the_table_says_which_rung_is_above_a_column() -> None:
    out = verify("--quick", "--rung", "hypothesis", "--only", "othello.turn").out
    assert re.search(r"^othello +random$", out, re.MULTILINE)
    assert re.search(r"^random +hypothesis +1 +[\d,]+ +\d+\.\d s$", out, re.MULTILINE)


def test_the_evidence_is_written_and_follows_its_schema(tmp_path: Path) -> None:
    file = tmp_path / "evidence.json"
    result = verify("--rung", "figures", "--json", "--evidence", str(file), "--jobs", "1")
    assert (CONFORMS, file.read_text(encoding="utf-8")) == (result.code, result.out)
    evidence = json.loads(result.out)
    schema = files("othello_proofs.evidence").joinpath("evidence.schema.json").read_text("utf-8")
    jsonschema.Draft202012Validator(json.loads(schema)).validate(evidence)
    assert (1, 12, 0, 0, False) == (
        *(evidence["run"][name] for name in ("cores", "done", "fresh", "left")),
        evidence["whole"],
    )
    again = json.loads(verify("--rung", "figures", "--json", "--evidence", str(file)).out)
    assert (0, 12, 0) == tuple(again["run"][name] for name in ("done", "fresh", "left"))
    assert evidence["trials"] == again["trials"]


def test_without_a_file_the_record_is_in_the_cache_and_a_second_run_finds_all_fresh() -> None:
    told = [verify("--method", "figures").out, verify("--rung", "figures").out]
    assert "\n  0 fresh on record, 12 tried now, 0 left to try\n" in told[0]
    assert "\n  12 fresh on record, 0 tried now, 0 left to try\n" in told[1]
    assert told[0].split("\n\n")[0] == told[1].split("\n\n")[0]
    assert "\n  0 fresh on record, 12 tried now" in verify("--rung", "figures", "--all").out


def test_without_a_cache_that_can_be_written_nothing_is_kept(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", "/dev/null")
    for _ in range(2):
        assert "\n  0 fresh on record, 5 tried now" in verify("--rung", "games").out


def test_a_file_that_is_no_record_is_begun_anew_and_that_is_told(tmp_path: Path) -> None:
    file = tmp_path / "evidence.json"
    file.write_text("once upon a time")
    result = verify("--rung", "games", "--evidence", str(file))
    assert CONFORMS == result.code
    assert "evidence.json is begun anew: it is no record of evidence" in result.err
    assert 5 == len(record.loads(file.read_text(encoding="utf-8")).trials)


def test_only_the_claims_that_are_wanted_are_tried() -> None:
    result = verify("--rung", "figures", "--only", "lines.*", "--only", "othello.move", "--json")
    claims = list(json.loads(result.out)["verdicts"])
    lines = ["lines.brackets", "lines.captures", "lines.flips", "lines.placed"]
    assert [*lines, "othello.move"] == claims


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["--rung", "figure"], "no method 'figure'; did you mean figures?"),
        (["--rung", ""], "no method ''; the methods are: "),
        (["--rung", "figures", "--only", "othello.castle"], "no claim matches 'othello.castle'; "),
        (["--rung", "figures", "--only", "chess.*"], r"there are lines\.\*, othello\.\*$"),
        (["--rung", "figures", "--only", ""], "no claim matches ''"),
        (
            ["--rung", "figures", "--only", "kernel.flips"],
            "is a claim of the method z3, not of fig",
        ),
        (["--jobs", "0"], "0 is not in the range"),
        (["--evidence", "/nowhere/at/all.json"], "'/nowhere/at/all.json' cannot be written"),
        (["--evidence", "."], "'.' cannot be written: give a file"),
        (["--rung", "figures", "--export", "/dev/null/goals"], "'/dev/null/goals' cannot be"),
        (["more"], "unexpected extra argument"),
    ],
)
def test_wrong_usage_is_told_in_one_line(arguments: list[str], why: str) -> None:
    assert_one_line(verify(*arguments), USAGE, why)


def test_a_rung_that_has_nothing_to_export_is_told(tmp_path: Path) -> None:
    result = verify("--rung", "figures", "--export", str(tmp_path / "goals"))
    assert_one_line(result, USAGE, "figures has no goals to write; z3 has")


@pytest.fixture
def without_hypothesis(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the processes that climb the ladder find no Hypothesis."""
    (tmp_path / "hypothesis.py").write_text(
        "raise ModuleNotFoundError(\"No module named 'hypothesis'\", name='hypothesis')\n"
    )
    monkeypatch.setenv("PYTHONPATH", str(tmp_path), prepend=os.pathsep)


@pytest.mark.usefixtures("without_hypothesis")
def test_if_nothing_can_be_tried_the_tool_to_install_is_told_in_one_line() -> None:
    why = r"no Python module hypothesis; pip install '\.\[verify\]' in the folder of othello-mis"
    assert_one_line(verify("--rung", "hypothesis"), INFRASTRUCTURE, why)


@pytest.mark.usefixtures("without_hypothesis")
@pytest.mark.parametrize("strictly", ["", "--strict", "OTHELLO_MIS_NO_SKIPS"])
def test_what_is_skipped_is_a_failure_only_if_one_is_strict(
    strictly: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("OTHELLO_MIS_NO_SKIPS", raising=False)
    if strictly.isupper():
        monkeypatch.setenv(strictly, "1")
    option = [strictly] if strictly.startswith("-") else []
    result = verify("--rung", "games", "--rung", "hypothesis", *option)
    assert (DEVIATES if strictly else CONFORMS) == result.code
    assert "skipped: there is no Python module hypothesis" in result.out
    told = "– hypothesis.units was skipped, by hypothesis\n"
    assert bool(strictly) == (told in result.out)


def test_help_fits_the_terminal_and_names_the_rungs() -> None:
    result = verify("--help")
    assert CONFORMS == result.code
    told = re.findall(r"^  ([a-z]\w*)  +(\S+)$", result.out, re.MULTILINE)
    assert list(LADDER.methods) == [name for name, _ in told]
    assert [rung(name).title for name in LADDER.methods] == [title for _, title in told]
    assert all(len(line) <= 80 for line in result.out.splitlines())


LIGHT = """
import sys
from othello_mis.commands.main import cli
cli.main(["--help"], standalone_mode=False)
heavy = {"z3", "crosshair", "hypothesis", "numpy", "rich"} & set(sys.modules)
sys.exit(", ".join(sorted(heavy)) or None)
"""


def test_the_command_line_starts_without_the_tools_of_the_rungs() -> None:
    done = subprocess.run(
        [sys.executable, "-c", LIGHT], capture_output=True, text=True, check=False
    )
    assert (0, "") == (done.returncode, done.stderr)


# -- the ladder ------------------------------------------------------------------------------------


def rung(name: str) -> Method:
    place, _, attribute = LADDER.methods[name].partition(":")
    made = getattr(import_module(place), attribute)()
    assert isinstance(made, Method)
    if made.missing():
        pytest.skip(made.missing())
    return made


@pytest.mark.parametrize("name", LADDER.methods)
def test_a_rung_says_what_it_is_and_which_claims_each_unit_tries(name: str) -> None:
    found = rung(name)
    assert name == found.name
    assert len(found.title) <= 10
    assert all(re.fullmatch(r"[A-Z].*\.", text) for text in (found.shows, found.does_not_show))
    assert found.units(quick=False)
    for quick in (False, True):
        units = found.units(quick)
        assert [] == [unit for unit in units if not found.about(unit, quick)]
        assert len(units) == len(set(units))


LOADED = """
import sys
from importlib import import_module
from othello_proofs.methods import LADDER
name, unit, claim = sys.argv[1:]
place, _, attribute = LADDER.methods[name].partition(":")
method = getattr(import_module(place), attribute)()
assert {claim} <= {finding.claim for finding in method.run(unit, True)}
known = {part.module for part in LADDER.sources().parts(place, *method.sources(unit, claim))}
known |= {module.rpartition(".")[0] for module in known}
known |= {"othello_proofs", "othello_proofs.methods", "othello_proofs.evidence.ladder"}
followed = set(LADDER.packages) - set(LADDER.specifications)  # a specification is used in parts
loaded = {name for name in sys.modules if name.partition(".")[0] in followed}
# the ladder is imported here to find the method, and not by the method
known |= {name for name in loaded if name.startswith("othello_proofs.evidence.")}
sys.exit(", ".join(sorted(loaded - known)) or None)
"""


@pytest.mark.parametrize(
    ("name", "unit", "claim"),
    [
        ("figures", "all", "othello.move"),
        ("crosshair", "clock.limit", "clock.limit"),
        ("z3", "captures no_disc_disappears", "captures.no_disc_disappears"),
        ("worlds", "counts", "worlds.4x4_counts"),
        ("perft", "specification", "othello.move"),
        ("games", "all", "othello.winner"),
    ],
)
def test_a_claim_depends_on_all_that_is_loaded_to_try_it(name: str, unit: str, claim: str) -> None:
    rung(name)
    command = [sys.executable, "-c", LOADED, name, unit, claim]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (0, "") == (done.returncode, done.stderr)


CHANGED = """
import json, sys
from importlib import import_module
from pathlib import Path
from othello_proofs.methods import LADDER
tried = []
for name, place in LADDER.methods.items():
    module, _, attribute = place.partition(":")
    method = getattr(import_module(module), attribute)()
    for unit in method.units(False):
        for claim in method.about(unit, False):
            tried.append((f"{name} {claim}", (module, *method.sources(unit, claim))))
def digests():
    sources = LADDER.sources()
    return [sources.digest(*texts) for _, texts in tried]
before, stale = digests(), []
for file, old, new in json.load(sys.stdin):
    text = Path(file).read_text(encoding="utf-8")
    assert old in text, file
    Path(file).write_text(text.replace(old, new, 1), encoding="utf-8")
    pairs = zip(tried, before, digests(), strict=True)
    stale.append(sorted({claim for (claim, _), old, new in pairs if old != new}))
    Path(file).write_text(text, encoding="utf-8")
json.dump(stale, sys.stdout)
"""


def test_a_change_makes_stale_what_depends_on_it_and_nothing_else(tmp_path: Path) -> None:
    for folder in ("spec", "model"):
        shutil.copytree(
            ROOT / folder, tmp_path / folder, ignore=shutil.ignore_patterns("__pycache__", "kits")
        )
    theorem, first = "a_wipe_out_ends_the_game", "    assert all(game.board[s] != player"
    start = "from __future__ import annotations\n"
    changes = [
        ("spec/modcheck/testing/state_machine.py", start, f"{start}\nX = 1\n"),
        ("spec/modcheck/system/in_process.py", start, f"{start}\nX = 1\n"),
        ("spec/modcheck/judging/judge.py", start, f"{start}\nX = 1\n"),
        ("spec/othello_spec/theorems/endings.py", first, f"    assert player in PLAYERS\n{first}"),
        ("model/othello_model/grid.py", "class Grid:", "X = 1\n\n\nclass Grid:"),
    ]
    done = subprocess.run(
        [sys.executable, "-c", CHANGED],
        env={**os.environ, "PYTHONPATH": f"spec{os.pathsep}model"},
        cwd=tmp_path,
        input=json.dumps(changes),
        capture_output=True,
        text=True,
        check=True,
    )
    *checker, of_theorem, of_grid = map(set, json.loads(done.stdout))
    assert [set(), set(), set()] == checker
    assert {f"hypothesis endings.{theorem}", f"z3 endings.{theorem}"} == of_theorem
    assert {"crosshair", "figures", "hypothesis", "games"} == {each.split()[0] for each in of_grid}
    assert not any(each.startswith("hypothesis clock.") for each in of_grid)


def test_the_record_that_the_pages_show_is_of_the_whole_ladder_and_all_holds() -> None:
    kept = record.loads((ROOT / "docs" / "evidence" / "verify.json").read_text(encoding="utf-8"))
    assert (True, ()) == (kept.whole, kept.wrong())


def test_the_row_that_the_page_reads_is_the_one_on_record() -> None:
    kept = record.loads((ROOT / "docs" / "evidence" / "verify.json").read_text(encoding="utf-8"))
    by_method = kept.claims()["othello.move"]
    titles = [found.title for found in kept.methods if found.name in by_method]
    page = (ROOT / "docs" / "explanation" / "evidence.md").read_text(encoding="utf-8")
    shown = re.search(r"^othello +(.*)\n  move +(.*)$", page, re.MULTILINE)
    assert shown
    assert titles == shown[1].split()
    assert [cell(found) for found in by_method.values()] == re.split(" {2,}", shown[2])


# -- the rungs notice what is wrong ----------------------------------------------------------------


def by_claim(findings: Iterator[ClaimFinding]) -> dict[str, ClaimFinding]:
    return {finding.claim: finding for finding in findings}


def first_direction_only(self: grid.Grid, player: Any, row: int, col: int) -> list[Any]:
    """What a disc captures, in the first direction in which it captures anything."""
    return CAPTURED(self, player, row, col)[:1]


CAPTURED = grid.Grid.captures

WRONG: dict[str, tuple[Callable[..., Any], str]] = {
    "captures": (first_direction_only, "othello.move"),
    "accepts": (lambda self, player, row, col: True, "othello.is_valid_move"),
    "is_over": (lambda self: False, "othello.game_over"),
    "count": (lambda self, player: 2, "othello.count"),
    "leader": (lambda self: BLACK, "othello.winner"),
}
"""What is wrong with a grid, and which claim fails."""


@pytest.mark.parametrize("method", WRONG)
def test_the_figures_and_the_games_notice_a_model_that_is_wrong(
    method: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    wrong, claim = WRONG[method]
    monkeypatch.setattr(grid.Grid, method, wrong)
    monkeypatch.setattr(examples, "tournament_games", lambda: tournament_games()[1:3])
    found = by_claim(Figures().run("all", quick=True))
    assert FAILS == found[claim].verdict
    assert "the abstract data type" in found[claim].detail
    if method != "accepts":  # nobody has tried in a tournament what should not be accepted
        assert FAILS == by_claim(Tournaments().run("all", quick=True))[claim].verdict


def test_a_figure_that_comes_out_otherwise_is_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(grid.Grid, "captures", first_direction_only)
    detail = by_claim(Figures().run("all", quick=True))["othello.move"].detail
    assert detail.startswith("wof-example, the abstract data type\n    expected  ")
    assert "\n  4 W W W W W . . .    4 W[B|B]W W . . .\n" in detail


def test_a_realisation_takes_a_position_as_it_is() -> None:
    for realisation in realisations():
        position = FIGURES["wof-figure-2"].before
        realisation.set_up(position, WHITE)
        assert (position, WHITE) == (realisation.board(), realisation.ask("turn"))


def test_an_exception_of_a_realisation_is_its_reply() -> None:
    for realisation in realisations():
        assert ("InvalidMove", "OutOfBounds") == (
            realisation.ask("move", 0, 0),
            realisation.ask("cell", 8, 0),
        )


def test_every_figure_is_asked_about_of_the_specification_and_of_both_models() -> None:
    found = by_claim(Figures().run("all", quick=False))
    assert {HOLDS} == {finding.verdict for finding in found.values()}
    assert 0 == found["othello.move"].goals % 3
    assert found["othello.move"].goals > 3 * len(FIGURES)


def test_there_are_twelve_tournament_games_and_one_has_a_forfeit() -> None:
    games = tournament_games()
    assert (12, {59, 60}) == (len(games), {len(game.moves) for game in games})


@pytest.mark.parametrize(
    ("change", "claim"),
    [
        ({"score": 35}, "othello.count"),
        ({"score": 20}, "othello.winner"),
        ({"moves": tournament_games()[0].moves[:-1]}, "othello.game_over"),
        ({"moves": (Square(0, 0),)}, "othello.is_valid_move"),
    ],
)
def test_a_game_that_was_recorded_wrongly_is_noticed(change: dict[str, Any], claim: str) -> None:
    game = tournament_games()[0]._replace(**change)
    answers = list(replay("game 1", game, realisations()))
    wrong = {answer.claim for answer in answers if answer.expected != answer.got}
    assert claim in wrong
    assert [] == [
        a for a in replay("", tournament_games()[0], realisations()) if a.expected != a.got
    ]


@pytest.mark.parametrize(
    ("specimen", "routine"),
    [("chain_captures", "cell"), ("white_starts", "turn"), ("count_includes_empty", "count")],
)
def test_random_calls_notice_an_implementation_that_is_wrong(specimen: str, routine: str) -> None:
    made = import_module(f"wrong_implementations.{specimen}").Othello
    found = by_claim(drive(made, Effort(5, 0)))
    assert FAILS == found[f"othello.{routine}"].verdict
    assert "expected " in found[f"othello.{routine}"].detail
    others = {f.verdict for claim, f in found.items() if claim != f"othello.{routine}"}
    assert {UNDECIDED} == others


def test_random_calls_are_made_of_every_access_program() -> None:
    made = import_module("wrong_implementations.sound").Othello
    found = by_claim(drive(made, Effort(2, 0)))
    assert {HOLDS} == {finding.verdict for finding in found.values()}
    assert all(finding.goals > 0 for finding in found.values())


def tried_of(name: str, source: str) -> ClaimFinding:
    """The verdict on a theorem whose conclusion or assumption is replaced."""
    theory = module("captures")

    def replace(node: ast.FunctionDef) -> ast.FunctionDef:
        node.body = [*ast.parse(source).body, node.body[-1]]
        return node

    machine = Machine(theory, edits={(theory.python_name, name): replace})
    kinds = sampling.KINDS
    return merge([next(try_theorems(kind, 20, [Theorem(machine, theory[name])])) for kind in kinds])


def test_a_theorem_that_is_not_so_is_refuted_by_a_board() -> None:
    found = tried_of("a_move_adds_one_disc", "return False")
    assert FAILS == found.verdict
    assert re.search(r"^(BLACK|WHITE), [a-h][1-8]; (BLACK|WHITE) has the turn\n", found.detail)
    assert "  a b c d e f g h\n1 " in found.detail


def test_a_theorem_that_z3_refutes_is_told_with_the_labels_of_its_clause(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    theorems = import_module("othello_proofs.methods.proof_units.theorems")
    prover = import_module("modspec.prove.prover")
    anything = next(v for v in mutants(module("othello")) if v.after == "(nothing)")
    wrong = prover.Prover(module("captures"), scope([Square(0, 0)]), edits=anything.edits)
    monkeypatch.setattr(theorems, "_prover", lambda owner, quick: wrong)
    (found,) = rung("z3").run("captures a_valid_move_is_one_that_move_accepts", quick=True)
    assert FAILS == found.verdict
    told = found.detail.splitlines()
    assert "[must-capture] [valid-moves] where square = a1" == told[0]
    assert "The theorem may be wrong, or the specification that it is about." == told[-1]


def test_a_theorem_of_nothing_is_not_said_to_hold() -> None:
    found = tried_of("a_move_adds_one_disc", "assert False")
    assert (UNDECIDED, 0, "no question was asked") == (found.verdict, found.goals, found.detail)


def test_what_is_rare_is_met_however_few_boards_are_tried() -> None:
    kinds = [try_theorems(kind, 5, sampling.theorems()) for kind in sampling.KINDS]
    found = [merge(pair) for pair in zip(*kinds, strict=True)]
    assert len(sampling.theorems()) == len(found)
    assert [] == [finding for finding in found if finding.verdict is not HOLDS]

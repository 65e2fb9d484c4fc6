"""CrossHair confirms the model and refutes faulty programs; any other answer is none."""

from __future__ import annotations

import operator
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest

import stack

pytest.importorskip("crosshair", reason="CrossHair is not installed")

import z3
from crosshair import core
from crosshair.tracers import NoTracing
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from hypothesis.stateful import run_state_machine_as_test

from modcheck.system.in_process import InProcess
from modcheck.testing.state_machine import MismatchFound, state_machine
from modspec import declare
from modspec.crosshair import canary, confirm
from modspec.crosshair.confirm import Confirmation, ConfirmationStatus, Question
from modspec.crosshair.integers import SymbolicCount, SymbolicWord
from modspec.run.branchless import Word, select
from modspec.run.domains import Domains
from othello_model import bitboard, othello
from othello_model.bitboard import OPPONENT, Bitboard, on_board
from othello_model.kernel import STANDARD, Kernel
from othello_proofs.evidence.method import ClaimFinding, ClaimVerdict
from othello_proofs.methods.contracts import CrossHair
from othello_proofs.obligations.access_programs import ObjectContract, Obligation, obligations
from othello_spec.board import BLACK, EMPTY, SQUARES, WHITE, Cell, Player
from othello_spec.othello import InvalidMove, OutOfBounds
from othello_spec.records.squares import square

ALL = (1 << 64) - 1


@pytest.fixture
def no_plugin(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """CrossHair, as it is where the plugin was not found."""
    monkeypatch.delitem(core._SIMPLE_PROXIES, Word)
    monkeypatch.delitem(core._PATCH_REGISTRATIONS, select)
    monkeypatch.delitem(core._PATCH_REGISTRATIONS, Word)
    confirm.reason_for_distrust.cache_clear()
    yield
    confirm.reason_for_distrust.cache_clear()


# -- the plugin ------------------------------------------------------------------------------------


def test_plain_crosshair_check_finds_the_plugin() -> None:
    run = [sys.executable, "-m", "crosshair", "check", "--report_all", canary.__name__]
    done = subprocess.run(run, capture_output=True, text=True, check=False)
    assert 2 == done.stdout.count("info: Confirmed over all paths.")
    assert 1 == done.stdout.count("error: false when calling dies(18446744073709551615)")
    assert 3 == len(done.stdout.splitlines())


def test_the_canary_convinces() -> None:
    assert "" == confirm.reason_for_distrust()


@pytest.mark.filterwarnings("ignore:typing:DeprecationWarning")  # CrossHair looks at all classes
def test_without_the_plugin_nothing_is_asked_and_why_is_said(no_plugin: None) -> None:
    answer = confirm.confirm(question())
    assert ConfirmationStatus.UNDECIDED is answer.status
    assert answer.detail.startswith(
        "the plugin for CrossHair is not active: the canary sings should be CONFIRMED"
    )


words = st.integers(0, ALL)
small = st.integers(0, 70)
WITH_A_WORD: list[Callable[[Any, Any], Any]] = [
    operator.and_, operator.or_, operator.xor, operator.add,
    operator.eq, operator.ne, operator.lt, operator.le, operator.gt, operator.ge,
]  # fmt: skip
WITH_A_DISTANCE: list[Callable[[Any, Any], Any]] = [operator.lshift, operator.rshift]


def symbolic(value: int) -> SymbolicWord:
    return SymbolicWord(z3.BitVecVal(value, 64), Word)


def plain(value: Any) -> Any:
    """What a symbolic value without variables is."""
    with NoTracing():
        if isinstance(value, SymbolicWord):
            return z3.simplify(value.var).as_long()
        if isinstance(value, SymbolicCount):
            return z3.simplify(value.fallback().var).as_long()
        return value if isinstance(value, int) else z3.is_true(z3.simplify(value.var))


@given(words, words)
def test_symbolic_words_compute_as_integers_do(left: int, right: int) -> None:
    for operation in WITH_A_WORD:
        expected = operation(left, right)
        assert expected == plain(operation(symbolic(left), symbolic(right))), operation
        assert expected == plain(operation(symbolic(left), right)), operation
        assert expected == plain(operation(left, symbolic(right))), operation
    assert left & ~right == plain(symbolic(left) & ~right)


@given(words, small, words)
def test_no_bit_is_lost_by_a_shift_to_the_left(value: int, distance: int, mask: int) -> None:
    for operation in WITH_A_DISTANCE:
        assert operation(value, distance) == plain(operation(symbolic(value), distance))
    there_and_back = (symbolic(value) << distance) >> distance
    assert value == plain(there_and_back)
    assert (value << distance) & mask == plain((symbolic(value) << distance) & mask)


@settings(max_examples=10)
@given(words, words, small)
def test_the_bits_of_a_word_are_counted(left: int, right: int, number: int) -> None:
    ours, theirs = symbolic(left).bit_count(), symbolic(right).bit_count()
    for operation in WITH_A_WORD[3:]:
        expected = operation(left.bit_count(), right.bit_count())
        assert expected == plain(operation(ours, theirs)), operation
        assert operation(left.bit_count(), number) == plain(operation(ours, number)), operation
    assert number - left.bit_count() == plain(number - ours)


# -- what counts as an answer ----------------------------------------------------------------------


def question(
    function: Callable[..., Any] = lambda word: word & 1,
    requires: Callable[..., Any] = lambda word: True,
    ensures: Callable[..., Any] = lambda result, word: (result | 1) == 1,
    word: type = Word,
) -> Question:
    """A question about a word; as it stands, the lowest bit of each is at most one."""
    return Question("a question", function, {"word": word}, requires, ensures)


def ask(*arguments: Any, **named: Any) -> Confirmation:
    return confirm.confirm(question(*arguments, **named), timeout=2)


def test_what_holds_for_all_words_is_confirmed_with_an_example() -> None:
    answer = ask()
    assert ConfirmationStatus.CONFIRMED is answer.status
    assert 1 == len(answer.witnesses) == answer.paths


def test_each_path_has_an_example_that_leads_along_it() -> None:
    answer = ask(lambda word: 0 if word < 1000 else 1)
    assert ConfirmationStatus.CONFIRMED is answer.status
    assert [False, True] == sorted(word < 1000 for (word,) in answer.witnesses)


def test_a_choice_between_words_makes_no_path() -> None:
    answer = ask(lambda word: select(word < 1000, word & 1, word >> 63))
    assert (ConfirmationStatus.CONFIRMED, 1) == (answer.status, answer.paths)


def test_a_word_that_differs_from_all_others_is_found() -> None:
    answer = ask(lambda word: word ^ 0xABCD, ensures=lambda result, word: result != 0)
    assert (ConfirmationStatus.REFUTED, (0xABCD,)) == (answer.status, answer.counterexample)


def test_an_exception_is_a_refutation() -> None:
    def fails(word: int) -> int:
        if word == 7:
            raise ZeroDivisionError
        return 0

    answer = ask(fails)
    assert (ConfirmationStatus.REFUTED, (7,)) == (answer.status, answer.counterexample)
    assert "it raises ZeroDivisionError()" == answer.detail


def test_a_precondition_that_nothing_meets_confirms_nothing() -> None:
    answer = ask(requires=lambda word: (word & 1) == 2)
    assert ConfirmationStatus.UNDECIDED is answer.status
    assert answer.detail.startswith("PRE_UNSAT: Unable to meet precondition")


def test_more_paths_than_there_is_time_for_confirm_nothing() -> None:
    answer = confirm.confirm(question(lambda word: int(word) & 1), timeout=0.5)
    assert (ConfirmationStatus.UNDECIDED, "CANNOT_CONFIRM: Not confirmed.") == (
        answer.status,
        answer.detail,
    )


def test_a_tool_that_gives_no_verdict_confirms_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    confirm.reason_for_distrust()
    monkeypatch.setattr(confirm, "run_checkables", lambda checkables: [])
    answer = ask()
    assert (ConfirmationStatus.UNDECIDED, "CrossHair gave no verdict") == (
        answer.status,
        answer.detail,
    )


def test_a_tool_that_breaks_down_confirms_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def breaks(checkables: object) -> None:
        raise RuntimeError("no more memory")

    confirm.reason_for_distrust()
    monkeypatch.setattr(confirm, "run_checkables", breaks)
    answer = ask()
    assert ConfirmationStatus.UNDECIDED is answer.status
    assert "CrossHair broke down: RuntimeError('no more memory')" == answer.detail


def test_a_confirmation_is_worth_nothing_if_its_example_says_otherwise() -> None:
    answer = ask(ensures=lambda result, word: not isinstance(result, int))
    assert ConfirmationStatus.UNDECIDED is answer.status
    assert answer.detail.startswith("CrossHair confirms a claim that fails for ")


def test_a_refutation_is_worth_nothing_if_its_counterexample_is_none() -> None:
    answer = ask(ensures=lambda result, word: isinstance(result, int))
    assert ConfirmationStatus.UNDECIDED is answer.status
    assert answer.detail.startswith("CrossHair refutes a claim that holds for ")


def test_integers_and_truth_values_may_be_anything_too() -> None:
    known = ask(lambda word: word + 1, word=int, ensures=lambda result, word: word < result)
    assert ConfirmationStatus.CONFIRMED is known.status
    answer = ask(lambda word: not word, word=bool, ensures=lambda result, word: result)
    assert (ConfirmationStatus.REFUTED, (True,)) == (answer.status, answer.counterexample)


# -- the model -------------------------------------------------------------------------------------


def findings(rung: CrossHair, about: str = "") -> list[ClaimFinding]:
    units = (unit for unit in rung.units(True) if unit.startswith(about))
    return [finding for unit in units for finding in rung.run(unit, True)]


def test_what_the_quick_run_asks_of_the_board_is_confirmed() -> None:
    found = findings(CrossHair(), "othello.")
    assert [] == [f.detail for f in found if f.verdict is not ClaimVerdict.HOLDS]
    assert 12 == sum(finding.goals for finding in found)


def test_every_access_program_is_asked_about_at_every_square() -> None:
    contract = ObjectContract()
    for name in (f.name for f in declare("othello_spec.othello").access_programs):
        squares = [obligation.square for obligation in obligations(f"othello.{name}", contract)]
        at_squares = name in ("move", "is_valid_move", "cell")
        assert (SQUARES if at_squares else set()) == {s for s in squares if s is not None}, name
        assert None in squares, name


@pytest.mark.parametrize(
    ("routine", "where", "expected"),
    [
        ("move", "d3", {"InvalidMove", "no exception"}),
        ("move", "off the board", {"OutOfBounds"}),
        ("cell", "a1", {"no exception"}),
        ("is_valid_move", "off the board", {"no exception"}),
        ("move", "by next_turn", {"BLACK", "WHITE"}),
    ],
)
def test_what_no_example_shows_is_missed(routine: str, where: str, expected: set[str]) -> None:
    assert expected == obligation_of(routine, where).unseen_outcomes([])


def test_examples_show_all_that_can_come_of_a_move() -> None:
    d3 = obligation_of("move", "d3")
    answer = confirm.confirm(d3.question)
    assert set() == d3.unseen_outcomes(answer.witnesses)
    assert {BLACK, WHITE} == {turn for _, _, turn in answer.witnesses}
    refused = [w for w in answer.witnesses if d3.question.function(*w).exception]
    assert {"InvalidMove"} == d3.unseen_outcomes([w for w in answer.witnesses if w not in refused])


def test_a_rung_without_the_plugin_decides_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(confirm, "reason_for_distrust", lambda: "the canary is silent")
    (finding,) = CrossHair().run("othello.turn", True)
    assert ClaimVerdict.UNDECIDED is finding.verdict
    assert "othello.turn: the canary is silent" == finding.detail


# -- what is wrong is found ------------------------------------------------------------------------


def obligation_of(routine: str, where: str = "") -> Obligation:
    """Return the obligation of a routine, or of a claim, there."""
    claim = routine if "." in routine else f"othello.{routine}"
    name = f"{claim} {where}".strip()
    return next(o for o in obligations(claim) if o.name == name)


class Wrapping(Kernel):
    """A row of discs goes on at the other edge of the board."""

    @property
    def steps(self) -> Any:
        anywhere = [
            (vars(a) | {"inside": self.board}, vars(b) | {"inside": self.board})
            for a, b in STANDARD.steps
        ]
        step = type(STANDARD.steps[0][0])
        return tuple((step(**a), step(**b)) for a, b in anywhere)


class ShortSighted(Kernel):
    """Rows that are as long as can be are not seen: a fault that no example happens to show."""

    @property
    def steps(self) -> Any:
        return tuple(
            (replace(a, longest=a.longest - 1), replace(b, longest=b.longest - 1))
            for a, b in STANDARD.steps
        )


class OneDirectionMissing(Kernel):
    """Rows to the north are not seen."""

    @property
    def steps(self) -> Any:
        return STANDARD.steps[1:]


class PastTheClosingDisc(Kernel):
    """The discs behind the closing one are flipped as well."""

    def flips(self, own: Any, opponent: Any, square: Any, *fill: Any) -> Any:
        flipped = STANDARD.flips(own, opponent, square)
        for step, _ in self.steps:
            flipped = flipped | (opponent & (_shift(own & _shift(flipped, step), step)))
        return flipped


def _shift(word: Any, step: Any) -> Any:
    there = word << step.distance if step.distance > 0 else word >> -step.distance
    return there & STANDARD.board


def with_kernel(kernel: type[Kernel]) -> Callable[[pytest.MonkeyPatch], None]:
    return lambda patch: patch.setattr(bitboard, "BOARD", kernel(8, 8))


def with_method(name: str, method: Callable[..., Any]) -> Callable[[pytest.MonkeyPatch], None]:
    return lambda patch: patch.setattr(Bitboard, name, method)


def with_program(name: str, program: Callable[..., Any]) -> Callable[[pytest.MonkeyPatch], None]:
    return lambda patch: patch.setattr(othello, name, program)


def turn_not_passed_on(row: int, col: int) -> None:
    othello_move(row, col)
    othello._turn = OPPONENT[othello._turn]


def refused_move_passes_the_turn(row: int, col: int) -> None:
    try:
        othello_move(row, col)
    except InvalidMove:
        othello._turn = OPPONENT[othello._turn]
        raise


def nothing_need_be_captured(row: int, col: int) -> None:
    board = othello._board
    if (board.black | board.white) & STANDARD.bit(row, col) != 0:
        raise InvalidMove
    othello._board = board.place(othello._turn, row, col)
    othello._turn = othello._board.next_turn(othello._turn)


def exceptions_swapped(row: int, col: int) -> None:
    if on_board(row, col) and not othello._board.accepts(othello._turn, row, col):
        raise OutOfBounds
    othello_move(row, col)


def query_that_passes_the_turn(player: Player) -> bool:
    able = othello._board.can_move(player)
    if not able:
        othello._turn = OPPONENT[othello._turn]
    return able


def placed_outside(row: int, col: int) -> None:
    othello_move(row, col)
    othello._board = Bitboard(othello._board.black | 1 << 64, othello._board.white)


def cell_past_the_edge(row: int, col: int) -> Cell:
    return othello_cell(row, 7 if col == 8 else col)


othello_move, othello_cell = othello.move, othello.cell

FAULTS: list[tuple[str, str, str, Callable[[pytest.MonkeyPatch], None]]] = [
    ("rows go on at the other edge", "move", "h3", with_kernel(Wrapping)),
    ("the longest rows are not seen", "move", "a1", with_kernel(ShortSighted)),
    ("one direction is missing", "move", "d5", with_kernel(OneDirectionMissing)),
    ("discs behind the closing one flip", "move", "a1", with_kernel(PastTheClosingDisc)),
    (
        "the turn is not forfeited",
        "move",
        "by next_turn",
        with_method("next_turn", lambda self, player: OPPONENT[player]),
    ),
    ("the turn is not passed on", "move", "a1", with_program("move", turn_not_passed_on)),
    (
        "a refused move passes the turn",
        "move",
        "c3",
        with_program("move", refused_move_passes_the_turn),
    ),
    ("the exceptions are swapped", "move", "c3", with_program("move", exceptions_swapped)),
    ("nothing need be captured", "move", "c3", with_program("move", nothing_need_be_captured)),
    ("a disc lies outside the board", "move", "c3", with_program("move", placed_outside)),
    (
        "a query passes the turn",
        "has_valid_moves",
        "",
        with_program("has_valid_moves", query_that_passes_the_turn),
    ),
    (
        "a ninth column is taken for the eighth",
        "cell",
        "off the board",
        with_program("cell", cell_past_the_edge),
    ),
    (
        "an occupied square is accepted",
        "is_valid_move",
        "c3",
        with_method(
            "accepts",
            lambda self, player, row, col: (
                STANDARD.flips(*self._seen_by(player), STANDARD.bit(row, col)) != 0
            ),
        ),
    ),
    (
        "who has fewest wins",
        "winner",
        "",
        with_method(
            "leader", lambda self: WHITE if self.count(BLACK) > self.count(WHITE) else BLACK
        ),
    ),
    (
        "one square is not counted",
        "count",
        "",
        with_method("count", lambda self, player: (self._seen_by(player)[0] >> 1).bit_count()),
    ),
    (
        "over when one cannot move",
        "game_over",
        "",
        with_method("is_over", lambda self: not self.can_move(BLACK) or not self.can_move(WHITE)),
    ),
    (
        "who cannot move has the turn",
        "turn",
        "",
        with_program("turn", lambda: OPPONENT[othello._turn]),
    ),
]


@pytest.mark.parametrize(
    ("routine", "where", "fault"), [f[1:] for f in FAULTS], ids=[f[0] for f in FAULTS]
)
def test_what_is_wrong_is_refuted_by_a_board_on_which_python_agrees(
    monkeypatch: pytest.MonkeyPatch,
    routine: str,
    where: str,
    fault: Callable[[pytest.MonkeyPatch], None],
) -> None:
    fault(monkeypatch)
    obligation = obligation_of(routine, where)
    answer = confirm.confirm(obligation.question)
    assert (ConfirmationStatus.REFUTED, "the postcondition does not hold") == (
        answer.status,
        answer.detail,
    )
    assert answer.counterexample is not None
    shown = obligation.refutation(*answer.counterexample)
    assert shown.expected != shown.got
    assert "before" in "\n".join(shown.lines())


def test_a_counterexample_is_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    with_kernel(OneDirectionMissing)(monkeypatch)
    black, white = (STANDARD.word(map(square, names)) for names in (["d3"], ["d4", "e5"]))
    d5 = obligation_of("move", "d5")
    lines = d5.refutation(black | STANDARD.bit(*square("f5")), white, BLACK).lines()
    assert "move(4, 3), Black to move" == lines[0]
    assert lines[1].startswith("  clause      board := after")
    assert [
        "    before               expected             got",
        "    a b c d e f g h      a b c d e f g h      a b c d e f g h",
        "  1 . . . . . . . .    1 . . . . . . . .    1 . . . . . . . .",
        "  2 . . . . . . . .    2 . . . . . . . .    2 . . . . . . . .",
        "  3 . . . B . . . .    3 . . . B . . . .    3 . . . B . . . .",
        "  4 . . . W . . . .    4 . . . B . . . .    4 . . .[W]. . . .",
        "  5 . . .[.]W B . .    5 . . . B B B . .    5 . . . B B B . .",
    ] == lines[-10:-3]


def test_a_fault_that_is_none_is_refused() -> None:
    with pytest.raises(ValueError, match="does what it owes"):
        obligation_of("turn").refutation(*STANDARD.start, BLACK)


def test_a_rung_shows_what_is_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(othello, "cell", lambda row, col: EMPTY)
    found = list(CrossHair().run("othello.cell 2", True))
    assert [ClaimVerdict.FAILS] == [finding.verdict for finding in found]
    assert "cell(2, 4)" in found[0].detail


# -- the state machine -----------------------------------------------------------------------------


class PythonStack:
    """A stack as Python programmers make one, with room for three."""

    room = 3

    def new(self) -> None:
        self.items: list[int] = []

    def push(self, value: int) -> None:
        if len(self.items) == self.room:
            raise stack.Full
        self.items.append(value)

    def pop(self) -> None:
        if not self.items:
            raise stack.Empty
        self.items.pop()

    def top(self) -> int:
        if not self.items:
            raise stack.Empty
        return self.items[-1]

    def depth(self) -> int:
        return len(self.items)


class NothingKept(PythonStack):
    """What is pushed is lost."""

    def push(self, value: int) -> None:
        pass


def drive(implementation: type[PythonStack]) -> None:
    pytest.importorskip("hypothesis_crosshair_provider", reason="the backend is not installed")
    module = declare("stack")
    routines = [function.name for function in module.access_programs]
    machine = state_machine(
        module,
        lambda: InProcess(implementation(), routines),
        Domains({"value": (0, 1)}),
        steps=3,
        backend="crosshair",
    )
    assert "crosshair" == machine.TestCase.settings.backend
    chosen = settings(
        machine.TestCase.settings,
        max_examples=3,
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    run_state_machine_as_test(machine, settings=chosen)


def test_the_state_machine_runs_with_choices_that_crosshair_makes() -> None:
    drive(PythonStack)


def test_choices_that_crosshair_makes_find_a_stack_that_keeps_nothing() -> None:
    with pytest.raises(MismatchFound):
        drive(NothingKept)

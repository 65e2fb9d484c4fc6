"""The command that proves a bitboard kernel: right kernels, wrong ones, and those not tried."""

from __future__ import annotations

import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from modspec.prove.prover import prove_all
from othello_model.kernel import STANDARD, Kernel, fill_by_doubling
from othello_proofs.obligations.kernel_goals import (
    WIDTHS,
    KernelGoals,
    reply_to_counterexample,
)
from othello_spec.board import EMPTY

BY_HAND = textwrap.dedent(
    """
    A = 0x0101010101010101
    H = A << 7
    FULL = (1 << 64) - 1
    EAST, WEST = FULL ^ A, FULL ^ H
    STEPS = [(1, EAST), (8, FULL), (9, EAST), (7, WEST),
             (-1, WEST), (-8, FULL), (-9, WEST), (-7, EAST)]

    def step(x, n, mask):
        return (x << n if n > 0 else x >> -n) & mask

    def run(x, n, mask, through):
        found = step(x, n, mask) & through
        for _ in range(5):
            found |= step(found, n, mask) & through
        return found

    def valid_moves(own, opponent):
        moves = 0
        for n, mask in STEPS:
            moves |= step(run(own, n, mask, opponent), n, mask)
        return moves & (FULL ^ (own | opponent))

    def flips(own, opponent, square):
        flipped = 0
        for n, mask in STEPS:
            row = run(square, n, mask, opponent)
            back = dict(STEPS).get(-n, FULL)
            flipped |= row & run(own, -n, back, opponent)
        return flipped
    """
)

FAULTS = {
    "wraps around the edge": ("(-9, WEST)", "(-9, FULL)"),
    "one step too few": ("range(5)", "range(4)"),
    "plays on occupied squares": ("& (FULL ^ (own | opponent))", "& (FULL ^ own)"),
    "one direction missing": (", (7, WEST)", ""),
    "looks one step only": ("found |= step(found, n, mask) & through", "pass"),
    "adjacent discs close": ("run(own, n, mask, opponent)", "(own | run(own, n, mask, opponent))"),
}


CHEAT = textwrap.dedent(
    """
    from othello_model.kernel import STANDARD

    def valid_moves(own, opponent):
        return 0 if isinstance(own, int) else STANDARD.valid_moves(own, opponent)
    """
)


def run(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [str(Path(sys.executable).with_name("othello-mis")), *arguments],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=120,
    )


def kernel_by_hand(old: str = "", new: str = "") -> object:
    assert not old or old in BY_HAND
    space: dict[str, object] = {}
    exec(BY_HAND.replace(old, new, 1) if old else BY_HAND, space)
    return type("ByHand", (), {n: staticmethod(f) for n, f in space.items() if callable(f)})


@pytest.mark.parametrize("fault", FAULTS)
def test_a_wrong_kernel_is_drawn_on_a_board_with_few_discs(fault: str) -> None:
    kernel = kernel_by_hand(*FAULTS[fault])
    results = [
        (name, prove_all(f"kernel.{name}", KernelGoals(kernel, 64).of(name)))
        for name in ("valid_moves", "flips")
    ]
    found = [reply_to_counterexample(kernel, result) for _, result in results if result.failed]
    assert found
    assert all(difference.is_wrong for difference in found)
    assert min(sum(1 for c in d.board.values() if c != EMPTY) for d in found) <= 8
    assert "a b c d e f g h" in "\n".join(found[0].refutation().lines())


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("function", KernelGoals.FUNCTIONS)
def test_the_kernel_owes_nothing_on_a_small_board(function: str, width: int) -> None:
    shape = Kernel(4, 4)
    for fill in (None, fill_by_doubling):
        result = prove_all(function, KernelGoals(shape, width, shape, fill).of(function))
        assert result.is_proved


def test_a_kernel_of_another_shape_does_not_do() -> None:
    wide = Kernel(8, 8)
    result = prove_all("flips", KernelGoals(wide, 64, Kernel(4, 4)).of("flips"))
    assert result.failed


@pytest.mark.parametrize(
    ("function", "wrong"),
    [
        ("place", lambda own, opponent, square: (own | square, opponent)),
        ("can_move", lambda own, opponent: STANDARD.valid_moves(opponent, own) != 0),
        ("over", lambda own, opponent: STANDARD.valid_moves(own, opponent) == 0),
        ("next_turn", lambda own, opponent: (opponent, own)),
    ],
)
def test_every_function_of_a_kernel_may_be_wrong(function: str, wrong: object) -> None:
    kernel = type("Wrong", (), {function: staticmethod(wrong)})
    result = prove_all(f"kernel.{function}", KernelGoals(kernel, 64).of(function))
    difference = reply_to_counterexample(kernel, result)
    assert difference.is_wrong
    assert "expected" in "\n".join(difference.refutation().lines())


# -- the command -----------------------------------------------------------------------------------


def test_the_command_proves_a_kernel_by_hand(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(BY_HAND, encoding="utf-8")
    done = run(tmp_path, "prove", "py:mine", "--width", "64")
    assert (0, "") == (done.returncode, done.stderr)
    assert "✓ words of 64 bits: valid_moves is right on every board (1 goal)" in done.stdout
    assert "✓ words of 64 bits: flips is right on every board (64 goals)" in done.stdout


def test_the_command_draws_where_a_kernel_is_wrong(tmp_path: Path) -> None:
    old, new = FAULTS["wraps around the edge"]
    (tmp_path / "mine.py").write_text(BY_HAND.replace(old, new), encoding="utf-8")
    done = run(tmp_path, "prove", "py:mine")
    assert (1, "") == (done.returncode, done.stderr)
    assert "✗ words of 64 bits: valid_moves is not what the specification says" in done.stdout
    assert "position             expected             got" in done.stdout
    assert max(map(len, done.stdout.splitlines())) <= 80


@pytest.mark.parametrize(
    ("text", "code", "message"),
    [
        (
            "def valid_moves(own, opponent):\n    return own if own else 0\n",
            3,
            "the truth of a symbolic",
        ),
        (
            "import sys\ndef valid_moves(own, opponent):\n    sys.exit(0)\n",
            3,
            "SystemExit: 0 (mine.py, line 3)",
        ),
        ("import sys\nsys.exit(0)\n", 3, "cannot be loaded: SystemExit"),
        (
            "def valid_moves(own, opponent):\n    return None\n",
            3,
            "it gives None, which is no word",
        ),
        (
            "def valid_moves(own, opponent):\n    return 'a1'\n",
            3,
            "it gives 'a1', which is no word",
        ),
        (CHEAT, 3, "says one thing to the prover and another when it is run"),
        ("def other(): ...\n", 2, "offers neither valid_moves nor flips"),
        ("import nowhere\n", 3, "cannot be loaded: ModuleNotFoundError"),
        ("def flips(own):\n    return own\n", 3, "takes 1 positional argument"),
    ],
)
def test_what_cannot_be_proved_is_said_in_one_line(
    tmp_path: Path, text: str, code: int, message: str
) -> None:
    (tmp_path / "mine.py").write_text(text, encoding="utf-8")
    done = run(tmp_path, "prove", "py:mine")
    assert code == done.returncode
    assert message in done.stderr
    assert 1 == len(done.stderr.splitlines())


def test_a_path_that_names_no_module_is_refused(tmp_path: Path) -> None:
    done = run(tmp_path, "prove", "mine.py")
    assert (2, 1) == (done.returncode, len(done.stderr.splitlines()))
    assert "write py:package.module" in done.stderr


HANGING = {
    "in terms of z3's": "while True:\n        own = own ^ 1",
    "that catches what ends it": """for _ in range(3):
        try:
            while True:
                pass
        except BaseException:
            pass
    while True:
        pass""",
    "that is hardly ever out of a finaliser": """class Slow:
        def __del__(self):
            for _ in range(200):
                pass
    while True:
        Slow()""",
}


@pytest.mark.parametrize("loop", HANGING)
def test_a_kernel_that_does_not_come_to_an_end_is_given_up(tmp_path: Path, loop: str) -> None:
    text = f"def valid_moves(own, opponent):\n    {HANGING[loop]}\n"
    (tmp_path / "mine.py").write_text(text, encoding="utf-8")
    done = run(tmp_path, "prove", "py:mine", "--timeout", "0.5")
    assert (3, 1) == (done.returncode, len(done.stderr.splitlines())), done.stderr
    assert "is not done with words of 64 bits after 0.5 s" in done.stderr


def test_a_module_whose_import_does_not_come_to_an_end_is_given_up(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text("while True:\n    pass\n", encoding="utf-8")
    done = run(tmp_path, "prove", "py:mine", "--timeout", "0.2")
    assert (3, 1) == (done.returncode, len(done.stderr.splitlines())), done.stderr
    assert "py:mine is not loaded after 0.2 s" in done.stderr


def test_a_function_that_means_something_else_is_left_out_and_said_so(tmp_path: Path) -> None:
    text = f"{BY_HAND}\ndef place(board, square):\n    return board\n"
    (tmp_path / "mine.py").write_text(text, encoding="utf-8")
    done = run(tmp_path, "prove", "py:mine", "--width", "64")
    assert (0, "") == (done.returncode, done.stderr)
    assert "– words of 64 bits: place is left out" in done.stdout


def test_a_choice_between_two_numbers_is_a_word(tmp_path: Path) -> None:
    text = textwrap.dedent(
        """
        from modspec.run.branchless import select
        from othello_model.kernel import STANDARD

        def valid_moves(own, opponent):
            valid, moves = STANDARD.valid_moves(own, opponent), 0
            for n in range(64):
                moves = moves | select(valid & 1 << n != 0, 1, 0) << n
            return moves
        """
    )
    (tmp_path / "mine.py").write_text(text, encoding="utf-8")
    assert 0 == run(tmp_path, "prove", "py:mine").returncode


def test_the_file_of_a_module_is_taken_for_a_hint(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(BY_HAND, encoding="utf-8")
    for given in ("mine.py", "py:mine.py"):
        assert "did you mean py:mine?" in run(tmp_path, "prove", given).stderr

"""Mutants of the questions: one is forgotten, restricted, or begged.

Each of these was a hole once: the ladder said that all was well.
"""

from __future__ import annotations

from collections.abc import Iterator

from mutants.mutant import By, Mutant

_PROOFS = "othello_proofs.obligations"
_NOT_OWN = "        and all(board[along(square, direction, j)] != player for j in range(1, k))  "


def questions() -> Iterator[Mutant]:
    """All of them."""
    yield from _models()
    yield from _shapes()
    yield from _texts()


def _models() -> Iterator[Mutant]:
    """Of models whose fault no question about one call on a bitboard shows."""
    othello = By("question", "othello_model.othello", (("suite", "variables *"),))
    yield othello(
        "the_41st_move_is_refused",
        "    if not on_board(row, col):\n        raise OutOfBounds(off_board(row, col))\n"
        "    if not _board.acc",
        "    global _calls\n    _calls = globals().get('_calls', 0) + 1\n"
        "    if not on_board(row, col) or _calls % 1000 == 41 and row == col == 0:\n"
        "        raise OutOfBounds(off_board(row, col))\n    if not _board.acc",
    )
    grid = By("question", "othello_model.grid", (("suite", "*othello_type*"),))
    yield grid(
        "a_diagonal_of_six_is_lost",
        "                    captured += run\n",
        "                    captured += [] if len(run) == 6 and down == right else run\n",
    )
    bitboard = By("question", "othello_model.bitboard", (("z3", "bitboard *"),))
    yield bitboard(
        "a1_is_placed_without_flipping",
        "own, opponent = BOARD.place(own, opponent, BOARD.bit(row, col))",
        "own, opponent = (\n            (own | 1, opponent) if row == col == 0\n"
        "            else BOARD.place(own, opponent, BOARD.bit(row, col))\n        )",
    )
    batch = By("question", "othello_model.batch", (("worlds", "batched*"),))
    yield batch(
        "h8_flips_nothing",
        "return _each(partial(kernel.flips, fill=FILL), own, opponent, square)",
        "return _each(partial(kernel.flips, fill=FILL), own, opponent, square) * (\n"
        "        square != np.uint64(1 << 63)\n    )",
    )


def _shapes() -> Iterator[Mutant]:
    """Of how many questions are asked, and about which states."""
    goals = By("question", f"{_PROOFS}.specification_goals", (("z3", "captures *"),))
    yield goals("one_square_is_left_out", '"Square": squares,', '"Square": sorted(squares)[1:],')
    yield goals(
        "a_theorem_is_its_own_lemma",
        '    "where_a_disc_can_be_placed_nothing_is_hidden": _placement_lemmas,',
        '    "captures_do_not_chain": lambda given: [\n'
        '        _lemma("captures", "captures_do_not_chain", *given.values())\n    ],\n'
        '    "where_a_disc_can_be_placed_nothing_is_hidden": _placement_lemmas,',
    )
    yield goals(
        "lemmas_are_proved_for_few_discs",
        'bits={"Discs": 8} if counting else {},',
        'bits={"Discs": 6} if counting else {},',
        first=(("z3", "matches *"),),
    )
    programs = By("question", f"{_PROOFS}.access_programs", (("crosshair", "othello.cell *"),))
    yield programs(
        "a_row_is_left_out",
        "        for square in sorted(SQUARES):\n            yield",
        "        for square in sorted(SQUARES)[4:]:\n            yield",
    )
    states = By("question", f"{_PROOFS}.states", (("z3", "lift states_*"),))
    yield states(
        "a1_is_never_black",
        "return turn in PLAYERS and Bitboard(black, white).sound",
        "return turn in PLAYERS and conjunction(\n"
        "        (Bitboard(black, white).sound, equal(black & 1, 0))\n    )",
    )
    universe = By("question", "modspec.prove.scope", (("z3", "lift theorems_*"),))
    yield universe(
        "the_last_square_is_always_empty",
        '{key: self._value(of, "", f"{name}[{_label(key)}]", keys_of) for key in keys}',
        '{\n                    key: self._value(of, "", f"{name}[{_label(key)}]", keys_of)\n'
        "                    if key != keys[-1] or not elements(of)\n"
        "                    else elements(of)[0]\n"
        "                    for key in keys\n                }",
    )
    lifting = By("question", "modspec.lift.lifting", (("z3", "lift theorems_*"),))
    yield lifting(
        "an_unknown_is_always_the_same", 'name = f"{place}({labels})"', 'name = f"{place}"'
    )
    figures = By("question", "othello_proofs.methods.examples", (("figures", "*"),))
    yield figures(
        "the_model_is_not_asked",
        "return _Specification(), _AbstractObject(), _AbstractDataType()",
        "return (_Specification(),)",
    )


def _texts() -> Iterator[Mutant]:
    """Of texts that mean the same, or that are true, and that say less than they seem to."""
    lines = By("question", "othello_spec.lines", (("figures", "*"),))
    yield lines(
        "two_labels_are_swapped",
        f"# [no-gaps]\n{_NOT_OWN}# [no-skipping]",
        f"# [no-skipping]\n{_NOT_OWN}# [no-gaps]",
    )
    captures = By("question", "othello_spec.theorems.captures", (("z3", "captures *"),))
    yield captures(
        "a_theorem_is_about_one_square",
        '"""A disc on a corner keeps its colour."""\n    assert square in SQUARES\n',
        '"""A disc on a corner keeps its colour."""\n    assert square == Square(2, 2)\n',
    )
    yield captures(
        "a_theorem_is_not_asked_about",
        '    "captures_do_not_chain",\n',
        "",
        first=(("z3", "lift theorems_*"),),
    )

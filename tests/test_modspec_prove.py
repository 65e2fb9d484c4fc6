"""``modspec prove``: true claims are proved or tried, false ones refuted, in the course's words."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path
from typing import Annotated

import pytest

from modspec import declare
from modspec.lint.value_types import describe, type_of_annotation

LIBRARY = Path(__file__).parent.parent / "docs" / "library"

FALSE = '''

def nought_never_wins(game: Game, row: int, col: int) -> bool:
    """A false claim."""
    assert Square(row, col) in SQUARES
    assert game.board[Square(row, col)] == EMPTY
    assert not is_over(game)
    return not has_line(play(game, row, col).board, NOUGHT)


def about_nothing(game: Game) -> bool:
    """A claim that assumes too much."""
    assert game.turn == EMPTY
    return is_over(game)
'''


WHOLE_BOARDS = "all values where Board has a value for each element of SQUARES"
TRIED_ONLY = "tried only, since z3 has no value for stack.items, a sequence of integers"
"""The invariant bounds the sequence; that no proof takes it is no question of its size."""


@pytest.fixture
def library(tmp_path: Path) -> Path:
    """A copy of the course library: a process reads it, so nothing of it stays in this one."""
    copy = Path(shutil.copytree(LIBRARY, tmp_path / "library"))
    shutil.copy(LIBRARY.parents[1] / "tests" / "data" / "stack_theorems.py", copy)
    return copy


def prove(library: Path, name: str, *options: str) -> tuple[int, list[str]]:
    command = [sys.executable, "-m", "modlab.modspec_command", "prove", f"{name}.py", *options]
    code = "from modlab.modspec_command import main; main()"
    command[1:3] = ["-c", code]
    done = subprocess.run(command, cwd=library, capture_output=True, text=True, check=False)
    assert "Traceback" not in done.stderr
    return done.returncode, (done.stdout or done.stderr).splitlines()


def summary(lines: list[str]) -> list[str]:
    """What follows the claims: how many were proved, for which values, and why some were not."""
    return lines[lines.index("") + 1 :]


def change(library: Path, name: str, before: str, after: str) -> None:
    file = library / f"{name}.py"
    text = file.read_text(encoding="utf-8")
    assert before in text
    file.write_text(text.replace(before, after, 1), encoding="utf-8")


@pytest.mark.parametrize(
    ("name", "last"),
    [
        ("tic_tac_toe", ["8 proved", WHOLE_BOARDS]),
        ("tic_tac_toe_theorems", ["3 proved", WHOLE_BOARDS]),
        ("vending_machine", ["15 proved", "all values where Stock has a value for each Drink"]),
        ("life", ["8 proved", "all values where alive has a value for each element of CELLS"]),
        ("catalogue", ["7 proved"]),
        ("lending", ["12 proved", "all values where Loans has a value for each Member"]),
        ("stack", ["2 proved, 6 tried", TRIED_ONLY]),
        ("stack_theorems", ["3 tried", TRIED_ONLY]),
    ],
)  # fmt: skip
def test_what_is_true_is_proved_where_it_lifts_and_tried_elsewhere(
    name: str, last: list[str], library: Path
) -> None:
    code, lines = prove(library, name)
    assert (code, summary(lines)) == (0, last)


@pytest.mark.parametrize(
    ("name", "claim", "over"),
    [
        ("queue", "~ leave keeps the invariant", "all 259 states that tried calls reach"),
        ("point", "~ dist has a value", "all 9 states that tried calls reach"),
        ("connect_four", "~ drop keeps the invariant", "18 of the states that tried calls reach"),
    ],
)
def test_a_line_says_what_was_tried_and_no_more(
    name: str, claim: str, over: str, library: Path
) -> None:
    lines = prove(library, name)[1]
    line = next(each for each in lines if each.startswith(claim))
    assert line.partition("tried: ")[2] == over


def test_a_proof_that_takes_integers_one_by_one_says_which(library: Path) -> None:
    lines = prove(library, "life", "--only", "toggle")[1]
    over = "all values where row and col are from -1 to 3"
    assert [over, over] == [each.partition("proved: ")[2] for each in lines[:2]]


SHELF = '''"""Shelf: how much of each thing there is, and where holes are.

Assumptions:
    init is called before any other access program.
"""

from __future__ import annotations

from collections.abc import Mapping, Set
from typing import Final, NamedTuple

from modspec import AbstractObject

__all__ = ["PLACES", "Place", "colas", "init"]


class Place(NamedTuple):
    """A place."""

    x: int
    """Across."""


PLACES: Final = frozenset(Place(x) for x in range(3))
"""The places there are."""


class Shelf(AbstractObject):
    """The shelf."""

    stock: Mapping[str, int]
    """How much of each thing there is."""

    holes: Set[Place]
    """Where the holes are."""


def init() -> Shelf:
    """Begin with an empty shelf."""
    return Shelf(stock={"cola": 0, "water": 0}, holes=frozenset())


def colas(shelf: Shelf) -> int:
    """How much cola there is, but for the holes."""
    return shelf.stock["cola"] - len(shelf.holes)
'''


def test_what_a_proof_takes_for_granted_is_said(tmp_path: Path) -> None:
    (tmp_path / "shelf.py").write_text(SHELF, encoding="utf-8")
    code, lines = prove(tmp_path, "shelf")
    assert code == 0
    granted = "all values where stock has the keys 'cola', 'water'; holes is a part of PLACES"
    assert summary(lines) == ["2 proved", granted]
    code, lines = prove(tmp_path, "shelf", "--only", "init")
    assert (code, summary(lines)) == (0, ["1 proved"])  # which takes no shelf


@pytest.mark.parametrize(("name", "code"), [("catalogue", 0), ("stack", 1)])
def test_strictly_what_is_only_tried_is_not_enough(name: str, code: int, library: Path) -> None:
    assert prove(library, name, "--strict")[0] == code


def test_a_false_theorem_is_refuted_in_a_state_that_calls_reach(library: Path) -> None:
    with (library / "tic_tac_toe_theorems.py").open("a", encoding="utf-8") as file:
        file.write(FALSE)
    exported = '__all__ = ["nought_never_wins", "about_nothing", '
    change(library, "tic_tac_toe_theorems", "__all__ = [", exported)
    code, lines = prove(library, "tic_tac_toe_theorems")
    text = "\n".join(lines)
    assert code == 1
    assert summary(lines)[0] == "3 proved, 1 refuted, 1 about nothing"
    assert (
        "✗ nought_never_wins           refuted\n    it is false\n    game = Game(board = {" in text
    )
    assert "? about_nothing               about nothing" in text
    assert "since board[" in text
    assert "= NOUGHT" in text
    code, lines = prove(library, "tic_tac_toe_theorems", "--only", "who_*")
    assert (code, summary(lines)[0]) == (0, "1 proved")


OTHELLO = Path(__file__).parent.parent / "spec" / "othello_spec" / "othello.py"


def test_what_predicates_of_other_modules_say_is_left_open_where_it_does_not_matter(
    library: Path,
) -> None:
    shutil.copy(OTHELLO, library)
    code, lines = prove(library, "othello", "--only", "move")
    assert (code, summary(lines)[0]) == (0, "2 proved")


def test_it_is_looked_up_where_it_matters(library: Path) -> None:
    shutil.copy(OTHELLO, library)
    change(library, "othello", "if can_move(board, opponent(player))", "if True")
    code, lines = prove(library, "othello", "--only", "move")
    assert (code, summary(lines)[0]) == (1, "1 proved, 1 not proved")
    assert "? move keeps the invariant  not proved" in lines


NOT_EMPTY = "    if len(stack.items) == 0:\n        raise Empty  # [empty]\n"
ON_BOARD = "    if Square(row, col) not in SQUARES:\n        raise OutOfBounds  # [nine-squares]\n"


@pytest.mark.parametrize(
    ("name", "before", "after", "line", "detail"),
    [
        # a partial function
        ("stack", f"{NOT_EMPTY}    return stack.items[",
         "    return stack.items[", "✗ top has a value refuted", "no element"),
        ("tic_tac_toe", f"{ON_BOARD}    return",
         "    return", "✗ mark has a value refuted", "Square("),
        # an invariant that a transition breaks
        ("stack", "    if len(stack.items) == CAPACITY:\n        raise Full  # [capacity]\n", "",
         "✗ push keeps the invariant refuted", "push breaks the invariant"),
        ("vending_machine", "machine.credit >= 0", "machine.credit >= 1",
         "✗ init establishes the invariant refuted", "after it the invariant does not hold"),
    ],
)  # fmt: skip
def test_a_claim_that_does_not_hold_is_refuted(
    name: str, before: str, after: str, line: str, detail: str, library: Path
) -> None:
    change(library, name, before, after)
    code, lines = prove(library, name)
    assert code == 1
    assert line in [" ".join(each.split()) for each in lines]
    assert detail in "\n".join(lines)


def test_an_invariant_that_is_not_kept_where_no_call_was_seen_to_lead_is_not_proved(
    library: Path,
) -> None:
    change(library, "vending_machine", "machine.credit >= 0", "0 <= machine.credit <= 1000000")
    code, lines = prove(library, "vending_machine", "--only", "insert")
    assert code == 1
    assert "? insert keeps the invariant  not proved" in lines
    assert any("credit = 1000000" in line or "credit = 99999" in line for line in lines)
    assert "    The invariant allows this state, and no call was seen to lead to it." in lines


def test_wrong_usage_is_one_line(library: Path) -> None:
    code, lines = prove(library, "stack", "--only", "shove")
    assert code == 2
    assert "--only shove: stack exports" in lines[-1]
    code, lines = prove(library, "heap")
    assert code == 2
    assert len(lines) == 1


DIVIDING = '''"""Sharing: a number that divides.

Assumptions:
    init is called before any other access program.

Considerations:
    Nothing divides by 0.
"""

from __future__ import annotations

from typing import Final

from modspec import AbstractObject

__all__ = ["init", "more", "share", "rest"]

TOP: Final = 30
"""The greatest number."""


class Number(AbstractObject):
    """A number."""

    value: int
    """It."""


def invariant(number: Number) -> bool:
    """It is from 1 to TOP."""
    return 1 <= number.value <= TOP


def init() -> Number:
    """Begin."""
    return Number(value=1)


def more(number: Number) -> Number:
    """Count."""
    return Number(value=number.value + 1 if number.value < TOP else TOP)


def share(number: Number) -> int:
    """The share of each."""
    return TOP // number.value


def part(whole: int, value: int) -> int:
    """What is left."""
    assert value > 0
    return whole % value


def rest(number: Number) -> int:
    """What is left."""
    return part(TOP, number.value)
'''


def test_what_the_solver_cannot_do_is_said_in_words_and_where(tmp_path: Path) -> None:
    (tmp_path / "sharing.py").write_text(DIVIDING, encoding="utf-8")
    code, lines = prove(tmp_path, "sharing")
    assert 0 == code, lines
    places = [n for n, line in enumerate(DIVIDING.splitlines(), 1) if "//" in line or "%" in line]
    said = (f"the solver cannot divide by an unknown integer (sharing.py:{n})" for n in places)
    assert f"tried only, since {'; '.join(said)}" == " ".join(summary(lines)[1:])


LIGHT = '''
"""Lights of a few colours, and when each was lit."""

from __future__ import annotations

from collections.abc import Mapping, Set
from enum import Enum
from typing import Annotated, TypeAlias

from modspec import AbstractObject, Nat, replace

__all__ = ["init", "is_lit", "light", "times"]

Level: TypeAlias = Annotated[int, range(1, 4)]
"""How bright."""


class Color(Enum):
    """Colours; their order is not that of their values."""

    RED = "red"
    AMBER = "amber"


class Lights(AbstractObject):
    """The lights."""

    lit: Set[Color]
    """Those that are lit."""

    count: Mapping[Color, int]
    """How often each was lit."""


def invariant(lights: Lights) -> bool:
    """No count is negative."""
    return all(lights.count[c] >= 0 for c in Color)


def init() -> Lights:
    """Begin in the dark."""
    return Lights(lit=frozenset(), count={c: 0 for c in Color})


def light(lights: Lights, color: Color) -> Lights:
    """Light one."""
    return Lights(
        lit=lights.lit | {color},
        count={c: lights.count[c] + 1 if c == color else lights.count[c] for c in Color},
    )


def is_lit(lights: Lights, color: Color) -> bool:
    """Whether one is lit."""
    return color in lights.lit


def times(lights: Lights, color: Color) -> int:
    """How often one was lit."""
    return lights.count[color]
'''


def test_sets_and_mappings_over_an_enumeration_without_an_order_are_proved(library: Path) -> None:
    (library / "lights.py").write_text(LIGHT.lstrip(), encoding="utf-8")
    code, lines = prove(library, "lights")
    kept = "all values where count has a value for each Color"
    assert (0, ["6 proved", kept]) == (code, summary(lines))


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        ("Nat", "natural numbers"),
        ("Level", "values of Level"),
        ("Color", "values of Color"),
    ],
)
def test_the_reason_for_a_trial_has_the_words_of_the_types(
    kind: str, words: str, library: Path
) -> None:
    value = "Color.RED" if kind == "Color" else "1"
    text = LIGHT.lstrip().replace("lit: Set[Color]", f"lit: Mapping[str, {kind}]")
    for before, after in (
        ("lit=frozenset()", "lit={}"),
        ("lit=lights.lit | {color}", f'lit={{**lights.lit, "a": {value}}}'),
        ("return color in lights.lit", 'return "a" in lights.lit'),
    ):
        assert before in text
        text = text.replace(before, after)
    (library / "lights.py").write_text(text, encoding="utf-8")
    lines = prove(library, "lights", "--only", "is_lit")[1]
    assert f"a mapping from strings to {words}" in " ".join(summary(lines))


def test_a_mapping_without_keys_in_all_states_is_said_to_have_none(library: Path) -> None:
    text = LIGHT.lstrip().replace("lit: Set[Color]", "lit: Mapping[str, int]")
    text = text.replace("lit=frozenset()", "lit={}").replace("lit=lights.lit | {color}", "lit={}")
    text = text.replace("return color in lights.lit", 'return "a" in lights.lit')
    (library / "lights.py").write_text(text, encoding="utf-8")
    assert "all values where lit has no keys;" in prove(library, "lights")[1][-1]


def test_bounds_of_another_module_have_words() -> None:
    bounded, module = type_of_annotation(Annotated[int, range(1, 4)]), declare("stack")
    assert "an integer from 1 to 3" == describe(bounded, module)
    assert "integers from 1 to 3" == describe(bounded, module, many=True)

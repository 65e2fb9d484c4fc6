"""Chooses the pairs and triples of ``combinations.py``: those in which each fault is still there.

python tests/combine.py             prints how many there are in the file
python tests/combine.py --write     chooses them anew, which takes some minutes

A class that inherits from two specimens need not have both faults: where both override the same
method, only the first may be left. So each combination is tried. A *probe* is a game with questions
after each move. A fault is there if, somewhere in a probe, the combination answers what its member
answers alone, where the sound implementation and all other members answer otherwise. Some faults do
not show in play beneath others: in a game that White begins by mistake all positions are wrong. So
the games are also played with the right position set up before the first move, or before each.

A combination is left out if it raises an exception that none of its members does: then it has a
fault of its own.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import Enum
from functools import cache
from itertools import combinations as subsets
from itertools import islice, permutations
from typing import Any, Final, NamedTuple, TypeAlias
from unittest import mock

from combinations import (
    FILE,
    Program,
    combinations,
    is_made_of_several,
    othello_class,
    random_order,
)
from othello_spec.board import SIZE
from othello_suite.covering import games
from wrong_implementations import sound, specimens

SEED: Final = 0
PAIRS: Final = 320
TRIPLES: Final = 70

ENOUGH: Final = 3
"""So many games in which a fault shows are kept, of each way to play them."""

MOST_QUESTIONS: Final = 20_000
"""So many squares may be looked at during one call; a program that looks at more hangs."""

PLAYERS: Final = (sound.BLACK, sound.WHITE)
OUTSIDE: Final = ((-1, 0), (0, SIZE), (SIZE, 3), (3, -1), (-2, -2), (2, SIZE + 2), (0, 16), (9, 9))

Position: TypeAlias = tuple[tuple[tuple[str, ...], ...], str]
"""The rows of a board, and whose turn it is."""


class Set(Enum):
    """When the right position is set up in the program."""

    NEVER = "never"
    AT_THE_START = "before the first move"
    ALWAYS = "before each move"


class Turn(NamedTuple):
    """A part of a probe: a position, a call that changes the state, and questions about it."""

    position: Position
    call: tuple[Any, ...]
    questions: tuple[tuple[Any, ...], ...]


class Probe(NamedTuple):
    """A game with questions, and when the right position is set up in it."""

    turns: tuple[Turn, ...]
    when: Set


Answers: TypeAlias = tuple[tuple[str, ...], ...]
"""What was answered in each part of a probe."""


class Hang(BaseException):
    """A call does not come to an end. No ``except Exception`` swallows it."""


# -- probes ----------------------------------------------------------------------------------------


@cache
def probes() -> tuple[Probe, ...]:
    """Return all games, each in all ways."""
    played = [tuple(_turns(each)) for each in _games()]
    return tuple(Probe(turns, when) for turns in played for when in Set)


def _games() -> Iterator[list[tuple[Any, ...]]]:
    """Yield the covering games; one is played three times in a row, and one twice."""
    found = [[(each.routine, *each.arguments) for each in game] for game in games().values()]
    yield found[0] * 3
    yield found[1] * 2
    yield from found


def _turns(calls: Iterable[tuple[Any, ...]]) -> Iterator[Turn]:
    game = sound.Othello()
    last = (3, 3)
    for number, call in enumerate(calls):
        before = _position(game)
        getattr(game, call[0])(*call[1:])
        last = call[1:] if len(call) > 1 else last
        yield Turn(before, call, tuple(_questions(game, last, number)))


def _position(game: sound.Othello) -> Position:
    return tuple(tuple(row[:SIZE]) for row in game.board[:SIZE]), game.mover


def _questions(
    game: sound.Othello, last: tuple[int, int], number: int
) -> Iterator[tuple[Any, ...]]:
    """Yield questions and refused moves; some differ from move to move."""
    yield ("board",)
    over = game.game_over()
    turn: tuple[tuple[Any, ...], ...] = () if over else (("turn",),)
    yield from turn
    yield from (("count", player) for player in PLAYERS)
    yield from (("winner",), ("game_over",), *turn)
    yield from (("has_valid_moves", player) for player in PLAYERS)
    outside = OUTSIDE[number % len(OUTSIDE)]
    near = [((last[0] + down) % SIZE, (last[1] + right) % SIZE) for down, right in sound.DIRECTIONS]
    some = near[number % 4 :: 4]
    empty = [square for square in near if game.cell(*square) == sound.EMPTY]
    for square in (outside, last, *some, *empty[:2], *some):
        yield from (("is_valid_move", *square, player) for player in PLAYERS)
    yield ("cell", *outside)
    yield from turn
    refused = [s for s in (outside, last, *empty) if not game.can_place(*s, game.mover)]
    for square in refused[: 1 + number % 3]:
        yield from (("move", *square), ("board",), *turn, ("count", game.mover))
    yield from (("is_valid_move", *square, player) for square in empty[:1] for player in PLAYERS)
    yield ("board",)


# -- answers ---------------------------------------------------------------------------------------


def answers(make: Callable[[], sound.Othello], probe: Probe) -> Answers:
    """Return what a new program answers in a probe."""
    game = _patient(make())
    found = []
    with mock.patch.object(time, "sleep", _sleepless):
        for number, turn in enumerate(probe.turns):
            calls = [turn.call, *turn.questions]
            if probe.when in (Set.ALWAYS, {1: Set.AT_THE_START}.get(number)) and number:
                calls.insert(0, ("set up", turn.position))
            found.append(tuple(_answer(game, call) for call in calls))
    return tuple(found)


def _patient(game: sound.Othello) -> sound.Othello:
    """Have a program raise Hang where it would not come to an end."""
    can_place, left = game.can_place, [0]

    def can_place_or_hang(row: int, col: int, player: str) -> bool:
        left[0] -= 1
        if left[0] < 0:
            raise Hang
        return can_place(row, col, player)

    vars(game).update(can_place=can_place_or_hang, questions_left=left)  # of this object alone
    return game


def _set_up(game: sound.Othello, position: Position) -> str:
    """Give a program a position. Return a word that is the same for all that have a board."""
    board, mover = position
    for row, line in enumerate(board):
        for col, disc in enumerate(line):
            game.board[row][col] = disc
    game.mover = mover
    return "set up"


def _answer(game: sound.Othello, call: tuple[Any, ...]) -> str:
    game.questions_left[0] = MOST_QUESTIONS  # type: ignore[attr-defined]  # it has been given it
    try:
        if call[0] == "set up":
            return _set_up(game, call[1])
        if call[0] == "board":
            squares = ((row, col) for row in range(SIZE) for col in range(SIZE))
            return " ".join(str(game.cell(*square)) for square in squares)
        output = getattr(game, call[0])(*call[1:])
    except (Exception, SystemExit, Hang) as raised:  # noqa: BLE001  # any exception is an answer
        return f"raises {type(raised).__name__}"
    return f"{type(output).__name__} {output!s}"


def _sleepless(seconds: float) -> None:
    raise Hang


# -- is a fault still there? -----------------------------------------------------------------------


class Seen(NamedTuple):
    """A probe in which a fault shows, the right answers and those of the faulty specimen."""

    probe: Probe
    right: Answers
    wrong: Answers


@cache
def right(probe: Probe) -> Answers:
    """Return the answers of the sound implementation."""
    return answers(sound.Othello, probe)


@cache
def shows(name: str) -> tuple[Seen, ...]:
    """Return some probes in which the fault of a specimen shows, up to where it first does."""
    made = othello_class([name])
    found: dict[Set, list[Seen]] = {when: [] for when in Set}
    for probe in probes():
        if len(found[probe.when]) < ENOUGH:
            given, due = answers(made, probe), right(probe)
            first = _first_difference(given, due)
            if first is not None:
                # After the first difference in play, most is only a consequence.
                most = len(due) if probe.when is Set.ALWAYS else first + 1
                kept = Probe(probe.turns[:most], probe.when)
                found[probe.when].append(Seen(kept, due[:most], given[:most]))
        elif all(len(each) == ENOUGH for each in found.values()):
            break
    return tuple(seen for several in found.values() for seen in several)


def _first_difference(given: Answers, due: Answers) -> int | None:
    return next(
        (n for n, (one, two) in enumerate(zip(given, due, strict=True)) if one != two), None
    )


def members_beneath(members: Sequence[str]) -> tuple[str, ...] | None:
    """Return the members whose fault shows only in positions set up, or None if one has gone."""
    try:
        made = othello_class(members)
        alone = {each: othello_class([each]) for each in members}
        made()
    except Exception:  # noqa: BLE001  # whatever it is, it cannot be combined
        return None
    beneath = []
    for name in members:
        seen = next((each for each in shows(name) if _is_kept(made, alone, name, each)), None)
        if seen is None:
            return None
        if seen.probe.when is not Set.NEVER:
            beneath.append(name)
    return None if _has_its_own(made, alone, members) else tuple(beneath)


def _is_kept(
    made: type[sound.Othello], alone: dict[str, type[sound.Othello]], name: str, seen: Seen
) -> bool:
    probe, right, wrong = seen
    others = [answers(alone[each], probe) for each in alone if each != name]
    given = answers(made, probe)
    for number, (due, fault, got) in enumerate(zip(right, wrong, given, strict=True)):
        told = zip(due, fault, got, *(each[number] for each in others), strict=True)
        if any(g == f != d and all(o == d for o in rest) for d, f, g, *rest in told):
            return True
    return False


def _has_its_own(
    made: type[sound.Othello], alone: dict[str, type[sound.Othello]], members: Sequence[str]
) -> bool:
    """Whether a combination raises what none of its members does in the same probe."""
    for name in members:
        for seen in (each for each in shows(name) if each.probe.when is Set.NEVER):
            own = [_exceptions_in(answers(each, seen.probe)) for each in alone.values()]
            if _exceptions_in(answers(made, seen.probe)) - _exceptions_in(seen.right).union(*own):
                return True
    return False


def _exceptions_in(given: Answers) -> set[str]:
    return {each for part in given for each in part if each.startswith("raises ")}


def shows_without(name: str, lacking: Sequence[str]) -> bool:
    """Whether the fault of a specimen still shows in play when some routines are missing."""
    made = othello_class([name])
    absent = {*lacking, *(["board"] if "cell" in lacking else [])}
    for turns, when in probes():
        if when is Set.NEVER:
            fewer = [Turn(p, c, tuple(q for q in qs if q[0] not in absent)) for p, c, qs in turns]
            allowed = [turn for turn in fewer if turn.call[0] not in absent]
            probe = Probe(tuple(allowed), when)
            if answers(made, probe) != answers(sound.Othello, probe):
                return True
    return False


# -- the choice ------------------------------------------------------------------------------------


def candidates(size: int) -> Iterator[Program]:
    """Yield all programs of so many specimens with one fault each, shuffled."""
    single = [
        each.name for each in specimens() if not (each.varies or is_made_of_several(each.name))
    ]
    yield from random_order([Program(few) for few in subsets(single, size)], SEED)


def chosen(size: int, number: int) -> Iterator[dict[str, Any]]:
    """Yield the first combinations of so many members in which each fault is still there."""
    yield from islice(filter(None, map(_entry, candidates(size))), number)


def _entry(program: Program) -> dict[str, Any] | None:
    for order in permutations(program.members):
        beneath = members_beneath(order)
        if beneath is not None:
            more = {"beneath": list(beneath)} if beneath else {}
            return {"program": Program(order).name, **more}
    return None


def text() -> str:
    """Return the text of the file, chosen anew."""
    entries = [*chosen(2, PAIRS), *chosen(3, TRIPLES)]
    lines = ",\n".join(f"    {json.dumps(each)}" for each in entries)
    return f'{{\n  "seed": {SEED},\n  "combinations": [\n{lines}\n  ]\n}}\n'


def main() -> None:
    """Choose the combinations, or say how many there are."""
    if sys.argv[1:] not in ([], ["--write"]):
        sys.exit(f"usage: python {sys.argv[0]} [--write]")
    if sys.argv[1:]:
        FILE.write_text(text(), encoding="utf-8")
    for size, name in ((2, "pairs"), (3, "triples")):
        print(sum(len(each.program.members) == size for each in combinations()), name)


if __name__ == "__main__":
    main()

"""Report: the findings, for people and for programs."""

from __future__ import annotations

import itertools
import textwrap
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

from othello_mis.replay.findings import (
    FileFindings,
    GamePlace,
    Illegal,
    Item,
    Listed,
    ReplaySummary,
    ScoreMismatch,
    Unfinished,
)
from othello_mis.replay.replayed_game import IllegalMove
from othello_spec.board import Square
from othello_spec.records.diagrams import board_rows
from othello_spec.records.malformed import Malformed
from othello_spec.records.move_lists import ply_text
from othello_suite.pictures import diagram

WIDTH: Final = 80

FORMAT: Final = "othello-mis replay 1"


# -- for people ------------------------------------------------------------------------------------


def of_file(found: FileFindings) -> Iterator[str]:
    """What is to be said of a file, a line at a time."""
    mark = "✗" if found.deviates or found.malformed.count else "✓"
    yield from textwrap.wrap(
        f"{mark} {found.file}: {_headline(found)}",
        WIDTH,
        subsequent_indent="  ",
        break_on_hyphens=False,
        break_long_words=False,
    )
    kinds: tuple[tuple[Listed[Any], Callable[[Any], Iterator[str]], str], ...] = (
        (found.malformed, _malformed, "that cannot be read"),
        (found.unfinished, _unfinished, "unfinished"),
        (found.disagreements, _disagreement, "with another score"),
        (found.illegal, _illegal, "illegal"),  # the last, for their pictures
    )
    for listed, told, what in kinds:
        for before, item in itertools.pairwise((None, *listed.items)):
            if isinstance(before, Illegal) and before.offence.grounds and not item.offence.grounds:
                yield ""
            yield from told(item)
        if listed.rest:
            yield f"  … and {listed.rest:,} more {what}; --all tells them"


def summary(tally: ReplaySummary) -> Iterator[str]:
    """How the games came out that were played to the end."""
    yield _row("games to the end", f"{tally.games:,}")
    if not tally.games:
        return
    shortest, longest = min(tally.lengths), max(tally.lengths)
    span = f"{shortest} to {longest}, {tally.mean_length:.1f} on average"
    where = f", in {_games(tally.with_forfeits)}" if tally.forfeits else ""
    yield _row("moves in a game", f"{shortest}" if shortest == longest else span)
    yield _row("forfeited turns", f"{tally.forfeits:,}{where}")
    yield _row("ends with squares empty", f"{tally.early_ends:,}")
    yield _row("wipe-outs", f"{tally.wipe_outs:,}")
    yield _row("ties", f"{tally.ties:,}")
    yield _row("won by Black", f"{tally.black_wins:,}")
    yield _row("won by White", f"{tally.white_wins:,}")


def _row(what: str, value: str) -> str:
    return f"  {what:<26}{value}"


def _games(number: int) -> str:
    return f"{number:,} game{'' if number == 1 else 's'}"


def _headline(found: FileFindings) -> str:
    year = f" of {found.year}" if found.year else ""
    counts = {
        "to the end": found.tally.games,
        "illegal": found.illegal.count,
        "unfinished": found.unfinished.count,
    }
    parts = [f"{number:,} {what}" for what, number in counts.items() if number]
    if found.read and found.tally.games == found.read:
        parts = ["all legal to the end"]
    if found.disagreements.count:
        parts.append(f"{found.disagreements.count:,} with another score")
    elif found.has_scores and found.tally.games:
        parts.append("scores agree")
    if found.unreadable:
        parts.append(f"{found.unreadable:,} that cannot be read")
    if found.missing:
        parts.append(f"{found.missing:,} missing that the header tells of")
    told = ", ".join((f"{_games(found.read)}{year}", *parts))
    return f"{told}; the header is wrong (below)" if found.wrong_header else told


def _place(place: GamePlace) -> str:
    return f"game {place.game}" if place.line is None else f"line {place.line}, game {place.game}"


def _malformed(error: Malformed) -> Iterator[str]:
    where = error.place.removeprefix(f"{error.file}").removeprefix(", ")
    right = f"; {error.right}" if error.right else ""
    yield from _wrapped(f"{where}: {error.why}{right}" if where else f"{error.why}{right}", 2)


def _illegal(found: Illegal) -> Iterator[str]:
    offence = found.offence
    head = f"  {_place(found.place)}, move {offence.number}: {offence.told}"
    label = f"[{offence.rule}]"
    grounds = offence.grounds
    if grounds:
        yield ""
    yield head + label.rjust(WIDTH - len(head)) if len(head + label) < WIDTH else f"{head} {label}"
    if grounds:
        yield from _wrapped(offence.reason, 4)
        yield from _wrapped(f"{'✓' if grounds.holds else '✗'} {grounds.formula}", 4)
        yield ""
        marked = [offence.ply] if isinstance(offence.ply, Square) else []
        yield from (f"    {line}" for line in diagram(grounds.board, marked))


def _disagreement(found: ScoreMismatch) -> Iterator[str]:
    yield from _wrapped(
        f"{_place(found.place)}: Black's score on record is {found.recorded}; it is {found.expected} with the"
        f" empty squares to the winner, {found.black} by discs only (White has {found.white})",
        2,
    )


def _unfinished(found: Unfinished) -> Iterator[str]:
    moves = f"{found.moves} move{'' if found.moves == 1 else 's'}"
    yield f"  {_place(found.place)}: unfinished, the record ends after {moves}"


def _wrapped(text: str, indent: int) -> list[str]:
    margin = " " * indent
    return textwrap.wrap(
        text, WIDTH, initial_indent=margin, subsequent_indent=margin, break_on_hyphens=False
    )


# -- for programs ----------------------------------------------------------------------------------


def as_data(files: Sequence[FileFindings], total: ReplaySummary) -> dict[str, Any]:
    """The findings about all files; where only the first of a kind are listed, with how many there are."""
    return {
        "format": FORMAT,
        "files": [_file(found) for found in files],
        "summary": _tally(total),
    }


def _file(found: FileFindings) -> dict[str, Any]:
    return {
        "file": found.file,
        "kind": found.kind,
        "year": found.year,
        "games": found.read,
        "malformed": _listed(found.malformed, _malformed_data),
        "illegal": _listed(found.illegal, _illegal_data),
        "scores": _listed(found.disagreements, _disagreement_data),
        "unfinished": _listed(
            found.unfinished, lambda item: {**item.place._asdict(), "moves": item.moves}
        ),
        "summary": _tally(found.tally),
    }


def _listed(listed: Listed[Item], told: Callable[[Item], dict[str, Any]]) -> dict[str, Any]:
    return {"count": listed.count, "listed": list(map(told, listed.items))}


def _malformed_data(error: Malformed) -> dict[str, Any]:
    return {
        "line": error.line,
        "game": error.game,
        "move": error.ply,
        "byte": error.offset,
        "why": error.why,
        "right": error.right,
    }


def _illegal_data(found: Illegal) -> dict[str, Any]:
    offence: IllegalMove = found.offence
    grounds = offence.grounds
    return {
        **found.place._asdict(),
        "move": offence.number,
        "played": ply_text(offence.ply, offence.size),
        "player": offence.player.value,
        "kind": offence.kind.value,
        "rule": offence.rule,
        "reason": offence.reason,
        "formula": grounds and grounds.formula,
        "holds": grounds and grounds.holds,
        "board": grounds and board_rows(grounds.board).split(),
    }


def _disagreement_data(found: ScoreMismatch) -> dict[str, Any]:
    return {
        **found.place._asdict(),
        "recorded": found.recorded,
        "with_empty_squares_to_the_winner": found.expected,
        "discs_only": {"black": found.black, "white": found.white},
    }


def _tally(tally: ReplaySummary) -> dict[str, Any]:
    return {
        "games": tally.games,
        "lengths": {str(length): tally.lengths[length] for length in sorted(tally.lengths)},
        "forfeits": tally.forfeits,
        "games_with_forfeits": tally.with_forfeits,
        "early_ends": tally.early_ends,
        "wipe_outs": tally.wipe_outs,
        "ties": tally.ties,
        "black_wins": tally.black_wins,
        "white_wins": tally.white_wins,
    }

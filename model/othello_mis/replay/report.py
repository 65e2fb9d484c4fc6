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
from othello_spec.board import Square
from othello_spec.records.diagrams import board_rows
from othello_spec.records.malformed import Malformed
from othello_spec.records.move_lists import ply_text
from othello_suite.pictures import diagram

WIDTH: Final = 80

FORMAT: Final = "othello-mis replay 1"


# -- for people ------------------------------------------------------------------------------------


def of_file(found: FileFindings, width: int = WIDTH) -> Iterator[str]:
    """Yield the findings about a file, in lines of at most so many columns if possible."""
    mark = "✗" if found.deviates or found.malformed.count else "✓"
    yield from textwrap.wrap(
        f"{mark} {found.file}: {_headline(found)}",
        width,
        subsequent_indent="  ",
        break_on_hyphens=False,
        break_long_words=False,
    )
    kinds: tuple[tuple[Listed[Any], Callable[[Any, int], Iterator[str]], str], ...] = (
        (found.malformed, _malformed_lines, "that cannot be read"),
        (found.unfinished, _unfinished_lines, "unfinished"),
        (found.score_mismatches, _score_lines, "with another score"),
        (found.illegal, _illegal_lines, "illegal"),  # the last, for their pictures
    )
    for listed, lines_of, what in kinds:
        for before, item in itertools.pairwise((None, *listed.items)):
            if isinstance(before, Illegal) and before.move.reason and not item.move.reason:
                yield ""
            yield from lines_of(item, width)
        if listed.rest:
            yield f"  … and {listed.rest:,} more {what}; --all lists them"


def summary(counts: ReplaySummary) -> Iterator[str]:
    """Yield how the games came out that were played to the end."""
    rows = {"games to the end": f"{counts.games:,}"}
    if counts.games:
        shortest, longest = min(counts.lengths), max(counts.lengths)
        span = f"{shortest} to {longest}, {counts.mean_length:.1f} on average"
        where = f", in {_games(counts.with_forfeits)}" if counts.forfeits else ""
        rows |= {
            "moves in a game": f"{shortest}" if shortest == longest else span,
            "forfeited turns": f"{counts.forfeits:,}{where}",
            "ends with squares empty": f"{counts.early_ends:,}",
            "wipe-outs": f"{counts.wipe_outs:,}",
            "ties": f"{counts.ties:,}",
            "won by Black": f"{counts.black_wins:,}",
            "won by White": f"{counts.white_wins:,}",
        }
    for what, value in rows.items():
        yield f"  {what:<26}{value}"


def _games(number: int) -> str:
    return f"{number:,} game{'' if number == 1 else 's'}"


def _headline(found: FileFindings) -> str:
    year = f" of {found.year}" if found.year else ""
    counts = {
        "to the end": found.summary.games,
        "illegal": found.illegal.count,
        "unfinished": found.unfinished.count,
    }
    parts = [f"{number:,} {what}" for what, number in counts.items() if number]
    if found.positions and not (found.read or found.illegal.count or found.unreadable):
        parts = ["all moves in them legal"]
    if found.read and found.summary.games == found.read:
        parts = ["all legal to the end"]
    if found.score_mismatches.count:
        parts.append(f"{found.score_mismatches.count:,} with another score")
    elif found.has_scores and found.summary.games:
        parts.append("scores agree")
    if found.unreadable:
        parts.append(f"{found.unreadable:,} that cannot be read")
    if found.missing:
        parts.append(f"{found.missing:,} missing that the header counts")
    positions = f"{found.positions:,} position{'' if found.positions == 1 else 's'}"
    if found.positions and not found.read:
        counted = positions
    else:
        counted = f"{_games(found.read)}{year}" + (f" and {positions}" if found.positions else "")
    text = ", ".join((counted, *parts))
    return f"{text}; the header is wrong (below)" if found.wrong_header else text


def _place(place: GamePlace) -> str:
    return f"game {place.game}" if place.line is None else f"line {place.line}, game {place.game}"


def _malformed_lines(error: Malformed, width: int) -> Iterator[str]:
    where = error.place.removeprefix(f"{error.file}").removeprefix(", ")
    right = f"; {error.right}" if error.right else ""
    yield from _wrap(f"{where}: {error.why}{right}" if where else f"{error.why}{right}", 2, width)


def _illegal_lines(found: Illegal, width: int) -> Iterator[str]:
    move, reason = found.move, found.move.reason
    head = f"  {_place(found.place)}, move {move.number}: {move.action}"
    label = f"[{move.rule}]"
    if reason:
        yield ""
    yield head + label.rjust(width - len(head)) if len(head + label) < width else f"{head} {label}"
    if reason:
        yield from _wrap(move.rule_text, 4, width)
        yield from _wrap(f"{'✓' if reason.holds else '✗'} {reason.formula}", 4, width)
        yield ""
        marked = [move.ply] if isinstance(move.ply, Square) else []
        yield from (f"    {line}" for line in diagram(reason.board, marked))


def _score_lines(found: ScoreMismatch, width: int) -> Iterator[str]:
    due = f"{found.expected} with the empty squares to the winner, {found.black} by discs only"
    scores = f"Black's score on record is {found.recorded}; it is {due} (White has {found.white})"
    yield from _wrap(f"{_place(found.place)}: {scores}", 2, width)


def _unfinished_lines(found: Unfinished, width: int) -> Iterator[str]:
    moves = f"{found.moves} move{'' if found.moves == 1 else 's'}"
    yield from _wrap(f"{_place(found.place)}: unfinished, the record ends after {moves}", 2, width)


def _wrap(text: str, indent: int, width: int) -> list[str]:
    margin = " " * indent
    return textwrap.wrap(
        text, width, initial_indent=margin, subsequent_indent=margin, break_on_hyphens=False
    )


# -- for programs ----------------------------------------------------------------------------------


def as_data(files: Sequence[FileFindings], total: ReplaySummary) -> dict[str, Any]:
    """Return the findings about all files in their JSON form."""
    return {
        "format": FORMAT,
        "files": [_file_data(found) for found in files],
        "summary": _summary_data(total),
    }


def _file_data(found: FileFindings) -> dict[str, Any]:
    return {
        "file": found.file,
        "kind": found.kind,
        "year": found.year,
        "games": found.read,
        "positions": found.positions,
        "malformed": _listed_data(found.malformed, _malformed_data),
        "illegal": _listed_data(found.illegal, _illegal_data),
        "scores": _listed_data(found.score_mismatches, _score_data),
        "unfinished": _listed_data(
            found.unfinished, lambda item: {**item.place._asdict(), "moves": item.moves}
        ),
        "summary": _summary_data(found.summary),
    }


def _listed_data(listed: Listed[Item], data_of: Callable[[Item], dict[str, Any]]) -> dict[str, Any]:
    return {"count": listed.count, "listed": list(map(data_of, listed.items))}


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
    move, reason = found.move, found.move.reason
    return {
        **found.place._asdict(),
        "move": move.number,
        "played": ply_text(move.ply, move.size),
        "player": move.player.value,
        "kind": move.kind.value,
        "rule": move.rule,
        "reason": move.rule_text,
        "formula": reason and reason.formula,
        "holds": reason and reason.holds,
        "board": reason and board_rows(reason.board).split(),
    }


def _score_data(found: ScoreMismatch) -> dict[str, Any]:
    return {
        **found.place._asdict(),
        "recorded": found.recorded,
        "with_empty_squares_to_the_winner": found.expected,
        "discs_only": {"black": found.black, "white": found.white},
    }


def _summary_data(counts: ReplaySummary) -> dict[str, Any]:
    return {
        "games": counts.games,
        "lengths": {str(length): counts.lengths[length] for length in sorted(counts.lengths)},
        "forfeits": counts.forfeits,
        "games_with_forfeits": counts.with_forfeits,
        "early_ends": counts.early_ends,
        "wipe_outs": counts.wipe_outs,
        "ties": counts.ties,
        "black_wins": counts.black_wins,
        "white_wins": counts.white_wins,
    }

"""Replay: recorded games are judged as the specification judges them, even from broken files."""

from __future__ import annotations

import gc
import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from pathlib import Path
from tempfile import NamedTemporaryFile
from types import SimpleNamespace
from typing import Any, NamedTuple

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from modspec.syntax.values import Map
from othello_mis.commands.main import main
from othello_mis.replay import files, findings, generated_games
from othello_mis.replay.batch_replay import (
    END,
    PASS_CODE,
    longest,
    ply_codes,
    replay_batch,
    replay_games,
)
from othello_mis.replay.generated_games import generate_games
from othello_mis.replay.kernel_replay import blacks_record, replay_game
from othello_mis.replay.recorded_game import RecordedGame
from othello_mis.replay.replayed_game import IllegalKind, IllegalMove, replayed_game
from othello_model.kernel import STANDARD
from othello_proofs.counting.playouts import choices as playout_choices
from othello_spec.board import BLACK, EMPTY, SQUARES, WHITE, Board, Square
from othello_spec.match import score_with_empty_squares
from othello_spec.othello import Game, count, game_over
from othello_spec.passing import Passing
from othello_spec.records.move_lists import PASS, Ply, move_list, moves, plies
from othello_spec.records.wthor import GAME, HEADER, Header, Wthor, WthorGame, read_wthor, wthor
from othello_spec.rules import RULES
from othello_suite.pictures import diagram
from othello_suite.scenarios import GAMES
from playouts_on_ints import final_discs

DATA = Path(__file__).parent / "data" / "generated.wtb"
"""Forty games, played at random."""

SOUND, DEVIATES, USAGE, UNREADABLE = 0, 1, 2, 3

WIPED_OUT = move_list(GAMES["White is wiped out after nine moves"])
FORFEIT = move_list(GAMES["Black forfeits after eight moves"])
TIE = move_list(GAMES["both forfeit, then a tie on a full board"])
EARLY = move_list(GAMES["over with both colours and empty squares"])


class Result(NamedTuple):
    """How a command ended, and what it printed."""

    code: int
    out: str
    err: str

    @property
    def flat_output(self) -> str:
        """The output in one line."""
        return " ".join(self.out.split())


Run = Callable[..., Result]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Iterator[Run]:
    """Runs a command in this process, where a traceback would be an exception."""
    handler, threshold = signal.getsignal(signal.SIGTERM), gc.get_threshold()

    def command(*arguments: str | Path) -> Result:
        monkeypatch.setattr(sys, "argv", ["othello-mis", *map(str, arguments)])
        with pytest.raises(SystemExit) as ended:
            main()
        assert isinstance(ended.value.code, int)
        out, err = capsys.readouterr()
        assert "Traceback" not in err
        assert "fault of its own" not in err
        return Result(int(ended.value.code), out, err)

    yield command
    signal.signal(signal.SIGTERM, handler)
    gc.set_threshold(*threshold)


@pytest.fixture
def file(tmp_path: Path) -> Callable[[str, str | bytes], Path]:
    """Makes files."""

    def make(name: str, content: str | bytes) -> Path:
        path = tmp_path / name
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return path

    return make


Make = Callable[[str, str | bytes], Path]


def data_of(result: Result) -> dict[str, Any]:
    """The findings of the only file, from the JSON."""
    (found,) = json.loads(result.out)["files"]
    assert isinstance(found, dict)
    return found


# -- the batch and the specification ---------------------------------------------------------------


def with_passes(game: Sequence[Square]) -> list[Ply]:
    """The game with the passes written that the specification says are forced."""
    result: list[Ply] = list(game)
    for after, _ in reversed(replayed_game(game).forfeits):
        result.insert(after, PASS)
    return result


@cache
def whole_games() -> tuple[list[Ply], ...]:
    """Games to their end, without passes and with them."""
    plain = [*GAMES.values(), *(game.moves for game in read_wthor(DATA.read_bytes()).games[:6])]
    return (*map(list, plain), *map(with_passes, plain))


@st.composite
def games(draw: st.DrawFn) -> tuple[Ply, ...]:
    """A game, perhaps cut short, and perhaps with a ply too many or another one."""
    game = list(draw(st.sampled_from(whole_games())))
    ply = draw(st.sampled_from([PASS, *sorted(SQUARES)]))
    at = draw(st.integers(0, len(game)))
    match draw(st.sampled_from(["whole", "cut", "one more", "another"])):
        case "cut":
            del game[at:]
        case "one more":
            game.insert(at, ply)
        case "another":
            game[at : at + 1] = [ply]
    return tuple(game)


def batch_of(*all_plies: tuple[Ply, ...]) -> Any:
    rows = [ply_codes(each) for each in all_plies]
    width = max(map(len, rows), default=0)
    return np.array([row + [END] * (width - len(row)) for row in rows], np.uint16).reshape(
        len(rows), width
    )


@settings(max_examples=60)
@given(st.lists(games(), min_size=1, max_size=4))
def test_the_kernel_judges_games_as_the_specification_does(
    all_plies: list[tuple[Ply, ...]],
) -> None:
    records = list(map(RecordedGame, all_plies))
    alone = list(map(replay_game, records))
    assert alone == replay_games(records)
    for each, outcome in zip(all_plies, alone, strict=True):
        expected = replayed_game(each)
        wrong = expected.illegal_move.number if expected.illegal_move else 0
        assert wrong == (outcome.is_illegal and outcome.sound + 1)
        assert len(expected.moves) == outcome.moves
        assert expected.is_over == outcome.is_over
        assert expected.count(BLACK) == outcome.black.bit_count()
        assert expected.count(WHITE) == outcome.white.bit_count()
        if not expected.illegal_move:
            assert len(expected.forfeits) == outcome.forfeits


def test_a_row_of_a_batch_has_no_more_plies_than_can_matter() -> None:
    game = plies("f5 -- a1")
    assert [37, PASS_CODE, 0] == ply_codes(game)
    assert longest() == len(ply_codes((PASS,) * 1000))


def test_a_game_without_plies_is_one_that_nobody_has_begun() -> None:
    outcomes = replay_batch(batch_of((), plies("f5")))
    assert [0, 1] == outcomes.moves.tolist()
    assert not outcomes.is_over.any()
    assert (0, 0) == replay_batch(np.zeros((0, 0), np.uint16)).black.shape * 2


def test_the_score_on_record_is_that_of_the_match_module() -> None:
    finals = final_discs(playout_choices(40, 3).tolist())
    finals += [replayed_game(each).state for each in GAMES.values()]
    finals += [(1, 1 << 63), (3, 1 << 63), (1, 3 << 62)]  # far apart: nobody can move
    seen = set()
    for final in finals:
        board = final.board if isinstance(final, Passing) else board_of(*final)
        game = Game(board=Map(board), turn=BLACK)
        if not game_over(game):
            continue
        black, white = count(game, BLACK), count(game, WHITE)
        seen.add((black + white < 64, np.sign(black - white)))
        record = blacks_record(np.array([black]), np.array([white]))
        some_match: Any = SimpleNamespace(game=game)
        assert [score_with_empty_squares(some_match, BLACK)] == record
        assert 64 - score_with_empty_squares(some_match, WHITE) == record[0]
    assert {(early, sign) for early in (False, True) for sign in (-1, 0, 1)} == seen


def board_of(black: int, white: int) -> Board:
    """The board of two words."""
    players = [(BLACK, STANDARD.squares(black)), (WHITE, STANDARD.squares(white))]
    return {s: next((p for p, own in players if s in own), EMPTY) for s in SQUARES}


@pytest.mark.parametrize("size", [4, 6, 10, 16])
def test_a_course_is_run_on_a_board_of_any_size(size: int) -> None:
    start = replayed_game((), size)
    game = [min(start.valid_moves)]
    game += [min(replayed_game(game, size).valid_moves)]
    assert tuple(game) == replayed_game(game, size).moves
    assert (3, 3) == (
        replayed_game(game, size).count(BLACK),
        replayed_game(game, size).count(WHITE),
    )
    assert "place-on-empty" == rule_of(replayed_game([*game, game[0]], size).illegal_move)


# -- why a ply is against the rules ----------------------------------------------------------------


def rule_of(illegal: IllegalMove | None) -> str:
    assert illegal is not None
    return illegal.rule


AGAINST = {
    "f5 f5": (2, IllegalKind.MOVE, "place-on-empty", "✗ board[f5] = EMPTY"),
    "d4": (1, IllegalKind.MOVE, "place-on-empty", "✗ board[d4] = EMPTY"),
    "f5 d6 a1": (3, IllegalKind.MOVE, "must-capture", "✗ |flips(board, BLACK, a1)| > 0"),
    "f5 e6": (2, IllegalKind.MOVE, "must-capture", "✗ |flips(board, WHITE, e6)| > 0"),
    "--": (1, IllegalKind.PASS, "forced-pass-only", "✗ ¬can_move(board, turn)"),
    "f5 -- d6": (2, IllegalKind.PASS, "forced-pass-only", "✗ ¬can_move(board, turn)"),
    f"{FORFEIT} -- --": (10, IllegalKind.PASS, "forced-pass-only", "✗ ¬can_move(board, turn)"),
    f"{WIPED_OUT} a1": (10, IllegalKind.AFTER_THE_END, "game-over", "✓ ¬can_move(board, BLACK) ∧"),
    f"{WIPED_OUT} --": (10, IllegalKind.AFTER_THE_END, "game-over", "✓ ¬can_move(board, BLACK) ∧"),
    f"{TIE} --": (61, IllegalKind.AFTER_THE_END, "game-over", "✓ ¬can_move(board, BLACK) ∧"),
}


@pytest.mark.rule(
    "place-on-empty", "must-capture", "forced-pass-only", "no-voluntary-forfeit", "game-over"
)
@pytest.mark.parametrize("text", AGAINST)
def test_what_the_rules_forbid_is_told_with_its_rule(text: str, run: Run, file: Make) -> None:
    number, kind, rule, formula = AGAINST[text]
    result = run("replay", file("games.txt", text))
    assert (DEVIATES, "") == (result.code, result.err)
    assert f"  line 1, game 1, move {number}: " in result.out
    assert f"[{rule}]\n" in result.out
    assert f"    {formula}" in result.out
    assert RULES[rule].text.split()[0] in result.out
    (told,) = data_of(run("replay", "--json", file("games.txt", text)))["illegal"]["listed"]
    expected = {"game": 1, "line": 1, "move": number, "kind": kind.value, "rule": rule}
    assert expected == {key: told[key] for key in expected}
    assert RULES[rule].text == told["reason"]


@pytest.mark.rule("forfeit")
def test_a_forced_pass_may_be_written_or_left_out() -> None:
    with_pass, without = (
        replayed_game(plies(f"{FORFEIT} -- e3")),
        replayed_game(plies(f"{FORFEIT} e3")),
    )
    assert with_pass == without
    assert ((8, BLACK),) == with_pass.forfeits
    outcomes = replay_batch(batch_of(plies(f"{FORFEIT} -- e3"), plies(f"{FORFEIT} e3")))
    assert [False, False] == outcomes.is_illegal.tolist()
    assert [1, 1] == outcomes.forfeits.tolist()
    assert [9, 9] == outcomes.moves.tolist()


def test_kernel_and_specification_that_disagree_would_be_noticed(
    monkeypatch: pytest.MonkeyPatch, file: Make
) -> None:
    monkeypatch.setattr(findings, "replayed_game", lambda *_: replayed_game(()))
    with pytest.raises(AssertionError, match="kernel and specification do not agree on move 2"):
        findings.examine_file(file("games.txt", "f5 f5"), 10, lambda phase, done, total: None)


# -- text ------------------------------------------------------------------------------------------


def test_comments_and_blank_lines_are_no_games(run: Run, file: Make) -> None:
    text = f"# games\n\n  \n{WIPED_OUT}  # the first: ü\n#f5 f5\n{TIE.replace(' ', '')}\r\n"
    result = run("replay", file("games.txt", text))
    assert SOUND == result.code
    assert "games.txt: 2 games, all legal to the end games to the end 2" in result.flat_output


def test_a_mark_of_the_byte_order_does_not_matter(run: Run, file: Make) -> None:
    assert SOUND == run("replay", file("games.txt", b"\xef\xbb\xbf" + WIPED_OUT.encode())).code


def test_a_game_that_stops_before_its_end_is_told_and_is_legal(run: Run, file: Make) -> None:
    result = run("replay", file("games.txt", f"f5 d6 c3\n{EARLY}\n{FORFEIT} --"))
    assert SOUND == result.code
    assert "✓" == result.out[0]
    assert "games.txt: 3 games, 1 to the end, 2 unfinished line 1, game 1" in result.flat_output
    assert "  line 1, game 1: unfinished, the record ends after 3 moves\n" in result.out
    assert "  line 3, game 3: unfinished, the record ends after 8 moves\n" in result.out


def test_the_games_around_a_malformed_one_are_judged(run: Run, file: Make) -> None:
    text = f"{TIE}\nf5 zz\nf5 \xfc\n{WIPED_OUT}\nf5 d6\0\nf5 f5\n".encode("latin-1")
    result = run("replay", file("games.txt", text.replace(b"\0", b"?")))
    assert UNREADABLE == result.code
    assert "3 games, 2 to the end, 1 illegal, 3 that cannot be read line 2" in result.flat_output
    assert "  line 2, game 2, move 2: 'zz' names no square; write a column letter" in result.out
    assert f"  line 3, game 3, byte {len(TIE) + 10}: the byte 252 in a move list" in result.out
    assert "  line 5, game 5, move 3: '?' names no square" in result.out
    assert "  line 6, game 6, move 2: White plays f5" in result.out


def test_a_very_long_line_is_malformed_and_the_next_one_is_read(run: Run, file: Make) -> None:
    result = run("replay", file("games.txt", "f5 " * 100_000 + f"\n{TIE}\n"))
    assert UNREADABLE == result.code
    assert "1 game, all legal to the end, 1 that cannot be read line 1" in result.flat_output
    assert "line 1, game 1, byte 0: a line of more than 65536 bytes" in result.out
    assert "games to the end          1\n" in result.out


def test_many_games_are_replayed_a_chunk_at_a_time(
    run: Run, file: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = [WIPED_OUT, "f5 f5", "zz", TIE, "f5"] * 5
    text = "\n".join(lines)
    whole = run("replay", "--all", "--json", file("games.txt", text))
    broken = file("g.wtb", with_bytes(game_at(30) + 8, 11, data=with_bytes(4, 0)))
    forty = run("replay", "--json", broken)
    assert [30] == [told["game"] for told in data_of(forty)["illegal"]["listed"]]
    assert 1 == data_of(forty)["malformed"]["count"]
    for chunk in (1, 2, 7, 25):
        monkeypatch.setattr(files, "CHUNK", chunk)
        assert forty.out == run("replay", "--json", broken).out
        assert whole.out == run("replay", "--all", "--json", file("games.txt", text)).out
    found = data_of(whole)
    assert (20, 5, 5, 5) == (
        found["games"],
        *(found[kind]["count"] for kind in ("malformed", "illegal", "unfinished")),
    )
    assert [2, 7, 12, 17, 22] == [told["line"] for told in found["illegal"]["listed"]]


# -- WTHOR -----------------------------------------------------------------------------------------

SHARED = DATA.read_bytes()

ONE_MISSING = "39 games, all legal to the end, scores agree, 1 missing that the header counts"
ONE_UNREADABLE = "39 games, all legal to the end, scores agree, 1 that cannot be read"
WRONG = "the header is wrong (below)"
HEADER_WRONG = f"40 games, all legal to the end, scores agree; {WRONG}"


def with_bytes(at: int, *values: int, data: bytes = SHARED) -> bytes:
    """The forty games with other bytes at a place."""
    return data[:at] + bytes(values) + data[at + len(values) :]


def game_at(game: int) -> int:
    """Where a game begins."""
    return HEADER.size + (game - 1) * GAME.size


def test_a_sound_file_is_found_sound(run: Run) -> None:
    result = run("replay", DATA)
    assert (SOUND, "") == (result.code, result.err)
    first, _, summary_text = result.out.partition("\n\n")
    summary = summary_text.splitlines()
    assert f"✓ {DATA}: 40 games, all legal to the end, scores agree" == " ".join(first.split())
    assert "  games to the end          40" == summary[0]


def test_the_summary_counts_what_the_specification_says(run: Run) -> None:
    games = [replayed_game(each.moves) for each in read_wthor(SHARED).games]
    counts = [(each.count(BLACK), each.count(WHITE)) for each in games]
    told = data_of(run("replay", "--json", DATA))["summary"]
    assert told == {
        "games": 40,
        "lengths": {
            str(n): len([g for g in games if len(g.moves) == n])
            for n in sorted({len(g.moves) for g in games})
        },
        "forfeits": sum(len(each.forfeits) for each in games),
        "games_with_forfeits": sum(bool(each.forfeits) for each in games),
        "early_ends": sum(black + white < 64 for black, white in counts),
        "wipe_outs": sum(0 in each for each in counts),
        "ties": sum(black == white for black, white in counts),
        "black_wins": sum(black > white for black, white in counts),
        "white_wins": sum(black < white for black, white in counts),
    }


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (TIE, {"forfeits": 3, "ties": 1, "early_ends": 0, "wipe_outs": 0, "lengths": {"60": 1}}),
        (WIPED_OUT, {"black_wins": 1, "early_ends": 1, "wipe_outs": 1, "lengths": {"9": 1}}),
        (EARLY, {"games": 1, "early_ends": 1, "wipe_outs": 0, "ties": 0}),
    ],
)
def test_rare_ends_are_counted(text: str, expected: dict[str, Any], run: Run, file: Make) -> None:
    told = data_of(run("replay", "--json", file("g.txt", text)))["summary"]
    assert expected == {key: told[key] for key in expected}


def test_a_game_that_goes_on_after_its_end_is_not_counted(run: Run, file: Make) -> None:
    found = data_of(run("replay", "--json", file("g.txt", f"{WIPED_OUT} a1\n{TIE}")))
    assert (1, 1) == (found["summary"]["games"], found["illegal"]["count"])
    assert (0, 0) == (found["summary"]["wipe_outs"], found["unfinished"]["count"])


def test_a_wrong_score_is_told_in_both_conventions(run: Run, file: Make) -> None:
    game = read_wthor(SHARED).games[0]
    early = WthorGame(moves(WIPED_OUT), score=13)
    path = file("g.wtb", wthor(Wthor(Header(), (game, early))))
    result = run("replay", path)
    assert DEVIATES == result.code
    assert "2 games, all legal to the end, 1 with another score game 2:" in result.flat_output
    assert (
        "  game 2: Black's score on record is 13; it is 64 with the empty squares to the\n"
        "  winner, 13 by discs only (White has 0)\n"
    ) in result.out
    (told,) = data_of(run("replay", "--json", path))["scores"]["listed"]
    assert told == {
        "game": 2,
        "line": None,
        "recorded": 13,
        "with_empty_squares_to_the_winner": 64,
        "discs_only": {"black": 13, "white": 0},
    }


def test_the_score_of_an_unfinished_game_is_not_compared(run: Run, file: Make) -> None:
    result = run("replay", file("g.wtb", with_bytes(game_at(3) + 8 + 30, *[0] * 30)))
    assert SOUND == result.code
    assert "40 games, 39 to the end, 1 unfinished, scores agree game 3:" in result.flat_output
    assert "  game 3: unfinished, the record ends after 30 moves\n" in result.out


def test_an_illegal_move_of_a_file_is_told_with_its_game_and_drawn(run: Run, file: Make) -> None:
    result = run("replay", file("g.wtb", with_bytes(game_at(5) + 8, 11)))
    assert DEVIATES == result.code
    lines = result.out.splitlines()
    at = lines.index("  game 5, move 1: Black plays a1" + "[must-capture]".rjust(80 - 32))
    picture = [f"    {line}" for line in diagram(replayed_game(()).state.board, [Square(0, 0)])]
    assert picture == lines[at + 5 : at + 14]
    assert "    1[.]. . . . . . ." == picture[1]


def test_a_header_that_counts_far_too_few_games_does_not_have_all_of_them_read(
    run: Run, file: Make
) -> None:
    path = file("g.wtb", with_bytes(4, 0, 0))
    with path.open("r+b") as stream:  # mostly a hole: a gigabyte of zeros, as games of no moves
        stream.truncate(1 << 30)
    began = time.monotonic()
    result = run("replay", path)
    assert time.monotonic() - began < 30  # all of them would take minutes
    there = ((1 << 30) - HEADER.size) // GAME.size
    assert f"the last {there - files.UNCOUNTED} games are not read" in result.flat_output
    assert f"the header counts 0 games; the file has {there}" in result.flat_output
    assert data_of(run("replay", "--json", path))["games"] == files.UNCOUNTED


@pytest.mark.parametrize(
    ("data", "told", "why"),
    [
        (
            SHARED[:-30],
            ONE_MISSING,
            "byte 4: the header counts 40 games; the file has 39 and 38 bytes",
        ),
        (SHARED[:-68], ONE_MISSING, "byte 4: the header counts 40 games; the file has 39;"),
        (
            SHARED + b"\0" * 5,
            HEADER_WRONG,
            "byte 4: the header counts 40 games; the file has 40 and 5 bytes",
        ),
        (
            with_bytes(4, 255, 255, 255, 255),
            "40 games, all legal to the end, scores agree, 4,294,967,255 missing that the header",
            "the header counts 4294967295 games",
        ),
        (with_bytes(4, 0), HEADER_WRONG, "the header counts 0 games; the file has 40"),
        (with_bytes(12, 9), HEADER_WRONG, "byte 12: the size of the board is 9"),
        (
            with_bytes(0, 20, 7, 31, 31),
            HEADER_WRONG,
            "byte 0: the date of the file is 20, 7, 31, 31",
        ),
        (
            with_bytes(0, 20, 7, 31, 31, data=SHARED[:-68]),
            f"{ONE_MISSING}; {WRONG}",
            "byte 0: the date",
        ),
        (
            with_bytes(game_at(7) + 8, 99),
            ONE_UNREADABLE,
            f"game 7, move 1, byte {game_at(7) + 8}: 99 names no",
        ),
        (
            with_bytes(game_at(7) + 20, 0),
            ONE_UNREADABLE,
            f"game 7, move 13, byte {game_at(7) + 20}: nothing, but",
        ),
        (
            with_bytes(game_at(40) + 6, 65),
            ONE_UNREADABLE,
            f"game 40, byte {game_at(40) + 6}: a score of 65",
        ),
    ],
)
def test_the_sound_games_of_a_broken_file_are_judged(
    data: bytes, told: str, why: str, run: Run, file: Make
) -> None:
    result = run("replay", file("g.wtb", data))
    assert (UNREADABLE, "") == (result.code, result.err)
    assert f"g.wtb: {told}" in result.flat_output
    assert why in result.flat_output
    assert ("cannot be read" in told) == ("cannot be read" in result.flat_output)


@settings(max_examples=40)
@given(st.lists(st.integers(0, len(SHARED) * 8 - 1), min_size=1, max_size=3))
def test_whatever_bits_are_flipped_the_other_games_are_judged(bits: list[int]) -> None:
    data = bytearray(SHARED)
    for bit in bits:
        data[bit // 8] ^= 1 << bit % 8
    with NamedTemporaryFile(suffix=".wtb") as stream:
        stream.write(data)
        stream.flush()
        found = findings.examine_file(Path(stream.name), 10, lambda phase, done, total: None)
    hit = {(bit // 8 - 16) // 68 for bit in bits if bit // 8 >= 16}
    if data[12] == 10:
        assert "unreadable" == found.kind
        return
    assert 40 - len(hit) <= found.summary.games <= found.read <= 40
    assert {*range(1, 41)} - {game + 1 for game in hit} <= {*range(1, 41)} - {
        told.place.game for told in (*found.illegal.items, *found.score_mismatches.items)
    }


def test_the_how_to_shows_what_is_said_of_a_broken_file(
    run: Run, file: Make, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    file("games.wtb", with_bytes(game_at(7) + 8, 199)[:-30])
    said, _, _ = run("replay", "games.wtb").out.partition("\n\n")
    page = DATA.parents[2] / "docs" / "how-to" / "replay-recorded-games.md"
    assert f"```text\n{said}\n```" in page.read_text(encoding="utf-8")


# -- files -----------------------------------------------------------------------------------------


def test_a_file_is_known_by_its_name_or_else_by_its_content(run: Run, file: Make) -> None:
    assert "wthor" == data_of(run("replay", "--json", file("games", SHARED)))["kind"]
    assert "wthor" == data_of(run("replay", "--json", file("GAMES.WTB", SHARED)))["kind"]
    assert "text" == data_of(run("replay", "--json", file("games.dat", TIE)))["kind"]


def no_file(tmp_path: Path) -> Path:
    return tmp_path / "nowhere.wtb"


def folder(tmp_path: Path) -> Path:
    return tmp_path


def pipe(tmp_path: Path) -> Path:
    os.mkfifo(tmp_path / "pipe")
    return tmp_path / "pipe"


def holding(data: bytes, name: str = "games") -> Callable[[Path], Path]:
    def make(tmp_path: Path) -> Path:
        (tmp_path / name).write_bytes(data)
        return tmp_path / name

    return make


UNREADABLE_FILES: dict[str, tuple[Callable[[Path], Path], str]] = {
    "no file": (no_file, "nowhere.wtb: cannot be read: No such file or directory"),
    "a folder": (folder, "not a regular file; give a file of games"),
    "a pipe": (pipe, "pipe: not a regular file; give a file of games"),
    "a name with a null": (lambda path: path / "a\0b", "cannot be read"),
    "an empty file": (holding(b""), "games: an empty file; write a move list on each line"),
    "an empty WTHOR file": (holding(b"", "a.wtb"), "a.wtb, byte 0: 0 bytes, and no header"),
    "a piece of a header": (holding(SHARED[:9], "a.wtb"), "byte 0: 9 bytes, and no header"),
    "a board of 10x10": (
        holding(with_bytes(12, 10), "a.wtb"),
        "byte 12: games of a board of 10x10",
    ),
    "no text": (holding(b"f5 d6\n\0\1"), "games, byte 6: this is no text; games are text, or"),
    "a broken WTHOR file by another name": (holding(SHARED[:-1]), "this is no text"),
}


@pytest.mark.parametrize("what", UNREADABLE_FILES)
def test_what_is_no_file_of_games_is_told_in_one_line(what: str, run: Run, tmp_path: Path) -> None:
    make, why = UNREADABLE_FILES[what]
    result = run("replay", make(tmp_path))
    assert (UNREADABLE, "") == (result.code, result.out)
    assert result.err.startswith("othello-mis: ")
    assert why in result.err
    assert 1 == result.err.count("\n")


def test_the_other_files_are_judged(run: Run, file: Make, tmp_path: Path) -> None:
    result = run("replay", no_file(tmp_path), DATA, file("g.txt", "f5 f5"))
    assert UNREADABLE == result.code
    assert "nowhere.wtb: cannot be read" in result.err
    assert "40 games, all legal to the end, scores agree ✗" in result.flat_output
    assert "g.txt: 1 game, 1 illegal line 1," in result.flat_output
    files = json.loads(run("replay", "--json", no_file(tmp_path), DATA).out)["files"]
    assert ["unreadable", "wthor"] == [each["kind"] for each in files]
    assert 1 == files[0]["malformed"]["count"]


@pytest.mark.parametrize("chunk", [4, files.CHUNK])
def test_only_the_first_findings_are_told_unless_all_are_asked_for(
    chunk: int, run: Run, file: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(files, "CHUNK", chunk)
    path = file("g.txt", "f5 f5\n" * 25 + "f5\n" * 12 + "zz\n" * 11)
    result = run("replay", path)
    assert 10 == result.out.count("White plays f5")
    assert "  … and 15 more illegal; --all lists them\n" in result.out
    assert "  … and 2 more unfinished; --all" in result.out
    assert "  … and 1 more that cannot be read; --all" in result.out
    told = run("replay", "--all", path).out
    assert (25, 0) == (told.count("White plays f5"), told.count("--all"))
    found = data_of(run("replay", "--json", path))
    assert (25, 10) == (found["illegal"]["count"], len(found["illegal"]["listed"]))


def test_the_report_fits_a_terminal(run: Run, file: Make, monkeypatch: Any, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    file("g.txt", "\n".join([*AGAINST, "zz", "f5", TIE]))
    file("g.wtb", with_bytes(game_at(2) + 6, 1))
    lines = run("replay", "g.txt", "g.wtb", "--all").out.splitlines()
    assert [] == [line for line in lines if len(line) > 80]


# -- many games ------------------------------------------------------------------------------------


def test_generated_games_are_the_same_for_the_same_seed() -> None:
    forty = b"".join(generate_games(40, 1))
    assert forty == b"".join(generate_games(40, 1)) != b"".join(generate_games(40, 2))
    assert b"".join(generate_games(20, 1))[16:] == forty[16 : game_at(21)]
    assert 40 == len(read_wthor(forty).games)


def test_no_part_of_the_generated_games_is_like_another(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(generated_games, "CHUNK", 10)
    forty = read_wthor(b"".join(generate_games(35, 1))).games
    assert (35, 35) == (len(forty), len(set(forty)))


def test_a_file_of_games_is_generated(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "new.wtb"
    assert (SOUND, "", "") == run("replay", "--generate", "40", "--seed", "1", path)
    assert b"".join(generate_games(40, 1)) == path.read_bytes()
    again = run("replay", "--generate", "40", path)
    assert USAGE == again.code
    assert "new.wtb' cannot be written: File exists; name a new file" in again.err
    both = run("replay", "--generate", "40", path, path)
    assert (USAGE, "othello-mis: --generate writes one file; given: 2\n") == (both.code, both.err)


def test_all_games_of_the_database_take_less_than_30_seconds_and_a_gigabyte(tmp_path: Path) -> None:
    games, path, status = 130_000, tmp_path / "games.wtb", tmp_path / "status"
    with path.open("wb") as stream:
        stream.writelines(generate_games(games, 7))
    # What the program itself says of its memory: `RUSAGE_CHILDREN` is the largest child that this
    # process ever had, a Java compiler among them.
    program = f"""
import atexit, pathlib
from othello_mis.commands.main import main
status = pathlib.Path("/proc/self/status")
atexit.register(lambda: pathlib.Path({str(status)!r}).write_text(status.read_text()))
main()
"""
    started = time.monotonic()
    command = [sys.executable, "-c", program, "replay", str(path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert time.monotonic() - started < 30
    [peak] = re.findall(r"VmHWM:\s+(\d+) kB", status.read_text())
    assert int(peak) * 1024 < 10**9
    assert SOUND == done.returncode
    assert all(" bytes of games.wtb" in line for line in done.stderr.splitlines())
    assert f"{games:,} games, all legal to the end, scores agree" in " ".join(done.stdout.split())


def test_thousands_of_illegal_games_are_told_in_seconds(run: Run, file: Make) -> None:
    bad = bytearray(b"".join(generate_games(20_000, 7)))
    for game in range(1, 20_001):
        bad[game_at(game) + 8 + game % 9] = 44  # d4, where there is a disc
    started = time.monotonic()
    result = run("replay", "--all", file("games.wtb", bytes(bad)))
    assert time.monotonic() - started < 15
    assert 20_000 == result.out.count("[place-on-empty]\n")
    assert 10 == result.out.count("✗ board[d4] = EMPTY\n")


def test_games_that_are_not_explained_are_told_as_the_specification_would(
    run: Run, file: Make
) -> None:
    lines = [*AGAINST, f"{FORFEIT} --"] * 2
    result = run("replay", "--all", "--json", file("games.txt", "\n".join(lines)))
    told = data_of(result)["illegal"]["listed"]
    assert [True] * 10 + [False] * 10 == [each["board"] is not None for each in told]
    for each in told:
        move = replayed_game(plies(lines[each["line"] - 1])).illegal_move
        assert move is not None
        assert (
            move.number,
            move.kind,
            move.player.value,
            move.rule,
            move.rule_text,
        ) == (
            each["move"],
            each["kind"],
            each["player"],
            each["rule"],
            each["reason"],
        )


def test_how_far_it_is_is_told_now_and_then(
    run: Run, file: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("othello_mis.commands.replay._SECONDS", 0)
    result = run("replay", file("g.txt", "f5\nf5 f5\n"))
    assert "othello-mis: 9 of 9 bytes of g.txt\n" == result.err


# -- boards of other sizes -------------------------------------------------------------------------


def whole_game(size: int) -> list[Square]:
    """A game in which the first valid move is made until there is none."""
    game: list[Square] = []
    while valid := replayed_game(game, size).valid_moves:
        game.append(min(valid))
    return game


def test_games_on_a_small_board_are_replayed(run: Run, file: Make) -> None:
    game = whole_game(4)
    text = move_list(game, 4)
    path = file("g.txt", f"{text}\n{text} a1 # too many\n{text[:2]}\nf5\n" + f"{text} --\n" * 11)
    result = run("replay", "--size", "4", "--all", path)
    assert UNREADABLE == result.code
    assert (
        "14 games, 1 to the end, 12 illegal, 1 unfinished, 1 that cannot be read"
        in result.flat_output
    )
    assert (
        "'f5' names no square; write a column letter and a row, from a1 to d4" in result.flat_output
    )
    assert "  line 3, game 3: unfinished, the record ends after 1 move\n" in result.out
    assert (12, 10) == (result.out.count("[game-over]\n"), result.out.count("✓ ¬can_move"))
    end = replayed_game(game, 4)
    told = data_of(run("replay", "--size", "4", "--json", path))["summary"]
    assert {str(len(game)): 1} == told["lengths"]
    assert len(end.forfeits) == told["forfeits"]
    assert (end.count(BLACK) > end.count(WHITE)) == told["black_wins"]
    assert (end.count(BLACK) < end.count(WHITE)) == told["white_wins"]
    assert (end.count(BLACK) + end.count(WHITE) < 16) == told["early_ends"]


@pytest.mark.parametrize("size", [6, 10, 16])
def test_games_on_a_board_of_another_size_are_replayed(size: int, run: Run, file: Make) -> None:
    first = move_list([min(replayed_game((), size).valid_moves)], size)
    result = run("replay", "--size", str(size), file("g.txt", f"{first}\n{first} {first}\n"))
    assert DEVIATES == result.code
    assert "2 games, 1 illegal, 1 unfinished" in result.flat_output
    assert f"White plays {first}" in result.flat_output


def test_a_size_that_does_not_fit_is_told(run: Run, file: Make, tmp_path: Path) -> None:
    result = run("replay", "--size", "10", DATA)
    assert UNREADABLE == result.code
    assert "a WTHOR file has games of 8x8, not of 10x10; leave --size out\n" in result.err
    result = run("replay", "--size", "7", file("g.txt", "f5"))
    assert (USAGE, "othello-mis: no board of 7x7; sizes are even, from 4 to 16\n") == (
        result.code,
        result.err,
    )
    result = run("replay", "--size", "10", "--generate", "4", tmp_path / "new.wtb")
    assert (USAGE, False) == (result.code, (tmp_path / "new.wtb").exists())


# -- the board after some moves --------------------------------------------------------------------


def test_the_board_after_some_moves_is_drawn_with_the_valid_ones(run: Run) -> None:
    result = run("show", "--moves", "f5 d6 c3")
    assert (SOUND, "") == (result.code, result.err)
    assert result.out.splitlines() == [
        "after 3 moves: f5 d6 c3",
        "",
        "    a b c d e f g h",
        "  1 . . . . . . . .",
        "  2 . . . . . . . .",
        "  3 . . B[.].[.]. .",
        "  4 . . . B B[.]. .",
        "  5 . . . W B B[.].",
        "  6 . . . W . . . .",
        "  7 . . . . . . . .",
        "  8 . . . . . . . .",
        "",
        "White's turn, valid moves: d3 f3 f4 g5",
        "Black 5, White 2",
    ]


def test_one_move_is_one_move(run: Run) -> None:
    assert "after 1 move: f5" == run("show", "--moves", "f5").out.splitlines()[0]


def test_before_the_first_move_the_start_is_drawn(run: Run) -> None:
    result = run("show", "--moves", "")
    assert "    a b c d e f g h" == result.out.splitlines()[0]
    assert "Black's turn, valid moves: d3 c4 f5 e6\nBlack 2, White 2\n" in result.out


def test_forfeits_on_the_way_are_told(run: Run) -> None:
    assert "\n  Black forfeits a turn after move 8\n" in run("show", "--moves", FORFEIT).out
    assert run("show", "--moves", FORFEIT) == run("show", "--moves", f"{FORFEIT} --")


def test_the_end_of_a_game_is_told_in_both_conventions(run: Run) -> None:
    end = "the game is over, Black has won by 13 discs to 0, 64 to 0 with the empty squares\n"
    assert end in run("show", "--moves", WIPED_OUT).out
    assert "the game is over, a draw\nBlack 32, White 32\n" in run("show", "--moves", TIE).out


@pytest.mark.parametrize("size", range(4, 17, 2))
def test_a_board_of_any_size_may_be_drawn(size: int, run: Run) -> None:
    (first, *_) = sorted(replayed_game((), size).valid_moves)
    result = run("show", "--moves", move_list([first], size), "--size", str(size))
    assert (SOUND, "") == (result.code, result.err)
    assert 2 + size + 1 + 3 == len(result.out.splitlines())
    assert result.out.endswith("Black 4, White 1\n")


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["--moves", "f5 d6 a1"], "move 3, a1, is not valid for Black: A disc may be placed only"),
        (["--moves", "f5 d6 a1"], r"[must-capture]"),
        (["--moves", "f5 --"], "move 2, a pass, is not valid for White: A player passes when"),
        (["--moves", f"{WIPED_OUT} a1"], "move 10, a1, comes after the end: The game is over as"),
        (["--moves", "f5 zz"], "move 2: 'zz' names no square"),
        (["--moves", "i9"], "from a1 to h8"),
        (["--moves", "i9", "--size", "10"], "move 1, i9, is not valid for Black"),
        (["--moves", "", "--size", "5"], "--size is 5: sizes are even integers, from 4 to 16"),
        (["--moves", "", "--size", "1000000000"], "--size is 1000000000: sizes are even integers"),
        (
            ["--moves", "", "othello"],
            "--moves shows a state of othello; leave out othello_spec.othello",
        ),
        (["--moves", "", "--latex"], "--moves shows a state of othello; leave out --latex"),
        (["othello", "--size", "8"], "--size is of the state that --moves shows"),
    ],
)
def test_what_cannot_be_shown_is_told_in_one_line(arguments: list[str], why: str, run: Run) -> None:
    result = run("show", *arguments)
    assert (USAGE, "") == (result.code, result.out)
    assert why in result.err
    assert 1 == result.err.count("\n")

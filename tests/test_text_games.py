"""Text games: the usual forms of recorded games are read; any other text gets an explanation."""

from __future__ import annotations

import io
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from othello_mis.replay import findings
from othello_mis.replay.files import one_game
from othello_mis.replay.findings import FileFindings, examine_file
from othello_mis.replay.kernel_replay import replay_game
from othello_mis.replay.recorded_game import RecordedGame
from othello_mis.replay.replayed_game import replayed_game
from othello_mis.replay.text_games import TextGame, looks_like_games, read_record, text_games
from othello_spec.board import BLACK, WHITE
from othello_spec.records.malformed import Malformed
from othello_spec.records.move_lists import move_list, moves, plies
from othello_spec.records.positions import Position, position_line
from othello_suite.scenarios import GAMES

DATA = Path(__file__).parent / "data" / "generated.wtb"

FORFEIT = move_list(GAMES["Black forfeits after eight moves"])
EARLY = move_list(GAMES["over with both colours and empty squares"])

START = "-" * 27 + "OX" + "-" * 6 + "XO" + "-" * 27
"""The start of a game as a line of squares."""


def games_in(text: str | bytes, size: int = 8) -> list[TextGame]:
    return list(text_games(io.BytesIO(text.encode() if isinstance(text, str) else text), size))


def games_of(text: str | bytes) -> list[str]:
    """The games of a text in normal form; of one that cannot be read, why."""
    return [
        str(one.problem) if one.problem else move_list(one.games[0].plies) for one in games_in(text)
    ]


def examine(path: Path, content: str | bytes, size: int = 8) -> FileFindings:
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return examine_file(path, 10, lambda phase, done, total: None, size)


# -- one game in many forms ------------------------------------------------------------------------

FORMS = {
    "letters and numbers only": "f5d6c3d3c4f4",
    "capitals": "F5D6C3 D3C4F4",
    "numbers": "1. f5 2. d6 3. c3 4. d3 5. c4 6. f4",
    "pairs": "1. f5 d6 2. c3 d3 3. c4 f4",
    "lines": "f5 d6\nc3 d3\n\tc4 f4\n",
    "a move on each line": "f5\nd6\nc3\nd3\nc4\nf4\n",
    "numbered lines": "1. f5 d6\n2. c3 d3\n3. c4 f4\n",
    "lines that end as on Windows": "f5 d6\r\nc3 d3\r\nc4 f4\r\n",
    "comments": "# mine\nf5 d6 {good} c3 d3 # here\nc4 {a\ncomment\n\nof four lines}f4",
    "a result": "f5 d6 c3 d3 c4 f4 34-30\n",
    "tags": '[Event "Club"]\n[Result "34-30"]\n\n1. f5 d6 2. c3 d3\n3. c4 f4 34-30\n',
    "a remark": '[Event "x"]\n\n1. f5 d6 ; usual\n2. c3 $1 d3 (2... c5) 3. c4 f4 *',
    "a mark of the byte order": "\ufefff5 d6 c3 d3 c4 f4",
}


@pytest.mark.parametrize("form", FORMS)
def test_a_game_is_the_same_in_every_form(form: str) -> None:
    assert ["f5 d6 c3 d3 c4 f4"] == games_of(FORMS[form])
    assert looks_like_games(FORMS[form].encode())


@pytest.mark.parametrize("written", ["--", "pa", "pass", "PASS", "Pa", "ps", "@@"])
def test_a_pass_is_read_however_it_is_written(written: str) -> None:
    assert [f"{FORFEIT} -- e3"] == games_of(f"{FORFEIT}\n{written}\ne3")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("f5 d6\nf5 d6\n", ["f5 d6", "f5 d6"]),
        ("f5 d6\nc4 c3\n", ["f5 d6", "c4 c3"]),
        ("f5 d6\n\nc3 d3\n", ["f5 d6", "c3 d3"]),
        ("f5 d6\nc3 d3\n\nf5 f4\n", ["f5 d6 c3 d3", "f5 f4"]),
        ("1. f5 d6\n1. c4 e3\n", ["f5 d6", "c4 e3"]),
        ('[A "1"]\n\nf5 d6\n\n[A "2"]\n\nf5\nf4\n', ["f5 d6", "f5 f4"]),
        ('[A "1"]\nf5 d6\n[A "2"]\nf5 f4\n', ["f5 d6", "f5 f4"]),
    ],
)
def test_it_is_plain_which_lines_are_one_game(text: str, expected: list[str]) -> None:
    assert expected == games_of(text)


def test_lines_and_numbers_are_counted() -> None:
    found = games_in('# club\n\nf5 d6\n\nzz\n\n[A "x"]\n\nf5\nd6\n')
    assert [(1, 3), (3, 9)] == [(g.number, g.line) for one in found for g in one.games]
    assert [(2, 5)] == [(one.problem.game, one.problem.line) for one in found if one.problem]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("f5 zz", "line 1, game 1, move 2: 'zz' names no square"),
        ("f5 3. d6", "line 1, game 1, move 2: numbered 3.; it is move 2"),
        ("f5 3.", "line 1, game 1, move 2: numbered 3.; it is move 2"),
        ('[A "1"]\n\n1. f5 d6\n2. zz d3\n', "line 4, game 1, move 3: 'zz' names no square"),
        ('[A "1"]\n\n1. f5 d6 2.\nc3 x\n', "line 4, game 1, move 4: 'x' names no square"),
        ('[FEN "x"]\n\nf5', "line 1, game 1: a game that begins with another position"),
        (f"{START}", "line 1, game 1: a position has 64 squares and whose turn it is"),
        (f"{START} Q", "line 1, game 1: 'Q' for whose turn it is; write X for Black"),
        (f"{START} X; zz:3", "line 1, game 1: 'zz' after the position is no move"),
    ],
)
def test_what_cannot_be_read_is_told_with_its_line(text: str, why: str) -> None:
    [told] = games_of(text)
    assert told.startswith(why)


def test_a_comment_that_does_not_end_is_told() -> None:
    with pytest.raises(Malformed, match="line 2: a comment that does not end; end it with }"):
        games_in("f5 {d6\nc3\n")


def test_a_very_long_game_is_not_kept_in_memory_as_one() -> None:
    lines = "f5 d6\n" * 2000
    assert ["f5 d6"] * 2000 == games_of(lines)


# -- positions -------------------------------------------------------------------------------------


def test_positions_are_read_with_their_moves() -> None:
    [one, two] = games_in(
        f"% two\n{START} X; F5:+2; D3:-4;\n{START.replace('-', '.')} O % no move\n"
    )
    assert [moves("f5"), moves("d3")] == [game.plies for game in one.games]
    assert [(BLACK, 2), (WHITE, 3)] == [
        (game.start.turn, game.line) for game in (one.games[0], two.games[0]) if game.start
    ]


def test_moves_in_a_position_are_judged(tmp_path: Path) -> None:
    found = examine(tmp_path / "a.obf", f"{START} X; F5:+2;\n{START} X; F5:0; D6:-4; A1:1\n")
    assert (0, 2, 2) == (found.read, found.positions, found.illegal.count)
    assert [(2, "d6"), (2, "a1")] == [
        (each.place.game, move_list([each.move.ply])) for each in found.illegal.items
    ]
    assert "must-capture" == found.illegal.items[0].move.rule
    assert (0, 0) == (found.unfinished.count, found.summary.games)


def test_where_the_player_has_to_pass_the_moves_are_those_of_the_other(tmp_path: Path) -> None:
    state = replayed_game(moves(FORFEIT)).state  # White again, Black has forfeited
    position = position_line(Position(state.board, BLACK))
    assert 0 == examine(tmp_path / "a", f"{position} E3:0;").illegal.count
    game = RecordedGame(moves("e3"), start=Position(state.board, BLACK))
    assert (
        1
        == replay_game(game).forfeits
        == len(replayed_game(game.plies, 8, game.start_state).forfeits)
    )


@settings(max_examples=30)
@given(st.sampled_from(sorted(GAMES)), st.integers(0, 70), st.data())
def test_kernel_and_specification_agree_from_any_position(
    name: str, number: int, data: st.DataObject
) -> None:
    whole = replayed_game(GAMES[name]).moves
    at = min(number, len(whole))
    middle = replayed_game(whole[:at])
    start = Position(middle.state.board, middle.state.turn)
    rest = list(whole[at:])
    if rest and data.draw(st.booleans()):
        rest[data.draw(st.integers(0, len(rest) - 1))] = whole[0]
    game = RecordedGame(tuple(rest), start=start)
    expected, outcome = replayed_game(rest, 8, game.start_state), replay_game(game)
    assert bool(expected.illegal_move) == outcome.is_illegal
    assert len(expected.moves) == outcome.moves
    assert expected.is_over == outcome.is_over
    assert (expected.count(BLACK), expected.count(WHITE)) == (
        outcome.black.bit_count(),
        outcome.white.bit_count(),
    )
    if not outcome.is_illegal:
        assert len(expected.forfeits) == outcome.forfeits


def test_a_position_may_stand_where_moves_do() -> None:
    game = read_record(f"{START} O")
    assert ((), WHITE) == (game.plies, game.start and game.start.turn)
    assert plies("f5 d6") == read_record("f5 d6").plies
    small = read_record("-----OX--XO----- X", 4)
    assert small.start is not None
    assert 16 == len(small.start.board)


# -- files -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("content", "kind"),
    [
        ("f5 d6 c3", "text"),
        (FORMS["tags"], "text"),
        (f"{START} X;", "text"),
        (DATA.read_bytes(), "wthor"),
    ],
)
@pytest.mark.parametrize("name", ["a.wtb", "a.txt", "a.pgn", "a"])
def test_the_content_of_a_file_decides(
    content: str | bytes, kind: str, name: str, tmp_path: Path
) -> None:
    found = examine(tmp_path / name, content)
    assert (kind, 0) == (found.kind, found.malformed.count)


@pytest.mark.parametrize(
    ("content", "why"),
    [
        ("The quick brown fox\njumps.\n", "there is no game in this text; write moves such as"),
        ("3 apples\n", "there is no game in this text"),
        ('{"faults": []}', "there is no game in this text"),
        ("# nothing yet\n", "there is no game in this text"),
        ("<html>\n<body>f5</body>\n", "there is no game"),
        ("f5 d6".encode("utf-16"), "text in UTF-16; save it as UTF-8"),
        (b"f5\0d6", "this is no text"),
        (b"", "an empty file"),
    ],
)
def test_text_that_is_no_game_is_told_in_a_line(
    content: str | bytes, why: str, tmp_path: Path
) -> None:
    found = examine(tmp_path / "a.txt", content)
    [told] = found.malformed.items
    assert why in str(told)
    assert (0, 0) == (found.read, found.positions)


def test_one_game_of_a_file_is_found_by_its_number(tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    path.write_text("f5 d6\nzz\nd3 c3\n")
    assert [moves("f5 d6"), moves("d3 c3")] == [one_game(path, n).plies for n in (1, 3)]
    with pytest.raises(Malformed, match=r"games\.txt, line 2, game 2, move 1: 'zz' names"):
        one_game(path, 2)
    with pytest.raises(Malformed, match="there is no game 4; there are 3 games"):
        one_game(path, 4)
    assert 60 >= len(one_game(DATA, 40).plies) > 0
    with pytest.raises(Malformed, match="there are 40 games"):
        one_game(DATA, 41)


# -- without NumPy ---------------------------------------------------------------------------------


def test_without_numpy_the_findings_are_the_same(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    text = f"{EARLY}\nf5 f5\n{FORFEIT} --\n{EARLY} a1\n" * 5
    for content in (text, DATA.read_bytes()):
        many = examine(tmp_path / "a", content)
        monkeypatch.setattr(findings, "_FEW", 10**6)
        assert as_compared(many) == as_compared(examine(tmp_path / "a", content))
        monkeypatch.undo()


def as_compared(found: FileFindings) -> list[object]:
    kinds = (found.illegal, found.malformed, found.score_mismatches, found.unfinished)
    return [*map(vars, kinds), found.summary, found.read]


def test_replay_explain_show_and_play_work_without_numpy() -> None:
    program = f"""
import sys
sys.modules["numpy"] = None
from click.testing import CliRunner
from othello_mis.commands.main import cli
for arguments in (["replay", {str(DATA)!r}], ["explain", "f5 d6", "c3"], ["show", "--moves", "f5"],
                  ["play"], ["show", "--from", {str(DATA)!r}]):
    result = CliRunner().invoke(cli, arguments, input="d3", standalone_mode=False)
    assert not result.exception, (arguments, result.exception)
    print(len(result.output))
result = CliRunner().invoke(cli, ["replay", "--generate", "2", "x"], standalone_mode=False)
assert ".[batch]" in str(result.exception.message), result
"""
    subprocess.run([sys.executable, "-c", program], check=True, capture_output=True)

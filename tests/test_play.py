"""Play: a game in the terminal follows the rules, and an unknown line gets an explanation."""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner, Result

from modlab.screen import Screen, screen_of
from modlab.streams import spell_in_ascii
from othello_mis.commands.main import cli
from othello_mis.play.loop import play_game
from othello_mis.play.replies import HELP, opening, reply_to
from othello_mis.play.table import PlayTable
from othello_mis.replay.replayed_game import replayed_game
from othello_spec.board import BLACK, WHITE, Player, Square
from othello_spec.records.move_lists import move_list, moves, plies
from othello_spec.rules import RULES
from othello_suite.scenarios import GAMES

FORFEIT = move_list(GAMES["Black forfeits after eight moves"])
WIPED_OUT = move_list(GAMES["White is wiped out after nine moves"])


def after(text: str = "", **fields: Any) -> PlayTable:
    return PlayTable(plies(text), **fields)


def reply_text(table: PlayTable, line: str) -> str:
    """Return the reply to a line, wherever its lines end."""
    return " ".join(" ".join(reply_to(table, line).lines).split())


def play(
    *lines: str, table: PlayTable | None = None, screen: Screen | None = None
) -> tuple[PlayTable, str]:
    """Type lines to the end of the input. Return the last table, and what was printed."""
    typed, printed = iter(lines), []

    def read_line(prompt: str) -> str:
        try:
            line = next(typed)
        except StopIteration:
            raise EOFError from None
        printed.append(f"{prompt}{line}")
        return line

    end = play_game(table or PlayTable(), read_line, printed.append, screen or Screen())
    return end, "\n".join(printed)


# -- moves -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "line", ["d3", "D3", " d3 ", "(2, 3)", "2 3", "2,3", "move(2, 3)", "1. d3", "move (2,3)"]
)
def test_a_move_may_be_typed_in_several_ways(line: str) -> None:
    reply = reply_to(PlayTable(), line)
    assert (Square(2, 3),) == reply.table.plies
    assert "Black plays d3." == reply.lines[0]
    assert "    a b c d e f g h" in " ".join(reply.lines)
    assert "White's turn, valid moves: c3 e3 c5" in reply.lines


def test_several_moves_may_be_typed_on_a_line() -> None:
    reply = reply_to(PlayTable(), "c4c3 d3")
    assert moves("c4 c3 d3") == reply.table.plies
    assert ("Black plays c4.", "White plays c3.", "Black plays d3.") == reply.lines[:3]


@pytest.mark.rule("must-capture", "place-on-empty", "forced-pass-only", "game-over")
@pytest.mark.parametrize(
    ("before", "line", "rule"),
    [
        ("", "a1", "must-capture"),
        ("", "d4", "place-on-empty"),
        ("f5", "pass", "forced-pass-only"),
        (WIPED_OUT, "a1", "game-over"),
    ],
)
def test_a_move_against_the_rules_is_refused_with_the_rule(
    before: str, line: str, rule: str
) -> None:
    table = after(before)
    assert f"{RULES[rule].text} [{rule}]" in reply_text(table, line)
    assert table == reply_to(table, line).table


def test_the_moves_up_to_the_first_that_is_refused_are_made() -> None:
    reply = reply_to(PlayTable(), "c4 c3 a1 d3")
    assert moves("c4 c3") == reply.table.plies
    assert "Move 3, a1, is not valid for Black" in reply_text(PlayTable(), "c4 c3 a1 d3")


@pytest.mark.rule("forfeit")
def test_a_forfeited_turn_is_announced_with_its_rule() -> None:
    game = moves(FORFEIT)
    table = PlayTable(game[:-1])
    text = reply_text(table, move_list(game[-1:]))
    assert f"Black forfeits a turn: {RULES['forfeit'].text} [forfeit]" in text
    assert "White's turn" in text
    assert "A forced pass is made for you" in reply_text(PlayTable(game), "pass")
    assert PlayTable(game) == reply_to(PlayTable(game), "--").table


def test_the_end_of_the_game_is_announced() -> None:
    game = moves(WIPED_OUT)
    text = reply_text(PlayTable(game[:-1]), move_list(game[-1:]))
    assert "the game is over, Black has won by 13 discs to 0" in text
    assert "there is no valid move" in reply_text(PlayTable(game), "moves")
    _, printed = play("", table=PlayTable(game))
    assert "over> " in printed


@pytest.mark.parametrize(
    ("line", "why"),
    [
        (
            "x9",
            "'x9' names no square; write a column letter and a row, from a1 to h8; or type help",
        ),
        ("8 3", "(8, 3) is off the board; rows and columns are 0 to 7"),
        ("(-1, 0)", "(-1, 0) is off the board"),
        ("mvoes", "There is no command 'mvoes'; did you mean moves?"),
        ("xyzzy", "There is no command 'xyzzy'; the commands are: board, moves"),
        ("\x1b[2J", "'\\x1b[2J' names no square"),
        ("why", "names no square"),
        ("why z9", "'z9' names no square"),
        ("why d3 c3", "'d3 c3' names no square"),
        ("why pass", "'pass' names no square"),
        ("undo", "There is no move to take back"),
        ("save", "Give the name of a new file"),
        ("transcript", "No move has been made"),
    ],
)
def test_a_line_that_means_nothing_is_told_so(line: str, why: str) -> None:
    assert why in reply_text(PlayTable(), line)
    assert PlayTable() == reply_to(PlayTable(), line).table


def test_an_empty_line_changes_nothing() -> None:
    assert ((), PlayTable()) == (
        reply_to(PlayTable(), " \n").lines,
        reply_to(PlayTable(), "").table,
    )


# -- commands --------------------------------------------------------------------------------------


def test_every_command_of_the_help_is_one() -> None:
    table = after("d3")
    for line in HELP.splitlines():
        command = line[:12].split("  ")[0].strip()
        assert "no command" not in reply_text(table, command.replace("d3", "c3"))
    assert all(len(line) <= 60 for line in HELP.splitlines())
    assert tuple(HELP.splitlines()) == reply_to(table, "help").lines


def test_why_a_square_is_valid_or_not_is_told_direction_by_direction() -> None:
    assert "d3 is a valid move for BLACK" in reply_text(PlayTable(), "why d3")
    assert "✓ south flips d4" in reply_text(PlayTable(), "why d3")
    assert "a1 is not a valid move for BLACK" in reply_text(PlayTable(), "why (0, 0)")
    assert "c3 is a valid move for WHITE" in reply_text(after("d3"), "WHY c3")


@pytest.mark.parametrize("command", ["moves", "hint"])
def test_the_valid_moves_are_told_with_what_they_flip(command: str) -> None:
    table = after("d3 c3 b3")
    text = reply_text(table, command).partition(": ")[2]
    told = dict(pair.strip(")").split("(") for pair in text.split())
    assert {"a3", "c5", "e3"} & set(told)
    for square, number in told.items():
        before, later = table.game, replayed_game((*table.plies, *moves(square)))
        assert before.count(BLACK) - later.count(BLACK) == int(number)


def test_undo_takes_back_a_move() -> None:
    reply = reply_to(after("d3 c3"), "undo")
    assert after("d3") == reply.table
    assert "Taken back: c3." == reply.lines[0]


def test_the_transcript_reads_back() -> None:
    assert ("d3 c3 b3",) == reply_to(after("d3 c3 b3"), "transcript").lines


# -- the random player -----------------------------------------------------------------------------


@pytest.mark.parametrize("player", [BLACK, WHITE])
def test_the_random_player_plays_valid_moves_to_the_end(player: Player) -> None:
    table = opening(PlayTable(random_player=player, seed=4)).table
    while not table.game.is_over:
        assert player != table.game.state.turn
        before = table
        table = reply_to(table, move_list([min(table.game.valid_moves)])).table
        assert table.plies[: len(before.plies)] == before.plies
    assert replayed_game(table.plies).is_over


def test_the_same_seed_plays_the_same_game() -> None:
    def game(seed: int) -> Sequence[Any]:
        return play("d3", "d3 c4 f5 e6", table=PlayTable(random_player=WHITE, seed=seed))[0].plies

    assert game(1) == game(1)
    assert 1 < len({tuple(game(seed)) for seed in range(8)})


def test_against_chance_undo_takes_back_to_the_last_choice() -> None:
    start = PlayTable(random_player=WHITE, seed=1)
    one = reply_to(start, "d3").table
    assert 2 <= len(one.plies)
    assert start == reply_to(one, "undo").table
    first = opening(PlayTable(random_player=BLACK, seed=1)).table
    assert 1 == len(first.plies)
    assert "no move to take back" in reply_text(first, "undo")


def test_in_a_list_of_moves_the_random_player_makes_its_own() -> None:
    start = PlayTable(random_player=WHITE, seed=1)
    assert "White plays" in reply_text(start, "d3 a1")
    assert "at random" in reply_text(start, "d3 a1")


# -- saving ----------------------------------------------------------------------------------------


def test_a_game_is_saved_as_moves_that_replay_reads(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    _, printed = play("d3 c3 b3", f"save {path}", f"save {path}", screen=Screen(400))
    assert f"Saved to {path}." in printed
    assert "File exists; name a new file." in printed
    assert "✓" == CliRunner().invoke(cli, ["replay", str(path)]).output[0]
    shown = CliRunner().invoke(cli, ["show", "--from", str(path)]).output
    assert "after 3 moves: d3 c3 b3" in shown


@pytest.mark.parametrize("game", ["d3 c3 b3", FORFEIT, WIPED_OUT, ""])
def test_a_game_is_saved_as_a_test_that_the_model_passes(game: str, tmp_path: Path) -> None:
    path = tmp_path / "test_game.py"
    play(game, f"save {path}")
    names: dict[str, Any] = {}
    exec(compile(path.read_text(), str(path), "exec"), names)
    names["test_the_game"]()
    if game:
        names["BOARD"][3] = "........"
        with pytest.raises(AssertionError):
            names["test_the_game"]()


def test_what_cannot_be_saved_is_told_in_a_line(tmp_path: Path) -> None:
    _, printed = play(
        f"save {tmp_path / 'no' / 'game.txt'}",
        "save a\0b",
        f"save {tmp_path / 'game.py'}",
        table=PlayTable(size=6),
        screen=Screen(200),
    )
    assert "No such file or directory; name a new file." in printed
    assert "'a\\x00b' cannot be written" in printed
    assert "a test begins at the start of a game on 8x8; give a name that does not end" in printed
    assert [] == list(tmp_path.iterdir())


def test_a_game_from_a_position_is_saved_as_a_position(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    start = replayed_game(moves("f5 d6")).state
    end, _ = play("c3", f"save {path}", table=PlayTable(start=start))
    shown = CliRunner().invoke(cli, ["show", "--from", str(path)]).output
    assert (
        shown.splitlines()
        == CliRunner().invoke(cli, ["show", "--moves", "f5 d6 c3"]).output.splitlines()[2:]
    )
    assert moves("c3") == end.plies


# -- the loop and the screen -----------------------------------------------------------------------


def test_the_end_of_the_input_ends_politely() -> None:
    assert play()[1].endswith("Goodbye.")
    assert play("d3")[1].endswith("Goodbye. The moves were d3")


def test_quit_ends_the_game() -> None:
    table, printed = play("d3", "quit", "c3")
    assert moves("d3") == table.plies
    assert printed.endswith("Goodbye. The moves were d3")


@pytest.mark.parametrize("width", [40, 60, 80, 120])
def test_everything_fits_the_terminal(width: int) -> None:
    lines = ["d3", "a1", "why a1", "why c3", "hint", "undo", FORFEIT, "help", "x9", "transcript"]
    _, printed = play(*lines, WIPED_OUT, screen=Screen(width))
    typed = [f"> {line}" for line in [*lines, WIPED_OUT]]
    longest = [line for line in printed.splitlines() if not line.endswith(tuple(typed))]
    assert all(len(line) <= width for line in longest)


def test_a_stream_that_knows_only_ascii_gets_ascii() -> None:
    printed = spell_in_ascii(play("why a1", "why d3", "why d4")[1])
    assert "+ south" in printed
    assert "?" not in printed


def test_what_is_spelled_in_ascii_fits_the_terminal_too() -> None:
    _, printed = play("d3", "why a1", screen=Screen(60, is_ascii=True))
    lines = [line for line in printed.splitlines() if not line.startswith("Black> ")]
    assert any(line.startswith("  x north      fails: (-2, 0) in SQUARES") for line in lines)
    assert [] == [line for line in lines if len(line) > 60 or not line.isascii()]


def test_what_is_no_terminal_has_the_usual_width_and_no_colours() -> None:
    stream = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
    assert Screen() == screen_of(stream, {"TERM": "xterm"})


def test_colours_are_added_only_where_there_are_colours() -> None:
    assert "\x1b" not in play("d3")[1]
    assert "\x1b[33;1m[.]\x1b[0m" in play("d3", screen=Screen(has_colours=True))[1]


# -- the command -----------------------------------------------------------------------------------

Run = Callable[..., Result]


@pytest.fixture
def run() -> Run:
    """Runs the command with lines as its input."""

    def command(*arguments: str, lines: str = "") -> Result:
        return CliRunner().invoke(cli, ["play", *arguments], input=lines)

    return command


def test_the_command_plays_what_is_piped_to_it(run: Run) -> None:
    result = run(lines="d3\nc3\nquit\n")
    assert 0 == result.exit_code
    assert "Black> d3\nBlack plays d3.\n" in result.output
    assert result.output.endswith("Goodbye. The moves were d3 c3\n")


def test_the_random_player_is_announced_with_its_seed(run: Run) -> None:
    result = run("--random", "black", "--seed", "7")
    assert "Black plays at random (--seed 7).\n" in result.output
    assert result.output == run("--random", "black", "--seed", "7").output
    assert "(--seed " in run("--random", "white").output


def test_a_game_on_another_board_is_played(run: Run) -> None:
    result = run("--size", "4", lines="a2\n")
    assert "Black plays a2." in result.output or "Move 1, a2" in result.output
    assert "  a b c d\n" in result.output


def test_a_game_goes_on_from_a_file(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    path.write_text("d3 c3\n\nf5 d6 c3 d3\n")
    assert "Goodbye. The moves were d3 c3 b3" in run("--from", str(path), lines="b3").output
    result = run("--from", str(path), "--game", "2", "--after", "3", lines="f4")
    assert "Goodbye. The moves were f5 d6 c3 f4" in result.output


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["--size", "5"], "no board of 5x5; sizes are even, from 4 to 16"),
        (["--seed", "3"], "say who plays at random: --random white"),
        (["--from", "nowhere.txt"], "nowhere.txt: cannot be read"),
        (["--game", "2"], "give --from"),
    ],
)
def test_what_cannot_be_played_is_told_in_one_line(
    arguments: list[str], why: str, run: Run
) -> None:
    result = CliRunner().invoke(cli, ["play", *arguments], standalone_mode=False)
    assert isinstance(result.exception, click.ClickException)
    assert 2 == result.exception.exit_code
    assert why in result.exception.message
    assert "\n" not in result.exception.message
    assert 0 == run(lines="").exit_code


def test_the_session_of_the_how_to_is_what_is_printed(run: Run) -> None:
    page = Path(__file__).parents[1] / "docs" / "how-to" / "play-a-game.md"
    [session] = re.findall(
        r"^```text\n(.*?)^```", page.read_text("utf-8"), re.DOTALL | re.MULTILINE
    )
    typed = re.findall(r"^(?:Black|White|over)> (.*)$", session, re.MULTILINE)
    assert 3 <= len(typed)
    assert session == run(lines="\n".join(typed)).output


def test_every_command_is_on_the_page_of_the_how_to() -> None:
    page = Path(__file__).parents[1] / "docs" / "how-to" / "play-a-game.md"
    for line in HELP.splitlines():
        assert f"| `{line[:12].split('  ')[0].strip()}" in page.read_text("utf-8")

"""The page of a verdict: it needs no other file, shows the game, and escapes all foreign text."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from browsing import BEYOND_A_PHONE, Page, digest, load_in_browser
from modcheck.report.account import presented_json
from modcheck.report.html import page
from modcheck.report.points import score
from modcheck.report.presentation import Figure, Frame
from modcheck.system import in_process
from modcheck.testing.plan import CheckOptions
from modcheck.verdict.check import check
from modspec.run.machine import Machine
from modspec.run.mutants import combine, mutants
from othello_mis.drawings import OthelloDrawings
from othello_spec import module
from othello_spec.rules import RULES
from othello_suite.pictures import diagram
from othello_suite.presentation import PRESENTATION
from othello_suite.test_model import build_test_model
from reported import CRASH, EXPECTED, GOT, HOSTILE, START, sample, saying, sound

TEMPLATES: Final = files("modcheck.report").joinpath("templates")
FORFEIT: Final = [(2, 3), (2, 2), (2, 1), (1, 1), (4, 5), (2, 0), (0, 0), (0, 2)]
WIPE_OUT: Final = [(4, 5), (5, 3), (4, 2), (3, 5), (2, 4), (5, 5), (4, 6), (5, 4), (6, 4)]
SCRIPT: Final = TEMPLATES.joinpath("verdict.js").read_text(encoding="utf-8")


class Drawn:
    """Drawings of nothing in particular."""

    def frames(self, verdict: Any, number: int) -> Sequence[Frame]:
        return (
            Frame("Start", (Figure("", "<svg></svg>"),)),
            Frame(f"fault <{number}>", (), ("a <note>",)),
        )


def write_page(verdict: dict[str, Any], **options: Any) -> Page:
    return Page(page(verdict, RULES, Drawn(), **options))


# -- what it shows ---------------------------------------------------------------------------------


def test_the_page_says_what_the_verdict_says() -> None:
    text = write_page(sample()).text
    for part in (
        "./othello --pipe: 1 rule fails, 1 passes, 1 not judged; 1 fault without a certain rule",
        "Every disc that a move outflanks is flipped.",
        "over 12 cases, the disc next to the new one stays as it is",
        "cell(3, 3)",
        "(none) the first move; no shorter game shows it",
        "as if only part of this were done (12 answers agree): flips:"
        " range(1, k) → range(1, 1 + 1)",
        "another fault, found assuming the first (capture-all) stays as it is",
        "a fault of game_over",
        "exited with status 3",
        "Not judged (1)",
        "winner is not offered",
        "What passes (1)",
        "game_over, from the answers of has_valid_moves",
        "bubblewrap",
        "345 calls in 12 traces",
        "twente (",
    ):
        assert part in text
    assert "conforms to" not in text


def test_a_sound_implementation_conforms_as_far_as_it_was_checked() -> None:
    shown = write_page(sound())
    assert "./othello --pipe conforms to othello, as far as it was checked" in shown.text
    assert [] == shown.all("section")


def test_points_are_shown_and_summed() -> None:
    verdict = sample()
    text = write_page(verdict, points=score(verdict, {"setup": 5}, 80)).text
    assert "50.00 / 50.00" in text
    assert "0.00 / 10.00" in text
    assert "50.00 of 80.00 points" in text


def test_where_there_is_no_verdict_the_page_says_why() -> None:
    text = write_page(sample(faults=[]), failure="./gone cannot be <started>").text
    assert "?\u00a0./othello --pipe could not be judged./gone cannot be <started>" in text.replace(
        "\n", ""
    )


def test_hidden_rules_are_nowhere_on_the_page_but_counted() -> None:
    verdict = sample()
    points = score(verdict)
    shown = page(verdict, RULES, Drawn(), points=points, hidden=["capture-all", "draw"])
    assert "2 more rules are judged, and not shown here." in shown
    assert "capture-all" not in shown
    assert "draw" not in shown.replace("drawn", "")
    assert "50.00 points" in shown


def test_a_drawing_belongs_to_its_own_fault_even_if_one_before_it_is_hidden() -> None:
    shown = write_page(sample(), hidden=["capture-all"])
    assert "fault <1>" in shown.text
    assert "fault <0>" not in shown.text


# -- it stands by itself ---------------------------------------------------------------------------


@pytest.fixture(scope="module")
def real() -> str:
    verdict = verdict_data("wrong_implementations.only_the_nearest_disc_flipped:Othello")
    return page(verdict, RULES, OthelloDrawings(build_test_model()), score(verdict))


def test_the_page_refers_to_nothing_outside_itself(real: str) -> None:
    shown = Page(real)
    targets = [
        value
        for _, attributes in shown.elements
        for name, value in attributes.items()
        if name in ("href", "src", "action", "data", "srcset", "xlink:href", "poster")
    ]
    ids = {f"#{attributes['id']}" for _, attributes in shown.elements if "id" in attributes}
    assert set(targets) <= ids
    assert set(re.findall(r"\w+://[^\s\"<]*", real)) <= {"http://www.w3.org/2000/svg"}
    assert not {"link", "img", "iframe", "object"} & shown.tags
    assert "url(" not in real


def test_the_page_allows_its_own_script_and_style_and_nothing_else(real: str) -> None:
    shown = Page(real)
    assert [SCRIPT] == shown.scripts
    (policy,) = shown.all("meta", **{"http-equiv": "Content-Security-Policy"})
    assert {
        "default-src": "'none'",
        "style-src": digest("".join(shown.styles)),
        "script-src": digest(SCRIPT),
        "base-uri": "'none'",
        "form-action": "'none'",
    } == dict(rule.split(maxsplit=1) for rule in str(policy["content"]).split("; "))
    assert not any("style" in attributes for _, attributes in shown.elements)


def test_without_the_script_the_last_position_is_shown_and_those_before_it_are_folded(
    real: str,
) -> None:
    shown = Page(real)
    places = [
        "details" if name == "details" else attributes["class"]
        for name, attributes in shown.elements
        if name == "details" or attributes.get("class") in ("frame", "frame last")
    ]
    folded = len(shown.all("div", class_="frame"))
    assert ["frame last", "details", *["frame"] * folded] == places[: folded + 2]
    assert folded > 1
    assert not any("hidden" in attributes for _, attributes in shown.elements)
    assert [] == shown.all("button")


def test_every_picture_has_words_for_those_who_do_not_see_it(real: str) -> None:
    shown = Page(real)
    pictures = shown.all("svg", role="img")
    assert len(pictures) == len([*shown.all("title")]) - 1 == len(shown.all("desc"))
    assert {"group"} == {game["role"] for game in shown.all("div", class_="game")}


def test_what_fails_stands_first_and_all_else_is_folded(real: str) -> None:
    text = Page(real).text
    parts = ("capture-all", "What fails", "Not judged (", "What passes (", "What was compared")
    places = [text.index(part) for part in parts]
    assert sorted(places) == places
    assert 3 + 3 == len(Page(real).all("details")) - len(re.findall("why not", text))


def test_letters_stand_where_python_would_write_numbers(real: str) -> None:
    text = Page(real).text
    assert "witness" in text
    assert "t = e4" in text
    assert "cell(3, 4): What does e4 hold?" in text
    assert [] == re.findall(r"Square\(|\w+\.BLACK|True|False|None|<Cell", text)


def test_a_module_without_a_board_has_a_page_with_its_calls() -> None:
    verdict = sample()
    shown = Page(page(verdict, RULES))
    assert [] == shown.all("div", class_="game")
    assert [None, None] == [each["open"] for each in shown.all("details") if "open" in each]
    assert "cell(3, 3)" in shown.text


# -- what implementations say ----------------------------------------------------------------------


@pytest.mark.parametrize("words", HOSTILE)
def test_what_an_implementation_says_is_text_and_never_markup(words: str) -> None:
    harmless, hostile = (
        Page(page(saying(said).verdict, RULES, OthelloDrawings(build_test_model())))
        for said in ("words", words)
    )
    assert [tag for tag, _ in harmless.elements] == [tag for tag, _ in hostile.elements]
    assert [set(a) for _, a in harmless.elements] == [set(a) for _, a in hostile.elements]
    assert [SCRIPT] == hostile.scripts
    if words.isprintable():
        assert words in hostile.text


def test_a_script_in_a_reply_a_message_and_a_file_name_is_shown_as_text() -> None:
    script = "<script>alert(1)</script>"
    verdict = sample(implementation=f"./{script}.py")
    verdict["faults"][0] |= {"got": f"{script}, which is text", "breakdown": False}
    verdict["faults"][1] |= {"got": f"exception ValueError: {script} ({script}.py, line 3)"}
    shown = page(verdict, RULES, OthelloDrawings(build_test_model()))
    assert shown.count("<script") == 1
    assert script in Page(shown).text.replace("\n", "")
    assert Page(shown).text.count(script) == 5  # title, headline, and the replies


HARMLESS: Final = [tag for tag, _ in write_page(saying("words").verdict).elements]


@given(
    words=st.text(
        st.one_of(st.characters(), st.sampled_from("<>&'\"/!-=")), min_size=1, max_size=40
    )
)
def test_whatever_anybody_can_write_is_text(words: str) -> None:
    assert HARMLESS == [tag for tag, _ in write_page(saying(words).verdict).elements]


def test_unescaped_words_would_be_noticed() -> None:
    text = page(saying("words").verdict, RULES, Drawn())
    before = "</dt><dd><code>words"
    assert before in text
    broken = Page(text.replace(before, f"{before}{HOSTILE[1]}"))
    assert [tag for tag, _ in broken.elements] != [tag for tag, _ in Page(text).elements]


def test_no_control_character_reaches_the_page() -> None:
    text = page(saying("\x00\x1b]0;title\x07\x9b\ud800\u202egnp.exe").verdict, RULES)
    text.encode("utf-8")
    assert all(sign.isprintable() or sign in "\n" for sign in text)


# -- drawings --------------------------------------------------------------------------------------


@cache
def _verdict_data(
    place: str, module: str, conventions: tuple[tuple[str, str], ...]
) -> dict[str, Any]:
    of = build_test_model(module, declared=dict(conventions))
    options = CheckOptions(games=0, declared=dict(conventions))
    verdict = check(of, lambda: in_process.load(place, of.routines), options)
    return presented_json(verdict, RULES, PRESENTATION)


def verdict_data(place: str, module: str = "othello", **conventions: str) -> dict[str, Any]:
    return _verdict_data(place, module, tuple(conventions.items()))


def captions(verdict: dict[str, Any], number: int = 0, module: str = "othello") -> list[str]:
    drawings = OthelloDrawings(build_test_model(module))
    return [frame.caption for frame in drawings.frames(verdict, number)]


def test_the_game_is_drawn_move_by_move_up_to_the_call_that_goes_wrong() -> None:
    assert ["Start", "1. Black plays d3"] == captions(sample())
    assert ["Start", "1. Black plays d3", "game_over()"] == captions(sample(), 1)


def test_a_refused_move_has_the_number_that_it_would_have_and_marks_its_square_alone() -> None:
    verdict = sample()
    refused = {"call": ["move", 4, 3], "shown_by": ["turn"], "moves": 1}
    verdict["faults"][1] |= refused
    last = OthelloDrawings(build_test_model()).frames(verdict, 1)[-1]
    assert "2. White plays d5" == last.caption
    assert "Marked: d5." in last.figures[0].svg


def test_each_position_says_whose_turn_it_is_with_counts_and_valid_moves() -> None:
    start, move, last = OthelloDrawings(build_test_model()).frames(sample(), 1)
    assert ("Black to move. Black 2, White 2.", "Valid moves: d3, c4, f5, e6.") == start.notes
    assert ("White to move. Black 4, White 1.", "Valid moves: c3, e3, c5.") == move.notes
    assert move.notes == last.notes
    assert "Marked: d3, c4, f5, e6." in start.figures[0].svg
    assert "Last move: d3." in move.figures[0].svg
    assert "Last move: d3." in last.figures[0].svg


def test_a_player_who_cannot_move_and_a_game_that_is_over_are_told() -> None:
    blocked = sample(faults=[{**CRASH, **read_otherwise(FORFEIT)}])
    last = OthelloDrawings(build_test_model()).frames(blocked, 0)[-1]
    assert ("White to move. Black 8, White 4.", "Valid moves: e3, f6.") == last.notes[:2]
    assert ("Black has no valid move.",) == last.notes[2:]
    wiped = sample(faults=[{**CRASH, **read_otherwise(WIPE_OUT)}])
    last = OthelloDrawings(build_test_model()).frames(wiped, 0)[-1]
    assert ("Black 13, White 0. The game is over: neither player has a valid move.",) == last.notes


def test_the_last_frame_marks_where_what_should_be_differs_from_what_is() -> None:
    last = OthelloDrawings(build_test_model()).frames(sample(), 0)[-1]
    assert ["expected", "got"] == [figure.heading for figure in last.figures]
    assert all("Marked: d4." in figure.svg for figure in last.figures)
    assert "What does d4 hold?" == last.question


def test_a_square_that_is_said_to_hold_nonsense_is_marked_although_no_disc_shows_it() -> None:
    verdict = sample()
    verdict["faults"][0]["boards"]["got"] = EXPECTED
    assert EXPECTED != GOT
    last = OthelloDrawings(build_test_model()).frames(verdict, 0)[-1]
    assert all("Marked: d4." in figure.svg for figure in last.figures)


def test_the_square_that_a_question_is_about_is_marked() -> None:
    verdict = sample()
    asked = ["is_valid_move", 2, 2, "white"]
    verdict["faults"][1] |= {"call": asked, "shown_by": asked}
    last = OthelloDrawings(build_test_model()).frames(verdict, 1)[-1]
    assert "Marked: c3." in last.figures[0].svg
    assert "May White play c3?" == last.caption


@pytest.mark.parametrize("move", [["move", 0, 0], ["move", 99, 99], ["nonsense"], ["move"]])
def test_where_the_game_cannot_be_played_only_the_last_position_is_drawn(move: list[Any]) -> None:
    verdict = sample()
    verdict["faults"][1]["history"][1] = move
    assert ["game_over()"] == captions(verdict, 1)


def test_where_the_game_leads_elsewhere_only_the_last_position_is_drawn() -> None:
    verdict = sample()
    verdict["faults"][1]["history"][1] = ["move", 3, 2]
    assert ["game_over()"] == captions(verdict, 1)


def read_otherwise(
    game: Sequence[tuple[int, int]], *changes: tuple[str, str, str]
) -> dict[str, Any]:
    """The history of a game, and where it leads when the specification is read with changes."""
    of = module("othello")
    chosen = [
        next(v for v in mutants(of) if (v.function, v.before, v.after) == change)
        for change in changes
    ]
    machine = Machine(of, edits=combine(chosen))
    state = machine.initial()
    for move in game:
        outcome = machine.call(state, "move", move)
        assert outcome.exception is None
        state = outcome.state
    board = [line.split()[1:] for line in diagram(state.board)[1:]]
    return {
        "history": [["init"], *(["move", *move] for move in game)],
        "boards": {"position": ["".join(row) for row in board]},
    }


def test_a_fault_that_was_found_in_spite_of_another_is_drawn_as_it_was_found() -> None:
    before = "opponent(player) if can_move(board, opponent(player)) else player"
    like = {"change": "leaves out", "function": "next_turn", "before": before, "after": "player"}
    verdict = sample()
    verdict["faults"][0]["behaves_as_if"] = {**like, "answers_that_agree": 3}
    verdict["faults"][1] |= read_otherwise([(2, 3), (4, 5)], ("next_turn", before, "player"))
    assert ["Start", "1. Black plays d3", "2. Black plays f5", "game_over()"] == captions(
        verdict, 1
    )
    del verdict["faults"][0]["behaves_as_if"]
    assert ["game_over()"] == captions(verdict, 1)


def test_a_game_is_drawn_as_the_conventions_have_it() -> None:
    mirrored = ("starting_cell", "square.row == square.col", "square.row != square.col")
    verdict = sample(conventions={"start": "mirrored"})
    verdict["faults"][1] |= read_otherwise([(2, 4)], mirrored)
    assert ["Start", "1. Black plays e3", "game_over()"] == captions(verdict, 1)
    for other in ({}, {"start": "elsewhere"}, {"unheard-of": "mirrored"}):
        verdict["conventions"] = other
        assert ["game_over()"] == captions(verdict, 1)


def test_what_is_no_board_is_told_in_words() -> None:
    game = {
        "history": [["init", 300000, 1000000], ["begin", 1001000]],
        "boards": {"position": START},
    }
    over = ["over", 1301000]
    verdict = sample(module="match", faults=[{**CRASH, **game, "call": over, "shown_by": over}])
    frames = OthelloDrawings(build_test_model("match")).frames(verdict, 0)
    assert ["Start init 300000@1000000", "1. begin@1001000", "over(1301000)"] == [
        frame.caption for frame in frames
    ]
    assert "Black's clock runs since 1001000 ms" in frames[1].notes


def test_a_page_is_the_same_each_time(real: str) -> None:
    verdict = verdict_data("wrong_implementations.only_the_nearest_disc_flipped:Othello")
    assert real == page(verdict, RULES, OthelloDrawings(build_test_model()), score(verdict))


# -- in a browser ----------------------------------------------------------------------------------

PRESSED: Final = """<script>
addEventListener("load", () => {
  const game = document.querySelector(".game");
  const frames = [...game.querySelectorAll(".frame")];
  const told = [];
  const tell = () => told.push(frames.findIndex((frame) => !frame.hidden));
  const press = (key, target) => {
    target.dispatchEvent(new KeyboardEvent("keydown", {key, bubbles: true}));
    tell();
  };
  const swipe = (from, to, down) => {
    const at = (clientX, clientY) =>
      new Touch({identifier: 1, target: game, clientX, clientY});
    game.dispatchEvent(new TouchEvent("touchstart", {touches: [at(from, 0)]}));
    game.dispatchEvent(new TouchEvent("touchend", {changedTouches: [at(to, down)]}));
    tell();
  };
  tell();
  for (const key of ["ArrowLeft", "ArrowLeft", "ArrowRight", "Home", "ArrowLeft", "End", "x"])
    press(key, game);
  press("ArrowLeft", document.body);
  press("Home", document.body);
  swipe(100, 200, 5);
  swipe(200, 100, 5);
  swipe(100, 110, 0);
  swipe(100, 200, 90);
  game.querySelectorAll("button")[0].click();
  tell();
  document.title = JSON.stringify([...told, BEYOND_A_PHONE]);
});
</script>""".replace("BEYOND_A_PHONE", BEYOND_A_PHONE)


def test_in_a_browser_one_position_is_shown_and_keys_swipes_and_buttons_lead_to_the_others(
    real: str, tmp_path: Path
) -> None:
    opened = real.replace('http-equiv="Content-Security-Policy"', 'name="none"')
    shown = load_in_browser(opened.replace("</body>", f"{PRESSED}</body>"), tmp_path)
    last = len(shown.all("div", class_="frame"))
    assert last > 2
    keys = [last, last - 1, last - 2, last - 1, 0, 0, last, last, last - 1, last - 1]
    swipes = [last - 2, last - 1, last - 1, last - 1]
    expected = [*keys, *swipes, 0, 0]
    assert str(expected) in shown.text.replace(",", ", ")
    assert ["first position", "previous position", "next position", "the call that goes wrong"] == [
        button["aria-label"] for button in shown.all("button")
    ]


def test_in_a_browser_the_page_runs_its_own_script_and_none_that_was_smuggled_in(
    real: str, tmp_path: Path
) -> None:
    shown = load_in_browser(real.replace("</body>", f"{PRESSED}</body>"), tmp_path)
    assert 4 == len(shown.all("button"))
    assert "[" not in shown.text.partition(" rule fails")[0]

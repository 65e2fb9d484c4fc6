"""The page of a verdict: it needs no other file, shows the game, and escapes all foreign text."""

from __future__ import annotations

import re
import shutil
import subprocess
from base64 import b64encode
from collections.abc import Sequence
from functools import cache
from hashlib import sha256
from html.parser import HTMLParser
from pathlib import Path
from typing import Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from modcheck.report.html import asset, page
from modcheck.report.points import score
from modcheck.report.presentation import Figure, Frame
from modcheck.system import in_process
from modcheck.testing.plan import CheckOptions
from modcheck.verdict.check import check
from modcheck.verdict.verdict_json import to_json
from modspec.run.machine import Machine
from modspec.run.mutants import combine, mutants
from othello_spec import module
from othello_spec.rules import RULES
from othello_suite.drawings import OthelloDrawings
from othello_suite.pictures import diagram
from othello_suite.presentation import PRESENTATION
from othello_suite.test_model import build_test_model
from reported import EXPECTED, GOT, HOSTILE, sample, saying, sound

SCRIPT: Final = asset("verdict.js")
VOID: Final = {"meta", "img"}


class Page(HTMLParser):
    """What a browser makes of a page: its elements with their attributes, and its text."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.texts: list[str] = []
        self.scripts: list[str] = []
        self.open: list[str] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert tag == self.open.pop()

    def handle_data(self, data: str) -> None:
        if self.open[-1:] == ["script"]:
            self.scripts.append(data)
        elif self.open[-1:] != ["style"]:
            self.texts.append(data)

    @property
    def text(self) -> str:
        return "".join(self.texts)

    @property
    def tags(self) -> set[str]:
        return {tag for tag, _ in self.elements}

    def all(self, tag: str, **wanted: str) -> list[dict[str, str | None]]:
        return [
            attributes
            for name, attributes in self.elements
            if name == tag and all(attributes.get(k.rstrip("_")) == v for k, v in wanted.items())
        ]


class Drawn:
    """Drawings of nothing in particular."""

    def frames(self, verdict: Any, number: int) -> Sequence[Frame]:
        return (
            Frame("Start", (Figure("", "<svg></svg>"),)),
            Frame(f"fault <{number}>", (), ("a <note>",)),
        )


def written(verdict: dict[str, Any], **options: Any) -> Page:
    return Page(page(verdict, RULES, Drawn(), **options))


# -- what it shows ---------------------------------------------------------------------------------


def test_the_page_says_what_the_verdict_says() -> None:
    text = written(sample()).text
    for part in (
        "./othello --pipe: 1 rule fails, 1 passes, 1 not judged; 1 fault that no rule covers",
        "Every disc that a move outflanks is flipped.",
        "over 12 cases, the disc next to the new one stays as it is",
        "cell(3, 3)",
        "(none) 1 move; no shorter game shows it",
        "as if only part of this were done (12 answers agree): flips:"
        " range(1, k) → range(1, 1 + 1)",
        "another fault, found assuming the first (capture-all) stays as it is",
        "exited with status 3",
        "Inconclusive: winner is not offered.",
        "game_over, from the answers of has_valid_moves",
        "bubblewrap",
        "12 games, 345 calls",
        "twente (",
    ):
        assert part in text
    assert "conforms to" not in text


def test_a_sound_implementation_conforms_as_far_as_it_was_checked() -> None:
    shown = written(sound())
    assert "./othello --pipe conforms to othello, as far as it was checked" in shown.text
    assert [] == shown.all("section")


def test_points_are_shown_and_summed() -> None:
    verdict = sample()
    text = written(verdict, points=score(verdict, {"setup": 5}, 80)).text
    assert "50.00 / 50.00" in text
    assert "0.00 / 10.00" in text
    assert "50.00 of 80.00 points" in text


def test_where_there_is_no_verdict_the_page_says_why() -> None:
    text = written(sample(faults=[]), failure="./gone cannot be <started>").text
    assert "? ./othello --pipe could not be judged./gone cannot be <started>" in text.replace(
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
    shown = written(sample(), hidden=["capture-all"])
    assert "fault <1>" in shown.text
    assert "fault <0>" not in shown.text


# -- it stands by itself ---------------------------------------------------------------------------


@pytest.fixture(scope="module")
def real() -> str:
    verdict = judged("wrong_implementations.only_the_nearest_disc_flipped:Othello")
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


def test_the_page_allows_its_own_script_and_no_other(real: str) -> None:
    shown = Page(real)
    assert [SCRIPT] == shown.scripts
    (policy,) = shown.all("meta", **{"http-equiv": "Content-Security-Policy"})
    digest = b64encode(sha256(shown.scripts[0].encode()).digest()).decode()
    assert f"script-src 'sha256-{digest}'" in str(policy["content"])
    assert "default-src 'none'" in str(policy["content"])


def test_without_the_script_all_positions_are_shown(real: str) -> None:
    shown = Page(real)
    frames = shown.all("li", class_="frame")
    assert len(frames) > 2
    assert not any("hidden" in attributes for attributes in frames)
    assert [] == shown.all("button")


def test_every_picture_has_words_for_those_who_do_not_see_it(real: str) -> None:
    shown = Page(real)
    pictures = shown.all("svg", role="img")
    assert len(pictures) == len([*shown.all("title")]) - 1 == len(shown.all("desc"))
    assert {"group"} == {game["role"] for game in shown.all("div", class_="game")}


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


HARMLESS: Final = [tag for tag, _ in written(saying("words").verdict).elements]


@given(
    words=st.text(
        st.one_of(st.characters(), st.sampled_from("<>&'\"/!-=")), min_size=1, max_size=40
    )
)
def test_whatever_anybody_can_write_is_text(words: str) -> None:
    assert HARMLESS == [tag for tag, _ in written(saying(words).verdict).elements]


def test_unescaped_words_would_be_noticed() -> None:
    text = page(saying("words").verdict, RULES, Drawn())
    broken = Page(text.replace("<dt>got</dt><dd>", f"<dt>got</dt><dd>{HOSTILE[1]}"))
    assert [tag for tag, _ in broken.elements] != [tag for tag, _ in Page(text).elements]


def test_no_control_character_reaches_the_page() -> None:
    text = page(saying("\x00\x1b]0;title\x07\x9b\ud800\u202egnp.exe").verdict, RULES)
    text.encode("utf-8")
    assert all(sign.isprintable() or sign in "\n" for sign in text)


# -- drawings --------------------------------------------------------------------------------------


@cache
def _judged(place: str, module: str, conventions: tuple[tuple[str, str], ...]) -> dict[str, Any]:
    of = build_test_model(module, declared=dict(conventions))
    options = CheckOptions(games=0, declared=dict(conventions))
    verdict = check(of, lambda: in_process.load(place, of.routines), options)
    return to_json(verdict, RULES, PRESENTATION.as_json)


def judged(place: str, module: str = "othello", **conventions: str) -> dict[str, Any]:
    return _judged(place, module, tuple(conventions.items()))


def captions(verdict: dict[str, Any], number: int = 0, module: str = "othello") -> list[str]:
    drawings = OthelloDrawings(build_test_model(module))
    return [frame.caption for frame in drawings.frames(verdict, number)]


def test_the_game_is_drawn_move_by_move_up_to_the_call_that_goes_wrong() -> None:
    assert ["Start", "1. Black: d3"] == captions(sample())
    assert ["Start", "1. Black: d3", "Then game_over()"] == captions(sample(), 1)


def test_the_last_frame_marks_where_what_should_be_differs_from_what_is() -> None:
    last = OthelloDrawings(build_test_model()).frames(sample(), 0)[-1]
    assert ["expected", "got"] == [figure.heading for figure in last.figures]
    assert all("Marked: d4." in figure.svg for figure in last.figures)
    assert ("cell(3, 3): expected black, got white",) == last.notes


def test_a_square_that_is_said_to_hold_nonsense_is_marked_although_no_disc_shows_it() -> None:
    verdict = sample()
    verdict["faults"][0]["boards"]["got"] = EXPECTED
    assert EXPECTED != GOT
    last = OthelloDrawings(build_test_model()).frames(verdict, 0)[-1]
    assert all("Marked: d4." in figure.svg for figure in last.figures)


def test_the_square_that_a_question_is_about_is_marked() -> None:
    verdict = sample()
    verdict["faults"][1] |= {"call": ["is_valid_move", 2, 2, "white"]}
    last = OthelloDrawings(build_test_model()).frames(verdict, 1)[-1]
    assert "Marked: c3." in last.figures[0].svg
    assert "Then is_valid_move(2, 2, WHITE)" == last.caption


@pytest.mark.parametrize("move", [["move", 0, 0], ["move", 99, 99], ["nonsense"], ["move"]])
def test_where_the_game_cannot_be_played_only_the_last_position_is_drawn(move: list[Any]) -> None:
    verdict = sample()
    verdict["faults"][1]["history"][1] = move
    assert ["Then game_over()"] == captions(verdict, 1)


def test_where_the_game_leads_elsewhere_only_the_last_position_is_drawn() -> None:
    verdict = sample()
    verdict["faults"][1]["history"][1] = ["move", 3, 2]
    assert ["Then game_over()"] == captions(verdict, 1)


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
    assert ["Start", "1. Black: d3", "2. Black: f5", "Then game_over()"] == captions(verdict, 1)
    del verdict["faults"][0]["behaves_as_if"]
    assert ["Then game_over()"] == captions(verdict, 1)


def test_a_game_is_drawn_as_the_conventions_have_it() -> None:
    mirrored = ("starting_cell", "square.row == square.col", "square.row != square.col")
    verdict = sample(conventions={"start": "mirrored"})
    verdict["faults"][1] |= read_otherwise([(2, 4)], mirrored)
    assert ["Start", "1. Black: e3", "Then game_over()"] == captions(verdict, 1)
    for other in ({}, {"start": "elsewhere"}, {"unheard-of": "mirrored"}):
        verdict["conventions"] = other
        assert ["Then game_over()"] == captions(verdict, 1)


def test_what_is_no_board_is_told_in_words() -> None:
    place = "wrong_implementations.match.in_time_at_the_limit:Match"
    verdict = judged(place, "match")
    frames = OthelloDrawings(build_test_model("match")).frames(verdict, 0)
    assert "Start init 300000@1000000" == frames[0].caption
    assert any("clock runs since" in note for note in frames[1].notes)


def test_a_page_is_the_same_each_time(real: str) -> None:
    verdict = judged("wrong_implementations.only_the_nearest_disc_flipped:Othello")
    assert real == page(verdict, RULES, OthelloDrawings(build_test_model()), score(verdict))


# -- in a browser ----------------------------------------------------------------------------------

BROWSER: Final = (
    shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
)
PRESSED: Final = """<script>
addEventListener("load", () => {
  const [game, other] = document.querySelectorAll(".game");
  const shown = () => [...game.querySelectorAll(".frame")].findIndex((frame) => !frame.hidden);
  const told = [shown()];
  for (const key of ["ArrowLeft", "ArrowLeft", "ArrowRight", "Home", "ArrowLeft", "End", "x"]) {
    game.dispatchEvent(new KeyboardEvent("keydown", {key, bubbles: true}));
    told.push(shown());
  }
  game.querySelectorAll("button")[0].click();
  told.push(shown());
  document.title = JSON.stringify(told);
});
</script>"""


def browsed(text: str, folder: Path) -> Page:
    """The page after a browser has loaded it, and run its scripts."""
    if BROWSER is None:
        pytest.skip("there is no Chromium here")
    file = folder / "page.html"
    file.write_text(text, encoding="utf-8")
    offline = ["--disable-background-networking", "--disable-component-update", "--disable-sync"]
    options = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"]
    run = [BROWSER, *options, *offline, f"--user-data-dir={folder / 'profile'}"]
    done = subprocess.run(
        [*run, "--dump-dom", file.as_uri()], capture_output=True, text=True, timeout=600, check=True
    )
    return Page(done.stdout)


def test_in_a_browser_one_position_is_shown_and_keys_and_buttons_lead_to_the_others(
    real: str, tmp_path: Path
) -> None:
    opened = real.replace('http-equiv="Content-Security-Policy"', 'name="none"')
    shown = browsed(opened.replace("</body>", f"{PRESSED}</body>"), tmp_path)
    count = len(shown.all("li", class_="frame"))
    last = count - 1
    assert last > 2
    expected = [last, last - 1, last - 2, last - 1, 0, 0, last, last, 0]
    assert str(expected) in shown.text.replace(",", ", ")
    assert ["first position", "previous position", "next position", "the call that goes wrong"] == [
        button["aria-label"] for button in shown.all("button")
    ]


def test_in_a_browser_the_page_runs_its_own_script_and_none_that_was_smuggled_in(
    real: str, tmp_path: Path
) -> None:
    shown = browsed(real.replace("</body>", f"{PRESSED}</body>"), tmp_path)
    assert 4 == len(shown.all("button"))
    assert "[" not in shown.text.partition(" rule fails")[0]

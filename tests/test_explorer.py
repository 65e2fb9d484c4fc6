"""The explorer: its answers are the specification's, whether a text is edited or not."""

from __future__ import annotations

import json
import os
import random
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

from modlab.calls import read_calls
from modlab.explorer.explorer import Explorer, ModulePlace
from modlab.explorer.grid import grid_of, rectangle
from modlab.explorer.pyodide_package import VERSION, PyodideError, pyodide_package
from modlab.modspec_command import cli
from modspec import declare
from modspec.run.machine import Call, Machine
from othello_spec.board import BLACK, SQUARES, WHITE, Square
from othello_spec.records.squares import name as square_name

LIBRARY = Path(__file__).parent.parent / "docs" / "library"
COURSE = "othello_mis.course:COURSE"
GAME = ("othello", "match", "passing", "clock", "handicap", "supply")
FILES = sorted(file for file in LIBRARY.glob("*.py") if not file.stem.endswith("_theorems"))
PLACES = [
    *(ModulePlace(COURSE, name) for name in GAME),
    *(ModulePlace("", str(file)) for file in FILES),
]
MODULES = [*GAME, *(file.stem for file in FILES)]


@cache
def explorer() -> Explorer:
    return Explorer(PLACES)


def ask(kind: str, **more: Any) -> dict[str, Any]:
    answer = json.loads(explorer().answer(json.dumps({"ask": kind, **more})))
    assert isinstance(answer, dict)
    return answer


def edit(module: str, function: str, old: str, new: str) -> list[list[str]]:
    found = next(f for f in ask("module", module=module)["functions"] if f["name"] == function)
    assert old in found["text"]
    return [[found["module"], function, found["text"].replace(old, new)]]


# -- views -----------------------------------------------------------------------------------------


def random_game(seed: int) -> list[Square]:
    """The squares of the moves of a random game, which may stop before its end."""
    machine = Machine(declare("othello_spec.othello"))
    lot = random.Random(seed)
    state, moves = machine.call(None, "init", ()).state, []
    for _ in range(lot.randrange(60)):
        turn = machine.call(state, "turn", ()).output
        valid = [
            s for s in sorted(SQUARES) if machine.call(state, "is_valid_move", (*s, turn)).output
        ]
        if not valid:
            break
        moves.append(lot.choice(valid))
        state = machine.call(state, "move", moves[-1]).state
    return moves


@pytest.mark.parametrize("seed", range(4))
def test_cells_marks_and_answers_are_those_of_the_specification(seed: int) -> None:
    moves = random_game(seed)
    machine = Machine(declare("othello_spec.othello"))
    state = machine.call(None, "init", ()).state
    for square in moves:
        state = machine.call(state, "move", square).state
    calls = ["init()", *(f"move({row}, {col})" for row, col in moves)]
    view = ask("view", module="othello", calls=calls)["original"]
    assert ["state"] * len(calls) == [step["kind"] for step in view["steps"]]
    grid = view["grid"]
    assert sorted(SQUARES) == [Square(*cell["place"]) for cell in grid["cells"]]
    for cell in grid["cells"]:
        square = Square(*cell["place"])
        assert square_name(square) == cell["name"]
        assert machine.call(state, "cell", square).output.name == cell["value"]
        for mark, value in zip(grid["marks"], cell["marks"], strict=True):
            if mark.startswith("move"):
                assert (value == "accepted") is (
                    machine.call(state, "move", square).exception is None
                )
            elif mark.startswith("is_valid_move"):
                player = BLACK if "BLACK" in mark else WHITE
                due = machine.call(state, "is_valid_move", (*square, player)).output
                assert str(due).lower() == value
    answers = {query["call"]: query["text"] for query in view["queries"]}
    for player in (BLACK, WHITE):
        due = machine.call(state, "count", (player,)).output
        assert str(due) == answers[f"count({player.name})"]
    assert dict(view["variables"])["turn"] == answers["turn()"]


def test_a_call_that_raises_or_means_nothing_is_told_and_changes_nothing() -> None:
    calls = [
        "init()",
        "move(9, 9)",
        "move(0, 0)",
        "fly()",
        "move(1)",
        "move(0, 0); turn()",
        "turn()",
    ]
    steps = ask("view", module="othello", calls=calls)["original"]["steps"]
    kinds = ["state", "exception", "exception", *["undefined"] * 3, "value"]
    assert kinds == [step["kind"] for step in steps]
    assert ["OutOfBounds", "InvalidMove"] == [step["text"] for step in steps[1:3]]
    assert "BLACK" == steps[-1]["text"]
    assert all(step["text"] for step in steps[1:])


def test_a_call_without_a_value_says_what_is_missing(tmp_path: Path) -> None:
    text = (LIBRARY / "stack.py").read_text("utf-8")
    guard = "    if len(stack.items) == 0:\n        raise Empty  # [empty]\n    return stack.items["
    assert guard in text
    file = tmp_path / "stack.py"
    file.write_text(text.replace(guard, "    return stack.items["), encoding="utf-8")
    request = json.dumps({"ask": "view", "module": "stack", "calls": ["init()", "top()"]})
    answer = json.loads(Explorer([ModulePlace("", str(file))]).answer(request))
    step = answer["original"]["steps"][-1]
    missing = "it takes an element that does not exist; modspec lint says where"
    assert f"top() has no value in this state: {missing}" == step["text"]


def test_a_module_without_a_state_says_how_to_begin() -> None:
    why = ask("why", module="match", calls=[], call="turn()")
    assert ("undefined", "there is no state yet: begin with init") == (why["kind"], why["text"])


def test_what_decides_is_told_as_true_or_false() -> None:
    steps = ask(
        "view", module="othello", calls=["init()", "move(0, 0)", "is_valid_move(2, 3, BLACK)"]
    )
    _, refused, accepted = steps["original"]["steps"]
    assert refused["since"].endswith("is false")
    assert "is false" not in accepted["since"]
    assert refused["rules"]


@pytest.mark.parametrize("module", MODULES)
def test_every_module_is_described_and_every_call_of_it_answered(module: str) -> None:
    found = ask("module", module=module)
    assert "error" not in found
    calls = found["begin"]
    for program in found["programs"]:
        given = {p["name"]: (*p["choices"], p["example"])[0] for p in program["parameters"]}
        call = program["template"].format(**given)
        why = ask("why", module=module, calls=calls, call=call)
        assert "error" not in why, why
        assert why["kind"] in ("state", "exception", "value", "undefined")
    for number in range(3):
        lot, made = random.Random(number), list(calls)
        for _ in range(6):
            program = lot.choice(found["programs"])
            given = {
                p["name"]: lot.choice(p["choices"]) if p["choices"] else p["example"]
                for p in program["parameters"]
            }
            made.append(program["template"].format(**given))
        assert len(made) == len(ask("view", module=module, calls=made)["original"]["steps"])


def test_a_grid_is_what_fills_a_rectangle() -> None:
    square = [(r, c) for r in range(2) for c in range(2)]
    assert square == list(rectangle(square))
    assert {} == rectangle(square[1:])
    assert {} == rectangle([(0, True), (0, 2), (1, 1), (1, 2)])
    assert {} == rectangle([(0, 1, 2)] * 4)
    assert None is grid_of(None, {})
    assert "life" in MODULES
    grids = {m: ask("view", module=m, calls=ask("module", module=m)["begin"]) for m in MODULES}
    drawn = {m for m, view in grids.items() if view["original"]["grid"]}
    assert {"othello", "life", "tic_tac_toe", "connect_four", "game_2048"} <= drawn
    assert not drawn & {"stack", "queue", "vending_machine"}


# -- why -------------------------------------------------------------------------------------------


def lines(line: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield line
    for part in line["parts"]:
        yield from lines(part)


def test_an_explanation_leads_to_the_squares_and_the_rule_that_decide() -> None:
    why = ask("why", module="othello", calls=["init()", "move(4, 5)"], call="move(0, 0)")
    assert ("exception", "InvalidMove") == (why["kind"], why["text"])
    all_lines = [each for clause in why["clauses"] for each in lines(clause["line"])]
    no_gap = [each for each in all_lines if "board[b2] ≠ EMPTY" in each["text"]]
    assert no_gap
    assert all(each["value"] is False and [1, 1] in each["cells"] for each in no_gap)
    assert "no-gaps" in {rule for each in all_lines for rule in each["rules"]}


def test_the_rules_of_an_explanation_have_texts_and_sources() -> None:
    rules = ask("module", module="othello")["rules"]
    assert all(rule["text"] and rule["sources"] for rule in rules.values())
    why = ask("why", module="othello", calls=["init()"], call="move(2, 3)")
    cited = {
        r for clause in why["clauses"] for each in lines(clause["line"]) for r in each["rules"]
    }
    assert cited
    assert cited <= set(rules)


# -- edited texts ----------------------------------------------------------------------------------


def test_an_edited_text_of_a_used_module_changes_what_it_changes_and_nothing_else() -> None:
    edits = edit("othello", "brackets", "!= player", "== player")
    view = ask("view", module="othello", calls=["init()"], edits=edits)
    original, edited = view["original"]["grid"], view["edited"]["grid"]
    cells = zip(original["cells"], edited["cells"], strict=True)
    differing = {due["name"] for due, cell in cells if due["marks"] != cell["marks"]}
    # by the edited text a row of one's own discs is bracketed: one beyond each pair of a colour
    assert {"d3", "c4", "f5", "e6", "e3", "f4", "c5", "d6"} <= differing
    assert [c["value"] for c in original["cells"]] == [c["value"] for c in edited["cells"]]
    assert view["original"] == ask("view", module="othello", calls=["init()"])["original"]


@pytest.mark.parametrize("module", MODULES)
def test_a_text_that_says_the_same_changes_nothing(module: str) -> None:
    found = ask("module", module=module)
    for function in found["functions"][:3]:
        edits = [[function["module"], function["name"], function["text"] + "  # as it was"]]
        view = ask("view", module=module, calls=found["begin"], edits=edits)
        assert "error" not in view, view
        assert view["original"] == view["edited"]


@pytest.mark.parametrize(
    ("old", "new", "line", "part"),
    [
        ("return (", "return ((", 3, "Python cannot read this"),
        ("range(", "raNge(", 5, "did you mean range?"),
        ("== player", "+ 1", 7, "an operand of + has to be a number"),
        ("def brackets", "def other", 0, "write one function"),
        ("k: int", "k: int = 2", 1, "the first line has to be"),
        ("-> bool", '-> __import__("os").abort()', 1, "the first line has to be"),
        ("def brackets", "import os\ndef brackets", 0, "write one function"),
        ("def brackets", "@print\ndef brackets", 2, "the first line has to be"),
    ],
)
def test_a_text_that_cannot_be_used_is_refused_with_its_line(
    old: str, new: str, line: int, part: str
) -> None:
    edits = edit("othello", "brackets", old, new)
    found = ask("view", module="othello", calls=["init()"], edits=edits)
    assert part in found["error"]
    assert line == found["line"]


def test_the_lines_of_two_edited_texts_do_not_disturb_each_other() -> None:
    longer = edit("othello", "captures", ":\n", ":\n\n\n")
    wrong = edit("othello", "brackets", "range(", "raNge(")
    for edits in ([*longer, *wrong], [*wrong, *longer]):
        assert 5 == ask("view", module="othello", calls=["init()"], edits=edits)["line"]


# -- verdicts --------------------------------------------------------------------------------------


@pytest.mark.parametrize("program", ["stack", "vending_machine", "life"])
def test_the_calls_of_a_verdict_lead_to_what_was_due(program: str, tmp_path: Path) -> None:
    specification = LIBRARY / f"{program}.py"
    source = (Path(__file__).parent / "library_programs" / f"{program}.py").read_text("utf-8")
    wrong = tmp_path / f"{program}.py"
    wrong.write_text(source.replace("==", "!=", 1).replace(" + 1", " + 2", 1), encoding="utf-8")
    result = CliRunner().invoke(cli, ["check", str(specification), "--impl", str(wrong), "--json"])
    verdict = json.loads(result.stdout)
    assert verdict["faults"], "the program was not wrong"
    for number, fault in enumerate(verdict["faults"]):
        found = ask("verdict", verdict=verdict, fault=number)
        assert fault["rule"] == found["rule"]
        steps = ask("view", module=program, calls=found["calls"])["original"]["steps"]
        assert "undefined" not in {step["kind"] for step in steps}
        if steps[-1]["kind"] == "exception":
            assert steps[-1]["text"] in found["expected"]


@pytest.mark.parametrize(
    ("verdict", "part"),
    [
        ({}, "this is no verdict"),
        ([], "this is no verdict"),
        ({"faults": [], "module": "stack"}, "no fault to show"),
        ({"faults": [{}], "module": "sack"}, "did you mean stack?"),
        ({"faults": [{}], "module": "stack"}, "no such request"),
    ],
)
def test_what_is_no_verdict_is_refused(verdict: Any, part: str) -> None:
    assert part in ask("verdict", verdict=verdict)["error"]


# -- exercises -------------------------------------------------------------------------------------


def test_the_exercises_of_modlab_the_course_and_the_folder_are_listed() -> None:
    found = {each["name"] for each in ask("exercises")["exercises"]}
    assert {"row-times", "othello-captures", "stack-push"} <= found


def answer(name: str, body: str, hint: str | None = None) -> dict[str, Any]:
    text = ask("exercise", name=name)["text"].replace("...", body)
    return ask("judge", name=name, text=text, hint=hint)


def test_an_answer_is_judged_and_a_hint_counts_lines_from_the_function() -> None:
    assert answer("park-invariant", "len(park.cars) <= PLACES")["is_right"]
    wrong = answer("park-invariant", "True")
    assert (False, True) == (wrong["is_right"], wrong["has_hint"])
    assert "too weak" in wrong["lines"][0]
    assert not any("--hint" in line for line in wrong["lines"])
    assert "Look at line 3:" in answer("park-invariant", "True", "where")["lines"]
    unread = answer("park-invariant", "len(park.cars) + 1")
    assert unread["lines"][1].startswith("line 3: ")
    assert not unread["has_hint"]


def test_an_answer_is_one_function_with_the_first_line_that_it_has_to_have() -> None:
    text = ask("exercise", name="park-invariant")["text"]
    for wrong in (
        "",
        "import os",
        f"import os\n{text}",
        text.replace("-> bool", "-> open('x')"),
        f"@print\n{text}",
        text.replace("def ", "async def "),
    ):
        assert "error" in ask("judge", name="park-invariant", text=wrong)
    assert "did you mean" in ask("judge", name="park-invarian", text=text)["error"]


# -- the Python of the page ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("script", "part"),
    [
        ("echo 'npm error no such package' >&2; exit 1", "npm cannot fetch"),
        ('echo other > "$4/pyodide-$VERSION.tgz"', "npm fetched another pyodide"),
    ],
)
def test_a_package_that_npm_cannot_fetch_or_that_is_another_is_refused(
    script: str, part: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    npm = tmp_path / "npm"
    npm.write_text(f"#!/bin/sh\nVERSION={VERSION}\n{script}\n", encoding="utf-8")
    npm.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    with pytest.raises(PyodideError, match=part), pyodide_package(None):
        pass


def test_without_npm_or_a_file_of_the_package_the_error_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "pyodide.mjs").touch()
    with pytest.raises(PyodideError, match=r"has no pyodide\.asm\.mjs"), pyodide_package(tmp_path):
        pass
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(PyodideError, match="npm is not installed"), pyodide_package(None):
        pass


# -- any request -----------------------------------------------------------------------------------

JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 99) | st.sampled_from([*MODULES, "init()", "fly("]),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=2)
    ),
    max_leaves=4,
)
KEYS = ("module", "calls", "call", "edits", "verdict", "fault", "name", "text", "hint")
KINDS = ("modules", "module", "view", "why", "verdict", "exercise", "judge", "nothing")


@settings(max_examples=150)
@given(st.sampled_from(KINDS), st.dictionaries(st.sampled_from(KEYS), JSON))
def test_any_request_has_an_answer(kind: str, rest: dict[str, Any]) -> None:
    assert ask(kind, **rest)


@pytest.mark.parametrize("request_text", ["", "[]", "1", "null", '"view"', "{", '{"ask": []}'])
def test_what_is_no_request_is_told_so(request_text: str) -> None:
    assert json.loads(explorer().answer(request_text))["error"]


def test_call_texts_name_elements_of_the_modules_below() -> None:
    [call] = read_calls(declare("othello_spec.othello"), "count(WHITE)")
    assert Call("count", (WHITE,)) == call

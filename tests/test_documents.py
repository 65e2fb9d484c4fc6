"""What the documents show: their examples run, and their figures are what comes out."""

from __future__ import annotations

import ast
import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType

import pytest

from modspec import Module, declare
from modspec.print import terminal
from modspec.print.formula import formula
from modspec.print.terminal import page
from modspec.run.machine import Machine
from modspec.syntax.values import State
from othello_spec import THEOREMS, module, modules
from othello_spec.records.move_lists import moves
from othello_spec.rules import RULES
from readme_blocks import EXAMPLES, EXAMPLES_FOLDER, output
from wrong_implementations import sound

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
PAGES = sorted(
    file for file in DOCS.rglob("*.md") if "```" in file.read_text() and "_build" not in file.parts
)


def blocks(file: Path, language: str) -> Iterator[str]:
    """The fenced blocks of a page that are in a language."""
    for match in re.finditer(
        rf"^```{language}\n(.*?)^```", file.read_text(), re.DOTALL | re.MULTILINE
    ):
        yield match[1]


@pytest.mark.parametrize("page", [page for page in PAGES if "```pycon" in page.read_text()])
def test_every_interactive_example_gives_what_the_page_shows(page: Path, tmp_path: Path) -> None:
    session = tmp_path / "session.txt"
    session.write_text("\n".join(blocks(page, "pycon")))
    # A process of its own finds the reader's stack.py, and no other module of that name.
    folders = [DOCS / "tutorial", DOCS / "explanation", ROOT / "spec"]
    path = os.pathsep.join(map(str, folders))
    done = subprocess.run(
        [sys.executable, "-m", "doctest", session],
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("file", EXAMPLES)
def test_an_output_on_a_page_is_what_the_command_prints(file: str) -> None:
    assert output(EXAMPLES[file]) == (EXAMPLES_FOLDER / file).read_text(encoding="utf-8")


def test_the_kernel_of_the_how_to_is_wrong_as_the_page_shows(tmp_path: Path) -> None:
    page = DOCS / "how-to" / "prove-your-kernel.md"
    (tmp_path / "mine.py").write_text(next(blocks(page, "python")), encoding="utf-8")
    command = [Path(sys.executable).with_name("othello-mis"), "prove", "py:mine"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    shown = (DOCS / "examples" / "prove.txt").read_text(encoding="utf-8")
    # which of the boards with two discs it is, is up to the solver
    assert [line[:3] for line in shown.splitlines()] == [
        line[:3] for line in done.stdout.splitlines()
    ]
    assert done.returncode == 1
    right = next(blocks(page, "python")).replace("(-9, FULL)", "(-9, FULL ^ H)")
    (tmp_path / "mine.py").write_text(right, encoding="utf-8")
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.stdout == next(blocks(page, "text"))


def test_the_score_sheet_is_what_its_script_prints() -> None:
    script = DOCS / "tutorial" / "scoresheet.py"
    done = subprocess.run([sys.executable, script], capture_output=True, text=True, check=True)
    shown = (DOCS / "examples" / "scoresheet.txt").read_text(encoding="utf-8")
    assert shown == done.stdout


def test_every_output_on_a_page_is_tested() -> None:
    elsewhere = {"prove.txt", "scoresheet.txt", "specification-mistakes.txt", "variant-theorem.txt"}
    assert {*EXAMPLES, *elsewhere} == {file.name for file in (DOCS / "examples").iterdir()}


def load(file: Path) -> ModuleType:
    """The Python module in a file."""
    spec = importlib.util.spec_from_file_location(file.stem, file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_replies_in_the_how_to_are_those_of_a_sound_program() -> None:
    page = DOCS / "how-to" / "check-your-implementation.md"
    lines = [json.loads(block) for block in blocks(page, "json")]
    pipe = load(ROOT / "tests" / "programs" / "othello_pipe.py")
    game = sound.Othello()
    requests, replies = lines[::2], lines[1::2]
    assert [pipe.answer(game, request) for request in requests] == replies
    assert len(requests) == 2


# -- the module of one's own -----------------------------------------------------------------------

_PART = re.compile(
    r"^```(?:\{literalinclude\} your-own-module/(?P<file>\S+)|console\n(?P<session>.*?)^```)",
    re.DOTALL | re.MULTILINE,
)


def sessions(page: Path, folder: Path) -> Iterator[tuple[str, list[str]]]:
    """Yield the commands of a page, each with the lines below it; write its files before."""
    for part in _PART.finditer(page.read_text(encoding="utf-8")):
        if part["file"]:
            source = page.with_suffix("") / part["file"]
            (folder / part["file"]).write_bytes(source.read_bytes())
        for step in re.split(r"^\$ ", part["session"] or "", flags=re.MULTILINE)[1:]:
            command, _, shown = step.partition("\n")
            yield command, shown.splitlines()


def has_lines(printed: list[str], shown: list[str]) -> bool:
    """Whether the lines are those that a page shows; ``...`` stands for any number of lines."""
    if not shown:
        return not printed
    if shown[0] == "...":
        return any(has_lines(printed[n:], shown[1:]) for n in range(len(printed) + 1))
    return printed[:1] == shown[:1] and has_lines(printed[1:], shown[1:])


def test_lines_may_be_left_out_only_where_a_page_says_so() -> None:
    assert has_lines(["a", "b", "c"], ["a", "...", "c"])
    assert has_lines([], ["..."])
    assert not has_lines(["a", "b", "c"], ["a", "c"])
    assert not has_lines(["a", "b", "c"], ["...", "b"])


def test_the_tutorial_leads_from_an_empty_folder_to_a_graded_class(tmp_path: Path) -> None:
    if shutil.which("node") is None:
        pytest.skip("there is no node for the program in JavaScript")
    commands = Path(sys.executable).parent
    environment = {**os.environ, "PATH": f"{commands}{os.pathsep}{os.environ['PATH']}"}
    for command, shown in sessions(DOCS / "tutorial" / "your-own-module.md", tmp_path):
        done = subprocess.run(
            ["bash", "-c", command],
            cwd=tmp_path,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )
        assert has_lines(done.stdout.splitlines(), shown), (command, done.stdout, done.stderr)


# -- the stack of the tutorial ---------------------------------------------------------------------


Declare = Callable[..., Module]


@pytest.fixture
def tutorial_stack(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Declare:
    """Declares the reader's module under a name of its own, with more text at its end if given."""
    monkeypatch.syspath_prepend(str(tmp_path))

    def declare_stack(name: str, more: str = "") -> Module:
        source = (DOCS / "tutorial" / "stack.py").read_text(encoding="utf-8")
        source = source.replace('"depth", ', '"depth", "more", ') + more if more else source
        (tmp_path / f"{name}.py").write_text(source, encoding="utf-8")
        return declare(name)

    return declare_stack


@pytest.fixture
def stack(tutorial_stack: Declare) -> Machine:
    """The reader's module, ready to be called."""
    return Machine(tutorial_stack("a_stack"))


def test_what_is_pushed_last_is_on_top(stack: Machine) -> None:
    state: State | None = stack.initial()
    for item in (3, 1, 4):
        state = stack.call(state, "push", (item,)).state
    assert stack.call(state, "top").output == 4
    assert stack.call(state, "depth").output == 3


def test_pop_undoes_push(stack: Machine) -> None:
    before = stack.call(stack.initial(), "push", (3,)).state
    pushed = stack.call(before, "push", (1,)).state
    assert stack.call(pushed, "pop").state == before


@pytest.mark.parametrize("routine", ["pop", "top"])
def test_an_empty_stack_has_no_top(stack: Machine, routine: str) -> None:
    assert stack.call(stack.initial(), routine).exception == "Empty"


def test_a_full_stack_refuses_and_stays_as_it_is(stack: Machine) -> None:
    small = Machine(stack.module, constants={"CAPACITY": 1})
    full = small.call(small.initial(), "push", (3,)).state
    refused = small.call(full, "push", (1,))
    assert refused.exception == "Full"
    assert refused.state == full


def test_the_hint_for_contains_is_printed_as_the_tutorial_says(tutorial_stack: Declare) -> None:
    hint = "return any(stack.items[i] == item for i in range(len(stack.items)))"
    tutorial = (DOCS / "tutorial" / "read-your-first-module.md").read_text()
    head = 'def more(stack: Stack, item: int) -> bool:\n    """Whether it is there."""\n'
    output = tutorial_stack("stack_with_contains", f"\n\n{head}    {hint}\n")["more"].output
    assert output is not None
    assert hint in tutorial
    assert f"`{terminal.inline(formula(output.value))}`" in tutorial


def test_the_hint_for_clear_empties_a_stack(tutorial_stack: Declare) -> None:
    head = 'def more(stack: Stack) -> Stack:\n    """Empty it."""\n'
    machine = Machine(tutorial_stack("stack_with_clear", f"\n\n{head}    return Stack(items=())\n"))
    state = machine.call(machine.initial(), "push", (3,)).state
    assert machine.call(state, "more").state == machine.initial()


def test_the_notation_page_shows_every_function_of_its_examples() -> None:
    text = (DOCS / "explanation" / "notation.md").read_text(encoding="utf-8")
    shown = {name for line in re.findall(r"constructs (.*)", text) for name in line.split()}
    tree = ast.parse((DOCS / "explanation" / "constructs.py").read_text(encoding="utf-8"))
    assert {node.name for node in tree.body if isinstance(node, ast.FunctionDef)} == shown


def test_every_module_has_a_page() -> None:
    shown = {
        name
        for file in (DOCS / "reference").glob("*.md")
        for name in re.findall(r"^```{mis:module} (.*)$", file.read_text(encoding="utf-8"), re.M)
    }
    assert {module.python_name for module in modules()} == shown


def test_the_front_page_and_the_changelog_know_how_many_theorems_there_are() -> None:
    theorems = sum(len(module(name).access_programs) for name in THEOREMS)
    for file in (ROOT / "README.md", DOCS / "changelog.md", DOCS / "index.md"):
        assert [str(theorems)] == re.findall(r"(\d+) theorems", file.read_text(encoding="utf-8"))


def test_the_riddle_of_the_front_page_is_answered_rightly() -> None:
    page = (DOCS / "index.md").read_text(encoding="utf-8")
    ((moves_made, marks),) = re.findall(r":after: (.*)\n:marks: (.*)\n", page)
    machine = Machine(module("othello"))
    state: State | None = machine.initial()
    for place in moves(moves_made):
        state = machine.call(state, "move", place).state
    player = machine.call(state, "turn").output
    valid = [
        mark
        for mark in marks.split()
        if machine.call(state, "is_valid_move", (*moves(mark)[0], player)).output
    ]
    (wrong,) = set(marks.split()) - set(valid)
    *others, last = valid
    assert f"On {', '.join(others)} and {last}, but not on {wrong}." in page


INSTALLED = re.compile(r"pip install ((?:-\S+ )*)('[^']+'|\S+)")
EXTRAS = set(
    tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]
)


def not_installable(text: str) -> list[str]:
    """What pip would not find: this package by its name, or an extra that it does not have.

    The package is in no index, so that only a folder or a wheel can be installed.
    """
    found = []
    for match in INSTALLED.finditer(text):
        what, _, extras = match[2].strip("'`").partition("[")
        is_ours = what == "." or what.replace("_", "-").startswith("othello-mis")
        is_named = what.replace("_", "-") == "othello-mis"
        if is_named or (is_ours and set(extras.rstrip("]").split(",")) - EXTRAS - {""}):
            found.append(match[0])
    return found


def test_every_page_installs_what_can_be_installed() -> None:
    pages = [ROOT / "README.md", *DOCS.rglob("*.md")]
    assert {} == {
        page.name: found for page in pages if (found := not_installable(page.read_text("utf-8")))
    }


def test_what_cannot_be_installed_is_found() -> None:
    assert not_installable("pip install othello-mis")
    assert not_installable("pip install -e '.[prove]'")
    assert not not_installable("pip install -e '.[test,lint]'")


# -- what this project decided ---------------------------------------------------------------------

DECIDED = {
    citation.place for rule in RULES for citation in rule.sources if citation.source == "design"
}
"""What rules cite as decisions of this project."""


NEXT_STEPS = re.compile(r"^## Next\n\n(?:- .*\]\(.*\n(?:  .*\n)*)+\Z", re.M)
"""How a how-to ends: links to what its reader may want to do then."""


@pytest.mark.parametrize("page", sorted((DOCS / "how-to").glob("*.md")), ids=lambda page: page.stem)
def test_every_how_to_ends_with_a_next_step(page: Path) -> None:
    assert NEXT_STEPS.search(page.read_text(encoding="utf-8"))


def test_a_how_to_without_a_next_step_is_found() -> None:
    assert NEXT_STEPS.search("# Do it\n\n## Next\n\n- [Do more](more.md).\n")
    assert not NEXT_STEPS.search("# Do it\n\n## Next\n\nNothing.\n")


def test_every_decision_that_a_rule_cites_is_explained() -> None:
    page = DOCS / "explanation" / "what-the-sources-leave-open.md"
    entries = re.split(r"^### ", page.read_text(encoding="utf-8"), flags=re.M)[1:]
    explained = {entry.partition("\n")[0]: entry for entry in entries}
    assert DECIDED
    assert set() == DECIDED - set(explained)
    for entry in explained.values():
        terms = re.findall(r"^(.*)\n: ", entry, re.M)
        assert ["The sources", "Here", "Instead"] == terms


def test_a_decision_is_explained_where_the_rule_that_cites_it_is_named() -> None:
    page = (DOCS / "explanation" / "what-the-sources-leave-open.md").read_text(encoding="utf-8")
    for rule in RULES:
        if any(citation.source == "design" for citation in rule.sources):
            assert f"{{mis:rule}}`{rule.id}`" in page


def test_the_page_of_the_stack_fits_a_terminal(stack: Machine) -> None:
    assert max(map(len, page(stack.module).splitlines())) <= terminal.WIDTH


def printed_texts(source: str) -> Iterator[str]:
    """The texts of a program that are no docstrings: a part of what users read."""
    tree = ast.parse(source)
    docstrings = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        is_text = isinstance(node, ast.Constant) and isinstance(node.value, str)
        if is_text and id(node) not in docstrings:
            yield node.value


def test_users_are_told_to_fix_and_not_to_mend() -> None:
    """Of two words for one thing, readers look for the difference."""
    files = [file for folder in ("spec", "model") for file in (ROOT / folder).rglob("*.py")]
    texts = {text: file for file in files for text in printed_texts(file.read_text("utf-8"))}
    assert [] == [str(texts[text]) for text in texts if re.search(r"\bmend(s|ed|ing)?\b", text)]
    assert ["x: mend it"] == list(printed_texts('"""Mends."""\nprint(f"x: mend it")\n'))

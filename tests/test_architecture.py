"""The architecture: imports run one way, names are terms of the field, each noun is one class."""

from __future__ import annotations

import ast
import importlib
import json
import re
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from modspec.run.machine import FAILED_CALL, QUERIES_PURE
from othello_spec.rules import RULES

ROOT = Path(__file__).parents[1]

MAY_USE: dict[str, set[str]] = {
    "modspec": set(),
    "modcheck": {"modspec"},
    "modlab": {"modspec", "modcheck"},
    "othello_spec": {"modspec"},
    "othello_suite": {"modspec", "modcheck", "modlab", "othello_spec"},
    "othello_model": {"modspec", "othello_spec"},
    "othello_proofs": {"modspec", "modcheck", "othello_spec", "othello_suite", "othello_model"},
    "othello_mis": {
        "modspec",
        "modcheck",
        "modlab",
        "othello_spec",
        "othello_suite",
        "othello_model",
        "othello_proofs",
    },
}
"""Of our own packages, those that each package may import."""

THIRD_PARTY: dict[str, set[str]] = {
    "spec/modspec/crosshair": {"crosshair", "z3"},
    "spec/modspec/lift": {"z3"},
    "spec/modspec/lint/abstraction.py": {"z3"},
    "spec/modspec/prove": {"z3"},
    "spec/modspec/sphinx": {"docutils", "sphinx"},
    "spec/modcheck/grading/cluster.py": {"distributed"},
    "spec/modcheck/report": {"jinja2", "markupsafe"},
    "spec/modcheck/testing": {"hypothesis"},
    "spec/modlab/driver": {"hypothesis"},
    "spec/modlab": {"attrs", "click", "pytest", "rich"},
    "spec/modlab/course_box": {"jinja2"},
    "model/othello_model/batch.py": {"numpy"},
    "model/othello_proofs": {
        "cattrs",
        "cvc5",
        "docutils",
        "hypothesis",
        "numpy",
        "sphinx",
        "z3",
    },
    "model/othello_mis": {"click", "numpy", "z3"},
}
"""The packages outside the standard library, by the files that may import them."""

HOMONYMS: dict[str, str] = {}
"""The class names that two files of the product share, each with the reason."""

PARTICIPLES = {
    "begun",
    "bound",
    "built",
    "done",
    "drawn",
    "found",
    "given",
    "grown",
    "heard",
    "held",
    "kept",
    "known",
    "laid",
    "led",
    "left",
    "made",
    "meant",
    "met",
    "said",
    "seen",
    "sent",
    "shown",
    "spent",
    "taken",
    "thrown",
    "told",
    "written",
}
"""Irregular participles that do not end in -ed."""

NOT_PARTICIPLES = {"need", "feed", "seed", "speed", "embed"}
"""Words in -ed that are verbs or nouns."""

SPECIFICATION_NAMES = {
    "begun": "an access program of match",
    "combined": "a function on symmetries, as mathematics names it",
    "exchanged": "a function on boards, as mathematics names it",
    "favoured": "an access program of handicap",
    "left": "an access program of supply",
    "placed": "a function on boards, as mathematics names it",
    "recoloured": "a function on games, as mathematics names it",
    "seen": "a function on games, as mathematics names it",
    "viewed": "a function on boards, as mathematics names it",
}
"""The participles that the specification uses and prints as mathematics, each with its kind."""

PROGRAM_NAMES = {
    "left": "an access program of supply, which hostile programs offer",
    "moved": "an access program of place, which a test implements",
    "outflanked": "a method of the sound specimen, which tests override",
}
"""The participles that tests take from programs and specifications, each with its origin."""

FOREIGN = {
    "tests/hidden_modules/": "specifications of other modules, and programs of students",
    "tests/kits/": "programs of students",
    "tests/lamps.py": "a specification",
    "tests/library_programs/": "programs of students",
    "tests/odd_faults/": "programs of students",
    "tests/odd_othello/": "programs of students",
    "tests/odd_programs/": "programs of students",
    "tests/wrong_implementations/": "programs of students",
}
"""The folders and files of tests whose functions others have named, each with what it holds."""

PACKAGE_OF = {
    file: name
    for name in MAY_USE
    for root in ("spec", "model")
    for file in sorted((ROOT / root / name).rglob("*.py"))
    if "kits" not in file.relative_to(ROOT).parts  # starter kits are other people's programs
}
FILES = list(PACKAGE_OF)
TEST_FILES = sorted((ROOT / "tests").rglob("*.py"))


def place(file: Path) -> str:
    return file.relative_to(ROOT).as_posix()


def tree(file: Path) -> ast.Module:
    return ast.parse(file.read_text(encoding="utf-8"))


def imported_packages(file: Path) -> Iterator[str]:
    """Yield the package of each import in a file, wherever the import stands."""
    for node in ast.walk(tree(file)):
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield PACKAGE_OF[file] if node.level else str(node.module).partition(".")[0]


# -- imports ---------------------------------------------------------------------------------------


def test_each_package_imports_only_those_below_it() -> None:
    wrong = {
        f"{place(file)} imports {package}"
        for file in FILES
        for package in set(imported_packages(file)) & set(MAY_USE) - {PACKAGE_OF[file]}
        if package not in MAY_USE[PACKAGE_OF[file]]
    }
    assert set() == wrong


def test_third_party_packages_are_imported_only_where_a_reading_needs_them() -> None:
    wrong = {
        f"{place(file)} imports {package}"
        for file in FILES
        for package in set(imported_packages(file)) - sys.stdlib_module_names - set(MAY_USE)
        if not any(
            place(file).startswith(start) and package in packages
            for start, packages in THIRD_PARTY.items()
        )
    }
    assert set() == wrong


def test_every_exception_for_a_third_party_package_is_used() -> None:
    used = {
        (start, package)
        for file in FILES
        for start in THIRD_PARTY
        if place(file).startswith(start)
        for package in imported_packages(file)
    }
    listed = {(start, each) for start, packages in THIRD_PARTY.items() for each in packages}
    assert set() == listed - used


BARE = """
import importlib, json, pkgutil, sys
sys.path.insert(0, sys.argv[1])
import othello_spec
names = [found.name for found in pkgutil.walk_packages(othello_spec.__path__, "othello_spec.")]
for name in names:
    importlib.import_module(name)
from modspec.run.machine import Machine
machine = Machine(othello_spec.module("othello"))
state = machine.initial()
for move in sys.argv[2].split():
    state = machine.call(state, "move", (int(move[1]) - 1, ord(move[0]) - ord("a"))).state
over = machine.call(state, "game_over").output
print(json.dumps([names, sorted(sys.modules), sys.path, over]))
"""
"""A program that imports the whole specification and plays a game with it."""

WIPE_OUT = "d3 c3 b3 d2 e1 d6 d7 e3 f4"
"""A game of nine moves that leaves White without a disc."""


def test_the_specification_runs_in_a_bare_interpreter() -> None:
    run = [sys.executable, "-I", "-S", "-c", BARE, str(ROOT / "spec"), WIPE_OUT]
    done = subprocess.run(run, capture_output=True, text=True, check=False, cwd=ROOT)
    assert 0 == done.returncode, done.stderr
    names, loaded, path, over = json.loads(done.stdout)
    assert [] == [folder for folder in path if "site-packages" in folder]
    files = (ROOT / "spec" / "othello_spec").rglob("*.py")
    parts = [file.relative_to(ROOT / "spec").with_suffix("").parts for file in files]
    expected = {".".join(p for p in each if p != "__init__") for each in parts}
    assert expected - {"othello_spec"} == set(names)
    roots = {name.partition(".")[0] for name in loaded}
    assert {"modspec", "othello_spec", "__main__"} == roots - sys.stdlib_module_names
    assert over is True


# -- words of Othello ------------------------------------------------------------------------------

GENERAL = ("modspec", "modcheck", "modlab")
"""The packages that serve any module."""

PERMITTED = re.compile(r"(?:#|/\*) permitted: \w+")
"""What a line with a word of Othello says, before the reason."""

_OWN_RULES = sorted(
    rule.id for rule in RULES if "-" in rule.id and rule.id not in (FAILED_CALL, QUERIES_PURE)
)
"""The rules of Othello whose names are no single words; two are rules of every module."""

OTHELLO = re.compile(
    "|".join(
        (
            r"othello|reversi|\both_",
            r"(?<![a-z])discs?(?![a-z])",
            r"(?<![a-z])(?:flip|outflank|forfeit)",
            r"(?<![a-z_])captur(?:e[ds]?|ing)(?![a-z_])",  # capture_output is Python's
            r"valid_?moves?(?![a-z])|game_?over|pass_?turn",
            r"(?<![a-z])(?:perft|wthor)(?![a-z])",
            r"\b(?P<size>4|6|8|10)\s?(?:x|×|by)\s?(?P=size)\b",
            rf"(?<![\w-])(?:{'|'.join(_OWN_RULES)})(?![\w-])",
        )
    ),
    re.I,
)
"""The words that only Othello has: its names, its terms, sizes of its board, its rules."""


def lines_about_othello(text: str) -> list[str]:
    """Return the lines with a word of Othello, except those that say why it is permitted."""
    lines = (line.strip() for line in text.splitlines())
    return [line for line in lines if OTHELLO.search(line) and not PERMITTED.search(line)]


def general_texts() -> Iterator[tuple[str, str]]:
    """Yield the name and the text of each file of the general packages, in any language."""
    for package in GENERAL:
        for file in sorted((ROOT / "spec" / package).rglob("*")):
            if file.is_file() and "__pycache__" not in file.parts:
                yield place(file), file.read_text(encoding="utf-8")


def test_the_general_packages_know_no_othello() -> None:
    texts = dict(general_texts())
    assert {".py", ".js", ".css", ".jinja", ".json"} <= {Path(name).suffix for name in texts}
    assert [] == [name for name in texts if OTHELLO.search(name)]
    found = {name: lines_about_othello(text) for name, text in texts.items()}
    assert {} == {name: lines for name, lines in found.items() if lines}


@pytest.mark.parametrize(
    "line",
    [
        "java Othello",
        "``OTH_BLACK``",
        "a disc lies on another",
        "_discs(after)",
        ".disc { width: 78%; }",
        "whoever flips some",
        "capture-all = 3",
        "isValidMove",
        "game_over()",
        "a board of 8 x 8",
        "the 6×6 board",
        "no-gaps: fail",
        "one disc  # permitted:",
    ],
)
def test_a_word_of_othello_is_noticed(line: str) -> None:
    assert [line] == lines_about_othello(line)


@pytest.mark.parametrize(
    "line",
    [
        "disclosure(parts, discrete)",
        "capture_output=True",
        "a board, a square, a move",
        "one disc  # permitted: any game has one",
    ],
)
def test_other_words_are_no_words_of_othello(line: str) -> None:
    assert [] == lines_about_othello(line)


# -- names -----------------------------------------------------------------------------------------


def is_bare_participle(name: str) -> bool:
    word = name.strip("_")
    if "_" in word or word in NOT_PARTICIPLES:
        return False
    return word in PARTICIPLES or word.endswith("ed")


DEFINITION = re.compile(r"\bdef (\w+)")
FUNCTION = (ast.FunctionDef, ast.AsyncFunctionDef)


def bare_participles(files: Iterable[Path]) -> Iterator[tuple[str, str]]:
    """Yield the place of each function that is named by a bare participle, and the name."""
    for file in files:
        names = DEFINITION.findall(file.read_text(encoding="utf-8"))
        if not any(map(is_bare_participle, names)):
            continue  # without parsing, which takes long
        for node in ast.walk(tree(file)):
            if isinstance(node, FUNCTION) and is_bare_participle(node.name):
                yield f"{place(file)}:{node.lineno}", node.name


def foreign_part(where: str) -> str | None:
    """Return the folder or file of FOREIGN that contains a place of the tests, if one does."""
    return next((part for part in FOREIGN if where.startswith(part)), None)


def test_no_function_is_named_by_a_bare_participle() -> None:
    found = bare_participles(FILES)
    assert [] == [each for each in found if each[1] not in SPECIFICATION_NAMES]


def test_no_function_of_the_tests_is_named_by_a_bare_participle() -> None:
    found = list(bare_participles(TEST_FILES))
    own = [each for each in found if not foreign_part(each[0])]
    assert [] == [each for each in own if each[1] not in PROGRAM_NAMES]
    assert set(PROGRAM_NAMES) == {name for _, name in own}
    assert set(FOREIGN) == {foreign_part(where) for where, _ in found} - {None}


def test_every_participle_of_the_specification_is_in_use() -> None:
    folder = ROOT / "spec" / "othello_spec"
    used = {name for _, name in bare_participles(folder.rglob("*.py"))}
    assert set() == set(SPECIFICATION_NAMES) - used


@pytest.mark.parametrize("name", ["told", "_said", "checked", "made"])
def test_a_bare_participle_is_noticed(name: str) -> None:
    assert is_bare_participle(name)


@pytest.mark.parametrize("name", ["seed", "need", "write", "captured_discs", "is_closed"])
def test_verbs_and_nouns_are_no_participles(name: str) -> None:
    assert not is_bare_participle(name)


def test_one_noun_is_one_class() -> None:
    places: dict[str, list[str]] = defaultdict(list)
    for file in FILES:
        for node in ast.walk(tree(file)):
            if isinstance(node, ast.ClassDef):
                places[node.name].append(place(file))
    shared = {name: files for name, files in places.items() if len(files) > 1}
    assert set(HOMONYMS) == set(shared), shared


GLOSSARY = ROOT / "docs" / "reference" / "glossary.md"
ENTRY = re.compile(r"^`(?P<module>[\w.]+):(?P<name>\w+)`", re.M)


def test_every_entry_of_the_glossary_names_a_definition() -> None:
    found = list(ENTRY.finditer(GLOSSARY.read_text(encoding="utf-8")))
    assert len(found) > 20
    for entry in found:
        assert hasattr(importlib.import_module(entry["module"]), entry["name"]), entry[0]


# -- files and docstrings --------------------------------------------------------------------------


def test_files_have_no_tabs_and_end_with_one_end_of_line() -> None:
    texts = {place(file): file.read_text(encoding="utf-8") for file in FILES}
    assert [] == [name for name, text in texts.items() if "\t" in text]
    assert [] == [name for name, text in texts.items() if text != text.rstrip() + "\n"]


def undocumented_names(node: ast.AST, name: str = "") -> Iterator[str]:
    """Yield the public names without a docstring, from the outside inwards."""
    if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
        if ast.get_docstring(node) is None:
            yield name or "the module"
        if isinstance(node, ast.Module | ast.ClassDef):
            for inner in node.body:
                inner_name = getattr(inner, "name", "_")
                if not inner_name.startswith("_"):
                    yield from undocumented_names(inner, f"{name}.{inner_name}".lstrip("."))


def test_everything_public_has_a_docstring() -> None:
    found = {place(file): list(undocumented_names(tree(file))) for file in FILES}
    assert {} == {name: missing for name, missing in found.items() if missing}


def test_a_missing_docstring_is_noticed() -> None:
    source = (
        '"""M."""\nclass A:\n    def f(self): ...\n    def _g(self): ...\ndef h():\n    """H."""\n'
    )
    assert ["A", "A.f"] == list(undocumented_names(ast.parse(source)))

"""Imports run one way, the specification needs nothing but the standard library, and files stay small."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGES = {
    "modspec": ROOT / "spec" / "modspec",
    "othello_spec": ROOT / "spec" / "othello_spec",
    "othello_model": ROOT / "model" / "othello_model",
}
FILES = sorted(file for folder in PACKAGES.values() for file in folder.rglob("*.py"))

MAY_USE = {
    "modspec": set(),
    "othello_spec": {"modspec"},
    "othello_model": {"modspec", "othello_spec"},
}
"""Of our own packages, those that each may import."""

THIRD_PARTY = {
    "spec/modcheck/grading/cluster.py": {"distributed"},
    "spec/modspec/prove": {"z3"},
    "spec/modcheck/testing/state_machine.py": {"hypothesis"},
    "spec/modcheck/testing/hypothesis_stage.py": {"hypothesis"},
    "spec/modspec/lift": {"z3"},
    "spec/modspec/sphinx": {"docutils", "sphinx"},
    "spec/modcheck/testing/repeatable.py": {"hypothesis"},
    "spec/modspec/crosshair": {"crosshair", "z3"},
    "model/othello_model/batch.py": {"numpy"},
    "model/othello_mis/commands": {"click", "rich", "z3"},
    "model/othello_proofs/counting": {"numpy"},
    "model/othello_proofs/methods/contracts.py": {"crosshair", "z3"},
    "model/othello_proofs/methods/proofs.py": {"z3"},
    "model/othello_proofs/methods/sampling.py": {"hypothesis"},
    "model/othello_proofs/methods/small_states.py": {"numpy"},
    "model/othello_proofs/obligations": {"z3"},
    "model/othello_mis/random_traces.py": {"numpy"},
    "spec/modlab/pytest_plugin.py": {"pytest"},
    "model/othello_mis/replay/batch_replay.py": {"numpy"},
    "model/othello_mis/replay/files.py": {"numpy"},
    "model/othello_mis/replay/findings.py": {"numpy"},
}
"""What is not in the standard library, by the files that may import it."""

SIZE = 400
"""Lines that a file has at most."""

LARGER: dict[str, str] = {}
"""The files that may be larger, each with the reason."""


def shown(file: Path) -> str:
    return file.relative_to(ROOT).as_posix()


def imported(file: Path) -> Iterator[str]:
    """The packages from which a file imports anything, wherever in the file."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield PACKAGE_OF[file] if node.level else str(node.module).partition(".")[0]


PACKAGE_OF = {file: name for name, folder in PACKAGES.items() for file in folder.rglob("*.py")}


# -- imports ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("file", FILES, ids=shown)
def test_imports_run_one_way(file: Path) -> None:
    own = PACKAGE_OF[file]
    others = set(imported(file)) & set(PACKAGES) - {own}
    assert others <= MAY_USE[own]


@pytest.mark.parametrize("file", FILES, ids=shown)
def test_other_peoples_packages_are_imported_only_where_a_reading_needs_them(file: Path) -> None:
    allowed = {
        package
        for place, packages in THIRD_PARTY.items()
        if shown(file).startswith(place)
        for package in packages
    }
    foreign = set(imported(file)) - sys.stdlib_module_names - set(PACKAGES)
    assert foreign <= allowed


BARE = """
import importlib, json, pkgutil, sys
sys.path.insert(0, sys.argv[1])
import othello_spec
names = [found.name for found in pkgutil.walk_packages(othello_spec.__path__, "othello_spec.")]
for name in names:
    importlib.import_module(name)
from othello_suite.test_model import subject
from modspec.run.machine import Machine
machine = Machine(subject().module)
state = machine.initial()
for call in subject().landmarks["White is wiped out after nine moves"]:
    state = machine.call(state, call.routine, call.arguments).state
over = machine.call(state, "game_over").output
print(json.dumps([names, sorted(sys.modules), sys.path, over]))
"""
"""Imports everything and plays a game, in an interpreter that knows the specification's folder alone."""


def test_the_specification_runs_in_a_bare_interpreter() -> None:
    run = [sys.executable, "-I", "-S", "-c", BARE, str(ROOT / "spec")]
    done = subprocess.run(run, capture_output=True, text=True, check=False, cwd=ROOT)
    assert 0 == done.returncode, done.stderr
    names, loaded, path, over = json.loads(done.stdout)
    assert [] == [folder for folder in path if "site-packages" in folder]
    files = PACKAGES["othello_spec"].rglob("*.py")
    parts = [file.relative_to(ROOT / "spec").with_suffix("").parts for file in files]
    expected = {".".join(p for p in each if p != "__init__") for each in parts}
    assert expected - {"othello_spec"} == set(names)
    roots = {name.partition(".")[0] for name in loaded}
    assert {"modspec", "othello_spec", "__main__"} == roots - sys.stdlib_module_names
    assert over is True


# -- files -----------------------------------------------------------------------------------------


def lines(file: Path) -> int:
    return len(file.read_text(encoding="utf-8").splitlines())


@pytest.mark.parametrize("file", FILES, ids=shown)
def test_a_file_is_small(file: Path) -> None:
    assert lines(file) < SIZE or shown(file) in LARGER


def test_the_files_that_may_be_larger_are() -> None:
    assert [] == [name for name in LARGER if lines(ROOT / name) < SIZE]


@pytest.mark.parametrize("file", FILES, ids=shown)
def test_a_file_has_no_tabs_and_ends_with_one_end_of_line(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    assert "\t" not in text
    assert text == text.rstrip() + "\n"


# -- docstrings ------------------------------------------------------------------------------------


def undocumented(node: ast.AST, name: str = "") -> Iterator[str]:
    """The public things without a docstring, from the outside inwards."""
    if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
        if ast.get_docstring(node) is None:
            yield name or "the module"
        if isinstance(node, ast.Module | ast.ClassDef):
            for inner in node.body:
                inner_name = getattr(inner, "name", "_")
                if not inner_name.startswith("_"):
                    yield from undocumented(inner, f"{name}.{inner_name}".lstrip("."))


@pytest.mark.parametrize("file", FILES, ids=shown)
def test_everything_public_has_a_docstring(file: Path) -> None:
    assert [] == list(undocumented(ast.parse(file.read_text(encoding="utf-8"))))


def test_what_has_no_docstring_would_be_noticed() -> None:
    source = (
        '"""M."""\nclass A:\n    def f(self): ...\n    def _g(self): ...\ndef h():\n    """H."""\n'
    )
    assert ["A", "A.f"] == list(undocumented(ast.parse(source)))

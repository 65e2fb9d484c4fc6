"""Hostile programs get the right verdict and touch nothing, on each backend of this machine.

Each specimen in the folder ``hostile`` says what it tries. Whether a containment holds is seen from
outside, and where there is no other way said by the program, among the routines that it offers.
That this would be noticed is shown by running the specimens that can do no harm without a sandbox.
"""

from __future__ import annotations

import ast
import contextlib
import os
import re
import shlex
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import pytest

from hostile_outside import HOSTILE, LIMITS, VARIABLE, Outside, outside
from modcheck.report.text import report
from modcheck.sandbox.backend import Backend, Escape, Unconfined
from modcheck.sandbox.probe import backends, probe
from modcheck.sandbox.sandbox import BACKENDS, Sandbox
from modcheck.system import serve
from modcheck.system.implementation import ImplementationError
from modcheck.system.pipe import Pipe
from modcheck.testing.plan import CheckOptions
from modcheck.verdict.check import check
from othello_suite.presentation import OthelloPresentation
from othello_suite.test_model import build_test_model

TIMEOUT = 10.0
"""Seconds for a line."""

SHORT = 1.5
"""Seconds for those that shake hands and never answer."""

SHORTEST = 0.5
"""Seconds for those that do not even shake hands."""

HARD_CAP = 120.0
"""Seconds that no specimen may take, however busy the machine is."""

SUPPLY = build_test_model("supply")


@dataclass(frozen=True)
class Specimen:
    """A hostile program, and what it says of itself."""

    file: str
    title: str
    attempts: frozenset[Escape]
    verdict: str
    harmless: bool
    hangs: bool = False
    says: str = ""
    served: bool = False

    @property
    def name(self) -> str:
        return Path(self.file).stem

    @property
    def timeout(self) -> float:
        """Seconds for a line of its own."""
        if not self.hangs or self.says:
            return TIMEOUT  # it answers, or something else ends it
        return SHORTEST if self.verdict == "not judged" else SHORT


def specimen(path: Path) -> Specimen:
    text = path.read_text(encoding="utf-8")
    found = {
        name: ast.literal_eval(value)
        for name, value in re.findall(r"^\W*([A-Z]+)(?:: list\[str\])? = (.*)$", text, re.MULTILINE)
        if name in ("ATTEMPTS", "VERDICT", "HARMLESS", "HANGS", "SAYS", "SERVED")
    }
    return Specimen(
        path.name,
        next(line.strip('"/*# ') for line in text.splitlines() if " " in line),
        frozenset(Escape[name] for name in found["ATTEMPTS"]),
        found["VERDICT"],
        found["HARMLESS"],
        found.get("HANGS", False),
        found.get("SAYS", ""),
        found.get("SERVED", False),
    )


SPECIMENS = [
    specimen(path) for path in sorted(HOSTILE.glob("[a-z]*")) if path.suffix in (".py", ".sh", ".c")
]


@lru_cache
def backend(name: str) -> Backend:
    """The backend of that name; the test is skipped if it does not work here."""
    reasons = []
    for finding in (probe(each) for each in backends() if each.name == name):
        if finding.works:
            return finding.backend
        reasons.append(finding.summary)
    pytest.skip(f"{name} does not work here: {' '.join(reasons)}")


# -- judging ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Judged:
    verdict: str
    text: str
    said: frozenset[str]
    """What it offers besides the routines: the names of the escapes that worked."""

    seconds: float


def judge(one: Specimen, world: Outside, confined: Backend | None) -> Judged:
    """The verdict on a specimen in a backend, the verdict's text, and the specimen's own report."""
    sandbox = Sandbox(confined or Unconfined(), str(world.submission), LIMITS)
    command = command_of(one, world.submission)
    pipes: list[Pipe] = []

    def make() -> Pipe:
        pipes.append(Pipe(command, one.timeout, sandbox))
        return pipes[-1]

    began = time.monotonic()
    try:
        found = check(SUPPLY, make, CheckOptions(games=1))
    except ImplementationError as error:
        verdict, text = "not judged", str(error)
    else:
        verdict = "conforms" if found.conforms else "faulty"
        text = report(found, SUPPLY.rulebook, OthelloPresentation())
    for pipe in pipes:
        pipe.close()
    offered = frozenset() if one.served else frozenset().union(*(pipe.routines for pipe in pipes))
    said = offered - set(SUPPLY.routines)
    return Judged(verdict, text, said, time.monotonic() - began)


def escapes(found: Judged, world: Outside) -> set[Escape]:
    """What worked, by what is seen from outside and what the specimen says."""
    return {Escape[name] for name in found.said & set(Escape.__members__)} | world.escapes()


def command_of(one: Specimen, folder: Path) -> str:
    path = folder / one.file
    if one.served:
        return shlex.join(serve.command(one.name))
    if path.suffix == ".py":
        return shlex.join([sys.executable, "-S", str(path)])
    if path.suffix == ".sh":
        return shlex.join(["/bin/sh", str(path)])
    return shlex.quote(str(path.with_suffix("")))


def _compile(path: Path) -> None:
    compiler = shutil.which("cc")
    if compiler is None:
        pytest.skip("there is no C compiler called cc")
    subprocess.run([compiler, "-o", path.with_suffix(""), path], check=True)


World = Callable[[Specimen, bool], Outside]


@pytest.fixture
def world(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[World]:
    monkeypatch.setenv(VARIABLE, "secret")
    with contextlib.ExitStack() as stack:

        def make(one: Specimen, confined: bool) -> Outside:
            made = stack.enter_context(outside(tmp_path, one.file, confined=confined))
            stack.callback(made.clear_up)
            if one.file.endswith(".c"):
                _compile(made.submission / one.file)
                made.settle()
            return made

        yield make


# -- what they deserve -----------------------------------------------------------------------------


@pytest.mark.parametrize("one", SPECIMENS, ids=lambda one: one.file)
@pytest.mark.parametrize("name", [name for name in BACKENDS if name != "none"])
def test_a_hostile_program_is_contained_and_gets_its_verdict(
    name: str, one: Specimen, world: World
) -> None:
    confined = backend(name)
    there = world(one, True)
    found = judge(one, there, confined)
    escaped = escapes(found, there)
    assert set() == escaped & confined.contains
    assert set() == found.said - set(Escape.__members__)
    assert escaped <= one.attempts
    assert one.verdict == found.verdict, found.text
    assert re.search(one.says, found.text), found.text
    assert all(line.isprintable() for line in found.text.splitlines())
    assert found.seconds < HARD_CAP


def test_there_are_many_of_them() -> None:
    assert len(SPECIMENS) >= 25


def test_each_escape_is_attempted_by_one_of_them() -> None:
    assert set(Escape) == {escape for one in SPECIMENS for escape in one.attempts}


# -- that it would be noticed ----------------------------------------------------------------------

NEEDS_MORE = {
    "types_into_the_terminal.py": "a terminal: see below",
    **({} if os.geteuid() == 0 else {"reads_by_handle.py": "root"}),
}
"""Those that break out only where there is something more than a test has."""


@pytest.mark.parametrize(
    "one",
    [one for one in SPECIMENS if one.harmless and one.attempts and one.file not in NEEDS_MORE],
    ids=lambda one: one.file,
)
def test_where_nothing_confines_it_a_program_breaks_out_and_is_noticed(
    one: Specimen, world: World
) -> None:
    there = world(one, False)
    assert one.attempts <= escapes(judge(one, there, None), there)


def test_who_has_a_terminal_types_into_it(world: World) -> None:
    one = next(one for one in SPECIMENS if one.file == "types_into_the_terminal.py")
    there = world(one, False)
    in_a_terminal = [sys.executable, "-c", "import pty, sys; pty.spawn(sys.argv[1:])"]
    with subprocess.Popen(
        [*in_a_terminal, sys.executable, "-S", str(there.submission / one.file)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    ) as run:
        assert run.stdin is not None
        assert run.stdout is not None
        run.stdin.write(b'{"id":0,"hello":1}\n')
        run.stdin.flush()
        said = next(line for line in run.stdout if b"routines" in line)
        run.kill()
    assert b"STEERS_TERMINAL" in said

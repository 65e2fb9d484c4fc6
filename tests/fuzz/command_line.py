"""Odd arguments for every command."""

from __future__ import annotations

import contextlib
import gc
import io
import os
import re
import shutil
import signal
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Final

import click

from fuzz.chance import NUMBERS, TEXTS
from fuzz.configuration import file as settings_file
from fuzz.lines import line
from fuzz.loop import Broken
from othello_mis.commands.main import cli, main

Arguments = tuple[str, ...]


@dataclass(frozen=True)
class Command:
    """Arguments, and what stands in files that they may name."""

    arguments: Arguments
    settings: bytes
    """``settings.toml``."""

    answers: bytes
    """``answers``: what a program says; standard input, too."""


COMMANDS: Final = tuple(n for n in cli.list_commands(click.Context(cli)) if n != "explore")
"""The commands that come to an end by themselves."""

CODES: Final = (0, 1, 2, 3)
_ONE_LINE: Final = (2, 3)

START: Final[Mapping[str, tuple[Arguments, ...]]] = {
    "check": (
        ("check", "--impl", "py:broken:Othello"),
        ("check", "--impl", "py:broken", "--json"),
        ("check", "--impl", "py:broken:Othello", "--report", "junit=report.xml", "--exit-zero"),
        ("check", "--impl", "cat answers -", "--unsafe", "--timeout", "0.3"),
        ("check", "--impl", "cat answers -", "--unsafe", "--json"),
        ("check", "--impl", "py:broken:Othello", "--config", "settings.toml"),
        ("check", "--impl", "py:broken:Othello", "--convention", "squares=1-based"),
        ("check", "--impl", "py:broken:Othello", "--size", "6", "--games", "1", "--seed", "3"),
        ("check", "--module", "match", "--impl", "py:broken:Othello", "--timeout", "1"),
    ),
    "course": (("course", "new", "."), ("course", "pack", "nowhere"), ("course", "wheels", ".")),
    "compare": (("compare", "broken.py"), ("compare", "nowhere.py")),
    "docs": (("docs", "--out", "pages"), ("docs", "--title", "x", "--out", "pages")),
    "exercise": (("exercise", "--list"), ("exercise", "broken.py"), ("exercise", "nowhere.py")),
    "explain": (
        ("explain", "f5 d6", "c3"),
        ("explain", "", "d3", "--tree"),
        ("explain", "f5", "d6", "--json", "--player", "black"),
        ("explain", "", "c2", "--size", "4"),
    ),
    "grade": (("grade", "nowhere"), ("grade", "nowhere", "--limit", "5", "--timeout", "2")),
    "init": (("init", "python"), ("init", "java", "kit", "--force")),
    "lint": (("lint", "broken.py", "--quick"), ("lint", "nowhere.py", "--json")),
    "new": (("new", "mine"), ("new", "2x", "--force")),
    "play": (
        ("play",),
        ("play", "--random", "white", "--seed", "3"),
        ("play", "--from", "games.txt", "--game", "1", "--after", "2"),
        ("play", "--size", "6"),
    ),
    "prove": (("prove", "py:broken"), ("prove", "py:broken:kernel", "--width", "64")),
    "replay": (
        ("replay", "games.txt"),
        ("replay", "games.txt", "games.wtb", "--all", "--json"),
        ("replay", "--generate", "3", "new.wtb", "--seed", "1"),
        ("replay", "games.txt", "--size", "6"),
    ),
    "rules": (("rules",), ("rules", "outflank", "forfeit"), ("rules", "none", "--module", "clock")),
    "run": (("run", "f5 d6"), ("run", "c4", "--size", "6"), ("run", "move(2, 3)", "cell(2, 3)")),
    "show": (("show", "lines"), ("show", "--moves", "f5 d6", "--size", "8"), ("show", "broken.py")),
    "test": (("test", "--impl", "py:broken:Othello"), ("test", "x/y.py", "--impl", "py:broken")),
    "theorems": (("theorems", "--only", "nothing of the sort"), ("theorems", "--variant", "x")),
    "verify": (("verify", "--only", "nothing of the sort"), ("verify", "--rung", "nowhere")),
    "worlds": (("worlds", "3x3"), ("worlds", "5x5")),
}
"""The first arguments of each command. ``verify``, ``theorems``, ``course`` and ``grade`` get only
arguments that they refuse: with others they take long and use all cores."""

_LONG: Final = ("--soak", "--hypothesis", "--jobs", "--scheduler", "--isolate", "--watch")
"""Options that make a run long or endless, or start processes: never drawn."""

_VALUES: Final = (
    *(
        "py:",
        "py:broken",
        "py:broken:Nothing",
        "py:broken:Othello",
        "py:no.module",
        "py:a b",
        "py::",
    ),
    *("true", "./nothing", "/dev/null", "/", ".", "'", "cat /dev/null", "a\\"),
    *("othello", "match", "clock", "Othello", "board", "broken.py", "games.txt", "settings.toml"),
    *("f5", "f5 d6", "f5d6c3", "f9", "i1", "a0", "--", "-", "d3 d3", "black", "white", "gray"),
    *(
        "first=white",
        "squares=1-based",
        "squares=",
        "=",
        "=x",
        "first=white=black",
        "illegal=trusted",
    ),
    *(
        "text=",
        "json=out.json",
        "html=nowhere/x.html",
        "junit=/dev/full",
        "html=.",
        "jsn=x",
        "text=-",
    ),
    *("6x6x6", "0x0", "4x3", "-1x4", "3 x 3", "10m", "1.5h", "m", "٣m", "9999999s", "64", "128"),
    "\udcff\udc80",
    "x" * 5_000,
)

_BROKEN = """
class Othello:
    def init(self):
        raise RuntimeError("one line\\nand another")

def init():
    raise SystemExit(7)
"""


class CommandLine:
    """Arguments for the command line, which runs in this process."""

    def __init__(self, run: Callable[[], None] = main) -> None:
        self._run = run
        self._options = {
            name: sorted({option for p in command.params for option in p.opts if option[0] == "-"})
            for name in COMMANDS
            if (
                command := cli.get_command(
                    cli.make_context("", ["-h"], resilient_parsing=True), name
                )
            )
        }

    def draw(self, chance: Random) -> Command:
        while True:
            command = chance.choice((*COMMANDS, "check", "check", "replay", "explain", "show"))
            arguments = list(chance.choice(START[command]))
            for _ in range(chance.choice((0, 1, 1, 2, 3, 4))):
                self._change(chance, arguments, command)
            if is_short(arguments):
                said = [line(chance, number).data for number in range(3)]
                settings = settings_file(chance).content
                return Command(tuple(arguments), settings, b"\n".join(said) + b"\n")

    def _change(self, chance: Random, arguments: list[str], command: str) -> None:
        options = [*self._options[command], "--help", "-h", "--version", "--nothing", "-x"]
        option = chance.choice(options)
        odd = _value(chance)
        at = chance.randint(0 if chance.random() < 0.05 else 1, len(arguments))
        match chance.randrange(7):
            case 0:
                arguments[at:at] = [option, odd]
            case 1:
                arguments.insert(at, f"{option}={odd}")
            case 2:
                arguments.insert(at, option[: chance.randint(1, len(option))])
            case 3:
                arguments.insert(at, odd)
            case 4 if at < len(arguments):
                del arguments[at]
            case 5 if at < len(arguments):
                arguments[at] = odd
            case _:
                arguments.append(chance.choice((option, odd, arguments[-1] if arguments else "")))

    def try_input(self, given: Command) -> str:
        arguments = given.arguments
        with _somewhere_else(given):
            code, out, errors = self._ran(arguments, given.answers)
        if code not in CODES:
            raise Broken(f"exit code {code}; {errors}")
        lines = errors.splitlines()
        replays = (
            "replay" in arguments
        )  # which tells of each record that it cannot read, among its findings
        if code in _ONE_LINE and len(lines) != 1 and not replays:
            raise Broken(f"exit code {code} with {len(lines)} lines: {errors}")
        if "Traceback (most recent call last)" in out + errors or "a fault of its own" in errors:
            raise Broken(errors or out)
        return f"exit {code}"

    def _ran(self, arguments: Arguments, typed: bytes) -> tuple[object, str, str]:
        """The exit code, and what was printed to standard output and to standard error."""
        out, errors = _Stream(), _Stream()
        argv, stdin = sys.argv, sys.stdin
        sys.argv = ["othello-mis", *arguments]
        sys.stdin = io.TextIOWrapper(io.BytesIO(typed), encoding="utf-8", errors="surrogateescape")
        code: object = None
        try:
            with contextlib.redirect_stdout(out), contextlib.redirect_stderr(errors):
                self._run()
        except SystemExit as end:
            code = end.code if end.code is not None else 0
        finally:
            sys.argv, sys.stdin = argv, stdin
        return int(code) if isinstance(code, int) else code, out.text, errors.text


class _Stream(io.TextIOWrapper):
    """What stands in for a stream of the process."""

    def __init__(self) -> None:
        self._bytes = io.BytesIO()
        super().__init__(self._bytes, encoding="utf-8", write_through=True)

    @property
    def text(self) -> str:
        return self._bytes.getvalue().decode("utf-8", "replace")


def _value(chance: Random) -> str:
    """Draw a value: for some option, a number, or a text; without nulls, as in any argument."""
    found = chance.choice((_VALUES, _VALUES, NUMBERS, TEXTS))
    return chance.choice(found).replace("\0", "")


def is_short(arguments: list[str]) -> bool:
    """Whether a run with these arguments is quick and writes only to the current folder."""
    rest = [word.partition("=")[2] if word.startswith("--") else word for word in arguments]
    command = next((word for word in arguments if word in COMMANDS), "")
    asks = {"-h", "--help"} & set(arguments)
    if asks:
        return True
    for word in arguments:
        name = word.partition("=")[0]
        if len(name) > 2 and any(long.startswith(name) for long in _LONG):
            return False
    if command == "verify":
        return (
            arguments[:3] in ([*START["verify"][0]], [*START["verify"][1]]) and len(arguments) == 3
        )
    if command == "worlds":
        sizes = [re.fullmatch(r"(\d{1,2})x(\d{1,2})", word) for word in rest]
        return all(not found or int(found[1]) * int(found[2]) <= 16 for found in sizes)
    if command == "grade":
        return "nowhere" in arguments and not {".", "/", ".."} & set(rest)
    many = [word for word in rest if word.replace("_", "").strip().lstrip("+-").isdecimal()]
    if command == "replay" and any("--g" in word for word in arguments):
        return all(len(word) < 4 for word in many)
    if any(word.startswith("--g") for word in arguments):  # --games
        return all(len(word) < 2 for word in many)
    return True


@contextlib.contextmanager
def _somewhere_else(given: Command) -> Iterator[None]:
    """Work in a new folder with a few files; afterwards the process is as it was before."""
    before = Path.cwd()
    folder = Path(tempfile.mkdtemp())
    path, environment, modules = sys.path.copy(), os.environ.copy(), set(sys.modules)
    handlers = {number: signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGALRM)}
    threshold = gc.get_threshold()
    (folder / "broken.py").write_text(_BROKEN)
    (folder / "games.txt").write_text("f5d6c3\nf5f5\nx\n# no game\n")
    (folder / "games.wtb").write_bytes(bytes(range(256)) * 3)
    (folder / "settings.toml").write_bytes(given.settings)
    (folder / "answers").write_bytes(given.answers)
    os.environ["OTHELLO_MIS_TRACEBACK"] = "1"  # a fault of its own shows itself
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(before)
        os.environ.clear()
        os.environ.update(environment)
        sys.path[:] = path
        for name in set(sys.modules) - modules:
            if str(getattr(sys.modules[name], "__file__", "")).startswith(str(folder)):
                del sys.modules[name]
        for number, handler in handlers.items():
            signal.signal(number, handler)
        gc.set_threshold(*threshold)
        gc.unfreeze()
        shutil.rmtree(folder, ignore_errors=True)

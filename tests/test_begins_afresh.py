"""A program that is greeted again begins as a new process would, whatever it did before."""

from __future__ import annotations

import shlex
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import pytest

from modcheck.sandbox.backend import SandboxError
from modcheck.sandbox.sandbox import Sandbox
from modcheck.system import ahead, serve
from modcheck.system.ahead import Ahead
from modcheck.system.child import Child, start
from modcheck.system.implementation import Reply
from modcheck.system.pipe import Pipe
from modspec.run.machine import Call

PROGRAM: Final = """
import atexit, os, random, signal, subprocess, sys, threading, time
GAMES = []
COLOURS = {"a", "b", "c", "d", "e"}
FIRST = random.random()

def init():
    GAMES.append(1)

def games():
    return len(GAMES)

def process():
    return os.getpid()

def original():
    return os.getppid()

def number():
    return random.randrange(10**12)
"""

BACKENDS: Final = ("bubblewrap", "landlock", "none")


def replies(pipe: Pipe, *routines: str) -> list[Reply]:
    return pipe.answer([Call("init"), *map(Call, routines)])


def outputs(pipe: Pipe, *routines: str) -> list[object]:
    """Return what some routines yield after an ``init``."""
    found = replies(pipe, *routines)
    assert not any(reply.fault or reply.exception for reply in found), found
    return [reply.output for reply in found[1:]]


class Starter:
    """Starts a program in Python again and again, confined or not."""

    def __init__(self, folder: Path, text: str, backend: str, seconds: float = 5.0) -> None:
        (folder / "program.py").write_text(PROGRAM + text, encoding="utf-8")
        try:
            self._sandbox = Sandbox.with_backend(backend, folder)
        except SandboxError as error:
            pytest.skip(str(error))  # this machine lacks the sandbox; .ci/run allows no skip
        self._ahead, self._seconds = Ahead(), seconds

    def __call__(self) -> Pipe:
        command = shlex.join(serve.command("program"))
        return Pipe(command, self._seconds, self._sandbox, self._ahead, served="program")


@pytest.fixture(params=("bubblewrap", "landlock", "none"))
def backend(request: pytest.FixtureRequest) -> str:
    name: str = request.param
    return name


def test_a_program_that_begins_afresh_has_played_no_game(
    tmp_path: Path, backend: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ahead, "_PATIENCE", 100.0)  # seconds; on a busy machine a copy may be late
    start = Starter(tmp_path, "", backend, 100.0)
    originals, processes, numbers = set(), set(), set()
    for _ in range(8):
        pipe = start()
        games, original, process, number = outputs(pipe, "games", "original", "process", "number")
        assert games == 1
        assert outputs(pipe, "games") == [2]
        originals.add(original)
        processes.add(process)
        numbers.add(number)
        pipe.close()
        pipe.close()  # a second time: nothing happens
    assert len(originals) == 1  # it was started once
    assert len(processes) == 8
    assert len(numbers) == 8  # each draws numbers of its own


def test_a_file_that_others_write_before_the_first_greeting_ends_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "program.py").write_text(PROGRAM, encoding="utf-8")
    monkeypatch.chdir(tmp_path)

    def start_and_disturb(command: Sequence[str], sandbox: Sandbox | None) -> Child:
        child = start(command, sandbox)
        children = Path(f"/proc/{child.process.pid}/task/{child.process.pid}/children")
        while children.exists() and not children.read_text(encoding="utf-8"):
            time.sleep(0.01)
        (tmp_path / "disturbance").touch()
        return child

    pipe = Pipe(shlex.join(serve.command("program")), 5.0, None, start_and_disturb)
    assert outputs(pipe, "games") == [1]
    pipe.close()


@pytest.mark.parametrize(
    "text",
    [
        "def init():\n open(os.path.join(os.environ.get('TMPDIR', '/tmp'), str(os.getpid())), 'w')",
        "def init():\n subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(60)'])",
        "def init():\n if not os.fork():\n  time.sleep(60)",
        "threading.Thread(target=time.sleep, args=(60,), daemon=True).start()",
    ],
    ids=["file", "process", "copy of its own", "thread"],
)
def test_what_a_copy_would_share_with_the_next_one_ends_the_process(
    text: str, tmp_path: Path
) -> None:
    program = f"{text}\nNUMBER = os.urandom(4).hex()\ndef started(): return NUMBER"
    start = Starter(tmp_path, program, "bubblewrap")
    numbers = []
    for _ in range(3):
        pipe = start()
        numbers += outputs(pipe, "started")
        pipe.close()
    assert len({*numbers}) == 3


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("def end(): os._exit(0)", "ended with exit status 0"),
        ("def end(): os._exit(7)", "ended with exit status 7"),
        ("def end(): os.kill(os.getpid(), signal.SIGSEGV)", "was killed by signal 11 (SIGSEGV)"),
        ("def end(): os.kill(os.getpid(), signal.SIGKILL)", "was killed by signal 9 (SIGKILL)"),
        ("def end(): time.sleep(60)", "no answer within 2 s"),
    ],
)
def test_how_a_program_ends_is_told_as_before(
    text: str, told: str, tmp_path: Path, backend: str
) -> None:
    start = Starter(tmp_path, text, backend, 2.0 if "sleep" in text else 60.0)
    pipe = start()
    pipe.close()
    again = start()
    *_, last = replies(again, "games", "end")
    assert told in (last.fault or "")
    again.close()
    assert outputs(start(), "games") == [1]


@pytest.mark.parametrize(
    "text",
    [
        "def games():\n for n in range(3, 64):\n  try: os.write(n, b'{\"hello\":1}\\n')\n"
        "  except OSError: pass\n os._exit(0)",
        "def games(): os.kill(os.getppid(), signal.SIGKILL)",
        "os.fork = None\ndef games(): return 3",
        "os._exit = print\ndef games(): return 3",
        "atexit.register(time.sleep, 60)\ndef games(): return 3",
    ],
)
def test_a_hostile_program_ends_and_the_next_one_begins(
    text: str, tmp_path: Path, backend: str
) -> None:
    start = Starter(tmp_path, text, backend)
    for _ in range(3):
        pipe = start()
        assert len(replies(pipe, "games")) == 2
        pipe.close()

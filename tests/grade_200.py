"""A class of two hundred, graded whole; graded while it is killed twenty times; graded on a
cluster.

    python tests/grade_200.py [--number 200] [--kills 20] [--keep FOLDER]

The submissions are sound, faulty and hostile, in several languages. All three times the same files
must come out. Prints how long each took, on the clock and of processor time, and fails if anything
differs.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import random
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import cycle, islice
from pathlib import Path
from typing import Final

from wrong_implementations import FOLDER, specimens

TESTS: Final = Path(__file__).parent
GRADE: Final = (
    sys.executable,
    "-c",
    "from othello_mis.commands.main import main; main()",
    "grade",
)

Maker = Callable[[Path], None]
"""Puts a submission into a folder."""

# -- the class -------------------------------------------------------------------------------------


def class_of(folder: Path, number: int) -> None:
    """Make a class of so many, all kinds mixed: of each kind some, then the same again under other
    names."""
    kinds = [list(kind()) for kind in (faulty, other_languages, misbehaving, hostile, hopeless)]
    every = [maker for kind in kinds for maker in kind]
    random.Random(200).shuffle(every)
    for count, (name, make) in enumerate(islice(cycle(every), number)):
        own = folder / f"{count:03} {name}"
        own.mkdir(parents=True)
        make(own)


def faulty() -> Iterator[tuple[str, Maker]]:
    """The specimens in Python that are the same each time, and the sound one, a class each."""
    names = [each.name for each in specimens() if not each.varies]
    for name in ("sound", *names):
        yield name, partial(_python, name=name)


def _python(own: Path, name: str) -> None:
    _with_needed(own, name)
    text = (
        f"from wrong_implementations import {name}\n\n\nclass Othello({name}.Othello):\n    pass\n"
    )
    (own / "othello.py").write_text(text, encoding="utf-8")


def _with_needed(own: Path, name: str) -> None:
    """Copy a specimen, and what it is made from."""
    target = own / FOLDER.name
    target.mkdir(exist_ok=True)
    (target / "__init__.py").touch()
    source = FOLDER / f"{name}.py"
    if not (target / source.name).exists():
        text = source.read_text(encoding="utf-8")
        shutil.copy(source, target)
        imported = re.findall(r"^from \. import \(?([\w,\s]+)|^from \.(\w+)", text, re.MULTILINE)
        for other in re.findall(r"\w+", " ".join(part for parts in imported for part in parts)):
            if (FOLDER / f"{other}.py").exists():
                _with_needed(own, other)


def other_languages() -> Iterator[tuple[str, Maker]]:
    """Programs that are built, or need a virtual machine, as far as the tools are here."""
    programs = TESTS / "programs"
    if shutil.which("cc"):
        c = (programs / "othello.c").read_text(encoding="utf-8")
        makefile = "Othello: othello.c\n\t$(CC) -o $@ $<\n"
        yield "sound in C", partial(_files, files={"othello.c": c})
        yield "made in C", partial(_files, files={"othello.c": c, "Makefile": makefile})
        yield "C that does not compile", partial(_files, files={"othello.c": "int main( {"})
    if shutil.which("node"):
        script = (programs / "othello.mjs").read_text(encoding="utf-8")
        yield "sound in JavaScript", partial(_files, files={"othello.mjs": script})


def _files(own: Path, files: Mapping[str, str]) -> None:
    for name, text in files.items():
        (own / name).write_text(text, encoding="utf-8")


def misbehaving() -> Iterator[tuple[str, Maker]]:
    """Programs that break the protocol."""
    for file in sorted((TESTS / "programs" / "misbehaving").glob("[!_]*.py")):
        yield file.stem, partial(_misbehaving, file=file)


def _misbehaving(own: Path, file: Path) -> None:
    _with_needed(own, "sound")
    shutil.copy(file, own / "othello.py")
    for shared in ("misbehaving/_behaving.py", "othello_pipe.py"):
        shutil.copy(TESTS / "programs" / shared, own)


def hostile() -> Iterator[tuple[str, Maker]]:
    """Programs that mean harm."""
    for file in sorted((TESTS / "hostile").glob("[!_]*.py")):
        if file.stem in RACING:
            continue
        yield file.stem, partial(_hostile, file=file)


RACING: Final = {"memory_bomb_of_many"}
"""Left out: it meets one of two limits, and a verdict says which. On a busy machine its time is up
before its memory is."""

OUTSIDE: Final = {
    "file": "/etc/hostname", "folder": "/var/tmp", "tcp": 9, "udp": 9, "socket": "/run/none",
    "abstract": "none", "process": 1, "mark": "none", "handle": "00", "processes": 300,
    "memory": 1 << 30, "room": 1 << 26, "specification": [], "confined": True,
}  # fmt: skip
"""What they reach for; there is nothing of the sort where they run."""

_SOUND_OTHELLO: Final = """

from wrong_implementations import sound

SUPPLY = sound.Othello()
ROUTINES = ["init", "move", "is_valid_move", "cell", "turn", "count"]
ROUTINES += ["winner", "game_over", "has_valid_moves"]


def right_answer(request):
    if "hello" in request:
        return {"id": request["id"], "hello": 1, "routines": [*ROUTINES, *WORKED]}
    return {"id": request["id"], "replies": [_outcome(*call) for call in request["calls"]]}


def _outcome(routine, *arguments):
    try:
        return {"out": getattr(SUPPLY, routine)(*arguments)}
    except (sound.InvalidMove, sound.OutOfBounds) as error:
        return {"exc": type(error).__name__}
"""
"""Has the hostile programs hide behind a sound Othello in place of a supply of discs."""


def _hostile(own: Path, file: Path) -> None:
    _with_needed(own, "sound")
    shutil.copy(file, own / "othello.py")
    shared = (TESTS / "hostile" / "_hostile.py").read_text(encoding="utf-8")
    _files(own, {"outside.json": json.dumps(OUTSIDE), "_hostile.py": shared + _SOUND_OTHELLO})


def hopeless() -> Iterator[tuple[str, Maker]]:
    """What is no program."""
    broken = "class Othello:\n    def init(:\n"
    failing = "all:\n\techo '<b>error</b>'; false\n"
    yield "nothing at all", partial(_files, files={})
    yield "=1+1", partial(_files, files={"README.txt": "see you next week"})
    yield "syntax error", partial(_files, files={"othello.py": broken})
    yield "make that fails", partial(_files, files={"Makefile": failing})
    yield "a link out", lambda own: (own / "othello.py").symlink_to("/etc/passwd")


# -- grading it ------------------------------------------------------------------------------------


def grading(folder: Path, out: Path, *options: str) -> subprocess.Popen[str]:
    """A grading that has been started."""
    command = [*GRADE, str(folder), "--out", str(out), "--seed", "0", *options]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)


def wait_for(process: subprocess.Popen[str]) -> None:
    """Wait for the end of a grading. Raise SystemExit if its exit status is not 0."""
    said, _ = process.communicate()
    if process.returncode != 0:
        raise SystemExit(f"it ended with {process.returncode}: {said}")


def killed_on_the_way(folder: Path, out: Path, kills: int, seconds: float, *options: str) -> int:
    """Grade, but kill it so many times first, at random moments; how many times it was not done
    yet."""
    moments, in_time = random.Random(20), 0
    for _ in range(kills):
        process = grading(folder, out, *options)
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(moments.uniform(0.2, 2 * seconds / kills))
        in_time += process.poll() is None
        process.send_signal(signal.SIGKILL)
        process.communicate()
    wait_for(grading(folder, out, *options))
    return in_time


def outcome(out: Path) -> dict[str, bytes]:
    """Every file that a grading leaves, but for its journal."""
    return {
        str(path.relative_to(out)): path.read_bytes()
        for path in out.rglob("*")
        if path.is_file() and not path.name.startswith("journal.")
    }


@contextlib.contextmanager
def two_workers() -> Iterator[str]:
    """A scheduler with two workers on this machine; its address."""
    from distributed import LocalCluster

    with LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None
    ) as cluster:
        yield cluster.scheduler_address


def differing(one: dict[str, bytes], other: dict[str, bytes]) -> list[str]:
    """The files that are not the same."""
    return sorted(name for name in one.keys() | other.keys() if one.get(name) != other.get(name))


# -- all of it -------------------------------------------------------------------------------------


def main(arguments: Sequence[str] | None = None) -> None:
    """Do all three, and tell."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--number", type=int, default=200)
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--keep", type=Path)
    asked = parser.parse_args(arguments)
    with contextlib.ExitStack() as stack:
        root = asked.keep or Path(stack.enter_context(tempfile.TemporaryDirectory()))
        folder, whole, resumed, spread = (root / n for n in ("class", "whole", "resumed", "spread"))
        class_of(folder, asked.number)
        began = time.monotonic()
        with print_time("whole"):
            wait_for(grading(folder, whole))
        seconds = time.monotonic() - began
        print(
            (whole / "grades.html")
            .read_text(encoding="utf-8")
            .partition("<p>")[2]
            .partition("</p>")[0]
        )
        with print_time("killed on the way"):
            in_time = killed_on_the_way(folder, resumed, asked.kills, 0.7 * seconds)
        print(f"killed {asked.kills} times, {in_time} of them at work")
        with two_workers() as address, print_time("on two dask workers"):
            wait_for(grading(folder, spread, "--scheduler", address))
        wrong = differing(outcome(whole), outcome(resumed)) + differing(
            outcome(whole), outcome(spread)
        )
        print("differing:", wrong or "nothing")
        sys.exit(bool(wrong))


@contextlib.contextmanager
def print_time(what: str) -> Iterator[None]:
    """Print how long something takes."""
    began, before = time.monotonic(), _children()
    yield
    print(
        f"{what}: {time.monotonic() - began:.0f} s, {_children() - before:.0f} s of processor time"
    )


def _children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


if __name__ == "__main__":
    os.environ.setdefault("PYTHONUNBUFFERED", "1")
    main()

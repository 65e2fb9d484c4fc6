"""Methods that behave and methods that misbehave, one class for each way, and ladders of them.

They are about a module that does not exist, so that nothing depends on what they are about.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from othello_proofs.evidence.ladder import Ladder
from othello_proofs.evidence.method import ClaimFinding, ClaimVerdict, Method

PUSH, POP = "stack.push", "stack.pop"

PIDS = "FAKE_RUNGS_PIDS"
"""The environment variable that names the file to which a hanging method writes its PIDs."""


def holds(claim: str, goals: int = 1) -> ClaimFinding:
    return ClaimFinding(claim, ClaimVerdict.HOLDS, goals, "as it comes")


class Fake(Method):
    title = "fake"
    shows = "That it can be climbed."
    does_not_show = "Anything."
    tries: tuple[str, ...] = (PUSH, POP)

    def units(self, quick: bool) -> Sequence[str]:
        return ("it",)

    def about(self, unit: str, quick: bool) -> Sequence[str]:
        return self.tries

    def run(self, unit: str, quick: bool) -> Iterator[ClaimFinding]:
        yield from map(holds, self.tries)


class Sound(Fake):
    name = "sound"

    def units(self, quick: bool) -> Sequence[str]:
        return ("one",) if quick else ("one", "another", "third")

    def run(self, unit: str, quick: bool) -> Iterator[ClaimFinding]:
        print("this would spoil what is printed")
        yield holds(PUSH, 2)
        total = sum(range(10**6))
        yield ClaimFinding(POP, ClaimVerdict.HOLDS, 3, unit, detail=f"{total}")


class Failing(Fake):
    name = "failing"

    def run(self, unit: str, quick: bool) -> Iterator[ClaimFinding]:
        yield ClaimFinding(PUSH, ClaimVerdict.FAILS, 7, "all stacks", "it is\n    a stack of one")
        yield holds(POP)


class Unknown(Fake):
    name = "unknown"

    def run(self, unit: str, quick: bool) -> Iterator[ClaimFinding]:
        yield ClaimFinding(PUSH, ClaimVerdict.UNDECIDED, 7, "all stacks", "unknown (canceled)")
        yield holds(POP)


class Untold(Fake):
    name = "untold"

    def run(self, unit: str, quick: bool) -> Iterator[ClaimFinding]:
        yield ClaimFinding(PUSH, ClaimVerdict.UNDECIDED, 1, "")
        yield holds(POP)


class Raising(Fake):
    name = "raising"

    def run(self, unit: str, quick: bool) -> Iterator[ClaimFinding]:
        yield holds(PUSH)
        raise ValueError("no such\nthing")


class Exiting(Fake):
    name = "exiting"

    def run(self, unit: str, quick: bool) -> Iterator[ClaimFinding]:
        yield holds(PUSH)
        sys.exit("had enough")


class Dying(Fake):
    name = "dying"

    def run(self, unit: str, quick: bool) -> Iterator[ClaimFinding]:
        yield holds(PUSH)
        os._exit(3)


class Crashing(Fake):
    name = "crashing"

    def run(self, unit: str, quick: bool) -> Iterator[ClaimFinding]:
        os.kill(os.getpid(), signal.SIGSEGV)
        yield holds(PUSH)


class Hanging(Fake):
    name = "hanging"
    patience = 0.2

    def run(self, unit: str, quick: bool) -> Iterator[ClaimFinding]:
        yield holds(PUSH)
        with subprocess.Popen(["sleep", "60"]) as tool:
            if PIDS in os.environ:
                Path(os.environ[PIDS]).write_text(f"{os.getpid()} {tool.pid}")
            time.sleep(60)


class Patient(Hanging):
    name = "patient"
    patience = 60.0


class Silent(Fake):
    name = "silent"

    def run(self, unit: str, quick: bool) -> Iterator[ClaimFinding]:
        yield from ()


class HalfSilent(Fake):
    name = "half_silent"

    def run(self, unit: str, quick: bool) -> Iterator[ClaimFinding]:
        yield holds(PUSH)


class Undeclared(Fake):
    name = "undeclared"
    tries = ()


class Reticent(Undeclared):
    name = "reticent"

    def claims(self, quick: bool) -> Sequence[str]:
        return (PUSH, POP)

    def run(self, unit: str, quick: bool) -> Iterator[ClaimFinding]:
        yield holds(PUSH)


class Vacuous(Fake):
    name = "vacuous"

    def run(self, unit: str, quick: bool) -> Iterator[ClaimFinding]:
        yield holds(PUSH, 0)
        yield holds(POP, 0)


class Planless(Fake):
    name = "planless"

    def units(self, quick: bool) -> Sequence[str]:
        raise RuntimeError("no plan")


class Idle(Fake):
    name = "idle"

    def units(self, quick: bool) -> Sequence[str]:
        return ()


class Busy(Fake):
    name = "busy"
    patience = 1.0

    def run(self, unit: str, quick: bool) -> Iterator[ClaimFinding]:
        yield holds(PUSH)
        while True:
            pass


class Slow(Fake):
    name = "slow"
    patience = 1.0

    def run(self, unit: str, quick: bool) -> Iterator[ClaimFinding]:
        time.sleep(2.5)
        yield from map(holds, self.tries)


class Tooled(Fake):
    name = "tooled"
    tools = ("pytest", "no-such-distribution")


class Toolless(Fake):
    name = "toolless"

    def missing(self) -> str:
        return "there is no such tool"


class Telling(Fake):
    name = "telling"
    tries = (PUSH,)

    def units(self, quick: bool) -> Sequence[str]:
        return ("one", "another", "third")

    def run(self, unit: str, quick: bool) -> Iterator[ClaimFinding]:
        yield ClaimFinding(PUSH, ClaimVerdict.HOLDS, 1, f"process {os.getpid()}")


class Exporting(Fake):
    name = "exporting"

    def export(self, directory: Path, quick: bool, only: Sequence[str] = ()) -> int:
        (directory / "goal.smt2").write_text("(check-sat)\n")
        return 1


class NoMethod:
    name = "no_method"


def ladder(*classes: type[Method] | str) -> Ladder:
    """Return a ladder of some of these; a text is the place of another."""
    named = {c.name: f"{__name__}:{c.__name__}" for c in classes if isinstance(c, type)}
    placed = {c.partition(":")[0]: c for c in classes if isinstance(c, str)}
    return Ladder(
        methods={**named, **placed},
        modules=("stack",),
        packages=("fake_methods", "lacking_methods"),
        specifications=(),
        about=(),
        tools=("pytest", "no-such-distribution"),
        install="pip install tools",
    )


LADDER = ladder(Sound, Failing, Toolless)

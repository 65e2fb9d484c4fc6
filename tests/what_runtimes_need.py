"""What the virtual machines of Java and JavaScript need to start, of the limits of a sandbox, on
this machine.

    python tests/what_runtimes_need.py

tells for each the least memory and the fewest processes, of a few that are tried, with which it
still starts.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from modcheck.sandbox.limits import MIB, Limits
from modcheck.sandbox.sandbox import AUTO, Sandbox
from modcheck.system.child import Crash, start

MEMORY = [MIB << power for power in range(10, 4, -1)]
PROCESSES = [128, 96, 64, 48, 32, 24, 16, 12, 8]
JAVA = 'public class Hello { public static void main(String[] a) { System.out.println("hello"); } }'
PROGRAMS = {"java": ("Hello.java", JAVA), "node": ("hello.mjs", 'console.log("hello")')}


def starts(command: list[str], sandbox: Sandbox) -> bool:
    """Whether the program says what it should."""
    program = start(command, sandbox)
    try:
        return program.receive(20, 10_000) == b"hello"
    except Crash:
        return False
    finally:
        program.end()


def least(command: list[str], sandboxes: Iterable[tuple[int, Sandbox]]) -> int | None:
    """The lowest limit at which it still starts."""
    found = None
    for limit, sandbox in sandboxes:
        if not starts(command, sandbox):
            break
        found = limit
    return found


def main() -> None:
    """Print a line for each that is installed."""
    with tempfile.TemporaryDirectory() as name:
        sandbox = Sandbox.with_backend(AUTO, name)
        for program, (file, text) in PROGRAMS.items():
            path = shutil.which(program)
            if path is None:
                print(f"there is no {program}", file=sys.stderr)
                continue
            (Path(name) / file).write_text(text, encoding="utf-8")
            memory = least(
                [path, file], ((m, replace(sandbox, limits=Limits(memory=m))) for m in MEMORY)
            )
            processes = least(
                [path, file], ((p, replace(sandbox, limits=Limits(processes=p))) for p in PROCESSES)
            )
            print(f"{program}: {(memory or 0) // MIB} MiB, {processes} processes and threads")


if __name__ == "__main__":
    main()

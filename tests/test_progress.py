"""Progress on a terminal: what is printed meanwhile is not overwritten by a bar."""

from __future__ import annotations

import os
import pty
import re
import sys
from pathlib import Path

import pytest

from modlab.commands.progress import ShownProgress

STACK = Path(__file__).parents[1] / "docs" / "library" / "stack.py"
LAUNCH = [sys.executable, "-c", "from modlab.modspec_command import main; main()"]


def test_a_line_is_printed_while_no_bar_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    done: list[str] = []
    progress = ShownProgress(
        lambda phase, done_, total: done.append(phase),
        lambda: done.append("paused"),
        lambda: done.append("resumed" + capsys.readouterr().out),
    )
    progress("claims", 0, 1)
    progress.echo("proved")
    assert ["claims", "paused", "resumedproved\n"] == done


def screen(written: str) -> list[str]:
    """The lines that a terminal shows in the end, given what it was sent: text, up, and clear."""
    lines, row = [""], 0
    for part in re.findall(r"\x1b\[\??[\d;]*[a-zA-Z]|\r|\n|[^\x1b\r\n]+|\x1b.", written):
        if part == "\n":
            row += 1
            lines += [""] * (row + 1 - len(lines))
        elif part == "\x1b[1A":
            row -= 1
        elif part == "\x1b[2K":
            lines[row] = ""
        elif part[0] not in "\x1b\r":
            lines[row] += part
    return [line for line in lines if line]


def test_every_claim_is_on_the_terminal_in_the_end() -> None:
    child, terminal = pty.fork()
    if not child:
        os.environ |= {"TERM": "xterm", "COLUMNS": "80"}
        os.execv(LAUNCH[0], [*LAUNCH, "prove", str(STACK)])
    written = b""
    while True:
        try:
            written += os.read(terminal, 4096)
        except OSError:
            break  # the child has ended
    os.waitpid(child, 0)
    shown = screen(written.decode())
    claims = [line for line in shown if re.match("[✓~] ", line)]
    assert ["init has", "push has", "pop has", "top has"] == [
        re.sub(r"^[✓~] (\w+ has) a value.*", r"\1", line) for line in claims[:4]
    ]
    assert not [line for line in shown if "━" in line]

"""GitHub: a verdict as the workflow commands that GitHub Actions shows beside the code.

An annotation names the program's file, and the line where it crashed if the fault says so.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from modcheck.report.account import Account, printable
from modcheck.report.fields import fault_line, headline


def github(account: Account, file: str = "") -> str:
    """Return the account as workflow commands, a line each; ``file`` is where the program is."""
    name = account.verdict["implementation"]
    if account.failure:
        lines = [_command("error", f"{name} could not be judged", account.failure, file)]
    else:
        lines = [*_faults(account.verdict, file)] or [
            _command("notice", f"{name} conforms", headline(account.verdict))
        ]
    return "\n".join(lines) + "\n"


def _faults(verdict: Mapping[str, Any], file: str) -> Iterator[str]:
    for fault in verdict["faults"]:
        text = "\n".join([fault_line(fault), *fault["hints"]])
        found = re.search(r"line (\d+)\)", str(fault["got"])) if file else None
        title = f"{fault['rule'] or 'no rule'} fails"
        yield _command("error", title, text, file, found[1] if found else "")


def _command(kind: str, title: str, message: str, file: str = "", line: str = "") -> str:
    """Return a workflow command. What has a meaning in it is escaped as GitHub demands."""
    values = {"file": file, "line": line, "title": title}
    shown = ",".join(f"{name}={_escape_property(text)}" for name, text in values.items() if text)
    return f"::{kind} {shown}::{_escape_data(message)}"


def _escape_data(text: str) -> str:
    return printable(text).replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _escape_property(text: str) -> str:
    return _escape_data(text).replace(":", "%3A").replace(",", "%2C")

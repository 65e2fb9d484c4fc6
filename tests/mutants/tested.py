"""Tested: what becomes of a mutant that only makes a tool easier to please.

On a correct project such a tool is right by accident. Its fault shows only where its input is
wrong. The tool's own tests give it such input, and so they are run on the mutant.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Final

import long_run
from mutants.mutant import Mutant

TESTS: Final = Path(__file__).parents[1]

FILES: Final = {
    "lifter": ("test_proving.py", "test_lift.py"),
    "contract": ("test_crosshair.py",),
    "plugin": ("test_crosshair.py",),
    "printer": ("test_print.py", "test_reader.py"),
}
"""The tests that give the tools something wrong, by what is changed."""

PATIENCE: Final = 900.0
"""Seconds after which the tests count as hanging, which is a way to notice."""


def failing(mutant: Mutant, folder: Path) -> str:
    """Return the first of the tests of this kind of mutant that fails on the folder, or nothing."""
    if mutant.of not in FILES:
        return ""
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider"]
    command += [
        "-W",
        "ignore",
        "-k",
        "not theorems_are_proved and not exports",
        *(str(TESTS / name) for name in FILES[mutant.of]),
    ]
    environment = {
        **os.environ,
        "PYTHONPATH": str(folder),
        "PYTHONDONTWRITEBYTECODE": "1",
        "PYTHONHASHSEED": "0",
        long_run.VARIABLE: "1",
    }
    try:
        done = subprocess.run(
            command, cwd=TESTS.parent, env=environment, capture_output=True, text=True,
            timeout=PATIENCE, check=False,
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        return f"{FILES[mutant.of][0]}: no end"
    if done.returncode == 0:
        return ""
    found = re.search(r"^(?:FAILED|ERROR) tests/(\S+)", done.stdout, re.MULTILINE)
    return found[1] if found else FILES[mutant.of][0]

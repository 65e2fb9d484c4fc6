"""Typesetting: the PDF of a LaTeX document, where LaTeX is installed."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

TYPESETTER: Final = "pdflatex"
"""The program that makes a PDF of LaTeX."""

_RUNS: Final = 2
"""How often it runs: the second time it knows pages, and how wide tables are."""

_OPTIONS: Final = ("-no-shell-escape", "-interaction=nonstopmode", "-halt-on-error")

_LONGEST: Final = 120
"""Seconds that a run may take."""

_NO_DATE: Final = {"SOURCE_DATE_EPOCH": "0", "FORCE_SOURCE_DATE": "1"}
"""The same text gives the same bytes."""


class TypesettingError(Exception):
    """LaTeX does not take the document. The message says why in one line."""


def is_installed() -> bool:
    """Whether LaTeX is installed here."""
    return shutil.which(TYPESETTER) is not None


def typeset(text: bytes) -> bytes:
    """Return the PDF of a LaTeX document; the same text gives the same bytes.

    LaTeX has to be installed. Raises TypesettingError if it fails.
    """
    with TemporaryDirectory() as folder:
        Path(folder, "document.tex").write_bytes(text)
        for _ in range(_RUNS):
            try:
                run = subprocess.run(
                    [TYPESETTER, *_OPTIONS, "document.tex"],
                    cwd=folder,
                    env={**os.environ, **_NO_DATE},
                    capture_output=True,
                    timeout=_LONGEST,
                    check=False,
                )
            except subprocess.TimeoutExpired as error:
                raise TypesettingError(f"{TYPESETTER} took more than {_LONGEST} s") from error
            if run.returncode:
                log = run.stdout.decode(errors="replace").splitlines()
                wrong = next((line for line in log if line.startswith("!")), "")
                raise TypesettingError(f"{TYPESETTER} failed: {wrong.removeprefix('!').strip()}")
        return Path(folder, "document.pdf").read_bytes()

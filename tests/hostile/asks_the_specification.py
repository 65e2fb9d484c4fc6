"""Looks for the checker's own packages, to have the specification answer, or the recorded answers.

It finds neither: nothing of the checker is shown but the file that serves Python modules."""

import os
import sys

from _hostile import OUTSIDE, attempt, behave

ATTEMPTS: list[str] = ["READS_CHECKER"]
VERDICT = "conforms"
HARMLESS = True

PACKAGES = ("modspec", "modcheck", "othello_spec", "othello_suite", "othello_model")
SERVER = "serve.py"


def imports() -> bool:
    sys.path += OUTSIDE["specification"]
    try:
        from othello_spec import supply
    except ImportError:
        return False
    return bool(supply.left)


def reads() -> bool:
    for folder in OUTSIDE["specification"]:
        for package in PACKAGES:
            for place, _, files in os.walk(os.path.join(folder, package)):
                for name in {*files} - {SERVER}:
                    try:
                        with open(os.path.join(place, name), "rb") as file:
                            if file.read(1):
                                return True
                    except OSError:
                        pass
    return False


attempt("READS_CHECKER", imports)
attempt("READS_CHECKER", reads)
behave()

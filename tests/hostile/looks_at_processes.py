"""Looks up what other processes run, with which arguments."""

from pathlib import Path

from _hostile import OUTSIDE, attempt, behave

ATTEMPTS = ["SEES_PROCESSES"]
VERDICT = "conforms"
HARMLESS = True


def sees_bystander() -> bool:
    return any(
        OUTSIDE["mark"].encode() in (process / "cmdline").read_bytes()
        for process in Path("/proc").glob("[0-9]*")
    )


attempt("SEES_PROCESSES", sees_bystander)
behave()

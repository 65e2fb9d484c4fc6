"""Starts processes until it is refused one; all of them wait for better times."""

import os
import signal
import time

from _hostile import OUTSIDE, attempt, behave

ATTEMPTS = ["FORKS"]
VERDICT = "conforms"
HARMLESS = True


def more_than_allowed() -> bool:
    children = []
    try:
        while len(children) < 2 * OUTSIDE["processes"]:
            children.append(os.fork())
            if not children[-1]:
                time.sleep(600)
                os._exit(0)
        return True
    finally:
        for child in children:
            os.kill(child, signal.SIGKILL)


attempt("FORKS", more_than_allowed)
behave()

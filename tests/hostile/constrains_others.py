"""Takes from another process of the user's its descriptors, its processors and its priority."""

import os
import resource

from _hostile import OUTSIDE, attempt, behave

ATTEMPTS = ["CONSTRAINS"]
VERDICT = "conforms"
HARMLESS = True

VICTIM = OUTSIDE["process"]


def takes_descriptors() -> bool:
    _, most = resource.prlimit(VICTIM, resource.RLIMIT_NOFILE)
    return bool(resource.prlimit(VICTIM, resource.RLIMIT_NOFILE, (3, most)))


attempt("CONSTRAINS", takes_descriptors)
attempt("CONSTRAINS", lambda: os.sched_setaffinity(VICTIM, {0}) is None)
attempt("CONSTRAINS", lambda: os.setpriority(os.PRIO_PROCESS, VICTIM, 19) is None)
behave()

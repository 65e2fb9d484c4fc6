"""Starts many processes, each of which takes as much memory as one may, and shares it besides."""

import mmap
import os
import time

from _hostile import OUTSIDE, as_line, misbehave

ATTEMPTS: list[str] = []
VERDICT = "faulty"
SAYS = "MB of memory"
HARMLESS = False
HANGS = True


def take(answer):
    for _ in range(OUTSIDE["processes"] - 4):
        if os.fork() == 0:
            with mmap.mmap(-1, OUTSIDE["memory"]) as shared:  # which no limit of a process counts
                for start in range(0, len(shared), mmap.PAGESIZE):
                    shared[start] = 1
                    if start % (1024 * mmap.PAGESIZE) == 0:
                        time.sleep(0.005)
                time.sleep(600)
    time.sleep(600)
    return as_line(answer)


misbehave(take)

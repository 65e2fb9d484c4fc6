"""Starts a process in a name space of its own, by either of the system's ways to start one."""

import ctypes
import os
import signal
import struct

from _hostile import attempt, behave

ATTEMPTS = ["NESTS"]
VERDICT = "conforms"
HARMLESS = True

NEW_USER = 0x1000_0000
CLONE = {"x86_64": 56, "aarch64": 220}
CLONE_3 = 435
LIBC = ctypes.CDLL(None)


def ends_well(child: int) -> bool:
    if child == 0:
        os._exit(0)
    return child > 0 and os.waitpid(child, 0)[1] == 0


def clone() -> bool:
    flags = NEW_USER | signal.SIGCHLD
    return ends_well(LIBC.syscall(CLONE[os.uname().machine], flags, None, None, None, None))


def clone_anew() -> bool:
    words = struct.pack("8Q", NEW_USER, 0, 0, 0, signal.SIGCHLD, 0, 0, 0)
    return ends_well(LIBC.syscall(CLONE_3, words, len(words)))


attempt("NESTS", clone)
attempt("NESTS", clone_anew)
behave()

"""Keeps a key in the kernel, where it could also find those of the user."""

import ctypes
import os

from _hostile import attempt, behave

ATTEMPTS = ["USES_KEYS"]
VERDICT = "conforms"
HARMLESS = True

ADD_KEY = {"x86_64": 248, "aarch64": 217}
OF_THIS_PROCESS = -2


def adds_a_key() -> bool:
    number = ADD_KEY[os.uname().machine]
    return ctypes.CDLL(None).syscall(number, b"user", b"hostile", b"x", 1, OF_THIS_PROCESS) > 0


attempt("USES_KEYS", adds_a_key)
behave()

"""Makes a name space of its own, in which it is root and may mount what it likes."""

import ctypes
import os

from _hostile import attempt, behave

ATTEMPTS = ["NESTS"]
VERDICT = "conforms"
HARMLESS = True

NEW_USER = 0x1000_0000


def nest() -> bool:
    child = os.fork()
    if not child:
        os._exit(ctypes.CDLL(None).unshare(NEW_USER) != 0)
    return os.waitpid(child, 0)[1] == 0


attempt("NESTS", nest)
behave()

"""Opens a file by its number on the disk instead of by its path, as programs broke out of
containers once."""

import ctypes
import os

from _hostile import HERE, OUTSIDE, attempt, behave

ATTEMPTS = ["READS_FILES"]
VERDICT = "conforms"
HARMLESS = True

LIBC = ctypes.CDLL(None, use_errno=True)


def read_by_handle() -> bool:
    handle = bytes.fromhex(OUTSIDE["handle"])
    for place in (str(HERE), "/usr", "/"):
        descriptor = LIBC.open_by_handle_at(
            os.open(place, os.O_RDONLY), ctypes.c_char_p(handle), os.O_RDONLY
        )
        if descriptor >= 0 and os.read(descriptor, 1):
            return True
    return False


attempt("READS_FILES", read_by_handle)
behave()

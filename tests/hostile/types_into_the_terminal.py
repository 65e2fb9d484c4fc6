"""Types a command into the user's terminal, to be run when the checker has ended."""

import fcntl
import os
import termios

from _hostile import attempt, behave

ATTEMPTS = ["STEERS_TERMINAL"]
VERDICT = "conforms"
HARMLESS = True


def type_text(stream: int) -> bool:
    for byte in b"# typed\n":
        fcntl.ioctl(stream, termios.TIOCSTI, bytes([byte]))
    return True


for stream in (0, 1, 2):
    attempt("STEERS_TERMINAL", type_text, stream)
attempt("STEERS_TERMINAL", lambda: os.write(os.open("/dev/tty", os.O_RDWR), b"\x1b[2J"))
behave()

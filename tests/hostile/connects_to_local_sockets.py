"""Connects to sockets of other programs on this machine: one that is a file, and one that is
none."""

import socket

from _hostile import OUTSIDE, attempt, behave

ATTEMPTS = ["CONNECTS_UNIX", "CONNECTS_ABSTRACT"]
VERDICT = "conforms"
HARMLESS = True


def send_secret(address: str) -> bool:
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as one:
        one.connect(address)
        return bool(one.send(b"secret"))


attempt("CONNECTS_UNIX", lambda: send_secret(OUTSIDE["socket"]))
attempt("CONNECTS_ABSTRACT", lambda: send_secret("\0" + OUTSIDE["abstract"]))
behave()

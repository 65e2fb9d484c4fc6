"""Holds memory in a file that has no name, and in the buffers of sockets: no limit on processes
counts it."""

import os
import socket

from _hostile import attempt, behave

ATTEMPTS = ["HOARDS"]
VERDICT = "conforms"
HARMLESS = True


def enlarges_buffers() -> bool:
    for one in socket.socketpair():
        one.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 1 << 20)
    return True


attempt("HOARDS", lambda: os.write(os.memfd_create("hoard"), bytes(4096)) == 4096)
attempt("HOARDS", enlarges_buffers)
behave()

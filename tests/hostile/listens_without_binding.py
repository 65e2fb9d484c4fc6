"""Waits for others to connect. Without bind() the kernel chooses the port, and Landlock is not
asked."""

import socket

from _hostile import attempt, behave

ATTEMPTS = ["LISTENS"]
VERDICT = "conforms"
HARMLESS = True


def listens() -> bool:
    with socket.socket() as listener:
        listener.listen()
        return bool(listener.getsockname()[1])


attempt("LISTENS", listens)
behave()

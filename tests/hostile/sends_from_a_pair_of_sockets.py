"""Needs no socket of its own: one of a pair sends to any other in the file system.

Whether a datagram arrives is seen from outside: SOCK_SEQPACKET ignores the address, and sends to
the other of the pair.
"""

import socket

from _hostile import OUTSIDE, attempt, behave

ATTEMPTS = ["CONNECTS_UNIX"]
VERDICT = "conforms"
HARMLESS = True


def send_from(kind: int) -> None:
    one, _ = socket.socketpair(socket.AF_UNIX, kind)
    one.sendto(b"secret", OUTSIDE["datagrams"])


for kind in (socket.SOCK_DGRAM, socket.SOCK_RAW, socket.SOCK_STREAM, socket.SOCK_SEQPACKET):
    attempt("CONNECTS_UNIX", send_from, kind)
behave()

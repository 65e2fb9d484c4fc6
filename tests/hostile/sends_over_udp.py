"""Sends a datagram to a socket on this machine; only the receiver knows whether it arrives."""

import contextlib
import socket

from _hostile import OUTSIDE, behave

ATTEMPTS = ["SENDS_UDP"]
VERDICT = "conforms"
HARMLESS = True

with contextlib.suppress(OSError):
    socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b"s", ("127.0.0.1", OUTSIDE["udp"]))
behave()

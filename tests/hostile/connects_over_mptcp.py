"""Calls home over Multipath TCP, which Landlock does not take for TCP."""

import socket

from _hostile import OUTSIDE, attempt, behave

ATTEMPTS = ["CONNECTS_TCP"]
VERDICT = "conforms"
HARMLESS = True

MPTCP = 262


def send_secret() -> bool:
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM, MPTCP) as connection:
        connection.settimeout(0.5)
        connection.connect(("127.0.0.1", OUTSIDE["tcp"]))
        return bool(connection.send(b"secret"))


attempt("CONNECTS_TCP", send_secret)
behave()

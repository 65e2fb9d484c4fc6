"""Calls home over TCP: a server on this machine, by several of its names."""

import socket

from _hostile import OUTSIDE, attempt, behave

ATTEMPTS = ["CONNECTS_TCP"]
VERDICT = "conforms"
HARMLESS = True


def send_secret(host: str) -> bool:
    with socket.create_connection((host, OUTSIDE["tcp"]), 0.5) as connection:
        return bool(connection.send(b"secret"))


for host in ("127.0.0.1", "::ffff:127.0.0.1", "0.0.0.0"):
    attempt("CONNECTS_TCP", send_secret, host)
behave()

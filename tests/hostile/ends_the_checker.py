"""Exits with status 0 when imported: inside the checker's process this would forge a success."""

import os

ATTEMPTS: list[str] = []
VERDICT = "faulty"
HARMLESS = True
SERVED = True


def init():
    os._exit(0)


def take(player):
    pass


def left(player):
    return 30


def takes_from_opponent(player):
    return False

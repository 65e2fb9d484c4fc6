"""A Python module that ends the process that it is in with exit status 0: in the checker's own, a
forged success."""

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

"""Makes shared memory and a queue of messages, which stay when the program has ended."""

import ctypes

from _hostile import attempt, behave

ATTEMPTS = ["LEAVES_MEMORY"]
VERDICT = "conforms"
HARMLESS = True

NEW, REMOVE = 0o1600, 0
LIBC = ctypes.CDLL(None)


def shares_memory() -> bool:
    segment = LIBC.shmget(0, 4096, NEW)
    return segment >= 0 and LIBC.shmctl(segment, REMOVE, None) == 0


def queues_messages() -> bool:
    queue = LIBC.msgget(0, NEW)
    return queue >= 0 and LIBC.msgctl(queue, REMOVE, None) == 0


attempt("LEAVES_MEMORY", shares_memory)
attempt("LEAVES_MEMORY", queues_messages)
behave()

"""Asks the kernel for what no exercise needs, and what has often had holes: rings for input and
output, faults of memory, programs in the kernel, counters, watches on files, handles."""

import ctypes
import os

from _hostile import attempt, behave

ATTEMPTS = ["REACHES_KERNEL"]
VERDICT = "conforms"
HARMLESS = True

CALLS = {
    "io_uring_setup": {"x86_64": 425, "aarch64": 425},
    "userfaultfd": {"x86_64": 323, "aarch64": 282},
    "bpf": {"x86_64": 321, "aarch64": 280},
    "perf_event_open": {"x86_64": 298, "aarch64": 241},
    "inotify_init1": {"x86_64": 294, "aarch64": 26},
    "fanotify_init": {"x86_64": 300, "aarch64": 262},
    "pidfd_open": {"x86_64": 434, "aarch64": 434},
}
LIBC = ctypes.CDLL(None)
ROOM = ctypes.create_string_buffer(256)
ARGUMENTS = {
    "io_uring_setup": (1, ROOM),
    "bpf": (0, ctypes.create_string_buffer(b"\2\0\0\0\4\0\0\0\4\0\0\0\1", 128), 128),
    "perf_event_open": (ctypes.create_string_buffer(128), 0, -1, -1, 0),
    "pidfd_open": (os.getpid(), 0),
}


def call_kernel(name: str) -> bool:
    return LIBC.syscall(CALLS[name][os.uname().machine], *ARGUMENTS.get(name, (0, 0))) >= 0


def has_a_handle() -> bool:
    handle = ctypes.create_string_buffer((128).to_bytes(4, "little"), 136)
    return LIBC.name_to_handle_at(-100, b"/usr", handle, ctypes.byref(ctypes.c_int()), 0) == 0


for call in CALLS:
    attempt("REACHES_KERNEL", call_kernel, call)
attempt("REACHES_KERNEL", has_a_handle)
behave()

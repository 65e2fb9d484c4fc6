"""The filter of system calls: what a confined program may not ask of the kernel.

Name spaces and Landlock restrict files, networks and processes. The kernel offers more: sockets
that neither of them knows, memory that outlives a program, keys, ways to watch or to harm others. A
filter (``man 2 seccomp``) refuses the system calls that compilers and virtual machines do without.
A refused call fails with an error as any call may, so a program goes on. The filter is a program
for the kernel's packet filter (BPF). It is inherited, and can never be taken off.
"""

from __future__ import annotations

import errno
import os
import struct
import sys
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Final, NamedTuple

ARCHITECTURES: Final = {"x86_64": 0xC000_003E, "aarch64": 0xC000_00B7}
"""The machines that have a filter, as ``uname`` names them, with the kernel's numbers for them."""

_X86, _ARM = ARCHITECTURES
_LAST: Final = 462
"""The highest system call that was looked at. The kernel seems not to have any later one."""

_SAME_NUMBER: Final = {
    **{"pidfd_send_signal": 424, "io_uring_setup": 425, "io_uring_enter": 426},
    **{"io_uring_register": 427, "open_tree": 428, "move_mount": 429, "fsopen": 430},
    **{"fsconfig": 431, "fsmount": 432, "fspick": 433, "pidfd_open": 434, "clone3": 435},
    **{"pidfd_getfd": 438, "process_madvise": 440, "mount_setattr": 442, "memfd_secret": 447},
    **{"process_mrelease": 448, "set_mempolicy_home_node": 450},
}
_ON_X86: Final = {
    **{"socket": 41, "connect": 42, "accept": 43, "bind": 49, "listen": 50, "socketpair": 53},
    **{"accept4": 288, "shmget": 29, "shmat": 30, "shmctl": 31, "shmdt": 67, "semget": 64},
    **{
        "semop": 65,
        "setsockopt": 54,
        "semctl": 66,
        "semtimedop": 220,
        "msgget": 68,
        "msgsnd": 69,
        "msgrcv": 70,
    },
    **{"msgctl": 71, "mq_open": 240, "mq_unlink": 241, "add_key": 248, "request_key": 249},
    **{"keyctl": 250, "userfaultfd": 323, "bpf": 321, "perf_event_open": 298},
    **{"inotify_init": 253, "inotify_add_watch": 254, "inotify_rm_watch": 255},
    **{"inotify_init1": 294, "fanotify_init": 300, "fanotify_mark": 301},
    **{"name_to_handle_at": 303, "open_by_handle_at": 304, "unshare": 272, "setns": 308},
    **{"mount": 165, "umount2": 166, "pivot_root": 155, "chroot": 161, "ptrace": 101},
    **{"process_vm_readv": 310, "process_vm_writev": 311, "kcmp": 312, "migrate_pages": 256},
    **{"move_pages": 279, "memfd_create": 319, "clone": 56, "prlimit64": 302},
    **{"sched_setaffinity": 203, "sched_setparam": 142, "sched_setscheduler": 144},
    **{"sched_setattr": 314, "setpriority": 141, "ioprio_set": 251},
}
_ON_ARM: Final = {
    **{"socket": 198, "connect": 203, "accept": 202, "bind": 200, "listen": 201},
    **{
        "socketpair": 199,
        "setsockopt": 208,
        "accept4": 242,
        "shmget": 194,
        "shmat": 196,
        "shmctl": 195,
    },
    **{"shmdt": 197, "semget": 190, "semop": 193, "semctl": 191, "semtimedop": 192},
    **{"msgget": 186, "msgsnd": 189, "msgrcv": 188, "msgctl": 187, "mq_open": 180},
    **{"mq_unlink": 181, "add_key": 217, "request_key": 218, "keyctl": 219, "userfaultfd": 282},
    **{"bpf": 280, "perf_event_open": 241, "inotify_init1": 26, "inotify_add_watch": 27},
    **{"inotify_rm_watch": 28, "fanotify_init": 262, "fanotify_mark": 263},
    **{"name_to_handle_at": 264, "open_by_handle_at": 265, "unshare": 97, "setns": 268},
    **{"mount": 40, "umount2": 39, "pivot_root": 41, "chroot": 51, "ptrace": 117},
    **{"process_vm_readv": 270, "process_vm_writev": 271, "kcmp": 272, "migrate_pages": 238},
    **{"move_pages": 239, "memfd_create": 279, "clone": 220, "prlimit64": 261},
    **{"sched_setaffinity": 122, "sched_setparam": 118, "sched_setscheduler": 119},
    **{"sched_setattr": 274, "setpriority": 140, "ioprio_set": 30},
}
NUMBERS: Final[Mapping[str, Mapping[str, int]]] = {
    _X86: {**_ON_X86, **_SAME_NUMBER},
    _ARM: {**_ON_ARM, **_SAME_NUMBER},
}
"""The numbers of the system calls that the filter knows, by architecture and name."""

_MISSING: Final = frozenset({"clone3", "memfd_create", "memfd_secret"})
"""Calls that the kernel seems not to have: libraries then use an older call, or do without."""

_NEW_NAME_SPACES: Final = 0x7E02_0000
"""The flags of ``clone`` that make name spaces."""

_UNIX, _STREAM, _SEQUENCED, _KIND = 1, 1, 5, 0xF
_ONE_PROCESS: Final = 1
"""``ioprio_set`` counts from 1, ``setpriority`` from 0."""


class Condition(NamedTuple):
    """A call is allowed only if an argument, under a mask, is one of some values."""

    argument: int
    values: tuple[int, ...]
    mask: int = 0xFFFF_FFFF


CONDITIONS: Final[Mapping[str, tuple[Condition, ...]]] = {
    # the datagram sockets of a pair can send to any other; those of streams cannot
    "socketpair": (Condition(0, (_UNIX,)), Condition(1, (_STREAM, _SEQUENCED), _KIND)),
    "clone": (Condition(0, (0,), _NEW_NAME_SPACES),),
    "prlimit64": (Condition(0, (0,)),),
    "sched_setaffinity": (Condition(0, (0,)),),
    "sched_setparam": (Condition(0, (0,)),),
    "sched_setscheduler": (Condition(0, (0,)),),
    "sched_setattr": (Condition(0, (0,)),),
    "setpriority": (Condition(0, (0,)), Condition(1, (0,))),
    "ioprio_set": (Condition(0, (_ONE_PROCESS,)), Condition(1, (0,))),
}
"""The calls that are allowed in part. 0 is the process itself; all other calls that the filter
knows are refused."""


def machine() -> str:
    """Return the architecture of this machine, or nothing if it has no filter."""
    name = os.uname().machine
    return name if name in ARCHITECTURES and sys.maxsize > 1 << 32 else ""


@cache
def seccomp_filter(architecture: str) -> bytes:
    """Return the filter for one of :data:`ARCHITECTURES`, as the kernel takes it."""
    return b"".join(_program(architecture))


# -- the filter's own machine language: see linux/bpf_common.h -------------------------------------

_LOAD, _IF_EQUAL, _IF_GREATER, _AND, _RETURN = 0x20, 0x15, 0x25, 0x54, 0x06
_NUMBER, _ARCHITECTURE, _ARGUMENTS = 0, 4, 16
"""Where in the kernel's description of a call these are; the lower half of an argument comes
first, and is all that the kernel uses of these arguments."""

_ALLOW: Final = 0x7FFF_0000
_FAIL: Final = 0x0005_0000


def _program(architecture: str) -> Iterator[bytes]:
    yield _word(_LOAD, _ARCHITECTURE)
    yield from _unless_equal([ARCHITECTURES[architecture]], _fails(errno.ENOSYS))
    yield _word(_LOAD, _NUMBER)
    yield from (_word(_IF_GREATER, _LAST, 0, 1), _fails(errno.ENOSYS))  # x32 is up there, too
    for name, number in NUMBERS[architecture].items():
        refused = _fails(errno.ENOSYS if name in _MISSING else errno.EPERM)
        body = [word for each in CONDITIONS.get(name, ()) for word in _holds(each, refused)]
        body.append(_word(_RETURN, _ALLOW) if body else refused)
        yield from (_word(_IF_EQUAL, number, 0, len(body)), *body)
    yield _word(_RETURN, _ALLOW)


def _holds(condition: Condition, refused: bytes) -> Iterator[bytes]:
    yield _word(_LOAD, _ARGUMENTS + 8 * condition.argument)
    yield _word(_AND, condition.mask)
    yield from _unless_equal(condition.values, refused)


def _unless_equal(values: Iterable[int], then: bytes) -> Iterator[bytes]:
    """Yield what does ``then`` if the loaded word is none of the values."""
    left = list(values)
    while left:
        value = left.pop(0)
        yield _word(_IF_EQUAL, value, len(left) + 1, 0)
    yield then


def _word(code: int, operand: int, if_true: int = 0, if_false: int = 0) -> bytes:
    return struct.pack("=HBBI", code, if_true, if_false, operand)


def _fails(number: int) -> bytes:
    return _word(_RETURN, _FAIL | number)

"""Supervisor: confines itself by Landlock, limits and another user, and becomes the program.

It runs by its path in a fresh interpreter, ``python -I -S supervisor.py COMMAND...``, and needs no
other file of this package: what it does is not allowed between fork and exec in a process with
threads, as a checker may be. The environment variable :data:`VARIABLE` holds its settings as a JSON
object, see :class:`SupervisorSettings`: every user of the machine can read a command line, but not
an environment.

There are two processes. One becomes the program. The other one stays outside, waits, and ends all
that the program has started: when the program has ended, on SIGTERM, or when the checker is gone.
Its exit status is that of the program, or 128 + the signal that killed it.
"""

from __future__ import annotations

import contextlib
import ctypes
import json
import os
import resource
import signal
import struct
import sys
import time
from collections.abc import Iterator
from typing import Any, Final, NoReturn, TypedDict

CREATE_RULESET: Final = 444
ADD_RULE: Final = 445
RESTRICT_SELF: Final = 446

EXECUTE, WRITE_FILE, READ_FILE, READ_DIR = 1, 2, 4, 8
_FILE_RIGHTS: Final = EXECUTE | WRITE_FILE | READ_FILE
_RIGHTS_BY_ABI: Final = ((1, 13), (2, 14), (3, 15), (5, 16))
"""How many rights there are since each version of the interface."""

_NETWORK_ABI: Final = 4
_SCOPES_ABI: Final = 6
_BOTH: Final = 0b11
"""Binding and connecting; abstract sockets and signals."""

_PATH_BENEATH: Final = 1
_SET_DEATH_SIGNAL, _SECURE_BITS, _SUBREAPER, _NO_NEW_PRIVILEGES, _AMBIENT = 1, 28, 36, 38, 47
_SECCOMP, _BY_FILTER = 22, 2
_FILTER_WORD: Final = 8
_NO_FIXUP: Final = 1 << 2
_CAPABILITY_VERSION: Final = 0x20080522
_READ_SEARCH: Final = 2
_LAST_PATIENCE: Final = 2.0
"""Seconds to end what the program has started."""

_CANNOT_START: Final = 127
VARIABLE: Final = "MODSPEC_SUPERVISED"
"""The environment variable with the settings. The program does not see it."""

_libc: Final = ctypes.CDLL(None, use_errno=True)


class SupervisorSettings(TypedDict):
    """How the program is confined, as plain data."""

    start: str
    readable: list[str]
    hidden: list[str]
    """Files and folders within the readable ones that are not readable; only names can be read."""

    writable: list[str]
    devices: list[str]
    environment: dict[str, str]
    limits: dict[str, int]
    priority: int
    first_to_go: int
    """As :data:`.limits.PRIORITY` and :data:`.limits.FIRST_TO_GO`."""

    user: int | None
    """The user that the program becomes; None: the user stays."""

    filter: str
    """The filter of system calls, in hexadecimal digits; empty: there is none."""

    alone: bool
    """Whether only this program runs as that user, so that all its processes may be killed."""


def landlock_abi() -> int:
    """Return the version of the kernel's Landlock interface; 0 if there is none."""
    return max(0, int(_libc.syscall(CREATE_RULESET, None, 0, 1)))


def main(settings: SupervisorSettings, command: list[str]) -> NoReturn:
    """Run the command, wait for its end, and end with it."""
    parent = os.getppid()
    _control(_SUBREAPER, 1)
    _control(_SET_DEATH_SIGNAL, signal.SIGTERM)
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGTERM, signal.SIGCHLD, signal.SIGINT})
    limits = settings["limits"]
    if settings["user"] is None:
        _, most = resource.getrlimit(resource.RLIMIT_NPROC)
        wanted = limits["nproc"] + _tasks_of(os.getuid())
        limits["nproc"] = wanted if most == resource.RLIM_INFINITY else min(wanted, most)
    program = os.fork()
    if not program:
        _become(settings, command)
    _close_pipes()
    status = 0
    while os.getppid() == parent:
        if signal.sigwait({signal.SIGTERM, signal.SIGCHLD, signal.SIGINT}) != signal.SIGCHLD:
            break
        ended = dict(_reap(os.WNOHANG))
        if program in ended:
            status = ended[program]
            break
    else:
        status = -signal.SIGTERM
    _end_all(settings)
    os._exit(status if status >= 0 else 128 - status)


# -- outside ---------------------------------------------------------------------------------------


def _close_pipes() -> None:
    """Leave the standard streams to the program: they close when it closes them."""
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in range(3):
        os.dup2(nothing, stream)


def _reap(options: int) -> Iterator[tuple[int, int]]:
    """Yield processes that have ended, with their exit codes, negative for signals."""
    with contextlib.suppress(ChildProcessError):
        while (found := os.waitpid(-1, options))[0]:
            yield found[0], os.waitstatus_to_exitcode(found[1])


def _end_all(settings: SupervisorSettings) -> None:
    """Kill all that the program has started. Orphans become children of this process."""
    deadline = time.monotonic() + _LAST_PATIENCE
    while time.monotonic() < deadline:
        if settings["alone"] and settings["user"]:
            _kill_all_of(settings["user"])
        children = list(_children())
        for child in children:
            with contextlib.suppress(ProcessLookupError):
                os.kill(child, signal.SIGKILL)
        for _ in _reap(os.WNOHANG):
            pass
        if not children:
            return
        time.sleep(0.001)


def _kill_all_of(user: int) -> None:
    """Kill every process of a user at once; only that user can."""
    killer = os.fork()
    if not killer:
        os.setresuid(user, user, user)
        with contextlib.suppress(ProcessLookupError):
            os.kill(-1, signal.SIGKILL)
        os._exit(0)
    os.waitpid(killer, 0)


def _children() -> Iterator[int]:
    for process, fields in _processes("stat"):
        if int(fields.rpartition(")")[2].split()[1]) == os.getpid():
            yield process


def _tasks_of(user: int) -> int:
    """Return how many processes and threads a user has: the limit counts them all."""
    tasks = 0
    for _, text in _processes("status"):
        found = dict(line.partition(":")[::2] for line in text.splitlines())
        if int(found["Uid"].split()[0]) == user:
            tasks += int(found["Threads"])
    return tasks


def _processes(file: str) -> Iterator[tuple[int, str]]:
    """Yield each process with the text of a file that the kernel keeps about it."""
    for name in os.listdir("/proc"):
        if name.isdecimal():
            with (
                contextlib.suppress(OSError),
                open(f"/proc/{name}/{file}", encoding="utf-8", errors="replace") as text,
            ):
                yield int(name), text.read()


# -- inside ----------------------------------------------------------------------------------------


def _become(settings: SupervisorSettings, command: list[str]) -> NoReturn:
    """Confine this process, and become the program."""
    try:
        os.setsid()
        rules = _ruleset(settings)
        os.chdir(settings["start"])
        with open("/proc/self/oom_score_adj", "w", encoding="ascii") as first_to_go:
            first_to_go.write(str(settings["first_to_go"]))
        os.nice(settings["priority"])
        for name, most in settings["limits"].items():
            resource.setrlimit(getattr(resource, f"RLIMIT_{name.upper()}"), (most, most))
        if settings["user"] is not None:
            _change_user(settings["user"])
        _control(_SET_DEATH_SIGNAL, signal.SIGKILL)
        _control(_NO_NEW_PRIVILEGES, 1)
        _check(_libc.syscall(RESTRICT_SELF, rules, 0), "landlock_restrict_self")
        os.close(rules)
        for number in (signal.SIGPIPE, signal.SIGXFSZ):  # Python ignores them: the program must not
            signal.signal(number, signal.SIG_DFL)
        signal.pthread_sigmask(signal.SIG_SETMASK, ())
        _filter_system_calls(bytes.fromhex(settings["filter"]))
        os.execve(command[0], command, settings["environment"])
    except OSError as error:
        os.write(2, f"{command[0]} cannot be started in the sandbox: {error}\n".encode())
    os._exit(_CANNOT_START)


def _filter_system_calls(program: bytes) -> None:
    """Refuse, from now on, the system calls that a filter refuses; none if it is empty."""
    if program:
        words = ctypes.create_string_buffer(program)
        length = len(program) // _FILTER_WORD
        head = ctypes.create_string_buffer(struct.pack("HP", length, ctypes.addressof(words)))
        _control(_SECCOMP, _BY_FILTER, ctypes.addressof(head))


def _ruleset(settings: SupervisorSettings) -> int:
    """Return the descriptor of a rule set of what the program may open; all else is denied."""
    abi = landlock_abi()
    if not abi:
        raise OSError("the kernel has no Landlock, or it is switched off")
    rights = max(count for since, count in _RIGHTS_BY_ABI if abi >= since)
    fields = [(1 << rights) - 1]
    if abi >= _NETWORK_ABI:
        fields.append(_BOTH)
    if abi >= _SCOPES_ABI:
        fields.append(_BOTH)
    attributes = struct.pack(f"{len(fields)}Q", *fields)
    rules: int = _check(
        _libc.syscall(CREATE_RULESET, ctypes.c_char_p(attributes), len(attributes), 0),
        "landlock_create_ruleset",
    )
    for path in settings["readable"]:
        _allow_but(rules, path, settings["hidden"])
    for path in settings["writable"]:
        _allow(rules, path, (1 << rights) - 1)
    for path in settings["devices"]:
        _allow(rules, path, READ_FILE | WRITE_FILE)
    return rules


def _allow_but(rules: int, path: str, hidden: list[str]) -> None:
    """Allow to read a path without what is hidden in it: that can only be left out of a list."""
    inside = [each for each in hidden if each.startswith(f"{path}/")]
    if not inside:
        _allow(rules, path, EXECUTE | READ_FILE | READ_DIR)
        return
    _allow(rules, path, READ_DIR)  # else nothing beside it could be imported
    for name in os.listdir(path):
        child = f"{path}/{name}"
        if child not in inside:
            _allow_but(rules, child, inside)


def _allow(rules: int, path: str, access: int) -> None:
    if os.path.islink(path) or not os.path.exists(path):  # links are not followed
        return
    place = os.open(path, os.O_PATH | os.O_CLOEXEC | os.O_NOFOLLOW)
    if not os.path.isdir(path):
        access &= _FILE_RIGHTS
    rule = struct.pack("=Qi", access, place)
    added = _libc.syscall(ADD_RULE, rules, _PATH_BENEATH, ctypes.c_char_p(rule), 0)
    _check(added, f"landlock_add_rule {path}")
    os.close(place)


def _change_user(user: int) -> None:
    """Become another user, who may still read what is closed to others, as far as Landlock allows.

    In a container root itself may lack that privilege; then the files must be open to others.
    """
    privileged = has_privilege()
    os.setgroups([])
    os.setresgid(user, user, user)
    if not privileged:
        os.setresuid(user, user, user)
        return
    # without this the privilege counts for open(), but not for access()
    _control(_SECURE_BITS, _NO_FIXUP)
    os.setresuid(user, user, user)
    only = 1 << _READ_SEARCH
    header = struct.pack("Ii", _CAPABILITY_VERSION, 0)
    data = struct.pack("6I", only, only, only, 0, 0, 0)
    _check(_libc.capset(ctypes.c_char_p(header), ctypes.c_char_p(data)), "capset")
    _control(_AMBIENT, 2, _READ_SEARCH)


def has_privilege() -> bool:
    """Whether this process may read what is closed to its user."""
    with open("/proc/self/status", encoding="utf-8") as status:
        [permitted] = (line.split()[1] for line in status if line.startswith("CapPrm:"))
    return bool(int(permitted, 16) >> _READ_SEARCH & 1)


def _control(option: int, *arguments: int) -> None:
    words = [ctypes.c_ulong(word) for word in (*arguments, 0, 0, 0, 0)[:4]]
    _check(_libc.prctl(option, *words), f"prctl {option}")


def _check(result: Any, what: str) -> int:
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, f"{what}: {os.strerror(number)}")
    return int(result)


if __name__ == "__main__":
    main(json.loads(os.environ[VARIABLE]), sys.argv[1:])

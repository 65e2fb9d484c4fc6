"""A user name space for sandboxes that root starts.

No limit on processes holds root, so a program of root's has to run as another user; but other users
cannot read a folder that belongs to root and is closed to others. In the name space that is made
here each user keeps their number, and bubblewrap has the privileges that it needs. The program
becomes a user of its own, who keeps a single privilege: to read any file *that the sandbox shows*.
Outside of the name space that privilege counts nothing. No further name spaces can be made in it.
"""

from __future__ import annotations

import itertools
import os
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from modcheck.sandbox.backend import SandboxError

NOBODY: Final = 65_534
_OWN_USERS: Final = 1_000_000_000
"""Systems give these and higher numbers to no user; a program gets one of them."""

_EACH: Final = 100
"""How many programs of one process may run at a time."""

_count: Final = itertools.count()

_PRIVILEGE: Final = "dac_read_search"
_NONE_MORE: Final = "echo 0 > /proc/sys/user/max_user_namespaces"


@dataclass(frozen=True)
class UserNamespace:
    """A user name space. It exists as long as its descriptor is open."""

    descriptor: int

    def enter(self, nsenter: str) -> Iterator[str]:
        """Yield the words before a command that run it in the name space.

        They contain a path: a descriptor would be passed on to the program in the sandbox.
        """
        yield from (nsenter, f"--user=/proc/{os.getpid()}/fd/{self.descriptor}", "--")

    def drop_privileges(self, setpriv: str) -> Iterator[str]:
        """Yield the words before a command that make its program a user of its own."""
        user = own_user()
        yield from ("--cap-drop", "ALL")
        for capability in ("SETUID", "SETGID", "SETPCAP", _PRIVILEGE.upper()):
            yield from ("--cap-add", f"CAP_{capability}")
        yield from (setpriv, "--reuid", str(user), "--regid", str(user), "--clear-groups")
        for each in ("--inh-caps", "--ambient-caps", "--bounding-set"):
            yield f"{each}=-all,+{_PRIVILEGE}"
        # without this the privilege counts for open(), but not for access()
        yield from ("--securebits", "+no_setuid_fixup", "--no-new-privs", "--")


def own_user() -> int:
    """Return an unused user number, so that programs do not share a limit on processes.

    In a container that has few user numbers, return the number of the user "nobody".
    """
    if not _has_many_users():
        return NOBODY
    return _OWN_USERS + os.getpid() * _EACH + next(_count) % _EACH


@cache
def _has_many_users() -> bool:
    lines = (*_user_map("uid"), *_user_map("gid"))
    return min(int(inside) + int(count) for inside, _, count in lines) > 2 * _OWN_USERS


@cache
def user_namespace() -> UserNamespace:
    """Create the name space of this process's sandboxes, or raise :class:`SandboxError`."""
    unshare, nsenter = shutil.which("unshare"), shutil.which("nsenter")
    if not unshare or not nsenter:
        raise SandboxError("there is no unshare or no nsenter on PATH")
    waits = [unshare, "--user", "--", "sh", "-c", "echo; read end"]
    with subprocess.Popen(
        waits, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as holder:
        assert holder.stdout is not None
        assert holder.stderr is not None
        if not holder.stdout.readline():  # it writes once it is in its name space
            raise SandboxError(holder.stderr.read().decode(errors="replace").strip())
        place = Path(f"/proc/{holder.pid}")
        try:
            for kind in ("uid", "gid"):
                lines = (f"{inside} {inside} {count}\n" for inside, _, count in _user_map(kind))
                (place / f"{kind}_map").write_text("".join(lines))
            descriptor = os.open(place / "ns/user", os.O_RDONLY | os.O_CLOEXEC)
        except OSError as error:
            raise SandboxError(f"no users in a name space of our own: {error.strerror}") from error
        enter = [nsenter, f"--user={place}/ns/user", "sh", "-c", _NONE_MORE]
        done = subprocess.run(enter, capture_output=True, check=False, stdin=subprocess.DEVNULL)
    if done.returncode:
        os.close(descriptor)
        raise SandboxError(done.stderr.decode(errors="replace").strip())
    return UserNamespace(descriptor)


def _user_map(kind: str) -> list[list[str]]:
    """Return ranges of users or groups of this process: first inside, first outside, how many."""
    lines = Path(f"/proc/self/{kind}_map").read_text(encoding="ascii").splitlines()
    return [line.split() for line in lines]

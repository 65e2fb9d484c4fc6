"""A user name space for sandboxes that root starts.

Root is not held by a limit on processes, so a program has to run as somebody else; but nobody else can read a
folder that belongs to root and is closed to others. In the name space that is made here, all users are
themselves, and bubblewrap may do as it needs; the program it starts becomes a user of its own, who keeps a single
privilege, to read any file *that the sandbox shows*. Outside of the name space the privilege counts nothing. In
it no further name spaces can be made.
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
"""Numbers from here on are given to no user of a system; a program gets one of them."""

_EACH: Final = 100
"""Programs of one process that may run at a time."""

_count: Final = itertools.count()

_PRIVILEGE: Final = "dac_read_search"
_NONE_MORE: Final = "echo 0 > /proc/sys/user/max_user_namespaces"


@dataclass(frozen=True)
class UserNamespace:
    """A user name space that is there as long as its descriptor is open."""

    descriptor: int

    def entered(self, nsenter: str) -> Iterator[str]:
        """The words before a command that have it run in the name space.

        They name it by a path: a descriptor would be handed on, by bubblewrap too, to the program in the sandbox.
        """
        yield from (nsenter, f"--user=/proc/{os.getpid()}/fd/{self.descriptor}", "--")

    def dropped(self, setpriv: str) -> Iterator[str]:
        """The words before a command that make its program a user of its own."""
        user = own_user()
        yield from ("--cap-drop", "ALL")
        for capability in ("SETUID", "SETGID", "SETPCAP", _PRIVILEGE.upper()):
            yield from ("--cap-add", f"CAP_{capability}")
        yield from (setpriv, "--reuid", str(user), "--regid", str(user), "--clear-groups")
        for each in ("--inh-caps", "--ambient-caps", "--bounding-set"):
            yield f"{each}=-all,+{_PRIVILEGE}"
        # Without this the privilege counts when a file is opened, but not when it is asked whether it could be.
        yield from ("--securebits", "+no_setuid_fixup", "--no-new-privs", "--")


def own_user() -> int:
    """The number of a user that nobody else is, so that no program shares its limit on processes with another.

    In a container that knows few users it is always nobody.
    """
    if not _knows_many():
        return NOBODY
    return _OWN_USERS + os.getpid() * _EACH + next(_count) % _EACH


@cache
def _knows_many() -> bool:
    lines = (*_mapped("uid"), *_mapped("gid"))
    return min(int(inside) + int(count) for inside, _, count in lines) > 2 * _OWN_USERS


@cache
def user_namespace() -> UserNamespace:
    """The name space of this process's sandboxes; raises :class:`SandboxError` if it cannot be made."""
    unshare, nsenter = shutil.which("unshare"), shutil.which("nsenter")
    if not unshare or not nsenter:
        raise SandboxError("there is no unshare or no nsenter on PATH")
    waits = [unshare, "--user", "--", "sh", "-c", "echo; read end"]
    with subprocess.Popen(
        waits, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as holder:
        assert holder.stdout is not None
        assert holder.stderr is not None
        if not holder.stdout.readline():  # it is in its name space once it writes
            raise SandboxError(holder.stderr.read().decode(errors="replace").strip())
        place = Path(f"/proc/{holder.pid}")
        try:
            for kind in ("uid", "gid"):
                themselves = (f"{inside} {inside} {count}\n" for inside, _, count in _mapped(kind))
                (place / f"{kind}_map").write_text("".join(themselves))
            descriptor = os.open(place / "ns/user", os.O_RDONLY | os.O_CLOEXEC)
        except OSError as error:
            raise SandboxError(f"no users in a name space of our own: {error.strerror}") from error
        enter = [nsenter, f"--user={place}/ns/user", "sh", "-c", _NONE_MORE]
        done = subprocess.run(enter, capture_output=True, check=False, stdin=subprocess.DEVNULL)
    if done.returncode:
        os.close(descriptor)
        raise SandboxError(done.stderr.decode(errors="replace").strip())
    return UserNamespace(descriptor)


def _mapped(kind: str) -> list[list[str]]:
    """The users or groups that this process knows: first inside, first outside, how many."""
    lines = Path(f"/proc/self/{kind}_map").read_text(encoding="ascii").splitlines()
    return [line.split() for line in lines]

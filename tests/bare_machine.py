"""A bare machine: the system and its runtimes, some folders, and neither a network nor a home."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final

DOCKER: Final = (
    *("CHOWN", "DAC_OVERRIDE", "FSETID", "FOWNER", "MKNOD", "NET_RAW", "SETGID", "SETUID"),
    *("SETFCAP", "SETPCAP", "NET_BIND_SERVICE", "SYS_CHROOT", "KILL", "AUDIT_WRITE"),
)
"""What root may do in a container of Docker's, by default."""

SHARED_MEMORY: Final = 64 * 1024 * 1024
"""Bytes of a container's /dev/shm, by default."""


def command_line(
    folders: Mapping[str, Path], command: list[str], is_container: bool = False
) -> list[str]:
    """The command line that runs a command there, with folders of ours at their places.

    The sandbox works in it as it does outside: who is root outside is root there. In a container
    root may do as little as in one of Docker's, and bubblewrap always fails, as it does there.
    """
    allowed = [word for each in DOCKER for word in ("--cap-add", f"CAP_{each}")]
    may = ["--cap-drop", "ALL", *allowed] if is_container else ["--cap-add", "ALL"]
    fails = ["--ro-bind", "/bin/false", str(shutil.which("bwrap"))] if is_container else []
    bound = [word for place, own in folders.items() for word in ("--bind", str(own), place)]
    links = [w for n in ("bin", "lib", "lib64", "sbin") for w in ("--symlink", f"usr/{n}", f"/{n}")]
    return [
        *("bwrap", "--unshare-net", "--unshare-ipc", "--die-with-parent", "--clearenv"),
        *(may if os.geteuid() == 0 else ()),
        *("--ro-bind", "/usr", "/usr", "--ro-bind", "/etc", "/etc", *links),
        *("--bind", "/proc", "/proc", "--dev", "/dev", "--tmpfs", "/tmp", "--tmpfs", "/root"),
        *("--size", str(SHARED_MEMORY), "--perms", "1777", "--tmpfs", "/dev/shm"),
        *("--perms", "0755", "--dir", "/opt"),
        *("--ro-bind", sys.base_prefix, "/opt/python"),  # it may be in a home, closed to others
        *("--setenv", "HOME", "/root"),
        *("--setenv", "PATH", "/opt/python/bin:/usr/local/bin:/usr/bin:/bin"),
        *fails,
        *bound,
        *command,
    ]


@cache
def why_none() -> str:
    """Why there can be no bare machine here; empty if there can."""
    if shutil.which("bwrap") is None:
        return "there is no bubblewrap here"
    inner = ["bwrap", "--ro-bind", "/", "/", "--proc", "/proc", "--unshare-all", "true"]
    done = subprocess.run(command_line({}, inner), capture_output=True, text=True, check=False)
    return done.stderr.strip()


def run(folders: Mapping[str, Path], script: str, is_container: bool = False) -> str:
    """Run a script of bash there; what it printed. Raises AssertionError unless it ends with 0."""
    done = subprocess.run(
        command_line(folders, ["bash", "-euo", "pipefail", "-c", script], is_container),
        capture_output=True,
        text=True,
        check=False,
    )
    assert 0 == done.returncode, done.stdout + done.stderr
    return done.stdout

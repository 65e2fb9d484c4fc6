"""A bare machine: the system and its runtimes, some folders, and neither a network nor a home."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from functools import cache
from pathlib import Path


def command_line(folders: Mapping[str, Path], command: list[str]) -> list[str]:
    """The command line that runs a command there, with folders of ours at their places.

    The sandbox works in it as it does outside: who is root outside is root there.
    """
    bound = [word for place, own in folders.items() for word in ("--bind", str(own), place)]
    links = [w for n in ("bin", "lib", "lib64", "sbin") for w in ("--symlink", f"usr/{n}", f"/{n}")]
    return [
        *("bwrap", "--unshare-net", "--unshare-ipc", "--die-with-parent", "--clearenv"),
        *(("--cap-add", "ALL") if os.geteuid() == 0 else ()),
        *("--ro-bind", "/usr", "/usr", "--ro-bind", "/etc", "/etc", *links),
        *("--bind", "/proc", "/proc", "--dev", "/dev", "--tmpfs", "/tmp", "--tmpfs", "/root"),
        *("--ro-bind", sys.base_prefix, sys.base_prefix),
        *("--setenv", "HOME", "/root"),
        *("--setenv", "PATH", f"{sys.base_prefix}/bin:/usr/local/bin:/usr/bin:/bin"),
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


def run(folders: Mapping[str, Path], script: str) -> str:
    """Run a script of bash there; what it printed. Raises AssertionError unless it ends with 0."""
    done = subprocess.run(
        command_line(folders, ["bash", "-euo", "pipefail", "-c", script]),
        capture_output=True,
        text=True,
        check=False,
    )
    assert 0 == done.returncode, done.stdout + done.stderr
    return done.stdout

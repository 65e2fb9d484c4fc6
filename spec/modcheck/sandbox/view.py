"""View: what a program may read, and where it starts.

That is its own folder, the runtimes that programs need, and nothing else: in particular not the user's home,
whatever the command line is. All of it is read-only.
"""

from __future__ import annotations

import errno
import os
import re
import shutil
import stat
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from modcheck.sandbox.places import forms, is_covered, is_too_wide, outermost

SYSTEM: Final = (
    *("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/nix/store", "/gnu/store"),
    *("/etc/alternatives", "/etc/ld.so.cache", "/etc/ld.so.conf", "/etc/ld.so.conf.d"),
    *("/etc/localtime", "/etc/ssl/openssl.cnf", "/etc/crypto-policies"),
)
"""What programs of the system and their loader read."""

_JAVA_SETTINGS: Final = "java*"
_INTERPRETERS: Final = ("python3", "node", "java")
"""Programs that a script of the user's may call by name; where they are is made readable, too."""

_SEPARATORS: Final = re.compile("[:=]")
_SHEBANG_BYTES: Final = 256
_NOT_FILES: Final = ("/dev", "/proc", "/sys", "/run")


@dataclass(frozen=True)
class View:
    """A command as it is to be run, and what of the file system it may read."""

    command: tuple[str, ...]
    """The program, by a path, and its arguments."""

    start: str
    """The current folder at its start, an absolute path."""

    readable: tuple[str, ...]
    """Absolute paths of files, and of folders with all that is in them; none lies within another."""


def view(command: Sequence[str], folder: str | None = None) -> View:
    """What the program of a command line may read, and how it is started.

    Its own is the ``folder`` if there is one; it is also where the program starts. Otherwise the program starts
    in the current folder, and its own are the folders of all files that the command line names; if it names none,
    the current folder. What is too wide to be anybody's own, such as the user's home, is left out: of a file in
    it, only that file is readable.

    Raises OSError, as starting it would, if there is no such program or it is none.
    """
    start = folder or str(Path.cwd())
    program = _program(command[0], start)
    shebang = _shebang(_beginning(program))
    runtimes = {*_system(), *_interpreter(shebang)}
    named = "/" in command[0]
    runtimes |= set(_environment(program) if named else _runtime(program))
    own = {start} if folder else set(_own(command, start, runtimes))
    words = (command[0] if named else program, *command[1:])
    return View(words, start, outermost({form for path in own | runtimes for form in forms(path)}))


# -- the program -----------------------------------------------------------------------------------


def _program(word: str, start: str) -> str:
    """The absolute path of a program that a command line begins with."""
    if "/" in word:
        return os.path.normpath(os.path.join(start, word))  # noqa: PTH118  # Path cannot normalise
    found = shutil.which(word)
    if found is None:
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), word)
    return os.path.abspath(found)  # noqa: PTH100  # links are looked at one by one


def _beginning(program: str) -> bytes:
    """The first bytes of a program. Raises what the system would if it were started, if it is none."""
    if not stat.S_ISREG(os.stat(program).st_mode) or not os.access(program, os.X_OK):  # noqa: PTH116
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), program)
    with open(program, "rb", opener=_without_waiting) as file:
        beginning = file.read(_SHEBANG_BYTES)
    if not beginning.startswith((b"#!", b"\x7fELF")):
        raise OSError(errno.ENOEXEC, os.strerror(errno.ENOEXEC), program)
    words = _shebang(beginning)
    if words and not os.path.exists(words[0]):  # noqa: PTH110
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), words[0])
    return beginning


def _without_waiting(path: str, flags: int) -> int:
    """Open what is no pipe, even if it has just become one."""
    return os.open(path, flags | os.O_NONBLOCK)


def _shebang(beginning: bytes) -> list[str]:
    """The words of the line that says what runs a script; none if it is no script."""
    if not beginning.startswith(b"#!"):
        return []
    return beginning[2:].partition(b"\n")[0].decode("utf-8", "replace").split()


# -- runtimes --------------------------------------------------------------------------------------


@cache
def _system() -> frozenset[str]:
    """What is readable for every program: the system's, this Python's, and common interpreters."""
    own_package = str(Path(__file__).parents[1])
    paths = {*SYSTEM, own_package, *map(str, Path("/etc").glob(_JAVA_SETTINGS))}
    paths |= {prefix for prefix in (sys.prefix, sys.base_prefix) if not is_too_wide(prefix)}
    for program in (sys.executable, *map(shutil.which, _INTERPRETERS)):
        paths |= set(_runtime(program)) if program else set()
    return frozenset(path for path in paths if os.path.lexists(path))


def _interpreter(shebang: Sequence[str]) -> Iterator[str]:
    """What the interpreter of a script reads, if it is one that is on PATH: a script could name any."""
    words = list(shebang)
    if words and Path(words[0]).name == "env":
        words = [word for word in words[1:] if not word.startswith("-") and "=" not in word]
    found = shutil.which(Path(words[0]).name) if words else None
    if found and words[0] in (found, Path(found).name):
        yield from _runtime(found)


def _environment(program: str) -> Iterator[str]:
    """The virtual environment of Python that a program belongs to, if it does."""
    prefix = Path(program).parent.parent
    if (prefix / "pyvenv.cfg").is_file():
        yield str(prefix)


def _runtime(program: str) -> Iterator[str]:
    """What an installed program reads: the folder that its ``bin`` is in, at each link on the way to it."""
    for _ in range(40):  # the kernel follows as many
        yield from _installation(program)
        if not os.path.islink(program):  # noqa: PTH114
            break
        target = os.path.join(os.path.dirname(program), os.readlink(program))  # noqa: PTH115, PTH118, PTH120
        program = os.path.normpath(target)


def _installation(program: str) -> Iterator[str]:
    folder = Path(program).parent
    if is_covered(program, SYSTEM):
        return
    if folder.name not in ("bin", "sbin", "shims"):
        yield program
    elif folder.parent.name == ".cargo":  # which keeps the keys to registries as well
        yield from (str(folder), str(folder.parents[1] / ".rustup"))
    elif is_too_wide(str(folder.parent)) or folder.parent.name == ".local":
        yield program
    else:
        yield str(folder.parent)


# -- the program's own -----------------------------------------------------------------------------


def _own(command: Sequence[str], start: str, runtimes: Iterable[str]) -> Iterator[str]:
    """The folders of the files that a command line names, but for the runtimes'; or the current folder."""
    words = [*([command[0]] if "/" in command[0] else ()), *command[1:]]
    named = [path for path in _named(words, start) if not is_covered(path, runtimes)]
    own = [_folder_of(path) for path in named if not _leads_out(path, start)]
    if not named and not is_too_wide(start):
        own = [start]
    yield from own


def _leads_out(path: str, start: str) -> bool:
    """Whether a path below the current folder is elsewhere in truth, by a link that somebody has put there."""
    real = os.path.realpath(os.path.dirname(path))  # noqa: PTH120
    return is_covered(path, [start]) and not is_covered(real, [os.path.realpath(start)])


def _named(words: Iterable[str], start: str) -> Iterator[str]:
    for word in words:
        for part in {word, *_SEPARATORS.split(word)} - {""}:
            path = os.path.normpath(os.path.join(start, part))  # noqa: PTH118
            if os.path.lexists(path) and not is_covered(path, _NOT_FILES):
                folder = os.path.isdir(path)  # noqa: PTH112
                if not (folder and is_too_wide(path)):
                    yield path


def _folder_of(path: str) -> str:
    """The folder itself, or that of a file; only the file if that would be too wide."""
    if os.path.isdir(path) and not os.path.islink(path):  # noqa: PTH112, PTH114
        return path
    folder = os.path.dirname(path)  # noqa: PTH120
    return path if is_too_wide(folder) else folder

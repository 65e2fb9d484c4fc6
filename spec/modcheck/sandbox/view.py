"""View: what a program may read, where it starts, and the environment variables that it sees.

A program may read its own folder and the runtimes that programs need, and nothing else: in
particular not the user's home, whatever the command line is. All of it is read-only. The checker's
own packages are hidden, also where they are installed in a runtime.
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
from functools import cache, lru_cache
from pathlib import Path
from typing import Final

from modcheck.sandbox.limits import MIB, Limits
from modcheck.sandbox.own_files import copies, own_files
from modcheck.sandbox.paths import forms, is_covered, is_too_wide, outermost

SYSTEM: Final = (
    *("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/nix/store", "/gnu/store"),
    *("/etc/alternatives", "/etc/ld.so.cache", "/etc/ld.so.conf", "/etc/ld.so.conf.d"),
    *("/etc/localtime", "/etc/ssl/openssl.cnf", "/etc/crypto-policies"),
)
"""What programs of the system and their loader read."""

_JAVA_SETTINGS: Final = "java*"
SERVER: Final = str(Path(__file__).parents[1] / "system" / "serve.py")
"""The file that serves programs in Python. It needs no other file of this package."""

_INSTALLATIONS: Final = ("/usr", "/usr/local")
_TOOLS: Final = ("python3", "node", "java", "rustc")
"""Programs that a script or a build may call by name; their installations are readable, too."""

_RUSTUP: Final = ".rustup"
"""The folder in the user's home with the compilers of Rust that rustup has installed."""

_SEPARATORS: Final = re.compile("[:=]")
_SHEBANG_BYTES: Final = 256
_NOT_FILES: Final = ("/dev", "/proc", "/sys", "/run")


@dataclass(frozen=True)
class View:
    """A command, and what of the file system its program may read."""

    command: tuple[str, ...]
    """The program, by a path, and its arguments."""

    start: str
    """The current folder at the start, an absolute path."""

    readable: tuple[str, ...]
    """Absolute paths of files, and of folders with all that is in them; none lies within
    another."""

    own: tuple[str, ...] = ()
    """Those of them that are the program's own, and no part of a runtime."""

    hidden: tuple[str, ...] = ()
    """Files and folders within the readable ones that are not readable: the checker's own."""

    revealed: tuple[str, ...] = ()
    """Files and folders within the hidden ones that are readable all the same."""

    writable: tuple[str, ...] = ()
    """Folders in which the program may also write, for a backend without a private folder."""


def view(command: Sequence[str], folder: str | None = None) -> View:
    """Return what the program of a command line may read, and how it is started.

    With a ``folder``, that is the program's own, and the program starts there. Otherwise the
    program starts in the current folder, and its own are the folders of all files that the command
    line names, or the current folder if it names none. A folder that is too wide, such as the
    user's home, is left out: of a file in it, only that file is readable.

    Raises OSError, as starting would, if there is no such program.
    """
    start = folder or str(Path.cwd())
    program = _program(command[0], start)
    shebang = _shebang(_beginning(program))
    runtimes = {*_system(), *_interpreter(shebang)}
    is_path = "/" in command[0]
    runtimes |= set(_virtual_environment(program) if is_path else _runtime(program))
    own = {start} if folder else set(_own(command, start, runtimes))
    words = (command[0] if is_path else program, *command[1:])
    shown = {form for path in own | runtimes for form in forms(path)}
    asked_for = {form for path in (*own, SERVER) for form in forms(path)}
    readable = outermost(shown | asked_for)
    concealed = own_files().union(*map(copies, (*runtimes, *_INSTALLATIONS)))
    hidden = outermost(path for folder in readable for path in _within(folder, concealed))
    revealed = outermost(path for path in asked_for if is_covered(path, hidden))
    return View(words, start, readable, tuple(sorted(own)), hidden, revealed)


def _within(folder: str, concealed: Iterable[str]) -> Iterator[str]:
    """Yield where in a folder that is shown the concealed files are. Their paths are real ones."""
    if os.path.islink(folder):
        return  # where it leads to is shown, too, or leads nowhere
    real = os.path.realpath(folder)
    yield from (
        folder + path[len(real) :]
        for path in concealed
        if path != real and is_covered(path, [real])
    )


# -- the program -----------------------------------------------------------------------------------


def _program(word: str, start: str) -> str:
    """Return the absolute path of the program that a command line begins with."""
    if "/" in word:
        return os.path.normpath(os.path.join(start, word))  # Path cannot normalise
    found = shutil.which(word)
    if found is None:
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), word)
    return os.path.abspath(found)  # links are looked at one by one


def _beginning(program: str) -> bytes:
    """Return the first bytes of a program. Raises what the system would if it were started."""
    if not stat.S_ISREG(os.stat(program).st_mode) or not os.access(program, os.X_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), program)
    with open(program, "rb", opener=_open_without_waiting) as file:
        beginning = file.read(_SHEBANG_BYTES)
    if not beginning.startswith((b"#!", b"\x7fELF")):
        raise OSError(errno.ENOEXEC, os.strerror(errno.ENOEXEC), program)
    words = _shebang(beginning)
    if words and not os.path.exists(words[0]):
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), words[0])
    return beginning


def _open_without_waiting(path: str, flags: int) -> int:
    """Open a file, even if it has just been replaced by a pipe."""
    return os.open(path, flags | os.O_NONBLOCK)


def _shebang(beginning: bytes) -> list[str]:
    """Return the words of the line that says what runs a script; none if it is not a script."""
    if not beginning.startswith(b"#!"):
        return []
    return beginning[2:].partition(b"\n")[0].decode("utf-8", "replace").split()


# -- runtimes --------------------------------------------------------------------------------------


@cache
def _system() -> frozenset[str]:
    """Return what every program may read: the system, this Python, common tools."""
    paths = {*SYSTEM, *map(str, Path("/etc").glob(_JAVA_SETTINGS))}
    paths |= {prefix for prefix in (sys.prefix, sys.base_prefix) if not is_too_wide(prefix)}
    for program in (sys.executable, *map(shutil.which, _TOOLS)):
        paths |= set(_runtime(program)) if program else set()
    return frozenset(path for path in paths if os.path.lexists(path))


def _interpreter(shebang: Sequence[str]) -> Iterator[str]:
    """Yield what the interpreter of a script reads, if it is on PATH: a script could name any."""
    words = list(shebang)
    if words and Path(words[0]).name == "env":
        words = [word for word in words[1:] if not word.startswith("-") and "=" not in word]
    found = shutil.which(Path(words[0]).name) if words else None
    if found and words[0] in (found, Path(found).name):
        yield from _runtime(found)


def _virtual_environment(program: str) -> Iterator[str]:
    """Yield the virtual environment of Python that a program belongs to, if there is one."""
    prefix = Path(program).parent.parent
    if (prefix / "pyvenv.cfg").is_file():
        yield str(prefix)


def _runtime(program: str) -> Iterator[str]:
    """Yield what an installed program reads: the parent of its ``bin``, for each link to it."""
    for _ in range(40):  # the kernel follows as many
        yield from _installation(program)
        if not os.path.islink(program):
            break
        target = os.path.join(os.path.dirname(program), os.readlink(program))
        program = os.path.normpath(target)


def _installation(program: str) -> Iterator[str]:
    folder = Path(program).parent
    if is_covered(program, SYSTEM):
        return
    if folder.name not in ("bin", "sbin", "shims"):
        yield program
    elif folder.parent.name == ".cargo":  # the keys to registries are in there, too
        yield from (str(folder), str(folder.parents[1] / _RUSTUP))
    elif is_too_wide(str(folder.parent)) or folder.parent.name == ".local":
        yield program
    else:
        yield str(folder.parent)


# -- the program's own -----------------------------------------------------------------------------


def _own(command: Sequence[str], start: str, runtimes: Iterable[str]) -> Iterator[str]:
    """Yield the folders of the files that a command line names, or the current folder."""
    words = [*([command[0]] if "/" in command[0] else ()), *command[1:]]
    files = [path for path in _files_in(words, start) if not is_covered(path, runtimes)]
    if not files and not is_too_wide(start):
        yield start
    yield from (_folder_of(path) for path in files if not _leads_out(path, start))


def _leads_out(path: str, start: str) -> bool:
    """Whether a path below the current folder really is elsewhere, because of a link."""
    real = os.path.realpath(os.path.dirname(path))
    return is_covered(path, [start]) and not is_covered(real, [os.path.realpath(start)])


def _files_in(words: Iterable[str], start: str) -> Iterator[str]:
    for word in words:
        for part in {word, *_SEPARATORS.split(word)} - {""}:
            path = os.path.normpath(os.path.join(start, part))
            if os.path.lexists(path) and not is_covered(path, _NOT_FILES):
                folder = os.path.isdir(path)
                if not (folder and is_too_wide(path)):
                    yield path


def _folder_of(path: str) -> str:
    """Return the folder itself, or that of a file; only the file if the folder is too wide."""
    if os.path.isdir(path) and not os.path.islink(path):
        return path
    folder = os.path.dirname(path)
    return path if is_too_wide(folder) else folder


# -- what a program misses -------------------------------------------------------------------------

_NOT_FOUND: Final = re.compile(r"no such file|not found|permission denied", re.IGNORECASE)
_NAMES: Final = re.compile(r"'([^']+)'|\"([^\"]+)\"|([^\s'\"():,;]+)")
_MOST_NAMES: Final = 200


@lru_cache(1024)
def misses_a_file(text: str) -> bool:
    """Whether a program says that it cannot open a file."""
    return _NOT_FOUND.search(text) is not None


def hidden_path(text: str, seen: View) -> str | None:
    """Return a path that a program says it does not find, although it is there, or None.

    Only what lies in the folder where the program starts, or beside a folder of its own, is looked
    for: else a program could find out what there is on the machine.
    """
    if not misses_a_file(text):
        return None
    beside = {seen.start, *map(os.path.dirname, seen.own)}
    near = [folder for folder in beside if not is_too_wide(folder)]
    for match in list(_NAMES.finditer(text))[:_MOST_NAMES]:
        name = next(filter(None, match.groups()))
        path = os.path.normpath(os.path.join(seen.start, name))
        is_name = "/" in name or "." in name or match[3] is None
        if is_name and "\0" not in name and is_covered(path, near) and os.path.exists(path):
            is_inside = is_covered(os.path.realpath(path), map(os.path.realpath, near))
            if is_inside and not any(is_covered(form, seen.readable) for form in forms(path)):
                return path
    return None


# -- environment variables -------------------------------------------------------------------------

JAVA_NOTE: Final = "Picked up JAVA_TOOL_OPTIONS"
"""The beginning of the line that Java's virtual machine writes to standard error about its
variable."""

_JAVA_OPTIONS: Final = "-XX:-UsePerfData -XX:TieredStopAtLevel=1"


def environment(
    readable: Iterable[str], limits: Limits, passed: Iterable[str] = (), private: str = "/tmp"
) -> dict[str, str]:
    """Return a fresh environment with the user's variables that are ``passed``.

    ``private`` is the folder for temporary files. Java's virtual machine gets the limit on memory:
    else it would reckon with the memory of the whole machine, and ask for more than the limit at
    its start. It compiles quickly rather than well: a program lives for seconds, and to compile it
    well takes longer than it saves. Sets of strings in Python have one order, so that a verdict is
    the same each time: the user's ``PYTHONHASHSEED``, or 0.
    """
    folders = tuple(readable)
    path = [
        folder
        for folder in os.get_exec_path()
        if folder.startswith("/") and all(is_covered(form, folders) for form in forms(folder))
    ]
    rustup = next((folder for folder in folders if Path(folder).name == _RUSTUP), None)
    return {
        **({"RUSTUP_HOME": rustup} if rustup else {}),  # rustup does not find it: HOME is another
        "PATH": os.pathsep.join(path or ["/usr/local/bin", "/usr/bin", "/bin"]),
        "HOME": private,
        "TMPDIR": private,
        "LANG": "C.UTF-8",
        "PYTHONHASHSEED": os.environ.get("PYTHONHASHSEED", "0"),
        "JAVA_TOOL_OPTIONS": f"-XX:MaxRAM={limits.memory // MIB}m {_JAVA_OPTIONS}",
        **{name: os.environ[name] for name in passed if name in os.environ},
    }

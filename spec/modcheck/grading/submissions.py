"""Submissions: the folders or files of a class, their content, its digest, and a copy to work on.

Names of submissions may be any bytes. Here they are strings as Python's ``os.fsdecode`` makes them,
and :func:`printable_name` is what people see. A folder may hold anything: links to elsewhere, pipes
that block a reader, files without end. Only regular files are read, and only links to targets in
the folder are kept.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Final

MOST_FILES: Final = 10_000
"""Files, folders and links that a submission may have."""

MOST_BYTES: Final = 256 * 1024 * 1024
"""Bytes that its files may have together."""

MOST_DEPTH: Final = 100
"""Folders that may lie within one another: to remove a tree, for instance, takes recursion."""

_FOLDER: Final = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW
"""How a folder is opened that must not be a link to one."""

_NOT_A_PROGRAM: Final = ("__pycache__", "__MACOSX")
"""Folders that tools create by themselves, and that change nothing."""


@dataclass(frozen=True)
class Submission:
    """What one student or team has handed in."""

    name: str
    """The name of the folder or of the only file, as the file system has it."""

    place: Path
    """The absolute path of the folder, or of the file."""


@dataclass(frozen=True)
class Class:
    """The submissions of a folder, in the order of their names' bytes."""

    submissions: tuple[Submission, ...]
    ignored: tuple[str, ...] = ()
    """What else lies in the folder: files, links, and hidden folders."""


def submissions(
    folder: Path, apart_from: Path | None = None, endings: Collection[str] = ()
) -> Class:
    """Return the submissions in a folder: each folder in it but hidden ones and ``apart_from``.

    If there is none, each file is a submission whose name has one of the ``endings``.

    Links are not followed, so that nothing outside is taken for a submission. Raises OSError if the
    folder cannot be read.
    """
    root = folder.resolve()
    apart = apart_from.resolve() if apart_from else None
    with os.scandir(root) as listed:
        every = sorted(listed, key=lambda entry: os.fsencode(entry.name))
    every = [entry for entry in every if root / entry.name != apart]
    visible = [entry for entry in every if not entry.name.startswith(".")]
    folders = [entry for entry in visible if entry.is_dir(follow_symlinks=False)]
    files = [entry for entry in visible if entry.is_file(follow_symlinks=False)]
    chosen = folders or [entry for entry in files if Path(entry.name).suffix in endings]
    return Class(
        tuple(Submission(entry.name, root / entry.name) for entry in chosen),
        tuple(entry.name for entry in every if entry not in chosen),
    )


def printable_name(name: str) -> str:
    """Return a name with escapes for what does not print; different names stay different."""
    return "".join(c if c.isprintable() and c != "\\" else _escape(c) for c in name)


def _escape(character: str) -> str:
    if "\udc80" <= character <= "\udcff":  # how Python keeps a byte that is not UTF-8
        return f"\\x{ord(character) - 0xDC00:02x}"
    return character.encode("unicode_escape").decode("ascii")


# -- files -----------------------------------------------------------------------------------------


class Unreadable(Exception):
    """The files of a submission cannot be read. The message says why in a few words."""


@dataclass(frozen=True)
class FileEntry:
    """A file, a folder or a link of a submission."""

    path: str
    """The path in the submission's folder."""

    content: bytes | None = None
    """The content of a file; None for a folder or a link."""

    executable: bool = False
    link: str | None = None
    """The target of a link; None for a file or a folder."""


def entries(submitted: Path) -> Iterator[FileEntry]:
    """Yield what a folder holds, by the bytes of the paths; or a file that is a submission itself.

    Hidden files and folders do not count.

    Raises :class:`Unreadable` if something cannot be read, or if it is too much.
    """
    found, size = 0, 0
    try:
        root = os.path.realpath(submitted, strict=True)
        for place in _walk(submitted) if submitted.is_dir() else _only(submitted):
            path, status = place.path, place.status
            found, size = found + 1, size + status.st_size * stat.S_ISREG(status.st_mode)
            if found > MOST_FILES:
                raise Unreadable(f"it has more than {MOST_FILES} files")
            if size > MOST_BYTES:
                raise Unreadable(f"its files have more than {MOST_BYTES // 1024**2} MB")
            if path.count("/") >= MOST_DEPTH:
                raise Unreadable(f"its folders are more than {MOST_DEPTH} deep")
            entry = _entry(place, root)
            if entry is not None:
                yield entry
    except OSError as error:
        raise Unreadable(f"its files cannot be read: {error.strerror}") from error


@dataclass(frozen=True)
class _Place:
    path: str
    """The path in the submission's folder."""

    folder: int
    """The descriptor of the parent folder: by its path, that may be another one meanwhile."""

    name: str
    status: os.stat_result


def _walk(folder: Path) -> Iterator[_Place]:
    """Yield what is below a folder. No link is followed, even if it has just replaced a folder."""
    waiting = [""]
    root = os.open(folder, _FOLDER)
    try:
        while waiting:
            inner = waiting.pop()
            with _open_without_links(root, inner) as place:
                with os.scandir(place) as scanned:
                    names = [each.name for each in scanned if not _is_left_out(each.name)]
                for name in sorted(names, key=os.fsencode):
                    path = f"{inner}/{name}" if inner else name
                    status = os.lstat(name, dir_fd=place)
                    yield _Place(path, place, name, status)
                    if stat.S_ISDIR(status.st_mode):
                        waiting.append(path)
    finally:
        os.close(root)


def _only(file: Path) -> Iterator[_Place]:
    """Yield a file that is a submission itself, unless something else has replaced it."""
    folder = os.open(file.parent, _FOLDER)
    try:
        status = os.lstat(file.name, dir_fd=folder)
        if stat.S_ISREG(status.st_mode):
            yield _Place(file.name, folder, file.name, status)
    finally:
        os.close(folder)


@contextmanager
def _open_without_links(root: int, path: str) -> Iterator[int]:
    """Open a folder within another, by a path without links. Yield the descriptor."""
    descriptor = os.dup(root)
    try:
        for name in filter(None, path.split("/")):
            inner = os.open(name, _FOLDER, dir_fd=descriptor)
            os.close(descriptor)
            descriptor = inner
        yield descriptor
    finally:
        os.close(descriptor)


def _is_left_out(name: str) -> bool:
    return name.startswith(".") or name in _NOT_A_PROGRAM


def _entry(place: _Place, root: str) -> FileEntry | None:
    mode = place.status.st_mode
    if stat.S_ISDIR(mode):
        return FileEntry(place.path)
    if stat.S_ISLNK(mode):
        link = os.readlink(place.name, dir_fd=place.folder)
        target = os.path.realpath(os.path.join(root, os.path.dirname(place.path), link))
        is_inside = target == root or target.startswith(f"{root}/")
        return FileEntry(place.path, link=link) if is_inside else None
    if not stat.S_ISREG(mode):
        return None
    # the file may have been replaced since its status was read
    flags = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK
    descriptor = os.open(place.name, flags, dir_fd=place.folder)
    with os.fdopen(descriptor, "rb") as stream:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            return None
        content = stream.read(place.status.st_size)
    return FileEntry(place.path, content, bool(mode & stat.S_IXUSR))


def digest(listed: Iterable[FileEntry]) -> str:
    """Return the SHA-256 of the paths, the kinds and the contents."""
    total = sha256()
    for entry in listed:
        for part in (
            os.fsencode(entry.path),
            b"x" if entry.executable else b"-",
            b"" if entry.link is None else b"l" + os.fsencode(entry.link),
            b"" if entry.content is None else b"f" + entry.content,
        ):
            total.update(b"%d:" % len(part) + part)  # no part can be taken for a piece of another
    return total.hexdigest()


def copy(listed: Iterable[FileEntry], target: Path) -> Iterator[FileEntry]:
    """Write entries below a folder, which exists, and yield each after it is written.

    Raises OSError if an entry cannot be written.
    """
    for entry in listed:
        place = f"{target}/{entry.path}"
        if entry.link is not None:
            os.symlink(entry.link, place)
        elif entry.content is None:
            os.mkdir(place)
        else:
            with open(place, "xb") as stream:
                stream.write(entry.content)
            os.chmod(place, 0o755 if entry.executable else 0o644)
        yield entry

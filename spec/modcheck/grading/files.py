"""Files: what a submission consists of, its digest, and a copy to work on.

Students' folders may hold anything: links to elsewhere, pipes that block whoever opens them, files without end.
Only regular files are read, and links only kept if they lead to somewhere in the folder.
"""

from __future__ import annotations

import errno
import os
import shutil
import stat
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Final

MOST_FILES: Final = 10_000
"""Files, folders and links that a submission may have."""

MOST_BYTES: Final = 256 * 1024 * 1024
"""Bytes that its files may have together."""

MOST_DEPTH: Final = 100
"""Folders that may lie within one another: what goes through a tree, as to remove it, may do so by recursion."""

FULL: Final = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EROFS)
"""What the system says where nothing can be written any more."""

_FOLDER: Final = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW
"""How a folder is opened that must not be a link to one."""

_NOT_A_PROGRAM: Final = ("__pycache__", "__MACOSX")
"""Folders that come about by themselves, and so change nothing."""


class Unreadable(Exception):
    """A submission whose files cannot be read; the message says why in a few words."""


@dataclass(frozen=True)
class FileEntry:
    """A file, a folder or a link of a submission."""

    path: str
    """In the submission's folder."""

    content: bytes | None = None
    """What is in the file; None if it is none."""

    executable: bool = False
    link: str | None = None
    """Where the link leads to; None if it is none."""


def entries(folder: Path) -> Iterator[FileEntry]:
    """What a folder holds, in the order of the paths' bytes; hidden files and folders do not count.

    Raises :class:`Unreadable` if something cannot be read, or if it is too much.
    """
    found, size = 0, 0
    try:
        root = os.path.realpath(folder, strict=True)
        for place in _walk(folder):
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
    """In the submission's folder."""

    folder: int
    """The descriptor of the folder that it is in: by its path, that may be another one meanwhile."""

    name: str
    status: os.stat_result


def _walk(folder: Path) -> Iterator[_Place]:
    """What is below a folder. No link is followed, not even one that has just taken a folder's place."""
    waiting = [""]
    root = os.open(folder, _FOLDER)
    try:
        while waiting:
            inner = waiting.pop()
            with _opened(root, inner) as place:
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


@contextmanager
def _opened(root: int, path: str) -> Iterator[int]:
    """The descriptor of a folder within another, by a way on which there is no link."""
    opened = os.dup(root)
    try:
        for name in filter(None, path.split("/")):
            inner = os.open(name, _FOLDER, dir_fd=opened)
            os.close(opened)
            opened = inner
        yield opened
    finally:
        os.close(opened)


def _is_left_out(name: str) -> bool:
    return name.startswith(".") or name in _NOT_A_PROGRAM


def _entry(place: _Place, root: str) -> FileEntry | None:
    mode = place.status.st_mode
    if stat.S_ISDIR(mode):
        return FileEntry(place.path)
    if stat.S_ISLNK(mode):
        link = os.readlink(place.name, dir_fd=place.folder)
        target = os.path.realpath(os.path.join(root, os.path.dirname(place.path), link))  # noqa: PTH118, PTH120  # any bytes, no parsing
        return FileEntry(place.path, link=link) if _is_inside(target, root) else None
    if not stat.S_ISREG(mode):
        return None
    # it may have become something else since it was looked at
    descriptor = os.open(
        place.name, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK, dir_fd=place.folder
    )
    with os.fdopen(descriptor, "rb") as stream:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            return None
        content = stream.read(place.status.st_size)
    return FileEntry(place.path, content, bool(mode & stat.S_IXUSR))


def _is_inside(path: str, root: str) -> bool:
    return path == root or path.startswith(f"{root}/")


def digest(listed: Iterable[FileEntry]) -> str:
    """SHA-256 of the paths, what they are, and the contents."""
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


def copied(listed: Iterable[FileEntry], target: Path) -> Iterator[FileEntry]:
    """The same entries, each written below a folder, which exists, before it is given; raises OSError if one cannot be."""
    for entry in listed:
        place = f"{target}/{entry.path}"
        if entry.link is not None:
            os.symlink(entry.link, place)  # noqa: PTH211  # any bytes, no parsing
        elif entry.content is None:
            os.mkdir(place)  # noqa: PTH102
        else:
            with open(place, "xb") as stream:  # noqa: PTH123
                stream.write(entry.content)
            os.chmod(place, 0o755 if entry.executable else 0o644)  # noqa: PTH101
        yield entry


def removed(folder: Path) -> None:
    """Remove a folder and all that is in it, as far as that goes."""
    with suppress(RecursionError):  # it is as deep as whoever filled it has made it
        shutil.rmtree(folder, ignore_errors=True)


def synced(folder: Path) -> None:
    """Have the system write to the disk under which names things are in a folder; raises OSError if it cannot."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    except OSError as error:
        if error.errno not in (errno.EINVAL, errno.ENOTSUP):  # as of some network file systems
            raise
    finally:
        os.close(descriptor)

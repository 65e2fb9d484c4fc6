"""The journal: every result, on disk before it counts.

It is an SQLite database with a rollback journal and full synchronisation, so that a result is there wholly
or not at all, whatever ends the process or the machine. Where nothing can be written, nothing is lost, and
whoever writes is told in one line. A result that something else has damaged counts as none, and that is told, too.
"""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import astuple, dataclass
from hashlib import sha256
from pathlib import Path
from typing import Final

from modcheck.grading.row import Result
from modcheck.grading.submissions import shown

VERSION: Final = 2
"""Of the tables; it grows when they change."""

_APPLICATION: Final = 0x4D495347  # "MISG": tells our files from other people's databases

_TABLE: Final = """
CREATE TABLE IF NOT EXISTS results (
    submission BLOB NOT NULL, files TEXT NOT NULL, settings TEXT NOT NULL, checker TEXT NOT NULL,
    result TEXT NOT NULL, seal TEXT NOT NULL,
    PRIMARY KEY (submission, files, settings, checker)
)
"""


class JournalError(Exception):
    """The journal cannot be read or written; the message says why in one line."""


class UselessJournal(JournalError):
    """There is nothing to go on with: a journal has to be begun anew."""


@dataclass(frozen=True)
class Key:
    """What a result depends on. If any of it changes, the submission is judged anew."""

    submission: bytes
    """The name of its folder."""

    files: str
    """The digest of its files."""

    settings: str
    """The digest of how it is judged."""

    checker: str
    """What judges it: the version, and the digest of its program text."""


class Journal:
    """The results so far, in a file; one run at a time. End it by leaving its ``with``."""

    def __init__(self, path: Path, tell: Callable[[str], None] = lambda line: None) -> None:
        """Open the journal, or begin one. Raises :class:`JournalError`.

        Of a result that is damaged, ``tell`` is told in one line.
        """
        self._path, self._tell = path, tell
        with self._explained("opened"):
            self._database = sqlite3.connect(path, timeout=1.0, isolation_level=None)
            try:
                self._prepare()
            except BaseException:
                self._database.close()
                raise

    def _prepare(self) -> None:
        run = self._database.execute
        # exclusive: a second run is refused, rather than judging everything a second time
        run("PRAGMA locking_mode = EXCLUSIVE")
        run("PRAGMA journal_mode = DELETE")
        run("PRAGMA synchronous = EXTRA")
        run("BEGIN EXCLUSIVE")
        application = run("PRAGMA application_id").fetchone()[0]
        version = run("PRAGMA user_version").fetchone()[0]
        is_new = run("SELECT count(*) FROM sqlite_master").fetchone()[0] == 0
        if not is_new and (application, version) != (_APPLICATION, VERSION):
            raise UselessJournal(
                f"{self._path} is no journal of this version; move it away to begin anew"
            )
        if is_new:
            run(f"PRAGMA application_id = {_APPLICATION}")
            run(f"PRAGMA user_version = {VERSION}")
            run(_TABLE)
        run("COMMIT")

    def __enter__(self) -> Journal:
        return self

    def __exit__(self, *raised: object) -> None:
        self._database.close()

    def result(self, key: Key) -> Result | None:
        """The result under that key, or None if there is none yet, or a damaged one."""
        query = (
            "SELECT CAST(result AS BLOB), CAST(seal AS BLOB) FROM results"  # damaged text may be none
            " WHERE submission = ? AND files = ? AND settings = ? AND checker = ?"
        )
        with self._explained("read"), closing(self._database.execute(query, astuple(key))) as found:
            for text, seal in found:
                if seal == _seal(key, text).encode():
                    read: Result = json.loads(text)
                    return read
                name = shown(os.fsdecode(key.submission))
                self._tell(f"the journal {self._path} has a damaged result, of {name}: judged anew")
        return None

    def record(self, key: Key, result: Result) -> None:
        """Keep a result, instead of an earlier one under that key. When this returns, it is on the disk."""
        text = json.dumps(result, ensure_ascii=True)
        row = (*astuple(key), text, _seal(key, text.encode()))
        with self._explained("written"):
            self._database.execute("INSERT OR REPLACE INTO results VALUES (?, ?, ?, ?, ?, ?)", row)

    @contextmanager
    def _explained(self, what: str) -> Iterator[None]:
        try:
            yield
        except sqlite3.OperationalError as error:
            why = str(error)
            if "locked" in why:
                why = "another run is at work on it; wait until it is done"
            elif "no such" in why:
                raise self._useless(what, error) from error
            raise JournalError(f"the journal {self._path} cannot be {what}: {why}") from error
        except sqlite3.DatabaseError as error:
            raise self._useless(what, error) from error

    def _useless(self, what: str, error: sqlite3.Error) -> UselessJournal:
        return UselessJournal(
            f"the journal {self._path} cannot be {what}: {error}; move it away to begin anew"
        )


def _seal(key: Key, text: bytes) -> str:
    """The digest of a row: any change to it shows."""
    return sha256(repr((*astuple(key), text)).encode()).hexdigest()

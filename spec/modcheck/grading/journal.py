"""The journal: every result is on disk before it counts.

The journal is an SQLite database with a rollback journal and full synchronisation, so that a result
is there wholly or not at all, whatever ends the process or the machine. Where nothing can be
written, the results so far stay, and :class:`JournalError` says so. A damaged result counts as
none, and is reported.
"""

from __future__ import annotations

import json
import os
import secrets
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import astuple, dataclass
from hashlib import sha256
from pathlib import Path
from typing import Final

from modcheck.grading.row import Result
from modcheck.grading.submissions import printable_name

VERSION: Final = 4
"""The version of the tables, and of the results in them."""

_APPLICATION: Final = 0x4D495347  # "MISG": tells our files from other people's databases

_KEY: Final = "submission, files, settings, checker"
_OF_KEY: Final = "WHERE submission = ? AND files = ? AND settings = ? AND checker = ?"

_TABLE: Final = """
CREATE TABLE IF NOT EXISTS results (
    submission BLOB NOT NULL, files TEXT NOT NULL, settings TEXT NOT NULL, checker TEXT NOT NULL,
    result TEXT NOT NULL, seal TEXT NOT NULL,
    PRIMARY KEY (submission, files, settings, checker)
)
"""


_SEED: Final = """
CREATE TABLE IF NOT EXISTS seed (only INTEGER PRIMARY KEY CHECK (only = 0), value TEXT NOT NULL)
"""
_BEGUN: Final = """
CREATE TABLE IF NOT EXISTS begun (
    submission BLOB NOT NULL, files TEXT NOT NULL, settings TEXT NOT NULL, checker TEXT NOT NULL,
    running INTEGER NOT NULL, alone INTEGER NOT NULL, suspect INTEGER NOT NULL DEFAULT 0,
    deaths INTEGER NOT NULL DEFAULT 0, PRIMARY KEY (submission, files, settings, checker)
)
"""
"""What is being judged, and what was when an earlier run died."""

_PATIENCE: Final = 1.0
"""Seconds to wait for a worker to say that it outlived a run."""

MOST_SEED: Final = 10**9
"""A seed that is drawn is smaller."""


class JournalError(Exception):
    """The journal cannot be read or written; the message says why in one line."""


class UselessJournal(JournalError):
    """The file cannot be used as a journal: a new one is needed."""


@dataclass(frozen=True)
class Key:
    """What a result depends on. A submission is judged anew if any of it changes."""

    submission: bytes
    """The name of the submission's folder."""

    files: str
    """The digest of the submission's files."""

    settings: str
    """The digest of how submissions are judged."""

    checker: str
    """The digest of the checker's program text."""


class Journal:
    """The results so far, in a file, for one run at a time. Leave its ``with`` to close it."""

    def __init__(self, path: Path, warn: Callable[[str], None] = lambda line: None) -> None:
        """Open the journal, or create it. Raises :class:`JournalError`.

        ``warn`` is called with one line for each damaged result.
        """
        self._path, self._warn = path, warn
        with self._explain("opened"):
            self._database = sqlite3.connect(path, timeout=1.0, isolation_level=None)
            try:
                self._prepare()
            except BaseException:
                self._database.close()
                raise

    def _prepare(self) -> None:
        run = self._database.execute
        # exclusive: a second run is refused instead of judging everything a second time
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
            run(_SEED)
            run(_BEGUN)
        self._look_back()
        run("COMMIT")

    def _look_back(self) -> None:
        """Count the death of the run that was judging what still runs by the journal.

        It does not count if the worker has outlived that run: then something else has ended it.
        """
        run = self._database.execute
        deadline = time.monotonic() + _PATIENCE
        for *parts, alone in run(f"SELECT {_KEY}, alone FROM begun WHERE running").fetchall():
            key = Key(*parts)
            outlived = self._outlived_file(key)
            while not outlived.exists() and time.monotonic() < deadline:
                time.sleep(_PATIENCE / 20)  # the worker may not have said so yet
            death = alone and not outlived.exists()
            outlived.unlink(missing_ok=True)
            update = f"UPDATE begun SET suspect = 1, deaths = deaths + ?, running = 0 {_OF_KEY}"
            run(update, (death, *astuple(key)))

    def _outlived_file(self, key: Key) -> Path:
        """Return the file that a worker creates to say that it outlived the run."""
        name = sha256(repr(astuple(key)).encode()).hexdigest()[:16]
        return self._path.with_name(f"{self._path.name}-outlived-{name}")

    def __enter__(self) -> Journal:
        return self

    def __exit__(self, *raised: object) -> None:
        with suppress(sqlite3.Error):  # else it is remembered, as after a death
            self._database.execute("DELETE FROM begun WHERE running AND NOT suspect")
            self._database.execute("UPDATE begun SET running = 0")
        self._database.close()

    def begin(self, key: Key, *, alone: bool) -> Path:
        """Remember that a submission is being judged, and whether nothing else is meanwhile.

        Return the file that a worker has to create if this process dies and the worker does not.
        """
        with self._explain("written"):
            self._database.execute(
                "INSERT INTO begun (submission, files, settings, checker, running, alone)"
                " VALUES (?, ?, ?, ?, 1, ?) ON CONFLICT DO UPDATE SET running = 1, alone = ?",
                (*astuple(key), alone, alone),
            )
        outlived = self._outlived_file(key).absolute()
        outlived.unlink(missing_ok=True)
        return outlived

    def end(self, key: Key) -> None:
        """Forget that a submission is being judged, and all that happened meanwhile."""
        with self._explain("written"):
            self._database.execute(f"DELETE FROM begun {_OF_KEY}", astuple(key))

    def deaths(self, key: Key) -> int | None:
        """Return how often a run died, with its worker, while a submission was judged alone.

        None: no run died while it was judged; 0: one did, and others were being judged as well.
        """
        query = f"SELECT deaths FROM begun {_OF_KEY} AND suspect"
        with self._explain("read"):
            found = self._database.execute(query, astuple(key)).fetchone()
        return None if found is None else int(found[0])

    def result(self, key: Key) -> Result | None:
        """Return the result under a key, or None if there is none or it is damaged."""
        query = (
            "SELECT CAST(result AS BLOB), CAST(seal AS BLOB) FROM results"  # they may be damaged
            f" {_OF_KEY}"
        )
        with self._explain("read"), closing(self._database.execute(query, astuple(key))) as found:
            for text, seal in found:
                if seal == _seal(key, text).encode():
                    read: Result = json.loads(text)
                    return read
                name = printable_name(os.fsdecode(key.submission))
                self._warn(f"the journal {self._path} has a damaged result, of {name}: judged anew")
        return None

    def record(self, key: Key, result: Result) -> None:
        """Record a result under a key. On return the result is on the disk."""
        text = json.dumps(result, ensure_ascii=True)
        row = (*astuple(key), text, _seal(key, text.encode()))
        with self._explain("written"):
            self._database.execute("INSERT OR REPLACE INTO results VALUES (?, ?, ?, ?, ?, ?)", row)

    def seed(self, given: int | None = None) -> int:
        """Return the seed of the class, which is on the disk then.

        It is the given one, else the one that was kept, else a new random one.
        """
        if given is None:
            with self._explain("read"):
                kept = self._database.execute("SELECT value FROM seed").fetchone()
            try:
                if kept is not None:
                    return int(kept[0])
            except ValueError:
                self._warn(f"the journal {self._path} has a damaged seed: a new one is drawn")
            given = secrets.randbelow(MOST_SEED)
        with self._explain("written"):
            self._database.execute("INSERT OR REPLACE INTO seed VALUES (0, ?)", (str(given),))
        return given

    @contextmanager
    def _explain(self, what: str) -> Iterator[None]:
        """Raise :class:`JournalError` for what SQLite raises."""
        try:
            yield
        except sqlite3.OperationalError as error:
            why = str(error)
            if "locked" in why:
                why = "another run is using it; wait until it is done"
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
    """Return the digest of a row, which reveals any change."""
    return sha256(repr((*astuple(key), text)).encode()).hexdigest()

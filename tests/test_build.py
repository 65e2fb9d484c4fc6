"""Builds: their output is read as warily as a submission, and they are limited as programs are."""

from __future__ import annotations

import io
import os
import shutil
import sys
import tarfile
import time
from collections.abc import Mapping
from pathlib import Path

import pytest

from modcheck.grading import programs
from modcheck.grading.programs import BuildError, Programs, Recipe, build
from modcheck.grading.schedule import Aborted
from modcheck.grading.submissions import MOST_DEPTH
from modcheck.sandbox import small_memory
from modcheck.sandbox.limits import MIB, Limits
from modcheck.sandbox.sandbox import AUTO, Sandbox
from modcheck.system import child

FORGES = """
errors=$(readlink /proc/$$/fd/2)
for each in /proc/$PPID/fd/*; do
    case $(readlink $each) in "$errors") ;; pipe:*) cat forged > $each ;; esac
done
"""
"""Writes what was handed in to where the archive is to go, which the shell that builds has open."""


def folders(tmp_path: Path) -> tuple[Path, Path]:
    """What is handed in, and what is to be made of it."""
    made = tmp_path / "own", tmp_path / "target"
    for folder in made:
        folder.mkdir()
    return made


def trusted_sandbox(folder: Path) -> Sandbox:
    return Sandbox.with_backend("none", folder)


def archive(name: str, headers: Mapping[str, str], content: bytes = b"") -> bytes:
    """An archive of one file, with headers by the caller."""
    stream = io.BytesIO()
    with tarfile.open(fileobj=stream, mode="w", format=tarfile.PAX_FORMAT) as opened:
        member = tarfile.TarInfo(name)
        member.size, member.pax_headers = len(content), dict(headers)
        opened.addfile(member, io.BytesIO(content))
    return stream.getvalue()


def long_names(number: int) -> bytes:
    """An archive that says, over and over, that a long name follows."""
    member = tarfile.TarInfo("././@LongLink")
    member.type, member.size = tarfile.GNUTYPE_LONGNAME, 1
    return (member.tobuf(tarfile.GNU_FORMAT) + b"a".ljust(512, b"\0")) * number


DESCRIPTORS = Path("/proc/self/fd")
NO_SENSE = "its archive makes no sense"
FORGED = {
    "sparse": (archive("x", {"GNU.sparse.major": "1", "GNU.sparse.minor": "0"}, b"x"), NO_SENSE),
    "names without end": (long_names(3_000), NO_SENSE),
    "a name that is none": (archive("x", {"path": "a\0b"}), NO_SENSE),
    "outside": (archive("../x", {}), "a file outside"),
    "absolute": (archive("x", {"path": "/tmp/x"}), "a file outside"),
    "deep": (archive("x/" * MOST_DEPTH + "x", {}), "too many files, or folders too deep"),
    "a long name": (archive("x" * 300, {}), "File name too long"),
}


@pytest.mark.parametrize("what", FORGED)
def test_a_forged_archive_is_a_build_that_fails(what: str, tmp_path: Path) -> None:
    own, target = folders(tmp_path)
    content, why = FORGED[what]
    (own / "forged").write_bytes(content)
    with pytest.raises(BuildError, match=why):
        build(FORGES, trusted_sandbox(own), target)
    assert [] == list(target.iterdir())


def test_what_a_build_makes_is_kept(tmp_path: Path) -> None:
    own, target = folders(tmp_path)
    (own / "forged").write_bytes(archive("x" * MOST_DEPTH, {}, b"sound"))
    build(FORGES, trusted_sandbox(own), target)
    assert b"sound" == (target / ("x" * MOST_DEPTH)).read_bytes()


def test_a_full_disk_is_no_builds_fault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*arguments: object) -> None:
        raise OSError(28, "No space left on device")

    own, target = folders(tmp_path)
    monkeypatch.setattr(programs, "copy", full)
    with pytest.raises(OSError, match="No space left on device"):
        build("true", trusted_sandbox(own), target)


def test_a_build_takes_no_more_memory_than_a_program_may(tmp_path: Path) -> None:
    own, target = folders(tmp_path)
    if shutil.which("dd") is None:
        pytest.skip("there is no dd")
    # three processes, each within the limit of one
    takes = "dd if=/dev/zero of=/dev/null bs=48M count=500 & " * 3 + "wait"
    confined = Sandbox(
        Sandbox.with_backend(AUTO, own).backend, str(own), Limits(memory=64 * MIB, total=100 * MIB)
    )
    started = time.monotonic()
    with pytest.raises(BuildError, match="it took more than 100 MB of memory"):
        build(takes, confined, target)
    assert time.monotonic() - started < 30


def test_a_build_that_is_interrupted_leaves_no_process_and_no_descriptor(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt(process: int) -> int:
        os.kill(process, 0)  # it is there
        started.append(process)
        raise KeyboardInterrupt

    own, target = folders(tmp_path)
    started: list[int] = []
    monkeypatch.setattr(child, "resident_memory", interrupt)
    before = len(list(DESCRIPTORS.iterdir()))
    with pytest.raises(KeyboardInterrupt):
        build("sleep 60", trusted_sandbox(own), target)
    assert before == len(list(DESCRIPTORS.iterdir()))
    with pytest.raises(ProcessLookupError):
        os.kill(started[0], 0)


# -- where bubblewrap does not work ----------------------------------------------------------------


def landlock_programs(folder: Path) -> Programs:
    recipe = Recipe("./run", "printf '#!/bin/sh\\n' > run && chmod +x run")
    try:
        return Programs(recipe, folder, 5, (), "landlock")
    except Aborted as error:
        pytest.skip(str(error))


def test_with_landlock_a_build_writes_into_small_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own, target = folders(tmp_path)
    monkeypatch.setattr(small_memory, "MOST", sys.maxsize)
    landlock_programs(own).build(target, ())
    assert ([], True) == ([*own.iterdir()], os.access(target / "run", os.X_OK))


def test_with_landlock_and_without_small_memory_nothing_is_built(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own, target = folders(tmp_path)
    monkeypatch.setattr(small_memory, "MOST", 0)
    with pytest.raises(Aborted, match=r"takes bubblewrap.*/dev/shm is no file system"):
        landlock_programs(own).build(target, ())

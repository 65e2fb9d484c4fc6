"""The pool: messages are streamed, trouble in a task costs only that task, nothing is left."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections.abc import Sequence
from multiprocessing.connection import Connection, Pipe
from pathlib import Path
from typing import Any

import pytest

from modcheck.system import pool
from modcheck.system.pool import Pool, PoolError, PoolTask, TaskEnd, TaskOutcome

TESTS = Path(__file__).parent
DONE, RAISED, DIED, TIMED_OUT = TaskOutcome


@pytest.fixture(autouse=True)
def jobs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let workers find the jobs."""
    monkeypatch.setenv("PYTHONPATH", str(TESTS))


def task(what: str, **limits: float) -> PoolTask:
    return PoolTask("pool_jobs:job", what, **limits)


def messages(jobs: int, tasks: Sequence[PoolTask], **how: Any) -> dict[str, list[Any]]:
    """The messages of each task, by what it does."""
    found: dict[str, list[Any]] = {each.argument: [] for each in tasks}
    with Pool(jobs, **how) as workers:
        for each in tasks:
            workers.submit(each)
        for each, message in workers.messages():
            found[each.argument].append(message)
    return found


TROUBLE = {
    "raises": (RAISED, "ValueError: two lines (pool_jobs.py:"),
    "exits": (RAISED, "SystemExit: 3 (pool_jobs.py:"),
    "unpicklable": (RAISED, "TypeError: cannot pickle 'generator' object (pool.py:"),
    "dies": (DIED, "its process ended with exit status 7; on standard error: oh no"),
    "killed": (DIED, "its process was killed by signal 9 (SIGKILL)"),
    "sleeps": (TIMED_OUT, "no end within 2 s"),
    "computes": (TIMED_OUT, "it used more than 1 s of processor time"),
}


@pytest.mark.parametrize("workers", [1, 3])
def test_trouble_ends_one_task_and_no_other(workers: int) -> None:
    limits = {"sleeps": {"wall": 2.0}, "computes": {"cpu": 1.0}}
    names = ["fine", *TROUBLE, "prints", "process"]
    found = messages(workers, [task(name, **limits.get(name, {})) for name in names])
    for name, (outcome, fault) in TROUBLE.items():
        begun, end = found[name]
        assert ("begun", outcome) == (begun, end.outcome)
        assert end.fault.startswith(fault)
    assert [["begun", "done"], ["begun", "", "done"]] == [found[n][:-1] for n in ("fine", "prints")]
    assert [DONE] * 3 == [found[name][-1].outcome for name in ("fine", "prints", "process")]


def test_a_message_comes_before_its_task_ends() -> None:
    with Pool(1) as workers:
        workers.submit(task("sleeps"))
        assert "begun" == next(workers.messages())[1]  # or else this test takes an hour


def test_the_smallest_priority_goes_first_and_tasks_may_be_put_meanwhile() -> None:
    order = []
    with Pool(1) as workers:
        for name, priority in (("last", 2), ("first", 1), ("second", 1)):
            workers.submit(task(name), priority)
        for each, message in workers.messages():
            if message == "begun":
                order.append(each.argument)
                if each.argument == "first":
                    workers.submit(task("meanwhile"), 0)
    assert ["first", "meanwhile", "second", "last"] == order


def test_work_is_not_limited_by_the_work_before_it() -> None:
    begun = time.process_time()
    with Pool(1) as workers:
        workers.submit(task("computes", cpu=1))
        for number in range(3):
            workers.submit(task(f"fine {number}", cpu=1))
        ends = [
            message.outcome for _, message in workers.messages() if isinstance(message, TaskEnd)
        ]
    assert [TIMED_OUT, DONE, DONE, DONE] == ends
    assert time.process_time() - begun < 1  # the pool itself only waits


def test_workers_hash_alike_and_keep_their_folders_to_themselves() -> None:
    found = messages(2, [task("process 1"), task("process 2")])
    (_, one, folder), (_, other, other_folder) = (found[name][1] for name in found)
    assert one == other
    assert not folder.exists()
    assert not other_folder.exists()


@pytest.mark.parametrize(("memory", "processes"), [(10**12, 1), (0, 3)])
def test_a_worker_that_has_taken_much_memory_is_replaced(memory: int, processes: int) -> None:
    found = messages(1, [task(f"process {number}") for number in range(3)], memory=memory)
    assert processes == len({seen[1][0] for seen in found.values()})
    assert all(seen[-1].memory > 10**6 for seen in found.values())


def test_what_a_task_has_started_ends_with_it() -> None:
    _, child, end = messages(1, [task("starts", wall=1.0)])["starts"]
    assert TIMED_OUT == end.outcome
    deadline = time.monotonic() + 20
    while (
        Path(f"/proc/{child}/cmdline").exists()
        and b"sleep" in Path(f"/proc/{child}/cmdline").read_bytes()
    ):
        assert time.monotonic() < deadline
        time.sleep(0.05)


def test_a_worker_leaves_nothing_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    found = messages(1, [task("litters"), task("killed"), task("litters again")])
    assert [DONE, DIED, DONE] == [seen[-1].outcome for seen in found.values()]
    assert [] == list(tmp_path.iterdir())


@pytest.mark.parametrize("mode", [0o700, 0o711])
def test_the_folder_of_a_worker_is_as_closed_as_asked(mode: int) -> None:
    with Pool(1, folder_mode=mode) as workers:
        workers.submit(task("process"))
        modes = {
            message[2].stat().st_mode & 0o777
            for _, message in workers.messages()
            if isinstance(message, tuple)
        }
    assert {mode} == modes


@pytest.mark.parametrize("command", ["nothing", "false"])
def test_a_worker_that_cannot_be_started_leaves_nothing_behind(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    monkeypatch.setattr(pool, "_COMMAND", (command,))
    descriptors = Path("/proc/self/fd")
    before = len(list(descriptors.iterdir()))
    with pytest.raises(PoolError, match=r"^no worker can be started: "):
        messages(1, [task("fine")])
    assert [] == list(tmp_path.iterdir())
    assert before == len(list(descriptors.iterdir()))


def worker(folder: Path) -> tuple[subprocess.Popen[bytes], Connection[Any, Any]]:
    """A worker without a pool, and the connection to it."""
    folder.mkdir()
    ours, theirs = Pipe()
    with theirs:
        return subprocess.Popen([*pool._COMMAND, str(folder)], stdin=theirs.fileno()), ours


def test_a_worker_whose_pool_went_while_it_started_leaves_nothing_behind(tmp_path: Path) -> None:
    for number in range(5):
        process, connection = worker(tmp_path / str(number))
        connection.close()
        assert 0 == process.wait(30)
    assert [] == list(tmp_path.iterdir())


def test_a_worker_whose_pool_has_gone_ends_whatever_it_is_doing(tmp_path: Path) -> None:
    process, connection = worker(tmp_path / "folder")
    connection.recv()  # it is ready
    seen = tmp_path / "seen"
    connection.send(task(f"stubborn {seen}"))
    while not seen.exists() or seen.read_text().count("stubborn") < 2:
        if seen.exists():
            connection.close()
        time.sleep(0.01)
    assert 1 == process.wait(30)
    assert [seen] == list(tmp_path.iterdir())


def test_a_pool_is_closed_after_its_worker_died() -> None:
    with Pool(1) as workers:
        workers.submit(task("process"))
        found = [message for _, message in workers.messages() if isinstance(message, tuple)]
        [(pid, _, folder)] = found
        os.kill(pid, signal.SIGKILL)
    assert not folder.exists()

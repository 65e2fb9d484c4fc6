"""Stopwatches: what a program takes is the same on an idle machine and on a busy one."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator

import pytest

from modcheck.sandbox import processes
from modcheck.sandbox.launch import Launch
from modcheck.system import stopwatch
from modcheck.system.child import Child, Crash
from modcheck.system.stopwatch import BUSIEST, Stopwatch

needs_waiting_times = pytest.mark.skipif(
    not processes.waiting_time(os.getpid()), reason="the system does not tell who waits"
)

RIVALS = 6

SPINS = """
import os, sys, time
os.sched_setaffinity(0, {int(sys.argv[1])})
print("ready", flush=True)
sys.stdin.readline()
while time.process_time() < float(sys.argv[2]):
    pass
print("done", flush=True)
"""


def spinning(processor: int, seconds: float) -> Child:
    """Start a program that answers one line when it has used so much of one processor's time."""
    words = (sys.executable, "-c", SPINS, str(processor), str(seconds))
    child = Child(Launch(words))
    assert b"ready" == child.receive(60, 100)
    return child


@contextlib.contextmanager
def rivals() -> Iterator[int]:
    """Keep one processor busy with others; yield its number."""
    processor = min(os.sched_getaffinity(0))
    others = [spinning(processor, 3600) for _ in range(RIVALS)]
    for other in others:
        other.send(b"\n")
    try:
        yield processor
    finally:
        for other in others:
            other.end()


@needs_waiting_times
def test_time_in_which_others_have_the_processor_does_not_count() -> None:
    with rivals() as processor:
        child = spinning(processor, 0.2)
        watch, begin = Stopwatch(child.process.pid), time.monotonic()
        child.send(b"\n")
        child.receive(600, 100)
        seconds, clock = watch.seconds(), time.monotonic() - begin
        child.end()
    assert clock / BUSIEST <= seconds < clock / 2


@needs_waiting_times
def test_a_program_is_not_late_because_others_have_the_processor(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with rivals() as processor:
        child = spinning(processor, 0.3)
        child.send(b"\n")
        assert b"done" == child.receive(0.8, 100)
        monkeypatch.setattr(stopwatch, "waiting_time", lambda process: 0.0)
        child = spinning(processor, 0.3)
        child.send(b"\n")
        with pytest.raises(Crash, match=r"no answer within 0\.8 s"):
            child.receive(0.8, 100)
        child.end()


def test_sleep_counts() -> None:
    watch = Stopwatch()
    time.sleep(0.2)
    assert watch.seconds() >= 0.1
    assert not watch.is_over(3600)


@needs_waiting_times
def test_the_wait_of_a_child_that_was_ended_still_counts() -> None:
    with rivals() as processor:
        child = spinning(processor, 0.1)
        watch, begin = Stopwatch(), time.monotonic()
        child.send(b"\n")
        child.receive(600, 100)
        child.end()
        assert watch.seconds() < (time.monotonic() - begin) * 0.8


def test_the_end_of_a_child_is_not_counted() -> None:
    lingers = "import sys, time\nprint('ready', flush=True)\nsys.stdin.read()\ntime.sleep(3600)"
    child = Child(Launch((sys.executable, "-c", lingers)))
    child.receive(60, 100)
    watch, begin = Stopwatch(), time.monotonic()
    child.end(patience=0.3)
    assert watch.seconds() <= time.monotonic() - begin - 0.25


class Machine:
    """A machine whose clock and processes show what the test sets."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = self.waited = self.used = 0.0
        monkeypatch.setattr(time, "monotonic", lambda: self.now)
        monkeypatch.setattr(stopwatch, "waiting_time", lambda process: self.waited)
        monkeypatch.setattr(stopwatch, "processor_time", lambda process: self.used)
        monkeypatch.setattr(stopwatch.os, "cpu_count", lambda: 2)


@pytest.mark.parametrize(
    ("clock", "waited", "used", "seconds"),
    [
        (8.0, 0.0, 8.0, 8.0),
        (8.0, 6.0, 2.0, 2.0),
        (8.0, 0.0, 0.0, 8.0),  # it sleeps
        (8.0, 20.0, 16.0, 8.0),  # it keeps both processors busy, and waits only for itself
        (8.0, 8.0, 0.1, 8.0 / BUSIEST),  # it hardly gets to run
        (8.0, -3.0, 1.0, 8.0),  # what had waited has ended
    ],
)
def test_what_others_take_is_not_counted(
    clock: float,
    waited: float,
    used: float,
    seconds: float,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    machine = Machine(monkeypatch)
    machine.now, machine.waited, machine.used = 100.0, 5.0, 3.0
    watch = Stopwatch(1)
    machine.now += clock
    machine.waited += waited
    machine.used += used
    assert seconds == pytest.approx(watch.seconds())
    assert watch.is_over(seconds - 0.01)
    assert not watch.is_over(seconds + 0.01)


def test_what_a_process_is_told_of_one_that_has_ended_is_nothing() -> None:
    with subprocess.Popen([sys.executable, "-c", ""]) as process:
        pass
    assert 0 == processes.waiting_time(process.pid) == processes.processor_time(process.pid)


def test_processor_time_includes_what_children_used() -> None:
    spin = "import time\nwhile time.process_time() < 0.15: pass"
    before = processes.processor_time(os.getpid())
    subprocess.run([sys.executable, "-c", spin], check=True)
    assert processes.processor_time(os.getpid()) - before >= 0.1


def test_a_family_is_the_same_where_the_system_does_not_tell_children(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    begins_another = "import subprocess as s; s.run(['sleep', '60'])"
    with subprocess.Popen([sys.executable, "-c", begins_another]) as process:
        try:
            while len(families := [*processes._family(process.pid)]) < 2:
                time.sleep(0.01)
            monkeypatch.setattr(processes, "_TELLS_CHILDREN", False)
            assert families == [*processes._family(process.pid)]
        finally:
            for each in families:
                os.kill(each, signal.SIGKILL)


def test_a_process_that_has_ended_takes_nothing() -> None:
    ended = subprocess.Popen([sys.executable, "-c", ""])
    ended.wait()
    for taken in (processes.waiting_time, processes.processor_time, processes.resident_memory):
        assert 0 == taken(ended.pid)

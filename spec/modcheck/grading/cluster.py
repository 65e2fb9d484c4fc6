"""A schedule on a dask cluster: the same tasks, on the benches of its workers.

Each thread of a dask worker has a bench of its own, so that what a submission does costs neither the dask
worker nor the others. A dask worker that dies loses nothing: its tasks are done by another.
"""

from __future__ import annotations

import logging
import socket
import threading
from collections.abc import Generator, Iterable
from pathlib import Path
from typing import Final

from distributed import CancelledError, Client, Future, as_completed
from distributed.comm.addressing import parse_address
from distributed.comm.registry import get_backend
from distributed.scheduler import KilledWorker

from modcheck.grading.bench import WorkerSlot
from modcheck.grading.grade import Aborted
from modcheck.grading.task import Graded, GradingTask, TaskAnswer, fingerprint

CONNECT: Final = 10.0
"""Seconds to wait for the scheduler, and for the first worker."""

ROUNDS: Final = 3
"""How often a task is given to the cluster, which itself tries it on several workers before it gives up."""

_here = threading.local()


def cluster(tasks: Iterable[GradingTask], address: str) -> Generator[Graded, None, None]:
    """The tasks as they get done by the workers of a scheduler. Raises :class:`.grade.Aborted`."""
    logging.getLogger("distributed").setLevel(logging.CRITICAL)  # what matters is told in a line
    try:
        get_backend(parse_address(address)[0])  # or else the client does not even close
        client = Client(address, timeout=CONNECT, set_as_default=False)
    except (OSError, ValueError) as error:
        raise Aborted(
            f"no scheduler answers at {address}; give its address, as in tcp://host:8786"
        ) from error
    try:
        _demand_workers(client, address)
        yield from _done(client, list(tasks))
    finally:
        client.close(timeout=CONNECT)


def _demand_workers(client: Client, address: str) -> None:
    try:
        client.wait_for_workers(1, timeout=CONNECT)
    except TimeoutError as error:
        raise Aborted(f"the scheduler at {address} has no workers; start some") from error


def _done(client: Client, tasks: list[GradingTask]) -> Generator[Graded, None, None]:
    rounds = dict.fromkeys(range(len(tasks)), 1)
    running: dict[Future[TaskAnswer], int] = {
        client.submit(done_here, task, pure=False): number for number, task in enumerate(tasks)
    }
    waiting = as_completed(running, loop=client.loop)
    for future in waiting:
        number = running.pop(future)
        try:
            answer = future.result()
        except KilledWorker:
            if rounds[number] < ROUNDS:
                rounds[number] += 1
                again = client.submit(done_here, tasks[number], pure=False)
                running[again] = number
                waiting.add(again)
                continue
            answer = TaskAnswer(lost="every worker of the cluster that tried it died")
        except (CancelledError, OSError) as error:
            raise Aborted("the cluster has gone; what was judged is kept") from error
        except Exception as error:  # of whatever kind the workers' dask makes it
            why = " ".join(f"{type(error).__name__}: {error}".split())
            raise Aborted(
                f"the workers of the cluster cannot judge ({why}); install the same othello-mis there"
            ) from error
        yield Graded(tasks[number], answer)


def done_here(task: GradingTask) -> TaskAnswer:
    """What comes of a task on this worker of the cluster."""
    if fingerprint(task.packages) != task.checker:
        return TaskAnswer(halt=f"a worker of the cluster, {_host()}, has another version installed")
    folder = Path(task.submission["folder"])
    if not folder.is_dir():
        return TaskAnswer(
            halt=f"a worker of the cluster, {_host()}, sees no folder {folder.parent}; "
            "the submissions must be at the same place for all workers"
        )
    if not hasattr(_here, "bench"):
        _here.bench = WorkerSlot()
    bench: WorkerSlot = _here.bench
    return bench.done(task)


def _host() -> str:
    return socket.gethostname()

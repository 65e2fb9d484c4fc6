"""A schedule on a dask cluster: the same tasks, in the same kind of pool on each of its workers.

Each thread of a dask worker has a pool of one process, so that a submission can harm neither the
dask worker nor other submissions. When a dask worker dies, another one does its tasks.

A person who can connect to a scheduler can have its workers run anything. Its connections are
encrypted and certified, or the sandbox of each worker keeps programs from all sockets.
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

from modcheck.distribution import DISTRIBUTION
from modcheck.grading.schedule import (
    Aborted,
    Answered,
    GradingTask,
    TaskAnswer,
    do_tasks,
    fingerprint,
    grading_pool,
)
from modcheck.sandbox.backend import Escape, SandboxError
from modcheck.sandbox.sandbox import AUTO, Sandbox
from modcheck.system.pool import Pool

CONNECT: Final = 10.0
"""Seconds to wait for the scheduler, and for the first worker."""

ROUNDS: Final = 3
"""How often a task is given to the cluster, which itself tries several workers before it gives
up."""

WAYS_TO_SCHEDULER: Final = frozenset({Escape.CONNECTS_TCP, Escape.LISTENS})
"""What a program must not be able to do beside a scheduler that everybody can connect to."""

_thread = threading.local()


def cluster(tasks: Iterable[GradingTask], address: str) -> Generator[Answered, None, None]:
    """Do tasks on the workers of a scheduler. Raises :class:`.schedule.Aborted`."""
    logging.getLogger("distributed").setLevel(logging.CRITICAL)  # errors are reported in one line
    try:
        get_backend(
            parse_address(address)[0]
        )  # for a wrong address the client would not even close
        client = Client(address, timeout=CONNECT, set_as_default=False)
    except (OSError, ValueError) as error:
        raise Aborted(
            f"no scheduler answers at {address}; give its address, as in tcp://host:8786"
        ) from error
    try:
        client.wait_for_workers(1, timeout=CONNECT)
        todo = list(tasks)
        if not address.startswith("tls://"):
            _demand_closed_sockets(client, todo)
        yield from _do_tasks(client, todo)
    except TimeoutError as error:
        raise Aborted(f"the scheduler at {address} has no workers; start some") from error
    finally:
        client.close(timeout=CONNECT)


def _demand_closed_sockets(client: Client, tasks: list[GradingTask]) -> None:
    """Raise Aborted if a program could connect to the scheduler from a worker."""
    for backend in {str(task.settings.get("backend", AUTO)) for task in tasks}:
        for worker, is_closed in client.run(closes_sockets, backend).items():
            if not is_closed:
                raise Aborted(
                    f"on {worker} no sandbox keeps programs from the network, so they could reach "
                    "the scheduler; encrypt its connections (tls://host:8786)"
                )


def closes_sockets(backend: str) -> bool:
    """Whether a program on this machine is kept from the scheduler, or is trusted anyway."""
    try:
        return Sandbox.with_backend(backend).backend.contains >= WAYS_TO_SCHEDULER or (
            backend == "none"
        )
    except SandboxError:
        return True  # no program will run here, and the judge says why


def _do_tasks(client: Client, tasks: list[GradingTask]) -> Generator[Answered, None, None]:
    rounds = dict.fromkeys(range(len(tasks)), 1)
    running: dict[Future[TaskAnswer], int] = {
        client.submit(do_task_here, task, pure=False): number for number, task in enumerate(tasks)
    }
    waiting = as_completed(running, loop=client.loop)
    for future in waiting:
        number = running.pop(future)
        try:
            answer = future.result()
        except KilledWorker:
            if rounds[number] < ROUNDS:
                rounds[number] += 1
                again = client.submit(do_task_here, tasks[number], pure=False)
                running[again] = number
                waiting.add(again)
                continue
            answer = TaskAnswer(lost="every worker of the cluster that tried it died")
        except (CancelledError, OSError) as error:
            raise Aborted("the cluster is gone; the results so far are kept") from error
        except Exception as error:  # the workers' version of dask decides the kind
            why = " ".join(f"{type(error).__name__}: {error}".split())
            raise Aborted(
                f"the workers of the cluster cannot judge ({why}); "
                f"install the same {DISTRIBUTION} there"
            ) from error
        yield tasks[number], answer


def do_task_here(task: GradingTask) -> TaskAnswer:
    """Do a task on this worker of the cluster."""
    here = f"a worker of the cluster, {socket.gethostname()},"
    if fingerprint(task.packages) != task.checker:
        return TaskAnswer(abort=f"{here} has another version installed")
    place = Path(task.submission["place"])
    if not place.exists():
        return TaskAnswer(
            abort=f"{here} sees no folder {place.parent}; "
            "the submissions must be at the same place for all workers"
        )
    if not hasattr(_thread, "pool"):
        _thread.pool = grading_pool(1)
    pool: Pool = _thread.pool
    try:
        [(_, answer)] = do_tasks(pool, [task])
    except Aborted as error:
        return TaskAnswer(abort=str(error))
    return answer

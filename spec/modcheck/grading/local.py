"""Schedules on this machine: one process, or as many as there are cores."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from queue import SimpleQueue
from threading import Thread

from modcheck.grading.bench import WorkerSlot
from modcheck.grading.task import Graded, GradingTask, TaskAnswer


def local(tasks: Iterable[GradingTask], jobs: int = 1) -> Generator[Graded, None, None]:
    """The tasks as they get done, so many at a time, each in a worker process of its own."""
    benches = [WorkerSlot() for _ in range(jobs)]
    idle: SimpleQueue[WorkerSlot] = SimpleQueue()
    for bench in benches:
        idle.put(bench)

    def run(task: GradingTask) -> TaskAnswer:
        bench = idle.get()
        try:
            return bench.done(task)
        finally:
            idle.put(bench)

    # a thread for each worker, to wait for its answer
    with ThreadPoolExecutor(jobs) as pool:
        waiting = {pool.submit(run, task): task for task in tasks}
        try:
            for future in as_completed(waiting):
                yield Graded(waiting[future], future.result())
        finally:
            # by itself: where it is waited for, one more interrupt would leave the others at work
            closing = Thread(target=_close, args=(pool, benches))
            closing.start()
            closing.join()


def _close(pool: ThreadPoolExecutor, benches: Sequence[WorkerSlot]) -> None:
    """Begin no other task, and end those that are being done."""
    pool.shutdown(wait=False, cancel_futures=True)
    for bench in benches:
        bench.close()

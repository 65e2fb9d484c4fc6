"""Schedules on this machine: one process, or as many as there are cores."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from queue import SimpleQueue
from threading import Thread

from modcheck.grading.bench import Bench
from modcheck.grading.task import Answer, Done, Task


def local(tasks: Iterable[Task], jobs: int = 1) -> Generator[Done, None, None]:
    """The tasks as they get done, so many at a time, each in a worker process of its own."""
    benches = [Bench() for _ in range(jobs)]
    idle: SimpleQueue[Bench] = SimpleQueue()
    for bench in benches:
        idle.put(bench)

    def run(task: Task) -> Answer:
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
                yield Done(waiting[future], future.result())
        finally:
            # by itself: where it is waited for, one more interrupt would leave the others at work
            closing = Thread(target=_close, args=(pool, benches))
            closing.start()
            closing.join()


def _close(pool: ThreadPoolExecutor, benches: Sequence[Bench]) -> None:
    """Begin no other task, and end those that are being done."""
    pool.shutdown(wait=False, cancel_futures=True)
    for bench in benches:
        bench.close()

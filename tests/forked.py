"""Forked: run a function in a process of its own, so that its memory is freed when it ends.

A check makes many values, and only the verdict is wanted. Collecting this garbage takes time,
and the values that caches keep slow down all later tests.
"""

from __future__ import annotations

import json
import multiprocessing
from collections.abc import Callable
from typing import Any


def call_in_fork(compute: Callable[[], Any]) -> Any:
    """Call a function in a copy of this process. Return the result as JSON has it, without tuples.

    Raises EOFError if the copy returns nothing; standard error says why. Where processes cannot
    fork, the function is called here.
    """
    if "fork" not in multiprocessing.get_all_start_methods():
        return json.loads(json.dumps(compute()))
    copies = multiprocessing.get_context("fork")
    receiver, sender = copies.Pipe(duplex=False)

    def send() -> None:
        sender.send_bytes(json.dumps(compute()).encode())

    process: Any = copies.Process(target=send)
    process.start()
    sender.close()  # so that it is over when the copy has ended, whatever it has come to
    try:
        return json.loads(receiver.recv_bytes())
    finally:
        receiver.close()
        process.join()

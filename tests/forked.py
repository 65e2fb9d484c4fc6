"""Forked: computed in a process of its own, so that all that it takes to find something out is gone together with that.

A check makes many values, of which but a verdict is wanted. To go through them for garbage takes time, and what is kept of them
slows down whatever comes after.
"""

from __future__ import annotations

import json
import multiprocessing
from collections.abc import Callable
from typing import Any


def forked(compute: Callable[[], Any]) -> Any:
    """What a function returns that is called in a copy of this process, as JSON has it: tuples become lists.

    Raises EOFError where it returns nothing; why is on standard error. Where there are no copies of a process it is called here.
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

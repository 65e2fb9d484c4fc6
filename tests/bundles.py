"""Bundles: how tests are distributed among processes, so that shared values are computed once.

A file of tests goes to one process. The files of specimens are split by specimen, since a dozen
tests use the verdict on each. These many small bundles come last, so that in the end no process is
left with a large one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import pytest

if TYPE_CHECKING:
    from xdist.remote import Producer
    from xdist.scheduler import LoadScopeScheduling

SPLIT: Final = ("test_game_specimens.py", "test_specimens.py")
"""The files whose tests are shared out by their parameters."""


def is_split(file: str) -> bool:
    """Whether the tests in a file are shared out by their parameters."""
    return file.endswith(SPLIT)


def bundle(test: str) -> str:
    """What a test, told by its whole name, is given to a process with."""
    file, _, name = test.partition("::")
    return file + name.partition("[")[2] if is_split(file) else file


def in_bundles(config: pytest.Config, log: Producer) -> LoadScopeScheduling:
    """Return the scheduler that hands out the bundles in the order in which pytest collected."""
    from xdist.scheduler import LoadScopeScheduling  # not everybody has it

    class InBundles(LoadScopeScheduling):
        def _split_scope(self, nodeid: str) -> str:
            return bundle(nodeid)

    config.option.loadscopereorder = False  # how many tests there are says nothing of their time
    return InBundles(config, log)

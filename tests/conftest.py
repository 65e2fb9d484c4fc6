"""What all tests share: how Hypothesis runs, how seldom garbage is looked for, and that nothing is skipped where
everything is installed.
"""

from __future__ import annotations

import os
from collections.abc import Generator, Iterator

import pytest
from hypothesis import settings

from modspec.checking.garbage import collect_seldom
from modspec.readings.repeatable import repeatable

settings.register_profile("tests", derandomize=True, database=None, deadline=None)
settings.load_profile("tests")
collect_seldom()  # there is much to look through: all that the tests import

NO_SKIPS = "OTHELLO_MIS_NO_SKIPS"
"""The environment variable that, set to anything, makes a skipped test a failed one."""


def pytest_collection_finish() -> None:
    """What has been imported by now stays, and need not be looked through."""
    collect_seldom()


@pytest.fixture(scope="session", autouse=True)
def _the_same_is_tried_whatever_is_imported() -> Iterator[None]:
    """What Hypothesis tries does not depend on the tests that ran before."""
    with repeatable():
        yield


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Turn skipped tests into failed ones where all that they want should be there."""
    report = yield
    if report.skipped and os.environ.get(NO_SKIPS) and not hasattr(report, "wasxfail"):
        reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else report.longrepr
        report.outcome = "failed"
        report.longrepr = f"{item.nodeid} may not be skipped while {NO_SKIPS} is set: {reason}"
    return report

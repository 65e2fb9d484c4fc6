"""Settings of all tests: Hypothesis, garbage collection, and the distribution among processes.

If everything is installed, no test may be skipped.
"""

from __future__ import annotations

import gc
import os
import re
from collections.abc import Callable, Generator, Iterator
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings

from bundles import in_bundles, is_split
from long_run import split
from modcheck.system.garbage import collect_seldom
from modcheck.testing.state_machine import repeatable
from modspec.syntax import declaration

if TYPE_CHECKING:
    from xdist.remote import Producer
    from xdist.scheduler import LoadScopeScheduling

    from built_site import Site
    from modspec.lint import Finding

settings.register_profile("tests", derandomize=True, database=None, deadline=None)
settings.load_profile("tests")
collect_seldom()  # there is much to look through: all that the tests import
import_module("stack")  # so that no test gives this name to the stack of docs/library before

SELDOM = 1_000_000
"""So many more values have to be made than are let go of before garbage is looked for in a test."""

NO_SKIPS = "OTHELLO_MIS_NO_SKIPS"
"""The environment variable that, set to anything, makes a skipped test a failed one."""


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> LoadScopeScheduling | None:
    """Share the tests out in bundles, unless another way is asked for."""
    return in_bundles(config, log) if config.getvalue("dist") == "load" else None


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out the tests of the long run; put those that are shared out in small bundles last."""
    items[:], left = split(items)
    if left:
        config.hook.pytest_deselected(items=left)
    items.sort(key=lambda item: is_split(item.path.name))


def pytest_collection_finish() -> None:
    """What has been imported by now stays, and need not be looked through."""
    collect_seldom()


@pytest.fixture(autouse=True)
def declarations() -> Iterator[None]:
    """Undo what a course did to modules: it labels their clauses for the rest of the process."""
    before = dict(declaration._declared)
    yield
    declaration._declared.update(before)


def pytest_runtest_setup() -> None:
    """Collect garbage even less often than a single check does, whatever the last test has set."""
    gc.set_threshold(SELDOM)


def pytest_sessionfinish() -> None:
    """Delete all garbage now, so that it warns now: pytest collects five times, needed or not."""
    for _ in range(5):
        if not gc.collect():
            break
    gc.freeze()


@pytest.fixture(scope="session", autouse=True)
def _the_same_is_tried_whatever_is_imported() -> Iterator[None]:
    """What Hypothesis tries does not depend on the tests that ran before."""
    with repeatable():
        yield


@pytest.fixture(scope="session")
def documents(tmp_path_factory: pytest.TempPathFactory) -> Site:
    """The documents, built once for a process."""
    from built_site import built_site  # which imports Sphinx

    return built_site(tmp_path_factory.mktemp("documents"))


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


@pytest.fixture
def findings_in(tmp_path: Path, request: pytest.FixtureRequest) -> Callable[[str], list[Finding]]:
    """A function that returns the findings of a text; each text is a module of its own."""
    from modspec import SpecificationError
    from modspec.lint import findings_of_refusal
    from modspec.syntax.places import module_at

    texts: list[str] = []

    def findings(text: str) -> list[Finding]:
        texts.append(text)
        name = re.sub(r"\W", "_", request.node.name)[:60]
        file = tmp_path / f"{name}_{len(texts)}.py"
        file.write_text(text, encoding="utf-8")
        try:
            module_at(str(file))
        except SpecificationError as error:
            return list(findings_of_refusal(error))
        return []

    return findings

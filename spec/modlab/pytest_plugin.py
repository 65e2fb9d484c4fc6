"""The pytest plugin: ``pytest --queues-impl=py:package.module:Class`` has a test for each rule.

Every registered course has such options, here ``queues``. The tests need no file, in whatever
repository. The first test that runs makes the check, in a process of its own; the workers of
pytest-xdist share its result through a file. Without an option no course is imported.
"""

from __future__ import annotations

import os
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pytest

from modlab.course import courses, load

if TYPE_CHECKING:
    from modlab.course import Course
    from modlab.settings import Settings

_SHARED: Final = "modlab_folder"
"""The key under which workers learn where they share the result."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options of each course."""
    impl = "A test for each rule: py:package.module, py:package.module:Class or a command line."
    config = "Settings, instead of those in the pyproject.toml of this folder or one above."
    unsafe = "Run the program unconfined: only if you trust it."
    for name in courses():
        group = parser.getgroup(name, f"checking an implementation for the course {name}")
        group.addoption(f"--{name}-impl", metavar="IMPLEMENTATION", help=impl)
        group.addoption(f"--{name}-config", metavar="FILE", help=config)
        group.addoption(f"--{name}-unsafe", action="store_true", help=unsafe)


def pytest_configure(config: pytest.Config) -> None:
    """Register the check of each implementation that an option names."""
    for name, place in courses().items():
        implementation = config.getoption(f"--{name}-impl", None)
        if implementation is not None:
            check = _ImplementationCheck(config, name, place, implementation)
            config.pluginmanager.register(check, f"{name}-check")


class _ImplementationCheck:
    """The check of an implementation, and the tests that report its result."""

    def __init__(self, config: pytest.Config, name: str, place: str, implementation: str) -> None:
        from modlab.settings import SettingsError, settings  # only now: the option is given

        self.course = load(place)
        self._place, self._implementation = place, implementation
        self._folder = config.invocation_params.dir
        self._unsafe = bool(config.getoption(f"--{name}-unsafe"))
        named = config.getoption(f"--{name}-config")
        self._config = self._folder / named if named is not None else None
        try:
            found = settings(self.course, self._config, self._folder)
        except SettingsError as error:
            raise pytest.UsageError(str(error)) from None
        self.rules = _rules(self.course, found)
        self._shared: str = getattr(config, "workerinput", {}).get(_SHARED, "")
        self._owns_folder = not self._shared
        self._outcomes: dict[str, tuple[str, str]] | None = None

    # -- the tests ---------------------------------------------------------------------------------

    @pytest.hookimpl(wrapper=True)
    def pytest_make_collect_report(
        self, collector: pytest.Collector
    ) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
        """Have the tests collected after those that the session has found in files."""
        report = yield
        if isinstance(collector, pytest.Session) and report.passed:
            name = self.course.name
            rules = RuleTests.from_parent(collector, name=name, nodeid=name, check=self)
            report.result = [*report.result, rules]
        return report

    def outcome(self, rule: str) -> tuple[str, str]:
        """Return ``passed``, ``failure``, ``skipped`` or ``error`` for a rule, and a text."""
        if self._outcomes is None:
            found = _read_outcomes(self._report())
            for other in set(found) - set(
                self.rules
            ):  # the program's own conventions have more rules
                if found[other][0] == "failure":
                    found[self.rules[-1]] = found[other]
            self._outcomes = found
        return self._outcomes.get(rule, ("skipped", "by its own conventions there is no such rule"))

    # -- the check ---------------------------------------------------------------------------------

    def _report(self) -> str:
        """Return the check's report. The first process that asks for it makes the check."""
        from fcntl import LOCK_EX, flock

        folder = Path(self._shared_folder())
        with (folder / "lock").open("w") as lock:
            flock(lock, LOCK_EX)
            report, trouble = folder / "report.xml", folder / "trouble"
            if not report.exists() and not trouble.exists():
                why = self._run(report)
                if not report.exists():
                    trouble.write_text(why, encoding="utf-8", errors="backslashreplace")
            if report.exists():
                return report.read_text(encoding="utf-8")
            raise NotJudged(trouble.read_text(encoding="utf-8"))

    def _run(self, report: Path) -> str:
        """Check, and write the report; return the last line that the check complained with."""
        import subprocess
        import sys

        options = ["--impl", self._implementation, "--report", f"junit={report}", "--exit-zero"]
        options += ["--config", str(self._config)] if self._config else []
        options += ["--unsafe"] if self._unsafe else []
        done = subprocess.run(
            [sys.executable, "-P", "-c", _START.format(self._place), "check", *options],
            cwd=self._folder,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            errors="backslashreplace",
            check=False,
        )
        lines = done.stderr.strip().splitlines()
        return lines[-1] if lines else f"the check ended with {done.returncode} and said nothing"

    def _shared_folder(self) -> str:
        """Return the folder of the result; make it if need be."""
        if not self._shared:
            import tempfile

            self._shared = tempfile.mkdtemp(prefix=f"{self.course.name}-")
        return self._shared

    @pytest.hookimpl(optionalhook=True)
    def pytest_configure_node(self, node: Any) -> None:
        """Tell a worker of pytest-xdist where the workers share the result."""
        node.workerinput[_SHARED] = self._shared_folder()

    def pytest_unconfigure(self) -> None:
        """Remove the folder of the result."""
        if self._owns_folder and self._shared:
            import shutil

            shutil.rmtree(self._shared, ignore_errors=True)


class NotJudged(Exception):
    """There is no verdict; the message says why, in a line."""


class RuleFails(Exception):
    """A rule is broken; the message is what the terminal would show."""


class RuleTests(pytest.Collector):
    """The tests of all rules."""

    def __init__(self, *, check: _ImplementationCheck, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._check = check

    def collect(self) -> Iterator[pytest.Item]:
        """Yield a test for each rule."""
        for rule in self._check.rules:
            yield RuleTest.from_parent(self, name=rule, check=self._check)


class RuleTest(pytest.Item):
    """The test of one rule."""

    def __init__(self, *, check: _ImplementationCheck, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._check = check

    def runtest(self) -> None:
        """Pass, skip or fail as the rule came out."""
        outcome, text = self._check.outcome(self.name)
        if outcome == "skipped":
            pytest.skip(text)  # not judged: neither passed, which would be a claim, nor failed
        elif outcome == "error":
            raise NotJudged(text)
        elif outcome == "failure":
            raise RuleFails(text)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """Return the fault as the terminal shows it, and not where this file raises it."""
        if isinstance(excinfo.value, RuleFails | NotJudged):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[str, None, str]:
        """Return the name of the test in a report."""
        return self._check.course.name, None, self.nodeid


_START: Final = """
from modlab.command_line import CourseCommands, run_course
from modlab.course import load
run_course(CourseCommands(load({!r}), own={{}}, summary=""))
"""
"""Runs the command line of the course at a place."""


def _rules(course: Course, found: Settings) -> tuple[str, ...]:
    """Return the names of the tests: the rules, and last the entry for all else."""
    from modcheck.report.account import entry_rules
    from modcheck.testing.conventions import ConventionError

    try:
        parameters = {**course.defaults, **found.parameters}
        module = found.module or course.default_module
        model = course.test_model(module, parameters, found.conventions)
    except ConventionError as error:
        raise pytest.UsageError(f"{found.origin}: {error}") from None
    return entry_rules(model.module, model.rulebook)


def _read_outcomes(report: str) -> dict[str, tuple[str, str]]:
    """Return the outcome of each rule in JUnit XML, with its text.

    Several faults of a rule are several test cases. An error is that nothing could be judged.
    """
    from xml.etree.ElementTree import fromstring

    outcomes: dict[str, tuple[str, str]] = {}
    errors: list[tuple[str, str]] = []
    for case in fromstring(report).iter("testcase"):
        rule = case.attrib["name"].partition(" (")[0]
        before = outcomes.setdefault(rule, ("passed", ""))
        for outcome in case:  # in a line, and then at length if there is more
            parts = (before[1], outcome.attrib["message"], outcome.text)
            outcomes[rule] = (outcome.tag, "\n\n".join(filter(None, parts)))
            if outcome.tag == "error":
                errors.append(outcomes[rule])
    return dict.fromkeys(outcomes, errors[0]) if errors else outcomes

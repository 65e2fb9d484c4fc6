"""The plugin for pytest: ``pytest --othello-impl=py:package.module:Class`` has a test for each rule.

The tests are made without any file, in whatever repository. The check is made once, by the first of them that runs, in a
process of its own; with pytest-xdist the workers share what it came to through a file. Without the option nothing is
imported and nothing is done.
"""

from __future__ import annotations

import os
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pytest

if TYPE_CHECKING:
    from modlab.settings import Settings

PREFIX: Final = "othello-mis"
"""What the ids of the tests begin with: ``othello-mis::no-gaps``."""

_SHARED: Final = "othello_mis_folder"
"""Under which name workers are told where they share the result."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options."""
    group = parser.getgroup(PREFIX, "checking an implementation of Othello")
    group.addoption(
        "--othello-impl",
        metavar="IMPLEMENTATION",
        help="py:package.module, py:package.module:Class or a command line: a test for each rule.",
    )
    group.addoption(
        "--othello-config",
        metavar="FILE",
        help="Settings, instead of [tool.othello-mis] in the pyproject.toml of this folder or one above.",
    )
    group.addoption(
        "--othello-unsafe",
        action="store_true",
        help="Run the program unconfined: only if you trust it.",
    )


def pytest_configure(config: pytest.Config) -> None:
    """Do something only if there is an implementation."""
    implementation = config.getoption("--othello-impl")
    if implementation is not None:
        config.pluginmanager.register(
            _ImplementationCheck(config, implementation), f"{PREFIX}-check"
        )


class _ImplementationCheck:
    """The check of an implementation, and the tests that tell what it came to."""

    def __init__(self, config: pytest.Config, implementation: str) -> None:
        from modlab.settings import SettingsError, settings  # only now: the option is given

        self._implementation = implementation
        self._folder = config.invocation_params.dir
        self._unsafe = bool(config.getoption("--othello-unsafe"))
        named = config.getoption("--othello-config")
        self._config = self._folder / named if named is not None else None
        try:
            said = settings(self._config, self._folder)
        except SettingsError as error:
            raise pytest.UsageError(str(error)) from None
        self.rules = _rules(said)
        self._shared: str = getattr(config, "workerinput", {}).get(_SHARED, "")
        self._own = not self._shared
        self._outcomes: dict[str, tuple[str, str]] | None = None

    # -- the tests ---------------------------------------------------------------------------------

    @pytest.hookimpl(wrapper=True)
    def pytest_make_collect_report(
        self, collector: pytest.Collector
    ) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
        """Have the tests collected after those that the session has found in files."""
        report = yield
        if isinstance(collector, pytest.Session) and report.passed:
            rules = RuleTests.from_parent(collector, name=PREFIX, nodeid=PREFIX, check=self)
            report.result = [*report.result, rules]
        return report

    def outcome(self, rule: str) -> tuple[str, str]:
        """How a rule came out: ``passed``, ``failure``, ``skipped`` or ``error``, and what there is to say."""
        if self._outcomes is None:
            found = _read(self._result())
            for other in set(found) - set(self.rules):  # it declares conventions with other rules
                if found[other][0] == "failure":
                    found[self.rules[-1]] = found[other]
            self._outcomes = found
        return self._outcomes.get(rule, ("skipped", "by its own conventions there is no such rule"))

    # -- the check ---------------------------------------------------------------------------------

    def _result(self) -> str:
        """The check's report, made by whoever comes first."""
        from fcntl import LOCK_EX, flock

        folder = Path(self._place())
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
        """Check, and write the report; what was complained about."""
        import subprocess
        import sys

        options = ["--impl", self._implementation, "--report", f"junit={report}", "--exit-zero"]
        options += ["--config", str(self._config)] if self._config else []
        options += ["--unsafe"] if self._unsafe else []
        start = "from othello_mis.commands.main import main; main()"
        done = subprocess.run(
            [sys.executable, "-c", start, "check", *options],
            cwd=self._folder,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            errors="backslashreplace",
            check=False,
        )
        said = done.stderr.strip().splitlines()
        return said[-1] if said else f"othello-mis ended with {done.returncode} and said nothing"

    def _place(self) -> str:
        """The folder of the result, made if need be."""
        if not self._shared:
            import tempfile

            self._shared = tempfile.mkdtemp(prefix=f"{PREFIX}-")
        return self._shared

    @pytest.hookimpl(optionalhook=True)
    def pytest_configure_node(self, node: Any) -> None:
        """Tell a worker of pytest-xdist where it finds what another has found."""
        node.workerinput[_SHARED] = self._place()

    def pytest_unconfigure(self) -> None:
        """Leave nothing behind."""
        if self._own and self._shared:
            import shutil

            shutil.rmtree(self._shared, ignore_errors=True)


class NotJudged(Exception):
    """That there is no verdict, and why, in a line."""


class RuleFails(Exception):
    """That a rule is broken; the message is what the terminal would show."""


class RuleTests(pytest.Collector):
    """The tests of all rules."""

    def __init__(self, *, check: _ImplementationCheck, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._check = check

    def collect(self) -> Iterator[pytest.Item]:
        """One test a rule."""
        for rule in self._check.rules:
            yield RuleTest.from_parent(self, name=rule, check=self._check)


class RuleTest(pytest.Item):
    """The test of one rule."""

    def __init__(self, *, check: _ImplementationCheck, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._check = check

    def runtest(self) -> None:
        """Tell how the rule came out."""
        outcome, told = self._check.outcome(self.name)
        if outcome == "skipped":
            pytest.skip(told)  # not judged: neither passed, which would be a claim, nor failed
        elif outcome == "error":
            raise NotJudged(told)
        elif outcome == "failure":
            raise RuleFails(told)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """What a fault looks like, not where in this file it was raised."""
        if isinstance(excinfo.value, RuleFails | NotJudged):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[str, None, str]:
        """How the test is called in a report."""
        return PREFIX, None, self.nodeid


def _rules(said: Settings) -> tuple[str, ...]:
    """What there are tests of, what is no matter of a rule last."""
    from modcheck.report.entries import ANSWERS
    from modcheck.testing.conventions import ConventionError
    from modcheck.verdict.rule_status import rules_stated
    from othello_suite.test_model import build_test_model

    try:
        against = build_test_model(said.module or "othello", declared=said.conventions)
    except ConventionError as error:
        raise pytest.UsageError(f"{said.origin}: {error}") from None
    return (*rules_stated(against.module, against.rulebook), ANSWERS)


def _read(report: str) -> dict[str, tuple[str, str]]:
    """The outcome of each test case in JUnit XML, by name."""
    from xml.etree.ElementTree import fromstring

    return {
        case.attrib["name"]: next(_told(case), ("passed", ""))
        for case in fromstring(report).iter("testcase")
    }


def _told(case: Any) -> Iterator[tuple[str, str]]:
    """The one outcome of a test case that has not passed: in a line, and then at length if there is more."""
    for outcome in case:
        yield outcome.tag, "\n\n".join(filter(None, (outcome.attrib["message"], outcome.text)))

"""The command ``check``: does an implementation conform?"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache
from itertools import count
from pathlib import Path
from typing import Final

import click
from click.core import ParameterSource

from modcheck.distribution import install_line
from modcheck.duration import seconds_of
from modcheck.report.account import entry_rules, presented_json
from modcheck.report.fields import NOTATION
from modcheck.report.text import TextLayout, brief_report, colour, has_colours, report
from modcheck.sandbox.probe import probe_meanwhile
from modcheck.sandbox.sandbox import AUTO
from modcheck.system.implementation import (
    Implementation,
    ImplementationError,
    NotStarted,
)
from modcheck.testing.argument_forms import argument_forms
from modcheck.testing.budget import USUAL
from modcheck.testing.conventions import ConventionError
from modcheck.testing.derive import NOT_OFFERED
from modcheck.testing.plan import CheckOptions
from modcheck.testing.recorded import RecordedTrace
from modcheck.testing.runner import Runner, Stage
from modcheck.testing.trace import Trace
from modcheck.verdict.check import check as check_implementation
from modcheck.verdict.rule_status import Status
from modcheck.verdict.verdict import Verdict
from modlab.commands.errors import Exit, Infrastructure, Usage
from modlab.commands.implementations import PYTHON, environment, implementation_source
from modlab.commands.interruption import Interrupted, Interruption, stopping_gently
from modlab.commands.options import JudgingOptions, flag, judging_command, option
from modlab.commands.progress import showing_progress
from modlab.commands.reporting import STANDARD_OUTPUT, Reporter, RequestedReport, report_option
from modlab.commands.selection import demand_rules, select_rules
from modlab.commands.watch import Snapshot, repeat_on_change, snapshot
from modlab.course import Course
from modlab.streams import lay_out, wrap_lines

BATCH: Final = 64
"""How many games of a soak are made at once. The seed and the batch's number decide which."""


def _duration(ctx: click.Context, param: click.Parameter, value: str | None) -> float:
    """Return the seconds of a duration."""
    del ctx, param
    try:
        return seconds_of(value) if value is not None else 0.0
    except ValueError as error:
        raise click.BadParameter(str(error)) from error


def _limit(ctx: click.Context, param: click.Parameter, value: str | None) -> float:
    """Return the seconds of a duration in which calls can be made."""
    seconds = _duration(ctx, param, value)
    if not seconds:
        raise click.BadParameter(f"{value} leaves no time for any call; write 90s or 5m")
    return seconds


_OPTIONS: Final = (
    click.Argument(["programs"], metavar="[PROGRAM]", required=False, nargs=-1),
    option(
        "--impl implementation",
        "The program to judge, as PROGRAM: a source file or a folder, confined; a command line "
        "such as './program --pipe', which speaks JSON lines, confined; or py:package.module or "
        "py:package.module:Class, trusted and in this process.",
        metavar="PROGRAM",
    ),
    option(
        "--hypothesis runs",
        "Also make this many runs whose calls Hypothesis chooses. Default: none.",
        metavar="RUNS",
        type=click.IntRange(0, 100_000),
        default=0,
    ),
    option(
        "--soak",
        "Then play random games for this time: 90s, 10m, 2h.",
        metavar="TIME",
        callback=_duration,
    ),
    option(
        "--limit",
        "The most time for all calls. A slower program gets only some hundred calls: the verdict "
        "lists its faults, and no rule passes.",
        metavar="TIME",
        callback=_limit,
        default="5m",
        show_default=True,
    ),
    option(
        "--build",
        "A shell's command line, run before in a copy of the program's folder, or else of the "
        "current one, confined: 'cc -o program ./*.c'. The program then runs in that copy.",
        metavar="COMMAND",
        default="",
    ),
    flag("--isolate", "Run a py: implementation in a process of its own, confined."),
    option(
        "--folder",
        "The program's own folder: it starts there, and may read it. Default: the folders of the "
        "files that its command line names. For command lines and py: modules.",
        type=click.Path(path_type=Path),
    ),
    flag("--brief", "Print a line for the verdict, and a line for each fault."),
    flag(
        "-v --why why",
        "Also print why: clause, formula, sources, what the program does instead.",
    ),
    flag("-x --first first", "Show the first fault only, and how many more there are."),
    option(
        "--only",
        "Show, and decide the exit code by, this rule only. May be given several times. Reports in "
        "files are of all rules.",
        metavar="RULE",
        multiple=True,
    ),
    flag("--watch", "Check again whenever a file of the program changes. Ctrl-C ends."),
    flag("--json as_json", "Print the verdict as JSON."),
    report_option(),
    flag("--partial", "Accept a program that lacks routines, if the others conform."),
    flag("--exit-zero", "Exit with 0 also if the implementation does not conform."),
)


def command(course: Course) -> click.Command:
    """Return the command for the modules of a course."""
    codes = {
        Exit.CONFORMS: "it conforms",
        Exit.DEVIATES: "it does not",
        Exit.USAGE: "wrong usage, or no such program",
        Exit.INFRASTRUCTURE: "it could not be judged, or lacks routines",
    }
    summary = f"Judge {course.judges}."
    return judging_command(course, check, summary, codes, _OPTIONS, timeout=10.0)


def check(
    options: JudgingOptions,
    programs: tuple[str, ...],
    implementation: str | None,
    runs: int,
    soak: float,
    limit: float,
    build: str,
    isolate: bool,
    folder: Path | None,
    brief: bool,
    why: bool,
    first: bool,
    only: tuple[str, ...],
    watch: bool,
    as_json: bool,
    reports: tuple[RequestedReport, ...],
    partial: bool,
    exit_zero: bool,
) -> int:
    """Judge an implementation and print the verdict; return the exit code."""
    course, parameters = options.course, options.parameters
    implementation = _program_of(programs, implementation, course.default_module)
    is_in_process = implementation.startswith(PYTHON) and not (isolate or build)
    if not (is_in_process or watch) and options.backend == AUTO:
        probe_meanwhile()  # the specification is read now; what watches makes no check itself
    model = options.test_model()
    _refuse_contradictions(
        {"--brief": brief, "--why": why, "--first": first, "--json": as_json},
        reports,
        folder,
        uses_folder=watch or not is_in_process or implementation.endswith(".py"),
    )
    course.demand_parts()
    routines = course.routines(model)
    presentation = course.presentation(parameters)
    reporter = Reporter(reports, options, model)
    demand_rules(only, (*entry_rules(model.module, model.rulebook), *NOTATION))
    if watch:
        repeat_on_change(lambda: _program_snapshot(implementation, folder, reports))
    try:
        source = implementation_source(
            implementation,
            routines,
            options,
            isolate,
            folder,
            build.strip(),
            model.module.file,
            argument_forms(model.module),
        )
    except (ImplementationError, Infrastructure) as error:  # of which a student is to learn, too
        reporter.write_failure(implementation, str(error))
        raise Infrastructure(str(error)) from error
    except Usage as error:
        reporter.write_failure(implementation, error.message)
        raise
    reporter.demand_program(source.started or implementation)
    stop = Interruption()
    how = CheckOptions(
        seed=options.seed,
        games=options.games,
        declared=options.conventions,
        extra_stages=[*_hypothesis(runs, options.seed), *_soak(soak, options)],
        confinement=source.confinement,
        limit=limit,
        is_stopped=lambda: stop.happened,
        may_copy=True,
        literals=source.literals,
    )
    try:
        with environment(course, parameters, implementation), showing_progress() as progress:
            started = [source.make()]
            with suppress(ConventionError):  # then the check says what the program declares
                declared = {**started[0].conventions, **options.conventions}
                model = course.test_model(options.module, parameters, declared)

            def start() -> Implementation:
                return started.pop() if started else source.make()

            with stopping_gently(course.name, stop):
                verdict = check_implementation(model, start, how, progress)
    except (ImplementationError, ConventionError) as error:
        reporter.write_failure(implementation, str(error))
        kind = Usage if isinstance(error, NotStarted) else Infrastructure
        raise kind(str(error)) from error
    reporter.write(verdict, model, source.started)
    if source.printed and source.printed.lines:
        last = " | ".join(source.printed.lines)
        count = f"{source.printed.count:,} lines"
        click.echo(f"{course.name}: your program printed {count}; the last: {last!r}", err=True)
    for breakdown in verdict.breakdowns:
        click.echo(f"{course.name}: {breakdown}", err=True)
    if as_json:
        click.echo(json.dumps(presented_json(verdict, model.rulebook, presentation), indent=2))
    else:
        show = brief_report if brief else report
        shown = select_rules(verdict, only) if only else verdict

        def render(width: int) -> str:
            layout = TextLayout(width, why, bool(only), first)
            return show(shown, model.rulebook, presentation, layout)

        text = lay_out(render, sys.stdout)
        text = wrap_lines(text, sys.stdout) if brief else text
        click.echo(colour(text) if has_colours(sys.stdout, os.environ) else text, nl=False)
    if stop.happened:
        raise Interrupted
    code = _exit_code(course, verdict, only, partial)
    return Exit.CONFORMS if exit_zero else code


_EXCLUDING: Final = (
    ("--brief", "--why", "prints a line for each fault"),
    ("--json", "--brief", "prints the whole verdict"),
    ("--json", "--why", "prints the whole verdict"),
    ("--json", "--first", "prints the whole verdict"),
)
"""Pairs of options that ask for different things, with what the first one does."""


def _refuse_contradictions(
    given: Mapping[str, bool],
    reports: Sequence[RequestedReport],
    folder: Path | None,
    *,
    uses_folder: bool,
) -> None:
    """Raise Usage if options ask for different things, or for nothing, with what to leave out."""
    for one, other, effect in _EXCLUDING:
        if given[one] and given[other]:
            raise Usage(f"{one} {effect}: leave {other} out, or {one}")
    printed = next((each.format for each in reports if each.path == STANDARD_OUTPUT), None)
    if given["--json"] and printed is not None:
        raise Usage(
            f"--json and --report {printed}=- both print to standard output: leave --json out, or "
            f"name a file: --report {printed}=FILE"
        )
    if folder is not None and not folder.is_dir():
        raise Usage(f"--folder: there is no folder {folder}")
    if folder is not None and not uses_folder:
        raise Usage(
            "--folder is for a program in a process of its own: leave it out, or add --isolate"
        )


def _exit_code(course: Course, verdict: Verdict, only: Sequence[str], is_partial: bool) -> Exit:
    """Return the exit code of a verdict; print the line that explains the code 3."""
    if only:
        selected = select_rules(verdict, only)
        if selected.faults:
            return Exit.DEVIATES
        is_sure = all(rule.status is Status.PASS for rule in selected.rules)
        return Exit.CONFORMS if is_sure else Exit.INFRASTRUCTURE
    if not verdict.conforms:
        return Exit.DEVIATES
    missing = {} if is_partial else verdict.support.unchecked
    if not verdict.is_whole:
        click.echo(f"{course.name}: your program is slow: {verdict.rules[0].reason}", err=True)
    if missing:
        click.echo(f"{course.name}: {_missing_line(missing)}", err=True)
    return Exit.CONFORMS if verdict.is_whole and not missing else Exit.INFRASTRUCTURE


def _program_snapshot(
    implementation: str, folder: Path | None, reports: Sequence[RequestedReport]
) -> Snapshot:
    """Return what the program's files are like now; of a module, those of the current folder."""
    path = Path(implementation.removeprefix(PYTHON))
    near = path if path.is_dir() else path.parent if path.is_file() else Path()
    return snapshot(folder or near, {each.path.absolute() for each in reports})


_OUTPUTS: Final = frozenset({".json", ".html", ".xml", ".txt"})
"""How files end that a person may mean the verdict to be written to."""


def _program_of(programs: Sequence[str], implementation: str | None, module: str) -> str:
    """Return the program to judge, which is named by an argument or an option.

    If there is none, the line that says so names programs of the module.
    """
    output = next((name for name in programs[1:] if Path(name).suffix in _OUTPUTS), None)
    if output is not None:
        raise Usage(
            f"{output} is no program; --json prints to standard output: write --json > {output}, "
            f"or --report FORMAT={output}"
        )
    if programs[1:]:
        raise Usage(
            f"{len(programs)} programs are given, {' and '.join(programs)}; give one; if this is a "
            f"command line, put it into quotes: '{' '.join(programs)}'"
        )
    if programs:
        (program,) = programs
        context = click.get_current_context()
        given = context.get_parameter_source("implementation")
        if given in (ParameterSource.COMMANDLINE, ParameterSource.ENVIRONMENT):
            raise Usage(f"two programs are given, {program} and --impl {implementation}; give one")
        return program
    if implementation is None or not implementation.strip():
        java = "".join(map(str.capitalize, module.split("_")))
        raise Usage(
            f"no program is given; name a file, as in {module}.py or {java}.java, a module, as in "
            f"py:{module}, or a command line, as in './{module} --pipe'"
        )
    return implementation


def _missing_line(reasons: Mapping[str, str]) -> str:
    """Return the line that says which routines an implementation lacks, and how to accept this."""
    rules = "the rules that need them are" if len(reasons) > 1 else "the rules that need it are"
    named = (
        name if reason == NOT_OFFERED else f"{name} ({reason.removeprefix(f'{NOT_OFFERED}; ')})"
        for name, reason in reasons.items()
    )
    return f"your program has no {', '.join(named)}; {rules} inconclusive; --partial accepts this"


def _hypothesis(runs: int, seed: int) -> list[Stage]:
    """Return the stage in which Hypothesis chooses the calls, if there are to be such runs."""
    if not runs:
        return []
    try:
        from modcheck.testing.state_machine import hypothesis_stage  # it takes a while to import
    except ModuleNotFoundError as error:
        if error.name != "hypothesis":
            raise
        raise Infrastructure(f"--hypothesis needs: {install_line('drive')}") from error
    return [hypothesis_stage(runs, seed)]


def _soak(seconds: float, options: JudgingOptions) -> list[Stage]:
    """Return the stage that plays random games until the time is over, if there is any time.

    A course's fast source is preferred. It serves the specification as it stands; under
    conventions, or where the course has none, the specification itself plays.
    """
    if not seconds:
        return []
    random_traces = options.course.random_traces()

    @cache
    def end() -> float:
        """When the time is over: it is counted from the first call, after all other stages."""
        return time.monotonic() + seconds

    def generate(runner: Runner) -> Iterator[Trace]:
        while time.monotonic() < end():
            yield runner.generator.game(runner.generator.random_game(), USUAL)

    def batches() -> Iterator[Sequence[RecordedTrace]]:
        assert random_traces is not None
        for number in count():
            if time.monotonic() >= end():
                return
            yield random_traces(BATCH, options.seed + number)

    return [Stage("soak", generate, recorded=batches if random_traces else None)]

"""The command ``explore``: a page on which one plays with a specification and asks why."""

from __future__ import annotations

import webbrowser
from collections.abc import Mapping, Sequence
from pathlib import Path
from threading import Timer
from typing import Final

import click

from modlab.commands.errors import Exit, Infrastructure, Usage
from modlab.commands.options import flag
from modlab.course import Course
from modlab.explorer.answering_process import AnsweringProcess
from modlab.explorer.explorer import ModulePlace
from modlab.explorer.server import PageServer
from modspec import SpecificationError
from modspec.syntax.places import module_at

_HELP: Final = """Open a page in your browser on which you play with the specifications SPEC, each
the path of a file or a dotted name: make calls, ask why, edit a text and see what changes.

The page is served to this machine only, until you press Ctrl+C.
"""

_COURSE_HELP: Final = """Open a page in your browser on which you play with {modules}: make calls,
ask why, edit a text and see what changes. Add specifications of your own, SPEC, each the path of a
file or a dotted name.

The page is served to this machine only, until you press Ctrl+C.
"""

_OPTIONS: Final = (
    flag("--no-browser", "Print the address, and open no browser."),
    click.Option(
        ["--port"],
        metavar="N",
        type=click.IntRange(1, 65535),
        help="Serve the page at this port; default: any free one.",
    ),
)


def command(course: Course) -> click.Command:
    """Return the command for the modules of a course; SPECs of one's own may be added."""
    settings = [
        click.Option(
            [f"--{each.name}"],
            type=click.Choice([str(value) for value in each.values]),
            default=str(each.default),
            show_default=True,
            help=each.help,
        )
        for each in course.parameters
    ]

    def call(specs: Sequence[str], no_browser: bool, port: int | None, **given: str) -> int:
        places = [ModulePlace(course.place, name) for name in course.modules]
        variables = {each.variable: given[each.name] for each in course.parameters}
        return explore([*places, *read_places(specs)], no_browser, port, variables)

    text = _COURSE_HELP.format(modules=", ".join(course.modules))
    return click.Command(
        "explore", params=[_specs(False), *settings, *_OPTIONS], callback=call, help=text
    )


def modspec_command() -> click.Command:
    """Return the command of ``modspec``."""

    def call(specs: Sequence[str], no_browser: bool, port: int | None) -> int:
        return explore(read_places(specs), no_browser, port, {})

    return click.Command(
        "explore",
        params=[_specs(True), *_OPTIONS],
        callback=call,
        help=_HELP,
        short_help="Play with a module on a page in the browser.",
    )


def _specs(is_required: bool) -> click.Argument:
    return click.Argument(["specs"], metavar="SPEC...", nargs=-1, required=is_required)


def read_places(specs: Sequence[str]) -> list[ModulePlace]:
    """Return the places of specifications, once each has been read. Raises Usage."""
    for spec in specs:
        try:
            module_at(spec)
        except SpecificationError as error:
            raise Usage(str(error)) from error
    return [
        ModulePlace("", str(Path(each).resolve()) if each.endswith(".py") else each)
        for each in specs
    ]


def explore(
    places: Sequence[ModulePlace],
    no_browser: bool,
    port: int | None,
    variables: Mapping[str, str],
) -> int:
    """Serve the page until it is interrupted; return the exit code.

    ``variables`` are set in the environment of the specifications.
    """
    answering = AnsweringProcess(places, variables=variables)
    try:
        server = PageServer(answering, port or 0)
    except OSError as error:
        raise Infrastructure(f"port {port} cannot be used: {error.strerror}") from error
    click.echo(f"The explorer is at {server.address}")
    click.echo("Press Ctrl+C to end it.")
    if not no_browser:
        Timer(0.2, webbrowser.open, [server.address]).start()
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        click.echo()
    finally:
        server.server_close()
        answering.end()
    return Exit.CONFORMS

"""The command ``explore``: a page on which one plays with a specification and asks why."""

from __future__ import annotations

import webbrowser
from collections.abc import Sequence
from pathlib import Path
from threading import Timer
from typing import Any, Final

import click

from modlab.commands.errors import Exit, Infrastructure, Usage
from modlab.commands.options import flag
from modlab.commands.spec_argument import spec_of
from modlab.course import Course
from modlab.explorer.answering_process import AnsweringProcess
from modlab.explorer.explorer import ModulePlace
from modlab.explorer.pyodide_package import VERSION, PyodideError, pyodide_package
from modlab.explorer.self_contained import self_contained_page
from modlab.explorer.server import PageServer
from modlab.specification_course import SpecificationCourse
from modlab.specification_file import specification_at

_HELP: Final = """Open a page in your browser on which you play with {modules}: make calls,
ask why, edit a text and see what changes. Add other specifications, SPEC, each the path of a file
or a dotted name.

{serving}
"""

_SERVING: Final = """The page is served to this machine only, until you press Ctrl+C. --write makes
a file of it that you can open, send or put on a web server."""

_OPTIONS: Final = (
    flag("--no-browser is_quiet", "Print the address, and open no browser."),
    click.Option(
        ["--port"],
        metavar="N",
        type=click.IntRange(1, 65535),
        help="Serve the page at this port; default: any free one.",
    ),
    click.Option(
        ["--write"],
        metavar="FILE",
        type=click.Path(path_type=Path, dir_okay=False),
        help="Serve nothing: write the page to FILE, with Python in it. It needs no server and no "
        "network. Node.js makes it.",
    ),
    click.Option(
        ["--pyodide"],
        metavar="FOLDER",
        type=click.Path(path_type=Path, file_okay=False, exists=True),
        help=f"For --write: the npm package pyodide {VERSION}; default: npm fetches it.",
    ),
)


def command(course: Course) -> click.Command:
    """Return the command for the modules of a course; SPECs of one's own may be added."""

    def call(specs: Sequence[str], **options: Any) -> int:
        if options["write"] is not None and course.variant is not None:
            raise Usage(f"--write packs the plain game only, and not {course.variant.name}")
        if isinstance(course, SpecificationCourse):  # a page needs no labels
            return explore(read_places([course.spec, *specs]), **options)
        names = {place: name for name, place in course.places.items()}
        asked = [names[each] for each in specs if each in names]
        own = dict.fromkeys([course.default_module, *course.modules, *asked])
        more = read_places([each for each in specs if each not in names])
        return explore([*(ModulePlace(course.place, each) for each in own), *more], **options)

    modules = ", ".join(course.modules) or "a module"
    return click.Command(
        "explore",
        params=[
            click.Argument(["specs"], metavar="[SPEC]...", type=spec_of(course), nargs=-1),
            *_OPTIONS,
        ],
        callback=call,
        help=_HELP.format(modules=modules, serving=_SERVING),
    )


def read_places(specs: Sequence[str]) -> list[ModulePlace]:
    """Return the places of specifications, once each has been read."""
    for spec in specs:
        specification_at(spec)
    return [
        ModulePlace("", str(Path(each).resolve()) if each.endswith(".py") else each)
        for each in specs
    ]


def explore(
    places: Sequence[ModulePlace],
    is_quiet: bool,
    port: int | None,
    write: Path | None,
    pyodide: Path | None,
) -> int:
    """Write the page, or serve it until it is interrupted; return the exit code."""
    if write is not None:
        return _write(places, write, pyodide)
    if pyodide is not None:
        raise Usage("--pyodide is for --write: give the file to write to")
    answering = AnsweringProcess(places)
    try:
        server = PageServer(answering, port or 0)
    except OSError as error:
        raise Infrastructure(f"port {port} cannot be used: {error.strerror}") from error
    click.echo(f"The explorer is at {server.address}")
    click.echo("Press Ctrl+C to end it.")
    if not is_quiet:
        Timer(0.2, webbrowser.open, [server.address]).start()
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        click.echo()
    finally:
        server.server_close()
        answering.end()
    return Exit.CONFORMS


def _write(places: Sequence[ModulePlace], file: Path, pyodide: Path | None) -> int:
    if not file.parent.is_dir():
        raise Usage(f"{file} cannot be written: there is no folder {file.parent}")
    if pyodide is None:
        click.echo(f"npm fetches pyodide {VERSION} (6.5 MB) ...", err=True)
    try:
        with pyodide_package(pyodide) as folder:
            click.echo("The page is packed; it takes about a quarter of a minute ...", err=True)
            text = self_contained_page(places, folder)
        file.write_text(text, encoding="utf-8")
    except PyodideError as error:
        raise Infrastructure(str(error)) from error
    except OSError as error:
        raise Usage(f"{file} cannot be written: {error.strerror}") from error
    click.echo(f"{file} is written, {len(text.encode()) / 1e6:.1f} MB. Open it in a browser.")
    return Exit.CONFORMS

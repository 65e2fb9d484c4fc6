"""The command ``docs``: a Sphinx project of modules, ready to build."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Final

import click

from modcheck.distribution import install_line
from modlab.commands.errors import Usage
from modlab.commands.options import flag
from modlab.commands.spec_argument import spec_of
from modlab.course import Course
from modlab.specification_file import specification_at
from modlab.typesetting import TYPESETTER, TypesettingError, is_installed, typeset
from modspec import Module
from modspec.print import latex

_HELP: Final = """Write a Sphinx project with a page for each module, and for others, SPEC; also
one of the rules, if the course has a rulebook.

SPEC is a file or a dotted name. The pages are made from the modules whenever the project is built,
so they never lag behind. Formulas are MathML; a page needs no network. Change what is written as
you like: it is yours.

With --pdf, write one document of all modules instead, with contents and the module hierarchy.
"""

_LOADED: Final = """\
from modlab.course import load

load({place!r})  # chooses the variant, before a module is imported
"""
"""What the settings of a course's project begin with."""

RULES: Final = """Rules
=====

{text}
.. mis:rules::

Sources
-------

.. mis:sources::
"""
"""The page of a course's rules."""

CONF: Final = '''"""How pages are built: ``sphinx-build {folder} {folder}/_build``."""

{loaded}project = {title!r}
extensions = ["modspec.sphinx"]
mis_modules = {modules!r}
{rulebook}html_theme = {theme!r}
exclude_patterns = ["_build"]
nitpicky = True
'''
"""The settings of the project."""

INDEX: Final = """{title}
{line}

.. toctree::
   :maxdepth: 1

{entries}

:ref:`mis-routines` lists the access programs of all modules; the :ref:`genindex` has everything
else that they declare.
"""
"""The first page."""

USES: Final = """
.. mis:uses::
   :caption: A module uses those below it.
"""
"""What the first page has besides if there are several modules."""

PAGE: Final = """{name}
{line}

.. mis:module:: {place}
"""
"""The page of a module."""


def command(course: Course) -> click.Command:
    """Return the command for the modules of a course."""
    others = click.Argument(["others"], metavar="[SPEC]...", type=spec_of(course), nargs=-1)
    callback = partial(write_documents, course)
    return click.Command("docs", params=[others, *_options()], callback=callback, help=_HELP)


def _options() -> list[click.Parameter]:
    return [
        click.Option(
            ["--out"], default="docs", metavar="FOLDER", show_default=True,
            help="Write the project to this folder.",
        ),
        click.Option(["--title"], default="", help="The title of the first page."),
        click.Option(
            ["--pdf"], default="", metavar="FILE",
            help="Write one PDF of all modules, for which pdflatex is needed; of a FILE that "
            "ends in .tex, its LaTeX, for which nothing is needed.",
        ),
        flag("--force", "Overwrite files that are there."),
    ]  # fmt: skip


def write_documents(
    course: Course, others: tuple[str, ...], out: str, title: str, pdf: str, force: bool
) -> None:
    """Write a Sphinx project of modules and rules, or one PDF of the modules."""
    own = [spec for spec in course.specs if not specification_at(spec).states_theorems]
    specs = [*dict.fromkeys((*(own or course.specs), *others))]
    modules = [specification_at(spec) for spec in specs]
    names = [module.name for module in modules]
    if twice := next((name for name in names if names.count(name) > 1), None):
        raise Usage(f"two modules are called {twice}; a page is called as its module")
    variant = course.variant
    first = [course.title, *names[len(own) or 1 :]]
    title = title or ", ".join(first) + (f", variant {variant.name}" if variant else "")
    if pdf:
        _write_paper(modules, title, Path(pdf), force)
        return
    folder = Path(out)
    places = {name: _place(spec, folder) for name, spec in zip(names, specs, strict=True)}
    loaded = _LOADED.format(place=course.place) if variant else ""
    files = _files(folder, places, title, loaded, course.rulebook_place)
    if course.rulebook_place:
        text = f"{variant.text}\n" if variant else ""
        files["rules.rst"] = RULES.format(text=text)
        files["index.rst"] = files["index.rst"].replace("\n\n:ref:", "\n   rules\n\n:ref:", 1)
    _write(folder, files, force)


def _write(folder: Path, files: Mapping[str, str], force: bool) -> None:
    """Write the files of a project, and say how it is built."""
    there = next((name for name in files if (folder / name).exists()), None)
    if there and not force:
        raise Usage(f"{folder / there} is there already; --force overwrites it")
    try:
        for name, text in files.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_text(text, encoding="utf-8")
    except OSError as error:
        raise Usage(f"{folder} cannot be written: {error.strerror}") from error
    click.echo(f"wrote {folder}; next: sphinx-build {folder} {folder}/_build")
    if find_spec("sphinx") is None:
        click.echo(f"Sphinx is not installed: {install_line('docs')}")


def _write_paper(modules: Sequence[Module], title: str, file: Path, force: bool) -> None:
    """Write one document of modules, as PDF or as LaTeX."""
    if file.suffix not in (".pdf", ".tex"):
        raise Usage(f"--pdf {file}: the name ends in .pdf, or in .tex for the LaTeX")
    if file.exists() and not force:
        raise Usage(f"{file} is there already; --force overwrites it")
    text = latex.document(modules, title).encode()
    try:
        file.write_bytes(text if file.suffix == ".tex" else _typeset(text))
    except OSError as error:
        raise Usage(f"{file} cannot be written: {error.strerror}") from error
    click.echo(f"wrote {file}")


def _typeset(text: bytes) -> bytes:
    """Return the PDF of a LaTeX document. Raises Usage if there is no LaTeX, or if it fails."""
    if not is_installed():
        raise Usage(
            f"--pdf needs {TYPESETTER}, which is not installed: install TeX Live (on Debian: apt "
            "install texlive-latex-base), or give a name that ends in .tex and typeset it elsewhere"
        )
    try:
        return typeset(text)
    except TypesettingError as error:
        raise Usage(str(error)) from error


def _files(
    folder: Path, places: Mapping[str, str], title: str, loaded: str = "", rulebook: str = ""
) -> dict[str, str]:
    """Return the text of each file of the project, by its name.

    ``places`` says where each module is, by its name; ``loaded`` is what the settings begin with,
    ``rulebook`` the place of the rules, if there are any.
    """
    theme = "furo" if find_spec("furo") else "alabaster"
    conf = CONF.format(
        folder=folder,
        title=title,
        modules=[*places.values()],
        theme=theme,
        loaded=f"{loaded}\n" if loaded else "",
        rulebook=f"mis_rulebook = {rulebook!r}\n" if rulebook else "",
    )
    entries = "\n".join(f"   {name}" for name in places)
    index = INDEX.format(title=title, line="=" * len(title), entries=entries)
    pages = {
        f"{name}.rst": PAGE.format(name=name, line="=" * len(name), place=place)
        for name, place in places.items()
    }
    return {"conf.py": conf, "index.rst": index + USES * (len(places) > 1), **pages}


def _place(spec: str, folder: Path) -> str:
    """Return where a module is: a dotted name, or a path as seen from the project."""
    if not spec.endswith(".py"):
        return spec
    return Path(os.path.relpath(Path(spec).resolve(), folder.resolve())).as_posix()

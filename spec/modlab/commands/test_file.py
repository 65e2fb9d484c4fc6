"""A file of tests that a command writes for people to keep, and that pytest runs."""

from __future__ import annotations

from pathlib import Path

import click

from modlab.commands.errors import Usage


def demand_test_file(path: Path, force: bool) -> None:
    """Raise Usage unless tests can be written there: a Python file in or below this folder."""
    here = Path.cwd()
    if path.suffix != ".py" or not path.absolute().resolve().is_relative_to(here):
        raise Usage(f"{str(path)!r} is no place for the tests; name a .py file in or below {here}")
    if path.exists() and not force:
        raise Usage(f"{path} is there already; --force overwrites it")


def write_test_file(path: Path, content: str) -> None:
    """Write a file of tests, and say how to run it. Raises Usage if that cannot be done."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content, encoding="utf-8")
    except OSError as error:
        raise Usage(f"{path} cannot be written: {error.strerror}") from error
    click.echo(f"wrote {path}; next: pytest {path}")

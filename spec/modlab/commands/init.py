"""``othello-mis init``: write the lines that go around an implementation, to be filled in."""

from __future__ import annotations

from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Final

import click

from modlab.commands.errors import Exit, Usage

LANGUAGES: Final = ("python", "java", "c", "cpp", "javascript", "typescript", "rust")
"""The languages for which there is a starter kit: a folder of its own, with one file."""

_CHECK: Final = "othello-mis check --impl"


@click.command()
@click.argument("language", metavar="LANGUAGE", type=click.Choice(LANGUAGES, case_sensitive=False))
@click.argument("folder", default=".")
@click.option("--force", is_flag=True, help="Overwrite the file if it is there.")
def init(language: str, folder: str, force: bool) -> int:
    """Write a starter kit: a file that lets the checker ask an Othello in LANGUAGE.

    LANGUAGE is python, java, c, cpp, javascript, typescript or rust. The file goes into FOLDER, the
    current one unless another is named. One part of it is yours: there you say how your own code is
    called. What to run then is printed.
    """
    kit = starter_kit(language)
    target = Path(folder) / kit.name
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        with target.open("wb" if force else "xb") as stream:
            stream.write(kit.read_bytes())
    except (OSError, ValueError) as error:
        if isinstance(error, FileExistsError) and target.is_file():
            raise Usage(f"{str(target)!r} is there already; --force overwrites it") from error
        why = getattr(error, "strerror", None) or error
        raise Usage(f"{str(target)!r} cannot be written: {why}; name another folder") from error
    click.echo(f"Wrote {target}.")
    click.echo(
        "Uncomment in your part of it what your code can do, and write it as your code has it."
    )
    click.echo("Then, in its folder:\n")
    click.echo("\n".join(f"  {command}" for command in commands(kit)))
    return Exit.CONFORMS


def starter_kit(language: str) -> Traversable:
    """The file of the starter kit for a language, one of :data:`LANGUAGES`."""
    folder = files("othello_mis").joinpath("kits", language)
    (kit,) = (file for file in folder.iterdir() if file.is_file())  # not what Python compiles of it
    return kit


def commands(kit: Traversable) -> list[str]:
    """What to run when a starter kit is filled in, as its first lines have it: to compile, to check."""
    lines = kit.read_text(encoding="utf-8").splitlines()
    line = next(line for line in lines if _CHECK in line)
    return line.removeprefix("//").removesuffix("*/").strip().split(" && ")

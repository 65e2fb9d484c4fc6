"""The command ``init``: write the lines that go around an implementation, to be filled in."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from functools import partial
from importlib.resources.abc import Traversable
from os.path import relpath
from pathlib import Path
from typing import Final

import click

from modlab.commands.errors import Exit, Usage
from modlab.commands.options import flag
from modlab.course import Course, OwnKit
from modlab.module_kit import make_kit

LANGUAGES: Final = ("python", "java", "c", "cpp", "javascript", "typescript", "rust")
"""The languages for which a course may have a starter kit: a folder of its own, with one file."""

_ALSO: Final[Mapping[str, str]] = {
    "c++": "cpp",
    "cc": "cpp",
    "cxx": "cpp",
    "js": "javascript",
    "node": "javascript",
    "py": "python",
    "python3": "python",
    "rs": "rust",
    "ts": "typescript",
}
"""What people also call the languages."""


class _Language(click.Choice[str]):
    """A language by its name, or by another usual one."""

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        return super().convert(_ALSO.get(value.lower(), value), param, ctx)


class _InitCommand(click.Command):
    """A command whose first argument is the language."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the arguments. Raises Usage if the language is there, and stands after others."""
        words = [word for word in args if not word.startswith("-")]
        language = next(filter(_is_language, words), None)
        if language is not None and language != words[0] and not _is_language(words[0]):
            others = [arg for arg in args if arg != language]
            right = shlex.join([language, *others])
            raise Usage(f"the language comes first: {ctx.command_path} {right}")
        return super().parse_args(ctx, args)


def _is_language(word: str) -> bool:
    """Whether a word names a language, as people do."""
    return _ALSO.get(word.lower(), word.lower()) in LANGUAGES


_NEXT: Final = (
    "In your part of it, uncomment each routine that your code has, and call your code there.\n"
    "Then, in its folder:\n"
)

_NAMES: Final = "It calls the routines that {file} seems to have. Check each of these lines."

_HELP: Final = """Write a starter kit: a file through which the checker calls a program in LANGUAGE
that implements the module.

LANGUAGE is {languages}. The file goes into FOLDER, by default the current one. One part of it is
yours: there you say how your own code is called. The command prints what to run then.
"""


def command(course: Course) -> click.Command:
    """Return the command for the starter kits of a course."""
    *first, last = LANGUAGES
    parameters: list[click.Parameter] = [
        click.Argument(
            ["language"], metavar="LANGUAGE", type=_Language(LANGUAGES, case_sensitive=False)
        ),
        click.Argument(["folder"], default="."),
        flag("--force", "Overwrite the file if it is there."),
    ]
    text = _HELP.format(languages=f"{', '.join(first)} or {last}")
    return _InitCommand("init", params=parameters, callback=partial(init, course), help=text)


def init(course: Course, language: str, folder: str, force: bool) -> int:
    """Write the starter kit for a language into a folder; return the exit code."""
    if not has_kit(course, language):
        return _write_made_kit(course, language, folder, force)
    kit = starter_kit(course, language)
    if language == "rust" and folder == "." and Path("Cargo.toml").is_file():
        folder = "src/bin"  # where cargo looks for programs
    target = Path(folder) / kit.name
    found = own_kit(course, language, target)
    _write(target, found.text.encode("utf-8"), force)
    click.echo(f"Wrote {target}.")
    if found.file is not None:
        click.echo(_NAMES.format(file=found.file))
    if course.variant is not None:
        click.echo(f"It is for the variant {course.variant.name}: {course.variant.text}")
    click.echo(_NEXT)
    declared = "".join(f" --convention {each}" for each in found.convention.split())
    click.echo("\n".join(f"  {line}" for line in kit_commands(course, found.text)) + declared)
    click.echo(f"\n{_same_command(course)}")
    return Exit.CONFORMS


def has_kit(course: Course, language: str) -> bool:
    """Whether a course has a starter kit for a language with all routines of its module."""
    if not course.kits.joinpath(language).is_dir():
        return False
    text = starter_kit(course, language).read_text(encoding="utf-8")
    return all(program.name in text for program in course.specification.access_programs)


def starter_kit(course: Course, language: str) -> Traversable:
    """Return the file of the starter kit for a language, one of :data:`LANGUAGES`."""
    folder = course.kits.joinpath(language)
    if not folder.is_dir():
        raise Usage(f"{course.name} has no starter kit for {language}")
    (kit,) = (file for file in folder.iterdir() if file.is_file())  # no __pycache__
    return kit


def own_kit(course: Course, language: str, target: Path) -> OwnKit:
    """Return the starter kit for a language with the names of the sources around ``target``."""
    kit = starter_kit(course, language)
    return course.with_own_names(kit_text(course, kit), language, kit.name, target)


def _same_command(course: Course) -> str:
    """Return how a program is checked by the commands of the course and by ``modspec``."""
    return f"{course.command_line('check')} and modspec check {course.spec} are the same command."


def kit_text(course: Course, kit: Traversable) -> str:
    """Return the text of a starter kit, which checks the default module, in the variant in use."""
    usual = course.about(type(course).default_module)
    check = course.command_line("check")
    text = kit.read_text(encoding="utf-8").replace(usual.spec, course.spec)
    text = text.replace(usual.command_line("check"), check)
    if course.variant is None:
        return text
    return text.replace(f"{check} --impl", f"{check} --variant {course.variant.name} --impl")


def kit_commands(course: Course, text: str) -> list[str]:
    """Return what to run with a filled-in kit, from its first lines: the compiler, the check."""
    check = f"{course.command_line('check')} --"
    line = next(line for line in text.splitlines() if check in line and "--impl" in line)
    return line.removeprefix("//").removesuffix("*/").strip().split(" && ")


def _write_made_kit(course: Course, language: str, folder: str, force: bool) -> int:
    """Write the starter kit that is made of a module's access programs; return the exit code."""
    spec = course.spec
    is_relative = spec.endswith(".py") and not Path(spec).is_absolute()
    kit = make_kit(course.specification, language, relpath(spec, folder) if is_relative else spec)
    target = Path(folder) / kit.name
    _write(target, kit.text.encode("utf-8"), force)
    click.echo(f"Wrote {target}.")
    click.echo(_NEXT)
    line = next(line for line in kit.text.splitlines() if "modspec check" in line)
    commands = line.removeprefix("// ").removesuffix(" */").strip().split(" && ")
    click.echo("\n".join(f"  {each}" for each in commands))
    if course.places and course.default_module in course.modules:
        click.echo(f"\n{_same_command(course)}")
    return Exit.CONFORMS


def _write(target: Path, content: bytes, force: bool) -> None:
    """Write a file; raise Usage if it is there already or cannot be written."""
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        with target.open("wb" if force else "xb") as stream:
            stream.write(content)
    except (OSError, ValueError) as error:
        if isinstance(error, FileExistsError) and target.is_file():
            raise Usage(f"{str(target)!r} is there already; --force overwrites it") from error
        why = getattr(error, "strerror", None) or error
        raise Usage(f"{str(target)!r} cannot be written: {why}; name another folder") from error

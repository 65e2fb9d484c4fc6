"""The command ``new``: the skeleton of a specification, which is well-formed and runs."""

from __future__ import annotations

import keyword
import re
from pathlib import Path
from typing import Final

import click

from modlab.commands.errors import Usage
from modlab.commands.options import flag
from modlab.course import Course
from modlab.specification_file import is_of_python

_HELP: Final = """Write NAME.py: a module with every section of the template, to be made your own.

It is a counter with a bound. It runs, the lint finds nothing in it, and comments
say what each section is for.
"""

SKELETON: Final = '''"""{title}: a counter that stops at a bound.

Assumptions:
    init is called before any other access program.

Considerations:
    At the bound, increase raises an exception, so that no call is lost without a word.
"""

# The counter is an example: make it your own. A docstring is a part of the specification: of a rule
# it is the text that a verdict shows. A label such as [bound] names the rule that its line states.

from __future__ import annotations

from typing import Final

from modspec import AbstractObject

__all__ = ["BOUND", "Full", "increase", "init", "value"]

# An exported constant.
BOUND: Final = 10
"""The largest value."""


# An exception that access programs raise.
class Full(Exception):  # [bound]
    """The counter is at its bound."""


# The state variables, each with what it means.
class {title}(AbstractObject):
    """The one counter of the module."""

    count: int
    """How often the counter was increased."""


# What is true of every state.
def invariant({name}: {title}) -> bool:
    """The counter is never beyond its bound."""
    return 0 <= {name}.count <= BOUND  # [bound]


# An access program that makes the first state.
def init() -> {title}:
    """Begin at zero."""
    return {title}(count=0)  # [begin]


# A transition: the exceptions come first, then the new value of each state variable.
def increase({name}: {title}) -> {title}:
    """Count one more."""
    if {name}.count == BOUND:
        raise Full  # [bound]
    return {title}(count={name}.count + 1)  # [count]


# An output.
def value({name}: {title}) -> int:
    """How often the counter was increased."""
    return {name}.count  # [count]
'''
"""The text of a new module."""


def command(course: Course) -> click.Command:
    """Return the command, which is the same for every course."""
    del course
    return click.Command(
        "new",
        params=[
            click.Argument(["name"]),
            flag("--force", "Overwrite the file if it is there."),
        ],
        callback=new,
        help=_HELP,
    )


def new(name: str, force: bool) -> None:
    """Write the skeleton of a module, and say what to try next."""
    path = Path(name if name.endswith(".py") else f"{name}.py")
    if keyword.iskeyword(path.stem):
        raise Usage(f"{path.stem!r} is a keyword of Python; choose another name")
    if not path.stem.isidentifier() or path.stem != path.stem.lower():
        near = re.sub(r"\W+", "_", path.stem).strip("_").lower()
        such = near if near.isidentifier() and not keyword.iskeyword(near) else "stack"
        raise Usage(
            f"{path.stem!r} is no name of a module; take a word in lower case, as in {such}"
        )
    if path.exists() and not force:
        raise Usage(f"{path} is there already; --force overwrites it")
    is_of_notation = path.stem == "modspec"
    if is_of_notation or is_of_python(path.stem):
        command, owner = click.get_current_context().find_root(), "of Python's own"
        click.echo(
            f"{command.info_name}: there is a module {path.stem} "
            f"{'of the notation' if is_of_notation else owner}, which {path.name} hides from "
            f"programs in its folder; my_{path.stem}.py hides nothing",
            err=True,
        )
    title = "".join(part.capitalize() for part in path.stem.split("_"))
    own = path.stem if path.stem not in ("count", "bound", "value", "init") else "state"
    try:
        path.write_text(SKELETON.format(title=title, name=own), encoding="utf-8")
    except OSError as error:
        raise Usage(f"{path} cannot be written: {error.strerror}") from error
    click.echo(f"wrote {path}; next: modspec show {path}, modspec lint {path}, modspec run {path}")

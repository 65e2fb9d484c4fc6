"""Rendering: texts from the templates of this package."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from jinja2 import Environment

ENDING: Final = ".jinja"
"""What the name of a template ends with, after the name of the file that it makes."""


def render(template: str, **values: Any) -> str:
    """Return the text of a template with values in it."""
    return _environment().get_template(template).render(values)


def templates_in(folder: str) -> Iterator[str]:
    """Yield the names of the templates in a folder and those within it, in alphabetical order."""
    yield from (name for name in _environment().list_templates() if name.startswith(f"{folder}/"))


@cache
def _environment() -> Environment:
    from jinja2 import Environment, PackageLoader, StrictUndefined  # it takes a while to import

    return Environment(
        loader=PackageLoader("modlab.course_box"),
        autoescape=lambda name: bool(name and name.endswith(f".html{ENDING}")),
        undefined=StrictUndefined,
        comment_start_string="<#",  # {# is TeX's and the shell's
        comment_end_string="#>",
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )

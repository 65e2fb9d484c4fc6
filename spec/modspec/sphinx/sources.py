"""The files behind a page, so that it is made anew when one of them changes."""

from __future__ import annotations

from collections.abc import Iterable

from sphinx.util.docutils import SphinxDirective

from modspec.syntax.declaration import declare
from modspec.syntax.errors import OutsideNotation, SpecificationError
from modspec.syntax.module import Module


def declared_modules(directive: SphinxDirective, names: Iterable[str]) -> list[Module]:
    """The modules of those Python names; the page is made anew when they, or any they use, change.

    What is wrong with a module becomes an error of the directive.
    """
    modules = []
    for name in names:
        try:
            modules.append(declare(name))
        except (OutsideNotation, SpecificationError) as error:
            raise directive.error(str(error)) from error
        for used in _with_used(modules[-1]):
            directive.env.note_dependency(str(used.file))
    return modules


def _with_used(module: Module) -> dict[Module, None]:
    """The module and all that it uses, directly or not."""
    found = {module: None}
    for use in module.uses:
        found |= _with_used(declare(use.module))
    return found

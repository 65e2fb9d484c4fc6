"""Variants: the same specification with another text of a few functions.

A variant is data. The modules that it changes are read with its texts in place of their own, under
their own names. So all that reads a module, or imports from it, follows without knowing of the
variant. The price: a process has one variant, and chooses it before it imports these modules.
"""

from __future__ import annotations

import linecache
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from types import CodeType, ModuleType
from typing import Any, Final

from modspec.syntax.edited_text import EditError, with_functions
from modspec.syntax.errors import SpecificationError
from modspec.syntax.rulebook import Citation, Rulebook, Source


@dataclass(frozen=True)
class Variant:
    """A declared change of a specification."""

    name: str
    """In kebab-case: what commands and settings call it."""

    text: str
    """What is different, in a sentence for the handout."""

    functions: Mapping[str, Mapping[str, str]]
    """The changed texts, by the Python name of the module and the name of the function; an empty
    text leaves a function out."""

    imports: Mapping[str, str] = field(default_factory=dict)
    """The import that the texts of a module need besides its own, by the module's Python name."""

    rules: Mapping[str, str] = field(default_factory=dict)
    """What rules say instead, by id."""

    def text_of(self, module: str, source: str) -> str:
        """Return the source of a module as the variant has it.

        Raises SpecificationError if a text does not fit the module.
        """
        try:
            changed = with_functions(source, self.functions.get(module, {}))
        except EditError as error:
            raise SpecificationError(f"variant {self.name}, {module}: {error}") from error
        if module not in self.imports:
            return changed
        return changed.replace(_FUTURE, f"{_FUTURE}{self.imports[module]}\n", 1)


_FUTURE: Final = "from __future__ import annotations\n"


class _ChangedSource(SourceFileLoader):
    """Loads a module with the text that a variant has for it."""

    def __init__(self, fullname: str, path: str, variant: Variant) -> None:
        super().__init__(fullname, path)
        self._variant = variant

    def get_data(self, path: str) -> bytes:
        data = super().get_data(path)
        if path != self.path:
            return data
        return self._variant.text_of(self.name, data.decode("utf-8")).encode("utf-8")

    def get_code(self, fullname: str) -> CodeType:
        data = self.get_data(self.path)  # the bytecode in the cache is that of the plain text
        lines = data.decode("utf-8").splitlines(keepends=True)
        linecache.cache[self.path] = (len(data), None, lines, self.path)  # for tracebacks
        code: CodeType = self.source_to_code(data, self.path)
        return code


class _ChangedModules(MetaPathFinder):
    """Finds the modules that a variant changes."""

    def __init__(self, variant: Variant) -> None:
        self.variant = variant

    def find_spec(
        self,
        fullname: str,
        path: Sequence[str] | None,
        target: ModuleType | None = None,
    ) -> ModuleSpec | None:
        if fullname not in self.variant.functions:
            return None
        found = PathFinder.find_spec(fullname, path, target)
        if found is None or found.origin is None:
            return None
        found.loader = _ChangedSource(fullname, found.origin, self.variant)
        return found


def use_variant(variant: Variant) -> None:
    """Read the modules that a variant changes with its texts from now on, in this process.

    Raises SpecificationError if another variant is in use, or if one of these modules is imported
    already: what imported from it would play by other rules than the rest.
    """
    in_use = variant_in_use()
    if in_use == variant:
        return
    if in_use is not None:
        problem = f"this process plays {in_use.name} already; start another for {variant.name}"
        raise SpecificationError(problem)
    if imported := sorted(sys.modules.keys() & variant.functions.keys()):
        problem = f"{imported[0]} is imported already, without the variant {variant.name}"
        raise SpecificationError(f"{problem}; choose the variant first")
    sys.meta_path.insert(0, _ChangedModules(variant))


def variant_in_use() -> Variant | None:
    """Return the variant of this process; None if modules are read as they stand."""
    finders: list[Any] = sys.meta_path
    return next((each.variant for each in finders if isinstance(each, _ChangedModules)), None)


def with_variant(rulebook: Rulebook, variant: Variant | None) -> Rulebook:
    """Return a rulebook in which the rules that a variant switches say what they say there.

    They cite the variant, as a source of its own.
    """
    if variant is None:
        return rulebook
    source = Source(variant.name, f"The variant {variant.name}", "", variant.text)
    cited = (Citation(variant.name, "the rules that are switched"),)
    rules = (
        replace(rule, text=variant.rules[rule.id], sources=cited)
        if rule.id in variant.rules
        else rule
        for rule in rulebook
    )
    return Rulebook((*rulebook.sources, source), tuple(rules))

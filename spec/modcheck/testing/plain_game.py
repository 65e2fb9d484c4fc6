"""Plain game: what a program does that was written for the specification without its variant.

Such a program is right but for the functions that the variant changes: there it does what the
unchanged text says. So the unchanged text is an idiom, as a mutant is of the changed one.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import Final

from modcheck.testing.test_model import Idiom, WhereToLook
from modspec.run.mutants import Mutant
from modspec.syntax.declaration import declare
from modspec.syntax.module import Module
from modspec.syntax.relations import rules_cited
from modspec.syntax.variant import Variant

TEXT: Final = "the plain game"
"""What the idioms are called."""

_HINT: Final = "It plays as the plain game has it. This is the variant {name}: {text}"


def with_plain_idioms(idioms: Sequence[Idiom], variant: Variant) -> tuple[Idiom, ...]:
    """Return the idioms of a variant: those of functions that it leaves alone, and the plain game.

    An idiom is a slip in the plain text of its function; in another text it may be none.
    """
    kept = without_changed(idioms, variant)
    return (*kept, *(each for name in variant.functions for each in _plain(declare(name), variant)))


def without_changed(idioms: Sequence[Idiom], variant: Variant) -> list[Idiom]:
    """Return the idioms of functions that a variant leaves alone."""
    return [each for each in idioms if each.function not in variant.functions.get(each.module, {})]


def _plain(module: Module, variant: Variant) -> list[Idiom]:
    """Return the unchanged texts of a module's functions, where a text is one expression."""
    texts, cited = variant.functions[module.python_name], rules_cited(module)
    found = []
    for node in _functions(module.file.read_text(encoding="utf-8")).values():
        if texts.get(node.name):
            rules = tuple(
                rule
                for rule in variant.rules
                if any(declared.name == node.name for declared, _ in cited.get(rule, ()))
            )
            match node.body:
                case [ast.Expr(), ast.Return(value=ast.expr() as value)] if rules:
                    result = ast.unparse(value)
                    found.append(Idiom(module.python_name, node.name, result, rules, TEXT))
    return found


def where_to_look(variant: Variant, otherwise: WhereToLook) -> WhereToLook:
    """Return where to look in a program for a variant: the sentences about the plain text are not
    used for a text that the variant changes."""

    def place(mutant: Mutant) -> str:
        if mutant.function not in variant.functions.get(mutant.module, {}):
            return otherwise(mutant)
        is_plain = mutant.after == TEXT or _undoes(mutant)
        return _HINT.format(name=variant.name, text=variant.text) if is_plain else ""

    return place


def _undoes(mutant: Mutant) -> bool:
    """Whether the edit of a changed text makes it the plain text again."""
    module = declare(mutant.module)
    plain = _functions(module.file.read_text(encoding="utf-8"))[mutant.function]
    edited = mutant.apply_to(_functions(module.source)[mutant.function])
    return [*map(ast.dump, plain.body[1:])] == [*map(ast.dump, edited.body[1:])]


def _functions(source: str) -> dict[str, ast.FunctionDef]:
    return {n.name: n for n in ast.parse(source).body if isinstance(n, ast.FunctionDef)}

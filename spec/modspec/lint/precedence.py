"""Precedence: ``&`` and ``|`` bind more tightly than a comparison; ``and`` and ``or`` do not.

``a in S & b == c`` compares ``S & b``. Its author meant two conditions.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from typing import Final

from modspec.lint.patterns import text_of
from modspec.lint.remark import Parents, Remark
from modspec.syntax import expressions as ex

_SIGNS: Final[dict[type[ast.operator], str]] = {ast.BitAnd: "&", ast.BitOr: "|"}
_SIGNS_OF_SETS: Final = {"Intersection": "&", "Union": "|"}
_WORDS: Final = {"&": "and", "|": "or"}


def tell_of_precedence(node: ast.AST, parents: Parents) -> Iterator[Remark]:
    """Yield what to tell of ``&`` or ``|`` between other things than sets, within a comparison."""
    match node, parents.get(node):
        case ast.BinOp(op=ast.BitAnd() | ast.BitOr() as op), ast.Compare() as comparison:
            meant = ast.Compare(
                _with_word(comparison.left),
                comparison.ops,
                [_with_word(each) for each in comparison.comparators],
            )
            text, advice = _words(_SIGNS[type(op)], text_of(node), ast.unparse(meant))
            yield Remark(comparison, text, advice)


def _with_word(node: ast.expr) -> ast.expr:
    """Return an operand as it is printed with ``and`` for ``&``, and ``or`` for ``|``."""
    match node:
        case ast.BinOp(left, ast.BitAnd() | ast.BitOr() as op, right):
            word = _WORDS[_SIGNS[type(op)]]
            return ast.Name(f"{text_of(_with_word(left))} {word} {text_of(_with_word(right))}")
    return node


def fault_of_precedence(
    node: ex.Comparison,
    is_set: Callable[[ex.Expression], bool],
    text: Callable[[ex.Expression], str],
) -> tuple[str, str] | None:
    """Return what is wrong with a chain that compares a set joined with something else.

    With it comes what to write. None if it is no such chain, or if the author has put the operation
    in brackets.
    """
    whole = text(node)
    for _, operand in node.rest[:-1]:
        match operand:
            case ex.SetOperation("Intersection" | "Union" as operator, left, right):
                sign, part = _SIGNS_OF_SETS[operator], text(operand)
                if f"({part})" not in whole and not (is_set(left) and is_set(right)):
                    meant = f"{text(left)} {_WORDS[sign]} {text(right)}"
                    return _words(sign, part, whole.replace(part, meant, 1))
    return None


def _words(sign: str, part: str, meant: str) -> tuple[str, str]:
    return f"{sign} binds more tightly than a comparison: it joins `{part}`", f"write {meant}"

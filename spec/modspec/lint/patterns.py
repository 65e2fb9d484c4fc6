"""Patterns: constructs of Python, written as Python, in which a letter stands for any expression.

``s.count(x)`` is a call of ``count`` with any target and any argument. The letters M, A, S and Q
stand for a mapping, a set, a class of states, and the state, as far as that is declared. In an
advice, letters become what they stand for, so that authors read their own words.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator, Mapping
from copy import deepcopy
from functools import cache
from string import ascii_lowercase
from typing import Any, Final, TypeAlias

Meanings: TypeAlias = Mapping[str, Any]
"""What letters stand for: nodes of Python's syntax tree, or the names of attributes."""

LONGEST: Final = 40
"""The characters of an expression that is put into an advice, at most; else it stays a letter."""

_CODE: Final = re.compile("`([^`]+)`")
_LETTER: Final = re.compile(r"(?<![\w.])[a-zMASQ](?![\w(])")
_OF_KINDS: Final = ("M", "A", "S", "Q")
_OF_PLACES: Final = ("ctx", "type_comment", "kind", "type_params")
"""Fields of Python's syntax tree in which two equal constructs may differ."""


@cache
def parse(text: str) -> ast.AST:
    """Return the statement or the expression that a text is."""
    (statement,) = ast.parse(text).body
    return statement.value if isinstance(statement, ast.Expr) else statement


IsOfKind: TypeAlias = Callable[[str, ast.AST], bool]
"""Whether a letter for constructs of one kind may stand for a construct."""


def match(pattern: ast.AST, node: ast.AST, is_of_kind: IsOfKind) -> Meanings | None:
    """Return what the letters of a pattern stand for in a construct; None if it is another one."""
    meanings: dict[str, Any] = {}
    return meanings if _Matching(is_of_kind, meanings).fits(pattern, node) else None


class _Matching:
    """Compares a pattern with a construct, and notes what letters stand for."""

    def __init__(self, is_of_kind: IsOfKind, meanings: dict[str, Any]) -> None:
        self._is_of_kind, self._meanings = is_of_kind, meanings

    def fits(self, pattern: Any, node: Any) -> bool:
        """Whether a part of the construct is as the pattern has it."""
        match pattern, node:
            case ast.Name(id=letter, ctx=context), ast.AST() if _is_letter(letter):
                is_name = isinstance(node, ast.Name) or isinstance(context, ast.Load)
                return is_name and self._binds(letter, node)
            case ast.Name(id=letter), ast.AST() if letter in _OF_KINDS:
                return self._is_of_kind(letter, node) and self._binds(letter, node)
            case ast.Constant(value=value), _ if value is ...:
                return True
            case ast.Call(), ast.Call():
                return self._fits_call(pattern, node)
            case ast.AST(), ast.AST() if type(pattern) is type(node):
                fields = (each for each in pattern._fields if each not in _OF_PLACES)
                return all(self.fits(getattr(pattern, f), getattr(node, f)) for f in fields)
            case [ast.Expr(value=ast.Constant(value=value))], [_, *_] if value is ...:
                return True
            case list(), list():
                same = len(pattern) == len(node)
                return same and all(map(self.fits, pattern, node))
            case str(), str() if _is_letter(pattern):
                return self._binds(pattern, node)
        return type(pattern) is type(node) and bool(pattern == node)

    def _fits_call(self, pattern: ast.Call, node: ast.Call) -> bool:
        """Whether a call has the arguments of a pattern, and maybe more."""
        called, given = node.func, {each.arg: each.value for each in node.keywords}
        match pattern.func, called:
            case ast.Name(id=name), ast.Attribute(value=ast.Name() | ast.Attribute(), attr=own):
                called = ast.Name(own) if name == own else called  # math.floor(x) is floor(x)
        return (
            self.fits(pattern.func, called)
            and len(pattern.args) <= len(node.args)
            and all(map(self.fits, pattern.args, node.args))
            and all(e.arg in given and self.fits(e.value, given[e.arg]) for e in pattern.keywords)
        )

    def _binds(self, letter: str, node: Any) -> bool:
        """Whether a letter stands for the same as before, if it was met before."""
        before = self._meanings.setdefault(letter, node)
        return _text(before) == _text(node)


def fill(advice: str, meanings: Meanings) -> str:
    """Return an advice in which the letters of each ``code`` are what they stand for."""
    return _CODE.sub(lambda code: _fill_code(code[1], meanings), advice)


def code_in(advice: str) -> Iterator[str]:
    """Yield the code in an advice."""
    yield from _CODE.findall(advice)


def _fill_code(code: str, meanings: Meanings) -> str:
    short = {letter: each for letter, each in meanings.items() if len(_text(each)) <= LONGEST}
    try:
        tree = deepcopy(parse(code))
    except SyntaxError:  # a part of a construct, such as for k in m
        return _LETTER.sub(lambda letter: _text(short.get(letter[0], letter[0])), code)
    used = {name for each in short.values() if isinstance(each, ast.AST) for name in _names(each)}
    own = {*_names(tree)} - {*short}
    free = [each for each in ascii_lowercase if each not in used | own]
    for letter in sorted(own & used):  # a dummy of the advice, which the author's words have too
        short[letter] = ast.Name(free.pop(0) if _is_letter(letter) else letter)
    return text_of(_Filling(short).visit(tree))


def text_of(node: ast.AST) -> str:
    """Return a construct as an author writes it: in one line, without needless brackets."""
    text = " ".join(ast.unparse(node).split())
    for part in ast.walk(node):
        match part:
            case ast.Call(args=[ast.GeneratorExp() as inner], keywords=[]):
                inside = ast.unparse(inner)
                text = text.replace(f"({inside})", inside)
            case ast.Return(value=ast.Tuple() as pair):
                text = f"return {ast.unparse(pair)[1:-1]}"
    return text


class _Filling(ast.NodeTransformer):
    """Puts what letters stand for in their place."""

    def __init__(self, meanings: Meanings) -> None:
        self._meanings = meanings

    def visit(self, node: ast.AST) -> Any:
        """Return the node with what the letters in it stand for."""
        match self._meaning(node.id) if isinstance(node, ast.Name) else None:
            case ast.AST() as found:
                return found
            case str(name):
                return ast.Name(name)
        for field in ("attr", "arg"):
            match self._meaning(getattr(node, field, None)):
                case str(name) | ast.Name(id=name):
                    setattr(node, field, name)
        return self.generic_visit(node)

    def _meaning(self, letter: Any) -> Any:
        return self._meanings.get(letter) if isinstance(letter, str) else None


def _text(meaning: Any) -> str:
    return meaning if isinstance(meaning, str) else text_of(meaning)


def _names(node: ast.AST) -> Iterator[str]:
    yield from (part.id for part in ast.walk(node) if isinstance(part, ast.Name))


def _is_letter(name: str) -> bool:
    return len(name) == 1 and name.islower()

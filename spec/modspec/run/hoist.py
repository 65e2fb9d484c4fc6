"""Hoisting: what a formula computes of its dummies alone is computed once.

"Three marks in a line are a player's" goes through the same lines in every state. The formula
computes their places each time, which takes longer than to look at the marks. Here such a formula
goes through *rows* instead: for each combination of values of the dummies, the values of those
parts that depend on nothing else. The rows are computed when they are first needed. Compilers know
this as loop-invariant code motion.

The meaning is the same. If the rows are many, or one of them cannot be computed, the formula is
left as it stands: it may come to its value before it comes there.
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import count, islice
from typing import Any, Final, TypeAlias

Rows: TypeAlias = tuple[Any, ...]
Comprehension: TypeAlias = ast.GeneratorExp | ast.ListComp | ast.SetComp | ast.DictComp

MOST: Final = 256
"""Rows of a formula, and of a formula in it: more would take long, and may not all be needed."""

_LEFT: Final = (ast.Lambda, ast.NamedExpr, ast.Starred, ast.JoinedStr, ast.Await)
"""A formula with one of these is left as it stands."""

_PURE: Final = frozenset({"abs", "frozenset", "len", "max", "min", "range", "sum", "tuple"})
"""Functions of Python that a formula may apply to dummies."""

_ROWS: Final = "_hoisted_rows"
_FEW: Final = "_hoisted_few"
_PART: Final = "_hoisted_part"
"""Names, or how names begin. No specification has such names."""


def hoist(function: ast.FunctionDef, names: Mapping[str, Any]) -> list[ast.stmt]:
    """Return statements that define a function in which formulas go through rows.

    ``names`` are those of the function's module. :func:`provide` names what the statements need.
    """
    hoister = _Hoister(function, names)
    changed = hoister.visit(_copy(function))
    return [*hoister.definitions, changed]


def provide(space: dict[str, Any]) -> None:
    """Name in a name space what functions need in which formulas go through rows."""
    space.update({_ROWS: _LazyRows, _FEW: _few})


class _TooManyError(Exception):
    """There are more rows than is worth it."""


def _few(rows: Iterable[Any]) -> Rows:
    found = tuple(islice(rows, MOST + 1))
    if len(found) > MOST:
        raise _TooManyError
    return found


class _LazyRows:
    """Rows that are computed when they are first needed."""

    __slots__ = ("_compute", "_rows")

    def __init__(self, compute: Callable[[], Rows]) -> None:
        self._compute: Callable[[], Rows] | None = compute
        self._rows: Rows | None = None

    def __call__(self) -> Rows | None:
        """Return the rows; None if they are many, or cannot be computed."""
        if self._compute is not None:
            try:
                self._rows = self._compute()
            except Exception:  # noqa: BLE001  # the formula as it stands raises it, if it comes to it
                self._rows = None
            self._compute = None
        return self._rows


class _Hoister(ast.NodeTransformer):
    """Replaces formulas that go through something constant by formulas that go through rows."""

    def __init__(self, function: ast.FunctionDef, names: Mapping[str, Any]) -> None:
        self._function = function.name
        self._parameters = {node.arg for node in ast.walk(function) if isinstance(node, ast.arg)}
        self._own = self._parameters | {
            node.id
            for node in ast.walk(function)
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
        }
        """The names of the function itself: parameters, dummies, definitions."""
        constant = {
            n for n, value in names.items() if isinstance(value, type) or not callable(value)
        }
        self._constant = (constant | (_PURE - names.keys())) - self._own
        self._numbers = count()
        self.definitions: list[ast.stmt] = []
        """The definitions of the rows."""

    def visit(self, node: ast.AST) -> Any:
        """Return a node, or what it is replaced by."""
        if not isinstance(node, Comprehension):
            return self.generic_visit(node)
        found = self._in_rows(node, frozenset())
        if found is None:
            return self.generic_visit(node)
        rows, go_through = found
        name = f"{_ROWS}_{self._function}_{len(self.definitions)}"
        later = ast.Lambda(ast.arguments([], [], None, [], [], None, []), rows)
        define = ast.Assign([ast.Name(name, ast.Store())], _call(_ROWS, later))
        self.definitions.append(ast.copy_location(define, node))
        is_left = ast.Compare(_call(name), [ast.Is()], [ast.Constant(None)])
        return ast.copy_location(ast.IfExp(is_left, node, go_through(_call(name))), node)

    def _in_rows(
        self, node: Comprehension, outer: frozenset[str]
    ) -> tuple[ast.expr, Callable[[ast.expr], Comprehension]] | None:
        """Return the rows of a formula, and how to go through them; None if it is not worth it.

        The rows may depend on ``outer`` dummies.
        """
        if any(isinstance(part, _LEFT) for part in ast.walk(node)):
            return None
        known = outer
        for generator in node.generators:
            if generator.is_async or not self._is_hoisted(generator.iter, known):
                return None
            known |= _names_in(generator.target)
            if not all(self._is_hoisted(condition, known) for condition in generator.ifs):
                return None
        inner = [part for part in ast.walk(node) if isinstance(part, Comprehension)]
        domains = [each for part in inner for each in part.generators]
        bound = [name for each in domains for name in _names_in(each.target)]
        names = [*bound, *outer, *self._parameters]
        if len({*names}) < len(names):
            return None  # a name stands for two things
        parts = _Parts(self._numbers)
        fields = [field for field in ("key", "value", "elt") if hasattr(node, field)]
        bodies: dict[str, Any] = {
            field: self._without(getattr(node, field), known, parts) for field in fields
        }
        if not parts.are_worth_it:
            return None

        def go_through(rows: ast.expr) -> Comprehension:
            generator = ast.comprehension(parts.target, rows, [], 0)
            return type(node)(**bodies, generators=[generator])

        rows = ast.GeneratorExp(parts.values, [*map(_copy, node.generators)])
        return _call(_FEW, rows), go_through

    def _without(self, node: ast.expr, known: frozenset[str], parts: _Parts) -> ast.expr:
        """Return a formula with names for its parts that depend on dummies alone."""
        if (
            self._own & _names_in(node)
            and not isinstance(node, ast.Slice)
            and self._is_hoisted(node, known)
        ):
            return parts.name_for(node)
        if isinstance(node, Comprehension):
            found = self._in_rows(node, known)
            if found is not None:
                rows, go_through = found
                return go_through(parts.name_for(rows))
        fields = {
            name: self._without_each(value, known, parts) for name, value in ast.iter_fields(node)
        }
        return ast.copy_location(type(node)(**fields), node)

    def _without_each(self, value: Any, known: frozenset[str], parts: _Parts) -> Any:
        match value:
            case ast.expr():
                return self._without(value, known, parts)
            case ast.keyword():
                return ast.keyword(value.arg, self._without(value.value, known, parts))
            case ast.comprehension():
                domain = self._without(value.iter, known, parts)
                conditions = self._without_each(value.ifs, known, parts)
                return ast.comprehension(value.target, domain, conditions, value.is_async)
            case list():
                return [self._without_each(each, known, parts) for each in value]
        return value

    def _is_hoisted(self, node: ast.expr, known: frozenset[str]) -> bool:
        """Whether the value of an expression depends on some dummies and constants alone."""
        within = {n.id for n in ast.walk(node) if isinstance(n, ast.Name) and _is_bound(n)}
        return _names_in(node) - within <= known | self._constant


class _Parts:
    """The parts of a formula that are in its rows, each under a name."""

    def __init__(self, numbers: Iterator[int]) -> None:
        self._numbers = numbers
        self._names: dict[str, tuple[str, ast.expr]] = {}

    def name_for(self, part: ast.expr) -> ast.Name:
        """Return the name under which the formula has a part; a dummy keeps its own."""
        key = ast.dump(part)
        if key not in self._names:
            own = part.id if isinstance(part, ast.Name) else f"{_PART}{next(self._numbers)}"
            self._names[key] = own, part
        name, _ = self._names[key]
        return ast.copy_location(ast.Name(name, ast.Load()), part)

    @property
    def are_worth_it(self) -> bool:
        """Whether something is computed that takes time."""
        parts = (each for _, part in self._names.values() for each in ast.walk(part))
        return any(isinstance(each, ast.BinOp | ast.Call) for each in parts)

    @property
    def target(self) -> ast.expr:
        """What a row is taken apart into."""
        names: list[ast.expr] = [ast.Name(n, ast.Store()) for n, _ in self._names.values()]
        return names[0] if len(names) == 1 else ast.Tuple(names, ast.Store())

    @property
    def values(self) -> ast.expr:
        """A row."""
        parts = [_copy(part) for _, part in self._names.values()]
        return parts[0] if len(parts) == 1 else ast.Tuple(parts, ast.Load())


def _names_in(node: ast.AST) -> set[str]:
    return {part.id for part in ast.walk(node) if isinstance(part, ast.Name)}


def _is_bound(name: ast.Name) -> bool:
    return isinstance(name.ctx, ast.Store)


def _call(function: str, *arguments: ast.expr) -> ast.Call:
    return ast.Call(ast.Name(function, ast.Load()), [*arguments], [])


def _copy(node: Any) -> Any:
    return copy.deepcopy(node)

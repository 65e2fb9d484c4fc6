"""Edit script: the edits that turn a learner's text into the reference.

The two syntax trees are aligned so that as little as possible is new. Each edit can be made alone,
and leaves a script with less to write. So a learner who follows one edit after the other arrives at
the reference, however far away the text was.
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, TypeAlias

from modspec.run.mutants import Path

REMOVAL: Final = 2.0
"""What it costs to leave something out: less than to write something new."""

CHANGE: Final = 1.0
"""What it costs to write one operator or one quantifier for another."""

WRITING: Final = 2.0
"""What it costs to write something new, beside its size."""

ANOTHER_RANGE: Final = 3.0
"""What it costs, beside the edits, if a dummy goes through another range."""

TOO_MUCH: Final = 3.0
"""By how much dearer it is to write the greater part of the reference at once."""

SMALL: Final = 8
"""A part of this size may be written at once in any case."""

NEVER: Final = float("inf")

_LISTS: Final = {
    (ast.BoolOp, "values"),
    (ast.Call, "keywords"),
    (ast.Tuple, "elts"),
    (ast.Set, "elts"),
    (ast.comprehension, "ifs"),
    (ast.GeneratorExp, "generators"),
    (ast.SetComp, "generators"),
    (ast.DictComp, "generators"),
}
"""Where a part can be put in or left out."""

_QUANTIFIERS: Final = {"any", "all"}


@dataclass(frozen=True)
class Edit:
    """One edit of a function."""

    path: Path
    """From the function to the part that changes."""

    at: ast.AST
    """The part that changes; of a statement that is put in, the statement before which it goes."""

    new: ast.AST | None
    """What stands there instead; None: nothing."""

    is_insertion: bool = False
    """Whether a statement goes before the one that is there."""

    is_around: bool = False
    """Whether the new part has the old one within."""

    novelty: int = 0
    """The size of what the learner has not written."""


def edit_script(node: ast.FunctionDef, reference: ast.FunctionDef) -> list[Edit]:
    """Return the edits that turn a function into a reference. Neither may have a docstring."""
    most = novelty_limit(reference)
    forms = [reference, _without_names(reference)]
    scripts = [list(_Alignment(most).statements(node, _in_the_names_of(node, f))) for f in forms]
    return min(scripts, key=lambda edits: sum(edit.novelty + CHANGE for edit in edits))


def novelty_limit(reference: ast.FunctionDef) -> float:
    """Return the size from which on an edit would write the greater part of a reference."""
    return max(0.7 * max(map(size, reference.body)), SMALL)


def size(node: ast.AST) -> int:
    """Return how many parts a syntax tree has."""
    return sum(not isinstance(each, ast.expr_context) for each in ast.walk(node))


def text_of(node: ast.AST) -> str:
    """Return the text of a syntax tree, with one pair of parentheses around a quantified formula.

    Python's own writes ``any((x for x in y))``.
    """
    text = ast.unparse(node)
    for start in [n for n in range(len(text) - 1, 0, -1) if text[n - 1 : n + 1] == "(("]:
        end, depth = start, 0
        while depth or end == start:
            depth += (text[end] == "(") - (text[end] == ")")
            end += 1
        if text[end : end + 1] == ")" and _is_generator(text[start:end]):
            text = text[:start] + text[start + 1 : end - 1] + text[end:]
    return text


def _is_generator(text: str) -> bool:
    return isinstance(ast.parse(text, mode="eval").body, ast.GeneratorExp)


# -- names -----------------------------------------------------------------------------------------


def _in_the_names_of(node: ast.FunctionDef, reference: ast.FunctionDef) -> ast.FunctionDef:
    """Return the reference with the learner's names for dummies and for parts."""
    new = copy.deepcopy(reference)
    yours, due = _bindings(node), _bindings(new)
    names: dict[str, str] = {}
    for is_like in (_has_same_text, _is_one_of_as_many):
        for name, text in due.items():
            if name not in names:
                free = (n for n in yours if n not in names.values() and is_like(yours[n], text))
                if (found := next(free, None)) is not None:
                    names[name] = found
    spare = [name for name in due if name not in names.values()]
    for name in due:
        if name not in names:
            names[name] = name if name in spare else spare[0]
            spare.remove(names[name])
    for part in ast.walk(new):
        if isinstance(part, ast.Name):
            part.id = names.get(part.id, part.id)
    return new


def _has_same_text(one: tuple[str, str], other: tuple[str, str]) -> bool:
    return one[1] == other[1]


def _is_one_of_as_many(one: tuple[str, str], other: tuple[str, str]) -> bool:
    return one[0] == other[0]


def _bindings(node: ast.FunctionDef) -> dict[str, tuple[str, str]]:
    """Return the names that a text binds, each with what it goes through."""
    dummies: dict[str, str] = {}
    parts: dict[str, str] = {}
    for part in ast.walk(node):
        if isinstance(part, ast.comprehension) and isinstance(part.target, ast.Name):
            dummies.setdefault(part.target.id, ast.unparse(part.iter))
        elif isinstance(part, ast.Assign) and isinstance(part.targets[0], ast.Name):
            parts.setdefault(part.targets[0].id, ast.unparse(part.value))
    return {
        **{name: (f"one of {len(dummies)} dummies", text) for name, text in dummies.items()},
        **{name: (f"one of {len(parts)} parts", text) for name, text in parts.items()},
    }


def _without_names(reference: ast.FunctionDef) -> ast.FunctionDef:
    """Return a reference that names no parts: in place of the names stands what they name."""
    new, inlining = copy.deepcopy(reference), _Inlining({})
    body = [inlining.visit(statement) for statement in new.body]
    new.body = [each for each in body if not isinstance(each, ast.Assign)]
    return new


class _Inlining(ast.NodeTransformer):
    """Puts what a name names in place of the name."""

    def __init__(self, parts: dict[str, ast.expr]) -> None:
        self._parts = parts

    def visit_Assign(self, node: ast.Assign) -> ast.Assign:  # the name is Python's
        """Note what a name names."""
        node.value = self.visit(node.value)
        if isinstance(node.targets[0], ast.Name):
            self._parts[node.targets[0].id] = node.value
        return node

    def visit_Name(self, node: ast.Name) -> ast.expr:  # the name is Python's
        """Return what a name names."""
        return copy.deepcopy(self._parts[node.id]) if node.id in self._parts else node


# -- alignment -------------------------------------------------------------------------------------

_Way: TypeAlias = "tuple[float, Callable[[Path], Iterator[Edit]]]"
"""The cost of turning one part into another, and the edits, given the path of the part."""


def _nothing(path: Path) -> Iterator[Edit]:
    del path
    yield from ()


class _Alignment:
    """The cheapest ways to turn parts of one text into parts of another."""

    def __init__(self, most: float) -> None:
        self._most = most
        self._ways: dict[tuple[int, int], _Way] = {}
        self._texts: dict[int, tuple[ast.AST, str, int]] = {}

    def statements(self, node: ast.FunctionDef, due: ast.FunctionDef) -> Iterator[Edit]:
        """Yield the edits that turn the statements of a function into those of another."""
        steps = self._pairs(node.body, due.body, self._statement)
        for place, old, new in steps:
            if old is None and new is not None:
                at = node.body[min(place, len(node.body) - 1)]
                yield Edit(("body", place), at, new, is_insertion=True, novelty=self._size(new))
            elif old is not None and new is None:
                yield Edit(("body", place), old, None)
            elif old is not None and new is not None:
                yield from self._statement(old, new)[1](("body", place))

    def _facts(self, node: ast.AST) -> tuple[ast.AST, str, int]:
        found = self._texts.get(id(node))
        if found is None:  # the node is kept, so that its id stays its own
            found = self._texts[id(node)] = node, ast.dump(node), size(node)
        return found

    def _size(self, node: ast.AST) -> int:
        return self._facts(node)[2]

    def _is_same(self, one: ast.AST, other: ast.AST) -> bool:
        return self._facts(one)[1] == self._facts(other)[1]

    def _statement(self, at: ast.AST, due: ast.AST) -> _Way:
        if type(at) is not type(due):
            return NEVER, _nothing
        return self._shape(at, due)

    def _expression(self, at: ast.AST, due: ast.AST) -> _Way:
        key = id(at), id(due)
        if key not in self._ways:
            self._ways[key] = NEVER, _nothing  # against a way that leads back here
            self._ways[key] = self._cheapest(at, due)
        return self._ways[key]

    def _cheapest(self, at: ast.AST, due: ast.AST) -> _Way:
        if self._is_same(at, due):
            return 0.0, _nothing
        best = self._replacement(at, due)
        if type(at) is type(due) and (found := self._shape(at, due))[0] < best[0]:
            best = found
        if isinstance(at, ast.GeneratorExp) or isinstance(due, ast.GeneratorExp):
            return best  # alone it is no expression
        for path, part in parts_of(due):
            rest = self._size(due) - self._size(part)
            if rest + CHANGE < best[0]:
                cost = self._expression(at, part)[0] + rest + CHANGE
                if cost < best[0]:
                    best = cost, self._around(at, due, path, part, rest)
        for path, part in parts_of(at):
            cost = self._expression(part, due)[0] + REMOVAL
            if cost < best[0]:
                best = cost, self._within(at, due, path, part)
        return best

    def _replacement(self, at: ast.AST, due: ast.AST) -> _Way:
        def edits(path: Path) -> Iterator[Edit]:
            yield Edit(path, at, due, novelty=self._size(due))

        is_much = self._size(due) >= self._most
        return self._size(due) * (TOO_MUCH if is_much else 1) + WRITING, edits

    def _around(
        self, at: ast.AST, due: ast.AST, path: Path, part: ast.AST, rest: int
    ) -> Callable[[Path], Iterator[Edit]]:
        def edits(place: Path) -> Iterator[Edit]:
            yield Edit(place, at, put(due, path, at), is_around=True, novelty=rest)
            yield from self._expression(at, part)[1](place)

        return edits

    def _within(
        self, at: ast.AST, due: ast.AST, path: Path, part: ast.AST
    ) -> Callable[[Path], Iterator[Edit]]:
        def edits(place: Path) -> Iterator[Edit]:
            yield Edit(place, at, part)
            yield from self._expression(part, due)[1]((*place, *path))

        return edits

    def _shape(self, at: ast.AST, due: ast.AST) -> _Way:
        """Return the way by which the node stays and its parts change."""
        cost, ways = 0.0, []
        for name, yours in ast.iter_fields(at):
            other = getattr(due, name)
            if isinstance(yours, ast.expr_context):
                continue
            if isinstance(yours, ast.operator | ast.boolop | ast.unaryop):
                found = self._one_word(at, (name,), yours, other)
            elif name == "func":
                found = self._function(at, yours, other)
            elif isinstance(yours, ast.expr) and isinstance(other, ast.expr):
                found = self._at((name,), self._expression(yours, other))
            elif isinstance(yours, list) and isinstance(other, list):
                found = self._list(at, due, name, yours, other)
            else:
                is_same = type(yours) is type(other) and yours == other  # 0 is not False
                found = (0.0 if is_same else NEVER), _nothing
            cost += found[0]
            ways.append(found[1])

        def edits(path: Path) -> Iterator[Edit]:
            for way in ways:
                yield from way(path)

        return cost, edits

    def _at(self, inner: Path, way: _Way) -> _Way:
        return way[0], lambda path: way[1]((*path, *inner))

    def _one_word(self, at: ast.AST, inner: Path, yours: ast.AST, other: ast.AST) -> _Way:
        if type(yours) is type(other):
            return 0.0, _nothing
        changed = put(at, inner, other)
        return CHANGE, lambda path: iter([Edit(path, at, changed, novelty=1)])

    def _function(self, at: ast.AST, yours: ast.AST, other: ast.AST) -> _Way:
        if self._is_same(yours, other):
            return 0.0, _nothing
        names = {each.id for each in (yours, other) if isinstance(each, ast.Name)}
        cost = CHANGE if names == _QUANTIFIERS else WRITING + CHANGE
        return cost, lambda path: iter([Edit(path, at, put(at, ("func",), other), novelty=1)])

    def _list(
        self, at: ast.AST, due: ast.AST, name: str, yours: list[Any], other: list[Any]
    ) -> _Way:
        if (type(at), name) not in _LISTS:
            pairs = list(zip(yours, other, strict=False))
            if len(yours) != len(other) or any((a is None) != (b is None) for a, b in pairs):
                return NEVER, _nothing
            # of a mapping that is put into another one, there is no key
            steps = [(n, a, b) for n, (a, b) in enumerate(pairs) if a is not None]
        else:
            steps = self._pairs(yours, other, self._element)
        cost, ways = 0.0, []
        for place, one, two in steps:
            if one is not None and two is not None:
                if isinstance(one, ast.cmpop):
                    found = self._one_word(at, (name, place), one, two)
                else:
                    found = self._at((name, place), self._element(one, two))
            else:
                shorter = [*yours[:place], *([] if two is None else [two])]
                shorter += yours[place + (two is None) :]
                if len(shorter) < 1 + isinstance(at, ast.BoolOp):
                    cost += REMOVAL  # it can be left out once something else is put in
                    continue
                changed = copy.copy(at)
                setattr(changed, name, shorter)
                novelty = 0 if two is None else self._size(two)
                way = [Edit((), at, changed, is_around=two is not None, novelty=novelty)]
                price = REMOVAL if two is None else novelty + CHANGE
                found = price, _edits_at(way)
            cost += found[0]
            ways.append(found[1])

        def edits(path: Path) -> Iterator[Edit]:
            for each in ways:
                yield from each(path)

        return cost, edits

    def _element(self, at: ast.AST, due: ast.AST) -> _Way:
        if isinstance(at, ast.expr) and isinstance(due, ast.expr):
            return self._expression(at, due)
        if type(at) is not type(due):
            return NEVER, _nothing
        if isinstance(at, ast.keyword) and at.arg != getattr(due, "arg", None):
            return NEVER, _nothing
        if not isinstance(at, ast.comprehension) or not isinstance(due, ast.comprehension):
            return self._shape(at, due)
        if not self._is_same(at.target, due.target):
            return NEVER, _nothing
        cost, edits = self._shape(at, due)
        return cost + ANOTHER_RANGE * (not self._is_same(at.iter, due.iter)), edits

    def _pairs(
        self, yours: Sequence[Any], due: Sequence[Any], way: Callable[[Any, Any], _Way]
    ) -> list[tuple[int, Any, Any]]:
        """Return the cheapest pairs of elements, in order; None stands for no element."""
        best: dict[tuple[int, int], tuple[float, list[tuple[int, Any, Any]]]] = {}
        for one in range(len(yours), -1, -1):
            for two in range(len(due), -1, -1):
                found: list[tuple[float, list[tuple[int, Any, Any]]]] = []
                if one < len(yours) and two < len(due):
                    cost, rest = best[one + 1, two + 1]
                    cost += way(yours[one], due[two])[0]
                    found.append((cost, [(one, yours[one], due[two]), *rest]))
                if one < len(yours):
                    cost, rest = best[one + 1, two]
                    found.append((cost + REMOVAL, [(one, yours[one], None), *rest]))
                if two < len(due):
                    cost, rest = best[one, two + 1]
                    price = self._size(due[two]) + CHANGE
                    found.append((cost + price, [(one, None, due[two]), *rest]))
                best[one, two] = min(found, key=lambda each: each[0], default=(0.0, []))
        return best[0, 0][1]


def _edits_at(edits: list[Edit]) -> Callable[[Path], Iterator[Edit]]:
    def at(path: Path) -> Iterator[Edit]:
        for each in edits:
            yield replace(each, path=path)

    return at


def parts_of(node: ast.AST) -> Iterator[tuple[Path, ast.expr]]:
    """Yield the expressions right within an expression, each with the path to it.

    Those within the comprehension of a quantifier count as the quantifier's own.
    """
    if isinstance(node, ast.Slice):
        return
    for name, value in ast.iter_fields(node):
        if name == "func" or isinstance(value, ast.expr_context):
            continue
        for inner, each in _each(name, value):
            if isinstance(each, ast.GeneratorExp | ast.comprehension | ast.keyword):
                yield from (((*inner, *path), part) for path, part in parts_of(each))
            elif isinstance(each, ast.expr) and name not in ("target", "iter"):
                yield inner, each


def _each(name: str, value: Any) -> Iterator[tuple[Path, Any]]:
    if isinstance(value, list):
        yield from (((name, number), each) for number, each in enumerate(value))
    else:
        yield (name,), value


def put(node: ast.AST, path: Path, new: Any) -> Any:
    """Return a copy of a syntax tree with another part at a place; only the way is copied."""
    if not path:
        return new
    changed = copy.copy(node)
    holder: Any = changed
    for step in path[:-1]:
        part = copy.copy(holder[step] if isinstance(step, int) else getattr(holder, step))
        _set(holder, step, part)
        holder = part
    _set(holder, path[-1], new)
    return changed


def _set(holder: Any, step: str | int, value: Any) -> None:
    if isinstance(step, int):
        holder[step] = value
    else:
        setattr(holder, step, value)

"""Instances: the functions of a specification, executed in name spaces of their own.

An instance is the same specification with other constants (a board of another size), with some
functions edited (a mutant), or simply with memos (:mod:`modspec.run.memo`). It shares types,
exceptions and enumerations with the Python modules.
"""

from __future__ import annotations

import ast
import functools
from collections.abc import Callable, Mapping
from types import CodeType, SimpleNamespace
from typing import Any

from modspec.run.hoist import hoist, provide
from modspec.run.memo import memoise
from modspec.syntax.declaration import declare
from modspec.syntax.errors import SpecificationError
from modspec.syntax.module import Module
from modspec.syntax.relations import reachable

Space = dict[str, Any]
Edit = Callable[[ast.FunctionDef], ast.FunctionDef]
"""A change of a function's syntax tree; it may change the given tree in place."""


class Instance:
    """A module and those it uses, executed in name spaces of their own."""

    def __init__(
        self,
        module: Module,
        constants: Mapping[str, object] | None = None,
        edits: Mapping[tuple[str, str], Edit] | None = None,
        memo_size: int | None = 1 << 16,
        base: Instance | None = None,
    ) -> None:
        """Execute the module.

        ``constants`` gives other values to constants, by name; dependent constants follow.
        ``edits`` changes functions, by (Python name of the module, name). ``memo_size`` is the
        number of results that each function's memo holds (None: no limit, 0: no memos). ``base``
        is an instance with the same constants and without edits; functions that no edit affects
        are shared with it, and so are their memos.
        """
        self.module = module
        self.constants = dict(constants or {})
        self._edits = dict(edits or {})
        self._memo_size = memo_size
        self._shared: dict[str, Space] = base._spaces if base else {}
        self._spaces: dict[str, Space] = {}
        self._space(module)
        unknown = set(self.constants) - {c.name for m in self.modules() for c in m.constants}
        if unknown:
            problem = f"no module used by {module.name} has the constant {min(unknown)}"
            raise SpecificationError(problem)

    def modules(self) -> list[Module]:
        """Return the executed modules, each after those that it uses."""
        return [declare(name) for name in self._spaces]

    def __getitem__(self, name: str) -> Any:
        """Return the function or constant of that name in the module's own name space."""
        return self._spaces[self.module.python_name][name]

    def function(self, module: str, name: str) -> Callable[..., Any]:
        """Return a function of any module, by the module's Python name; execute it if need be."""
        found: Callable[..., Any] = self._space(declare(module))[name]
        return found

    @property
    def has_edits(self) -> bool:
        """Whether any function differs from the file."""
        return bool(self._edits)

    def constant(self, name: str, value: Any) -> Any:
        """Return the value of a constant in this instance; ``value`` is that in the file."""
        for space in self._spaces.values():
            if name in space and not callable(space[name]):
                return space[name]
        return value

    def _space(self, module: Module) -> Space:
        if module.python_name in self._spaces:
            return self._spaces[module.python_name]
        if module.python_name in self._shared and not self._is_edited(module):
            for use in module.uses:
                self._space(declare(use.module))
            space = self._spaces[module.python_name] = self._shared[module.python_name]
            return space
        space = dict(vars(module.python))
        for use in module.uses:
            used = self._space(declare(use.module))
            space.update({name: used[name] for name in use.names})
            if use.qualified:
                space[use.short] = SimpleNamespace(**{name: used[name] for name in use.qualified})
        self._spaces[module.python_name] = space
        shared = self._shared.get(module.python_name)
        functions = []
        is_quick = self._memo_size != 0
        if is_quick:
            provide(space)
        for node, code in _code_of(module, is_quick):
            if isinstance(node, ast.FunctionDef):
                if shared is not None and not self._edits.keys() & _reachable_from(
                    module, node.name
                ):
                    space[node.name] = shared[node.name]
                    continue
                edited = self._edit(module, node)
                code = _code(edited, module, is_quick) if edited else code
                exec(code, space)  # the module's own source
                functions.append(edited or node)
            elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
                if node.target.id in self.constants:
                    space[node.target.id] = self.constants[node.target.id]
                elif self.constants:
                    exec(code, space)
        self._prepare(module, functions, space)
        return space

    def _prepare(self, module: Module, functions: list[ast.FunctionDef], space: Space) -> None:
        """Prepare executed functions to be called."""
        if self._memo_size != 0:
            memoise(module, (node.name for node in functions), space, self._memo_size)

    def _is_edited(self, module: Module) -> bool:
        """Whether a function of a module, or of one that it uses, is edited."""
        return any(name == module.python_name for name, _ in self._edits) or any(
            self._is_edited(declare(use.module)) for use in module.uses
        )

    def _edit(self, module: Module, node: ast.FunctionDef) -> ast.FunctionDef | None:
        """Return the edited copy of a function, or None if no edit changes it."""
        edit = self._edits.get((module.python_name, node.name))
        return edit(_copy(node)) if edit else None


@functools.cache
def _code_of(module: Module, is_quick: bool) -> tuple[tuple[ast.stmt, CodeType], ...]:
    """Return the functions and constants of a module, each with its code.

    Quick code computes what it can once: :mod:`modspec.run.hoist`.
    """
    return tuple(
        (node, _code(node, module, is_quick))
        for node in ast.parse(module.source).body
        if isinstance(node, ast.FunctionDef)
        or (isinstance(node, ast.AnnAssign) and ast.unparse(node.annotation).startswith("Final"))
    )


def _code(node: ast.stmt, module: Module, is_quick: bool) -> CodeType:
    nodes = [node]
    if is_quick and isinstance(node, ast.FunctionDef):
        nodes = hoist(node, vars(module.python))
    tree = ast.fix_missing_locations(ast.Module([_FUTURE, *nodes], []))
    # assumptions are asserts: optimize=0 keeps them under python -O
    return compile(tree, str(module.file), "exec", optimize=0)


_FUTURE = ast.ImportFrom("__future__", [ast.alias("annotations")], 0)


def _copy(node: Any) -> Any:
    """Return a copy of a syntax tree; faster than ``copy.deepcopy``, which tracks duplicates."""
    if isinstance(node, ast.AST):
        copy = type(node)(**{name: _copy(value) for name, value in ast.iter_fields(node)})
        return ast.copy_location(copy, node)
    return [*map(_copy, node)] if isinstance(node, list) else node


@functools.cache
def _reachable_from(module: Module, name: str) -> frozenset[tuple[str, str]]:
    """Return a function and all that it applies, directly or not: (Python module, name)."""
    return reachable([module[name]])

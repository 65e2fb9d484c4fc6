"""Instances: the functions of a specification, executed anew.

An instance is the same specification with other constants (a board of another size), with some functions
replaced (a mutant), or simply with memory: the functions are pure, so none is ever evaluated twice on
the same arguments. Types, exceptions and enumerations are shared with the Python modules.
"""

from __future__ import annotations

import ast
import functools
from collections.abc import Callable, Mapping
from types import CodeType, SimpleNamespace
from typing import Any

from modspec.run.memo import memoise
from modspec.syntax.declaration import declare
from modspec.syntax.errors import SpecificationError
from modspec.syntax.module import Module
from modspec.syntax.relations import reachable

Space = dict[str, Any]
Edit = Callable[[ast.FunctionDef], ast.FunctionDef]
"""A change of a function's syntax tree; it may alter the tree that it is given."""


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

        ``constants`` gives other values to constants, by name; those that depend on them follow.
        ``edits`` changes functions, by the Python name of their module and their own. ``remember`` is how many results each function
        keeps (None: all, 0: none), see :mod:`modspec.run.memo`. ``like`` is an instance with the same constants and without edits: what
        no edit concerns is shared with it, function by function, and so is what it remembers.
        """
        self.module = module
        self.constants = dict(constants or {})
        self._edits = dict(edits or {})
        self._remember = memo_size
        self._shared: dict[str, Space] = base._spaces if base else {}
        self._spaces: dict[str, Space] = {}
        self._space(module)
        unknown = set(self.constants) - {c.name for m in self.modules() for c in m.constants}
        if unknown:
            raise SpecificationError(
                f"no module used by {module.name} has the constant {min(unknown)}"
            )

    def modules(self) -> list[Module]:
        """The modules executed, those used before those that use them."""
        return [declare(name) for name in self._spaces]

    def __getitem__(self, name: str) -> Any:
        """The function or constant of that name in the module's own name space."""
        return self._spaces[self.module.python_name][name]

    def function(self, module: str, name: str) -> Callable[..., Any]:
        """A function of any module, by the module's Python name; what is not used yet is executed now."""
        found: Callable[..., Any] = self._space(declare(module))[name]
        return found

    @property
    def has_edits(self) -> bool:
        """Whether any function is not as it stands in the file."""
        return bool(self._edits)

    def constant(self, name: str, value: Any) -> Any:
        """The value that a constant, whose value in the file is given, has in this instance."""
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
        for node, code in _compiled(module):
            if isinstance(node, ast.FunctionDef):
                if shared is not None and not self._edits.keys() & _applied(module, node.name):
                    space[node.name] = shared[node.name]
                    continue
                altered = self._altered(module, node)
                exec(_code(altered, module) if altered else code, space)  # the module's own source
                functions.append(altered or node)
            elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
                if node.target.id in self.constants:
                    space[node.target.id] = self.constants[node.target.id]
                elif self.constants:
                    exec(code, space)
        self._prepare(module, functions, space)
        return space

    def _prepare(self, module: Module, functions: list[ast.FunctionDef], space: Space) -> None:
        """Make functions that were executed ready to be called."""
        if self._remember != 0:
            memoise(module, functions, space, self._remember)

    def _is_edited(self, module: Module) -> bool:
        """Whether an edit concerns a module, or one that it uses."""
        return any(name == module.python_name for name, _ in self._edits) or any(
            self._is_edited(declare(use.module)) for use in module.uses
        )

    def _altered(self, module: Module, node: ast.FunctionDef) -> ast.FunctionDef | None:
        """What stands in place of a function, if it is to be changed; the node itself is left alone."""
        edit = self._edits.get((module.python_name, node.name))
        return edit(_copied(node)) if edit else None


@functools.cache
def _compiled(module: Module) -> tuple[tuple[ast.stmt, CodeType], ...]:
    """The functions and constants of a module, each with its code."""
    return tuple(
        (node, _code(node, module))
        for node in ast.parse(module.source).body
        if isinstance(node, ast.FunctionDef)
        or (isinstance(node, ast.AnnAssign) and ast.unparse(node.annotation).startswith("Final"))
    )


def _code(node: ast.stmt, module: Module) -> CodeType:
    return compile(
        ast.fix_missing_locations(ast.Module([_FUTURE, node], [])),
        str(module.file),
        "exec",
        optimize=0,  # assumptions are asserts: they hold under python -O as well
    )


_FUTURE = ast.ImportFrom("__future__", [ast.alias("annotations")], 0)


def _copied(node: Any) -> Any:
    """A syntax tree like this one; quicker than ``copy.deepcopy``, which looks for what occurs twice."""
    if isinstance(node, ast.AST):
        copied = type(node)(**{name: _copied(value) for name, value in ast.iter_fields(node)})
        return ast.copy_location(copied, node)
    return [*map(_copied, node)] if isinstance(node, list) else node


@functools.cache
def _applied(module: Module, name: str) -> frozenset[tuple[str, str]]:
    """A function and all that it applies, directly or not, by their modules' Python names and their own."""
    return reachable([module[name]])

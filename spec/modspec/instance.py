"""Instances: the functions of a specification, executed anew.

An instance is the same specification with other constants (a board of another size), with some functions
replaced (a mutant), or simply with memory: the functions are pure, so none is ever evaluated twice on
the same arguments. Types, exceptions and enumerations are shared with the Python modules.
"""

from __future__ import annotations

import ast
import collections.abc
import functools
import typing
from collections.abc import Callable, Mapping
from typing import Any

from modspec.declaration import declare
from modspec.errors import SpecificationError
from modspec.expressions import Generator, Interval, walk
from modspec.module import Function, Module, Parameter
from modspec.values import State, frozen

Space = dict[str, Any]
Edit = Callable[[ast.Module], ast.Module]
"""A change of a module's syntax tree; it may alter the tree that it is given."""


class Instance:
    """A module and those it uses, executed in name spaces of their own."""

    def __init__(
        self,
        module: Module,
        constants: Mapping[str, object] | None = None,
        edits: Mapping[str, Edit] | None = None,
        remember: int | None = 1 << 16,
    ) -> None:
        """Execute the module.

        ``constants`` gives other values to constants, by name; those that depend on them follow.
        ``edits`` changes modules, by their Python names. ``remember`` is how many results each function
        keeps (None: all, 0: none).
        """
        self.module = module
        self._constants = dict(constants or {})
        self._edits = dict(edits or {})
        self._remember = remember
        self._spaces: dict[str, Space] = {}
        self._space(module)
        unknown = set(self._constants) - {c.name for m in self.modules() for c in m.constants}
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
        """A function of any of the modules, by the module's Python name."""
        found: Callable[..., Any] = self._spaces[module][name]
        return found

    def constant(self, name: str, value: Any) -> Any:
        """The value that a constant, whose value in the file is given, has in this instance."""
        for space in self._spaces.values():
            if name in space and not callable(space[name]):
                return space[name]
        return value

    def _space(self, module: Module) -> Space:
        if module.python_name in self._spaces:
            return self._spaces[module.python_name]
        space: Space = dict(vars(module.python))
        for use in module.uses:
            used = self._space(declare(use.module))
            space.update({name: used[name] for name in use.names})
        tree = ast.parse(module.source)
        if module.python_name in self._edits:
            tree = self._edits[module.python_name](tree)
        self._spaces[module.python_name] = space
        for node in tree.body:
            if isinstance(node, ast.FunctionDef):
                self._execute(node, module, space)
                self._wrap(module, node.name, space)
            elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
                if node.target.id in self._constants:
                    space[node.target.id] = self._constants[node.target.id]
                elif self._constants and ast.unparse(node.annotation).startswith("Final"):
                    self._execute(node, module, space)
        return space

    def _execute(self, node: ast.stmt, module: Module, space: Space) -> None:
        code = ast.fix_missing_locations(ast.Module([_FUTURE, node], []))
        exec(compile(code, str(module.file), "exec"), space)  # the module's own source

    def _wrap(self, module: Module, name: str, space: Space) -> None:
        plain = space[name]
        declared = {function.name: function for function in module.functions}.get(name)
        if self._remember == 0 or declared is None or not _is_worth_remembering(module, declared):
            return

        @functools.lru_cache(self._remember)
        @functools.wraps(plain)
        def remembered(*arguments: Any) -> Any:
            return frozen(plain(*arguments))

        space[name] = remembered


_FUTURE = ast.ImportFrom("__future__", [ast.alias("annotations")], 0)


def _is_worth_remembering(module: Module, function: Function) -> bool:
    """Whether to look a result up is quicker than to compute it again.

    It is where the function goes through a set, and where it is asked the same few things over and over
    because no argument is a state or a mapping. A short formula about a board is quicker computed.
    """
    through_a_set = any(
        isinstance(part, Generator) and not isinstance(part.domain, Interval)
        for clause in function.clauses()
        for part in walk(clause.value)
    )
    return through_a_set or not (function.state or any(_is_large(module, p) for p in function.parameters))


def _is_large(module: Module, parameter: Parameter) -> bool:
    """Whether a parameter has more values than are likely to be met again."""
    alias = vars(module.python).get(getattr(parameter.type, "name", ""))
    is_state = isinstance(alias, type) and issubclass(alias, State)
    return is_state or typing.get_origin(alias) is collections.abc.Mapping

"""Instances: the functions of a specification, executed anew.

An instance is the same specification with other constants (a board of another size), with some functions
replaced (a mutant), or simply with memory: the functions are pure, so none is ever evaluated twice on
the same arguments. Types, exceptions and enumerations are shared with the Python modules.
"""

from __future__ import annotations

import ast
import collections.abc
import copy
import functools
import typing
from collections.abc import Callable, Mapping
from types import CodeType, SimpleNamespace
from typing import Any

from modspec.declaration import declare
from modspec.errors import SpecificationError
from modspec.expressions import Generator, Interval, walk
from modspec.module import Function, Module, Parameter
from modspec.values import State, frozen

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
        remember: int | None = 1 << 16,
        like: Instance | None = None,
    ) -> None:
        """Execute the module.

        ``constants`` gives other values to constants, by name; those that depend on them follow.
        ``edits`` changes functions, by the Python name of their module and their own. ``remember`` is how many results each function
        keeps (None: all, 0: none). ``like`` is an instance with the same constants and without edits: what
        no edit concerns is shared with it, and so is what it remembers.
        """
        self.module = module
        self.constants = dict(constants or {})
        self._edits = dict(edits or {})
        self._remember = remember
        self._shared: dict[str, Space] = like._spaces if like else {}
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
    def edited(self) -> bool:
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
        for node, code in _compiled(module):
            if isinstance(node, ast.FunctionDef):
                altered = self._altered(module, node)
                exec(_code(altered, module) if altered else code, space)  # the module's own source
                self._wrap(module, node.name, space)
            elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
                if node.target.id in self.constants:
                    space[node.target.id] = self.constants[node.target.id]
                elif self.constants:
                    exec(code, space)
        return space

    def _is_edited(self, module: Module) -> bool:
        """Whether an edit concerns a module, or one that it uses."""
        return any(name == module.python_name for name, _ in self._edits) or any(
            self._is_edited(declare(use.module)) for use in module.uses
        )

    def _altered(self, module: Module, node: ast.FunctionDef) -> ast.FunctionDef | None:
        """What stands in place of a function, if it is to be changed; the node itself is left alone."""
        edit = self._edits.get((module.python_name, node.name))
        return edit(copy.deepcopy(node)) if edit else None

    def _wrap(self, module: Module, name: str, space: Space) -> None:
        plain = space[name]
        if self._remember == 0 or name not in _worth_remembering(module):
            return

        @functools.lru_cache(self._remember)
        @functools.wraps(plain)
        def remembered(*arguments: Any) -> Any:
            return frozen(plain(*arguments))

        space[name] = remembered


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


@functools.cache
def _worth_remembering(module: Module) -> frozenset[str]:
    return frozenset(f.name for f in module.functions if _is_worth_remembering(module, f))


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
    return through_a_set or not (
        function.state or any(_is_large(module, p) for p in function.parameters)
    )


def _is_large(module: Module, parameter: Parameter) -> bool:
    """Whether a parameter has more values than are likely to be met again."""
    alias = vars(module.python).get(getattr(parameter.type, "name", ""))
    is_state = isinstance(alias, type) and issubclass(alias, State)
    return is_state or typing.get_origin(alias) is collections.abc.Mapping

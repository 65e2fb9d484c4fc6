"""Declaring a module: from a Python file to a module interface specification."""

from __future__ import annotations

import ast
import enum
import importlib
import inspect
import re
import sys
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any, NoReturn

from modspec.syntax.annotations import read_type, type_of
from modspec.syntax.classes import declared_class, docstring_after
from modspec.syntax.errors import OutsideNotation, SpecificationError
from modspec.syntax.expressions import Apply, Ranges, walk
from modspec.syntax.labels import Labels, span
from modspec.syntax.module import (
    ConstantDeclaration,
    ExceptionDeclaration,
    Function,
    Kind,
    Module,
    Parameter,
    StateDeclaration,
    TypeDeclaration,
    Use,
)
from modspec.syntax.scope import Callee, NameScope
from modspec.syntax.statements import Body
from modspec.syntax.subset import Reader
from modspec.syntax.values import AbstractDataType, AbstractObject, State

_declared: dict[str, Module] = {}


def declare(python_name: str) -> Module:
    """Read the Python module of that name, and those it uses, as module interface specifications.

    The same name always gives the same :class:`Module`. Raises :class:`OutsideNotation` with file, line
    and column for what the notation does not have, :class:`SpecificationError` for what cannot be read.
    """
    if python_name not in _declared:
        try:
            python = importlib.import_module(python_name)
        except ModuleNotFoundError as error:
            raise SpecificationError(
                f"no module {error.name!r}; give the dotted name of a Python module that can be imported"
            ) from error
        except SpecificationError:
            raise
        except Exception as error:
            what = " ".join(f"{type(error).__name__}: {error}".split())
            raise SpecificationError(f"{python_name} cannot be imported: {what}") from error
        _declared[python_name] = _Declaration(python).module()
    return _declared[python_name]


def function_of(call: Apply) -> Function:
    """The declaration of the function that an expression applies."""
    return _declared[call.module][call.function]


def _title_and_text(docstring: str) -> tuple[str, str, dict[str, str]]:
    """The first line, the paragraphs after it, and the sections that a heading with a colon begins."""
    title, _, rest = inspect.cleandoc(docstring).partition("\n")
    sections: dict[str, str] = {}
    current = ""
    lines: list[str] = []
    for line in [*rest.splitlines(), "End:"]:
        heading = re.fullmatch(r"([A-Z]\w*):", line)
        if heading:
            sections[current] = inspect.cleandoc("\n".join(lines)).strip()
            current, lines = heading[1], []
        else:
            lines.append(line)
    return title.strip(), sections.pop("", ""), sections


class _Declaration:
    """One file on its way to a module."""

    def __init__(self, python: ModuleType) -> None:
        self.python = python
        file = getattr(python, "__file__", None)
        if file is None:
            raise SpecificationError(f"{python.__name__} has no source file to read")
        self.file = Path(file)
        self.shown = _shown(self.file)
        self.source = self.file.read_text(encoding="utf-8")
        self.tree = ast.parse(self.source)
        self.labelled = Labels(self.source, self.tree)
        self.exported = frozenset(getattr(python, "__all__", ()))
        self.uses = self._uses()
        self.state_class = self._state_class()
        self.callees = self._callees()
        self.scope = NameScope(self.shown, python, self.labelled, self.callees)

    def module(self) -> Module:
        """The whole module, or the first thing that is wrong with it."""
        title, text, sections = _title_and_text(ast.get_docstring(self.tree) or "")
        if not title:
            self._refuse(
                1, "a module without a docstring", "say in the first line what the module is"
            )
        constants: list[ConstantDeclaration] = []
        types: list[TypeDeclaration] = []
        exceptions: list[ExceptionDeclaration] = []
        functions: list[Function] = []
        state: StateDeclaration | None = None
        for index, node in enumerate(self.tree.body):
            text_after = docstring_after(self.tree.body, index)
            if isinstance(node, ast.FunctionDef):
                functions.append(self._function(node))
            elif isinstance(node, ast.ClassDef):
                declared = declared_class(self.scope, node)
                if isinstance(declared, StateDeclaration):
                    state = declared
                elif isinstance(declared, ExceptionDeclaration):
                    exceptions.append(declared)
                else:
                    types.append(declared)
            elif isinstance(node, ast.AnnAssign):
                assigned = self._assignment(node, text_after)
                if isinstance(assigned, TypeDeclaration):
                    types.append(assigned)
                elif assigned is not None:
                    constants.append(assigned)
            else:
                self._ignorable(node)
        self._no_recursion(functions)
        self._declared_once()
        for line in self.labelled.stray_labels():
            self._refuse(
                line, "a label where no clause ends", "put it on the last line of a clause"
            )
        return Module(
            name=self.python.__name__.rpartition(".")[2],
            python_name=self.python.__name__,
            kind=self._kind(bool(functions)),
            title=title,
            text=text,
            assumptions=sections.get("Assumptions", ""),
            considerations=sections.get("Considerations", ""),
            uses=self.uses,
            constants=tuple(constants),
            types=tuple(types),
            exceptions=tuple(exceptions),
            state=state,
            functions=tuple(functions),
            file=self.file,
            source=self.source,
            python=self.python,
        )

    def _refuse(self, line: int, construct: str, instead: str) -> NoReturn:
        raise OutsideNotation(self.shown, line, 1, construct, instead)

    def _declared_once(self) -> None:
        """Refuse a name with two declarations, and an export that is none."""
        seen: set[str] = set()
        for node in self.tree.body:
            if isinstance(node, ast.FunctionDef | ast.ClassDef):
                if node.name in seen:
                    self._refuse(node.lineno, f"a second {node.name}", "declare each name once")
                seen.add(node.name)
        for name in sorted(self.exported - set(vars(self.python))):
            self._refuse(1, f"{name} in __all__", "export only what the module declares")

    def _ignorable(self, node: ast.stmt) -> None:
        """Imports, docstrings and ``__all__`` say nothing more; anything else would be lost from the page."""
        if isinstance(node, ast.Import | ast.ImportFrom):
            return
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            return
        if isinstance(node, ast.Assign):
            if [ast.unparse(target) for target in node.targets] == ["__all__"]:
                return
            self.scope.refuse(node, "a constant without a type", "write NAME: Final = value")
        self.scope.refuse_kind(node)

    def _kind(self, has_functions: bool) -> Kind:
        if self.state_class is None:
            return Kind.LIBRARY if has_functions else Kind.TYPES
        is_type = issubclass(self.state_class, AbstractDataType)
        return Kind.ABSTRACT_DATA_TYPE if is_type else Kind.ABSTRACT_OBJECT

    def _uses(self) -> tuple[Use, ...]:
        named: dict[str, tuple[str, ...]] = {}
        qualified: dict[str, tuple[str, ...]] = {}
        for node in self.tree.body:
            if isinstance(node, ast.Import):
                self._no_specification(node)
            if isinstance(node, ast.ImportFrom):
                if node.level or not node.module:
                    instead = "name the package or module in full: from package import module"
                    self._refuse(node.lineno, "an import from where the file lies", instead)
                if not _is_specification(node.module):
                    continue
                if any(alias.name == "*" for alias in node.names):
                    self._refuse(node.lineno, "an import of everything", "import each name")
                if any(alias.asname for alias in node.names):
                    self._refuse(
                        node.lineno, "an import under another name", "import it by its own name"
                    )
                whole = [a.name for a in node.names if self._is_module(a.name)]
                for name in whole:
                    functions = self._called_through(name)
                    if not functions:
                        instead = f"leave it out, or call its functions: {name}.function(...)"
                        self._refuse(node.lineno, f"{name}, which nothing uses,", instead)
                    qualified[f"{node.module}.{name}"] = functions
                names = tuple(a.name for a in node.names if a.name not in whole)
                if names:
                    named[node.module] = (*named.get(node.module, ()), *names)
        used = dict.fromkeys((*named, *qualified))
        for module in used:
            declare(module)
        return tuple(Use(m, named.get(m, ()), qualified.get(m, ())) for m in used)

    def _no_specification(self, node: ast.Import) -> None:
        """Refuse ``import package.module`` of a specification: the page would not say what it is called."""
        for alias in node.names:
            if _is_specification(alias.name):
                package, _, name = alias.name.rpartition(".")
                instead = f"write from {package} import {name}" if package else "import its names"
                self._refuse(node.lineno, f"import {alias.name}", instead)

    def _is_module(self, name: str) -> bool:
        return isinstance(vars(self.python).get(name), ModuleType)

    def _called_through(self, module: str) -> tuple[str, ...]:
        """The names that the file takes from a module as ``module.name``, in the order of the text."""
        found = [
            node
            for node in ast.walk(self.tree)
            if isinstance(node, ast.Attribute)
            and isinstance(node.value, ast.Name)
            and node.value.id == module
        ]
        found.sort(key=lambda node: (node.lineno, node.col_offset))
        return tuple(dict.fromkeys(node.attr for node in found))

    def _state_class(self) -> type[State] | None:
        found = [
            value
            for value in vars(self.python).values()
            if isinstance(value, type)
            and issubclass(value, State)
            and value not in (State, AbstractObject, AbstractDataType)
            and value.__module__ == self.python.__name__
        ]
        if len(found) > 1:
            names = ", ".join(cls.__name__ for cls in found)
            self._refuse(
                1, f"a module with several states ({names})", "give each a module of its own"
            )
        return found[0] if found else None

    def _is_state(self, annotation: ast.expr | None) -> bool:
        return (
            self.state_class is not None
            and isinstance(annotation, ast.Name)
            and annotation.id == self.state_class.__name__
        )

    def _callees(self) -> dict[str, Callee]:
        callees = {}
        for use in self.uses:
            used = declare(use.module)
            for function in used.functions:
                names = tuple(p.name for p in function.parameters)
                state = (function.state,) if function.state else ()
                callee = Callee(use.module, bool(state), (*state, *names))
                if function.name in use.names:
                    callees[function.name] = callee
                if function.name in use.qualified:
                    callees[f"{use.short}.{function.name}"] = callee
        for node in self.tree.body:
            if isinstance(node, ast.FunctionDef):
                names = tuple(argument.arg for argument in node.args.args)
                takes_state = bool(node.args.args) and self._is_state(node.args.args[0].annotation)
                callees[node.name] = Callee(self.python.__name__, takes_state, names)
        return callees

    # -- types and constants -----------------------------------------------------------------------

    def _assignment(
        self, node: ast.AnnAssign, text: str
    ) -> TypeDeclaration | ConstantDeclaration | None:
        if not isinstance(node.target, ast.Name) or node.value is None:
            self.scope.refuse(
                node, "a variable of the module", "give a constant a value: NAME: Final = value"
            )
        name, annotation = node.target.id, ast.unparse(node.annotation)
        marks: dict[str, Any] = {"text": text, "rules": self.labelled.of(node), "at": span(node)}
        if annotation == "TypeAlias":
            return TypeDeclaration(name, type=read_type(self.scope, node.value, node), **marks)
        if not annotation.startswith("Final"):
            self.scope.refuse(
                node, "a variable of the module", "constants are Final: NAME: Final = value"
            )
        value = vars(self.python)[name]
        if isinstance(value, enum.Enum) and value.name == name:
            return None  # an element of an enumeration under its own name
        declared_type = (
            read_type(self.scope, node.annotation.slice, node)
            if isinstance(node.annotation, ast.Subscript)
            else type_of(value)
        )
        return ConstantDeclaration(
            name, type=declared_type, value=Reader(self.scope)(node.value), **marks
        )

    # -- functions ---------------------------------------------------------------------------------

    def _function(self, node: ast.FunctionDef) -> Function:
        arguments = node.args
        stars = arguments.vararg or arguments.kwarg or arguments.kwonlyargs or arguments.posonlyargs
        if node.decorator_list or stars or arguments.defaults:
            self.scope.refuse(
                node, f"{node.name} with a decorator, default or star", "give it plain parameters"
            )
        state = None
        if arguments.args and self._is_state(arguments.args[0].annotation):
            state = arguments.args[0].arg
        parameters = tuple(
            Parameter(argument.arg, read_type(self.scope, argument.annotation, argument))
            for argument in arguments.args[1 if state else 0 :]
        )
        names = {parameter.name: Ranges.PARAMETER for parameter in parameters}
        variables = self.state_class.variables if self.state_class and state else ()
        scope = NameScope(self.shown, self.python, self.labelled, self.callees, state, variables)
        for argument in arguments.args[1 if state else 0 :]:
            if not scope.is_free(argument.arg):
                scope.refuse(
                    argument,
                    f"the parameter {argument.arg}, which already means something",
                    "choose another name",
                )
        body = Body(node, replace(scope, names=names))
        return Function(
            name=node.name,
            text=" ".join((ast.get_docstring(node) or "").split()),
            rules=(),
            at=span(node),
            module=self.python.__name__,
            exported=node.name in self.exported,
            state=state,
            parameters=parameters,
            result=read_type(self.scope, node.returns, node),
            **body.clauses(yields_state=self._is_state(node.returns)),
        )

    def _no_recursion(self, functions: list[Function]) -> None:
        """Refuse functions that call each other in a circle: the notation has no recursion."""
        calls = {
            function.name: {
                part.function
                for clause in function.clauses()
                for part in walk(clause.value)
                if isinstance(part, Apply) and part.module == self.python.__name__
            }
            for function in functions
        }
        for function in functions:
            reached, todo = set[str](), [function.name]
            while todo:
                new = calls[todo.pop()] - reached
                reached |= new
                todo += sorted(new)
            if function.name in reached:
                self._refuse(
                    function.at.line,
                    f"{function.name}, which calls itself,",
                    "quantify over a range instead",
                )


def _is_specification(python_name: str) -> bool:
    """Whether an import is of another specification module, rather than of the notation or of typing."""
    root = python_name.partition(".")[0]
    return root not in sys.stdlib_module_names and root != "modspec"


def _shown(file: Path) -> str:
    """The file's path as an error names it: relative to the current folder where that is shorter."""
    try:
        return str(file.relative_to(Path.cwd()))
    except ValueError:
        return str(file)

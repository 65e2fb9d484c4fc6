"""Declaring a module: from a Python file to a module interface specification."""

from __future__ import annotations

import ast
import enum
import importlib
import inspect
import re
import sys
from dataclasses import replace
from difflib import get_close_matches
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from types import ModuleType
from typing import Any, Final, NoReturn

from modspec.syntax.choices import some
from modspec.syntax.errors import OutsideNotation, SpecificationError
from modspec.syntax.expressions import Apply, Interval, walk
from modspec.syntax.kinds import hints_of
from modspec.syntax.labels import Labels, span
from modspec.syntax.module import (
    ConstantDeclaration,
    Declared,
    ExceptionDeclaration,
    Function,
    Kind,
    Module,
    Parameter,
    StateDeclaration,
    TypeDeclaration,
    TypeParameterDeclaration,
    Use,
    VariableDeclaration,
)
from modspec.syntax.recursion import RECURSION, first_call, is_bounded
from modspec.syntax.scope import CHOOSES, YIELDS_TWO, Callee, NameScope
from modspec.syntax.subset import Body, Reader, Yields
from modspec.syntax.types import Enumeration, IntegersIn, TupleOf, Type, read_type, type_of
from modspec.syntax.values import AbstractDataType, AbstractObject, State

HEADINGS: Final = ("Environment Variables", "Assumptions", "Considerations")
"""The headings that a module's docstring may have."""

_declared: dict[str, Module] = {}


def declare(python_name: str) -> Module:
    """Return the module interface specification that the Python module of that name states.

    The same name always gives the same :class:`Module`. Raises :class:`OutsideNotation` with file,
    line and column for what the notation does not have, :class:`SpecificationError` for a module
    that cannot be read.
    """
    if python_name not in _declared:
        try:
            python = importlib.import_module(python_name)
        except ModuleNotFoundError as error:
            instead = "give the dotted name of a Python module that can be imported"
            raise SpecificationError(f"no module {error.name!r}; {instead}") from error
        except SpecificationError:
            raise
        except Exception as error:
            reason = " ".join(f"{type(error).__name__}: {error}".split())
            raise SpecificationError(f"{python_name} cannot be imported: {reason}") from error
        _declared[python_name] = _Declaration(python).module()
    return _declared[python_name]


def function_of(call: Apply) -> Function:
    """Return the declaration of the function that an expression applies."""
    return _declared[call.module][call.function]


class _Declaration:
    """One file on its way to a module."""

    def __init__(self, python: ModuleType) -> None:
        self.python = python
        file = getattr(python, "__file__", None)
        if file is None:
            raise SpecificationError(f"{python.__name__} has no source file to read")
        self.file = Path(file)
        here = Path.cwd()
        nearby = self.file.relative_to(here) if self.file.is_relative_to(here) else self.file
        self.path = str(nearby)
        self.source = _source_of(python) or self.file.read_text(encoding="utf-8")
        self.tree = ast.parse(self.source)
        self.labels = Labels(self.source, self.tree)
        self.exported = frozenset(getattr(python, "__all__", ()))
        self.uses = self._uses()
        self.state_class = self._state_class()
        self.scope = NameScope(self.path, python, self.labels, self._callees())

    def module(self) -> Module:
        """Return the whole module; raise for the first thing that is wrong with it."""
        title, text, sections = _title_and_text(ast.get_docstring(self.tree) or "")
        if not title:
            advice = "say in the first line what the module is"
            self._refuse(1, "a module without a docstring", advice)
        declared = [
            found for number in range(len(self.tree.body)) if (found := self._declaration(number))
        ]
        functions = tuple(each for each in declared if isinstance(each, Function))
        self._refuse_recursion(functions)
        self._refuse_second_names()
        for line in self.labels.stray_labels():
            advice = "put it on the last line of a clause"
            self._refuse(line, "a label where no clause ends", advice)
        return Module(
            name=self.python.__name__.rpartition(".")[2],
            python_name=self.python.__name__,
            kind=self._kind(bool(functions)),
            title=title,
            text=text,
            environment=sections.get("Environment Variables", ""),
            assumptions=sections.get("Assumptions", ""),
            considerations=sections.get("Considerations", ""),
            uses=self.uses,
            constants=tuple(each for each in declared if isinstance(each, ConstantDeclaration)),
            types=tuple(each for each in declared if isinstance(each, TypeDeclaration)),
            exceptions=tuple(each for each in declared if isinstance(each, ExceptionDeclaration)),
            state=next((each for each in declared if isinstance(each, StateDeclaration)), None),
            functions=functions,
            file=self.file,
            source=self.source,
            python=self.python,
            type_parameters=tuple(e for e in declared if isinstance(e, TypeParameterDeclaration)),
        )

    def _refuse(self, line: int, construct: str, instead: str) -> NoReturn:
        raise OutsideNotation(self.path, line, 1, construct, instead)

    def _declaration(self, number: int) -> Declared | None:
        """Return the declaration that a statement of the module makes, by its position, if any.

        Imports, docstrings and ``__all__`` declare nothing. Any other statement is refused: it
        would not appear on the page.
        """
        match self.tree.body[number]:
            case ast.FunctionDef() as node:
                return self._function(node)
            case ast.ClassDef() as node:
                return self._class(node)
            case ast.AnnAssign() as node:
                return self._assignment(node, _docstring_after(self.tree.body, number))
            case ast.Import() | ast.ImportFrom() | ast.Expr(value=ast.Constant()):
                return None
            case ast.Assign(targets=[ast.Name(id="__all__")]):
                return None
            case (
                ast.Assign(
                    targets=[ast.Name(id=name)], value=ast.Call(func=ast.Name(id="TypeVar"))
                ) as node
            ):
                text = _docstring_after(self.tree.body, number)
                return TypeParameterDeclaration(name, text, self.labels.of(node), span(node))
            case ast.Assign() as node:
                self.scope.refuse(node, "a constant without a type", "write NAME: Final = value")
            case node:
                self.scope.refuse_kind(node)

    def _refuse_second_names(self) -> None:
        """Refuse a name with two declarations, and an exported name with none."""
        seen: set[str] = set()
        for node in self.tree.body:
            if isinstance(node, ast.FunctionDef | ast.ClassDef):
                if node.name in seen:
                    self._refuse(node.lineno, f"a second {node.name}", "declare each name once")
                seen.add(node.name)
        for node in self.tree.body:
            match node:
                case ast.Assign(
                    targets=[ast.Name(id="__all__")],
                    value=ast.List(elts=exports) | ast.Tuple(elts=exports),
                ):
                    for export in exports:
                        self._refuse_unknown_export(export)

    def _refuse_unknown_export(self, node: ast.expr) -> None:
        """Refuse an export that nothing declares."""
        name = getattr(node, "value", None)
        if isinstance(name, str) and name not in vars(self.python):
            near = get_close_matches(name, self.scope.known_names(), n=1)
            advice = "export only what the module declares"
            if near:
                advice = f"did you mean {near[0]}? If not, {advice}"
            self.scope.refuse(node, f"{name} in __all__", advice)

    def _kind(self, has_functions: bool) -> Kind:
        if self.state_class is None:
            return Kind.LIBRARY if has_functions else Kind.TYPES
        is_type = issubclass(self.state_class, AbstractDataType)
        return Kind.ABSTRACT_DATA_TYPE if is_type else Kind.ABSTRACT_OBJECT

    # -- the modules that it uses ------------------------------------------------------------------

    def _uses(self) -> tuple[Use, ...]:
        named: dict[str, tuple[str, ...]] = {}
        qualified: dict[str, tuple[str, ...]] = {}
        for node in self.tree.body:
            if isinstance(node, ast.Import):
                self._refuse_whole_import(node)
                for alias in node.names:
                    if _is_specification(alias.name):
                        qualified[alias.name] = self._functions_taken_from(node, alias.name)
            if isinstance(node, ast.ImportFrom):
                if node.level or not node.module:
                    advice = "name the package or module in full: from package import module"
                    self._refuse(node.lineno, "an import from where the file lies", advice)
                if not _is_specification(node.module):
                    continue
                if any(alias.name == "*" for alias in node.names):
                    self._refuse(node.lineno, "an import of everything", "import each name")
                if any(alias.asname for alias in node.names):
                    advice = "import it by its own name"
                    self._refuse(node.lineno, "an import under another name", advice)
                modules = [
                    alias.name
                    for alias in node.names
                    if isinstance(vars(self.python).get(alias.name), ModuleType)
                ]
                for name in modules:
                    functions = self._functions_taken_from(node, name)
                    qualified[f"{node.module}.{name}"] = functions
                names = tuple(alias.name for alias in node.names if alias.name not in modules)
                if names:
                    named[node.module] = (*named.get(node.module, ()), *names)
        used = dict.fromkeys((*named, *qualified))
        for module in used:
            declare(module)
        return tuple(Use(m, named.get(m, ()), qualified.get(m, ())) for m in used)

    def _refuse_whole_import(self, node: ast.Import) -> None:
        """Refuse ``import package.module`` of a specification: the page could not name it."""
        for alias in node.names:
            package, _, name = alias.name.rpartition(".")
            if _is_specification(alias.name) and (package or alias.asname):
                advice = f"write from {package} import {name}" if package else f"import {name}"
                self._refuse(node.lineno, f"import {ast.unparse(node)[7:]}", advice)

    def _functions_taken_from(self, node: ast.stmt, module: str) -> tuple[str, ...]:
        """Return the functions that are called through the name of a module; there is one."""
        functions = self._names_taken_from(module)
        if not functions:
            advice = f"leave it out, or call its functions: {module}.function(...)"
            self._refuse(node.lineno, f"{module}, which nothing uses,", advice)
        return functions

    def _names_taken_from(self, module: str) -> tuple[str, ...]:
        """Return the names that the file uses as ``module.name``, in the order of the text."""
        found = []
        for node in ast.walk(self.tree):
            match node:
                case ast.Attribute(value=ast.Name(id=name), attr=attribute) if name == module:
                    found.append((node.lineno, node.col_offset, attribute))
        return tuple(dict.fromkeys(attribute for *_, attribute in sorted(found)))

    def _callees(self) -> dict[str, Callee]:
        callees = {}
        for use in self.uses:
            for function in declare(use.module).functions:
                state = (function.state,) if function.state else ()
                names = (*state, *(p.name for p in function.parameters))
                is_both = function.is_transition and function.output is not None
                no_value = YIELDS_TWO if is_both else CHOOSES if function.choice else ""
                callee = Callee(use.module, names, no_value)
                if function.name in use.names:
                    callees[function.name] = callee
                if function.name in use.qualified:
                    callees[f"{use.short}.{function.name}"] = callee
        for node in self.tree.body:
            if isinstance(node, ast.FunctionDef):
                names = tuple(argument.arg for argument in node.args.args)
                is_both, chooses = self._yields(node)[0] is Yields.BOTH, self._makes_choice(node)
                no_value = YIELDS_TWO if is_both else CHOOSES if chooses else ""
                callees[node.name] = Callee(self.python.__name__, names, no_value)
        return callees

    def _makes_choice(self, node: ast.FunctionDef) -> bool:
        """Whether a function of the file has a choice in its text."""
        return vars(self.python).get("some") is some and any(
            isinstance(part, ast.Call) and ast.unparse(part.func) == "some"
            for part in ast.walk(node)
        )

    # -- classes: the state, exceptions and types --------------------------------------------------

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
            advice = "give each a module of its own"
            self._refuse(1, f"a module with several states ({names})", advice)
        return found[0] if found else None

    def _is_state(self, annotation: ast.expr | None) -> bool:
        if isinstance(annotation, ast.Subscript):  # of a generic module
            annotation = annotation.value
        return (
            self.state_class is not None
            and isinstance(annotation, ast.Name)
            and annotation.id == self.state_class.__name__
        )

    def _yields(self, node: ast.FunctionDef) -> tuple[Yields, ast.expr | None]:
        """Return what a function yields, and the type of its output, or the state if it has none.

        ``-> tuple[Stack, int]`` is a next state and an integer.
        """
        match node.returns:
            case ast.Subscript(
                value=ast.Name(id="tuple"), slice=ast.Tuple(elts=[state, output])
            ) if self._is_state(state):
                return Yields.BOTH, output
        is_state = self._is_state(node.returns)
        return Yields.STATE if is_state else Yields.OUTPUT, node.returns

    def _class(self, node: ast.ClassDef) -> Declared:
        """Return the declaration of a class: the state, an exception, or a type."""
        value = vars(self.python)[node.name]
        text = " ".join((ast.get_docstring(node) or "").split())
        marks: dict[str, Any] = {"text": text, "rules": self.labels.of(node), "at": span(node)}
        for part in node.body:
            self._refuse_part(part, is_enumeration=issubclass(value, enum.Enum))
        if issubclass(value, State):
            for part in node.body:
                if isinstance(part, ast.AnnAssign) and ast.unparse(part.target) == "variables":
                    construct = "a state variable called variables"
                    self.scope.refuse(part, construct, "choose another name")
            return StateDeclaration(node.name, variables=self._fields(node), **marks)
        if issubclass(value, Exception):
            return ExceptionDeclaration(node.name, **marks)
        if issubclass(value, enum.Enum):
            values = tuple(each for each in map(_value_of, value) if not isinstance(each, str))
            elements = tuple(member.name for member in value)
            return TypeDeclaration(node.name, type=Enumeration(elements, values), **marks)
        if hasattr(value, "_fields"):
            types = tuple((field.name, field.type) for field in self._fields(node))
            return TypeDeclaration(node.name, type=TupleOf(types), **marks)
        advice = "derive it from AbstractObject, NamedTuple, Enum or Exception"
        self.scope.refuse(node, f"the class {node.name}", advice)

    def _fields(self, node: ast.ClassDef) -> tuple[VariableDeclaration, ...]:
        """Return the annotated names of a class: state variables, or the fields of a tuple."""
        return tuple(
            VariableDeclaration(
                part.target.id,
                text=_docstring_after(node.body, number),
                rules=self.labels.of(part),
                at=span(part),
                type=read_type(self.scope, part.annotation, part),
            )
            for number, part in enumerate(node.body)
            if isinstance(part, ast.AnnAssign) and isinstance(part.target, ast.Name)
        )

    def _refuse_part(self, part: ast.stmt, is_enumeration: bool) -> None:
        """Refuse a statement of a class that would not appear on the page."""
        match part:
            case ast.FunctionDef():
                self.scope.refuse(part, "a method", "write a function of the module")
            case ast.AnnAssign(value=ast.expr()):
                self.scope.refuse(part, "a default value", "give each value where it is built")
            case ast.Expr(value=ast.Constant(value=str())) | ast.AnnAssign() | ast.Pass():
                return
            case ast.Assign() if is_enumeration:
                return
        advice = "list fields with their types, or an Enum's elements"
        self.scope.refuse(part, "a statement in a class", advice)

    # -- constants and functions -------------------------------------------------------------------

    def _assignment(self, node: ast.AnnAssign, text: str) -> Declared | None:
        """Return the type or constant that an assignment declares; None for an element's name."""
        if not isinstance(node.target, ast.Name) or node.value is None:
            advice = "give a constant a value: NAME: Final = value"
            self.scope.refuse(node, "a variable of the module", advice)
        name, annotation = node.target.id, ast.unparse(node.annotation)
        marks: dict[str, Any] = {"text": text, "rules": self.labels.of(node), "at": span(node)}
        if annotation == "TypeAlias":
            return TypeDeclaration(name, type=self._type(node.value, node), **marks)
        if not annotation.startswith("Final"):
            advice = "constants are Final: NAME: Final = value"
            self.scope.refuse(node, "a variable of the module", advice)
        value = vars(self.python)[name]
        if isinstance(value, enum.Enum) and value.name == name:
            return None  # an element of an enumeration under its own name
        if isinstance(node.annotation, ast.Subscript):
            type_ = read_type(self.scope, node.annotation.slice, node)
        else:
            type_ = type_of(value)
        value_read = Reader(self.scope)(node.value)
        return ConstantDeclaration(name, type=type_, value=value_read, **marks)

    def _type(self, node: ast.expr, at: ast.AST) -> Type:
        """Return the type that is given a name; only such a type may be an interval."""
        match node:
            case ast.Subscript(
                value=ast.Name(id="Annotated"),
                slice=ast.Tuple(
                    elts=[ast.Name(id="int"), ast.Call(func=ast.Name(id="range")) as marked]
                ),
            ):
                interval = Reader(self.scope)(marked)
                assert isinstance(interval, Interval)
                return IntegersIn(interval)
            case ast.Subscript(value=ast.Name(id="Annotated")):
                self.scope.refuse(
                    at, f"the type {ast.unparse(node)}", "write Annotated[int, range(low, high)]"
                )
        return read_type(self.scope, node, at)

    def _function(self, node: ast.FunctionDef) -> Function:
        arguments = node.args
        stars = arguments.vararg or arguments.kwarg or arguments.kwonlyargs or arguments.posonlyargs
        if node.decorator_list or stars or arguments.defaults:
            construct = f"{node.name} with a decorator, default or star"
            self.scope.refuse(node, construct, "give it plain parameters")
        if node.name in ("some", "the"):
            advice = "choose another name: the notation has one like it"
            self.scope.refuse(node, f"a function called {node.name}", advice)
        state, own = None, arguments.args
        if own and self._is_state(own[0].annotation):
            state, own = own[0].arg, own[1:]
        parameters = tuple(
            Parameter(argument.arg, read_type(self.scope, argument.annotation, argument))
            for argument in own
        )
        variables = self.state_class.variables if self.state_class and state else ()
        scope = replace(self.scope, state=state, variables=variables, state_class=self.state_class)
        for argument in own:
            if not scope.is_free(argument.arg):
                construct = f"the parameter {argument.arg}, which already means something"
                scope.refuse(argument, construct, "choose another name")
        yields, result = self._yields(node)
        kinds = hints_of(vars(self.python)[node.name])
        body = Body(node, scope.with_names({p.name: kinds.get(p.name) for p in parameters}))
        return Function(
            name=node.name,
            text=" ".join((ast.get_docstring(node) or "").split()),
            rules=(),
            at=span(node),
            module=self.python.__name__,
            exported=node.name in self.exported,
            state=state,
            parameters=parameters,
            result=read_type(self.scope, result, node),
            makes_one_of_many=issubclass(self.state_class or State, AbstractDataType),
            **body.clauses(yields),
        )

    def _refuse_recursion(self, functions: tuple[Function, ...]) -> None:
        """Refuse functions that call each other in a circle, unless a sequence gets shorter."""
        calls = {
            function.name: {
                part.function
                for clause in function.clauses()
                for part in walk(clause.value)
                if isinstance(part, Apply)
                and part.module == self.python.__name__
                and not (part.function == function.name and is_bounded(function))
            }
            for function in functions
        }
        try:
            TopologicalSorter(calls).prepare()
        except CycleError as error:
            function = next(each for each in functions if each.name in error.args[1])
            construct = f"{function.name}, which calls itself,"
            at = first_call(function, error.args[1]).at
            raise OutsideNotation(
                self.path, at.line, at.column + 1, construct, RECURSION
            ) from error


def _source_of(python: ModuleType) -> str | None:
    """Return the text that was imported, which a variant may have changed; None if unknown."""
    spec = python.__spec__
    source = getattr(spec and spec.loader, "get_source", None)
    return source(spec.name) if spec and source else None


def _value_of(element: enum.Enum) -> Any:
    """Return what stands for an element of an enumeration."""
    return tuple(element) if isinstance(element, tuple) else element.value


def _title_and_text(docstring: str) -> tuple[str, str, dict[str, str]]:
    """Return the first line, the paragraphs after it, and the sections by their headings.

    What stands under another heading, such as a misspelt one, is part of what comes before.
    """
    title, _, rest = inspect.cleandoc(docstring).partition("\n")
    text, *parts = re.split(rf"(?m)^({'|'.join(HEADINGS)}):\n", f"{rest}\n")
    sections = dict(zip(parts[::2], parts[1::2], strict=True))
    sections = {name: inspect.cleandoc(section).strip() for name, section in sections.items()}
    return title.strip(), inspect.cleandoc(text).strip(), sections


def _docstring_after(body: list[ast.stmt], number: int) -> str:
    """Return the string below a declaration that says what it means; empty if there is none."""
    match body[number + 1 : number + 2]:
        case [ast.Expr(value=ast.Constant(value=str(text)))]:
            return " ".join(text.split())
    return ""


def _is_specification(python_name: str) -> bool:
    """Whether an import is of another specification, not of the notation or the library."""
    root = python_name.partition(".")[0]
    return root not in sys.stdlib_module_names and root != "modspec"

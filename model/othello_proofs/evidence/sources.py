"""Sources: the texts that a claim depends on, found from import statements, and their digest.

A claim is stale as soon as the digest of its sources changes. Nothing is imported to find that out.
Comments, docstrings and the layout of a text do not count, since they change no verdict.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, cached_property
from hashlib import sha256
from importlib.util import find_spec, resolve_name
from pathlib import Path
from typing import Any, Final, NamedTuple

_DIGITS: Final = 16
"""Hexadecimal digits of a digest."""

_INVARIANT: Final = "invariant"
"""The state invariant, on which all that a specification says of its states depends."""

_NOT_DATA: Final = (".py", ".bin")
"""Endings of files that are texts of their own, or recorded from the specification."""


class SourcePart(NamedTuple):
    """A whole module or, in a specification, one top-level definition of it."""

    module: str
    definition: str = ""

    def __str__(self) -> str:
        """``package.module`` or ``package.module:definition``."""
        return f"{self.module}:{self.definition}" if self.definition else self.module


class Sources:
    """The texts of some packages, each read once: what changes later does not count."""

    def __init__(self, packages: Sequence[str], specifications: Sequence[str] = ()) -> None:
        """Follow the imports of these packages, and of no others.

        The modules of ``specifications``, some of the packages, are followed definition by
        definition: if one function changes, only what applies it is stale.
        """
        self.packages, self.specifications = packages, specifications
        self._file, self._text, self._data = cache(_file), cache(self._read), cache(self._read_data)
        self._needs, self._digest = cache(self._list_needs), cache(self._compute_digest)

    def digest(self, *roots: str) -> str:
        """Return the digest of these roots and of all that they depend on.

        A root is ``package.module`` or, in a specification, ``package.module:definition``.
        """
        return self._digest(frozenset(roots))

    def parts(self, *roots: str) -> set[SourcePart]:
        """Return all that the roots depend on, themselves included.

        A package around a module counts only if something is imported from it. Raises
        ModuleNotFoundError if a module of the packages does not exist.
        """
        found: set[SourcePart] = set()
        todo = [part for root in roots for part in self._resolve(*root.partition(":")[::2])]
        while todo:
            part = todo.pop()
            if part not in found:
                found.add(part)
                todo += self._needs(part)
        return found

    def modules(self, package: str) -> list[str]:
        """Return the names of all modules of a package."""
        top = self._file(package)
        if top is None:
            raise ModuleNotFoundError(f"there is no package {package}", name=package)
        names = (file.relative_to(top.parent).with_suffix("") for file in top.parent.rglob("*.py"))
        return sorted(".".join((package, *name.parts)).removesuffix(".__init__") for name in names)

    def _compute_digest(self, roots: frozenset[str]) -> str:
        total = sha256()
        for part in sorted(self.parts(*roots)):
            total.update(f"{part} {self._text(part.module).digest(part.definition)}\n".encode())
            total.update(self._data(part.module))
        return total.hexdigest()[:_DIGITS]

    def _list_needs(self, part: SourcePart) -> list[SourcePart]:
        """What a part depends on directly."""
        uses = self._text(part.module).uses(part.definition)
        return [each for use in uses for each in self._resolve(*use)]

    def _resolve(self, module: str, name: str, attribute: str = "") -> Iterator[SourcePart]:
        """What a text depends on that imports a name, and then mentions it or an attribute of it.

        Without a name the module itself is imported.
        """
        package = module.partition(".")[0]
        if package not in self.packages:
            return
        if name and self._file(f"{module}.{name}"):
            module, name = f"{module}.{name}", attribute
        if package not in self.specifications:
            self._text(module)
            yield SourcePart(module)
            return
        text = self._text(module)
        for each in [name] if name in text.definitions else text.own:
            yield SourcePart(module, each)

    def _read(self, module: str) -> _Text:
        file = self._existing_file(module)
        is_package, in_parts = (
            file.name == "__init__.py",
            module.split(".")[0] in self.specifications,
        )
        return _text(module, is_package, in_parts, file.read_bytes())

    def _read_data(self, module: str) -> bytes:
        """Return the files beside a module that its text names, with their names.

        What the specification itself has recorded does not count: it follows from the rest.
        """
        beside = sorted(self._existing_file(module).parent.iterdir())
        named = (
            file
            for file in beside
            if file.name in self._text(module).words and file.suffix not in _NOT_DATA
        )
        return b"".join(
            file.name.encode() + file.read_bytes().replace(b"\r\n", b"\n")
            for file in named
            if file.is_file()
        )

    def _existing_file(self, module: str) -> Path:
        """Return where the text of a module is. Raises ModuleNotFoundError if there is none."""
        file = self._file(module)
        if file is None:
            raise ModuleNotFoundError(f"there is no module {module}", name=module)
        return file


def _file(module: str) -> Path | None:
    """Where the text of a module is, found without importing it."""
    head, *rest = module.split(".")
    top = find_spec(head)
    if top is None:
        return None
    if not top.submodule_search_locations:
        return Path(top.origin) if top.origin and not rest else None
    place = Path(top.submodule_search_locations[0]).joinpath(*rest)
    candidates = (place / "__init__.py", place.with_name(f"{place.name}.py"))
    return next((file for file in candidates if file.is_file()), None)


class _Text:
    """The text of a module, as a whole or in parts: its top-level definitions."""

    def __init__(self, module: str, is_package: bool, in_parts: bool, content: bytes) -> None:
        self._module, self._in_parts = module, in_parts
        self._tree = ast.parse(content)
        self._package = module if is_package else module.rpartition(".")[0]
        self.digest = cache(self._compute_digest)
        self.uses = cache(self._list_uses)

    def _compute_digest(self, definition: str) -> str:
        """The digest of a definition; of all if the text has no parts."""
        words: list[str] = []
        _spell(self._statements(definition), words)
        return sha256("\n".join(words).encode()).hexdigest()

    def _list_uses(self, definition: str) -> frozenset[tuple[str, str, str]]:
        """What a definition mentions, each once."""
        return frozenset(self._list_mentions(definition))

    def _list_mentions(self, definition: str) -> Iterator[tuple[str, str, str]]:
        """What a definition mentions: module, name, and attribute of the name or an empty string.

        A text without parts uses all that it imports.
        """
        if _INVARIANT in self.definitions and self._in_parts:
            yield self._module, _INVARIANT, ""
        for module, name in self._imports.get(definition, ()):
            yield module, name, ""
        mentioned = [each for s in self._statements(definition) for each in _mentions(s)]
        for local, attribute in mentioned:
            if local in self._imports:
                for module, name in self._imports[local]:
                    yield module, name, attribute
            elif local in self.definitions and self._in_parts:
                yield self._module, local, ""
        if not self._in_parts:
            for local in self._imports.keys() - {local for local, _ in mentioned}:
                for module, name in self._imports[local]:  # it may be imported for its effects
                    yield module, name, ""

    def _statements(self, definition: str) -> list[ast.stmt]:
        return self.definitions[definition] if self._in_parts else self._tree.body

    @cached_property
    def own(self) -> dict[str, list[ast.stmt]]:
        """The statements that bind each name, without imports."""
        found: dict[str, list[ast.stmt]] = {}
        for statement in self._tree.body:
            for name in _names(statement):
                found.setdefault(name, []).append(statement)
        found.pop("__all__", None)  # to export one more name changes nothing for the others
        return found

    @cached_property
    def definitions(self) -> dict[str, list[ast.stmt]]:
        """The statements that matter for each name: those that bind it, or bind none."""
        imports = ast.Import | ast.ImportFrom
        everywhere = [s for s in self._tree.body if not (_names(s) or isinstance(s, imports))]
        return {name: [*everywhere, *self.own.get(name, [])] for name in self._imports | self.own}

    @cached_property
    def _imports(self) -> dict[str, list[tuple[str, str]]]:
        """The modules and names that are imported anywhere in the text, but for type checkers."""
        found: dict[str, list[tuple[str, str]]] = {}
        todo: list[ast.AST] = [self._tree]
        while todo:
            node = todo.pop()
            if isinstance(node, ast.Import):
                for alias in node.names:
                    name = alias.asname or alias.name.partition(".")[0]
                    found.setdefault(name, []).append((alias.name, ""))
            elif isinstance(node, ast.ImportFrom):
                place = "." * node.level + (node.module or "")
                place = resolve_name(place, self._package) if node.level else place
                for alias in node.names:
                    found.setdefault(alias.asname or alias.name, []).append((place, alias.name))
            elif isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
                todo += node.orelse
            else:
                todo += ast.iter_child_nodes(node)
        return found

    @cached_property
    def words(self) -> frozenset[object]:
        """The constants in the text, the names of data files among them."""
        return frozenset(n.value for n in ast.walk(self._tree) if isinstance(n, ast.Constant))


_text = cache(_Text)
"""The text of a module. The same content is parsed once, however often it is read."""


def _mentions(statement: ast.AST) -> Iterator[tuple[str, str]]:
    """The names in a statement, each with the attribute that follows or an empty string."""
    todo = [statement]
    while todo:
        match todo.pop():
            case ast.Attribute(value=ast.Name(id=name), attr=attribute):
                yield name, attribute
            case ast.Name(id=name, ctx=ast.Load()):
                yield name, ""
            case node:
                todo += ast.iter_child_nodes(node)


def _names(statement: ast.stmt) -> list[str]:
    """The names that a top-level statement binds."""
    match statement:
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
            return [name]
        case ast.Assign(targets=targets):
            bound: Iterable[ast.AST] = targets
        case ast.AnnAssign(target=target) | ast.AugAssign(target=target):
            bound = [target]
        case _:
            return []
    nodes = (node for target in bound for node in ast.walk(target))
    return [node.id for node in nodes if isinstance(node, ast.Name)]


def _spell(value: Any, words: list[str]) -> None:
    """Spell a syntax tree, the same under every version of Python, without its docstrings."""
    if isinstance(value, ast.AST):
        words.append(f"({type(value).__name__}")
        for name in value._fields:
            field = getattr(value, name, None)
            if field is not None and field != [] and name not in {"ctx", "kind", "type_comment"}:
                words.append(name)
                _spell(field, words)
        words.append(")")
    elif isinstance(value, list):
        for each in value:
            if not (isinstance(each, ast.Expr) and isinstance(each.value, ast.Constant)):
                _spell(each, words)
    else:
        words.append(repr(value))

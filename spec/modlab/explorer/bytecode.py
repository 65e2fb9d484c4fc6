"""The part of making a page that Pyodide does: find the library's needed files, and compile all.

Only Pyodide's own Python can write bytecode that it reads. A page begins sooner with bytecode, and
with the needed files only. ``pyodide/pack.mjs`` runs this.
"""

from __future__ import annotations

import ast
import importlib
import py_compile
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from importlib.util import cache_from_source
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final
from zipfile import ZIP_DEFLATED, ZipFile

from modlab.explorer.explorer import Explorer, ModulePlace
from modlab.explorer.warm_up import warm_up

_ALWAYS: Final = (
    "encodings/__init__.py",
    "encodings/aliases.py",
    "encodings/ascii.py",
    "encodings/idna.py",
    "encodings/latin_1.py",
    "encodings/utf_8.py",
    "_sysconfigdata__emscripten_wasm32-emscripten.py",
    "shutil.py",
    "site.py",
    "struct.py",
    "sysconfig/__init__.py",
    "tarfile.py",
    "threading.py",
    "zipfile/__init__.py",
    "zipfile/_path/__init__.py",
    "zipfile/_path/glob.py",
    "zipimport.py",
)
"""What Pyodide imports before the specification is there, or unpacks it with."""

_FOLDERS: Final = ("_pyodide/", "pyodide/")


def pack(root: str, places: Sequence[Sequence[str]], target: str) -> None:
    """Write ``library.zip`` and ``specification.zip`` to a folder.

    ``root`` is the folder of the files that the page has, ``places`` the modules among them.
    """
    files = [each for each in Path(root).rglob("*") if each.is_file()]
    for name in sorted(_names_imported([each for each in files if each.suffix == ".py"])):
        with suppress(ImportError):  # what this Python lacks, no answer needs
            importlib.import_module(name)
    warm_up(Explorer([ModulePlace(*place) for place in places]))
    library = next(path for path in sys.path if path.endswith(".zip"))
    with ZipFile(library) as archive:
        members = {*_ALWAYS, *_members_imported(library)}
        members |= {name for name in archive.namelist() if name.startswith(_FOLDERS)}
        own = {name for name in members if name.endswith(".py")} & {*archive.namelist()}
        texts = {name: archive.read(name) for name in own}
    _write(Path(target, "library.zip"), texts, lambda name: f"{name}c", has_source=False)
    texts = {file.relative_to(root).as_posix(): file.read_bytes() for file in files}
    _write(Path(target, "specification.zip"), texts, cache_from_source, has_source=True)


def _names_imported(files: Sequence[Path]) -> set[str]:
    """Return the names of Python's own modules that the files import anywhere."""
    found: set[str] = set()
    for file in files:
        for node in ast.walk(ast.parse(file.read_bytes())):
            if isinstance(node, ast.Import):
                found |= {alias.name for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                found.add(node.module)
    return {name for name in found if name.partition(".")[0] in sys.stdlib_module_names}


def _members_imported(library: str) -> set[str]:
    """Return the files of Python's library that were imported, by their names in its archive."""
    origins = {getattr(m.__spec__, "origin", None) or "" for m in list(sys.modules.values())}
    return {each[len(library) + 1 :] for each in origins if each.startswith(library)}


def _write(
    target: Path, texts: Mapping[str, bytes], place: Callable[[str], str], has_source: bool
) -> None:
    """Write an archive of bytecode, and of the files themselves if ``has_source``."""
    with TemporaryDirectory() as folder, ZipFile(target, "w", ZIP_DEFLATED, True, 9) as archive:
        source, compiled = Path(folder, "source.py"), Path(folder, "compiled.pyc")
        for name, text in sorted(texts.items()):
            if has_source:
                archive.writestr(name, text)
            if not name.endswith(".py"):
                continue
            source.write_bytes(text)
            # the page never writes these files: nothing has to be compared with the source
            mode = py_compile.PycInvalidationMode.UNCHECKED_HASH
            py_compile.compile(str(source), str(compiled), name, True, invalidation_mode=mode)
            archive.writestr(place(name), compiled.read_bytes())

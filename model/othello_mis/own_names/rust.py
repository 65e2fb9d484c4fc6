"""A starter kit in Rust with the names of the program beside it."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from pathlib import Path

from othello_mis.own_names.program import Program, constants_of, elements_changes
from othello_mis.own_names.sources import is_package, read
from othello_mis.own_names.state import Change


def changes(program: Program) -> list[Change]:
    """Return the changes of the lines before the routines."""
    found = elements_changes(program, "::")
    if program.state is not None:
        constants = ", ".join(constants_of(program, ("BLACK", "WHITE", "EMPTY")))
        found += [
            (r"\bgame\.(\w+\()", r"\1"),
            (r"(?<=use )othello::.*", "othello::*;"),
            (r"= Othello::new\(\);", f"= {program.own_begin}();"),
            (r'\("init", .*', f'("init", |game, _| say({program.state.begin})),'),
            *([(r"\[Disc::.*", f"[{constants}];")] if constants else []),
        ]
    elif program.class_name is None:
        found += [
            (r"\bgame\.(\w+\()", r"\1"),
            (r"(?<=use )othello::.*", "othello::*;"),
            (r"^ *// let game = .*\n", ""),
        ]
    if program.class_name:
        found.append((r"\bOthello\b", program.class_name))
    makers = re.findall(r"\bfn (\w+)\(\s*\)", program.names.text)
    maker = next((each for each in (program.own_begin, "default") if each in makers), None)
    if program.class_name and maker:
        new = f"{program.class_name}::{maker}()"
        found.append((r"= \w+::new\(\);", f"= {new};"))
        found.append((r'\("init", .*', f'("init", |game, _| say(*game = {new})),'))
    if program.element("black") and not program.element("empty"):
        found.append((r", \w+::Empty\]; // .*", "];"))
    crates = {file: _crate_path(file) for file in program.files}
    if crates[program.file]:
        element = program.element("black")
        names = [*([element[0]] if element else []), *filter(None, [program.class_name])]
        names += program.traits()
        uses = [
            f"use {crates[file]}::{{{', '.join(some)}}};"
            for file, some in program.files_of(*names).items()
        ]
        return [*found, (r"^// mod othello;\n", ""), (r"use othello::.*", "\n// ".join(uses))]
    package = next((each for each in program.file.absolute().parents if is_package(each)), None)
    if package and program.file.stem != "main" and program.file.parent != program.kit:
        first = program.file.absolute().relative_to(package / "src").parts[0]
        top = package / "src" / first
        file = top / "mod.rs" if (top / "mod.rs").is_file() else top.with_suffix(".rs")
        module = f'#[path = "{program.place(file)}"] mod {top.stem};'
        return [*found, (r"mod othello;", module), (r"\bothello(?=::)", top.stem)]
    if program.file.stem == "main":
        place = program.place() if "/" in program.place() else f"./{program.place()}"
        module = f'#[path = "{place}"] mod game; // put pub before what is called here'
        return [*found, (r"mod othello;", module), (r"\bothello(?=::)", "game")]
    if program.file.parent == program.kit:
        found.append((r"\bothello\b(?!_)", program.file.stem))
    return found


def _crate_path(file: Path) -> str:
    """Return the path by which other crates use a module of a library; "" if it is of none."""
    folder = next((each for each in file.parents if (each / "Cargo.toml").is_file()), None)
    if folder is None or not (folder / "src" / "lib.rs").is_file():
        return ""
    name = re.search(r'^name\s*=\s*"([^"]+)"', read(folder / "Cargo.toml"), re.M)
    modules = file.relative_to(folder).with_suffix("").parts[1:]
    inside = [each for each in modules if each not in {"lib", "mod"}]
    return "::".join([(name[1] if name else folder.name).replace("-", "_"), *inside])


def build(sources: Mapping[Path, str], kit: Path) -> list[Change]:
    """Return the changes of the command that compiles the kit: with the package around it."""
    package = next((each for each in [kit, *kit.absolute().parents] if is_package(each)), None)
    if package is None:
        return []
    program = Path(os.path.relpath(package, kit), "target", "release", "othello_mis").as_posix()
    return [
        (r"^// rustc .* && ", "// cargo build --release --quiet && "),
        (r"--impl \./\w+$", f"--impl {program}"),
    ]

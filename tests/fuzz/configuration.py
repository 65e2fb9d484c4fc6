"""Odd settings files."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, Final

from fuzz.chance import NUMBERS, TEXTS, garble
from fuzz.loop import Broken
from fuzz.protocol import demand_one_line
from modlab.settings import Settings, SettingsError, settings
from othello_mis.course import COURSE

GOOD: Final[Mapping[str, tuple[str, ...]]] = {
    "module": ('"match"', '"othello"', "'clock'"),
    "size": ("6", "4", "16"),
    "seed": ("0", "-3", "12345"),
    "games": ("0", "20"),
    "timeout": ("2", "0.1", "2.5"),
    "maximum": ("12.5", "0", "100"),
    "hidden": ('["forfeit", "draw"]', "[]"),
    "reveal": ('"never"', '"when published"'),
    "sandbox": ("true", "false"),
    "conventions": ('{first = "white"}', "{}", '{squares = "1-based", illegal = "trusted"}'),
    "weights": ("{capture-all = 3}", "{forfeit = 0.5, answers = 0}"),
}
"""All settings, with their possible values."""

_HEADERS = ("[tool.othello-mis]", "[[tool.othello-mis]]", "[tool]", "[tool.'othello-mis']", "")
_DEEP = (3, 300, 20_000)
_TYPES: Final[Mapping[str, Any]] = {
    "module": str,
    "seed": int,
    "games": int,
    "timeout": float,
    "maximum": Decimal,
    "sandbox": bool,
}


@dataclass(frozen=True)
class File:
    """A file of settings."""

    content: bytes
    name: str
    named: bool
    """Whether it is named, or found in its folder."""


def value(chance: Random, depth: int = 0) -> str:
    """A value of TOML, or what is nearly one."""
    match chance.randrange(8 if depth < 3 else 4):
        case 0:
            text = chance.choice(TEXTS)
            quote = chance.choice(('"', "'", '"""', "'''"))
            return f"{quote}{text}{quote}"
        case 1:
            return chance.choice(NUMBERS)
        case 2:
            return chance.choice(
                (
                    "true",
                    "True",
                    "null",
                    "",
                    "1979-05-27",
                    "07:32:00",
                    "1979-02-31",
                    "1979-05-27T07:32:00Z",
                )
            )
        case 3:
            return chance.choice(chance.choice(tuple(GOOD.values())))
        case 4:
            deep = chance.choice(_DEEP)
            opening, closing = chance.choice((("[", "]"), ("{a=", "}")))
            return opening * deep + "1" + closing * chance.choice((deep, deep, 0))
        case 5:
            return f"[{', '.join(value(chance, depth + 1) for _ in range(chance.randrange(4)))}]"
    some = [f"{_key(chance)} = {value(chance, depth + 1)}" for _ in range(chance.randrange(3))]
    return f"{{{', '.join(some)}}}"


def _key(chance: Random) -> str:
    odd = (
        "",
        '""',
        "a.b",
        "'x y'",
        '"\\u0000"',
        "othello-mis",
        "é",
        "__class__",
        "forfeit",
        "first",
    )
    return chance.choice((*GOOD, *GOOD, *odd, f'"{chance.choice(TEXTS)}"', "k" * 9_000))


def text(chance: Random) -> str:
    """A file of TOML, or what is nearly one."""
    header = _HEADERS[0] if chance.random() < 0.8 else chance.choice(_HEADERS)
    lines = [header] if chance.random() < 0.95 else ["[tool]", "othello-mis = " + value(chance)]
    keys = chance.sample(tuple(GOOD), chance.randrange(6))
    lines += [f"{key} = {chance.choice(GOOD[key])}" for key in keys]
    for _ in range(chance.choice((0, 0, 1, 1, 2))):
        at = chance.randint(0, len(lines))
        match chance.randrange(4):
            case 0:
                lines.insert(at, f"{_key(chance)} = {value(chance)}")
            case 1 if at < len(lines):
                lines[at] = f"{lines[at].partition('=')[0]} = {value(chance)}"
            case 2 if at < len(lines):
                lines.insert(at, lines[at])
            case _:
                lines.append(f"[tool.othello-mis.{_key(chance)}]\n{_key(chance)} = {value(chance)}")
    return chance.choice(("\n", "\n", "\r\n")).join([*lines, ""])


def file(chance: Random) -> File:
    """A file of settings."""
    content = text(chance).encode("utf-8", "surrogatepass")
    if chance.random() < 0.25:
        content = garble(chance, content)
    if chance.random() < 0.03:
        content = chance.choice(
            (chance.randbytes(300), b"\xef\xbb\xbf" + content, b"x" * 2_000_000)
        )
    named = chance.random() < 0.8
    name = chance.choice(("pyproject.toml", "settings.toml")) if named else "pyproject.toml"
    return File(content, name, named)


READER: Final = partial(settings, COURSE)


class Configuration:
    """Files for the reader of settings."""

    def __init__(self, reader: Callable[[Path | None, Path | None], Settings] = READER) -> None:
        self._reader = reader
        self._folder = tempfile.TemporaryDirectory()

    def draw(self, chance: Random) -> File:
        return file(chance)

    def try_input(self, given: File) -> str:
        folder = Path(self._folder.name)
        path = folder / given.name
        path.write_bytes(given.content)
        try:
            found = self._reader(path, None) if given.named else self._reader(None, folder)
        except SettingsError as error:
            demand_one_line(str(error))
            return "refused"
        finally:
            path.unlink()
        if not all(isinstance(each, int) for each in found.parameters.values()):
            raise Broken(f"parameters is {found.parameters!r}")
        for name, kind in _TYPES.items():
            if not isinstance(getattr(found, name), kind | None):
                raise Broken(f"{name} is {getattr(found, name)!r}")
        return "nothing said" if found == Settings(COURSE) else "settled"

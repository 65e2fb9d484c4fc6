"""Settings: what a project says once, in its ``pyproject.toml``, about how it is checked.

    [tool.othello-mis]
    size = 6
    timeout = 2.5
    hidden = ["forfeit", "draw"]

    [tool.othello-mis.weights]
    capture-all = 3

The table is looked for in the current folder and then in those above it. Another file may be named, with the same
table, or with its keys at the top.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from difflib import get_close_matches
from pathlib import Path
from typing import Any, Final

from modcheck.report.entries import ANSWERS, unknown
from modcheck.report.points import shares
from modcheck.sandbox.sandbox import BACKENDS
from othello_spec import GAME
from othello_spec.records.squares import SIZES
from othello_spec.rules import RULES

TABLE: Final = "tool.othello-mis"
FILE: Final = "pyproject.toml"

REVEALED: Final = {
    "never": "hidden",
    "when due": "after_due_date",
    "when published": "after_published",
}
"""When hidden rules are shown, and what a grading platform calls it."""

AUTO: Final = "auto"
"""The best sandbox that works."""

SANDBOXES: Final = (AUTO, *(rung for rung in BACKENDS if rung != "none"))
"""How programs may be confined."""

LONGEST_TIMEOUT: Final = 3600
"""Seconds; no line of calls takes longer to answer."""

MOST: Final = 2**63
"""Integers are smaller than this, and at least its negative, as those of TOML should be."""

_LARGEST: Final = 2**20
"""Bytes that a file has at most."""


class SettingsError(Exception):
    """Settings that make no sense; the message names the file, the key and the value, and says what would be right."""


@dataclass(frozen=True)
class Settings:
    """What a project says about how it is checked; None where it says nothing."""

    module: str | None = None
    """What it is checked against."""

    size: int | None = None
    """Rows and columns of the board."""

    seed: int | None = None
    games: int | None = None
    """How many games are played at random."""

    timeout: float | None = None
    """Seconds that an implementation has to answer a line of calls."""

    conventions: Mapping[str, str] = field(default_factory=dict)
    """The conventions that are supposed, by name."""

    weights: Mapping[str, float] = field(default_factory=dict)
    """What rules weigh when points are dealt out, by id; 1 if they are not named."""

    maximum: Decimal | None = None
    """The points that can be earned, in whole cents."""

    hidden: tuple[str, ...] = ()
    """The rules of which students are not told how they stand to them."""

    reveal: str = "never"
    """When a grading platform tells them: a key of :data:`REVEALED`."""

    sandbox: str | None = None
    """How programs are confined: ``auto``, or a rung that confines; only the command line can say unconfined."""

    origin: Path | None = field(default=None, compare=False)
    """The file that says so; None if there is none."""

    @property
    def graded(self) -> bool:
        """Whether points are spoken of at all."""
        return bool(self.weights) or self.maximum is not None

    def weights_of(self, rules: Collection[str]) -> dict[str, float]:
        """The weights of these rules; those of other modules do not concern them."""
        return {rule: weight for rule, weight in self.weights.items() if rule in rules}


def settings(config: Path | None = None, folder: Path | None = None) -> Settings:
    """The settings of a file, or else those found from a folder upwards, by default the current one.

    Raises SettingsError, with one line, if the file cannot be read or says something that makes no sense. What is found,
    and not named, cannot say how programs are confined: it may be theirs.
    """
    if config is not None:
        table = _named(config)
        return _settings(table, config)
    start = (folder or Path.cwd()).absolute()
    for place in (start, *start.parents):
        file = place / FILE
        found = _table(_read(file), file) if file.is_file() else None
        if found is not None:
            return _trusted(_settings(found, file))
    return Settings()


def _trusted(found: Settings) -> Settings:
    """The settings of a file that nobody named, if nothing in them is for its author to decide."""
    if found.sandbox not in (None, AUTO):
        raise SettingsError(
            f"{_shown(found.origin or Path())}: sandbox is {found.sandbox!r}, in a file that nobody named; "
            "name it with --config, or leave the key out"
        )
    return found


# -- files -----------------------------------------------------------------------------------------


def _named(config: Path) -> Mapping[str, Any]:
    content = _read(config)
    if "tool" not in content and config.name != FILE:
        return content
    table = _table(content, config)
    if table is None:
        raise SettingsError(f"{_shown(config)} has no table [{TABLE}]")
    return table


def _read(file: Path) -> dict[str, Any]:
    try:
        with file.open("rb") as stream:
            content = stream.read(_LARGEST + 1)
    except (OSError, ValueError) as error:  # ValueError: a name with a null in it
        why = error.strerror if isinstance(error, OSError) else str(error)
        raise SettingsError(f"{_shown(file)} cannot be read: {why}; name a TOML file") from error
    if len(content) > _LARGEST:
        raise SettingsError(f"{_shown(file)} is larger than {_LARGEST} bytes; name a TOML file")
    try:
        return tomllib.loads(content.decode("utf-8"))
    except UnicodeDecodeError as error:
        raise SettingsError(
            f"{_shown(file)} is not UTF-8, as TOML is: byte {error.start}"
        ) from error
    except ValueError as error:  # not TOML, or a date that is none, or a number of too many digits
        why = _printable(str(error), 200)
        raise SettingsError(f"{_shown(file)} is not TOML: {why}") from error
    except RecursionError as error:
        raise SettingsError(f"{_shown(file)} is nested too deeply; write it flat") from error


def _table(content: Mapping[str, Any], file: Path) -> Mapping[str, Any] | None:
    """The table of the settings, None if there is none."""
    found: Any = content
    for key in TABLE.split("."):
        if not isinstance(found, dict):
            raise SettingsError(
                f"{_shown(file)}: {TABLE} is {_value(found)}; write a table [{TABLE}]"
            )
        if key not in found:
            return None
        found = found[key]
    if not isinstance(found, dict):
        raise SettingsError(f"{_shown(file)}: {TABLE} is {_value(found)}; write a table [{TABLE}]")
    return found


# -- values ----------------------------------------------------------------------------------------


class _Wrong(Exception):
    """A value that is not right; the message says what would be, and where in it the value is."""

    def __init__(self, right: str, value: Any, inner: str = "") -> None:
        super().__init__(right)
        self.value, self.inner = value, inner


def _settings(table: Mapping[str, Any], file: Path) -> Settings:
    values = {}
    for key, value in table.items():
        if key not in _READERS:
            near = get_close_matches(key, _READERS)
            there = (
                f"did you mean {' or '.join(near)}?" if near else f"there are {', '.join(_READERS)}"
            )
            raise SettingsError(
                f"{_shown(file)}: no setting {_value(key)} = {_value(value)}; {there}"
            )
        try:
            values[key] = _READERS[key](value)
        except _Wrong as wrong:
            where = _printable(f"{key}.{wrong.inner}" if wrong.inner else key, 80)
            raise SettingsError(
                f"{_shown(file)}: {where} is {_value(wrong.value)}; {wrong}"
            ) from wrong
    return Settings(**values, origin=file)


def _module(value: Any) -> str:
    if value not in GAME:
        raise _Wrong(f"write one of {', '.join(GAME)}", value)
    return str(value)


def _size(value: Any) -> int:
    if not _is_integer(value) or value not in SIZES:
        raise _Wrong("sizes are even integers, from 4 to 16", value)
    return int(value)


def _seed(value: Any) -> int:
    if not _is_integer(value) or not -MOST <= value < MOST:
        raise _Wrong("write an integer of 64 bits", value)
    return int(value)


def _games(value: Any) -> int:
    if not _is_integer(value) or not 0 <= value < MOST:
        raise _Wrong("write an integer from 0 upwards", value)
    return int(value)


def _timeout(value: Any) -> float:
    if not _is_number(value) or not 0.1 <= value <= LONGEST_TIMEOUT:
        raise _Wrong(f"write a number of seconds from 0.1 to {LONGEST_TIMEOUT}", value)
    return float(value)


def _maximum(value: Any) -> Decimal:
    right = "write a number of points from 0 to a million, in whole cents"
    if not _is_number(value):
        raise _Wrong(right, value)
    try:
        shares([ANSWERS], {}, value)
    except ValueError:
        raise _Wrong(right, value) from None
    return Decimal(str(value))


def _weights(value: Any) -> dict[str, float]:
    for rule, weight in _rules_of(value, "write a table of rules and what they weigh").items():
        if not _is_number(weight) or not 0 <= weight <= MOST:
            raise _Wrong("a weight is a number from 0 upwards", weight, rule)
    return dict(value)


def _hidden(value: Any) -> tuple[str, ...]:
    right = "write a list of rules, such as ['forfeit', 'draw']"
    if not isinstance(value, list) or not all(isinstance(rule, str) for rule in value):
        raise _Wrong(right, value)
    _rules_of(dict.fromkeys(value), right)
    return tuple(dict.fromkeys(value))


def _reveal(value: Any) -> str:
    if not isinstance(value, str) or value not in REVEALED:
        raise _Wrong(f"write one of {', '.join(REVEALED)}", value)
    return value


def _rules_of(value: Any, right: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise _Wrong(right, value)
    known = [*(rule.id for rule in RULES), ANSWERS]
    for rule in value:
        if wrong := unknown([rule], known):
            near = wrong.partition("; ")[2]
            raise _Wrong(near if "?" in near else "there is no such rule; see the rulebook", rule)
    return value


def _conventions(value: Any) -> dict[str, str]:
    if not isinstance(value, dict):
        raise _Wrong("write a table of conventions and their values, such as name = 'value'", value)
    for name, meant in value.items():
        if not isinstance(meant, str):
            raise _Wrong("the value of a convention is a string", meant, name)
    return dict(value)


def _sandbox(value: Any) -> str:
    if not isinstance(value, str) or value not in SANDBOXES:
        raise _Wrong(f"write one of {', '.join(SANDBOXES)}", value)
    return value


def _is_integer(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_number(value: Any) -> bool:
    return _is_integer(value) or isinstance(value, float)


_READERS: Final[Mapping[str, Callable[[Any], Any]]] = {
    "module": _module,
    "size": _size,
    "seed": _seed,
    "games": _games,
    "timeout": _timeout,
    "conventions": _conventions,
    "weights": _weights,
    "maximum": _maximum,
    "hidden": _hidden,
    "reveal": _reveal,
    "sandbox": _sandbox,
}


def _shown(file: Path) -> str:
    return _printable(str(file), 200)


def _value(value: Any) -> str:
    """A value as it might have been written, in a line and not too long."""
    if isinstance(value, bool):
        return str(value).lower()
    try:
        return _printable(repr(value), 60)
    except (RecursionError, ValueError):  # nested too deeply, or a number of too many digits
        return f"a {type(value).__name__}"


def _printable(text: str, most: int) -> str:
    shown = text if text.isprintable() else ascii(text)[1:-1]
    return shown if len(shown) <= most else f"{shown[: most - 3]}..."

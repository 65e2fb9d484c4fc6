"""Settings: what a project says once, in its ``pyproject.toml``, about how it is checked.

    [tool.queues]
    size = 6
    hidden = ["order", "refuse-full"]

    [tool.queues.weights]
    order = 3

The table has the name of the course's command. It is looked for in the current folder and then in
those above it. Another file may be named, with the same table, or with its keys at the top.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Collection, Mapping
from decimal import Decimal
from pathlib import Path
from typing import Any, Final

import attrs

from modcheck.near import near_match
from modcheck.report.account import ANSWERS
from modcheck.report.points import MAXIMUM, shares
from modcheck.sandbox.sandbox import AUTO, BACKENDS
from modlab.course import Course

FILE: Final = "pyproject.toml"

REVEALED: Final = {
    "never": "hidden",
    "when due": "after_due_date",
    "when published": "after_published",
}
"""When hidden rules are shown, and what a grading platform calls it."""

SANDBOXES: Final = (AUTO, *(backend for backend in BACKENDS if backend != "none"))
"""How programs may be confined. Only the command line can ask for no confinement."""

LONGEST_TIMEOUT: Final = 3600
"""Seconds; no line of calls takes longer to answer."""

MOST: Final = 2**63
"""Integers are smaller than this, and at least its negative, as TOML demands."""

_LARGEST: Final = 2**20
"""Bytes that a file has at most."""


class SettingsError(Exception):
    """Settings make no sense; the message names file, key and value, and says what is right."""


# -- values ----------------------------------------------------------------------------------------


class _Invalid(Exception):
    """A value that a validator refuses; the message says what is right."""

    def __init__(self, key: str, value: Any, due: str) -> None:
        super().__init__(due)
        self.key, self.value = key, value


def _setting(is_right: Callable[[Any], bool], due: str, **more: Any) -> Any:
    """Return a field whose value is right, or its default. The error says what is ``due``."""

    def validate(settings: Settings, attribute: attrs.Attribute[Any], value: Any) -> None:
        if value != attribute.default and not is_right(value):
            raise _Invalid(attribute.name, value, due)

    return attrs.field(**{"default": None, **more}, validator=validate)


def _table(is_right: Callable[[Any], bool], due: str, due_inside: str) -> Any:
    """Return a field with a table. All its values have to be right."""

    def validate(settings: Settings, attribute: attrs.Attribute[Any], value: Any) -> None:
        if not isinstance(value, Mapping):
            raise _Invalid(attribute.name, value, due)
        for key, inner in value.items():
            if not is_right(inner):
                raise _Invalid(f"{attribute.name}.{key}", inner, due_inside)

    return attrs.field(factory=dict, validator=validate)


def _one_of(names: Collection[str], **more: Any) -> Any:
    """Return a field with one of these names."""
    due = f"write one of {', '.join(names)}"
    return _setting(lambda value: isinstance(value, str) and value in names, due, **more)


def _is_integer(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_number(value: Any) -> bool:
    return _is_integer(value) or isinstance(value, float | Decimal)


def _is_weight(value: Any) -> bool:
    return _is_number(value) and 0 <= value <= MOST


def _is_points(value: Any) -> bool:
    try:
        return bool(shares([ANSWERS], {}, value))
    except (ValueError, ArithmeticError):
        return False


def _is_texts(value: Any) -> bool:
    return isinstance(value, tuple) and all(isinstance(each, str) for each in value)


def _as_tuple(value: Any) -> Any:
    """Return a list of texts as a tuple without repetitions; any other value as it is."""
    is_list = isinstance(value, list) and _is_texts(tuple(value))
    return tuple(dict.fromkeys(value)) if is_list else value


def _as_float(value: Any) -> Any:
    return float(value) if _is_integer(value) and 0 < value < MOST else value


def _as_decimal(value: Any) -> Any:
    return Decimal(str(value)) if _is_number(value) else value


@attrs.frozen
class Settings:
    """What a project says about how it is checked; None where it says nothing."""

    course: Course
    module: str | None = attrs.field(default=None)
    """The module to check against."""

    parameters: Mapping[str, int] = attrs.field(factory=dict)
    """The values of the course's parameters, by name; each is a key of its own in the file."""

    variant: str | None = attrs.field(default=None)
    """The variant of the modules; None: they are read as they stand."""

    seed: int | None = _setting(
        lambda value: _is_integer(value) and -MOST <= value < MOST, "write an integer of 64 bits"
    )
    games: int | None = _setting(
        lambda value: _is_integer(value) and 0 <= value < MOST, "write an integer from 0 upwards"
    )
    """The number of random games."""

    timeout: float | None = _setting(
        lambda value: _is_number(value) and 0.1 <= value <= LONGEST_TIMEOUT,
        f"write a number of seconds from 0.1 to {LONGEST_TIMEOUT}",
        converter=_as_float,
    )
    """Seconds that an implementation has to answer a line of calls."""

    conventions: Mapping[str, str] = _table(
        lambda value: isinstance(value, str),
        "write a table of conventions and their values, such as name = 'value'",
        "the value of a convention is a string",
    )
    """The conventions that are assumed, by name."""

    weights: Mapping[str, float] = _table(
        _is_weight,
        "write a table of rules and what they weigh",
        "a weight is a number from 0 upwards",
    )
    """What rules weigh when points are dealt out, by id. A rule that is not named weighs 1."""

    maximum: Decimal | None = _setting(
        _is_points,
        "write a number of points from 0 to a million, in whole cents",
        converter=_as_decimal,
    )
    """The points that can be earned, in whole cents."""

    hidden: tuple[str, ...] = _setting(
        _is_texts,
        "write a list of rules, each by its name",
        default=(),
        converter=_as_tuple,
    )
    """The rules whose status students do not learn."""

    reveal: str = _one_of(REVEALED, default="never")
    """When a grading platform shows the hidden rules: a key of :data:`REVEALED`."""

    sandbox: str | None = _one_of(SANDBOXES)
    """How programs are confined: ``auto``, or a backend that confines."""

    origin: Path | None = attrs.field(default=None, eq=False)
    """The file that says so; None if there is none."""

    def __attrs_post_init__(self) -> None:
        """Check what only the course can tell: its modules, its parameters, its rules."""
        modules = self.course.modules
        if self.module is not None and self.module not in modules:
            raise _Invalid("module", self.module, f"write one of {', '.join(modules)}")
        if self.variant is not None and self.variant not in self.course.variants:
            there = f"write one of {', '.join(self.course.variants)}"
            raise _Invalid(
                "variant", self.variant, there if self.course.variants else "leave the key out"
            )
        for parameter in self.course.parameters:
            number = self.parameters.get(parameter.name, parameter.default)
            if not _is_integer(number) or number not in parameter.values:
                raise _Invalid(parameter.name, number, parameter.due)
        known = [*(rule.id for rule in self.course.rulebook), ANSWERS]
        for key, rules in (("weights", self.weights), ("hidden", self.hidden)):
            for rule in rules:
                if rule not in known:
                    near = near_match(rule, known, "rule")
                    due = near if near.endswith("?") else "there is no such rule; see the rulebook"
                    raise _Invalid(key, rule, due)

    @property
    def is_graded(self) -> bool:
        """Whether the file says anything about points."""
        return bool(self.weights) or self.maximum is not None

    @property
    def points(self) -> Decimal:
        """The points that can be earned."""
        return MAXIMUM if self.maximum is None else self.maximum

    @property
    def options(self) -> dict[str, Any]:
        """The values that stand where an option of the command line is not given, by its name."""
        names = ("seed", "games", "timeout", "sandbox")
        values = {name: getattr(self, name) for name in names} | dict(self.parameters)
        return {name: value for name, value in values.items() if value is not None}

    def weights_of(self, rules: Collection[str]) -> dict[str, float]:
        """Return the weights of these rules; weights of other modules' rules are left out."""
        return {rule: weight for rule, weight in self.weights.items() if rule in rules}


def keys(course: Course) -> tuple[str, ...]:
    """Return the keys that a file of settings may have."""
    _, module, _, *others, _ = (each.name for each in attrs.fields(Settings))
    return (module, *(each.name for each in course.parameters), *others)


# -- files -----------------------------------------------------------------------------------------


def settings(course: Course, config: Path | None = None, folder: Path | None = None) -> Settings:
    """Return the settings of a file, or those found from a folder upwards (default: the current).

    Raises SettingsError, with one line, if the file cannot be read or says something that makes no
    sense. A file that is found, and not named, cannot choose the sandbox: the implementation's
    author may have written it.
    """
    table = f"tool.{course.name}"
    if config is not None:
        return _settings(course, _named_table(config, table), config)
    start = (folder or Path.cwd()).absolute()
    for place in (start, *start.parents):
        file = place / FILE
        content = _inner_table(_content(file), table, file) if file.is_file() else None
        if content is not None:
            found = _settings(course, content, file)
            if found.sandbox not in (None, AUTO):
                wrong = f"sandbox is {found.sandbox!r}, in a file that --config does not name"
                raise SettingsError(f"{_printable(file)}: {wrong}; name it, or leave the key out")
            return found
    return Settings(course)


def _settings(course: Course, table: Mapping[str, Any], file: Path) -> Settings:
    known, parameters = keys(course), course.defaults
    for key, value in table.items():
        if key not in known:
            wrong = f"no setting {_value(key)} = {_value(value)}"
            raise SettingsError(f"{_printable(file)}: {wrong}; {near_match(key, known, 'setting')}")
    own = {key: value for key, value in table.items() if key not in parameters}
    given = {key: value for key, value in table.items() if key in parameters}
    try:
        return Settings(course, parameters=given, origin=file, **own)
    except _Invalid as error:
        wrong = f"{_printable(error.key, 80)} is {_value(error.value)}"
        raise SettingsError(f"{_printable(file)}: {wrong}; {error}") from error


def _named_table(config: Path, table: str) -> Mapping[str, Any]:
    content = _content(config)
    if "tool" not in content and config.name != FILE:
        return content
    found = _inner_table(content, table, config)
    if found is None:
        raise SettingsError(f"{_printable(config)} has no table [{table}]")
    return found


def _content(file: Path) -> dict[str, Any]:
    """Return what a TOML file holds."""
    shown = _printable(file)
    try:
        with file.open("rb") as stream:
            content = stream.read(_LARGEST + 1)
    except (OSError, ValueError) as error:  # ValueError: a name with a null in it
        why = error.strerror if isinstance(error, OSError) else str(error)
        raise SettingsError(f"{shown} cannot be read: {why}; name a TOML file") from error
    if len(content) > _LARGEST:
        raise SettingsError(f"{shown} is larger than {_LARGEST} bytes; name a TOML file")
    try:
        return tomllib.loads(content.decode("utf-8"))
    except UnicodeDecodeError as error:
        raise SettingsError(f"{shown} is not UTF-8, as TOML is: byte {error.start}") from error
    except ValueError as error:  # not TOML, or an impossible date, or a number of too many digits
        raise SettingsError(f"{shown} is not TOML: {_printable(error)}") from error
    except RecursionError as error:
        raise SettingsError(f"{shown} is nested too deeply; write it flat") from error


def _inner_table(content: Mapping[str, Any], table: str, file: Path) -> dict[str, Any] | None:
    """Return the table of the settings, None if there is none."""
    found: Any = content
    for key in (*table.split("."), None):
        if not isinstance(found, dict):
            wrong = f"{table} is {_value(found)}"
            raise SettingsError(f"{_printable(file)}: {wrong}; write a table [{table}]")
        if key is not None and key not in found:
            return None
        found = found if key is None else found[key]
    return dict(found)


def _value(value: Any) -> str:
    """Return a value as it might have been written, in a line and not too long."""
    if isinstance(value, bool):
        return str(value).lower()
    try:
        return _printable(repr(float(value) if isinstance(value, Decimal) else value), 60)
    except (RecursionError, ValueError):  # nested too deeply, or a number of too many digits
        return f"a {type(value).__name__}"


def _printable(value: object, most: int = 200) -> str:
    text = str(value)
    shown = text if text.isprintable() else ascii(text)[1:-1]
    return shown if len(shown) <= most else f"{shown[: most - 3]}..."

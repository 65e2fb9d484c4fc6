"""A course: the names of its modules suffice for all commands; Othello's course is registered."""

from __future__ import annotations

import gc
import signal
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from modlab.command_line import CourseCommands
from modlab.commands.errors import Exit
from modlab.course import GROUP, Course, load
from modlab.modspec_command import course_of
from othello_mis.course import COURSE

TOGGLE = '''"""Toggle: a switch."""

from modspec import AbstractObject

__all__ = ["Switch", "flip", "init", "is_on"]


class Switch(AbstractObject):
    """A switch that is on or off."""

    on: bool
    """Whether it is on."""


def init() -> Switch:
    """Start with the switch off."""
    return Switch(on=False)


def flip(switch: Switch) -> Switch:
    """Turn the switch over."""
    return Switch(on=not switch.on)


def is_on(switch: Switch) -> bool:
    """Whether the switch is on."""
    return switch.on
'''
SOUND = "on = False\ndef init():\n    global on\n    on = False\n"
SOUND += "def flip():\n    global on\n    on = not on\ndef is_on():\n    return on\n"


class Plain(Course):
    """A course that says nothing but which modules it has."""

    name = "plain"
    place = "test_course:Plain"
    modules = ("toggle",)
    default_module = "toggle"


@pytest.fixture
def commands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[CourseCommands]:
    """The commands of the plain course, in a folder with its module and two implementations."""
    (tmp_path / "toggle.py").write_text(TOGGLE)
    (tmp_path / "sound_switch.py").write_text(SOUND)
    (tmp_path / "stuck_switch.py").write_text(SOUND.replace("not on", "True"))
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    handler, threshold = signal.getsignal(signal.SIGTERM), gc.get_threshold()
    yield CourseCommands(Plain(), own={}, summary="")
    signal.signal(signal.SIGTERM, handler)
    gc.set_threshold(*threshold)
    gc.unfreeze()
    for name in ("toggle", "sound_switch", "stuck_switch"):
        sys.modules.pop(name, None)


def test_a_plain_module_is_shown_and_checked(commands: CourseCommands) -> None:
    assert "toggle" in CliRunner().invoke(commands, ["show", "toggle"]).output.lower()
    sound = CliRunner().invoke(commands, ["check", "--impl", "py:sound_switch", "--games", "2"])
    stuck = CliRunner().invoke(commands, ["check", "py:stuck_switch", "--why", "--games", "2"])
    assert "✓ py:sound_switch conforms to toggle" in sound.output
    assert "✗ py:stuck_switch: 1 fault\n" in stuck.output
    assert "  got          true\n" in stuck.output
    assert "flip raises no exception here, and changes nothing." in stuck.output
    assert "\n\n  clause       on := ¬on\n" in stuck.output


def test_a_plain_course_has_no_other_modules(commands: CourseCommands) -> None:
    refused = CliRunner().invoke(commands, ["check", "--impl", "py:a", "--module", "othello"])
    assert Exit.USAGE == refused.exit_code
    assert "no module 'othello' to check against; the modules are: toggle" in refused.output


def test_the_course_of_othello_is_where_its_entry_point_says() -> None:
    project = tomllib.loads((Path(__file__).parents[1] / "pyproject.toml").read_text("utf-8"))
    assert COURSE is load(project["project"]["entry-points"][GROUP]["othello"])
    assert COURSE is load(COURSE.place)


def test_modspec_tests_a_module_as_the_course_does_that_has_registered_it() -> None:
    own = course_of("othello_spec.passing", {})
    assert (COURSE.name, "passing") == (own.name, own.default_module)
    assert own.test_model("passing", own.defaults, {}).module.name == "passing"
    assert "othello" == COURSE.default_module
    for place, domain in (("othello_spec.lines", {}), ("othello_spec.passing", {"row": [1, 2]})):
        assert "modspec" == course_of(place, domain).name

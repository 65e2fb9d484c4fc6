"""Course: what the tools know of the modules that a course teaches.

The commands, the settings, the pytest plugin and grading serve any module. A course tells them
which modules there are, how to test them and how to show them. It registers itself by an entry
point:

    [project.entry-points."modlab.courses"]
    queues = "queues_course.course:COURSE"
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from importlib import import_module
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:  # every command loads a course, and most need none of these
    from pathlib import Path

    from modcheck.report.presentation import Drawings, Presentation
    from modcheck.testing.recorded import RecordedTrace
    from modcheck.testing.test_model import TestModel
    from modlab.notation import Notation
    from modspec.run.machine import Call
    from modspec.syntax.module import Module
    from modspec.syntax.rulebook import Rulebook
    from modspec.syntax.values import State
    from modspec.syntax.variant import Variant

GROUP: Final = "modlab.courses"
"""The group of the entry points by which courses register themselves."""

Parameters = Mapping[str, int]
"""The values of a course's parameters, by name."""


@dataclass(frozen=True)
class CourseParameter:
    """A number on which the modules of a course depend, such as the size of a board.

    It is an option of the commands and a key of the settings; programs read it from the
    environment.
    """

    name: str
    variable: str
    """The environment variable."""

    default: int
    values: Sequence[int]
    """The values that it can have."""

    due: str
    """Which values there are, for errors: ``sizes are even integers, from 4 to 16``."""

    help: str


@dataclass(frozen=True)
class CourseChoice:
    """An option of ``explain`` that only one course has."""

    name: str
    values: Sequence[str]
    help: str


@dataclass(frozen=True)
class OwnKit:
    """A kit's text with the names of a program, and the file of the program, if any."""

    text: str
    file: Path | None = None
    convention: str = ""
    """The convention that the program has to declare, as the sources show; empty: none."""


CALLS_HELP: Final = """Calls are written as in the specification: "push(3) top()". Where there are
no arguments, the name suffices."""


class Course:
    """The modules of a course, and how they are tested and shown.

    A course derives a class from this one. The defaults serve a plain module: it has no rulebook,
    no pictures, no conventions and no starter kits.
    """

    name: str
    """The name of the command, of the settings' table ``[tool.NAME]``, and of tests in pytest."""

    place: str
    """Where the course is, as ``package.module:NAME``, or as ``package.module:MAKE@TEXT`` if
    ``MAKE`` makes it from a text. Processes that grade load it from there."""

    packages: Sequence[str] = ()
    """The packages whose sources decide a verdict, besides the checker's. Students install them, so
    they hold no solution."""

    modules: Sequence[str]
    """The names of the modules that implementations are checked against."""

    default_module: str
    specifications: Sequence[str] = ()
    """The names of all modules that can be shown."""

    judges: str = "an implementation of a module"
    """What ``check`` judges, for its help text."""

    parameters: Sequence[CourseParameter] = ()

    calls_help: str = CALLS_HELP
    """How calls are written, for help texts."""

    records: str = "the calls"
    """What a file has that ``--from`` names, for help texts."""

    explanation_choices: Sequence[CourseChoice] = ()
    """The options of ``explain`` that only this course has."""

    programs: Sequence[str] = ("Main", "main")
    """How submissions name their programs, without the ending, in the order of the search."""

    aliases: Mapping[str, Sequence[str]] = {}
    """What programs also call a routine, by its name: a test to paste looks for these."""

    conventions: str = ""
    """Examples of conventions, for the help text of ``--convention``."""

    trusting: tuple[str, str] | None = None
    """The convention, as name and value, by which programs trust their callers, or None."""

    proves_programs: Sequence[str] = ()
    """The commands of the course's own that take a program where those for any module take none."""

    variants: Mapping[str, Variant] = {}
    """The variants of the modules, by name."""

    @property
    def variant(self) -> Variant | None:
        """The variant that this process plays; None if modules are read as they stand."""
        from modspec.syntax.variant import variant_in_use

        return variant_in_use()

    def choose_variant(self, name: str) -> None:
        """Have this process play a variant, a key of :attr:`variants`.

        Raises SpecificationError if modules that it changes are imported already.
        """
        from modspec.syntax.variant import use_variant

        use_variant(self.variants[name])

    @property
    def defaults(self) -> Parameters:
        """The parameters with their default values."""
        return {each.name: each.default for each in self.parameters}

    @property
    def kits(self) -> Traversable:
        """The folder of the starter kits: a folder for each language, with one file."""
        return files(self.place.partition(".")[0]).joinpath("kits")

    def kit_command(self, language: str) -> str:
        """Return the command that writes a starter kit for a language; empty if there is none."""
        has_kit = self.kits.joinpath(language).is_dir()
        return self.command_line(f"init {language}") if has_kit else ""

    def with_own_names(self, text: str, language: str, kit: str, target: Path) -> OwnKit:
        """Return the text of a starter kit with the names of the program around ``target``.

        ``kit`` is the name of the kit's file, which is no part of the program. By default the text
        stays as it is.
        """
        return OwnKit(text)

    @property
    def exercises(self) -> Traversable:
        """The folder of the exercises, with the list ``exercises.toml``."""
        return files(self.place.partition(".")[0]).joinpath("exercises")

    @property
    def kit_files(self) -> frozenset[str]:
        """The names of the starter kits' files."""
        folders = self.kits.iterdir() if self.kits.is_dir() else ()
        return frozenset(f.name for each in folders if each.is_dir() for f in each.iterdir())

    def module(self, name: str) -> Module:
        """Return the specification of a name."""
        from modspec import declare

        return declare(self.places.get(name, name))

    @property
    def places(self) -> Mapping[str, str]:
        """The dotted name of each module that can be shown, by its name. Imports no module."""
        return {name: name for name in self.specifications or self.modules}

    def command_line(self, command: str) -> str:
        """Return the line that gives a command about the default module."""
        is_usual = self.default_module == type(self).default_module  # that of the whole course
        return f"{self.name} {command}{'' if is_usual else f' --module {self.default_module}'}"

    def check_line(self, program: str) -> str:
        """Return the line that checks a program of the default module."""
        return self.command_line(f"check {program}")

    def about(self, module: str) -> Course:
        """Return the course with another default module."""
        own = copy(self)
        own.default_module = module
        return own

    @property
    def spec(self) -> str:
        """What names the default module as SPEC: the path of a file, or a dotted name."""
        return self.places[self.default_module]

    @property
    def title(self) -> str:
        """What pages of all modules are called: as the first of them."""
        return self.modules[0]

    @property
    def specs(self) -> Sequence[str]:
        """What names each module that can be shown as SPEC."""
        return tuple(self.places.values())

    @property
    def specification(self) -> Module:
        """The default module as its text has it. Raises SpecificationError if it cannot be read."""
        from modlab.specification_file import specification_at

        return specification_at(self.spec)

    def notation(self, parameters: Parameters) -> Notation:
        """Return how the calls and the states of the default module are written and shown."""
        from modlab.notation import Notation

        return Notation(self.specification)

    def as_argument(self, text: str) -> str:
        """Return an argument of a command, without a dash if it begins with one as calls may."""
        return text

    def chosen_call(self, call: Call, chosen: Mapping[str, str | None]) -> Call:
        """Return the call to explain, given the values of :attr:`explanation_choices`."""
        return call

    def parameters_of_fault(self, fault: Mapping[str, Any]) -> Parameters:
        """Return the values of the parameters with which a fault of a verdict was found."""
        return self.defaults

    rulebook_place: str = ""
    """Where the rulebook is, as ``package.module:NAME``, for pages; empty if there is none."""

    @property
    def rulebook(self) -> Rulebook:
        """The rules that the modules cite."""
        from modspec.syntax.rulebook import Rulebook

        return Rulebook((), ())

    def test_model(
        self, module: str, parameters: Parameters, conventions: Mapping[str, str]
    ) -> TestModel:
        """Return what to check against, with the values of parameters, under declared conventions.

        Raises KeyError for an unknown module, ValueError for a wrong parameter and ConventionError
        for an unknown convention.
        """
        from modcheck.testing.test_model import TestModel
        from modspec.run.domains import Domains

        if module not in self.modules:
            raise KeyError(module)
        return TestModel(self.module(module), self.rulebook, Domains())

    def presentation(self, parameters: Parameters) -> Presentation:
        """Return how values, games and states are written in a verdict."""
        from modcheck.report.presentation import PlainPresentation

        return PlainPresentation()

    def show_value(self, value: Any) -> str:
        """Return a value in a word or a line, for a page on which people explore a module."""
        from modspec.run.plain import plain

        return plain(value)

    theorems: Sequence[str] = ()
    """The dotted names of the modules of theorems that slides show, and ``NAME theorems`` tries."""

    def example(self, module: Module) -> Sequence[Call]:
        """Return some calls that show what a module does, the initialiser first; if there are none,
        slides have calls that tell the module from its mutants."""
        return ()

    def picture(self, state: State, calls: Sequence[Call]) -> str:
        """Return a state as SVG, given the calls that were made; empty if there is no picture."""
        return ""

    def drawings(self, model: TestModel) -> Drawings:
        """Return how games are drawn on a page."""
        from modcheck.report.presentation import NoDrawings

        return NoDrawings()

    def routines(self, model: TestModel) -> Sequence[str]:
        """Return the routines to look for in a Python module: conventions may need more."""
        return model.routines

    def demand_parts(self) -> None:
        """Raise SpecificationError if the module takes parts of sequences that are not there."""

    def random_games(self, parameters: Parameters) -> int:
        """Return how many random games a check plays by default."""
        return 50

    def random_traces(self) -> Callable[[int, int], Sequence[RecordedTrace]] | None:
        """Return a fast source of random games, given their number and a seed, or None."""
        return None


def courses() -> dict[str, str]:
    """Return where the registered courses are, ``package.module:NAME``, by their short names."""
    from importlib.metadata import entry_points  # most commands know their course

    return {point.name: point.value for point in entry_points(group=GROUP)}


def load(place: str) -> Course:
    """Return the course at a place, ``package.module:NAME`` or ``package.module:MAKE@TEXT``."""
    module, _, name = place.partition(":")
    name, is_made, text = name.partition("@")
    found = getattr(import_module(module), name)
    if is_made:
        found = found(text)
    assert isinstance(found, Course)
    return found

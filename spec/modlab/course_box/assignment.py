"""Assignment: the choices from which an assignment repository is made."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from importlib.metadata import entry_points
from typing import Final

from modcheck.report.account import ANSWERS, ANSWERS_TEXT, entry_rules
from modlab.course import Course
from modlab.course_box.handout import with_used
from modspec import Module

PROGRAM: Final = "program"
"""The folder of a student's repository in which the program is."""

SPECIFICATION: Final = "specification"
"""The folder for the files of a module that no course has registered."""


@dataclass(frozen=True)
class Tool:
    """A program that a language takes on the machine that judges: its command and its package, by
    their names on Debian and Ubuntu."""

    command: str
    package: str


TOOLS: Final[Mapping[str, tuple[Tool, ...]]] = {
    "python": (),
    "java": (Tool("javac", "openjdk-17-jdk-headless"),),
    "c": (Tool("cc", "gcc"),),
    "cpp": (Tool("c++", "g++"),),
    "javascript": (Tool("node", "nodejs"),),
    "typescript": (Tool("node", "nodejs"), Tool("tsc", "node-typescript")),
    "rust": (Tool("rustc", "rustc"),),
}
"""The languages in which a program is judged from its sources as they are handed in, and what each
takes besides Python, which the checker needs itself."""


@dataclass(frozen=True)
class StarterKit:
    """The file that a student of a language begins with."""

    language: str
    file: str
    content: bytes = field(repr=False)


@dataclass(frozen=True)
class CourseAssignment:
    """A module that a class is to implement."""

    course: Course
    module: Module
    kits: tuple[StarterKit, ...]
    seed: int
    """What decides the random games by which submissions are judged."""

    specification: Mapping[str, bytes] = field(default_factory=dict)
    """The module's file, and those that it uses, by name; none if the checker's wheel has them."""

    @property
    def tools(self) -> tuple[Tool, ...]:
        """What the languages of the kits take, each once."""
        return tuple(dict.fromkeys(tool for kit in self.kits for tool in TOOLS[kit.language]))

    @property
    def title(self) -> str:
        """The name of the module as a heading, with the variant if there is one."""
        name = self.module.name.replace("_", " ").capitalize()
        return f"{name}, variant {self.course.variant.name}" if self.course.variant else name

    @property
    def languages(self) -> tuple[str, ...]:
        """The languages in which students may write; a program of objects needs no kit."""
        return tuple(kit.language for kit in self.kits) or ("python",)

    @property
    def classes(self) -> tuple[str, ...]:
        """What the module's objects and those that it takes are called."""
        return tuple(each.state.name for each in with_used(self.module) if each.state)

    @property
    def tool(self) -> str:
        """The command that judges a program."""
        return "modspec" if self.specification else self.course.name

    @property
    def start(self) -> str:
        """Where the command starts, as ``package.module:function``."""
        (point,) = entry_points(group="console_scripts", name=self.tool)
        return point.value

    def place(self, folder: str = "") -> str:
        """Return what a command says after its name to mean the module, seen from the repository.

        ``folder`` leads there, and ends with a slash. Nothing is said of a registered module: the
        settings name it.
        """
        if not self.specification:
            return ""
        return f" {folder}{SPECIFICATION}/{self.module.file.name}"

    @cached_property
    def rules(self) -> Mapping[str, str]:
        """What each rule asks that earns points, by its id."""
        model = self.course.test_model(self.module.name, self.course.defaults, {})
        texts = {ANSWERS: ANSWERS_TEXT, **{rule.id: rule.text for rule in model.rulebook}}
        judged = entry_rules(model.module, model.rulebook)
        return {rule: " ".join(texts[rule].split()) for rule in judged}

"""The course of Othello: its modules, how they are tested and how they are shown."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from modlab.course import Course, CourseChoice, CourseParameter, OwnKit, Parameters
from modspec import SpecificationError
from othello_spec import GAME, MODULES, THEOREMS
from othello_spec import module as specification
from othello_spec.board import SIZE, Cell
from othello_spec.records.squares import SIZE_VARIABLE, SIZES, check_size
from othello_spec.variants import VARIANTS, choose

if TYPE_CHECKING:
    from pathlib import Path

    from modcheck.testing.recorded import RecordedTrace
    from modcheck.testing.stand_ins import StandIns
    from modcheck.testing.test_model import Idiom, TestModel, WhereToLook
    from modspec.run.machine import Call
    from modspec.syntax.module import Module
    from modspec.syntax.rulebook import Rulebook
    from modspec.syntax.values import State
    from othello_mis.drawings import OthelloDrawings
    from othello_mis.notation import OthelloNotation
    from othello_suite.presentation import OthelloPresentation


CALLS_HELP: Final = """CALLS are moves such as "f5 d6", a position, which is the letters of all
squares and whose turn it is, or calls such as "move(2, 3) winner()"."""

_PLAYERS: Final = ("black", "white")


class _Othello(Course):
    """Othello's modules. What takes long to import is imported where it is needed."""

    name = "othello-mis"
    place = "othello_mis.course:COURSE"
    packages = ("othello_spec", "othello_suite", "othello_mis")
    modules = GAME
    default_module = "othello"
    specifications = MODULES
    judges = "an implementation of Othello's game-state module"
    parameters = (
        CourseParameter(
            name="size",
            variable=SIZE_VARIABLE,
            default=SIZE,
            values=SIZES,
            due=f"sizes are even integers, from {SIZES[0]} to {SIZES[-1]}",
            help=f"Rows and columns of the board: even, from {SIZES[0]} to {SIZES[-1]}. "
            f"Programs read it from the environment variable {SIZE_VARIABLE}.",
        ),
    )
    calls_help = CALLS_HELP
    records = "the game or the position, whatever replay reads,"
    explanation_choices = (
        CourseChoice(
            "player", tuple(_PLAYERS), "Explain the move of this player; default: whose turn it is."
        ),
    )
    aliases = MappingProxyType({"move": ("play", "place"), "init": ("reset", "new_game")})
    programs = ("OthelloMis", "othello_mis", "othello_kit", "Othello", "othello", "Main", "main")
    conventions = (
        "first=white, start=mirrored, forfeits=pass, squares=1-based or named, illegal=trusted"
    )
    trusting = ("illegal", "trusted")

    variants = VARIANTS
    proves_programs = ("prove",)
    rulebook_place = "othello_spec.rules:RULES"

    def choose_variant(self, name: str) -> None:
        choose(name)
        self.place = f"{__name__}:{of_variant.__name__}@{name}"  # for other processes

    def module(self, name: str) -> Module:
        return specification(name)

    @property
    def places(self) -> Mapping[str, str]:
        return {
            name: f"othello_spec.{'theorems.' if name in THEOREMS else ''}{name}"
            for name in MODULES
        }

    def with_own_names(self, text: str, language: str, kit: str, target: Path) -> OwnKit:
        from othello_mis.own_names.kit import with_own_names

        return with_own_names(text, language, kit, target)

    def notation(self, parameters: Parameters) -> OthelloNotation:
        from othello_mis.notation import OthelloNotation

        return OthelloNotation(self.module(self.default_module), parameters["size"])

    def as_argument(self, text: str) -> str:
        if not text.startswith("-"):
            return text
        from othello_mis.replay.text_games import is_position

        squares, mark, scores = text.partition(";")
        return f"{squares.replace('-', '.')}{mark}{scores}" if is_position(text) else text

    def chosen_call(self, call: Call, chosen: Mapping[str, str | None]) -> Call:
        if not (player := chosen["player"]):
            return call
        if call.routine != "move":
            raise SpecificationError(f"--player is about a move such as d3, and not about {call}")
        return replace(call, routine="is_valid_move", arguments=(*call.arguments, Cell(player)))

    def parameters_of_fault(self, fault: Mapping[str, Any]) -> Parameters:
        boards = fault.get("boards", {})
        return {"size": check_size(len(next(iter(boards.values()), range(SIZE))))}

    @property
    def rulebook(self) -> Rulebook:
        from modspec.syntax.variant import with_variant
        from othello_spec.rules import RULES

        variant = self.variant
        if variant is None or any(source.id == variant.name for source in RULES.sources):
            return RULES
        return with_variant(RULES, variant)  # settings cite rules, and were read before the choice

    def test_model(
        self, module: str, parameters: Parameters, conventions: Mapping[str, str]
    ) -> TestModel:
        from modcheck.testing import plain_game
        from othello_mis.recordings import with_recording
        from othello_mis.where_to_look import GUESSES, advise, where_by_rule, where_to_look
        from othello_mis.why_due import why_due
        from othello_suite.test_model import build_test_model

        model = build_test_model(module, parameters["size"], conventions)
        place: WhereToLook = where_to_look
        guesses: Sequence[Idiom] = GUESSES if model.module.name == "othello" else ()
        if model.variant is not None:
            place = plain_game.where_to_look(model.variant, place)
            guesses = plain_game.without_changed(guesses, model.variant)
            model = with_recording(model)
        return replace(
            model,
            guesses=(*model.guesses, *guesses),
            rulebook=self.rulebook,
            where_to_look=place,
            where_by_rule=where_by_rule,
            advice=advise,
            why_due=why_due,
            stand_ins={} if model.variant or model.constants else _kernel_answers(),
        )

    def presentation(self, parameters: Parameters) -> OthelloPresentation:
        from othello_suite.presentation import OthelloPresentation

        return OthelloPresentation(parameters["size"])

    def show_value(self, value: Any) -> str:
        from othello_spec.board import Square
        from othello_spec.records.squares import name

        return name(value) if isinstance(value, Square) else super().show_value(value)

    theorems = ("othello_spec.theorems.captures",)

    def example(self, module: Module) -> Sequence[Call]:
        from othello_mis.drawings import opening

        return opening(module)

    def picture(self, state: State, calls: Sequence[Call]) -> str:
        from othello_mis.drawings import picture_of

        return picture_of(state, calls)

    def drawings(self, model: TestModel) -> OthelloDrawings:
        from othello_mis.drawings import OthelloDrawings

        return OthelloDrawings(model)

    def routines(self, model: TestModel) -> Sequence[str]:
        passing = specification("passing").access_programs  # a convention may ask for these
        return [*model.routines, *(function.name for function in passing)]

    def random_games(self, parameters: Parameters) -> int:
        return 50 if parameters["size"] < SIZE else 1  # small boards have no chosen games

    def random_traces(self) -> Callable[[int, int], Sequence[RecordedTrace]] | None:
        if self.variant is not None:
            return None  # the kernel plays the plain game
        try:
            from othello_mis.random_traces import random_traces
        except ModuleNotFoundError as error:
            if error.name not in ("numpy", "othello_model"):
                raise
            return None
        return random_traces


def _kernel_answers() -> StandIns:
    """Return what the kernel says of the plain game; nothing without the model.

    A students' installation has none: it is a solution.
    """
    try:
        from othello_mis.kernel_answers import kernel_answers
    except ModuleNotFoundError as error:
        if error.name != "othello_model":
            raise
        return {}
    return kernel_answers()


COURSE: Final = _Othello()
"""The course that ``pyproject.toml`` registers."""


def of_variant(name: str) -> Course:
    """Return the course of a variant, which this process plays from now on.

    Raises KeyError if there is no variant of that name, SpecificationError if modules that it
    changes are imported already.
    """
    COURSE.choose_variant(name)
    return COURSE


if COURSE.variant is not None:  # the environment has chosen it
    COURSE.choose_variant(COURSE.variant.name)

"""The method of proofs: z3 proves the theorems, and the bitboard kernel, for all boards."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator, Sequence
from fnmatch import fnmatchcase
from functools import lru_cache, partial
from math import prod
from pathlib import Path
from typing import Final, NamedTuple

from modspec.prove.goals import Goal, write
from modspec.prove.prover import ProofResult, Prover, prove_all
from modspec.prove.scope import Case
from othello_model import kernel
from othello_proofs.evidence.method import ClaimVerdict, Finding, Method, Questions
from othello_proofs.obligations.bitboard_goals import BitboardGoals
from othello_proofs.obligations.kernel_goals import KernelGoals, reply_to_counterexample
from othello_proofs.obligations.lift_agreement import (
    LiftDisagreement,
    disagreement,
    state_left_out,
    theorem_disagreement,
)
from othello_proofs.obligations.positions import ORDERED
from othello_proofs.obligations.refutations import Refutation, theorem_refutation
from othello_proofs.obligations.specification_goals import (
    CALLING,
    forgotten,
    lemma_places,
    move_raises,
    objection,
    prover,
    sound_calls,
)
from othello_proofs.obligations.states import OBJECTS
from othello_spec import THEOREMS, module
from othello_spec.board import SIZE, Square
from othello_spec.theorems.symmetry import Symmetry
from othello_suite.presentation import PRESENTATION

_LIFTED: Final = ("captures", "flips", "placed", "can_move", "discs",
                  "next_turn", "winner", "game_over", "invariant", "move")  # fmt: skip
_LIFTED_ELSEWHERE: Final = ("passing pass_turn", "supply take", "handicap cell", "clock stop",
                            "clock time_left", "match move", "match winner")  # fmt: skip

LIFTED: Final = {
    **{name: ("othello", name) for name in _LIFTED},
    **{place.replace(" ", "_"): tuple(place.split()) for place in _LIFTED_ELSEWHERE},
}
"""The functions whose formula is tried against their text, with the module that is lifted."""

_TEXTS: Final = {f"theorems_of_{theory}": theory for theory in THEOREMS}
_STATES: Final = {f"states_of_{name}": name for name in OBJECTS}
"""What else is tried of what is asked, beside functions: the theorems of a module, and the states
that the questions about an object are about."""

_FILLS: Final = ("fill_by_steps", "fill_by_doubling")
_BASIC: Final = ("flips", "valid_moves")
"""The functions that fill lines and shift words; the others only use these two."""

_KERNEL: Final = (*_BASIC, "place", "over", "next_turn", "can_move")
"""The functions of the kernel."""

_QUICK: Final = (Square(0, 0), Square(2, 5))
"""The squares of the quick run: a corner, and an inner one."""

_GENERATORS: Final = (Symmetry.QUARTER_TURN, Symmetry.LEFT_TO_RIGHT)
"""The symmetries of the quick run: any other is one of these after another."""

_NOT_QUICK: Final = (
    "matches grant_keeps_a_match_sound",
    "matches move_keeps_a_match_sound",
    "matches a_forfeited_turn_takes_no_time",
    "matches the_result_stands",
    "passes a_pass_changes_nothing_with_passes_hidden",
    "passes a_pass_is_never_followed_by_another",
    "symmetry the_turn_is_the_same_with_the_colours_exchanged",
    "symmetry the_turn_is_the_same_from_every_side",
    "symmetry the_end_is_the_same_with_the_colours_exchanged",
    "symmetry the_end_is_the_same_from_every_side",
    "endings a_forfeit_uses_up_a_turn",
)
"""The theorems that take the longest; the quick run does not try them."""

_OVER: Final = {
    "Board": "all boards",
    "Game": "all boards and turns",
    "Player": "both players",
    "Square": "all squares",
    "Symmetry": "all symmetries",
    "Passing": "all boards and turns",
    "Supply": "all supplies of less than 128 discs",
    "Handicap": "all choices of corners",
    "Clock": "all clocks",
    "Match": "all matches",
    "integer": "all times",
}
"""The values a theorem is proved for, by the types of its parameters."""


_VALUES: Final = {"Square": SIZE * SIZE, "Symmetry": 8}
"""How many values there are of the types whose values are tried one by one."""

_BOTH_PLAYERS: Final = "endings.the_winner_has_the_majority"
"""The theorem that is proved for one player, and then for the other."""

_OF_CORNERS: Final = (
    "matches.grant_keeps_a_match_sound",
    "handicaps.a_grant_adds_one_corner",
    "handicaps.a_grant_leaves_the_other_corners",
    "handicaps.a_grant_keeps_a_disc_for_every_square",
)
"""The theorems that say nothing of squares that are no corners."""

_NOT_OF_THE_CENTRE: Final = (
    "matches.move_keeps_a_match_sound",
    "matches.a_move_hands_the_clock_over_while_somebody_can_move",
    "matches.a_forfeited_turn_takes_no_time",
    "matches.a_move_leaves_a_match_one_move_less",
    "passes.a_placement_keeps_a_game_with_passes_sound",
    "endings.move_keeps_the_invariant",
)
"""The theorems that say nothing of the four squares of the centre, which are never empty."""

_VACUOUS: Final = {
    **dict.fromkeys(_OF_CORNERS, SIZE * SIZE - 4),
    **dict.fromkeys(_NOT_OF_THE_CENTRE, 4),
}
"""How many goals of a theorem are about nothing."""

_BY_DEFINITION: Final = (
    "captures.a_corner_is_never_flipped",
    "captures.the_new_disc_shows_the_colour_of_the_mover",
    "captures.no_disc_disappears",
    "captures.the_centre_stays_occupied",
    "endings.the_turn_alternates_unless_forfeited",
    "endings.the_winner_has_the_majority",
    "endings.a_draw_is_as_many_discs_of_either_colour",
    "handicaps.the_weaker_player_plays_black",
    "derivations.the_winner_is_who_counts_more",
)
"""The theorems that follow from how functions are put together, whatever numbers and truth values
their parts have. Any other theorem of which that is so says nothing."""

_FOR_EACH_SQUARE: Final = 0
_OF_KERNEL: Final = {
    "flips": _FOR_EACH_SQUARE,
    "place": _FOR_EACH_SQUARE,
    "valid_moves": 1,
    "can_move": 1,
    "over": 2,
    "next_turn": 2,
}
"""How many goals a function of the kernel has."""

_OF_BITBOARD: Final[dict[str, Callable[[int], int]]] = {
    "holds": lambda squares: squares,
    "accepts": lambda squares: 2 * (squares + 4),
    "place": lambda squares: 2 * squares,
    "can_move": lambda _: 2,
    "is_over": lambda _: 1,
    "next_turn": lambda _: 2,
}
"""How many goals a method of a bitboard has, given the squares: for both players, and off the board
on each side."""


class Proofs(Method):
    """What z3 can prove."""

    name = "z3"
    title = "z3"
    shows = (
        "The claim is true of every board, all 3⁶⁴, whether or not a game leads to it: the text of"
        " the specification was turned into a formula, and a solver showed that no board makes it"
        " false. Where a claim assumes something, boards that meet the assumption exist. The claims"
        " of lift say that the formula means what the text means; they are tried on random boards."
    )
    does_not_show = (
        "That the claims are the ones that were wanted, that z3 has no fault of its own, or that "
        "Python runs the text as it was read; other methods look at these questions."
    )
    tools = ("z3-solver",)

    def units(self, quick: bool) -> Sequence[str]:
        """Each theorem, and each function of the kernel with each width of words and each fill."""
        kernel = [
            f"kernel {function} {width} {fill}"
            for width in ((64,) if quick else (64, 128))
            for function in (_KERNEL if width == 64 else _BASIC)
            for fill in (_FILLS if function in _BASIC and not quick else _FILLS[:1])
        ]
        boards = [f"bitboard {method}" for method in BitboardGoals.METHODS]
        small = ["kernel4 flips 64 fill_by_steps", "kernel4 valid_moves 64 fill_by_steps"]
        calls = [f"{owner} {f.name}" for owner in CALLING for f in module(owner).access_programs]
        lifts = [f"lift {function}" for function in (*LIFTED, *_TEXTS, *_STATES)]
        theorems = [
            f"{owner} {theorem.name}"
            for owner in reversed(THEOREMS)
            for theorem in module(owner).access_programs
            if not quick or f"{owner} {theorem.name}" not in _NOT_QUICK
        ]
        return [
            *kernel,
            *boards,
            "othello move",
            *calls,
            *lifts,
            *theorems,
            *(() if quick else small),
        ]

    def about(self, unit: str, quick: bool) -> Sequence[str]:
        """The theorem, or the function of the kernel."""
        del quick
        owner, name, *_ = unit.split()
        return (f"{owner.rstrip('4')}.{name}",)

    def questions(self, unit: str, claim: str, quick: bool) -> Questions:
        """Return as many goals as there are squares and symmetries, times the players tried."""
        owner, name, *_ = unit.split()
        vacuous = int(claim in _OF_CORNERS) if quick else _VACUOUS.get(claim, 0)
        if owner == "lift":
            return Questions(_lift_tries(name, quick))
        if owner == "bitboard":
            return Questions(_OF_BITBOARD[name](len(_QUICK) if quick else SIZE * SIZE))
        if owner.startswith("kernel"):
            squares = len(_QUICK) if quick else 16 if owner == "kernel4" else SIZE * SIZE
            return Questions(_OF_KERNEL[name] or squares)
        sizes = {"Square": len(_QUICK), "Symmetry": len(_GENERATORS)} if quick else _VALUES
        if owner in THEOREMS:
            parameters = module(owner)[name].parameters
            asked = prod(sizes.get(getattr(p.type, "name", ""), 1) for p in parameters)
            return Questions(asked * 2 if claim == _BOTH_PLAYERS else asked, vacuous)
        has_square = any(p.name == "row" for p in module(owner)[name].parameters)
        return Questions(sizes["Square"] + 1 if has_square else 1)  # and one off the board

    def sources(self, unit: str, claim: str) -> Sequence[str]:
        """Return the theorem and its lemmas, or what the specification says."""
        owner, name, *_ = unit.split()
        if owner in THEOREMS:
            places = (f"{place}:{lemma}" for place, lemma in lemma_places(name))
            return (f"othello_spec.theorems.{owner}:{name}", *places)
        if owner in CALLING:
            return (f"othello_spec.{owner}:{name}",)
        if owner == "lift" and name in _TEXTS:
            theory = _TEXTS[name]
            names = [theorem.name for theorem in module(theory).access_programs]
            return tuple(f"othello_spec.theorems.{theory}:{each}" for each in names)
        if owner == "lift" and name in _STATES:
            return (f"othello_spec.{_STATES[name]}",)
        if owner == "lift" and LIFTED[name][0] != "othello":
            return (f"othello_spec.{LIFTED[name][0]}",)
        return ("othello_spec.lines", "othello_spec.othello")

    def run(self, unit: str, quick: bool) -> Iterator[Finding]:
        """Try to prove the claim of a unit."""
        gc.disable()  # of a million terms nearly all are in use: looking for garbage takes long
        try:
            if unit.startswith("lift "):
                yield _lift_finding(unit.removeprefix("lift "), quick)
            else:
                owner, name, *_ = unit.split()
                if owner in THEOREMS and (why_not := _objection(owner, name, quick)):
                    yield Finding(f"{owner}.{name}", ClaimVerdict.FAILS, 0, "", why_not)
                    return
                task = _task(unit, quick)
                yield _finding(task, task.prove())
        finally:
            gc.enable()

    def export(self, directory: Path, quick: bool, only: Sequence[str] = ()) -> int:
        """Write every goal as SMT-LIB to a file in the directory. Return how many there are."""
        count = 0
        for unit in self.units(quick):
            wanted = not only or any(
                fnmatchcase(claim, pattern) for claim in self.about(unit, quick) for pattern in only
            )
            if wanted and not unit.startswith("lift "):
                task = _task(unit, quick)
                count += write(task.goals(), directory / task.folder)
        return count


class _Task(NamedTuple):
    """The goals of a unit."""

    goals: Callable[[], Iterator[Goal]]
    prove: Callable[[], ProofResult]
    tried: str
    refute: Callable[[ProofResult], Refutation]

    folder: str
    """Where the goals are written."""

    note: str = ""
    """What to say below a refutation."""


def _task(unit: str, quick: bool) -> _Task:
    owner, name, *rest = unit.split()
    squares = _QUICK if quick else ORDERED
    if owner in THEOREMS:
        theorems = _prover(owner, quick)
        types = {getattr(p.type, "name", "") for p in theorems.module[name].parameters}
        tried = [text for type_name, text in _OVER.items() if type_name in types]
        return _Task(
            partial(theorems.goals, name),
            partial(theorems.prove, name),
            ", ".join(tried) or "itself",
            theorem_refutation,
            owner,
            "The theorem may be wrong, or the specification that it is about.",
        )
    if rest:
        return _kernel_task(unit, quick)
    if owner == "bitboard":
        work = BitboardGoals()
        return _Task(
            partial(work.of, name, squares),
            lambda: prove_all(f"bitboard.{name}", work.of(name, squares)),
            "all boards, both players, all squares",
            theorem_refutation,
            owner,
        )
    if owner == "othello":
        goals = partial(move_raises, squares)
        tried_text = "all boards, turns and squares: it raises just where is_valid_move says no"
    else:
        goals = partial(sound_calls, owner, name, squares)
        tried_text = "all sound states and times: no call on the way fails"
    claim = f"{owner}.{name}"
    prove = lambda: prove_all(claim, goals())  # noqa: E731
    return _Task(goals, prove, tried_text, theorem_refutation, owner)


def _objection(owner: str, name: str, quick: bool) -> str:
    """Return why a theorem would show nothing if it were proved; empty if it would."""
    if f"{owner}.{name}" not in _BY_DEFINITION and _prover(owner, quick).says_nothing(name):
        return "it holds whatever the functions that it applies mean: it says nothing of them"
    return objection(name)


def _kernel_task(unit: str, quick: bool) -> _Task:
    owner, name, width, fill = unit.split()
    work = _kernel_goals(owner, int(width), fill)

    def goals() -> Iterator[Goal]:
        for goal in work.of(name):
            if not quick or not goal.case or dict(goal.case).get("square") in _QUICK:
                yield goal

    def refute(result: ProofResult) -> Refutation:
        options = {"shape": work.shape, "fill": getattr(kernel, fill)}
        return reply_to_counterexample(work.kernel, result, **options).refutation()

    size = f"{work.shape.rows}x{work.shape.columns}"
    return _Task(
        goals,
        lambda: prove_all(f"kernel.{name}", goals()),
        f"all boards {size}, words of {width} bits",
        refute,
        f"{owner}-{width}-{fill}",
    )


@lru_cache(maxsize=1)
def _kernel_goals(owner: str, width: int, fill: str) -> KernelGoals:
    shape = kernel.Kernel(4, 4) if owner == "kernel4" else kernel.STANDARD
    return KernelGoals(shape, width, shape, getattr(kernel, fill), stepwise=True)


@lru_cache(maxsize=1)
def _prover(owner: str, quick: bool) -> Prover:
    """Return the prover of a module; its lifted functions remember their results."""
    return prover(owner, _QUICK, _GENERATORS) if quick else prover(owner)


def _finding(task: _Task, result: ProofResult) -> Finding:
    verdict, detail = ClaimVerdict.HOLDS, ""
    if result.failed:
        verdict, where = ClaimVerdict.FAILS, _format_case(result.failed[0].goal.case)
        what = [f"[{rule}]" for rule in result.rules] + ([f"where {where}"] if where else [])
        lines = [" ".join(what), *task.refute(result).lines(), task.note]
        detail = "\n".join(line for line in lines if line)
    elif result.undecided:
        case, why = result.undecided[0]
        verdict = ClaimVerdict.UNDECIDED
        detail = f"z3 gave no answer where {_format_case(case)} ({why})"
    elif result.met == 0:
        verdict = ClaimVerdict.UNDECIDED
        detail = "no board meets what it assumes: nothing was shown"
    vacuous = result.goals - result.met
    return Finding(result.claim, verdict, result.goals, task.tried, detail, vacuous=vacuous)


def _format_case(case: Case) -> str:
    return ", ".join(f"{name} = {PRESENTATION.value(value)}" for name, value in case)


def _lift_tries(of: str, quick: bool) -> int:
    """Return how many states are tried, for each theorem if it is about theorems."""
    if of in _TEXTS:
        theorems = len(module(_TEXTS[of]).access_programs)
        return theorems * (1 if quick else 5)
    if of in _STATES:
        return 10
    return 3 if quick else 100 if LIFTED[of][0] == "othello" else 50


def _lift_finding(of: str, quick: bool) -> Finding:
    tries = _lift_tries(of, quick)
    detail, tried = "", "states at random: the formula says the same"
    if of in _STATES:
        tried = "boards at random, or states that calls come to: the questions are about them"
        tries, left_out = state_left_out(_STATES[of], 20 if quick else 1000)
        detail = "" if left_out is None else f"no question is about {left_out}"
    elif of in _TEXTS:
        owner = _TEXTS[of]
        names = [theorem.name for theorem in module(owner).access_programs]
        each_tries = tries // len(names)
        found = (theorem_disagreement(owner, name, each_tries) for name in names)
        detail = next((_told(each) for each in found if each), "")
        if left := forgotten(owner):
            detail = f"no question is about {', '.join(left)}: it is not in __all__"
    else:
        owner, name = LIFTED[of]
        detail = _told(disagreement(owner, name, tries))
    verdict = ClaimVerdict.FAILS if detail else ClaimVerdict.HOLDS
    return Finding(f"lift.{of}", verdict, tries, tried, detail)


def _told(found: LiftDisagreement | None) -> str:
    if found is None:
        return ""
    return f"{found.function}: lifted {found.lifted}, plain {found.plain}"

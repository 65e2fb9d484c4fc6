"""Proofs: the theorems, and what the bitboard kernel owes, for all boards there are."""

from __future__ import annotations

import gc
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from fnmatch import fnmatchcase
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from othello_model import kernel
from othello_proofs.evidence.method import ClaimVerdict, Finding, Method
from othello_proofs.obligations.lemmas import LEMMAS
from othello_spec import THEOREMS, module
from othello_spec.board import CORNERS, PLAYERS, SQUARES, Square
from othello_spec.theorems.symmetry import Symmetry
from othello_suite.presentation import PRESENTATION

if TYPE_CHECKING:  # these need z3, and whoever has none is told so
    from modspec.prove.goals import Goal
    from modspec.prove.prover import ProofResult, Prover
    from modspec.prove.scope import Case, Scope
    from modspec.run.instance import Edit
    from othello_proofs.obligations.kernel_goals import Obligations

CALLED: Final = ("passing", "supply", "handicap", "clock", "match")
"""The modules of which it is shown that no access program calls what means nothing."""

LIFTED: Final = ("captures", "flips", "placed", "can_move", "discs",
                 "next_turn", "winner", "game_over", "invariant", "move")  # fmt: skip
"""The functions of which it is tried that their formula says what their text says."""

LIFTED_IN_STATES: Final = {
    f"{owner}_{name}": (owner, name)
    for owner, name in (
        ("passing", "pass_turn"),
        ("supply", "take"),
        ("handicap", "cell"),
        ("clock", "stop"),
        ("clock", "time_left"),
        ("match", "move"),
        ("match", "winner"),
    )
}
"""Functions of other modules of which the same is tried, with the module and name of each."""

OPAQUE: Final = ("can_move",)
"""A predicate of 64 squares, each of which looks in eight directions: most theorems need not know how."""

COUNTS: Final = ("discs", "moves_left")
"""Functions that count on the board: of matches all holds whatever they answer, but for lemmas."""

ORDERED: Final = tuple(sorted(SQUARES))
"""The squares of the board, row by row."""

_FILLS: Final = ("fill_by_steps", "fill_by_doubling")
_BASIC: Final = ("flips", "valid_moves")
"""The functions that fill lines and shift words; the others only use these two."""

_KERNEL: Final = (*_BASIC, "place", "over", "next_turn", "can_move")
"""The functions of the kernel."""

_QUICK: Final = (Square(0, 0), Square(2, 5))
"""The squares for which the quick run proves what is proved square by square: a corner, and an inner one."""

_GENERATORS: Final = (Symmetry.QUARTER_TURN, Symmetry.LEFT_TO_RIGHT)
"""The symmetries of the quick run: any other is one of these after another."""

_LEFT_OUT: Final = (
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
"""The theorems that the quick run does not try: those that take the longest."""

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
"""What a theorem is proved for, by the types of its parameters."""


class _Anything(dict[str, Any]):
    """A value of which any part may be taken."""

    def __getattr__(self, name: str) -> Any:
        return self

    def __missing__(self, key: str) -> Any:
        return self


class Proofs(Method):
    """What z3 can prove."""

    name = "z3"
    title = "z3"
    shows = (
        "The claim is true of every board there is, all 3⁶⁴, whether a game leads to it or not: the "
        "specification's own text was turned into a formula, and a solver showed that no board makes it "
        "false. Where a claim assumes something, boards that meet the assumption exist. That the formula "
        "says what the text says is tried on boards at random: these are the claims of lift."
    )
    does_not_show = (
        "That the claims are the ones that were wanted, that z3 has no fault of its own, or that Python "
        "runs the text as it was read; other rungs look at that from elsewhere."
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
        small = ["kernel4 flips 64 fill_by_steps", "kernel4 valid_moves 64 fill_by_steps"]
        theorems = [
            f"{owner} {theorem.name}"
            for owner in reversed(THEOREMS)
            for theorem in module(owner).access_programs
            if not quick or f"{owner} {theorem.name}" not in _LEFT_OUT
        ]
        lifts = [f"lift {function}" for function in (*LIFTED, *LIFTED_IN_STATES)]
        calls = [
            f"{owner} {program.name}"
            for owner in CALLED
            for program in module(owner).access_programs
        ]
        return [*kernel, "othello move", *calls, *lifts, *theorems, *(() if quick else small)]

    def about(self, unit: str, quick: bool) -> Sequence[str]:
        """The theorem, or the function of the kernel."""
        del quick
        owner, name, *_ = unit.split()
        return (f"{owner.rstrip('4')}.{name}",)

    def sources(self, unit: str, claim: str) -> Sequence[str]:
        """Return the theorem and its lemmas, or what the specification says."""
        owner, name, *_ = unit.split()
        if owner in THEOREMS:
            lemmas = LEMMAS[name](_Anything()) if name in LEMMAS else ()
            known = (f"{module}:{theorem}" for module, theorem, _ in lemmas)
            return (f"othello_spec.theorems.{owner}:{name}", *known)
        if owner in CALLED:
            return (f"othello_spec.{owner}:{name}",)
        if name in LIFTED_IN_STATES:
            return (f"othello_spec.{LIFTED_IN_STATES[name][0]}",)
        return ("othello_spec.lines", "othello_spec.othello")

    def run(self, unit: str, quick: bool) -> Iterator[Finding]:
        """Try to prove the claim of a unit."""
        owner, name, *rest = unit.split()
        gc.disable()  # a million terms, nearly all of them kept: to look for garbage takes most of the time
        try:
            if owner == "lift":
                yield _lift(name, quick)
            elif owner == "othello":
                yield _failed_calls(quick)
            elif owner in CALLED:
                yield _sound_calls(owner, name, quick)
            else:
                yield _kernel(owner, name, rest, quick) if rest else _theorem(owner, name, quick)
        finally:
            gc.enable()

    def missing(self) -> str:
        """Whether z3 is there."""
        try:
            import z3  # noqa: F401  # asked for, and used elsewhere
        except ImportError:
            return "z3 is not installed: pip install 'othello-mis[verify]'"
        return ""

    def export(self, directory: Path, quick: bool, only: Sequence[str] = ()) -> int:
        """Write every goal as SMT-LIB to a file in the directory, and say how many there were."""
        from modspec.prove.goals import write

        count = 0
        for unit in self.units(quick):
            owner, name, *rest = unit.split()
            wanted = not only or any(
                fnmatchcase(claim, pattern) for claim in self.about(unit, quick) for pattern in only
            )
            if owner == "lift" or not wanted:
                continue
            if owner == "othello":
                count += write(_moves(quick), directory / owner)
                continue
            if owner in CALLED:
                count += write(_calls(owner, name, quick), directory / owner)
                continue
            if rest:
                work = _obligations(owner, *rest)
                folder = directory / "-".join((owner, *rest))
                goals = _some(work.of(name), quick)
            else:
                folder, goals = directory / owner, _prover(owner, quick).goals(name)
            count += write(goals, folder)
        return count


def _failed_calls(quick: bool) -> Finding:
    from modspec.prove.prover import prove_all
    from othello_proofs.obligations.counterexamples import of_theorem

    result = prove_all("othello.move", _moves(quick))
    tried = "all boards, turns and squares: it raises just where is_valid_move says no"
    return _finding(result, tried, lambda: of_theorem(result))


def _moves(quick: bool) -> Iterator[Goal]:
    from othello_proofs.obligations.failed_calls import move_raises

    return move_raises(_QUICK if quick else sorted(SQUARES))


def _sound_calls(owner: str, name: str, quick: bool) -> Finding:
    from modspec.prove.prover import prove_all
    from othello_proofs.obligations.counterexamples import of_theorem

    result = prove_all(f"{owner}.{name}", _calls(owner, name, quick))
    tried = "all sound states and times: no call on the way fails"
    return _finding(result, tried, lambda: of_theorem(result))


def _calls(owner: str, name: str, quick: bool) -> Iterator[Goal]:
    from othello_proofs.obligations.sound_calls import sound_calls

    squares = _QUICK if quick else ORDERED
    return sound_calls(owner, name, universe(squares, counting=owner != "match"), squares)


def _lift(name: str, quick: bool) -> Finding:
    from othello_proofs.obligations.lift_agreement import disagreement, disagreement_in_states

    if name in LIFTED_IN_STATES:
        tries, what = 3 if quick else 50, "states at random: the formula says the same"
        found = disagreement_in_states(*LIFTED_IN_STATES[name], tries)
    else:
        tries, what = 3 if quick else 100, "boards at random: the formula says the same"
        found = disagreement(name, tries)
    detail = "" if found is None else f"lifted {found.lifted}, plain {found.plain}"
    verdict = ClaimVerdict.HOLDS if found is None else ClaimVerdict.FAILS
    return Finding(f"lift.{name}", verdict, tries, what, detail)


def _theorem(owner: str, name: str, quick: bool) -> Finding:
    from othello_proofs.obligations.counterexamples import of_theorem

    prover = _prover(owner, quick)
    result = prover.prove(name)
    about = {getattr(p.type, "name", "") for p in prover.module[name].parameters}
    over = [text for type_name, text in _OVER.items() if type_name in about]
    blamed = "The theorem may be wrong, or the specification that it is about."
    return _finding(result, ", ".join(over) or "itself", lambda: [*of_theorem(result), blamed])


def _kernel(owner: str, name: str, rest: Sequence[str], quick: bool) -> Finding:
    from modspec.prove.prover import prove_all
    from othello_proofs.obligations.counterexamples import drawn, of_kernel

    width, fill = rest
    work = _obligations(owner, width, fill)
    result = prove_all(f"kernel.{name}", _some(work.of(name), quick))

    def picture() -> list[str]:
        difference = of_kernel(work.kernel, result, work.shape, fill=getattr(kernel, fill))
        return list(drawn(difference, work.shape))

    size = f"{work.shape.rows}x{work.shape.columns}"
    return _finding(result, f"all boards {size}, words of {width} bits", picture)


def _some(goals: Iterable[Goal], quick: bool) -> Iterator[Goal]:
    """All goals; in the quick run, of those that are there for each square only some."""
    return (g for g in goals if not quick or not g.case or dict(g.case).get("square") in _QUICK)


def _finding(result: ProofResult, tried: str, picture: Callable[[], list[str]]) -> Finding:
    verdict, detail = ClaimVerdict.HOLDS, ""
    if result.failed:
        verdict, where = ClaimVerdict.FAILS, _told(result.failed[0].goal.case)
        what = [f"[{rule}]" for rule in result.rules] + ([f"where {where}"] if where else [])
        detail = "\n".join([*([" ".join(what)] if what else []), *picture()])
    elif result.undecided:
        case, why = result.undecided[0]
        verdict, detail = ClaimVerdict.UNDECIDED, f"z3 gave no answer where {_told(case)} ({why})"
    elif result.met == 0:
        verdict = ClaimVerdict.UNDECIDED
        detail = "no board meets what it assumes: nothing was shown"
    return Finding(result.claim, verdict, result.goals, tried, detail)


def _told(case: Case) -> str:
    return ", ".join(f"{name} = {PRESENTATION.value(value)}" for name, value in case)


@lru_cache(maxsize=1)
def _prover(owner: str, quick: bool) -> Prover:
    """The prover of a module, whose lifted functions remember what they were asked."""
    return prover(owner, _QUICK, _GENERATORS) if quick else prover(owner)


def prover(
    owner: str,
    squares: Collection[Square] = ORDERED,
    symmetries: Collection[Symmetry] = tuple(Symmetry),
    edits: Mapping[tuple[str, str], Edit] | None = None,
) -> Prover:
    """What proves the theorems of a module, or of an edit of it, for these squares and symmetries."""
    from modspec.prove.prover import Prover

    opaque = (*OPAQUE, *(COUNTS if owner == "matches" else ()))
    about = universe(squares, symmetries, counting=owner != "matches")
    return Prover(module(owner), about, opaque, LEMMAS, edits=edits)


def universe(
    squares: Collection[Square],
    symmetries: Collection[Symmetry] = tuple(Symmetry),
    counting: bool = True,
) -> Scope:
    """What theorems are about: all boards and both players at once, squares and symmetries by turns.

    Times have no bounds, nor have the discs of a supply; these have as many bits as those on a board, if
    they are to be counted with them.
    """
    from modspec.prove.scope import Scope

    return Scope(
        each={
            "Square": squares,
            "Symmetry": symmetries,
            # who wins depends on sums over the board: they are the same terms for a known player only
            "the_winner_has_the_majority.player": sorted(PLAYERS),
        },
        keys={"Board": SQUARES, "Grants": CORNERS, "Discs": PLAYERS, "Times": PLAYERS},
        bits={"Discs": 8} if counting else {},
    )


@lru_cache(maxsize=1)
def _obligations(owner: str, width: str, fill: str) -> Obligations:
    from othello_proofs.obligations.kernel_goals import Obligations

    shape = kernel.Kernel(4, 4) if owner == "kernel4" else kernel.STANDARD
    return Obligations(shape, int(width), shape, getattr(kernel, fill), stepwise=True)

"""Where to look: the sentences for the authors of programs, and that they are true."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

import pytest

from mistakes import MISTAKES, Mistake
from modcheck.judging.expected.candidates import candidates, idiom_mutant, is_constant
from modcheck.judging.expected.localise import Location
from modcheck.judging.hints import hints
from modcheck.judging.judge import Judge
from modcheck.judging.rules.diagnosed_fault import DiagnosedFault
from modcheck.system.in_process import InProcess
from modcheck.testing.patterns import (
    Acceptance,
    Accumulation,
    Alias,
    Circumstance,
    Confusion,
    ForeignException,
    Habit,
    LaterGame,
    Offset,
    OtherException,
    Oversight,
    Share,
    Unchecked,
    general_advice,
)
from modcheck.testing.runner import Stage
from modcheck.testing.test_model import TestModel, no_place, no_place_by_rule
from modcheck.verdict.check import check
from modspec.run.mutants import Mutant
from othello_mis import where_to_look as sentences
from othello_mis.course import COURSE
from othello_mis.where_to_look import advise, where_to_look
from othello_spec.board import WHITE, Direction, Square
from wrong_implementations import sound

MODEL = COURSE.test_model("othello", COURSE.defaults, {})
GENERAL = replace(
    MODEL, where_to_look=no_place, where_by_rule=no_place_by_rule, advice=general_advice
)
"""The same without sentences of its own."""
CANDIDATES = (*candidates(MODEL.module, tuple(MODEL.idioms)), *map(idiom_mutant, MODEL.guesses))


@pytest.mark.parametrize("number", range(len(sentences._SENTENCES)))
def test_each_sentence_is_of_some_mutant_and_of_none_that_an_earlier_one_is_of(number: int) -> None:
    case = sentences._SENTENCES[number]
    own = [mutant for mutant in CANDIDATES if case.is_of(mutant)]
    assert own
    found = case.text.format(function=own[0].function)
    assert found == where_to_look(own[0])
    assert found.endswith((".", "?"))


def test_two_mutants_of_one_function_have_one_sentence_only_if_it_is_true_of_both() -> None:
    shared: dict[str, list[Mutant]] = {}
    for mutant in CANDIDATES:
        if sentence := where_to_look(mutant):
            shared.setdefault(sentence, []).append(mutant)
    twice = {text: [m.summary for m in of] for text, of in shared.items() if len(of) > 1}
    assert 3 >= max(map(len, twice.values()), default=0), twice
    several = {text for text, of in shared.items() if len({m.function for m in of}) > 1}
    assert {"The turn never changes. Where does move give the turn to the opponent?"} == several


def test_each_direction_that_is_left_out_is_named_with_its_step() -> None:
    found = [where_to_look(m) for m in CANDIDATES if "d != Direction." in m.after]
    assert 8 == len({*found})
    assert "It never captures up. Is (-1, 0) in your list of directions?" in found
    assert "It never captures down and to the left. Is (1, -1) in your list of directions?" in found


# -- programs with a mistake -----------------------------------------------------------------------


def sentences_of(make: type, against: TestModel = MODEL) -> list[str]:
    """Return the hints that a verdict gives the author of a program."""
    verdict = check(against, lambda: InProcess(make(), against.routines, "program", 10))
    return [hint for fault in verdict.faults for hint in fault.hints]


def is_about(mistake: Mistake, told: list[str]) -> bool:
    """Whether the hints are the sentences of a mistake, in any order, and no other."""
    expected = [re.escape(words).replace("…", ".*") for words in mistake.sentences]
    return len(told) == len(expected) and all(any(re.search(w, t) for t in told) for w in expected)


@pytest.mark.parametrize("mistake", MISTAKES, ids=lambda mistake: mistake.name)
def test_a_program_with_this_mistake_gets_the_sentence(mistake: Mistake) -> None:
    told = sentences_of(mistake.program(), GENERAL if mistake.is_general else MODEL)
    assert is_about(mistake, told), told


def test_faults_that_are_certain_come_first(monkeypatch: pytest.MonkeyPatch) -> None:
    [mistake] = [each for each in MISTAKES if each.name == "has_valid_moves is false for White"]
    whole = Judge.findings

    def no_clause(finding: DiagnosedFault) -> Location:
        return replace(finding.diagnosis.location, clause=None)

    def backwards(judge: Judge, stages: Iterable[Stage]) -> list[DiagnosedFault]:
        certain = whole(judge, stages)
        uncertain = [
            replace(f, diagnosis=replace(f.diagnosis, rules=(), location=no_clause(f)))
            for f in certain
        ]
        return [*uncertain, *certain]

    monkeypatch.setattr(Judge, "findings", backwards)
    program = mistake.program()
    verdict = check(MODEL, lambda: InProcess(program(), MODEL.routines, "program", 10))
    assert [False, True] == [fault.is_uncertain for fault in verdict.faults]


def test_a_sound_program_gets_no_sentence() -> None:
    assert [] == sentences_of(sound.Othello)


PATTERNS = (
    Habit("d", "Direction", (Direction.EAST,), (Direction.WEST,), (("player", WHITE),)),
    Oversight("count", (Square(0, 0), Square(1, 0)), "col", 0, "first"),
    Oversight("has_valid_moves", (Square(7, 7),), "", Square(7, 7), "last"),
    Offset("count", -1, is_always=True),
    Accumulation("count"),
    Confusion("winner", "black", "draw", 3),
    Confusion("winner", "black", "draw", 7, exceptions=2),
    Acceptance("move", "InvalidMove", is_idle=True),
    Acceptance("move", "InvalidMove", is_idle=False),
    OtherException("is_valid_move", False, "OutOfBounds", True, False, True),
    OtherException("move", "OutOfBounds", "InvalidMove", False, True, True),
    OtherException("move", "InvalidMove", "OutOfBounds", False, False, True),
    OtherException("move", "InvalidMove", "OutOfBounds", False, False, False),
    ForeignException("move", "InvalidMove", "WrongMove"),
    Unchecked("cell", ("row",), 0, True, False, "OutOfBounds", False),
    Unchecked("is_valid_move", ("row", "col"), 7, False, True, False, True),
    Alias("init", "cell", "row"),
    Share("move", ((2, 1), (3, 2)), "", "", 3),
    Share("move", ((2, 1), (3, 1)), "d", "Direction", 3),
    LaterGame("init"),
    LaterGame("init", "turn"),
    Circumstance("player", False, "turn"),
    Circumstance("player", WHITE),
)
"""A pattern for each sentence about one, in words of the game and of any module."""
OWN = (
    Habit("k", "", (7,), (2, 3), (("player", WHITE),)),
    LaterGame("init", "board"),
    Circumstance("turn", WHITE),
)
"""Patterns that only have other words in the game."""


def every_sentence() -> set[str]:
    """Return all sentences; the general ones have gaps in braces."""
    places = filter(None, map(where_to_look, CANDIDATES))
    constant = next(mutant for mutant in CANDIDATES if is_constant(mutant))
    notation = [*hints._OF_NOTATION.values(), hints._KEEPS, hints._PARAMETERS]
    changes = [*hints._CHANGES.values(), hints._WITHOUT, hints._question(constant)]
    patterns = [*map(advise, (*PATTERNS, *OWN)), *map(general_advice, PATTERNS)]
    found = [*places, *notation, *changes, *patterns]
    return {text.strip(" ,") for text in found}


@pytest.mark.parametrize("sentence", sorted(every_sentence()))
def test_each_sentence_is_of_a_mistake(sentence: str) -> None:
    gaps = re.sub(r"\\\{\w+\\\}|\d+", ".+", re.escape(sentence))
    expected = [words for mistake in MISTAKES for words in mistake.sentences]
    assert any(sentence.startswith(words) or re.search(gaps, words) for words in expected)


@pytest.mark.parametrize("got", ["NullPointer", "ArrayIndexOutOfBounds", "KeyError", "RangeError"])
def test_what_a_language_raises_itself_is_no_other_name(got: str) -> None:
    sentence = general_advice(ForeignException("take", "NothingToTake", got))
    assert sentence == (
        f"take breaks down with {got} wherever NothingToTake is due. Does it check for "
        "NothingToTake before?"
    )


def test_what_ends_the_program_is_no_other_name() -> None:
    sentence = general_advice(ForeignException("pop", "Empty", "SystemExit"))
    assert sentence == "pop ends the program wherever Empty is due. Raise Empty instead."

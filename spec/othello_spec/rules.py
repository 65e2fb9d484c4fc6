"""Rules: everything that the sources say about Othello, each rule under an id.

Clauses, tests and verdicts cite the id. The wording is ours throughout. Where the sources differ
or are silent, the rule says what this project decided and cites ``design``. The rules come in the
order in which one meets them: the board, a move, the turn, the end, the module, and then what other
modules add to the game.
"""

from __future__ import annotations

from functools import partial
from typing import Final

from modspec.rules import Citation, Rule, Rulebook, Source

__all__ = ["RULES"]

_twente = partial(Citation, "twente")
_slides = partial(Citation, "slides")
_reversi = partial(Citation, "reversi")
_wof = partial(Citation, "wof")
_gameplay = partial(Citation, "gameplay")
_mis = partial(Citation, "mis")
_design = partial(Citation, "design")

_SOURCES: Final = (
    Source(
        "twente",
        "Othello Game Rules, TCS Module 2: Software Systems, Programming Project 2022/2023",
        "T. van Dijk, University of Twente",
        "Rules handed to students for a programming project, version 1.0. They let players pass"
        " by a move of its own and claim precedence over the official rules. The pictures are"
        " missing.",
    ),
    Source(
        "slides",
        "Othello Game",
        "",
        "Lecture slides of a software design course: the rules, numbered 1 to 8, and what to"
        " consider when specifying a module for the game state. Places are the titles of slides.",
    ),
    Source(
        "reversi",
        "Othello: Overview",
        "",
        "An encyclopedic page on Reversi, also known as Othello. The pictures are missing.",
    ),
    Source(
        "wof",
        "OTHELLO_RULES",
        "",
        "A text file of a software project, adapted from the official rules of the World Othello"
        " Federation, with boards drawn in characters. The line of its rule 3 is missing; figures"
        " 2 and 3 stand in its place.",
    ),
    Source(
        "gameplay",
        "Game Play",
        "",
        "A page for players: rules, time limits and handicaps. Places are its headings; the text"
        " before the first one is the introduction.",
    ),
    Source(
        "mis",
        "Software Design, Automated Testing, and Maintenance: A Practical Approach, chapter 3",
        "D. Hoffman and P. Strooper",
        "The book behind module interface specifications, with the template and the checklist"
        " that courses have made of it. Places are those of the template and the checklist.",
    ),
    Source(
        "design",
        "Decisions of this project",
        "othello-mis",
        "What this project decided where the sources are silent or differ; the reasons are in"
        " docs/explanation.",
    ),
)

_BOARD: Final = (
    Rule(
        "board-size",
        "The board has eight rows of eight squares.",
        (
            _slides("Othello Game"),
            _slides("Rules Continued, note to rule 8"),
            _reversi("Board"),
            _wof("figure 1"),
            _wof("note to rule 8"),
        ),
    ),
    Rule(
        "two-players",
        "Two play against each other: Black and White.",
        (
            _twente("Othello, paragraph 1"),
            _slides("Othello Game"),
            _reversi("Overview"),
            _reversi("Board"),
            _gameplay("introduction, paragraph 1"),
        ),
    ),
    Rule(
        "two-sided-discs",
        "A disc is black on one side and white on the other; a square is empty or holds one disc,"
        " which counts for the colour that faces up.",
        (
            _slides("Objective"),
            _slides("Things to consider, item 1"),
            _reversi("Board"),
            _wof("Object of the game"),
        ),
    ),
    Rule(
        "setup",
        "A game starts with four discs in the centre and no others, like colours touching"
        " diagonally: white on d4 and e5, black on e4 and d5.",
        (
            _twente("Setup; its picture is missing"),
            _slides("Starting board"),
            _reversi("Board; its picture is missing"),
            _wof("A minute to learn, figure 1"),
        ),
    ),
    Rule(
        "black-first",
        "Black has the first turn.",
        (
            _twente("Rules, paragraph 1"),
            _slides("Starting board"),
            _slides("Rules, rule 1"),
            _reversi("Play, paragraph 1"),
            _wof("rule 1"),
            _gameplay("introduction, paragraph 2"),
            _gameplay("Valid Moves, paragraph 1"),
        ),
    ),
)

_MOVE: Final = (
    Rule(
        "own-disc",
        "A move puts exactly one disc on the board, with the mover's colour up.",
        (
            _twente("Rules, paragraph 1"),
            _reversi("Play, paragraph 2"),
            _gameplay("Valid Moves, paragraph 2"),
        ),
    ),
    Rule(
        "place-on-empty",
        "A disc may be placed only on an empty square.",
        (
            _twente("Rules, paragraph 1"),
            _reversi("Play, paragraph 2"),
        ),
    ),
    Rule(
        "must-capture",
        "A disc may be placed only where it outflanks, and so flips, one or more of the"
        " opponent's discs.",
        (
            _twente("Othello, paragraph 1"),
            _twente("Rules, paragraph 1"),
            _slides("Rules, rule 2"),
            _reversi("Play, paragraph 2"),
            _wof("A minute to learn, what a move consists of"),
            _wof("rule 2"),
            _gameplay("Valid Moves, paragraphs 2 and 11"),
        ),
    ),
    Rule(
        "outflank",
        "A row of the opponent's discs is outflanked when the disc just placed bounds it at one"
        " end and a disc of the mover's that was already there bounds it at the other.",
        (
            _twente("Rules, paragraph 2"),
            _slides("Scoring"),
            _reversi("Play, paragraph 3"),
            _wof("A minute to learn, definition of outflanking and example"),
            _gameplay("Valid Moves, paragraphs 3 and 5 to 8"),
        ),
    ),
    Rule(
        "any-length",
        "A row that is outflanked may consist of any number of discs, from one upwards.",
        (
            _slides("Scoring"),
            _slides("Rules Continued, rule 3"),
            _wof("A minute to learn, definition of outflanking and example"),
            _gameplay("Valid Moves, paragraphs 3 to 8"),
        ),
    ),
    Rule(
        "directions",
        "Rows run horizontally, vertically and diagonally, and one move may capture in any number"
        " of directions at once.",
        (
            _twente("Rules, paragraph 2"),
            _slides("Scoring"),
            _slides("Rules Continued, rule 3"),
            _reversi("Play, paragraph 3 and example 1"),
            _wof("figures 2 and 3"),
            _gameplay("Valid Moves, paragraph 4"),
        ),
    ),
    Rule(
        "no-gaps",
        "The discs of a row lie side by side: an empty square between the two discs that should"
        " bound it means that nothing is captured along that line.",
        (
            _twente("Rules, paragraph 2, figure 1: e6 does not capture e5"),
            _slides("Rules Continued, rule 3"),
            _reversi("Play, notice in paragraph 3, and example 2"),
            _gameplay("Valid Moves, paragraph 5"),
        ),
    ),
    Rule(
        "no-skipping",
        "The row ends at the first disc of the mover's own colour: what lies beyond that disc is"
        " not captured.",
        (
            _slides("Rules Continued, rule 4"),
            _wof("rule 4, figure 4"),
            _gameplay("Valid Moves, paragraph 5"),
        ),
    ),
    Rule(
        "direct-line",
        "Only rows that start at the disc just placed are captured. Discs that are flipped"
        " outflank nothing themselves, so captures do not chain.",
        (
            _slides("Rules Continued, rule 5"),
            _reversi("Play, paragraph 3"),
            _wof("rule 5, figures 5 and 6"),
            _gameplay("Valid Moves, paragraph 10"),
        ),
    ),
    Rule(
        "capture-all",
        "Every disc that a move outflanks is flipped to the mover's colour. The mover may not"
        " spare any, not even when sparing it would pay.",
        (
            _twente("Rules, paragraph 2, figure 1: e6 with a white disc on e4"),
            _slides("Rules Continued, rule 6"),
            _reversi("Play, paragraph 3 and example 1"),
            _wof("A minute to learn, example"),
            _wof("rule 6"),
            _gameplay("Valid Moves, paragraph 9"),
        ),
    ),
    Rule(
        "opponents-only",
        "A move flips discs of the opponent's and no others.",
        (
            _twente("Rules, paragraphs 1 and 2"),
            _slides("Scoring"),
            _reversi("Play, paragraph 3"),
            _wof("A minute to learn, what a move consists of"),
            _gameplay("Valid Moves, paragraphs 2 and 3"),
        ),
    ),
    Rule(
        "discs-stay",
        "A disc that lies on a square stays on that square to the end of the game; it is neither"
        " moved nor taken off, and at most changes colour.",
        (
            _wof("rule 7"),
            _gameplay("Valid Moves, paragraph 12"),
        ),
    ),
    Rule(
        "corners-safe",
        "A disc in a corner is never captured, since a corner lies between no two other squares.",
        (_twente("Rules, paragraph 2"),),
    ),
)

_TURN: Final = (
    Rule(
        "alternate",
        "The players move in turn, one move each.",
        (
            _twente("Othello, paragraph 1"),
            _twente("Rules, paragraph 1"),
            _reversi("Play, paragraph 1"),
            _gameplay("introduction, paragraph 3"),
        ),
    ),
    Rule(
        "forfeit",
        "A player who has no valid move loses the turn, and the opponent, if able to move, plays"
        " again.",
        (
            _twente("Othello, paragraph 1"),
            _slides("Rules, rule 2"),
            _reversi("Play, after the examples"),
            _wof("rule 2"),
            _gameplay("introduction, paragraphs 3 and 4"),
            _gameplay("Valid Moves, paragraph 11"),
        ),
    ),
    Rule(
        "no-voluntary-forfeit",
        "A player who has a valid move must make one; the turn cannot be given away.",
        (
            _twente("Rules, paragraph 1"),
            _slides("Rules, rule 2"),
            _wof("rule 2"),
            _gameplay("introduction, paragraph 5"),
            _gameplay("Valid Moves, paragraph 11"),
        ),
    ),
)

_END: Final = (
    Rule(
        "game-over",
        "The game is over as soon as neither player has a valid move, and not before.",
        (
            _twente("Othello, paragraph 1"),
            _twente("Rules, paragraph 3"),
            _slides("Rules Continued, rule 8"),
            _reversi("Play, after the examples"),
            _wof("rule 8"),
            _gameplay("introduction, paragraph 6"),
            _gameplay("End of the Game, paragraph 1"),
        ),
    ),
    Rule(
        "early-end",
        "A game may end with squares still empty, even with discs of both colours on the board.",
        (
            _slides("Rules Continued, note to rule 8"),
            _reversi("Play, third of the situations in which the game ends"),
            _wof("note to rule 8"),
        ),
    ),
    Rule(
        "full-board-ends",
        "The game is over when no square is empty.",
        (
            _reversi("Objective"),
            _reversi("Play, first of the situations in which the game ends"),
        ),
    ),
    Rule(
        "wipe-out-ends",
        "The game is over when one of the players has no disc left on the board.",
        (_reversi("Play, second of the situations in which the game ends"),),
    ),
    Rule(
        "count",
        "At the end the discs of each colour on the board are counted.",
        (
            _slides("Rules Continued, rule 8"),
            _wof("rule 8"),
            _gameplay("End of the Game, paragraph 2"),
        ),
    ),
    Rule(
        "majority",
        "The player with more discs of their colour on the board wins; empty squares count for"
        " nobody.",
        (
            _twente("Othello, paragraph 1"),
            _twente("Rules, paragraph 3"),
            _slides("Objective"),
            _slides("Rules Continued, rule 8"),
            _reversi("Objective"),
            _reversi("Play, last paragraph"),
            _wof("Object of the game"),
            _wof("rule 8"),
            _gameplay("End of the Game, paragraph 2"),
        ),
    ),
    Rule(
        "draw",
        "A game that ends with as many black discs as white is a draw.",
        (
            _twente("Othello, paragraph 1"),
            _twente("Rules, paragraph 3"),
            _reversi("Objective"),
            _gameplay("End of the Game, paragraph 3"),
        ),
    ),
)

_MODULE: Final = (
    Rule(
        "abstract-object",
        "One abstract object holds what lies on the board and how the game stands.",
        (
            _slides("Othello Module, item 1"),
            _slides("Things to consider, items 1 and 3"),
        ),
    ),
    Rule(
        "initialise",
        "An access program sets up the board for a new game, whatever went before; it is called"
        " before any other.",
        (
            _slides("Things to consider, item 4"),
            _mis("checklist, Module Classifications: abstract objects"),
        ),
    ),
    Rule(
        "whose-turn",
        "A state variable records whose turn it is.",
        (_slides("Things to consider, item 2"),),
    ),
    Rule(
        "inspect-cell",
        "An access program tells what any one square of the board holds.",
        (_slides("Things to consider continued, item 2"),),
    ),
    Rule(
        "valid-moves",
        "An access program tells whether a move is valid, for either player, on turn or not.",
        (
            _slides("Things to consider continued, item 1"),
            _design("the game: is_valid_move and has_valid_moves"),
        ),
    ),
    Rule(
        "any-valid-moves",
        "An access program tells whether a given player, on turn or not, has any valid move.",
        (
            _slides("Things to consider continued, item 5"),
            _design("the game: is_valid_move and has_valid_moves"),
        ),
    ),
    Rule(
        "status-over",
        "An access program tells whether the game is over.",
        (_slides("Things to consider continued, item 4"),),
    ),
    Rule(
        "who-is-winning",
        "An access program tells who is ahead in any state of the board, not only at the end.",
        (_slides("Things to consider continued, item 3"),),
    ),
    Rule(
        "on-board",
        "A row and a column, counted from 0, must name a square of the board. To place or inspect"
        " a disc anywhere else is OutOfBounds; no move there is valid.",
        (
            _slides("Othello Game, for the size of the board"),
            _design("the game: move, cell and is_valid_move"),
        ),
    ),
    Rule(
        "assumed-over",
        "What turn answers once the game is over is left open: its callers assume that the game"
        " is still on.",
        (_design("the game: turn"),),
    ),
    Rule(
        "failed-call",
        "A call that raises an exception leaves the state as it was.",
        (
            _mis("template, Access Routine Semantics: exception"),
            _design("the game: move"),
        ),
        scope="The notation gives it to every access program alike, so no clause repeats it.",
    ),
    Rule(
        "queries-pure",
        "An access program that has an output and no transition leaves the state as it was.",
        (
            _mis("template, Access Routine Semantics: transition and output"),
            _mis("checklist, MIS Semantics: transition or output"),
        ),
        scope="The notation gives it to every access program alike, so no clause repeats it.",
    ),
    Rule(
        "not-this-module",
        "To draw the board, to run the course of play and to choose moves for a computer player"
        " is the work of other modules.",
        (_slides("Othello Module, item 2"),),
        scope="It says what the module leaves out, and no clause states what is not there.",
    ),
)

_PASSING: Final = (
    Rule(
        "passing-move",
        "A turn is one move, and a move either places a disc or is a pass.",
        (_twente("Rules, paragraph 1"),),
    ),
    Rule(
        "forced-pass-only",
        "A player passes when unable to place a disc while the opponent could place one, and in"
        " no other situation.",
        (
            _twente("Othello, paragraph 1"),
            _twente("Rules, paragraph 1"),
        ),
    ),
)

_SUPPLY: Final = (
    Rule(
        "supply",
        "Each player starts out with 32 discs and places their moves from these; two of them go"
        " into the starting position.",
        (
            _slides("Objective"),
            _wof("A minute to learn, paragraph 1"),
            _gameplay("introduction, paragraph 2"),
        ),
    ),
    Rule(
        "disc-given",
        "A player who has run out of discs on a turn where a move is possible is given one by the"
        " opponent.",
        (
            _slides("Rules Continued, rule 7"),
            _gameplay("Valid Moves, paragraph 13"),
        ),
    ),
    Rule(
        "nobody-has-discs",
        "To take a disc when neither player has one left is NoDiscs; in a game it cannot happen, as"
        " there is a disc for every square.",
        (_design("supply: take"),),
    ),
)

_CLOCK: Final = (
    Rule(
        "time-limit",
        "A game may be played with a limit, fixed beforehand, on the time that a player takes for"
        " all moves together.",
        (_gameplay("Time Limit, paragraph 1"),),
    ),
    Rule(
        "clock-runs",
        "A player's clock starts with their first turn. It stops when they complete a turn and"
        " runs on when the turn comes back, so that only one clock runs at a time.",
        (_gameplay("Time Limit, paragraph 2"),),
    ),
    Rule(
        "limit-range",
        "A time limit is at least 5 and at most 30 minutes.",
        (_gameplay("Time Limit, paragraph 3"),),
    ),
    Rule(
        "time-out-loses",
        "A player whose time runs out loses, whatever lies on the board.",
        (_gameplay("Time Limit, paragraph 4"),),
    ),
    Rule(
        "time-told",
        "The time is told to the module in milliseconds and never read from the machine; a time"
        " earlier than one told before is TimeRunsBackwards.",
        (_design("clock: the time"),),
    ),
    Rule(
        "exact-limit",
        "A player has run out of time as soon as the time used is the limit, not only beyond it.",
        (_design("clock: the exact limit"),),
    ),
    Rule(
        "forfeit-takes-no-time",
        "A forfeited turn takes no time of anybody's: no clock runs for it.",
        (_design("match: the clock during a forfeited turn"),),
    ),
)

_HANDICAP: Final = (
    Rule(
        "weaker-first",
        "Between players of unequal experience the less experienced one moves first, hence plays"
        " Black.",
        (_gameplay("Handicaps, paragraph 1"),),
    ),
    Rule(
        "corner-handicap",
        "A stronger player may grant the weaker one discs in corners before the game starts: four"
        " where they differ greatly, one to three where they differ less.",
        (_gameplay("Handicaps, paragraphs 2 and 3"),),
    ),
    Rule(
        "granted-once",
        "Corners are granted one by one, in any order, and each at most once: which they are is the"
        " caller's choice.",
        (_design("handicap: which corners"),),
    ),
    Rule(
        "corners-from-supply",
        "The discs in granted corners come out of the supply of the player who gets them, so that"
        " there is a disc for every square and no more.",
        (_design("handicap: whose discs"),),
    ),
)

_MATCH: Final = (
    Rule(
        "choose-colour",
        "Each player takes one of the two colours before the game and keeps it to the end.",
        (
            _slides("Objective"),
            _wof("A minute to learn, paragraph 1"),
            _gameplay("introduction, paragraph 1"),
        ),
        scope="Players have no names in the modules: what is said of Black and of White is said of"
        " whoever took that colour, from init to the end.",
    ),
    Rule(
        "match-begins",
        "Corners are granted before the first turn begins, and moves are made after; nothing is"
        " granted once a match has begun.",
        (
            _gameplay("Handicaps, paragraph 2"),
            _design("match: its beginning"),
        ),
    ),
    Rule(
        "empty-squares",
        "Where a score is recorded as tournaments do, the squares that are empty at the end count for"
        " the winner, and a draw is half of the board for each player.",
        (_design("match: two ways to count a score"),),
    ),
)

RULES: Final = Rulebook(
    _SOURCES,
    (
        *_BOARD,
        *_MOVE,
        *_TURN,
        *_END,
        *_MODULE,
        *_PASSING,
        *_SUPPLY,
        *_CLOCK,
        *_HANDICAP,
        *_MATCH,
    ),
)
"""Every rule that the sources state, and the sources."""

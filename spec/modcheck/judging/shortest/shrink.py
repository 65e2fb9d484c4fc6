"""Shrink: the one call that brings a mismatch about, and the shortest game to it.

A mismatch is found in the middle of a long trace. It is reproduced with the transitions that lead
to it and the one call that brings it about. Then all short games are tried. After that, where games
are recorded, games that leave the known one early; elsewhere, games that are made from it by edits.

Short games have usual arguments. So those in which a call has a rare one are tried at the end: only
then does no shorter game show the mismatch.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import chain, islice, pairwise, takewhile
from typing import Final

from modcheck.judging.causes.sample import spread
from modcheck.judging.play.examiner import (
    MOST_AT_A_TIME,
    Examiner,
    changes_what_it_should_not,
)
from modcheck.judging.play.no_op_calls import by_asking
from modcheck.judging.shortest.edited_games import EditedGames
from modcheck.judging.shortest.simpler_arguments import with_simpler_arguments
from modcheck.rest import Rest
from modcheck.system.object_views import further_observers, yields_own_type
from modcheck.testing.budget import (
    EXHAUSTED_LENGTH,
    LAST_GAMES,
    PLAYABLE_LENGTH,
    READABLE_LENGTH,
    RESTART_SHARE,
    SAMPLED,
    STARTED_GAMES,
)
from modcheck.testing.mismatch import Mismatch, agrees
from modcheck.testing.recorded import RecordedTrace, select_calls
from modcheck.testing.trace import Purpose, Trace, TraceStep, state_after
from modspec.run.machine import Call
from modspec.syntax.values import State

FEWER_GAMES: Final = 40
"""How often it is tried to leave out earlier games: each time, a program starts."""

ONE_GAME: Final = 8
"""How often a mismatch that seems to come of one earlier game is tried with a fresh program."""

ASKED_LENGTH: Final = 2
ASKED_GAMES: Final = 60
"""Transitions of games in which queries are made, and the number of such games, where only what a
query keeps may bring a mismatch about in the next game."""

ASKED_WALKS: Final = 20
"""Games at random in which the query that is wrong is made after each transition."""

ASKED_CALLS: Final = 1500
"""Calls that the search for a shorter one of these games may make, each game on a fresh program."""

MADE_ALONE: Final = 16
"""Part of the games that are tried where the state is observed after each call of a kind."""
LENGTH_FROM_ALL_STARTS: Final = 1
"""Transitions of games that are all tried where an initialiser has several arguments: longer ones
begin with the first start only."""


def shrunk(
    found: Mismatch,
    examiner: Examiner,
    tried: int,
    effort: int,
    steps: Callable[[], Iterable[TraceStep]],
) -> Mismatch:
    """Return the mismatch with the one call that brings it about, after the shortest game found.

    All games of at most ``tried`` transitions with usual arguments have been tried before, and show
    nothing shorter. ``steps`` yields all calls up to the mismatch: they are computed if fewer do
    not show it.
    """
    usual = _in_usual_game(found, examiner, tried, effort, steps)
    return with_simpler_arguments(_in_rare_game(usual, examiner, effort), examiner)


def _in_usual_game(
    found: Mismatch,
    examiner: Examiner,
    tried: int,
    effort: int,
    steps: Callable[[], Iterable[TraceStep]],
) -> Mismatch:
    """Return the mismatch after the shortest game found in which all arguments are usual."""
    if found.reply.fault is not None and not found.reply.goes_on:
        return replace(
            found, shortest=found.moves <= tried
        )  # what broke down once is not asked again
    tried = _tried_from_all_starts(tried, examiner)
    single = _single(found, examiner)
    if single is None:
        kept = _in_an_asked_game(found, examiner) or _after_an_asked_game(found, examiner)
        if kept is not None:
            return kept
        found = replace(found, before=tuple(steps()))
        if examiner.is_left_to_chance(found):
            return replace(found, reproduced=False)
        kept = by_asking(found, examiner)  # or else observing the way there may change it
        return kept or _again(found, examiner) or replace(found, reproduced=False)
    single = _by_an_observer(single, examiner) or single
    if _begins(single, examiner):
        return _after_less(single, examiner, effort)
    if changes_what_it_should_not(single) and examiner.all_games(None) is None:
        tried = -1  # such calls were made in a row, where one may undo what another one did
        complete = _complete_length(tried, examiner, effort // MADE_ALONE)
    elif single.moves <= tried:
        return replace(single, shortest=True)
    else:
        complete = _complete_length(tried, examiner, effort)
    single = _shorter(single, examiner, tried, complete, effort) or single
    return replace(single, shortest=single.moves <= complete + 1)


def in_edited_game(found: Mismatch, examiner: Examiner, tried: int, effort: int) -> Mismatch:
    """Return a mismatch that is shrunk in a shorter game, made from its own by edits.

    It is returned as it is if no shorter game is found, and where games are recorded.
    """
    ends = found.reply.fault is not None and not found.reply.goes_on
    takes_more = found.query_numbers or found.rejected_numbers or _begins(found, examiner)
    is_plain = found.reproduced and not (ends or takes_more or found.earlier_games)
    if found.shortest or not is_plain or examiner.all_games(None) is not None:
        return found
    tried = _tried_from_all_starts(tried, examiner)
    complete = _complete_length(tried, examiner, effort)
    examiner.fresh()
    edited = EditedGames(found, examiner, effort // 2).shortest(least=complete + 1)
    single = _single(edited, examiner) if edited.moves < found.moves else None
    if single is None:
        return found
    single = replace(single, shortest=single.moves <= complete + 1)
    return with_simpler_arguments(_in_rare_game(single, examiner, effort), examiner)


# -- one call --------------------------------------------------------------------------------------


def _single(found: Mismatch, examiner: Examiner) -> Mismatch | None:
    """Return the mismatch after the last game alone if that suffices, else after earlier games.

    These are the last few, or as few as are found. None if the transitions and the culprit alone do
    not bring it about, or if the program comes to another state than it should on the way.
    """
    history = (*found.earlier_games, *found.history)
    starts = [n for n, call in enumerate(history) if _starts(call, examiner)]
    last_games = [history[first:] for first in reversed(starts[-LAST_GAMES:])]
    own = history[len(found.earlier_games) :]
    in_vain: set[Sequence[Call]] = set()
    for games in dict.fromkeys((*last_games, own)):
        if single := _after(games, found, examiner, in_vain):
            return _after_fewer(games, found, examiner, in_vain) or single
    if not _again(replace(found, history=history), examiner, in_vain):
        return _after_one_game(*_split(history, examiner), found, examiner)
    fewer = _after_fewer(history, found, examiner, in_vain)
    return fewer or _after(history, found, examiner, in_vain)


def _after(
    games: tuple[Call, ...], found: Mismatch, examiner: Examiner, in_vain: set[Sequence[Call]]
) -> Mismatch | None:
    """Return the mismatch after some games; None if they do not bring it about."""
    shorter = replace(found, history=games)
    on_the_way = _on_the_way(shorter, examiner)
    again = _again(on_the_way or shorter, examiner, in_vain)
    is_start = _starts(shorter.culprit.call, examiner)  # which is right after any state
    if again is not None and (on_the_way or is_start or not examiner.leaves(again.history)):
        return again
    return None


def _after_fewer(
    games: tuple[Call, ...], found: Mismatch, examiner: Examiner, in_vain: set[Sequence[Call]]
) -> Mismatch | None:
    """Return the mismatch after the last of some games and fewer earlier ones, if they suffice."""
    fewer = _with_fewer_games(*_split(games, examiner), found, examiner)
    return _after(fewer, found, examiner, in_vain) if len(fewer) < len(games) else None


def _split(
    games: tuple[Call, ...], examiner: Examiner
) -> tuple[Sequence[tuple[Call, ...]], tuple[Call, ...]]:
    """Return the games before the last one, and the last one."""
    starts = [n for n, call in enumerate(games) if _starts(call, examiner)]
    earlier = [games[a:b] for a, b in pairwise(starts)]
    return earlier, games[starts[-1] :] if starts else games


def _after_one_game(
    games: Iterable[tuple[Call, ...]], last: tuple[Call, ...], found: Mismatch, examiner: Examiner
) -> Mismatch | None:
    """Return the mismatch in the last game after one other; None if none brings it about.

    All are played by one implementation, and again by a fresh one if the mismatch shows.
    """
    shows, write = _by_its_calls(found, examiner), examiner.generator
    rest = Rest(sorted(dict.fromkeys(games), key=len) if shows else ())
    for _ in range(ONE_GAME):
        examiner.fresh()
        traces = ([*write.steps_of((*game, *last)), *shows] for game in rest)
        for trace, replies in examiner.replies_to(traces):
            game = rest.first
            rest.note_done()
            if examiner.mismatch_in(trace, replies):
                break
        else:
            return None
        assert game is not None  # it was played
        if again := _after((*game, *last), found, examiner, set()):
            return again
    return None


def _in_an_asked_game(found: Mismatch, examiner: Examiner) -> Mismatch | None:
    """Return the mismatch in one game in which the wrong query was made before.

    It may keep its answer, and give it again in another state. If one game shows this, it is not an
    initialiser that forgets it. None if no game at random shows it, or if nothing has to be asked.
    """
    if found.culprit.purpose is not Purpose.QUERY or found.step is not found.culprit:
        return None
    write, chance = examiner.generator, random.Random(f"{found.culprit.call} {found.history}")
    for _ in range(ASKED_WALKS):
        game = write.random_steps(chance, READABLE_LENGTH)
        asked = ([step, *examiner.questions(state_after(step), found)] for step in game)
        again = examiner.try_trace([*chain.from_iterable(asked)])
        if again is not None:
            edited = EditedGames(again, examiner, ASKED_CALLS, is_asked=True).shortest(least=1)
            unasked = [*write.steps_of(edited.history), *_by_its_calls(edited, examiner)]
            return None if examiner.try_trace(unasked) else by_asking(edited, examiner)
    return None


def _after_an_asked_game(found: Mismatch, examiner: Examiner) -> Mismatch | None:
    """Return the mismatch in the last game after a short one in which a query is made.

    What a query keeps for the next time may be what an initialiser forgets. The query is a part of
    the history then, unless the mismatch needs no second game, or each initialiser makes an object
    of its own: then it is the query that should keep nothing. None if no such game brings the
    mismatch about.
    """
    write = examiner.generator
    calls = (*found.earlier_games, *found.history)
    starts = [n for n, call in enumerate(calls) if _starts(call, examiner)]
    blamed, last = found.culprit, tuple[Call, ...]()
    if _starts(blamed.call, examiner):
        shows = [blamed, *write.observation(state_after(blamed))]
    elif starts:
        last, shows = calls[starts[-1] :], _by_its_calls(found, examiner)
    else:
        return None
    examiner.fresh()
    makes_many = any(each.makes_one_of_many for each in write.machine.module.initializers)
    played = sorted(dict.fromkeys(calls[a:b] for a, b in pairwise(starts)), key=len)
    short = islice(_short_games(ASKED_LENGTH + 1, examiner), 0 if makes_many else ASKED_GAMES)
    for game in chain(short, played[:ASKED_GAMES]):
        way = write.steps_of(game)
        state = state_after(way[-1])
        if makes_many:
            asked = write.queries(state, SAMPLED, blamed.call.routine)
        else:
            asked = [*write.observation(state), *write.queries(state, SAMPLED)]
        if not examiner.try_trace([*way, *asked, *write.steps_of(last), *shows], fresh=False):
            continue
        if examiner.try_trace([*write.steps_of((*game, *last)), *shows]):
            return None  # nothing has to be asked for it
        for query in asked:
            on = _going_on(last[1:], shows[0], state, examiner) if last else []
            if on and (again := examiner.try_trace([*way, query, *on])):
                return by_asking(again, examiner)
            history = write.steps_of((*game, query.call, *last))
            if again := examiner.try_trace([*history, *shows]):
                return replace(again, query_numbers=(len(game),) if makes_many else ())
        examiner.fresh()
    return None


def _going_on(calls: Sequence[Call], shows: TraceStep, state: State, examiner: Examiner) -> Trace:
    """Return calls, and those that may show a mismatch, in a state; empty if one is not allowed."""
    write = examiner.generator
    trace: Trace = []
    for call in calls:
        step = write.possible_step(state, call, Purpose.COMMAND)
        if step is None or step.expected.exception is not None:
            return []
        trace.append(step)
        state = state_after(step)
    last = write.possible_step(state, shows.call, shows.purpose)
    if last is None or last.expected.exception != shows.expected.exception:
        return []
    is_command = shows.purpose is Purpose.COMMAND
    return [*trace, last, *(write.observation(state_after(last)) if is_command else ())]


def _by_its_calls(found: Mismatch, examiner: Examiner) -> Trace:
    """Return the calls that show a mismatch after its history; none of an initialiser."""
    blamed = found.culprit
    if blamed.purpose is Purpose.OBSERVE:
        return [blamed]
    if blamed.purpose is not Purpose.COMMAND:
        return [*found.block[-1:]]
    if _starts(blamed.call, examiner):
        return []
    return [blamed, *examiner.generator.observation(state_after(blamed))]


def _with_fewer_games(
    games: Sequence[tuple[Call, ...]], last: tuple[Call, ...], found: Mismatch, examiner: Examiner
) -> tuple[Call, ...]:
    """Return the last game after as few earlier ones as are found that bring a mismatch about.

    Half of the games are left out, then a quarter of those that are left, and so on.
    """
    kept, size, left = [*games], len(games) // 2, FEWER_GAMES
    while size and left:
        begin = 0
        while begin < len(kept) and left:
            rest = [*kept[:begin], *kept[begin + size :]]
            left -= 1
            shorter = replace(found, history=(*chain.from_iterable(rest), *last))
            if _again(shorter, examiner, set()):
                kept = rest
            else:
                begin += size
        size //= 2
    return (*chain.from_iterable(kept), *last)


def _starts(call: Call, examiner: Examiner) -> bool:
    return examiner.generator.machine.is_initializer(call)


def _on_the_way(found: Mismatch, examiner: Examiner) -> Mismatch | None:
    """Return the first mismatch on the way, if the state is observed after each transition."""
    plays = found.culprit.purpose is Purpose.COMMAND
    game = [*found.history, found.culprit.call] if plays else found.history
    return examiner.try_trace(examiner.generator.observed_game(game)) if game else None


def _again(
    found: Mismatch, examiner: Examiner, in_vain: set[Sequence[Call]] | None = None
) -> Mismatch | None:
    """Return the mismatch that the culprit alone brings about; None if it does not.

    ``in_vain`` collects the games after which an initialiser was tried, and was right.
    """
    blamed = found.culprit
    if _starts(blamed.call, examiner):
        return _at_start(found, examiner, set() if in_vain is None else in_vain)
    history = examiner.generator.steps_of(found.history)
    if blamed.purpose in (Purpose.OBSERVE, Purpose.COMMAND):
        return examiner.try_trace([*history, *_by_its_calls(found, examiner)])
    return _in_block(found, history, examiner)


def _at_start(found: Mismatch, examiner: Examiner, in_vain: set[Sequence[Call]]) -> Mismatch | None:
    """Return what an initialiser does wrong: at once, or in a second game."""
    write, start = examiner.generator, found.culprit.call
    state = state_after(found.culprit)
    games = [[start], [start, start], [start, start, start]]
    for choice in write.choices(state)[:1]:
        games += [[start, choice.call, start], [start, choice.call, start, start]]
    if found.history:
        begun = sum(_starts(call, examiner) for call in found.history)
        games += [[start] * (begun + 1), [*found.history, start]]
        recorded = [*(examiner.all_games(None) or ())]
        games += [[*trace.game, start] for trace in spread(recorded, STARTED_GAMES)]
    observation = write.observation(state)
    for game in dict.fromkeys(map(tuple, games)):
        if game not in in_vain:
            if again := examiner.try_trace([*examiner.generator.steps_of(game), *observation]):
                return again
            in_vain.add(game)
    return None


def _in_block(found: Mismatch, history: Trace, examiner: Examiner) -> Mismatch | None:
    """Return the mismatch by one of several calls between two observations, if one suffices.

    Calls that should change nothing are tried between two observations of the whole state. If
    observing changes the state, none of them is the culprit.
    """
    block = found.block
    if again := examiner.try_trace([*history, block[-1]]):
        return again
    if found.step is found.culprit:
        return None  # the reply is right after these transitions: other calls bring it about
    assert block[-1].before is not None
    observation = examiner.generator.observation(block[-1].before)
    shown = [*history, *observation]
    if not examiner.is_right([*shown, *observation]):
        return None
    if not examiner.try_trace([*shown, *block, *observation]):
        return None
    # the shortest beginning of the block after which the state has changed
    good, bad = 0, len(block)
    while bad - good > 1:
        middle = (good + bad) // 2
        if examiner.try_trace([*shown, *block[:middle], *observation]):
            bad = middle
        else:
            good = middle
    again = examiner.try_trace([*shown, block[bad - 1], *observation])
    return again and (_by_a_query_of_the_object(again, examiner) or again)


def _by_a_query_of_the_object(found: Mismatch, examiner: Examiner) -> Mismatch | None:
    """Return what a query changes that is also made of the object that the culprit yields.

    Where this object shares what it holds with the one that yielded it, such a query may change
    both. Then the culprit is innocent. None if no such query changes anything in short games.
    """
    write, culprit = examiner.generator, found.culprit
    if not yields_own_type(write.machine.routine(culprit.call.routine)):
        return None
    further = further_observers(write.machine.module)
    names = {function.name for function in further if not yields_own_type(function)}
    games = chain.from_iterable(map(write.tree.traces_of_length, range(found.moves + 1)))
    for game in islice(games, ASKED_GAMES):
        state = state_after(game[-1])
        observation = write.observation(state)
        asked = [each for each in write.queries(state, SAMPLED) if each.call.routine in names]
        shown = [*game, *observation, *chain.from_iterable((q, *observation) for q in asked)]
        again = examiner.try_trace(shown, fresh=False)
        if again and again.culprit.call.routine in names:
            return examiner.try_trace([*game, *observation, again.culprit, *observation])
    return None


def _by_an_observer(found: Mismatch, examiner: Examiner) -> Mismatch | None:
    """Return what an observer changes, if a transition seemed to be at fault for it.

    It is asked after the transition, before the one that shows the mismatch. None if this one shows
    it when it is asked alone.
    """
    write, culprit, step = examiner.generator, found.culprit, found.step
    if culprit.purpose is not Purpose.COMMAND or step.purpose is not Purpose.OBSERVE:
        return None
    before = [*takewhile(lambda each: each != step, write.observation(state_after(culprit)))]
    game = [*write.steps_of(found.history), culprit]
    if not before or examiner.try_trace([*game, step]):
        return None
    for each in before:
        observer = replace(each, purpose=Purpose.QUERY)
        if again := examiner.change_in([*game, step, observer, step]):
            return again
    return None


# -- shorter games ---------------------------------------------------------------------------------


def _tried_from_all_starts(tried: int, examiner: Examiner) -> int:
    """Return up to which length all games were tried, of those up to a length from some starts."""
    has_one_start = len(examiner.generator.usual_starts()) <= 1
    return tried if has_one_start else min(tried, LENGTH_FROM_ALL_STARTS)


def _complete_length(tried: int, examiner: Examiner, effort: int) -> int:
    """Return the length up to which all games can be tried: they are recorded, or few."""
    if len(examiner.generator.usual_starts()) > 1:
        return tried
    for length in range(tried + 1, EXHAUSTED_LENGTH + 1):
        is_recorded = examiner.all_games(length) is not None
        most = effort // (length + 1)
        if not is_recorded and examiner.generator.tree.has_more_games(length, most):
            return length - 1
    return max(tried, EXHAUSTED_LENGTH)


def _shorter(
    found: Mismatch, examiner: Examiner, tried: int, complete: int, effort: int
) -> Mismatch | None:
    """Return the mismatch in a shorter game in which the same routine is wrong, if one is found.

    All games of at most ``complete`` transitions are tried. They are played on one implementation,
    for it may take long to start; the game that is found is then played on a fresh one.
    """
    examiner.fresh()
    for length in range(min(tried + 1, EXHAUSTED_LENGTH), min(found.moves, complete + 1)):
        if again := _first_of(length, found, examiner):
            return _single(again, examiner)  # None: it comes of games that went before
    is_readable = found.moves <= (READABLE_LENGTH if complete >= EXHAUSTED_LENGTH else complete + 1)
    if is_readable or examiner.all_games(None) is None:
        return None
    best = _elsewhere(found, examiner)
    for shorter in _by_leaving_early(best or found, examiner, effort):
        best = shorter
    return best and _single(best, examiner)


def _in_rare_game(found: Mismatch, examiner: Examiner, effort: int) -> Mismatch:
    """Return the mismatch in a shorter game in which a call has a rare argument, if one shows it.

    It is not known to be the shortest if a call of a game may be rare, since no games are tried in
    which several calls are. With no move, and with one, there is none: what may show the mismatch
    was called with every argument after each start.
    """
    write, fewest = examiner.generator, 2
    is_recorded = examiner.all_games(None) is not None  # and no rare call leads to a state
    if found.moves < fewest or is_recorded or not write.tree.has_rare_transitions:
        return found
    not_all = replace(found, shortest=False)
    ends = found.reply.fault is not None and not found.reply.goes_on
    if not found.reproduced or ends or _begins(found, examiner):
        return not_all
    examiner.fresh()
    is_rare_at_all = False
    for length in range(1, len(found.transitions)):
        if not write.tree.may_have_rare_way(length):
            continue
        if write.tree.has_more_games(length, effort // (length + 1), is_rare=True):
            return not_all
        is_rare_at_all |= next(write.tree.rare_traces_of_length(length), None) is not None
        # where a call is refused, the last move of a game as long may be refused instead
        is_shorter = length < found.moves
        for again in _mismatches_in(length, found, examiner, is_rare=True, is_asked=is_shorter):
            single = _single(again, examiner)
            if single is not None and len(single.history) < len(found.history):
                return replace(single, shortest=single.moves < fewest)
            break
    return not_all if is_rare_at_all else found


def _elsewhere(found: Mismatch, examiner: Examiner) -> Mismatch | None:
    """Return the mismatch in the recorded game that shows it soonest, if one shows it sooner."""
    traces = select_calls(examiner.all_games(None) or (), partial(_is_aimed, found))
    best = examiner.soonest_mismatch_in([_beginning(trace, found.moves - 1) for trace in traces])
    return best if best and best.moves < found.moves else None


def _beginning(trace: RecordedTrace, moves: int) -> RecordedTrace:
    """Return a trace up to where so many transitions were made, besides those that start a game."""
    start = trace.game[0].routine
    pairs = zip(trace.commands, trace.game, strict=True)
    places = [place for place, call in pairs if call.routine != start]
    return trace.up_to(places[moves]) if len(places) > moves else trace


def _first_of(length: int, found: Mismatch, examiner: Examiner) -> Mismatch | None:
    """Return the mismatch in the first game of so many transitions that shows it."""
    recorded = examiner.all_games(length)
    if recorded is not None:
        wanted = partial(_is_aimed, found)
        return examiner.first_mismatch_in([*select_calls(recorded, wanted)])
    return next(_mismatches_in(length, found, examiner), None)


def _mismatches_in(
    length: int,
    found: Mismatch,
    examiner: Examiner,
    *,
    is_rare: bool = False,
    is_asked: bool = True,
) -> Iterator[Mismatch]:
    """Yield the mismatch in each game of so many transitions that shows it, or each rare one.

    After each game, the calls are made that may show the mismatch, unless ``is_asked`` is false.
    """
    write, culprit = examiner.generator, found.culprit
    asked: dict[State, tuple[Trace, bool]] = {}  # many games lead to the same state

    def questions(state: State) -> tuple[Trace, bool]:
        if state not in asked:
            telling = _telling(examiner.questions(state, found), examiner)
            asked[state] = telling, any(map(examiner.may_show, telling))
        return asked[state]

    def games() -> Iterator[Trace]:
        of_length = write.tree.rare_traces_of_length if is_rare else write.tree.traces_of_length
        for game in of_length(length):
            last, may_show = questions(state_after(game[-1])) if is_asked else ([], True)
            trace = [*game, *last]
            if (may_show or examiner.may_show(game[-1])) and examiner.may_show_in(trace):
                yield trace

    kind = culprit.purpose, culprit.call.routine, changes_what_it_should_not(found)
    aim: tuple[Hashable, ...] = (*kind, examiner.sought.aim) if is_asked else ()
    return examiner.mismatches_in(games, (length, is_rare, is_asked, aim))


def _telling(questions: Trace, examiner: Examiner) -> Trace:
    """Return questions and observations without the questions that cannot show the fault."""
    return [q for q in questions if q.purpose is Purpose.OBSERVE or examiner.may_show(q)]


def _is_aimed(found: Mismatch, call: Call, purpose: Purpose) -> bool:
    """Whether a call leads to a state, or may show the mismatch."""
    blamed = found.culprit
    if purpose is Purpose.OBSERVE:
        return blamed.purpose is Purpose.COMMAND or found.step is not blamed
    return purpose is Purpose.COMMAND or (purpose, call.routine) == (
        blamed.purpose,
        blamed.call.routine,
    )


def _by_leaving_early(found: Mismatch, examiner: Examiner, effort: int) -> Iterator[Mismatch]:
    """Yield the mismatch in shorter and shorter games, which leave a known one and go on at random.

    The known ones are the game of the mismatch, and short recorded games in which rare things
    happen.
    """
    chance = random.Random(f"{found.culprit.call} {found.history}")
    write = examiner.generator
    best = found
    recorded = examiner.all_games(None) or ()
    rare = [trace.game for trace in recorded if len(trace.game) <= READABLE_LENGTH + 1]
    left = effort // 3 if found.moves <= PLAYABLE_LENGTH else effort
    while left > 0 and best.moves > EXHAUSTED_LENGTH + 1:
        base = chance.choice([best.history, *rare])
        kept = chance.randrange(1, len(base) + 1) if chance.random() < RESTART_SHARE else len(base)
        trace = examiner.generator.steps_of(base[:kept])
        state = state_after(trace[-1])
        for _ in range(kept, best.moves):
            choice, calls = write.random_choice(state, chance)
            left -= calls
            if choice is None:
                break
            state = state_after(choice)
            trace += [choice, *examiner.questions(state, found)]
        left -= len(trace)
        if again := examiner.try_trace(trace, fresh=False):
            best = again
            yield best


# -- earlier games ---------------------------------------------------------------------------------


def _begins(found: Mismatch, examiner: Examiner) -> int:
    """Return the position of the call that begins the game with the mismatch.

    The calls are those of the history, and the culprit after them.
    """
    plays = found.culprit.purpose is Purpose.COMMAND  # one that is refused begins nothing
    calls = [*found.history, *([found.culprit.call] if plays else ())]
    return max((n for n, call in enumerate(calls) if _starts(call, examiner)), default=0)


def _after_less(found: Mismatch, examiner: Examiner, effort: int) -> Mismatch:
    """Return the mismatch in a later game, after the shortest earlier game that is found."""
    number = _begins(found, examiner)
    earlier, later = found.history[:number], found.history[number:]
    if any(_starts(call, examiner) for call in earlier[1:]):
        return replace(found, shortest=found.moves <= (not later))  # without a move they were tried
    moves, write = len(earlier) - 1, examiner.generator
    shown = _After(found, later, examiner)

    def with_shortest(again: Mismatch, moves: int) -> Mismatch:
        return replace(again, shortest=len(later) <= 1 and moves <= EXHAUSTED_LENGTH + 1)

    if again := shown.first(_short_games(moves, examiner)):
        return with_shortest(again, 0)
    found = with_shortest(found, moves)
    if moves <= READABLE_LENGTH:
        return found
    chance = random.Random(f"{earlier}")
    best = examiner.generator.steps_of(earlier)
    effort += shown.made
    while shown.made < effort and len(best) > EXHAUSTED_LENGTH + 2:
        trace = best[: chance.randrange(1, len(best))]
        for _ in range(chance.randrange(len(best) - len(trace))):
            choice, calls = write.random_choice(state_after(trace[-1]), chance)
            shown.made += calls
            if choice is None:
                break
            trace.append(choice)
        game = [step.call for step in trace]
        beginnings = range(2, len(game) + 1) if shown(game) else ()
        for length in beginnings:
            if again := shown(game[:length]):
                found, best = with_shortest(again, length - 1), trace[:length]
                break
    return found


def _short_games(moves: int, examiner: Examiner) -> Iterator[Sequence[Call]]:
    """Yield all games of fewer moves, as far as all are tried.

    The first are one game without a move, and two of them in a row.
    """
    write = examiner.generator
    start = write.start().call
    yield from ([start], [start, start])
    for length in range(1, min(moves, EXHAUSTED_LENGTH + 1)):
        recorded = examiner.all_games(length)
        yield from (
            write.tree.games_of_length(length)
            if recorded is None
            else (trace.game for trace in recorded)
        )


class _After:
    """Whether a mismatch comes after another earlier game too.

    The answers due in the later game are the same whatever was played before. The same calls are
    made after each game on one implementation, as long as no game leaves anything behind.
    """

    def __init__(self, found: Mismatch, later: tuple[Call, ...], examiner: Examiner) -> None:
        """Take the mismatch, and the calls of its history in the game in which it is."""
        self._found, self._later, self._examiner = found, later, examiner
        blamed, state = found.culprit, found.culprit.expected.state
        seen = examiner.generator.observation(state) if state and found.step is not blamed else []
        self._asked = [*examiner.generator.steps_of(later), blamed, *seen]
        self.made = 0
        """The number of calls that were made."""
        examiner.fresh()

    def __call__(self, game: Sequence[Call]) -> Mismatch | None:
        """Return the mismatch after a game; None if there is none."""
        return self.first([game])

    def first(self, games: Iterable[Sequence[Call]]) -> Mismatch | None:
        """Return the mismatch after the first game that brings it about; None if none does.

        Some games are sent at a time, more and more of them, so that neither side waits.
        """
        left, size = iter(games), 1
        while some := [*islice(left, size)]:
            size = min(2 * size, MOST_AT_A_TIME)
            while some:
                number = self._first_wrong(some)
                if number is None:
                    break
                history = (*some[number], *self._later)
                again = _again(replace(self._found, history=history), self._examiner)
                self._examiner.fresh()
                if again is not None:
                    return again
                some = some[number + 1 :]  # the replies after them may come of the wrong one
        return None

    def _first_wrong(self, games: Sequence[Sequence[Call]]) -> int | None:
        """Make the calls after each of some games; return where a reply is wrong first."""
        asked = [step.call for step in self._asked]
        calls = [call for game in games for call in (*game, *asked)]
        self.made += len(calls)
        replies = iter(self._examiner.implementation.answer(calls))
        for number, game in enumerate(games):
            own = [*islice(replies, len(game), len(game) + len(asked))]
            pairs = zip(self._asked, own, strict=True)
            if not all(agrees(step.expected, reply) for step, reply in pairs):
                return number
        return None

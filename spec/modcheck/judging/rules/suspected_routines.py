"""Suspected routines: which routines may be at fault for a cause that is shown by a short game.

The routine that is blamed is at fault if it was called in the right state. Where the state is not
shown, an earlier transition may have left another one (:mod:`..causes.suspects`); and a reply may
depend on more than on the state.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import dropwhile

from modcheck.judging.causes.gatherer import Gatherer
from modcheck.judging.causes.same_states import SameStates
from modcheck.judging.causes.suspects import MOST_CALLS, SuspectFinder, Suspects, last_game
from modcheck.judging.causes.table import Cause
from modcheck.judging.causes.wrong_states import WrongState
from modcheck.judging.play.clean_facts import clean_facts
from modcheck.judging.play.fresh_replies import FreshReplies
from modcheck.judging.rules.blame import NOTATION, Blame
from modcheck.testing import budget
from modcheck.testing.mismatch import Mismatch
from modcheck.testing.trace import Purpose


class SuspectedRoutines:
    """Finds the routines that may be at fault, one cause after the other."""

    def __init__(self, gatherer: Gatherer, blame: Blame, replies: FreshReplies) -> None:
        """Ask the specification, and the program for the ``replies`` to the calls of a game."""
        self._gatherer, self._oracle, self._blame = gatherer, gatherer.oracle, blame
        self._same_states = SameStates(gatherer.evidence, gatherer.oracle, replies)
        self._finder = SuspectFinder(gatherer.oracle, gatherer.runner.generator, replies)

    def shorter_with_them(
        self, cause: Cause, known: Mismatch, short: Mismatch, causes: Sequence[Cause]
    ) -> Mismatch:
        """Return a mismatch in a shorter game, but as it is known if there are other suspects.

        The cause gets the suspects. In a game that is too long to be played by hand, none are
        looked for before it is shorter.
        """
        suspects = self.suspects(cause, short, causes)
        if short is known or known.moves > budget.READABLE_LENGTH:
            cause.suspects = suspects
            return short
        cause.suspects = self.suspects(cause, known, causes)
        names = {*_or_blamed(suspects, short).names}
        return short if names.issubset(_or_blamed(cause.suspects, known).names) else known

    def suspects(
        self, cause: Cause, mismatch: Mismatch, causes: Sequence[Cause]
    ) -> Suspects | None:
        """Return the routines that may be at fault; None if only the one that is blamed is.

        None also where nothing is known of them: a short game has to show the mismatch. ``causes``
        are all that show now.
        """
        blamed = self._oracle.machine.routine(mismatch.culprit.call.routine)
        if not self._blame.may_come_of_earlier_calls(cause, blamed):
            return self._suspects_of_more_than_the_state(cause, mismatch)
        takes_more = mismatch.query_numbers or mismatch.rejected_numbers or mismatch.between
        if not mismatch.reproduced or mismatch.earlier_games or takes_more:
            return None
        if mismatch.reply.timed_out:
            return None  # to ask again takes as long again
        whole = mismatch
        if mismatch.step is not mismatch.culprit:  # an observer shows what the transition did
            if mismatch.culprit.purpose is not Purpose.COMMAND:
                return None  # it is known which call changes what it should not
            history = (*mismatch.history, mismatch.culprit.call)
            mismatch = replace(mismatch, culprit=mismatch.step, history=history)
        finder, step = self._finder, mismatch.step
        game = last_game(mismatch.transitions, self._oracle.machine)
        if len(game) > MOST_CALLS:  # before the transition that is blamed, the state may be right
            before = game if mismatch is whole else game[:-1]
            return finder.any_before(blamed.name, before) if before else None
        doubtful = {
            name
            for other in causes
            if other is not cause
            for fact in clean_facts(other.facts, self._gatherer.evidence)
            for name in (fact.call.routine, fact.run.calls[fact.shown_by].routine)
        }
        found = finder.suspects(mismatch, self._gatherer.visible_variables, doubtful)
        is_twice = found.is_any and found.called in dict(found.transitions)
        is_doubted = found.called is not None and not (found.is_only_wrong or is_twice)
        if is_doubted and self._same_states.is_right_elsewhere(game, step):
            found = replace(found, called=None)
        is_shown_by_observer = step.call.routine != blamed.name
        is_blamed = is_shown_by_observer and {*found.names} <= {blamed.name}
        if found.transitions and not is_blamed:
            return found
        more = self._suspects_of_more_than_the_state(cause, whole)
        if more is not None or found.transitions:
            return more
        if is_shown_by_observer:  # one that only yields a part of the state is trusted
            applies_others = found.called is not None and len(self._oracle.reach[found.called]) > 1
            return finder.any_of(step.call.routine, game[-1:]) if applies_others else None
        # played again, a program that chooses may choose otherwise; before, it does as it did
        chosen = [*dropwhile(lambda call: call.choice is None, game)]
        return finder.any_of(blamed.name, chosen) if chosen and not finder.is_direct(game) else None

    def _suspects_of_more_than_the_state(self, cause: Cause, mismatch: Mismatch) -> Suspects | None:
        """Return the suspects if a reply depends on more than on the state, which is shown.

        The same calls are right after another game to the same state. So an earlier transition may
        have left what it should not, or the transition called may look at what it should not. A
        query that is wrong alone is at fault: all other routines tell the state rightly.
        """
        purpose, earlier = mismatch.culprit.purpose, mismatch.history[1:]
        is_plain = mismatch.reproduced and not (mismatch.earlier_games or mismatch.between)
        is_fast = not (self._gatherer.plan.kills or self._gatherer.plan.pace)
        if cause.candidate is not None or not (is_fast and is_plain and earlier):
            return None
        fact = cause.facts[0]
        if fact.aspect in NOTATION or fact.is_crash(self._oracle) or purpose is not Purpose.COMMAND:
            return None
        if mismatch.query_numbers or mismatch.rejected_numbers or len(earlier) >= MOST_CALLS:
            return None
        left_out = self._same_states.needless_calls(mismatch)
        name = mismatch.culprit.call.routine
        return self._finder.any_of(name, left_out) if left_out else None

    def only_wrong_state(self, cause: Cause) -> WrongState | None:
        """Return the state that a transition left wrong, if no other routine is suspected."""
        suspects = cause.suspects
        if suspects is None or suspects.called is not None or len(suspects.transitions) != 1:
            return None
        ((name, variables),) = suspects.transitions
        shown_by = frozenset({cause.facts[0].call.routine})
        return WrongState(self._oracle.machine.routine(name), shown_by, variables)

    def tell(self, cause: Cause, mismatch: Mismatch) -> None:
        """Note what a finding says: in these routines its fault may lie."""
        self._finder.tell(_or_blamed(cause.suspects, mismatch))


def _or_blamed(suspects: Suspects | None, mismatch: Mismatch) -> Suspects:
    """Return the suspects for a mismatch; if there are none, the routine that is blamed."""
    return suspects or Suspects(mismatch.culprit.call.routine, ())

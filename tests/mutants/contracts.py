"""Mutants of the model's code, of its contracts, and of the plugin that lets CrossHair judge it."""

from __future__ import annotations

from collections.abc import Iterator

from mutants.mutant import By, Mutant, Plan

_SYMBOLIC = "modspec.crosshair"


def crosshair_plan(units: str) -> Plan:
    """Return the plan that asks CrossHair first, about these units."""
    return (("crosshair", units),)


def contracts() -> Iterator[Mutant]:
    """Access programs that do not keep their contract, and contracts that demand too little."""
    yield from _programs()
    yield from _beside_the_board()
    yield from _duties()


def _programs() -> Iterator[Mutant]:
    """Of the model."""
    othello = By("contract", "othello_model.othello", crosshair_plan("othello.move*"))
    refused = "raise InvalidMove(not_allowed(_turn, row, col))"
    yield othello("a_refused_move_passes_the_turn", f"        {refused}",
                  f"        _turn = _board.next_turn(_turn)\n        {refused}")  # fmt: skip
    yield othello(
        "exceptions_are_confused", refused, "raise OutOfBounds(not_allowed(_turn, row, col))"
    )
    yield othello("the_turn_is_not_passed_on", "    _turn = _board.next_turn(_turn)\n", "")
    yield othello(
        "whoever_has_the_turn",
        "return _board.accepts(player, row, col)",
        "return _board.accepts(_turn, row, col)",
        first=crosshair_plan("othello.is_valid_move*"),
    )
    yield othello(
        "a_query_moves",
        "    return _board.count(player)",
        "    globals()['_turn'] = player\n    return _board.count(player)",
        first=crosshair_plan("othello.count"),
    )
    bitboard = By("contract", "othello_model.bitboard", crosshair_plan("othello.move*"))
    yield bitboard(
        "an_edge_is_missing",
        "return 0 <= row < SIZE and 0 <= col < SIZE",
        "return 0 <= row < SIZE and 0 <= col < SIZE - 1",
        first=(("figures", "*"),),
    )
    yield bitboard(
        "occupied_squares_are_accepted",
        "return empty & captures",
        "return captures",
        first=crosshair_plan("othello.is_valid_move*"),
    )
    yield bitboard(
        "a_tie_is_a_win",
        "if lead > 0 else",
        "if lead >= 0 else",
        first=crosshair_plan("othello.winner"),
    )
    yield bitboard(
        "no_turn_is_forfeited", "select(alternates, OPPONENT[player], player)", "OPPONENT[player]"
    )
    yield bitboard("white_is_black", "else Bitboard(opponent, own)", "else Bitboard(own, opponent)")


def _beside_the_board() -> Iterator[Mutant]:
    """Of the model's other objects."""
    clock = By("contract", "othello_model.clock", crosshair_plan("clock.*"))
    yield clock(
        "the_exact_limit_passes", "self._shows(player, now) <= 0", "self._shows(player, now) < 0"
    )
    yield clock(
        "nothing_is_charged", "        self.remaining[self.running] -= now - self.latest\n", ""
    )
    yield clock("one_player_may_be_late", "for each in (BLACK, WHITE):", "for each in (player,):")
    supply = By("contract", "othello_model.supply", crosshair_plan("supply.*"))
    yield supply("nobody_gives", "giver = OPPONENT[giver]", "giver = player")
    yield supply("nothing_is_taken", "self.left[giver] -= 1", "self.left[giver] -= 0")
    handicap = By("contract", "othello_model.handicap", crosshair_plan("handicap.*"))
    yield handicap(
        "granted_again", "raise AlreadyGranted(LazyText(text, row=row, col=col))", "return"
    )
    yield handicap("edges_are_corners", "row in EDGES and col", "row in EDGES or col")
    passing = By("contract", "othello_model.passing", crosshair_plan("passing.*"))
    yield passing(
        "a_pass_keeps_the_turn",
        "raise InvalidPass(LazyText(text, player=_turn))\n    _turn = OPPONENT[_turn]",
        "raise InvalidPass(LazyText(text, player=_turn))",
    )
    match = By("contract", "othello_model.match", crosshair_plan("match.grant"))
    yield match(
        "the_clock_runs_on",
        "    if not _board.is_over():\n        _turn",
        "    if True:\n        _turn",
        first=crosshair_plan("match.move"),
    )
    yield match("a_corner_costs_nothing", "    _supply.take(_handicap.favoured)\n", "")
    yield match(
        "granted_late",
        'raise AlreadyBegun("the match has begun")\n    _handicap',
        "pass\n    _handicap",
    )


def _duties() -> Iterator[Mutant]:
    """Of the contracts."""
    duties = By("contract", f"{_SYMBOLIC}.conditions")
    yield duties(
        "any_exception_will_do",
        "return conjunction((due, equal(old, new)))",
        "return equal(old, new)",
    )
    yield duties(
        "a_failed_call_may_change_all",
        "return conjunction((due, equal(old, new)))",
        "return conjunction((due,))",
    )
    yield duties("nothing_need_be_raised", "returned = (negation(lifted.raises),", "returned = (")
    yield duties(
        "any_output_will_do",
        "(*returned, equal(lifted.value, done.output), equal(old, new))",
        "(*returned, equal(old, new))",
    )
    yield duties(
        "a_query_may_change_all",
        "(*returned, equal(lifted.value, done.output), equal(old, new))",
        "(*returned, equal(lifted.value, done.output))",
    )
    yield duties(
        "any_transition_will_do",
        "(*returned, equal(lifted.value, after), self._invariant",
        "(*returned, self._invariant",
    )
    yield duties(
        "the_invariant_is_broken",
        "return disjunction((negation(before), after))",
        "return negation(disjunction((negation(before), after)))",
    )
    programs = By("contract", "othello_proofs.obligations.access_programs")
    yield programs(
        "nothing_is_allowed",
        "sound,\n                not self",
        "sound,\n                False,\n                not self",
    )
    objects = By("contract", "othello_proofs.obligations.states", crosshair_plan("othello.move*"))
    yield objects(
        "one_turn_is_allowed",
        "return turn in PLAYERS and Bitboard",
        "return turn in PLAYERS - {BLACK} and Bitboard",
    )
    boards = By("contract", "othello_proofs.obligations.states", crosshair_plan("match.move"))
    yield boards(
        "theorems_say_nothing",
        "disjunction((negation(lifted.assumptions_hold), lifted.value))",
        "disjunction((negation(lifted.assumptions_hold), True))",
    )
    confirm = By("contract", f"{_SYMBOLIC}.confirm")
    yield confirm(
        "everything_is_confirmed", "if set(said) == {MessageType.CONFIRMED}:", "if self._witnesses:"
    )


def plugins() -> Iterator[Mutant]:
    """Of the plugin."""
    plugin = By("plugin", f"{_SYMBOLIC}.plugin")
    yield plugin("words_are_not_known", "register_type(Word, _symbolic_word)\n", "")
    yield plugin("choices_are_not_known", "register_patch(select, _select)\n", "")
    yield plugin(
        "a_choice_is_turned_round",
        "merged = _merge(condition.var, then, otherwise)",
        "merged = _merge(condition.var, otherwise, then)",
    )
    yield plugin(
        "words_are_short", "z3.BitVec(factory.varname, 64)", "z3.BitVec(factory.varname, 63)"
    )
    words = By("plugin", f"{_SYMBOLIC}.integers")
    yield words(
        "a_shift_loses_bits",
        "z3.ZeroExt(missing, var) if missing > 0",
        "z3.SignExt(missing, var) if missing > 0",
    )

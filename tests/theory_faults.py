"""What is wrong on purpose in the specification, for each theorem that does not hold then."""

from __future__ import annotations

import ast
from typing import NamedTuple

from modspec.run.instance import Edit


def replacing(old: str, new: str) -> Edit:
    """The edit that puts one text in place of another, wherever it stands in a function."""

    def edit(node: ast.FunctionDef) -> ast.FunctionDef:
        text = ast.unparse(node)
        assert old in text
        changed = ast.parse(text.replace(old, new)).body[0]
        assert isinstance(changed, ast.FunctionDef)
        return changed

    return edit


class Fault(NamedTuple):
    """A fault in a function: the module, the function, the text before and after the edit."""

    module: str
    function: str
    before: str
    after: str

    @property
    def edit(self) -> tuple[str, str, Edit]:
        """The fault as an edit."""
        return self.module, self.function, replacing(self.before, self.after)


_ROWS_TO_THE_EAST = Fault("lines", "flips", "in Direction", "in Direction if d.dcol > 0")
_NO_CHECK_OF_EMPTY = Fault("lines", "captures", "board[square] == EMPTY", "True")
_NO_FLIP_NEEDED = Fault("lines", "captures", "> 0", ">= 0")
_ROWS_TOO_LONG = Fault("lines", "flips", "range(1, k)", "range(1, k + 1)")
_ROWS_CLOSED_BY_OTHERS = Fault("lines", "brackets", ", k)] == player", ", k)] != player")
_BLACK_SKIPS = Fault("lines", "brackets", "!= player", "!= BLACK")
_VANISHING_DISCS = Fault("lines", "placed", "player if t in flipped", "EMPTY if t in flipped")
_NO_FLIPS = Fault("lines", "placed", "player if t in flipped", "board[t] if t in flipped")
_NO_NEW_DISC = Fault("lines", "placed", "player if t == square", "board[t] if t == square")
_ALWAYS_ALTERNATING = Fault("othello", "next_turn", "can_move(board, opponent(player))", "True")
_OVER_FOR_EITHER = Fault("othello", "game_over", " and ", " or ")
_A_TIE_WON = Fault("othello", "winner", "count(game, BLACK) > ", "count(game, BLACK) >= ")
_NO_EXTRA_TURN = Fault("endings", "turns_left", "+ 1", "+ 0")
_A_CROOKED_IMAGE = Fault("symmetry", "combined", "rows + cols > 0", "rows > 0")

_PASSES_BY_CHOICE = Fault(
    "passing", "is_valid_pass", "not can_move(passing.board, passing.turn) and ", ""
)
_ADDITIONAL_DISCS = Fault("supply", "init", "EACH - ", "EACH + ")
_TWO_DISCS_TAKEN = Fault("supply", "take", "- 1", "- 2")
_NO_GRANT = Fault("handicap", "grant", "c == Square(row, col) or ", "")
_EMPTY_CORNERS = Fault("handicap", "cell", "favoured(handicap) if", "Cell.EMPTY if")
_EMPTY_CENTRE = Fault("handicap", "cell", "othello.init().board[Square(row, col)]", "Cell.EMPTY")
_TIME_IS_WON = Fault("clock", "used_until", "+ now - clock.latest", "- now + clock.latest")
_THE_OTHER_CLOCK_RUNS = Fault("clock", "used_until", "player == clock", "player != clock")

WRONG: dict[str, tuple[Fault, ...]] = {
    # theorems
    "a_corner_is_never_flipped": (_ROWS_TOO_LONG,),
    "a_flipped_disc_lies_between_the_new_disc_and_another": (
        _ROWS_CLOSED_BY_OTHERS,
        _ROWS_TOO_LONG,
    ),
    "a_move_adds_one_disc": (_NO_CHECK_OF_EMPTY,),
    "a_player_without_discs_cannot_move": (_ROWS_CLOSED_BY_OTHERS,),
    "a_square_is_valid_iff_empty_and_a_row_is_bracketed": (
        Fault("lines", "captures", "> 0", "> 1"),
    ),
    "a_square_is_valid_iff_empty_and_it_flips_something": (
        Fault(
            "othello",
            "is_valid_move",
            "captures(game.board, player",
            "captures(game.board, game.turn",
        ),
    ),
    "a_valid_move_is_one_that_move_accepts": (
        Fault("othello", "move", "if not captures", "if captures"),
        _NO_FLIP_NEEDED,
    ),
    "after_a_move_the_mover_has_at_least_three_discs": (_NO_FLIP_NEEDED,),
    "captures_do_not_chain": (
        Fault(
            *("lines", "placed", "t in flipped"),
            "t in flipped or any(t in flips(board, player, u) for u in flipped)",
        ),
    ),
    "every_outflanked_disc_is_flipped": (Fault("lines", "flips", "range(2, SIZE)", "range(2, 3)"),),
    "no_disc_disappears": (_VANISHING_DISCS,),
    "only_discs_of_the_opponent_flip": (_ROWS_TOO_LONG,),
    "the_centre_stays_occupied": (_VANISHING_DISCS,),
    "the_mover_gains_what_the_opponent_loses": (
        _NO_FLIPS,
        _NO_NEW_DISC,
        Fault("lines", "placed", "else board[t]", "else player if board[t] == player else EMPTY"),
    ),
    "the_new_disc_shows_the_colour_of_the_mover": (_NO_NEW_DISC,),
    # endings
    "a_draw_is_as_many_discs_of_either_colour": (_A_TIE_WON,),
    "a_forfeit_uses_up_a_turn": (_NO_EXTRA_TURN,),
    "a_full_board_ends_the_game": (_NO_CHECK_OF_EMPTY,),
    "a_move_leaves_one_move_less": (_NO_CHECK_OF_EMPTY,),
    "a_move_uses_up_a_turn": (
        _NO_NEW_DISC,
        Fault("endings", "turns_left", "(board) if", "(board) - 1 if"),
    ),
    "a_new_game_has_as_many_moves_left_as_empty_squares": (
        Fault("othello", "starting_cell", "square not in CENTRE", "square in CENTRE"),
    ),
    "a_wipe_out_ends_the_game": (_ROWS_CLOSED_BY_OTHERS,),
    "init_establishes_the_invariant": (Fault("othello", "starting_cell", "WHITE if", "EMPTY if"),),
    "move_keeps_the_invariant": (_ALWAYS_ALTERNATING,),
    "no_move_is_possible_on_a_board_that_is_over": (_OVER_FOR_EITHER,),
    "the_game_is_over_iff_neither_player_can_move": (_OVER_FOR_EITHER,),
    "the_game_may_end_on_a_board_that_is_not_full": (
        Fault(
            "othello",
            "game_over",
            " and ",
            " and all(game.board[s] != EMPTY for s in SQUARES) and ",
        ),
    ),
    "the_turn_alternates_unless_forfeited": (_ALWAYS_ALTERNATING,),
    "the_winner_has_the_majority": (_A_TIE_WON,),
    "there_is_never_less_than_no_turn_left": (
        Fault("endings", "turns_left", "+ 1", "+ 2"),
        Fault("endings", "turns_left", "(board) if", "(board) - 1 if"),
    ),
    "whose_turn_it_is_can_move_until_the_game_is_over": (
        Fault("othello", "invariant", "can_move(game.board, game.turn)", "True"),
    ),
    # symmetry
    "a_move_is_the_same_from_every_side": (_ROWS_TO_THE_EAST,),
    "a_move_is_the_same_with_the_colours_exchanged": (
        Fault("lines", "placed", "player if t in flipped", "BLACK if t in flipped"),
    ),
    "a_symmetry_after_another_is_a_symmetry": (
        _A_CROOKED_IMAGE,
        Fault("symmetry", "combined", "rows * square.row", "rows * rows * square.row"),
        Fault("symmetry", "combined", "0 if rows + cols > 0 else SIZE - 1", "square.row"),
    ),
    "a_symmetry_takes_lines_to_lines": (
        Fault("symmetry", "combined", "square.col", "square.row"),
        Fault("symmetry", "combined", "square.row", "(square.row + square.row % 2)"),
        Fault("symmetry", "combined", "rows * square.row", "abs(rows * square.row - 3)"),
    ),
    "a_symmetry_takes_the_squares_to_the_squares": (_A_CROOKED_IMAGE,),
    "flips_are_the_same_from_every_side": (_ROWS_TO_THE_EAST,),
    "flips_are_the_same_with_the_colours_exchanged": (_BLACK_SKIPS,),
    "the_end_is_the_same_from_every_side": (
        Fault("lines", "can_move", "in SQUARES", "in SQUARES if s.row > s.col"),
    ),
    "the_end_is_the_same_with_the_colours_exchanged": (
        Fault("othello", "game_over", "not can_move(game.board, BLACK) and", ""),
    ),
    "the_start_is_the_same_from_every_side_but_for_the_colours": (
        Fault("othello", "starting_cell", "square.row == square.col", "square.row < square.col"),
    ),
    "the_turn_is_the_same_from_every_side": (
        Fault("lines", "can_move", "in SQUARES", "in SQUARES if s.row > s.col"),
    ),
    "the_turn_is_the_same_with_the_colours_exchanged": (_BLACK_SKIPS,),
    "the_winner_is_the_other_with_the_colours_exchanged": (_A_TIE_WON,),
    "the_winner_is_the_same_from_every_side": (
        Fault("lines", "discs", "in SQUARES", "in SQUARES if s.row > s.col"),
    ),
    "valid_moves_are_the_same_from_every_side": (_ROWS_TO_THE_EAST,),
    "valid_moves_are_the_same_with_the_colours_exchanged": (_BLACK_SKIPS,),
    # passes
    "a_move_or_a_pass_is_possible_until_the_game_is_over": (
        Fault(
            "passing",
            "is_valid_pass",
            " and can_move(passing.board, opponent(passing.turn))",
            "",
        ),
    ),
    "a_new_game_is_the_same_with_passes_hidden": (
        Fault("passing", "init", "=othello.init().turn", "=opponent(othello.init().turn)"),
    ),
    "a_new_game_with_passes_is_sound": (
        Fault("passing", "init", "othello.init().board", "{s: EMPTY for s in SQUARES}"),
    ),
    "a_pass_changes_nothing_with_passes_hidden": (
        Fault("passes", "hidden", "else opponent(passing.turn)", "else passing.turn"),
    ),
    "a_pass_is_never_followed_by_another": (
        Fault("passing", "pass_turn", "turn=opponent(passing.turn)", "turn=passing.turn"),
    ),
    "a_pass_keeps_a_game_with_passes_sound": (
        Fault("passing", "pass_turn", "board=passing.board", "board={s: EMPTY for s in SQUARES}"),
    ),
    "a_placement_is_the_same_move_with_passes_hidden": (
        Fault("passing", "move", "turn=opponent(passing.turn)", "turn=passing.turn"),
    ),
    "a_placement_keeps_a_game_with_passes_sound": (_VANISHING_DISCS,),
    "the_end_is_the_same_with_passes_hidden": (
        Fault(
            *("passing", "game_over", "othello.game_over(as_game(passing))"),
            "not is_valid_pass(passing)",
        ),
    ),
    "the_same_moves_are_valid_with_passes_hidden": (_PASSES_BY_CHOICE,),
    "the_winner_is_the_same_with_passes_hidden": (
        Fault("passing", "winner", "othello.winner(as_game(passing))", "passing.turn"),
    ),
    "where_a_disc_can_be_placed_nothing_is_hidden": (
        Fault("passes", "hidden", "if can_move", "if not can_move"),
    ),
    "whoever_can_place_a_disc_can_move": (Fault("lines", "can_move", "any(", "all("),),
    "whoever_can_place_a_disc_may_not_pass": (_PASSES_BY_CHOICE,),
    # supplies
    "a_new_game_has_a_disc_for_every_square": (_ADDITIONAL_DISCS,),
    "a_new_supply_is_sound": (_ADDITIONAL_DISCS,),
    "a_placement_keeps_a_disc_for_every_square": (_TWO_DISCS_TAKEN,),
    "only_who_has_none_is_given_a_disc": (
        Fault(
            *("supply", "take", "if takes_from_opponent(supply, player)"),
            "if not takes_from_opponent(supply, player)",
        ),
    ),
    "take_keeps_the_supply_sound": (
        Fault("supply", "take", "if takes_from_opponent(supply, player)", "if False"),
    ),
    "take_takes_one_disc": (
        _TWO_DISCS_TAKEN,
        Fault(
            *("supply", "take", "- 1 if p == giver else supply.left[p]"),
            "- 2 if p == giver else supply.left[p] + 1",
        ),
    ),
    "the_opponent_of_who_has_none_has_one_to_give": (
        Fault("supplies", "is_used_up", "== 0", "== -1"),
        Fault("supply", "invariant", ">= 0", ">= -1"),
    ),
    "there_are_as_many_discs_as_squares_that_are_not_empty": (
        Fault("endings", "moves_left", "== EMPTY", "!= EMPTY"),
    ),
    "whoever_can_move_gets_a_disc": (Fault("supplies", "is_used_up", "== 0", ">= 0"),),
    # handicaps
    "a_grant_adds_one_corner": (_NO_GRANT,),
    "a_grant_keeps_a_disc_for_every_square": (_NO_GRANT,),
    "a_grant_leaves_the_other_corners": (
        Fault(
            "handicap",
            "grant",
            "or handicap.granted[c]",
            "or (handicap.granted[c] and c != Square(0, 0))",
        ),
        Fault("handicap", "grant", " or handicap.granted[c]", ""),
    ),
    "a_handicap_is_none_to_four_corners": (
        Fault("handicap", "corners", "sum((1 ", "sum((2 "),
        Fault("handicap", "corners", "sum((1 ", "sum((-1 "),
    ),
    "a_handicap_leaves_a_move_less_for_each_corner": (_EMPTY_CORNERS,),
    "a_handicap_leaves_a_sound_game": (_EMPTY_CENTRE,),
    "a_new_handicap_is_the_usual_start": (
        Fault("handicap", "init", "False", "True"),
        Fault("handicap", "corners", "sum(", "1 + sum("),
        Fault("handicap", "favoured", "othello.init().turn", "Cell.WHITE"),
    ),
    "the_weaker_player_can_move": (_EMPTY_CENTRE,),
    "the_weaker_player_has_the_discs_of_the_corners": (
        _EMPTY_CORNERS,
        Fault(
            *(
                "handicap",
                "cell",
                "else othello",
                "else Cell.WHITE if (row, col) == (0, 1) else othello",
            ),
        ),
    ),
    "the_weaker_player_plays_black": (
        Fault("handicap", "favoured", "othello.init().turn", "Cell.WHITE"),
    ),
    # clocks
    "a_clock_without_a_limit_never_runs_out": (
        Fault("clock", "is_out_of_time", "clock.limit != UNLIMITED and ", ""),
    ),
    "at_most_one_player_runs_out_of_time": (
        Fault("clock", "used_until", "player == clock.running", "True"),
    ),
    "new_clocks_are_sound": (Fault("clock", "init", "p: 0", "p: -1"),),
    "nobodys_time_left_grows": (_TIME_IS_WON,),
    "nobody_has_used_less_than_no_time": (
        Fault("clock", "invariant", " and all((clock.used[p] >= 0 for p in PLAYERS))", ""),
    ),
    "the_limit_is_always_a_valid_one": (
        Fault("clock", "invariant", "is_valid_limit(clock.limit) and ", ""),
    ),
    "only_a_clock_that_runs_loses_time": (_THE_OTHER_CLOCK_RUNS,),
    "start_keeps_the_clocks_sound": (
        Fault("clock", "start", "now < ", "now <= "),
        Fault("clock", "start", "used=clock.used", "used={p: -1 for p in PLAYERS}"),
    ),
    "start_leaves_everybody_the_time_they_had": (
        Fault("clock", "start", "latest=now", "latest=clock.latest"),
    ),
    "start_uses_no_time": (
        Fault(
            "clock",
            "start",
            "used=clock.used",
            "used={p: clock.used[p] + (p == player) for p in PLAYERS}",
        ),
        Fault("clock", "start", "used=clock.used", "used={p: now for p in PLAYERS}"),
    ),
    "stop_adds_the_time_that_has_passed": (
        Fault(
            "clock",
            "stop",
            "used_until(clock, p, now)",
            "used_until(clock, p, now) if p == clock.running else -1",
        ),
        _THE_OTHER_CLOCK_RUNS,
    ),
    "stop_keeps_the_clocks_sound": (
        Fault("clock", "stop", "now < ", "now <= "),
        Fault("clock", "stop", "used_until(clock, p, now)", "-1"),
    ),
    "stop_leaves_everybody_the_time_they_had": (
        Fault("clock", "stop", "used_until(clock, p, now)", "clock.used[p]"),
    ),
    "who_is_out_of_time_has_none_left_and_nobody_else": (
        Fault("clock", "is_out_of_time", ">=", ">"),
        Fault("clock", "time_left", "0 if", "-1 if"),
    ),
    "who_is_out_of_time_stays_so": (_TIME_IS_WON,),
    # matches
    "nobody_has_less_than_no_disc_left": (
        Fault("match", "discs_left", "supply.left(match.supply, player)", "-1"),
    ),
    "the_clock_of_a_match_has_a_valid_limit": (
        Fault("match", "invariant", "clock.is_valid_limit(clock.limit(match.clock))", "True"),
    ),
    "there_is_a_disc_for_every_square_of_a_match": (
        Fault("match", "invariant", "== SIZE * SIZE", ">= SIZE * SIZE"),
    ),
    "a_forfeited_turn_takes_no_time": (
        Fault(
            "match",
            "move",
            "stopped if othello.game_over(after) else clock.start(stopped, after.turn, now)",
            "clock.start(stopped, WHITE if match.game.turn == BLACK else BLACK, now)",
        ),
        Fault("clock", "stop", "used_until(clock, p, now)", "clock.used[p] + 1"),
    ),
    "a_match_that_is_over_stays_over": (Fault("clock", "is_out_of_time", ">=", "=="),),
    "a_move_hands_the_clock_over_while_somebody_can_move": (
        Fault("match", "move", "stopped if othello.game_over(after) else ", ""),
        Fault("match", "move", "after.turn, now", "match.game.turn, now"),
    ),
    "a_move_leaves_a_match_one_move_less": (_NO_NEW_DISC,),
    "a_new_match_is_sound": (
        Fault("clock", "init", "p: 0", "p: 1"),
        Fault("clock", "init", "p: 0", "p: 0 if p == min(PLAYERS) else 1"),
        Fault("match", "init", "begun=False", "begun=True"),
    ),
    "begin_keeps_a_match_sound": (Fault("match", "begin", "begun=True", "begun=False"),),
    "grant_keeps_a_match_sound": (
        Fault("match", "grant", "handicap=granted", "handicap=match.handicap"),
        Fault(
            "match",
            "grant",
            "supply.take(match.supply, handicap.favoured(granted))",
            "match.supply",
        ),
    ),
    "move_keeps_a_match_sound": (
        _ALWAYS_ALTERNATING,
        Fault("match", "move", "now < ", "now <= "),
        Fault("match", "move", "supply.take(match.supply, match.game.turn)", "match.supply"),
    ),
    "only_who_has_the_turn_can_run_out_of_time": (_THE_OTHER_CLOCK_RUNS,),
    "scores_with_empty_squares_add_up_to_the_board": (
        Fault("match", "score_with_empty_squares", " + empty", ""),
    ),
    "the_result_stands": (
        Fault("match", "winner", "is_out_of_time(match, BLACK, now)", "now % 2 == 0"),
    ),
    "the_winner_has_the_higher_score": (
        Fault("match", "score", "match.game, player", "match.game, BLACK"),
    ),
    "the_winner_has_the_higher_score_with_empty_squares": (
        Fault(
            *("match", "score_with_empty_squares", "othello.winner(match.game) == player"),
            "othello.winner(match.game) != player",
        ),
    ),
    "who_runs_out_of_time_loses": (
        Fault("match", "winner", "WHITE if", "BLACK if"),
        Fault("match", "ended_by", "else TIME", "else MOVES"),
    ),
    # derivations
    "a_player_has_valid_moves_iff_some_square_is_one": (
        Fault("othello", "has_valid_moves", "board, player", "board, game.turn"),
    ),
    "the_count_is_that_of_the_cells": (
        Fault("lines", "discs", "board[s] == player", "board[s] != player"),
    ),
    "the_game_is_over_iff_nobody_has_valid_moves": (_OVER_FOR_EITHER,),
    "the_winner_is_who_counts_more": (_A_TIE_WON,),
}
"""For each theorem, wrong specifications for which it does not hold."""

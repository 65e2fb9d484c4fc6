"""Mutants of the bitboard kernel: what goes wrong where words are shifted and masked."""

from __future__ import annotations

from collections.abc import Iterator

from mutants.mutant import By, Mutant


def kernels() -> Iterator[Mutant]:
    """All of them; two make no difference."""
    kernel = By("kernel", "othello_model.kernel")
    step = "reached = shift(start, step.distance) & open_to\n    "
    yield kernel(
        "the_first_step_arrives_anywhere",
        f"{step}for",
        step.replace("open_to", "step.inside") + "for",
    )
    yield kernel(
        "lines_go_on_at_the_other_edge", "open_to = through & step.inside\n", "open_to = through\n"
    )
    yield kernel(
        "jumps_go_on_at_the_other_edge",
        "open_to = through & step.inside  #",
        "open_to = through  #",
    )
    yield kernel("the_longest_line_is_cut", "range(step.longest - 1)", "range(step.longest - 2)")
    yield kernel("a_line_is_followed_too_far", "range(step.longest - 1)", "range(step.longest)")
    yield kernel(
        "the_longest_jump_is_cut",
        "while covered < step.longest",
        "while covered < step.longest - 1",
    )
    yield kernel(
        "jumps_are_not_check_words",
        "            open_to &= shift(open_to, jump * step.distance)\n",
        "",
    )
    yield kernel(
        "jumps_land_in_gaps", "            open_to &= shift", "            open_to |= shift"
    )
    yield kernel(
        "jumps_are_made_in_any_order",
        "if covered == 2 * jump and covered",
        "if covered >= 2 * jump and covered",
    )
    yield kernel("right_is_left", "word >> -distance", "word << -distance")
    yield kernel("shifts_are_rotations", "return word << distance if distance > 0",
                 "return word << distance | word >> 64 - distance if distance > 0")  # fmt: skip
    fills = "fill(square, step, opponent) & fill(own, back, opponent)"
    yield kernel(
        "rows_need_no_end", f"flipped |= {fills}", "flipped |= fill(square, step, opponent)"
    )
    yield kernel("one_direction_flips", f"flipped |= {fills}", f"flipped = {fills}")
    yield kernel("rows_end_in_the_way_they_began", fills, fills.replace("back", "step"))
    yield kernel(
        "a_direction_is_missing", "for step, _ in self.steps:", "for step, _ in self.steps[:-1]:"
    )
    yield kernel(
        "an_occupied_square_is_valid", "(self.board ^ (own | opponent))", "(self.board ^ own)"
    )
    yield kernel(
        "it_is_over_for_either", "return (mine | theirs) == 0", "return (mine & theirs) == 0"
    )
    yield kernel(
        "the_closing_disc_changes_hands",
        "return own | square | flipped, opponent ^ flipped",
        "return own | square | flipped, opponent",
    )
    yield kernel(
        "no_turn_is_forfeited",
        "return self.can_move(opponent, own, fill)",
        "return opponent == opponent",
    )
    yield kernel(
        "the_start_is_turned",
        "self.word([(row - 1, col), (row, col - 1)]),\n"
        "            self.word([(row - 1, col - 1), (row, col)]),",
        "self.word([(row - 1, col - 1), (row, col)]),\n"
        "            self.word([(row - 1, col), (row, col - 1)]),",
    )


def batches() -> Iterator[Mutant]:
    """Mutants of what computes on many positions at once, and of what is counted with it."""
    batch = By("batch", "othello_model.batch")
    yield batch(
        "players_are_swapped",
        "_each(partial(kernel.valid_moves, fill=FILL), own, opponent)",
        "_each(partial(kernel.valid_moves, fill=FILL), opponent, own)",
    )
    yield batch(
        "discs_flip_for_the_other",
        "_each(partial(kernel.flips, fill=FILL), own, opponent, square)",
        "_each(partial(kernel.flips, fill=FILL), opponent, own, square)",
    )
    yield batch("it_is_over_for_one", "_each(partial(kernel.over, fill=FILL), own, opponent)",
                "_each(partial(kernel.valid_moves, fill=FILL), own, opponent) == 0")  # fmt: skip
    yield batch(
        "a_choice_is_turned_round",
        "np.where(condition, then, otherwise)",
        "np.where(condition, otherwise, then)",
    )
    yield batch(
        "a_position_is_lost_between_chunks",
        "array[first : first + CHUNK]",
        "array[first : first + CHUNK - 1]",
    )
    yield batch(
        "chunks_are_put_together_backwards",
        "return np.concatenate(parts)",
        "return np.concatenate(parts[::-1])",
    )
    yield batch(
        "pairs_are_put_together_swapped",
        "return np.concatenate(own).reshape(shape), np.concatenate(opponent)",
        "return np.concatenate(opponent).reshape(shape), np.concatenate(own)",
    )
    yield batch(
        "squares_of_other_words",
        "np.repeat(np.arange(words.size), number)",
        "np.repeat(np.arange(words.size)[::-1], number)",
    )
    yield batch(
        "the_lowest_square_is_lost", "square[target] = words ^ rest", "square[target] = rest"
    )
    yield batch(
        "few_are_counted", "np.bitwise_count(_check_words", "np.bitwise_count(1 & _check_words"
    )
    perft = By("batch", "othello_proofs.counting.perft")
    yield perft(
        "positions_are_taken_for_others",
        "(own[1:] != own[:-1]) | (opponent[1:] != opponent[:-1])",
        "own[1:] != own[:-1]",
    )
    yield perft(
        "the_mover_moves_again",
        "own=np.concatenate([other, self",
        "own=np.concatenate([mover, self",
    )
    worlds = By("batch", "othello_proofs.counting.worlds")
    yield worlds(
        "forfeits_change_nothing",
        "changes = batch.valid_moves(other, mover, self.kernel) != 0",
        "changes = np.ones_like(blacks)",
    )

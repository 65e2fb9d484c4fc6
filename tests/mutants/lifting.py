"""Mutants of what turns the specification into logic: the words, the terms, the questions."""

from __future__ import annotations

from collections.abc import Iterator

from mutants.mutant import By, Mutant

_LIFT = "modspec.lift"


def liftings() -> Iterator[Mutant]:
    """All of them."""
    yield from _texts()
    yield from _words()
    yield from _terms()
    yield from _goals()


def _texts() -> Iterator[Mutant]:
    """Of how the text is rewritten."""
    desugar = By("lifter", f"{_LIFT}.desugar")
    yield desugar(
        "the_last_operand_is_dropped",
        "for value in node.values))",
        "for value in node.values[:-1]))",
    )
    yield desugar(
        "and_is_or",
        '"conj" if isinstance(node.op, ast.And)',
        '"conj" if isinstance(node.op, ast.Or)',
    )
    yield desugar(
        "not_in_is_in",
        '_call("negation", _call("member", left, right))',
        '_call("member", left, right)',
    )
    yield desugar(
        "chains_end_at_the_first_link", "links[0] if len(links) == 1 else", "links[0] if links else"
    )
    yield desugar(
        "cases_are_swapped",
        "(_lazy(self.visit(node.body)), _lazy(self.visit(node.orelse)))",
        "(_lazy(self.visit(node.orelse)), _lazy(self.visit(node.body)))",
    )
    yield desugar(
        "conditions_are_forgotten",
        "for condition in reversed(first.ifs):",
        "for condition in first.ifs[:0]:",
    )


def _words() -> Iterator[Mutant]:
    """Of what the words of the text mean."""
    words = By("lifter", f"{_LIFT}.semantics")
    yield words("any_forgets_its_guard", "return disjunction(conjunction((given, value)) for given",
                "return disjunction(conjunction((True, value)) for given")  # fmt: skip
    yield words(
        "all_forgets_its_guard",
        "return conjunction(disjunction((negation(given), value)) for given",
        "return conjunction(disjunction((False, value)) for given",
    )
    yield words(
        "a_set_is_one_larger", "return self.total([(given, 1,", "return 1 + self.total([(given, 1,"
    )
    yield words("any_exception_will_do", "conjunction((negation(earlier), condition))", "condition")
    yield words("nothing_is_raised", "frame.exceptions.append((exception,", "len((exception,")
    yield words(
        "nothing_is_assumed", "frame.assumptions.append(condition)", "len(frame.assumptions)"
    )
    yield words("nothing_is_demanded", "frame.obligations.append(disjunction(", "bool(disjunction(")
    yield words(
        "the_way_here_is_forgotten",
        "path.append((not decisive, value))",
        "path.append((decisive, value))",
    )
    yield words("first_of_two_cases", "return merge(condition, first, second)", "return first")


def _terms() -> Iterator[Mutant]:
    """Of what is put together of terms."""
    logic, terms = By("lifter", f"{_LIFT}.logic"), By("lifter", f"{_LIFT}.terms")
    yield logic("negation_does_nothing", "value.inverse = Truth(terms.inverse(value.term))",
                "value.inverse = Truth(value.term)")  # fmt: skip
    yield logic(
        "what_is_false_is_skipped", "        elif not value:\n            return False\n", ""
    )
    yield logic("all_choices_are_equal", "return _equal_choices(left, right)", "return True")
    yield logic(
        "cases_of_a_choice_are_swapped",
        "terms.either(condition.term, then.term, otherwise.term)",
        "terms.either(condition.term, otherwise.term, then.term)",
    )
    yield logic(
        "maps_are_equal_where_they_begin",
        "return conjunction(equal(left[key], right[key]) for key in left)",
        "return conjunction(equal(left[key], right[key]) for key in sorted(left)[:1])",
    )
    yield terms("or_is_and", "z3core.Z3_mk_or(", "z3core.Z3_mk_and(")
    symbols = By("lifter", f"{_LIFT}.symbols")
    yield symbols("numbers_are_a_bit_short", "return max(greatest, -least - 1).bit_length() + 1",
                  "return max(greatest, -least - 1).bit_length()")  # fmt: skip
    yield symbols(
        "at_least_is_more_than",
        "return (self - other + 1)._is_positive()",
        "return (self - other)._is_positive()",
    )
    lifting = By("lifter", f"{_LIFT}.lifting")
    yield lifting("what_was_asked_is_forgotten", "key = _key(arguments)", "key = len(arguments)")
    yield lifting(
        "calls_are_excused",
        "            self.semantics.demand(obligation)",
        "            len(entry.obligations)",
    )
    bits = By("lifter", f"{_LIFT}.bits")
    yield bits(
        "signs_are_dragged_along",
        "_operator(z3.LShR)",
        "_operator(lambda a, b: a >> b)",
    )
    yield bits("words_are_read_backwards", "z3.Concat(*reversed(parts))", "z3.Concat(*parts)")


def _goals() -> Iterator[Mutant]:
    """Mutants of the questions to the solver, and of the use of its answers."""
    universe = By("lifter", "modspec.prove.scope")
    yield universe(
        "a_square_holds_two_discs", "z3.Not(z3.And(one, other))", "z3.Or(one, z3.Not(one))"
    )
    goals = By("lifter", "modspec.prove.goals")
    yield goals(
        "what_means_nothing_is_true", "conjunction((lifted.is_defined, conclusion)),", "conclusion,"
    )
    yield goals(
        "premises_are_not_assumed",
        "return [self.constraint, term(self.premises), term(self.lemmas)]",
        "return [self.constraint]",
    )
    solver = By("lifter", "modspec.prove.solver")
    yield solver(
        "the_answer_is_turned_round",
        "    if answer == z3.unsat:\n        return Proof(goal, SolverAnswer.YES)",
        "    if answer == z3.sat:\n        return Proof(goal, SolverAnswer.YES)",
    )
    yield solver(
        "everything_is_proved", "if goal.conclusion is True or goal.premises is False:", "if True:"
    )
    prover = By("lifter", "modspec.prove.prover")
    yield prover(
        "what_fails_is_passed_over",
        "        elif proof.answer is SolverAnswer.NO:\n            found = refute(",
        "        elif proof.answer is None:\n            found = refute(",
    )

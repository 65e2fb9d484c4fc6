"""Mutants of the printer: a page that shows another formula than the one that is run."""

from __future__ import annotations

from collections.abc import Iterator

from mutants.mutant import By, Mutant


def printers() -> Iterator[Mutant]:
    """All of them."""
    formula = By("printer", "modspec.print.formula")
    yield formula("at_most_is_less", '"LtE": "≤"', '"LtE": "<"')
    yield formula("all_is_some", 'FOR_ALL: "∀"', 'FOR_ALL: "∃"')
    yield formula(
        "a_difference_within_a_difference_stands_bare",
        '+ text(" ") + _at(right, level + 1)',
        '+ text(" ") + _at(right, level)',
    )
    yield formula("a_negation_binds_all", 'operator("¬") + _at(operand, _UNARY)',
                  'operator("¬") + _at(operand, _OR)')  # fmt: skip
    yield formula(
        "and_within_or_stands_bare",
        "with_label(_at(operand, _COMPARE), operand.rules) for operand in operands)",
        "with_label(_at(operand, _OR), operand.rules) for operand in operands)",
    )
    yield formula(
        "an_interval_includes_its_end",
        "operator(\"..\") + _at(_one_less(high), _ADD)",
        "operator(\"..\") + _at(high, _ADD)",
    )  # fmt: skip
    yield formula(
        "one_less_of_a_difference",
        'ex.Arithmetic("Sub", left, ex.Literal(value + 1))',
        'ex.Arithmetic("Sub", left, ex.Literal(value))',
    )
    yield formula(
        "one_condition_of_several",
        "return ex.And(conditions) if len(conditions) > 1 else conditions[0] if",
        "return conditions[0] if",
    )
    yield formula(
        "dummies_share_the_last_set",
        "alike = following is not None and following.domain == this.domain",
        "alike = following is not None",
    )
    yield formula(
        "an_exception_has_the_condition_of_another",
        "for clause in function.exceptions\n    ]",
        "for clause in function.exceptions[:1] * len(function.exceptions)\n    ]",
    )
    mathml = By("printer", "modspec.print.mathml")
    yield mathml(
        "a_browser_shows_no_relation",
        'form = \' form="infix" lspace="0" rspace="0" stretchy="false"\'',
        'form, text = "", text if token.text.isascii() else ""',
    )
    yield mathml(
        "a_browser_shows_no_line_but_the_first",
        "return f'<math class=\"mis-formula\">{content}</math>'",
        'return f\'<math class="mis-formula">{content if number == 0 else ""}</math>\'',
    )

"""Verdicts for programs: their form."""

import importlib
import json
import re
from functools import cache
from importlib.resources import files

import jsonschema
import pytest

from modcheck.report.text import failure, report
from modcheck.system.in_process import InProcess
from modcheck.testing.plan import CheckOptions
from modcheck.verdict.check import check
from modcheck.verdict.rule_status import Status
from modcheck.verdict.verdict_json import to_json
from othello_spec.rules import RULES
from othello_suite.presentation import PRESENTATION
from othello_suite.test_model import build_test_model

SCHEMA = json.loads(files("modcheck.verdict").joinpath("verdict.schema.json").read_text("utf-8"))


@cache
def verdict_json(name: str) -> dict[str, object]:
    against = build_test_model()
    made = importlib.import_module(f"wrong_implementations.{name}").Othello
    verdict = check(
        against, lambda: InProcess(made(), against.routines, name), CheckOptions(games=0)
    )
    assert all(len(line) <= 80 for line in report(verdict, RULES, PRESENTATION).splitlines())
    return to_json(verdict, RULES, PRESENTATION.as_json)


@pytest.mark.parametrize(
    "name", ["sound", "runs_over_gaps", "turn_not_forfeited", "init_does_not_reset", "white_starts"]
)
def test_the_json_form_follows_its_schema_and_the_report_fits_the_terminal(name: str) -> None:
    verdict = verdict_json(name)
    jsonschema.Draft202012Validator(SCHEMA).validate(verdict)
    assert (name == "sound") is verdict["conforms"]


def test_the_schema_refuses_a_fault_in_a_verdict_that_conforms() -> None:
    verdict = verdict_json("white_starts") | {"conforms": True}
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.Draft202012Validator(SCHEMA).validate(verdict)


def test_that_there_is_no_verdict_fits_the_terminal_and_loses_no_word() -> None:
    why = 'it ended with exit status 0; it should answer {"id":0} with {"routines":["name", ...]}'
    told = failure("./a-program --with-options of-its-own", f"{why}; {'x' * 200}")
    assert all(len(line) <= 80 for line in told.splitlines())
    assert told.startswith("? ./a-program --with-options of-its-own could not be judged: it ended")
    assert why in " ".join(told.split())
    assert "x" * 200 in told.replace("\n  ", "")
    assert told.endswith("x\n")


def test_a_rule_is_never_broken_at_a_hyphen() -> None:
    class Silent:
        def init(self) -> None:
            """Nothing else is offered, and so hardly a rule can be judged."""

    against = build_test_model()
    verdict = check(
        against, lambda: InProcess(Silent(), against.routines, ""), CheckOptions(games=0)
    )
    words = re.split(r"[\s,:]+", report(verdict, RULES, PRESENTATION))
    unjudged = {each.rule for each in verdict.rules if each.status is Status.INCONCLUSIVE}
    assert unjudged <= set(words)
    assert 10 < sum("-" in rule for rule in unjudged)

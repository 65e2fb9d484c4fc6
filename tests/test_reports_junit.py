"""Reports for build servers: JUnit XML, whatever an implementation says."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple
from xml.etree.ElementTree import Element, fromstring

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from modcheck.report.account import Account, account_of_failure
from modcheck.report.junit import junit
from othello_spec import module
from othello_spec.rules import RULES
from reported import HOSTILE, sample, sample_account, saying, sound
from test_verdict import SCHEMA

# -- the format ------------------------------------------------------------------------------------


class Form(NamedTuple):
    """The usual schema of an element: its attributes, and its child elements in this order."""

    required: set[str]
    optional: set[str]
    children: tuple[str, ...] = ()
    has_text: bool = False


COUNTS: Final = {"tests", "failures", "errors", "skipped"}
TIMES: Final = {"time", "timestamp", "hostname", "id", "package", "disabled"}
FORMS: Final = {
    "testsuites": Form(set(), {"name", *COUNTS, *TIMES}, ("testsuite",)),
    "testsuite": Form({"name", "tests"}, COUNTS | TIMES, ("properties", "testcase")),
    "properties": Form(set(), set(), ("property",)),
    "property": Form({"name", "value"}, set()),
    "testcase": Form(
        {"name", "classname"}, {"assertions", "status", "time"}, ("skipped", "error", "failure")
    ),
    "skipped": Form(set(), {"message"}, has_text=True),
    "error": Form(set(), {"message", "type"}, has_text=True),
    "failure": Form(set(), {"message", "type"}, has_text=True),
}


def breaches(element: Element) -> Iterator[str]:
    """Where an element is not of the form that the schema wants."""
    form = FORMS.get(element.tag)
    if form is None:
        yield f"there is no element {element.tag}"
        return
    given = set(element.attrib)
    yield from (f"{element.tag} lacks {name}" for name in sorted(form.required - given))
    yield from (
        f"{element.tag} has {name}" for name in sorted(given - form.required - form.optional)
    )
    yield from (
        f"{element.tag} {name} is no number"
        for name in COUNTS & given
        if not element.attrib[name].isdigit()
    )
    order = [form.children.index(child.tag) for child in element if child.tag in form.children]
    if len(order) != len(element) or order != sorted(order):
        yield f"{element.tag} has the elements {[child.tag for child in element]}"
    if (element.text or "").strip() and not form.has_text:
        yield f"{element.tag} has a text"
    for child in element:
        yield from breaches(child)


def parse(account: Account) -> Element:
    root = fromstring(junit(account).encode("utf-8"))
    assert [] == list(breaches(root))
    return root


def test_the_sample_is_a_verdict() -> None:
    jsonschema.Draft202012Validator(SCHEMA).validate(sample())
    jsonschema.Draft202012Validator(SCHEMA).validate(sound())


@pytest.mark.parametrize(
    ("text", "breach"),
    [
        ("<report/>", "there is no element report"),
        ("<testsuite tests='0'/>", "testsuite lacks name"),
        ("<testsuite name='x' tests='many'/>", "testsuite tests is no number"),
        ("<testcase name='x' classname='y' score='1'/>", "testcase has score"),
        (
            "<testsuite name='x' tests='1'>"
            "<testcase name='x' classname='y'/><properties/></testsuite>",
            "testsuite has the elements ['testcase', 'properties']",
        ),
        ("<properties>!</properties>", "properties has a text"),
    ],
)
def test_what_the_schema_does_not_allow_would_be_noticed(text: str, breach: str) -> None:
    assert [breach] == list(breaches(fromstring(text)))


# -- what it says ----------------------------------------------------------------------------------


def test_a_property_says_how_much_was_judged() -> None:
    values = {
        each.attrib["name"]: each.attrib["value"]
        for each in parse(sample_account()).iter("property")
    }
    assert "2 of 3 rules judged" == values["judged"]


def test_each_rule_is_a_test_case_that_passed_failed_or_was_skipped() -> None:
    suite = parse(sample_account())[0]
    outcomes = {
        case.attrib["name"]: [child.tag for child in case] for case in suite.iter("testcase")
    }
    assert {
        "setup": [],
        "capture-all": ["failure"],
        "draw": ["skipped"],
        "answers": ["failure"],
    } == outcomes
    assert {"tests": "4", "failures": "2", "errors": "0", "skipped": "1"} == {
        name: suite.attrib[name] for name in COUNTS
    }


def test_a_failure_has_the_text_of_the_terminal_and_a_line_of_its_own() -> None:
    failure = parse(sample_account()).find(".//testcase[@name='capture-all']/failure")
    assert failure is not None
    line = "move(2, 3), then cell(3, 3): expected black, got white"
    assert line == failure.attrib["message"]
    assert "  rule         capture-all\n  got          white\n" == failure.text


def test_what_could_not_be_judged_says_why() -> None:
    skipped = parse(sample_account()).find(".//testcase[@name='draw']/skipped")
    assert skipped is not None
    assert "winner is not offered" == skipped.attrib["message"]


def test_a_sound_implementation_has_no_failure() -> None:
    suite = parse(Account(sound()))[0]
    assert ("4", "0", "0", "0") == tuple(
        suite.attrib[name] for name in ("tests", "failures", "errors", "skipped")
    )


def test_each_fault_is_a_failing_test_with_its_own_call() -> None:
    verdict = sample()
    verdict["faults"][1]["rule"] = "capture-all"
    suite = parse(Account(verdict, ("one\n", "two\n")))
    failures = {
        case.attrib["name"]: (failure.attrib["message"], failure.text)
        for case in suite.iter("testcase")
        for failure in case.iter("failure")
    }
    assert {
        "capture-all": ("move(2, 3), then cell(3, 3): expected black, got white", "one\n"),
        "capture-all (2)": (
            "game_over(): exited with status 3",
            "two\n",
        ),
    } == failures
    assert ("5", "2") == (suite[0].attrib["tests"], suite[0].attrib["failures"])


def test_a_fault_of_a_rule_that_is_not_listed_is_not_lost() -> None:
    verdict = sample()
    verdict["faults"][0]["rule"] = "failed-call"
    suite = parse(Account(verdict, ("one\n", "two\n")))
    failed_cases = [case.attrib["name"] for case in suite.iter("testcase") if len(case)]
    assert "answers" in failed_cases


def test_without_a_verdict_one_test_is_an_error_and_the_others_are_skipped_with_the_reason() -> (
    None
):
    why = "./gone cannot be started"
    suite = parse(account_of_failure("./gone", module("othello"), RULES, why))[0]
    assert [why] == [error.attrib["message"] for error in suite.iter("error")]
    reasons = [skipped.attrib["message"] for skipped in suite.iter("skipped")]
    assert {f"the implementation could not be judged: {why}"} == {*reasons}
    assert len(reasons) == int(suite.attrib["skipped"]) == int(suite.attrib["tests"]) - 1 > 20
    assert "1" == suite.attrib["errors"]


@pytest.mark.parametrize("words", HOSTILE)
def test_it_is_xml_whatever_an_implementation_says(words: str) -> None:
    root = parse(saying(words))
    suite = root[0]
    assert {"testsuites", "testsuite", "properties", "property"} < {
        each.tag for each in root.iter()
    }
    if words.isprintable():
        assert words == suite.attrib["name"]


@given(words=st.text(st.characters(), max_size=40))
def test_it_is_xml_whatever_anybody_can_write(words: str) -> None:
    parse(saying(words))


def test_control_characters_are_marked_and_not_written() -> None:
    written = junit(saying("\x00\x1b[31m\u0085"))
    assert "\ufffd\ufffd[31m\ufffd" in written
    assert all(sign.isprintable() or sign == "\n" for sign in written)


def test_the_same_verdict_gives_the_same_bytes() -> None:
    assert junit(sample_account()) == junit(sample_account())

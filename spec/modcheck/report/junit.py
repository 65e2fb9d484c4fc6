"""JUnit: a verdict as the XML that build servers read, one test case for each rule.

A rule that passes is a test that passed. A rule that fails has a failed test for each of its
faults. An inconclusive rule is skipped, with the reason. If there is no verdict at all, the last
test case is an error, and the others are skipped.
"""

from __future__ import annotations

from collections.abc import Iterator
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from modcheck.report.account import ANSWERS, Account, ReportEntry, entries, printable
from modcheck.report.fields import call_line, judged_rules
from modcheck.verdict.rule_status import Status


def junit(account: Account) -> str:
    """Return the account as JUnit XML."""
    verdict = account.verdict
    cases = [case for entry in entries(verdict) for case in _cases(entry, account)]
    outcomes = [case[0].tag for case in cases if len(case)]
    counts = {
        "tests": str(len(cases)),
        "failures": str(outcomes.count("failure")),
        "errors": str(outcomes.count("error")),
        "skipped": str(outcomes.count("skipped")),
    }
    suites = Element("testsuites", {"name": verdict["module"], **counts})
    suite = SubElement(suites, "testsuite", {"name": verdict["implementation"], **counts})
    properties = SubElement(suite, "properties")
    conventions = verdict.get("conventions", {}).items()
    values = {"seed": str(verdict["seed"])} if "seed" in verdict else {}
    values["judged"] = judged_rules([rule["status"] for rule in verdict["rules"]])
    values |= {f"convention {name}": value for name, value in conventions}
    if verdict.get("confinement"):
        values["confined by"] = verdict["confinement"]
    for name, value in values.items():
        SubElement(properties, "property", {"name": name, "value": value})
    suite.extend(cases)
    indent(suites)
    text = printable(tostring(suites, encoding="unicode"))
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{text}\n'


def _cases(entry: ReportEntry, account: Account) -> Iterator[Element]:
    """Yield the test case of an entry; if it fails, one for each fault."""
    if entry.status is Status.FAIL:
        for place, number in enumerate(entry.faults, 1):
            case = _case(entry.rule if place == 1 else f"{entry.rule} ({place})", account)
            message = call_line(account.verdict["faults"][number])
            SubElement(
                case, "failure", {"message": message, "type": entry.rule}
            ).text = account.texts[number]
            yield case
        return
    case = _case(entry.rule, account)
    if account.failure and entry.rule == ANSWERS:
        SubElement(case, "error", {"message": account.failure})
    elif entry.status is Status.INCONCLUSIVE:
        SubElement(case, "skipped", {"message": entry.reason})
    yield case


def _case(name: str, account: Account) -> Element:
    return Element("testcase", {"classname": account.verdict["module"], "name": name})

"""JUnit: a verdict as the XML that build servers read, one test case for each rule.

A rule that is held is a test that passed, a broken one a test that failed, and one that could not be judged a test that was
skipped. If there is no verdict at all, every test case is an error.
"""

from __future__ import annotations

from collections.abc import Iterator
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from modcheck.report.account import Account, ReportEntry, entries, printable


def junit(account: Account) -> str:
    """The account as JUnit XML."""
    verdict, cases = account.verdict, entries(account.verdict)
    counts = {
        "tests": str(len(cases)),
        "failures": str(sum(case.held is False for case in cases)),
        "errors": str(len(cases) if account.failure else 0),
        "skipped": str(0 if account.failure else sum(case.held is None for case in cases)),
    }
    suites = Element("testsuites", {"name": verdict["module"], **counts})
    named = {"name": verdict["implementation"]}
    suite = SubElement(suites, "testsuite", {**named, **counts})
    properties = SubElement(suite, "properties")
    for name, value in _properties(account):
        SubElement(properties, "property", {"name": name, "value": value})
    for case in cases:
        element = SubElement(suite, "testcase", {"classname": verdict["module"], "name": case.rule})
        _outcome(element, case, account)
    indent(suites)
    written = tostring(suites, encoding="unicode")
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{printable(written)}\n'


def _properties(account: Account) -> Iterator[tuple[str, str]]:
    verdict = account.verdict
    if "seed" in verdict:
        yield "seed", str(verdict["seed"])
    for name, value in verdict.get("conventions", {}).items():
        yield f"convention {name}", value
    if verdict.get("confinement"):
        yield "confined by", verdict["confinement"]


def _outcome(element: Element, case: ReportEntry, account: Account) -> None:
    if account.failure:
        SubElement(element, "error", {"message": account.failure})
    elif case.held is None:
        SubElement(element, "skipped", {"message": case.reason})
    elif case.held is False:
        faults = [account.verdict["faults"][n] for n in case.faults]
        told = "; ".join(f"expected {f['expected']}, got {f['got']}" for f in faults)
        failure = SubElement(element, "failure", {"message": told, "type": case.rule})
        failure.text = "\n".join(account.texts[n] for n in case.faults)

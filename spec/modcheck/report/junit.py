"""JUnit: a verdict as the XML that build servers read, one test case for each rule.

A rule that passes is a test that passed, and one that fails a test that failed; an inconclusive
rule is skipped. If there is no verdict at all, every test case is an error.
"""

from __future__ import annotations

from xml.etree.ElementTree import Element, SubElement, indent, tostring

from modcheck.report.account import Account, ReportEntry, entries, printable
from modcheck.report.fields import judged_rules
from modcheck.verdict.rule_status import Status


def junit(account: Account) -> str:
    """Return the account as JUnit XML."""
    verdict, cases = account.verdict, entries(account.verdict)
    statuses = [case.status for case in cases]
    counts = {
        "tests": str(len(cases)),
        "failures": str(statuses.count(Status.FAIL)),
        "errors": str(len(cases) if account.failure else 0),
        "skipped": str(0 if account.failure else statuses.count(Status.INCONCLUSIVE)),
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
    for case in cases:
        element = SubElement(suite, "testcase", {"classname": verdict["module"], "name": case.rule})
        _add_outcome(element, case, account)
    indent(suites)
    text = printable(tostring(suites, encoding="unicode"))
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{text}\n'


def _add_outcome(element: Element, case: ReportEntry, account: Account) -> None:
    if account.failure:
        SubElement(element, "error", {"message": account.failure})
    elif case.status is Status.INCONCLUSIVE:
        SubElement(element, "skipped", {"message": case.reason})
    elif case.status is Status.FAIL:
        faults = [account.verdict["faults"][number] for number in case.faults]
        message = "; ".join(f"expected {f['expected']}, got {f['got']}" for f in faults)
        failure = SubElement(element, "failure", {"message": message, "type": case.rule})
        failure.text = "\n".join(account.texts[number] for number in case.faults)

"""The properties of the judge, measured on programs with one, two or three faults.

python tests/judge_properties.py --singles --pairs 300 --triples 60 --lacking 100 --again 20

judges so many programs, each in a process of its own, and prints a table and every violation of

- *right rule*: the first fault of a specimen is the one that its author wrote down;
- *no innocent rule*: only rules of the members are found broken;
- *no false pass*: no broken rule is passed, whatever else is broken or missing;
- *monotone*: a program with one more fault has no more passes and points, and passes no rule that
  fails without that fault;
- *real*: each counterexample fails when it is played again, as the verdict says;
- *deterministic*: a program that is judged again gets the same verdict, byte for byte.

--details FILE    writes what was found of each program, as soon as it is known, as a line of JSON;
                  what the file has already is not judged again
--write FILE      writes the figures and violations, and renews the page that shows them
--only NAME       judges one program of `combinations.py`, and those that it is made of
"""

from __future__ import annotations

import argparse
import contextlib
import gc
import json
import multiprocessing
import sys
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from multiprocessing.connection import Connection, wait
from pathlib import Path
from statistics import median
from typing import Any, Final, NamedTuple, TypeVar

import combinations
from combinations import Program, lacking, program, programs_of_size, rules_of, singles
from counterexamples import objections
from modcheck.report.points import score, total
from modcheck.system import in_process
from modcheck.system.in_process import InProcess
from modcheck.verdict.check import check
from modcheck.verdict.verdict_json import to_json
from othello_spec.rules import RULES
from othello_suite.presentation import PRESENTATION
from specimen_table import PATIENCE, SUBJECT, head_of, line_of, replace_table
from wrong_implementations import Specimen

T = TypeVar("T")

PAGE: Final = Path(__file__).parents[1] / "docs/explanation/what-the-judge-was-tried-on.md"
RECORD: Final = Path(__file__).parents[1] / "docs/evidence/judge.json"

PASS: Final = "pass"
FAIL: Final = "fail"
INCONCLUSIVE: Final = "inconclusive"

LIMIT: Final = 300.0
"""Seconds that the verdict on one program may take, on a busy machine."""


class Judged(NamedTuple):
    """What is kept of the verdict on a program."""

    name: str
    problem: str = ""
    """Why there is no verdict; empty if there is one."""
    status: Mapping[str, str] = {}
    """The status of each rule."""
    faults: Sequence[Mapping[str, Any]] = ()
    """Each fault in short."""
    conforms: bool = False
    points: float = 0
    """The points that the report for Gradescope gives, of 100."""
    seconds: float = 0
    """Processor time that the verdict took."""
    digest: str = ""
    """Digest of the verdict's bytes."""

    def rules(self, *status: str) -> set[str]:
        """Return the rules with one of these statuses."""
        return {rule for rule, found in self.status.items() if found in status}

    @property
    def broken_rules(self) -> set[str]:
        """The rules that the verdict finds broken."""
        return {each["rule"] for each in self.faults if each["rule"]} | self.rules(FAIL)

    @property
    def blamed_for_breakdowns(self) -> set[str]:
        """The rules that are found broken by a call that does not return."""
        return {each["rule"] for each in self.faults if each["rule"] and each["breakdown"]}


# -- judging ---------------------------------------------------------------------------------------


def status_of(rule: Mapping[str, Any]) -> str:
    """Return the status of a rule in a verdict."""
    found: str = rule["status"] if "status" in rule else _STATUS[rule["held"]]
    return found


_STATUS: Final = {True: PASS, False: FAIL, None: INCONCLUSIVE}


def judge(program: Program) -> Judged:
    """Return what is found of a program here and now."""
    patience = PATIENCE if program.breaks_down else in_process.TIMEOUT
    made = getattr(combinations, program.name)  # imported once: the judge's time is measured

    def make() -> InProcess:
        return InProcess(made(), SUBJECT.routines, f"py:{program.place}", patience)

    began = time.process_time()
    verdict = to_json(check(SUBJECT, make), RULES, PRESENTATION.as_json)
    seconds = time.process_time() - began
    return Judged(
        program.name,
        status={each["id"]: status_of(each) for each in verdict["rules"]},
        faults=[_in_short(program, each) for each in verdict["faults"]],
        conforms=verdict["conforms"],
        points=float(total(score(verdict))),
        seconds=round(seconds, 2),
        digest=sha256(json.dumps(verdict).encode()).hexdigest()[:16],
    )


def _in_short(program: Program, fault: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "rule": fault["rule"],
        "breakdown": fault.get("breakdown", False),
        "phase": fault.get("phase"),
        "moves": fault["moves"],
        "said": f"{_call(fault['call'])} -> {_call(fault['shown_by'])}: "
        f"expected {fault['expected']}, got {fault['got']}",
        "reproduced": fault.get("reproduced", True),
        "objections": list(objections(program, dict(fault))),
    }


def _call(call: Sequence[Any]) -> str:
    return f"{call[0]}({', '.join(map(str, call[1:]))})"


def judge_all(programs: Iterable[Program], jobs: int = 1) -> Iterator[tuple[Program, Judged]]:
    """Yield each program with what is found of it, as soon as it is known."""
    for each, found in in_processes(judge_safely, programs, jobs, LIMIT):
        yield each, Judged(each.name, f"no verdict within {LIMIT:g} s") if found is None else found


def judge_safely(program: Program) -> Judged:
    """Return what is found of a program, or how the checker failed."""
    gc.disable()
    try:
        return judge(program)
    except Exception as error:  # noqa: BLE001  # a checker that fails is a violation like others
        where = traceback.extract_tb(error.__traceback__)[-1]
        place = f"{Path(where.filename).name}, line {where.lineno}"
        return Judged(program.name, f"the checker fails: {error!r} ({place})")


def in_processes(
    work: Callable[[Program], T], tasks: Iterable[Program], jobs: int, limit: float
) -> Iterator[tuple[Program, T | None]]:
    """Yield each task with its result, computed in a copy of this process; None if it took longer.

    At most ``jobs`` copies run at the same time.
    """
    copies = multiprocessing.get_context("fork")
    todo = iter(tasks)
    running: dict[Connection, tuple[Program, Any, float]] = {}

    def start(task: Program) -> None:
        receiver, sender = copies.Pipe(duplex=False)
        process: Any = copies.Process(target=lambda: sender.send(work(task)))
        process.start()
        sender.close()
        running[receiver] = task, process, time.monotonic() + limit

    while True:
        while len(running) < jobs and (task := next(todo, None)) is not None:
            start(task)
        if not running:
            return
        ready = wait(list(running), timeout=1)
        for receiver, (task, process, until) in list(running.items()):
            if receiver not in ready and time.monotonic() < until:
                continue
            result: T | None = None
            if receiver in ready:
                with contextlib.suppress(EOFError):
                    result = receiver.recv()
            else:
                process.kill()
            process.join()
            receiver.close()
            del running[receiver]
            yield task, result


# -- properties ------------------------------------------------------------------------------------


class Violation(NamedTuple):
    """A property that does not hold of the verdict on a program."""

    property: str
    cause: str
    """What it seems to come of: violations of one cause are printed together."""

    program: str
    said: str


def violations(each: Program, found: Judged, parts: Mapping[str, Judged]) -> Iterator[Violation]:
    """Yield the properties that do not hold; ``parts`` has the verdicts on the members alone."""
    if found.problem:
        yield Violation(VERDICT, found.problem, each.name, "")
        return
    if not each.members and not each.lacking and not found.conforms:
        yield Violation(VERDICT, "a sound program is rejected", each.name, _fault_text(found))
    if is_single(each) and not each.varies and not is_first_right(each, found):
        cause = f"{rule_of(found)} comes first, not {_due(each)}"
        yield Violation(RIGHT_RULE, cause, each.name, _fault_text(found))
    allowed = each.rules | (found.blamed_for_breakdowns if each.breaks_down else set())
    for rule in sorted(found.broken_rules - allowed):
        said = f"due: {_due(each)}; {_fault_text(found, rule)}"
        yield Violation(INNOCENT, f"{rule} is blamed", each.name, said)
    for member in each.specimens:
        if is_falsely_passed(each, member, found):
            said = f"{member.name}{_depth(each, member)}; found: {_fault_text(found)}"
            cause = f"{_due(Program((member.name,)))} passes"
            yield Violation(FALSE_PASS, cause, each.name, said)
    for name, part in parts.items():
        better = list(_better(part, found, each))
        if better:
            cause = better[0].partition(" here,")[0]
            yield Violation(MONOTONE, cause, each.name, f"{name} alone: {'; '.join(better)}")
    for fault in found.faults:
        for objection in fault["objections"]:
            said = f"{fault['rule']}: {fault['said']}; {objection}"
            yield Violation(REAL, f"{fault['rule']}: {objection}", each.name, said)


VERDICT: Final = "a verdict"
RIGHT_RULE: Final = "right rule first"
INNOCENT: Final = "no innocent rule"
FALSE_PASS: Final = "no false pass"
MONOTONE: Final = "monotone"
REAL: Final = "real counterexamples"
DETERMINISTIC: Final = "deterministic"
PROPERTIES: Final = (VERDICT, RIGHT_RULE, INNOCENT, FALSE_PASS, MONOTONE, REAL, DETERMINISTIC)


def is_single(program: Program) -> bool:
    """Whether a program is a specimen, with all its routines."""
    return len(program.members) == 1 and not program.lacking


def is_first_right(program: Program, found: Judged) -> bool:
    """Whether the first fault is the one that was written down."""
    (member,) = program.specimens
    if not found.faults:
        return False
    first = found.faults[0]
    if member.breaks is None:
        return first["rule"] in (None, *member.or_else) or bool(first["breakdown"])
    return first["rule"] in rules_of(member)


def is_found(member: Specimen, found: Judged) -> bool:
    """Whether the fault of a member is among those that are found."""
    if member.breaks is None and any(each["breakdown"] for each in found.faults):
        return True
    return bool({member.breaks, *member.or_else} & found.rules(FAIL))


def is_falsely_passed(program: Program, member: Specimen, found: Judged) -> bool:
    """Whether a rule that a member breaks is passed.

    If the member may be said to break one of several rules, all of them have to be passed. If it
    breaks down, the program has to conform. And where routines are missing, the fault may be
    missing with them: then it is right to pass the rule.
    """
    passed = found.rules(PASS)
    if member.breaks is None:
        falsely = found.conforms
    else:
        falsely = passed.issuperset({member.breaks, *member.or_else}) or any(
            rule in passed for rule in member.also
        )
    return falsely and (not program.lacking or is_left(member, program.lacking))


def is_left(member: Specimen, lacking: Sequence[str]) -> bool:
    """Whether a fault still shows in play when routines are missing."""
    from combine import shows_without  # it takes a second; hardly any program needs it

    return shows_without(member.name, lacking)


def _better(part: Judged, found: Judged, program: Program) -> Iterator[str]:
    """Yield what is better with more faults, or with fewer routines, than without."""
    if part.problem or (program.lacking and not _is_all_left(program)):
        return
    mended = sorted(part.rules(FAIL) & found.rules(PASS))
    if mended:
        yield f"what fails there passes here: {', '.join(mended)}"
    there, here = part.rules(PASS), found.rules(PASS)
    if len(here) > len(there):
        more = ", ".join(sorted(here - there))
        yield f"more passes here, {len(here)}, not {len(there)}: {more}"
    if found.points > part.points + ROUNDING:
        yield f"more points here, {found.points:.2f}, not {part.points:.2f}"


ROUNDING: Final = 0.3
"""So many points may come of rounding: rules that weigh the same may differ by a cent each."""


def _is_all_left(program: Program) -> bool:
    return all(is_left(each, program.lacking) for each in program.specimens)


def rule_of(found: Judged) -> str:
    """Return the rule of the first fault, or what there is instead of it."""
    return str(found.faults[0]["rule"]) if found.faults else "no fault"


def _depth(program: Program, member: Specimen) -> str:
    beneath = {each.program: each.beneath for each in combinations.combinations()}.get(program, ())
    return " (which only shows from positions that are set up)" if member.name in beneath else ""


def _due(program: Program) -> str:
    said = [
        " or ".join(map(str, (each.breaks, *each.or_else)))
        + "".join(f" and {rule}" for rule in each.also)
        for each in program.specimens
    ]
    return ", ".join(said) or "nothing"


def _fault_text(found: Judged, rule: str = "") -> str:
    """Return what the verdict says of a rule, or of all faults."""
    said = [
        f"[{each['rule']}] {each['said']}"
        for each in found.faults
        if not rule or each["rule"] == rule
    ]
    return " | ".join(said) or "no fault is reported"


# -- figures ---------------------------------------------------------------------------------------


class Results:
    """What was found of all programs."""

    def __init__(self, found: Iterable[tuple[Program, Judged]]) -> None:
        self.found: dict[str, tuple[Program, Judged]] = {}
        self.violations: list[Violation] = []
        self.again = 0
        for each, result in found:
            if each.name in self.found:
                self._compare(each, self.found[each.name][1], result)
            else:
                self.found[each.name] = each, result
        alone = {name: result for name, (_, result) in self.found.items()}
        for each, result in self.found.values():
            parts = {part.name: alone[part.name] for part in parts_of(each) if part.name in alone}
            self.violations += violations(each, result, parts)

    def _compare(self, program: Program, one: Judged, two: Judged) -> None:
        self.again += 1
        if one.digest != two.digest and not program.varies:
            said = f"{_fault_text(one)} -- then -- {_fault_text(two)}"
            self.violations.append(Violation(DETERMINISTIC, "it differs", program.name, said))

    def figures(self) -> dict[str, dict[str, int | float]]:
        """Return the figures of each kind of program."""
        kinds: dict[str, list[tuple[Program, Judged]]] = {}
        for each in self.found.values():
            kinds.setdefault(kind(each[0]), []).append(each)
        return {name: self._figures(kinds[name]) for name in KINDS if name in kinds}

    def _figures(self, found: Sequence[tuple[Program, Judged]]) -> dict[str, int | float]:
        counted = Counter(each.property for each in self.violations if self._is_of(each, found))
        faults = [(member, r) for p, r in found for member in p.specimens]
        seconds = [result.seconds for _, result in found if not result.problem]
        single = [p for p, _ in found if is_single(p) and not p.varies]
        first = [p for p, r in found if is_single(p) and not p.varies and is_first_right(p, r)]
        return {
            "programs": len(found),
            "faults": len(faults),
            "found": sum(is_found(*each) for each in faults),
            "right first": len(first),
            "of deterministic": len(single),
            **{name: counted[name] for name in PROPERTIES},
            "counterexamples": sum(len(r.faults) for _, r in found),
            "not reproduced": sum(not f["reproduced"] for _, r in found for f in r.faults),
            "rules passed": sum(len(r.rules(PASS)) for _, r in found),
            "rules failed": sum(len(r.rules(FAIL)) for _, r in found),
            "rules inconclusive": sum(len(r.rules(INCONCLUSIVE)) for _, r in found),
            "median seconds": round(median(seconds or [0]), 1),
            "most seconds": round(max(seconds or [0]), 1),
        }

    def _is_of(self, violation: Violation, found: Sequence[tuple[Program, Judged]]) -> bool:
        return any(violation.program == each.name for each, _ in found)

    def record(self) -> dict[str, Any]:
        """Return the record for the documents."""
        return {
            "judged again": self.again,
            "kinds": self.figures(),
            "violations": [each._asdict() for each in self.violations],
        }


KINDS: Final = ("sound", "one fault", "two faults", "three faults", "routines missing")


def kind(program: Program) -> str:
    """Return the kind that a program is counted with."""
    return KINDS[4 if program.lacking else len(program.members)]


def parts_of(program: Program) -> list[Program]:
    """Return the programs that have less wrong with them."""
    if program.lacking:
        return [program._replace(lacking=())]
    if len(program.members) < 2:
        return []
    return [Program((member,)) for member in program.members]


def with_parts(programs: Iterable[Program]) -> list[Program]:
    """Return programs, and before them those that they are compared with."""
    every: dict[str, Program] = {}
    for each in programs:
        every.update({part.name: part for part in (*parts_of(each), each)})
    return list(every.values())


# -- the page and the printed table ----------------------------------------------------------------

ROWS: Final = {
    "Programs": "programs",
    "Faults in them": "faults",
    "Faults found": "found",
    "First fault has the right rule": "right first",
    "No verdict, or a sound program rejected": VERDICT,
    "Innocent rules blamed": INNOCENT,
    "Broken rules passed": FALSE_PASS,
    "More passes or points with more faults": MONOTONE,
    "Counterexamples": "counterexamples",
    "… that do not show the reported fault": REAL,
    "… that depend on more than their calls": "not reproduced",
    "Rules passed": "rules passed",
    "Rules failed": "rules failed",
    "Rules inconclusive": "rules inconclusive",
    "Processor seconds, median": "median seconds",
    "Processor seconds, most": "most seconds",
}


def table(record: Mapping[str, Any]) -> Iterator[str]:
    """Yield the lines of the table of figures."""
    kinds = record["kinds"]
    yield from head_of(("", *kinds))
    for title, key in ROWS.items():
        yield line_of((title, *(_cell(each, key) for each in kinds.values())))


def _cell(figures: Mapping[str, int | float], key: str) -> str:
    """Return a figure of a kind of program: – if it was not measured of that kind."""
    if key != "right first":
        return f"{figures[key]:,}"
    asked = figures["of deterministic"]
    return f"{figures[key]:,} of {asked:,}" if asked else "–"


def violation_table(record: Mapping[str, Any]) -> Iterator[str]:
    """Yield the lines of the table of violations: how many of each property, and an example."""
    found = [Violation(**each) for each in record["violations"]]
    yield from head_of(("Property", "Violations", "For example"))
    for name in PROPERTIES:
        some = sorted((each for each in found if each.property == name), key=_size)
        yield line_of((name, f"{len(some)}", f"`{some[0].program}`" if some else "–"))


def _size(violation: Violation) -> tuple[int, int, str]:
    made_of = violation.program
    return made_of.count("+") + made_of.count("-"), len(made_of), made_of


def renew(text: str, record: Mapping[str, Any]) -> str:
    """Return the page with both tables made anew."""
    return replace_table(
        replace_table(text, "judge", table(record)), "violations", violation_table(record)
    )


def report(results: Results) -> Iterator[str]:
    """Yield the lines that are printed: figures, then the violations, by what they come of."""
    record = results.record()
    yield from table(record)
    yield ""
    yield from violation_table(record)
    for name in PROPERTIES:
        causes: dict[str, list[Violation]] = {}
        for each in sorted(results.violations, key=_size):
            if each.property == name:
                causes.setdefault(each.cause, []).append(each)
        for cause, some in sorted(causes.items(), key=lambda each: -len(each[1])):
            yield f"\n{name}: {cause} ({len(some)})"
            yield f"    {some[0].program}\n    {some[0].said}".rstrip()
            yield from (f"    also {each.program}" for each in some[1:])
    yield "\nprocessor seconds"
    slowest = sorted(results.found.values(), key=lambda each: -each[1].seconds)
    yield from (f"    {each.seconds:7.2f} {each.name}" for _, each in slowest[:SLOWEST])


SLOWEST: Final = 12
"""So many programs are listed that take long."""


# -- the command -----------------------------------------------------------------------------------


def spread(programs: Sequence[Program], number: int) -> list[Program]:
    """Return so many programs, at equal distances."""
    return [programs[n * len(programs) // number] for n in range(min(number, len(programs)))]


def chosen(options: argparse.Namespace) -> list[Program]:
    """Return the programs that the options ask for."""
    found = [program(each) for each in options.only]
    if options.singles:
        found += [Program(()), *singles()]
    found += programs_of_size(2)[: options.pairs] + programs_of_size(3)[: options.triples]
    found += lacking(options.seed)[: None if options.all else options.lacking]
    return with_parts(found)


def read_options(arguments: Sequence[str] | None = None) -> argparse.Namespace:
    """Return the options of the command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--singles", action="store_true", help="sound, and each specimen")
    parser.add_argument("--pairs", type=int, default=0, metavar="N")
    parser.add_argument("--triples", type=int, default=0, metavar="N")
    parser.add_argument("--lacking", type=int, default=0, metavar="N")
    parser.add_argument("--seed", type=int, default=0, help="of the sample with missing routines")
    parser.add_argument("--all", action="store_true", help="each set of missing routines")
    parser.add_argument("--again", type=int, default=0, metavar="N", help="judge N of them twice")
    parser.add_argument("--only", action="append", default=[], metavar="NAME")
    parser.add_argument("--jobs", type=int, default=2)
    for name in ("--details", "--write"):
        parser.add_argument(name, type=Path, metavar="FILE")
    return parser.parse_args(arguments)


def in_file(file: Path) -> Iterator[tuple[Program, Judged]]:
    """Yield what a file of details has, in the order in which it was found."""
    for line in file.read_text(encoding="utf-8").splitlines() if file.exists() else ():
        result = Judged(**json.loads(line))
        yield program(result.name), result


def unknown(programs: Iterable[Program], known: Counter[str]) -> Iterator[Program]:
    """Yield the programs that are still to be judged; some are to be judged twice."""
    left = Counter(known)
    for each in programs:
        left[each.name] -= 1
        if left[each.name] < 0:
            yield each


def main() -> None:
    """Judge what the options ask for, and print what was found."""
    options = read_options()
    programs = chosen(options)
    programs += spread(programs, options.again)
    found = list(in_file(options.details)) if options.details else []
    known = Counter(each.name for each, _ in found)
    with contextlib.ExitStack() as stack:
        log = stack.enter_context(options.details.open("a")) if options.details else None
        for each, result in judge_all(unknown(programs, known), options.jobs):
            found.append((each, result))
            print(f"{len(found)}/{len(programs)} {each.name}", file=sys.stderr, flush=True)
            if log:
                print(json.dumps(result._asdict()), file=log, flush=True)
    results = Results(found)
    print("\n".join(report(results)))
    if options.write:
        record = results.record()
        options.write.write_text(json.dumps(record, indent=1) + "\n", encoding="utf-8")
        PAGE.write_text(renew(PAGE.read_text(encoding="utf-8"), record), encoding="utf-8")


if __name__ == "__main__":
    main()

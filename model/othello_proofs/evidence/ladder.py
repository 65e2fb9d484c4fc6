"""Ladders: rungs one above the other, and how to climb them."""

from __future__ import annotations

import os
import re
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from itertools import groupby

from modcheck.digest import Sources
from othello_proofs.evidence.method import ClaimVerdict, Finding, merged
from othello_proofs.evidence.pool import Pool
from othello_proofs.evidence.record import Circumstances, Evidence, MethodRecord, Tried
from othello_proofs.evidence.worker import End, Lacks, UnitPlan, UnitTask, peak_memory

Progress = Callable[[str, int, int], None]
"""Is told the name of a rung, how many of its units are done, and how many there are."""

_PATIENCE = 60.0
"""Seconds in which a rung must have said what its units are."""


@dataclass(frozen=True)
class Ladder:
    """What there is to climb."""

    rungs: Mapping[str, str]
    """The rungs from the lowest, by name: where each is, ``package.module:Class``."""

    modules: Sequence[str]
    """The modules that claims are about, in the order in which they are best read; others follow."""

    sources: Sources
    """The files that a record is about: if one changes, the record is out of date."""

    tools: Sequence[str]
    """The distributions whose versions a record names."""

    install: str
    """How to install the packages that rungs need."""

    @property
    def own(self) -> set[str]:
        """The packages that are there if all is well; others are tools, which may not be installed."""
        places = (*self.sources.packages, *self.rungs.values())
        return {re.split("[.:]", place)[0] for place in places}

    def lacking(self, module: str) -> str:
        """That a module cannot be imported, and what to do about it."""
        return f"there is no Python module {module}; {self.install}"


class NoSuchClaim(Exception):
    """A pattern that no claim matches; the message names it, and says what there is."""


def cores() -> int:
    """How many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def climb(
    ladder: Ladder,
    *,
    quick: bool = False,
    rungs: Iterable[str] = (),
    only: Sequence[str] = (),
    jobs: int = 0,
    progress: Progress | None = None,
) -> Evidence:
    """Try the claims, on so many cores (0: on all), and record what comes of it.

    ``rungs`` names those to climb (none: all); ``only`` gives patterns of claims, as for file names
    (none: all). Raises :class:`NoSuchClaim`. What is recorded is the same every time, apart from times
    and memory.
    """
    began, jobs = time.monotonic(), jobs or cores()
    sources = ladder.sources.digest()  # now: what is changed meanwhile is not what was tried
    chosen = set(rungs) or set(ladder.rungs)
    names = [name for name in ladder.rungs if name in chosen]
    with Pool(jobs) as pool:
        plans = _planned(pool, ladder, names, quick)
        if (unmatched := _unmatched(plans, only)) is not None:
            others = [name for name in ladder.rungs if name not in plans]
            raise _no_such_claim(unmatched, plans, _planned(pool, ladder, others, quick))
        results = _carried_out(pool, ladder, plans, quick, only, progress)
        memory = pool.memory + peak_memory()
    circumstances = Circumstances(
        quick=quick,
        whole=not quick and not only and len(names) == len(ladder.rungs),
        cores=jobs,
        seconds=time.monotonic() - began,
        memory=memory,
        sources=sources,
        versions=ladder.sources.versions(ladder.tools),
    )
    records = tuple(
        MethodRecord(name, plan.title, plan.shows, plan.does_not_show, plan.missing)
        for name, plan in plans.items()
    )
    return Evidence(circumstances, records, _in_order(ladder, plans, results, only))


@dataclass
class _Result:
    """What a unit has yielded, and how it ended."""

    findings: list[Finding] = field(default_factory=list)
    fault: str = "it was not run"


_Plans = dict[str, UnitPlan]
_Results = dict[tuple[str, str], _Result]


def _is_wanted(claim: str, only: Sequence[str]) -> bool:
    return not only or any(fnmatchcase(claim, pattern) for pattern in only)


# -- planning --------------------------------------------------------------------------------------


def _planned(pool: Pool, ladder: Ladder, names: Sequence[str], quick: bool) -> _Plans:
    """What each rung has to do; of one that cannot say, a plan that says why."""
    plans: _Plans = {}
    tasks = {UnitTask(ladder.rungs[name], quick, _PATIENCE): name for name in names}
    for task in tasks:
        pool.put(task)
    for task, message in pool.messages():
        name = tasks[task]
        match message:
            case UnitPlan():
                plans[name] = message
            case Lacks(module):
                if module.partition(".")[0] in ladder.own:
                    plans[name] = UnitPlan(name, fault=f"there is no module {module}")
                else:
                    plans[name] = UnitPlan(name, missing=ladder.lacking(module))
            case End(fault) if fault:
                plans[name] = UnitPlan(name, fault=fault)
    return {name: plans[name] for name in names}


def _matching(plan: UnitPlan, pattern: str) -> list[str]:
    return [claim for claim in plan.claims if fnmatchcase(claim, pattern)]


def _unmatched(plans: _Plans, only: Sequence[str]) -> str | None:
    """The first pattern that no claim matches, if there is one."""
    unmatched = (p for p in only if not any(_matching(plan, p) for plan in plans.values()))
    return next(unmatched, None)


def _no_such_claim(pattern: str, plans: _Plans, others: _Plans) -> NoSuchClaim:
    """That no claim of the rungs that were chosen matches; who has one, or what else there is."""
    theirs = {name: found for name, plan in others.items() if (found := _matching(plan, pattern))}
    if theirs:
        claims = sorted({claim for found in theirs.values() for claim in found})
        what = f"{claims[0]} is a claim" if len(claims) == 1 else f"{pattern} are claims"
        whose = f"the rung{'s' if len(theirs) > 1 else ''} {', '.join(theirs)}"
        return NoSuchClaim(f"{what} of {whose}, not of {', '.join(plans)}")
    known = {claim for plan in plans.values() for claim in plan.claims}
    module = pattern.partition(".")[0]
    near = sorted(claim for claim in known if claim.startswith(f"{module}."))
    modules = sorted({f"{claim.partition('.')[0]}.*" for claim in known})
    there = ", ".join(near or modules) or "none"
    return NoSuchClaim(f"no claim matches {pattern!r}; there are {there}")


# -- carrying out ----------------------------------------------------------------------------------


def _carried_out(
    pool: Pool,
    ladder: Ladder,
    plans: _Plans,
    quick: bool,
    only: Sequence[str],
    progress: Progress | None,
) -> _Results:
    """The units that are about claims that are wanted, each with what came of it."""
    tasks: dict[UnitTask, tuple[str, str]] = {}
    for rung, (name, plan) in enumerate(plans.items()):
        for place, (unit, claims) in enumerate(() if plan.missing else plan.units):
            if not claims or any(_is_wanted(claim, only) for claim in claims):
                task = UnitTask(ladder.rungs[name], quick, plan.patience, unit)
                tasks[task] = (name, unit)
                pool.put(task, place, rung)  # what takes longest comes first, of every rung
    results = {key: _Result() for key in tasks.values()}
    progress = progress or (lambda name, done, total: None)
    total, done = Counter(name for name, _ in results), Counter[str]()
    for name in total:
        progress(name, 0, total[name])
    for task, message in pool.messages():
        result = results[tasks[task]]
        match message:
            case Finding():
                result.findings.append(message)
            case End(fault):
                result.fault = fault
                name = tasks[task][0]
                done[name] += 1
                progress(name, done[name], total[name])
    return results


# -- what it comes to ------------------------------------------------------------------------------


def _in_order(
    ladder: Ladder, plans: _Plans, results: _Results, only: Sequence[str]
) -> tuple[Tried, ...]:
    """The findings about each claim, by rungs, whatever the order in which they were made."""
    rank = {name: place for place, name in enumerate(ladder.modules)}
    found = [
        Tried(name, finding)
        for name, plan in plans.items()
        for finding in _findings(name, plan, results, only)
    ]
    places = {name: place for place, name in enumerate(plans)}

    def order(tried: Tried) -> tuple[int, str, str, int]:
        module, _, claim = tried.finding.claim.partition(".")
        return rank.get(module, len(rank)), module, claim, places[tried.rung]

    return tuple(
        Tried(group[0].rung, merged([tried.finding for tried in group]))
        for _, grouped in groupby(sorted(found, key=order), key=order)
        for group in [list(grouped)]
    )


def _findings(
    name: str, plan: UnitPlan, results: _Results, only: Sequence[str]
) -> Iterator[Finding]:
    """What a rung has found of what is wanted, and where it has found nothing that it should have."""
    wanted = [claim for claim in plan.claims if _is_wanted(claim, only)]
    if plan.fault:
        yield _undecided(f"{name}.units", plan.fault)
    if plan.missing:
        for claim in wanted if plan.claims else [f"{name}.units"]:
            yield Finding(claim, ClaimVerdict.SKIPPED, 0, "", plan.missing)
        return
    heard: set[str] = set()
    for unit, about in plan.units:
        if (name, unit) in results:
            for finding in _of_unit(f"{name}.{unit}", about, results[name, unit]):
                heard.add(finding.claim)
                if _is_wanted(finding.claim, only) or finding.claim == f"{name}.{unit}":
                    yield finding
    yield from (_undecided(claim, "no verdict") for claim in wanted if claim not in heard)


def _of_unit(unit: str, about: Sequence[str], result: _Result) -> Iterator[Finding]:
    """What a unit has found, and that there is no verdict on claims of which it should have said more."""
    found = dict.fromkeys(finding.claim for finding in result.findings)
    yield from result.findings
    blamed: Iterable[str] = [claim for claim in about if claim not in found]
    if result.fault:  # whatever it has said, it might have said more
        blamed = about or found
    if result.fault or not (about or found):
        blamed = blamed or [unit]
    for claim in blamed:
        yield _undecided(claim, f"unit {unit}: {result.fault or 'no verdict'}")


def _undecided(claim: str, reason: str) -> Finding:
    return Finding(claim, ClaimVerdict.UNDECIDED, 0, "", reason)

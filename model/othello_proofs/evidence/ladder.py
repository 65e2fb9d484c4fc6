"""Ladders: methods one above the other, and how to climb them.

To climb a ladder is to try every claim by every method that has something to say about it. The work
is cut into units, which run on all cores. A claim on record is tried again only if something on
which it depends has changed. Findings are put on record as soon as their unit ends.
"""

from __future__ import annotations

import os
import platform
import re
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from functools import partial
from importlib import metadata
from pathlib import Path
from typing import Final

from modcheck.system.pool import Pool, PoolTask, TaskEnd, peak_memory
from othello_proofs.evidence import worker
from othello_proofs.evidence.method import ClaimFinding, ClaimVerdict, merge
from othello_proofs.evidence.record import Evidence, LadderRun, MethodRecord, RecordFile, Trial
from othello_proofs.evidence.sources import Sources
from othello_proofs.evidence.worker import Lacks, UnitPlan, UnitTask

Progress = Callable[[str, int, int], None]
"""Is called with the name of a method, how many of its units are done, and how many there are."""

PLANNING: Final = 120.0
"""Seconds of processor time that a method may take to say what its units are."""

EXPORTING: Final = 1200.0
"""Seconds of processor time that a method may take to export its questions."""

BUSY: Final = 20.0
"""On a busy machine a second of processor time may take so many seconds on the clock."""

_ROOM: Final = 250 * 10**6
"""A worker that took more bytes is replaced, so that units do not add up their memory."""

_NO_UNIT: Final = ""
"""Stands for a unit where no unit was run."""


@dataclass(frozen=True)
class Ladder:
    """The methods, and what they are about."""

    methods: Mapping[str, str]
    """The methods from the lowest, by name: where each is, ``package.module:Class``."""

    modules: Sequence[str]
    """The modules that claims are about, in the order of the tables; others follow."""

    packages: Sequence[str]
    """The packages on which claims may depend: imports of others are not followed."""

    specifications: Sequence[str]
    """Those of them that are followed definition by definition."""

    about: Sequence[str]
    """Those of them that are specified and proved."""

    tools: Sequence[str]
    """The distributions whose versions a record names."""

    install: str
    """How to install the packages that methods need."""

    def sources(self) -> Sources:
        """Return the texts on which claims depend, as they are now."""
        return Sources(self.packages, self.specifications)

    def digest(self) -> str:
        """Return the digest of all that is proved, and of all methods."""
        sources = self.sources()
        proved = (module for package in self.about for module in sources.modules(package))
        return sources.digest(*proved, *map(self.file, self.methods))

    def file(self, method: str) -> str:
        """Return the name of the module in which a method is."""
        return self.methods[method].partition(":")[0]

    def lacking(self, module: str) -> str:
        """Return why a module cannot be imported, and what to do about it."""
        return f"there is no Python module {module}; {self.install}"

    def owns(self, module: str) -> bool:
        """Whether a module is one of ours, which is there if all is well; others are tools."""
        places = (*self.packages, *self.methods.values())
        return module.partition(".")[0] in {re.split("[.:]", place)[0] for place in places}


class NoSuchClaim(Exception):
    """A pattern matches no claim. The message says which claims there are."""


class ExportError(Exception):
    """A method could not write its questions. The message says why in one line."""


def cores() -> int:
    """Return how many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def climb(
    ladder: Ladder,
    *,
    quick: bool = False,
    methods: Iterable[str] = (),
    only: Sequence[str] = (),
    jobs: int = 0,
    record: RecordFile | None = None,
    again: bool = False,
    progress: Progress | None = None,
) -> Evidence:
    """Try the claims, on so many cores (0: on all), and return the evidence about them.

    ``methods`` names those to use (none: all); ``only`` gives patterns of claims, as for file names
    (none: all). Claims that are fresh on ``record`` are not tried, unless ``again`` says so.
    Findings are put on record as they come. The evidence is the same every time, apart from times
    and memory. Raises :class:`NoSuchClaim`, and OSError if the record cannot be written.
    """
    chosen = set(methods) or set(ladder.methods)
    names = [name for name in ladder.methods if name in chosen]
    with Pool(jobs or cores(), memory=_ROOM) as pool:
        plans = _plans(pool, ladder, names, quick)
        if (unmatched := _unmatched_pattern(plans, only)) is not None:
            others = [name for name in ladder.methods if name not in plans]
            raise _no_such_claim(unmatched, plans, _plans(pool, ladder, others, quick))
        known = record.evidence if record else None
        climbing = _Climb(ladder, plans, quick, only, known, again)
        for trials in climbing.try_all(pool, progress or (lambda *_: None)):
            if record:
                record.add(trials)
        if record:
            record.finish(climbing.record())
        return climbing.evidence()


def stale_claims(ladder: Ladder, evidence: Evidence) -> set[tuple[str, str]]:
    """Return the claims whose sources have changed since they were tried, each with the method."""
    sources = ladder.sources()
    return {
        (trial.method, trial.finding.claim)
        for trial in evidence.trials
        if not _is_up_to_date(trial, ladder, sources)
    }


def export(
    ladder: Ladder,
    folder: Path,
    methods: Iterable[str] = (),
    quick: bool = False,
    only: Sequence[str] = (),
) -> int:
    """Have the methods (none: all) write their questions to a folder. Return how many there are.

    The folder exists. ``only`` gives patterns of the claims whose questions are wanted; none: all.
    Raises :class:`ExportError`.
    """
    files, lacking = 0, ""
    tasks = {}
    with Pool(1) as pool:
        for name in list(methods) or list(ladder.methods):
            about = UnitTask(ladder.methods[name], quick, claims=tuple(only), folder=folder)
            tasks[_task(worker.export, about, EXPORTING)] = name
        for task in tasks:
            pool.submit(task)
        for task, message in pool.messages():
            match message:
                case int():
                    files += message
                case Lacks(module):
                    lacking = ladder.lacking(module)
                case TaskEnd(fault=fault) if fault:
                    raise ExportError(f"{tasks[task]} cannot export: {fault}")
    if lacking and not files:
        raise ExportError(f"nothing could be exported: {lacking}")
    return files


def _task(function: Callable[..., object], about: UnitTask, seconds: float) -> PoolTask:
    place = f"{function.__module__}:{function.__name__}"
    return PoolTask(place, about, cpu=seconds, wall=BUSY * seconds)


def _matches(claim: str, only: Sequence[str]) -> bool:
    return not only or any(fnmatchcase(claim, pattern) for pattern in only)


def _is_up_to_date(trial: Trial, ladder: Ladder, sources: Sources) -> bool:
    """Whether nothing has changed on which a trial depends."""
    if trial.unit == _NO_UNIT:
        return True
    try:
        return trial.digest == sources.digest(ladder.file(trial.method), *trial.sources)
    except (KeyError, ModuleNotFoundError, SyntaxError):  # a method, or what it needs, has gone
        return False


def installed_versions(distributions: Iterable[str]) -> dict[str, str]:
    """The versions of the distributions that are installed."""
    found = {}
    for name in distributions:
        try:
            found[name] = metadata.version(name)
        except metadata.PackageNotFoundError:
            continue
    return found


# -- planning --------------------------------------------------------------------------------------

_Plans = dict[str, UnitPlan]


def _plans(pool: Pool, ladder: Ladder, names: Sequence[str], quick: bool) -> _Plans:
    """What each method has to do; of one that cannot say, a plan that says why."""
    plans: _Plans = {}
    tasks = {
        _task(worker.plan, UnitTask(ladder.methods[name], quick), PLANNING): name for name in names
    }
    for task in tasks:
        pool.submit(task)
    for task, message in pool.messages():
        name = tasks[task]
        match message:
            case UnitPlan():
                plans[name] = message
            case Lacks(module) if ladder.owns(module):
                plans[name] = UnitPlan(name, fault=f"there is no module {module}")
            case Lacks(module):
                plans[name] = UnitPlan(name, missing=ladder.lacking(module))
            case TaskEnd(fault=fault) if fault:
                plans[name] = UnitPlan(name, fault=fault)
    return {name: plans[name] for name in names}


def _matching(plan: UnitPlan, pattern: str) -> list[str]:
    return [claim for claim in plan.claims if fnmatchcase(claim, pattern)]


def _unmatched_pattern(plans: _Plans, only: Sequence[str]) -> str | None:
    """The first pattern that no claim matches, if there is one."""
    unmatched = (p for p in only if not any(_matching(plan, p) for plan in plans.values()))
    return next(unmatched, None)


def _no_such_claim(pattern: str, plans: _Plans, others: _Plans) -> NoSuchClaim:
    """Return the error that no claim of the chosen methods matches, with claims to choose from."""
    theirs = {name: found for name, plan in others.items() if (found := _matching(plan, pattern))}
    if theirs:
        claims = sorted({claim for found in theirs.values() for claim in found})
        what = f"{claims[0]} is a claim" if len(claims) == 1 else f"{pattern} are claims"
        whose = f"the method{'s' if len(theirs) > 1 else ''} {', '.join(theirs)}"
        return NoSuchClaim(f"{what} of {whose}, not of {', '.join(plans)}")
    known = {claim for plan in plans.values() for claim in plan.claims}
    module = pattern.partition(".")[0]
    near = sorted(claim for claim in known if claim.startswith(f"{module}."))
    modules = sorted({f"{claim.partition('.')[0]}.*" for claim in known})
    there = ", ".join(near or modules) or "none"
    return NoSuchClaim(f"no claim matches {pattern!r}; there are {there}")


# -- climbing --------------------------------------------------------------------------------------


@dataclass
class _Unit:
    """A unit to run, and what it has yielded so far."""

    method: str
    name: str
    claims: dict[str, tuple[str, ...]]
    """The claims to try, with the sources of each; none if the unit does not name its claims."""

    findings: list[ClaimFinding] = field(default_factory=list)


class _Climb:
    """What is wanted, what of it is fresh, and what is found of the rest."""

    def __init__(
        self,
        ladder: Ladder,
        plans: _Plans,
        quick: bool,
        only: Sequence[str],
        record: Evidence | None,
        again: bool,
    ) -> None:
        self._began = time.monotonic()
        self._ladder, self._plans, self._quick, self._again = ladder, plans, quick, again
        self._record = record or Evidence()
        self._sources = ladder.sources()  # now: what is changed meanwhile is not what is tried
        self._is_wanted = partial(_matches, only=only)
        self._is_all = not quick and not only and len(plans) == len(ladder.methods)
        self._known = {trial.key: trial for trial in self._record.trials}
        self._found: dict[tuple[str, str, str], Trial] = {}
        self._fresh: set[str] = set()
        self._tools = {name: installed_versions(plan.tools) for name, plan in plans.items()}
        self._units = [unit for name in plans for unit in self._stale_units(name)]

    def try_all(self, pool: Pool, progress: Progress) -> Iterator[list[Trial]]:
        """Run all units that are not fresh, and yield the trials of each."""
        total, done = Counter(unit.method for unit in self._units), Counter[str]()
        tasks = {}
        places = Counter[str]()
        for unit in self._units:
            plan, place = self._plans[unit.method], self._ladder.methods[unit.method]
            about = UnitTask(place, self._quick, unit.name, tuple(unit.claims))
            task = _task(worker.run, about, plan.patience)
            tasks[task] = unit
            # what takes longest comes first, of every method
            pool.submit(task, places[unit.method], list(self._plans).index(unit.method))
            places[unit.method] += 1
        for name in total:
            progress(name, 0, total[name])
        for task, message in pool.messages():
            unit = tasks[task]
            if isinstance(message, TaskEnd):
                yield self._finish(unit, message.fault)
                done[unit.method] += 1
                progress(unit.method, done[unit.method], total[unit.method])
            else:
                unit.findings.append(message)
        for name in self._plans:
            self._add_what_is_missing(name)
        self._run = self._describe_run(pool)

    def evidence(self) -> Evidence:
        """Return the evidence about the claims that are wanted."""
        return self._evidence(self._found.values(), self._is_all)

    def record(self) -> Evidence:
        """Return this evidence, and what still stands of that on record."""
        others = [trial for key, trial in self._known.items() if key not in self._found]
        stand = [trial for trial in others if not self._is_obsolete(trial)]
        is_whole = self._is_all or self._record.whole
        return self._evidence([*self._found.values(), *stand], is_whole)

    def _stale_units(self, method: str) -> Iterator[_Unit]:
        """What has to be run. What has not is taken from the record."""
        plan = self._plans[method]
        for unit, about in plan.units:
            wanted = {claim: about[claim] for claim in about if self._is_wanted(claim)}
            for claim in list(wanted):
                known = self._known.get((method, unit, claim))
                if known and self._is_fresh(known):
                    self._found[known.key] = known
                    self._fresh.add(claim)
                    del wanted[claim]
            if not plan.missing and (wanted or not about):
                yield _Unit(method, unit, wanted)

    def _is_fresh(self, trial: Trial) -> bool:
        """Whether another trial would only repeat this one. A missing tool does not matter."""
        tools = self._tools[trial.method]
        return (
            not self._again
            and trial.is_final
            and (self._quick or not trial.quick)
            and all(trial.tools.get(name) == version for name, version in tools.items())
            and _is_up_to_date(trial, self._ladder, self._sources)
        )

    def _finish(self, unit: _Unit, fault: str) -> list[Trial]:
        """What a unit has found, and on which claims it should have said more."""
        name = f"{unit.method}.{unit.name}"
        findings = list(unit.findings)
        said = dict.fromkeys(finding.claim for finding in findings)
        blamed: Iterable[str] = [claim for claim in unit.claims if claim not in said]
        if fault:  # whatever the unit has said, it might have said more
            blamed = unit.claims or said
        if fault or not (unit.claims or said):
            blamed = blamed or [name]
        findings += [
            _undecided_finding(claim, f"unit {name}: {fault or 'no verdict'}") for claim in blamed
        ]
        everything = tuple(sorted({each for some in unit.claims.values() for each in some}))
        trials = []
        for claim in dict.fromkeys(finding.claim for finding in findings):
            if self._is_wanted(claim) or claim == name:
                about = [finding for finding in findings if finding.claim == claim]
                trials.append(self._add(unit, merge(about), unit.claims.get(claim, everything)))
        return trials

    def _add(self, unit: _Unit, finding: ClaimFinding, sources: tuple[str, ...]) -> Trial:
        digest = ""
        if unit.name != _NO_UNIT:
            digest = self._sources.digest(self._ladder.file(unit.method), *sources)
        tools = self._tools[unit.method]
        trial = Trial(unit.method, unit.name, self._quick, sources, digest, tools, finding)
        self._found[trial.key] = trial
        return trial

    def _add_what_is_missing(self, method: str) -> None:
        """Put on record which claims a method should have tried and has not."""
        plan, nowhere = self._plans[method], _Unit(method, _NO_UNIT, {})
        heard = {trial.finding.claim for trial in self._found.values() if trial.method == method}
        unheard = [claim for claim in plan.claims if self._is_wanted(claim) and claim not in heard]
        if plan.missing and not plan.claims:  # not even its claims are known, but for the record's
            kept = [t for t in self._known.values() if t.method == method and self._is_fresh(t)]
            self._found |= {t.key: t for t in kept if self._is_wanted(t.finding.claim)}
            unheard = [] if kept else [f"{method}.units"]
        for claim in unheard:
            skipped = ClaimFinding(claim, ClaimVerdict.SKIPPED, 0, "", plan.missing)
            self._add(
                nowhere, skipped if plan.missing else _undecided_finding(claim, "no verdict"), ()
            )
        if plan.fault:
            self._add(nowhere, _undecided_finding(f"{method}.units", plan.fault), ())

    def _is_obsolete(self, trial: Trial) -> bool:
        """Whether there is no such method, unit or claim any more."""
        plan, claim = self._plans.get(trial.method), trial.finding.claim
        if plan is None or plan.missing or plan.fault:
            return trial.method not in self._ladder.methods
        if trial.unit == _NO_UNIT:
            return self._is_wanted(claim)  # more is known now
        about = dict(plan.units).get(trial.unit)
        is_gone = about is None or (bool(about) and claim not in about)
        return is_gone and not self._quick

    def _describe_run(self, pool: Pool) -> LadderRun:
        """What the run has done."""
        tried = {claim for unit in self._units for claim in unit.claims}
        left = {t.finding.claim for t in self._found.values() if not t.is_final}
        return LadderRun(
            quick=self._quick,
            fresh=len(self._fresh - tried),
            done=len(tried - left),
            left=len(left),
            cores=pool.jobs,
            seconds=round(time.monotonic() - self._began, 1),
            memory=pool.memory + peak_memory(),
            versions={
                "python": platform.python_version(),
                **installed_versions(self._ladder.tools),
            },
        )

    def _evidence(self, trials: Iterable[Trial], is_whole: bool) -> Evidence:
        """The evidence of these trials, in an order that depends on nothing else."""
        rank = {name: place for place, name in enumerate(self._ladder.modules)}
        places = {name: place for place, name in enumerate(self._ladder.methods)}

        def order(trial: Trial) -> tuple[int, str, str, int, str]:
            module, _, claim = trial.finding.claim.partition(".")
            place = places[trial.method]
            return rank.get(module, len(rank)), module, claim, place, trial.unit

        in_order = tuple(sorted(trials, key=order))
        described = {method.name: method for method in self._record.methods} | {
            name: MethodRecord(name, plan.title, plan.shows, plan.does_not_show, plan.missing)
            for name, plan in self._plans.items()
        }
        used = {trial.method for trial in in_order} | self._plans.keys()
        methods = tuple(described[name] for name in places if name in used and name in described)
        return Evidence(is_whole, self._run, methods, in_order)


def _undecided_finding(claim: str, reason: str) -> ClaimFinding:
    return ClaimFinding(claim, ClaimVerdict.UNDECIDED, 0, "", reason)

"""Put the mutants to the ladder: each has to be noticed by a rung, or proved to make no difference.

    python tests/mutants                       try them, on all cores, and print a table
    python tests/mutants --only 'kernel.*'     try those whose names match
    python tests/mutants --all                 try all that can be made by machine as well
    python tests/mutants --write FILE          write what comes of it to a file, as evidence

An outcome in FILE is not tried again (but with --again) unless something on which it depends has
changed, and each is written as it comes: a run that was stopped goes on where it was.

The exit code is 0 if all were noticed or proved, but for the theorems that are known to be true as
well; 1 if another survives; 2 for wrong usage.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace, RawDescriptionHelpFormatter
from fnmatch import fnmatchcase
from pathlib import Path

sys.path[0] = str(Path(__file__).parents[1])  # it was this folder, whose files go by common names

from mutants.every import chosen, every  # noqa: E402  # found by the line above
from mutants.record import MutantFile  # noqa: E402  # found by the line above
from mutants.report import lines_about, summary  # noqa: E402  # found by the line above
from mutants.run import run  # noqa: E402  # found by the line above
from mutants.theorems import ALSO_TRUE  # noqa: E402  # found by the line above
from othello_proofs.evidence.ladder import cores  # noqa: E402  # found by the line above


def main(arguments: list[str]) -> int:
    """Do as the arguments say; the exit code."""
    options = _read_options(arguments)
    record = MutantFile(options.write, options.mutants, options.again)
    standing = [each for mutant in options.mutants if (each := record.standing(mutant))]
    for outcome in standing:
        record.add(outcome)
    if standing:
        print(f"{len(standing)} of {len(options.mutants)} outcomes on record still stand")
    known = {outcome.mutant.name for outcome in standing}
    left = [record.with_hint(each) for each in options.mutants if each.name not in known]
    outcomes = list(standing)
    for outcome in run(left, options.jobs, quick=not options.thorough):
        outcomes.append(outcome)
        record.add(outcome)
        print(*lines_about(outcome), sep="\n", flush=True)
    print("", *summary(outcomes), sep="\n")
    new = [each for each in outcomes if each.survives and each.mutant.name not in ALSO_TRUE]
    return int(bool(new))


def _read_options(arguments: list[str]) -> Namespace:
    parser = ArgumentParser(
        "python tests/mutants", description=__doc__, formatter_class=RawDescriptionHelpFormatter
    )
    parser.add_argument("--only", metavar="PATTERN", action="append", help="names, as of files")
    parser.add_argument("--all", action="store_true", help="all that can be made by machine")
    parser.add_argument(
        "--thorough",
        action="store_true",
        help="climb the whole ladder, not in haste, with survivors",
    )
    parser.add_argument("--jobs", metavar="N", type=int, default=cores(), help="default: all cores")
    parser.add_argument("--write", metavar="FILE", type=Path, help="the evidence, as JSON")
    parser.add_argument("--again", action="store_true", help="try those that stand on record, too")
    options = parser.parse_args(arguments)
    if options.jobs < 1:
        parser.error(f"--jobs {options.jobs}: it takes at least one")
    if options.write and (options.only or options.all):
        parser.error("--write records what comes of the usual mutants: leave the other options out")
    patterns = options.only or ["*"]
    options.mutants = [
        mutant
        for mutant in (every() if options.all else chosen())
        if any(fnmatchcase(mutant.name, pattern) for pattern in patterns)
    ]
    if not options.mutants:
        parser.error(f"--only {' '.join(patterns)}: no mutant has such a name")
    return options


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""``python tests/fuzz FUZZER``: try odd inputs until the time is over or something goes wrong."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

TESTS = Path(__file__).resolve().parent.parent
sys.path[0] = str(TESTS)  # so that this folder is a package, and its files do not hide others

from fuzz.command_line import CommandLine  # noqa: E402  # only now can it be found
from fuzz.configuration import Configuration  # noqa: E402
from fuzz.loop import Fuzzer, fuzz  # noqa: E402
from fuzz.protocol import Piped, Reader  # noqa: E402
from fuzz.recorded import Recorded  # noqa: E402

FUZZERS: Mapping[str, Callable[[], Fuzzer]] = {
    "protocol": Reader,
    "pipe": Piped,
    "recorded": Recorded,
    "cli": CommandLine,
    "config": Configuration,
}


def main() -> int:
    parser = argparse.ArgumentParser(prog="python tests/fuzz", description=__doc__)
    parser.add_argument("fuzzer", choices=FUZZERS)
    parser.add_argument("--seed", type=int, default=0, help="decides the inputs; default: 0")
    parser.add_argument("--seconds", type=float, help="for so long; default: 60")
    parser.add_argument("--inputs", type=int, help="so many inputs, however long they take")
    parser.add_argument("--first", type=int, default=0, help="begin with this input; default: 0")
    asked = parser.parse_args()
    seconds = 60.0 if asked.seconds is None and asked.inputs is None else asked.seconds
    outcome = fuzz(FUZZERS[asked.fuzzer](), asked.seed, asked.inputs, seconds, asked.first)
    came = ", ".join(f"{what} {often:,}" for what, often in sorted(outcome.came.items()))
    print(f"{asked.fuzzer}: {outcome.tried:,} inputs ({came})")
    if not outcome.finding:
        return 0
    print(outcome.finding)
    print(
        f"again: python tests/fuzz {asked.fuzzer} --seed {asked.seed} "
        f"--first {outcome.number} --inputs 1"
    )
    return 1


if __name__ == "__main__":
    sys.exit(main())

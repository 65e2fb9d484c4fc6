"""List the backends that work on this machine, and what each does not contain.

    python -m modcheck.sandbox

The exit code is 0 if a backend works, otherwise 3.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable

from modcheck.sandbox.backend import Escape, ProbeResult
from modcheck.sandbox.probe import backends, probe

_NONE_WORKS = 3


def description(result: ProbeResult) -> str:
    """Return the name of a backend, whether it works, and what a program in it can still do."""
    lines = [f"{result.backend.name:<12}{result.summary}"]
    if result.works:
        open_ways = [each for each in Escape if each not in result.backend.contains]
        lines += [f"{'':<12}a program {escape}" for escape in open_ways]
    return "\n".join(lines)


def main(results: Iterable[ProbeResult]) -> int:
    """Print the results. Return the exit code."""
    code = _NONE_WORKS
    for result in results:
        print(description(result))
        code = 0 if result.works else code
    return code


if __name__ == "__main__":
    sys.exit(main(probe(backend) for backend in backends()))

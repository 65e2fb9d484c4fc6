"""Which rungs work on this machine, and what each of them does not contain: ``python -m modcheck.sandbox``.

The exit code is 0 if one works, otherwise 3.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable

from modcheck.sandbox.backend import Escape, ProbeResult
from modcheck.sandbox.probe import backends, probe

_NONE_WORKS = 3


def described(finding: ProbeResult) -> str:
    """A rung, whether it works, and what a program in it can still do, a line each."""
    lines = [f"{finding.backend.name:<12}{finding.summary}"]
    if finding.works:
        lines += [
            f"{'':<12}a program {escape}"
            for escape in Escape
            if escape not in finding.backend.contains
        ]
    return "\n".join(lines)


def main(findings: Iterable[ProbeResult]) -> int:
    """Print the findings, and give the exit code."""
    tried = list(findings)
    for finding in tried:
        print(described(finding))
    return 0 if any(finding.works for finding in tried) else _NONE_WORKS


if __name__ == "__main__":
    sys.exit(main(probe(rung) for rung in backends()))

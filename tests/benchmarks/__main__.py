"""``python tests/benchmarks``: run :mod:`benchmarks.bench`."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path[0] = str(Path(__file__).parents[1])  # so that this folder is a package

from benchmarks.bench import bench  # noqa: E402  # found by the line above

if __name__ == "__main__":
    bench(prog_name="python tests/benchmarks")

"""Writes ``model/othello_mis/recordings``: what programs of each variant are asked.

python tests/tools/variant_suites.py            writes those of all variants
python tests/tools/variant_suites.py NAME       writes that of one
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Final

from modcheck.judging.play.suite import record_suite
from modcheck.system.garbage import collect_seldom
from modcheck.testing.test_model import TestModel
from othello_spec.variants import VARIABLE, VARIANTS

FOLDER: Final = Path(__file__).parents[2] / "model" / "othello_mis" / "recordings"


def model_in_use() -> TestModel:
    """Return the test model of the variant that this process plays."""
    from othello_mis.course import COURSE

    return COURSE.test_model(COURSE.default_module, COURSE.defaults, {})


if __name__ == "__main__":
    if VARIABLE in os.environ:
        collect_seldom()
        file = FOLDER / f"{os.environ[VARIABLE]}.bin"
        file.write_bytes(record_suite(model_in_use()).dump())
    else:
        for name in sys.argv[1:] or VARIANTS:
            command = [sys.executable, __file__]
            subprocess.run(command, env={**os.environ, VARIABLE: name}, check=True)

"""Has the kernel end other programs before it, where the machine runs out of memory."""

from pathlib import Path

from _hostile import attempt, behave

ATTEMPTS = ["IS_SPARED"]
VERDICT = "conforms"
HARMLESS = True

SCORE = Path("/proc/self/oom_score_adj")
ORDINARY = 0


def takes_it_back() -> bool:
    SCORE.write_text(str(ORDINARY))
    return int(SCORE.read_text()) == ORDINARY


attempt("IS_SPARED", takes_it_back)
behave()

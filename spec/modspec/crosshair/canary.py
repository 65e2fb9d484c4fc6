"""Canaries: contracts that CrossHair decides rightly only where the plugin is active.

Without the plugin CrossHair tries words one by one, and reports both contracts as undecided, like
any that is too difficult. So these are asked before any other. They can be asked by hand too, which
should find a fault in :func:`dies` and nothing else::

    crosshair check --report_all modspec.crosshair.canary
"""

from __future__ import annotations

from modspec.run.branchless import Word, select


def sings(word: Word, other: Word) -> int:
    """Return the smaller word without its lowest bit.

    post: (_ & 1) == 0
    post: ((_ ^ word) == (word & 1)) | ((_ ^ other) == (other & 1))
    """
    lower: int = select(word < other, word, other)
    even: int = select((lower & 1) != 0, lower ^ 1, lower)
    return even


def dies(word: Word) -> int:
    """Claim of all words what one of them refutes.

    post: _ != 0x0123_4567_89AB_CDEF
    """
    return word ^ 0xFEDC_BA98_7654_3210

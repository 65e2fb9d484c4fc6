"""Canary: contracts that CrossHair decides as is due only where the plugin is active.

Without the plugin it would try words one by one, and tell neither apart from a contract that is too
difficult. Therefore these are asked about before any other. They are written as CrossHair has it, so
that it may be asked by hand, which should find fault with :func:`dies` and with nothing else::

    crosshair check --report_all modspec.crosshair.canary
"""

from __future__ import annotations

from modspec.run.branchless import Word, select


def sings(word: Word, other: Word) -> int:
    """Choose a word without its lowest bit.

    post: (_ & 1) == 0
    post: ((_ ^ word) == (word & 1)) | ((_ ^ other) == (other & 1))
    """
    lower: int = select(word < other, word, other)
    even: int = select((lower & 1) != 0, lower ^ 1, lower)
    return even


def dies(word: Word) -> int:
    """Claim something of all words that one of them lacks.

    post: _ != 0x0123_4567_89AB_CDEF
    """
    return word ^ 0xFEDC_BA98_7654_3210

"""What all fuzzers draw: bytes that go wrong in the usual ways."""

from __future__ import annotations

from random import Random

TEXTS = (
    "",
    " ",
    "\t",
    "\n",
    "\r\n",
    "\x00",
    "\x1b[2J\x1b[31m",
    "\x85\u2028\u2029",
    "\ufeff",
    "\u202e\u200b",
    "ß",
    "𝟘",
    "٣",
    "🂡",
    "é",
    "%s%n{0}{x}",
    "'\"\\",
    "../../..",
    "__class__",
    "null",
    "NaN",
    "-0",
    "x" * 300,
)
"""Texts that something may stumble over."""

NUMBERS = (
    "0",
    "-0",
    "1",
    "-1",
    "7",
    "8",
    "-8",
    "15",
    "1.0",
    "0.1",
    "1e2",
    "1e400",
    "-1e400",
    "1e-400",
    "01",
    "+1",
    ".5",
    "5.",
    "1_000",
    "0x10",
    str(2**31),
    str(2**63),
    str(-(2**63) - 1),
    "9" * 61,
    "9" * 400,
    "9" * 5_000,
    "NaN",
    "nan",
    "inf",
    "Infinity",
    "-Infinity",
)
"""Numbers, and what is nearly one."""

_BYTES = (
    b"\xff",
    b"\x00",
    b"\xed\xa0\x80",
    b"\xc0\x80",
    b"\xf4\x90\x80\x80",
    b"\xef\xbb\xbf",
    b"\r",
    b"\n",
    b"\x1b]0;x\x07",
    b'"',
    b"\\",
    b"[",
    b"{",
    b"}",
    b",",
)


def garble(chance: Random, data: bytes) -> bytes:
    """Return the bytes with a few of them cut, doubled, changed or added."""
    for _ in range(chance.choice((0, 0, 1, 1, 2, 5))):
        at = chance.randint(0, len(data))
        other = chance.randint(0, len(data))
        match chance.randrange(7):
            case 0:
                data = data[:at]
            case 1:
                data = data[at:]
            case 2:
                data = data[:at] + chance.choice(_BYTES) + data[at:]
            case 3:
                data = data[:at] + chance.randbytes(chance.randint(1, 9)) + data[at:]
            case 4:
                data = data[: max(at, other)] + data[min(at, other) :]
            case 5:
                data = data[:at] + data[at + 1 :]
            case _ if data:
                at = chance.randrange(len(data))
                data = data[:at] + bytes([data[at] ^ 1 << chance.randrange(8)]) + data[at + 1 :]
    return data

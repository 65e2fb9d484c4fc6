"""Writes bytes without end and without a newline, from the first moment on."""

import contextlib
import os

with contextlib.suppress(BrokenPipeError):
    while True:
        os.write(1, b"x" * 65536)

"""Shakes hands, then answers the first request right, again and again without end."""

import contextlib
import os

from _behaving import as_line, is_handshake, requests, right_answer, send

for request in requests():
    if is_handshake(request):
        send(right_answer(request))
        continue
    line = as_line(right_answer(request))
    with contextlib.suppress(BrokenPipeError):
        while True:
            os.write(1, line)
    break

"""Shakes hands, then closes its output, and stays until its input ends."""

import os

from _behaving import is_handshake, requests, right_answer, send

for request in requests():
    if is_handshake(request):
        send(right_answer(request))
        os.close(1)  # sys.stdout.close() would leave the pipe open

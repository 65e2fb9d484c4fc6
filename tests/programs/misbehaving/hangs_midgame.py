"""Answers right until the fifth move, then never again; gives up after an hour."""

import time

from _behaving import moves_in, requests, right_answer, send

moves = 0
for request in requests():
    moves += moves_in(request)
    if moves >= 5:
        time.sleep(3600)
    send(right_answer(request))

"""Answers right until the fifth move, then ends with status 3 and leaves it unanswered."""

import sys

from _behaving import moves_in, requests, right_answer, send

moves = 0
for request in requests():
    moves += moves_in(request)
    if moves >= 5:
        sys.exit(3)
    send(right_answer(request))

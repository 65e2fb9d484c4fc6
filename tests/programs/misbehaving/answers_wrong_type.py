"""Answers right, but `cell` gives a number instead of "empty", "black" or "white"."""

from _behaving import requests, right_answer, send

NUMBERS = {"empty": 0, "black": 1, "white": 2}

for request in requests():
    answer = right_answer(request)
    for call, reply in zip(request.get("calls", []), answer.get("replies", []), strict=True):
        if call[0] == "cell" and "out" in reply:
            reply["out"] = NUMBERS[reply["out"]]
    send(answer)

"""Answers right, but has no `game_over`, and says so when shaking hands."""

from _behaving import requests, right_answer, send

for request in requests():
    answer = right_answer(request)
    if "routines" in answer:
        answer["routines"].remove("game_over")
    for place, call in enumerate(request.get("calls", [])):
        if call[0] == "game_over":
            answer["replies"][place] = {"error": "no such routine: game_over"}
    send(answer)

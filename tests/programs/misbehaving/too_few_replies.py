"""Answers right, but leaves out the reply to the last call of every line."""

from _behaving import requests, right_answer, send

for request in requests():
    answer = right_answer(request)
    if "replies" in answer:
        answer["replies"].pop()
    send(answer)

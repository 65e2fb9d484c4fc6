"""Shakes hands, then answers right, with 64 MiB of padding in the line."""

from _behaving import is_handshake, requests, right_answer, send

for request in requests():
    answer = right_answer(request)
    if not is_handshake(request):
        answer["note"] = "x" * 64 * 1024 * 1024
    send(answer)

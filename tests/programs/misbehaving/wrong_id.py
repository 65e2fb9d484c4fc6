"""Shakes hands, then answers right under the id of the request after."""

from _behaving import is_handshake, requests, right_answer, send

for request in requests():
    answer = right_answer(request)
    if not is_handshake(request):
        answer["id"] += 1
    send(answer)

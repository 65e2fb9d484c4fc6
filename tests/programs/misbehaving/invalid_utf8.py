"""Shakes hands, then answers right, with a byte in the line that is not UTF-8."""

from _behaving import as_line, is_handshake, requests, right_answer, send_bytes

for request in requests():
    answer = right_answer(request)
    if not is_handshake(request):
        answer["note"] = "?"
    send_bytes(as_line(answer).replace(b"?", b"\xff"))

"""Answers every line with a line for people to read."""

from _behaving import requests, send_bytes

for _ in requests():
    send_bytes(b"Welcome to Othello! Black to move.\n")

"""The program under test, in this process or behind a pipe, and the protocol that it speaks."""

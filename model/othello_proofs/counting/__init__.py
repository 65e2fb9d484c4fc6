"""Counting with the batch kernel: perft, the states of small boards, games at random."""

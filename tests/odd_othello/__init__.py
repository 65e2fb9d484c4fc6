"""Sixty programs of Othello in odd styles, written without looking at the checker.

Those named ``R_`` are right. Those named ``W_`` are wrong: the first line of the docstring says in
what. It names, before the colon, the rules that it would be fair to name: ``|`` stands between
rules of one fault, ``&`` between faults.
"""

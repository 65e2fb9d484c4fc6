"""Proving: claims about a specification, for all values there are.

:mod:`.universe` says what a claim is about, :mod:`.goals` makes of it what is to be proved, :mod:`.solver`
asks z3, and :mod:`.counterexample` turns an answer that it is not so into values that anybody can look
at. :mod:`.smtlib` writes goals down for other solvers.

z3 is needed here: ``pip install z3-solver``.
"""

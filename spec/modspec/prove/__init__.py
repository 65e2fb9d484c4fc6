"""Prove: claims about a specification, for all values at once.

:mod:`.scope` says what a claim quantifies over, :mod:`.goals` turns the claim into goals, and
:mod:`.solver` puts them to z3. :mod:`.prover` does this for theorems, and :mod:`.counterexample`
turns a refutation into plain values.

Install z3 with ``pip install z3-solver``.
"""

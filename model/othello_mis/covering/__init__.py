"""Covering: few games in which discs flip from every square, in every direction, in every number.

:mod:`.beam` looks for a game that has much of what is wanted, :mod:`.search` for few games that have all.
``python -m othello_mis.covering`` runs the search and writes what is stored in ``othello_suite.covering``.
"""

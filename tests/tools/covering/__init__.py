"""The search for covering games: discs flip from every square, in every direction, in every number.

:mod:`.beam` looks for one game with as many wanted triples as possible, :mod:`.search` for few games that
have all of them. ``python tests/tools/covering`` runs the search and writes ``othello_suite.covering``.
"""

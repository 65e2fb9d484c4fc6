"""The search for covering games: discs flip from every square, in every direction, in every number.

:mod:`.beam` looks for one game with as many wanted triples as possible. :mod:`.search` looks for
few games with all of them. ``python tests/tools/covering`` writes ``othello_suite.covering``.
"""

"""The command ``othello-mis``: what serves any module, with Othello in it, and what only Othello has."""

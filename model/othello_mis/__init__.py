"""The command ``othello-mis``: the tools for any module with Othello in them, and its own."""

"""How Othello is tested: what to try, what has to come up, how to show it.

Values to try, scenarios, coverage goals, conventions, the covering suite, drawings, and advice for
verdicts.
"""

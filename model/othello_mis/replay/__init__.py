"""Replaying: whether games on record are games by the rules.

Many games are replayed at once, by the kernel on arrays (batch_replay), from files that need not be sound
(files). Where one goes wrong, the specification itself is asked why (course). The findings are counted and
told in report.
"""

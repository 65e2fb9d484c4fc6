"""Replaying: whether recorded games are games by the rules.

The kernel replays many games at once (batch_replay), from files that may be broken (files). Where a
game goes wrong, the specification explains why (replayed_game). The findings are counted (findings)
and printed (report).
"""

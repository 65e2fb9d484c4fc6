"""Fuzzers: hostile bytes for the protocol, odd arguments for the command line, muddled settings.

    python tests/fuzz protocol --seconds 600 --seed 0

Each input is drawn from a chance of its own, which the seed and its number decide, so that it can be drawn again alone.
"""

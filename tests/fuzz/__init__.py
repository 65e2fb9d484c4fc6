"""Fuzzers: hostile bytes for the protocol, odd arguments for the command line, muddled settings.

    python tests/fuzz protocol --seconds 600 --seed 0

Each input has its own random generator, seeded with the seed and the number of the input, so that
it can be drawn again alone.
"""

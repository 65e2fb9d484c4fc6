"""The readings of a specification: one file or folder each.

run executes it, printing sets it as mathematics, explain tells why a call has its outcome, contract and
drive hold an implementation against it. None restates a rule: each works on the same expressions.
"""

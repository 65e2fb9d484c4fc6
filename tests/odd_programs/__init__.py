"""A hundred programs of the library's modules, written without looking at the checker.

Those named ``R_`` are right, in odd styles; those named ``W_`` have one realistic mistake. Where
the docstring of a wrong one begins with rules, it is fair to name one of them.
"""

"""A course in a box: the assignment repository of a module, as files that are made from it.

One part is for students, and holds no solution; the other is the instructor's.
"""

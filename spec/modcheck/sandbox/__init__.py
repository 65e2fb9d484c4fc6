"""The sandbox runs a program that is not trusted.

A program is confined by one of several *backends*, the best that works on this machine:
:mod:`.bubblewrap`, :mod:`.landlock`, and, only if the user insists, none. :mod:`.probe` finds out
which work, by running a program in each. A :class:`~modcheck.sandbox.sandbox.Sandbox` says how a
command is started; it starts nothing itself. Linux only, as bubblewrap and Landlock are.
"""

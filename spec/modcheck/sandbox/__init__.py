"""Sandbox: run a program that nobody has to trust.

A program is confined by one of several *rungs*, the highest that works on the machine at hand:
:mod:`.bubblewrap`, :mod:`.landlock`, and, only if the user insists, :mod:`.unconfined`. Whether a rung works
is not concluded from what is installed but found out, by running a program in it that tries to break out
(:mod:`.probe`). A :class:`~modcheck.sandbox.sandbox.Sandbox` says how a command is started; it starts nothing
itself. Linux only, as bubblewrap and Landlock are.
"""

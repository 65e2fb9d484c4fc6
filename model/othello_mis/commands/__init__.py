"""The command line: ``othello-mis`` and its subcommands, a file each.

Every error is one line on standard error. The exit codes are those of :class:`.errors.Exit`.
"""

"""The command ``othello-mis``, and the subcommands that only Othello has, a file each."""

"""What the exit codes of a command mean, as data: its help and the reference page say it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import click

from modlab.commands.errors import Exit


class CommandWithExitCodes(click.Command):
    """A command that says what its exit codes mean, in its own words."""

    def __init__(self, *arguments: Any, exit_codes: Mapping[Exit, str], **settings: Any) -> None:
        """``exit_codes`` has the meaning of each code; :attr:`.Exit.meaning` of any other."""
        super().__init__(*arguments, **settings)
        self.exit_codes = exit_codes

    @property
    def exit_code_line(self) -> str:
        """The codes with their meanings, as in ``Exit code 0: it conforms; 1: it does not.``"""
        codes = (f"{code}: {meaning}" for code, meaning in self.exit_codes.items())
        return f"Exit code {'; '.join(codes)}."

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write what the command does, and then its exit codes."""
        super().format_help_text(ctx, formatter)
        formatter.write_paragraph()
        with formatter.indentation():
            formatter.write_text(self.exit_code_line)

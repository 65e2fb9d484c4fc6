"""The option ``--ascii``, which every command has."""

from __future__ import annotations

import click

from modlab.streams import prepare_streams


def ascii_flag() -> click.Option:
    """Return the option by which a command prints nothing but ASCII."""
    return click.Option(
        ["--ascii"],
        is_flag=True,
        expose_value=False,
        callback=_print_ascii,
        help="Print nothing but ASCII, as where the terminal knows no other characters.",
    )


def with_ascii_flag(command: click.Command) -> click.Command:
    """Return a command after giving it the option, if it has none."""
    if not any("--ascii" in each.opts for each in command.params):
        command.params.append(ascii_flag())
    return command


def _print_ascii(ctx: click.Context, param: click.Parameter, value: bool) -> None:
    """Have everything printed in ASCII, if this is wanted."""
    del param
    if value and not ctx.resilient_parsing:
        prepare_streams(is_ascii=True)

"""The directives ``commands`` and ``exit-codes``: what click commands say of themselves.

    ```{commands} modlab.modspec_command:cli othello_mis.commands.main:cli
    ```

The arguments are the places of the programs. Most commands are part of several programs, so a
command has one section, and what only one of the programs has is labelled. Each option is the
target of references such as ``{option}`modspec check --impl```.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from importlib import import_module
from inspect import cleandoc
from typing import Final, TypeVar

import click
from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective
from sphinx.util.typing import ExtensionMetadata

from modlab.commands.errors import Exit
from modlab.commands.exit_codes import CommandWithExitCodes

T = TypeVar("T")

_WIDE: Final = 1000
"""Columns; no line of usage is longer."""

_CODE: Final = re.compile(
    r"""
    (?<![\w-])(?P<option>--[a-z][a-z-]*)
    | (?<![\w=])'(?P<single>[^']+)'(?!\w)
    | (?<![\w='])"(?P<double>[^"]+)"(?!\w)
    | (?<!\S)(?P<value>\w+='[^']+')
    | `(?P<name>[^`]+)`
    """,
    re.VERBOSE,
)
"""What is code in a help text: options, and what stands between quotation marks or backticks."""


@dataclass
class DocumentedCommand:
    """A command, as each program has it."""

    name: str
    """Such as ``course new``; empty: the program itself."""

    contexts: dict[str, click.Context] = field(default_factory=dict)
    """The context of the command, by the names of the programs."""

    def parts_with_programs(
        self, parts: Callable[[click.Context], Sequence[T]]
    ) -> Iterator[tuple[T, tuple[str, ...]]]:
        """Yield the parts of the command in order, each with the programs that have it."""
        found: list[tuple[T, tuple[str, ...]]] = []
        for program, context in self.contexts.items():
            found = _with_more(found, parts(context), program)
        return iter(found)


def _with_more(
    found: Sequence[tuple[T, tuple[str, ...]]], parts: Sequence[T], program: str
) -> list[tuple[T, tuple[str, ...]]]:
    """Return the parts that are found already, and those of one more program in their places."""
    merged: list[tuple[T, tuple[str, ...]]] = []
    before = [part for part, _ in found]
    steps = SequenceMatcher(a=before, b=parts, autojunk=False).get_opcodes()
    for step, start, end, new_start, new_end in steps:
        if step == "equal":
            merged += [(part, (*programs, program)) for part, programs in found[start:end]]
        else:
            merged += found[start:end]
            merged += [(part, (program,)) for part in parts[new_start:new_end]]
    return merged


def documented_commands(places: Sequence[str]) -> dict[str, DocumentedCommand]:
    """Return the commands of programs, by name; the programs themselves come first."""
    found: dict[str, DocumentedCommand] = {}
    for place in places:
        module, _, name = place.partition(":")
        program: click.Group = getattr(import_module(module), name)
        context = click.Context(
            program, info_name=program.name, terminal_width=_WIDE, **program.context_settings
        )
        for command, each in _commands(program, context):
            one = found.setdefault(command, DocumentedCommand(command))
            one.contexts[str(program.name)] = each
    return dict(sorted(found.items()))


def _commands(
    group: click.Command, context: click.Context, name: str = ""
) -> Iterator[tuple[str, click.Context]]:
    yield name, context
    if isinstance(group, click.Group):
        for part in group.list_commands(context):
            command = group.get_command(context, part)
            assert command is not None
            inner = click.Context(command, parent=context, info_name=part, terminal_width=_WIDE)
            yield from _commands(command, inner, f"{name} {part}".strip())


# -- what a command says ---------------------------------------------------------------------------


def usage(context: click.Context) -> str:
    """Return how a command is called."""
    return context.command.get_usage(context).removeprefix("Usage: ")


def paragraphs(context: click.Context) -> list[str]:
    """Return what a command does, and what its exit codes mean."""
    command = context.command
    text = cleandoc(command.help or "").partition("\f")[0]
    found = [each.strip("\n") for each in text.split("\n\n")]
    lines = [command.exit_code_line] if isinstance(command, CommandWithExitCodes) else []
    return [*(each if each[:1] == "\b" else " ".join(each.split()) for each in found), *lines]


def options(context: click.Context) -> list[tuple[str, str]]:
    """Return the options of a command, each with its help text."""
    shown = (
        each.get_help_record(context)
        for each in context.command.get_params(context)
        if isinstance(each, click.Option)
    )
    return [each for each in shown if each]


def epilog(context: click.Context) -> list[str]:
    """Return what the help of a command says at its end, if it says anything."""
    formatter = click.HelpFormatter(width=88)
    context.command.format_epilog(context, formatter)
    text = cleandoc(formatter.getvalue().strip("\n"))
    return [text] if text else []


def common_options(commands: Mapping[str, DocumentedCommand]) -> list[tuple[str, str]]:
    """Return the options, with their texts, that most commands of a program have."""
    counts = Counter(
        (program, each)
        for command in commands.values()
        for program, context in command.contexts.items()
        for each in options(context)
    )
    sizes = Counter(program for command in commands.values() for program in command.contexts)
    found = (each for (program, each), count in counts.items() if 2 * count > sizes[program])
    return [*dict.fromkeys(found)]


def exit_codes(context: click.Context) -> list[tuple[tuple[Exit, str], ...]]:
    """Return the exit codes of a command with their meanings, as one part, if it has its own."""
    command = context.command
    is_own = isinstance(command, CommandWithExitCodes)
    return [tuple(command.exit_codes.items())] if is_own else []


def exit_code_rows(
    commands: Mapping[str, DocumentedCommand],
) -> Iterator[tuple[str, dict[Exit, str]]]:
    """Yield the commands that have exit codes of their own, with the meanings of these."""
    for name, command in commands.items():
        for codes, programs in command.parts_with_programs(exit_codes):
            is_everywhere = len(programs) == len(command.contexts) and len(programs) > 1
            yield name if is_everywhere else f"{programs[0]} {name}", dict(codes)


# -- nodes -----------------------------------------------------------------------------------------


def _text(text: str) -> list[nodes.Node]:
    """Return a help text, with its code set as code."""
    found: list[nodes.Node] = []
    at = 0
    for match in _CODE.finditer(text):
        code = next(filter(None, match.groups()))
        found += [nodes.Text(text[at : match.start()]), nodes.literal(code, code)]
        at = match.end()
    return [*found, nodes.Text(text[at:])]


def _block(text: str) -> nodes.Element:
    found = nodes.literal_block(text, text, classes=["help-text"])
    found["language"] = "text"
    return found


class Commands(SphinxDirective):
    """A section for each command of some programs."""

    required_arguments = 1
    final_argument_whitespace = True

    def run(self) -> list[nodes.Node]:
        commands = documented_commands(self.arguments[0].split())
        common = common_options(commands)
        programs = DocumentedCommand("", commands[""].contexts)
        first = self._section("Options of most commands", "common-options")
        first += nodes.paragraph("", "The commands below only name these options.")
        first += self._options(
            "", [(each, self._programs_with(commands, each)) for each in common], programs
        )
        return [first, *(self._command(each, common) for each in commands.values())]

    def _programs_with(
        self, commands: Mapping[str, DocumentedCommand], record: tuple[str, str]
    ) -> tuple[str, ...]:
        return tuple(
            program
            for program in commands[""].contexts
            if any(
                record in options(command.contexts[program])
                for command in commands.values()
                if program in command.contexts
            )
        )

    def _section(self, title: str, target: str) -> nodes.section:
        found = nodes.section(ids=[target], names=[nodes.fully_normalize_name(target)])
        found += nodes.title(title, title)
        self.state.document.note_explicit_target(found)
        return found

    def _command(
        self, command: DocumentedCommand, common: Sequence[tuple[str, str]]
    ) -> nodes.section:
        title = command.name or " and ".join(command.contexts)
        target = nodes.make_id(f"command {title if command.name else 'programs'}")
        found = self._section(title, target)
        found += _block("\n".join(map(usage, command.contexts.values())))
        for text, programs in command.parts_with_programs(paragraphs):
            if text.startswith("\b"):
                found += _block(text.removeprefix("\b\n"))
                continue
            only = f"{programs[0]}: " if len(programs) < len(command.contexts) else ""
            found += nodes.paragraph(
                "", "", *([nodes.strong(only, only)] if only else []), *_text(text)
            )
        records = [*command.parts_with_programs(options)]
        own = [each for each in records if each[0] not in common]
        if own:
            found += self._options(command.name, own, command)
        names = [record[0] for record, _ in records if record in common]
        if names:
            found += self._common(names)
        for text, _ in command.parts_with_programs(epilog):
            found += _block(text)
        return found

    def _common(self, names: Sequence[str]) -> nodes.paragraph:
        """Return the paragraph that names the common options of a command."""
        found = nodes.paragraph("", "Also ")
        for at, each in enumerate(names):
            found += nodes.Text(", " if at else "")
            link = nodes.reference("", "", internal=True, refid="common-options")
            link += nodes.literal(each, each)
            found += link
        found += nodes.Text(".")
        return found

    def _options(
        self,
        name: str,
        records: Sequence[tuple[tuple[str, str], tuple[str, ...]]],
        command: DocumentedCommand,
    ) -> nodes.definition_list:
        """Return the list of options, each a target of references."""
        found = nodes.definition_list(classes=["options"])
        for (names, text), programs in records:
            term = nodes.term("", "", nodes.literal(names, names))
            item = nodes.definition_list_item("", term)
            self.set_source_info(item)
            if len(programs) < len(command.contexts):
                item += nodes.classifier("", f"{programs[0]} only")
            item += nodes.definition("", nodes.paragraph("", "", *_text(text)))
            self._note(name, names, programs, term)
            found += item
        return found

    def _note(self, name: str, names: str, programs: Sequence[str], term: nodes.term) -> None:
        """Have references to an option lead to its term."""
        for option in re.findall(r"(?:^|, )(--?[\w-]+)", names):
            for program in programs:
                place = f"{program} {name}".strip()
                target = nodes.make_id(f"option {place} {option}")
                term["ids"].append(target)
                self.env.domains.standard_domain.add_program_option(
                    place, option, self.env.docname, target
                )


class ExitCodes(SphinxDirective):
    """Tables of the exit codes: what each means of any command, and what it means of some."""

    required_arguments = 1
    final_argument_whitespace = True

    def run(self) -> list[nodes.Node]:
        commands = documented_commands(self.arguments[0].split())
        general = [(str(code.value), [code.meaning]) for code in Exit]
        of_commands = [
            (name, [f"{code.value}: {meaning}" for code, meaning in sorted(codes.items())])
            for name, codes in exit_code_rows(commands)
        ]
        tables = (
            _table(("code", "meaning"), general),
            _table(("command", "code: meaning"), of_commands),
        )
        return [nodes.container("", each, classes=["exit-codes"]) for each in tables]


def _table(heads: tuple[str, str], rows: Sequence[tuple[str, Sequence[str]]]) -> nodes.table:
    """Return a table of two columns; a cell of the second has a paragraph for each text."""
    group = nodes.tgroup(cols=len(heads))
    group += [nodes.colspec(colwidth=width) for width in (1, 3)]
    group += nodes.thead("", _row(heads[0], heads[1:]))
    group += nodes.tbody("", *(_row(*row) for row in rows))
    return nodes.table("", group)


def _row(first: str, texts: Sequence[str]) -> nodes.row:
    cells = [[first], texts]
    return nodes.row(
        "",
        *(
            nodes.entry("", *(nodes.paragraph("", "", *_text(text)) for text in cell))
            for cell in cells
        ),
    )


def setup(app: Sphinx) -> ExtensionMetadata:
    """Add the directives to a Sphinx application."""
    app.add_directive("commands", Commands)
    app.add_directive("exit-codes", ExitCodes)
    return {"parallel_read_safe": True, "parallel_write_safe": True}

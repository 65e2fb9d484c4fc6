"""The program beside a starter kit: its names, its parameters, how a game begins."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from pathlib import Path
from typing import Final

from modcheck.report.own_names import OwnNames, fold
from othello_mis.own_names.parameters import (
    closing_parenthesis,
    is_property,
    parameter_name,
    parameter_texts,
    parameters_of,
    split_arguments,
)
from othello_mis.own_names.sources import ENDINGS, HEADER_ENDINGS
from othello_mis.own_names.state import (
    Change,
    HeldState,
    StateArgument,
    c_state,
    held_state,
    rust_state,
)
from othello_mis.own_names.words import Words

ROUTINE: Final = re.compile(r"(?:\"|routines\.|MIS_)(\w+)\b")
"""Where a line of a kit names the routine that it is about."""


_CALL: Final = re.compile(r"\b(?:game\.(?P<member>\w+)|MY\((?P<macro>\w+)\))\(")
"""Where a line of a kit calls the program."""


_HOLDING: Final = frozenset(
    chain.from_iterable(
        ENDINGS[language] for language in ("python", "java", "javascript", "typescript")
    )
)
"""How the sources end in languages in which the kit can hold the game in a variable."""


def definition(names: OwnNames, routine: str) -> str | None:
    """Return what a text calls a routine; None if it defines none."""
    return next(definitions(names, routine), None)


def definitions(names: OwnNames, routine: str) -> Iterator[str]:
    """Yield what a text may call a routine, the likeliest first.

    A longer name counts only if the routine's is a word of its own in it: ``makeMove``, not
    ``remove``, and not ``isValidMove``.
    """
    wanted = [fold(each) for each in (routine, *names.aliases.get(routine, ()))]
    for each in wanted:
        for own in names.definitions:
            if fold(own) == each and not own.startswith("__"):
                yield own
    for each in wanted:
        for own in names.definitions:
            before, last = _last_words(own, len(each))
            if fold(last) == each and not _OTHER.search(before) and "__" not in before:
                yield own


def _last_words(name: str, letters: int) -> tuple[str, str]:
    """Return a name in two: its last words, of so many letters; "" if no word begins there."""
    start = len(name)
    while start > 0 and len(fold(name[start:])) < letters:
        start -= 1
    begins = start > 0 and (name[start].isupper() or name[start - 1] == "_")
    return (name[:start], name[start:]) if begins else (name, "")


_OTHER: Final = re.compile(
    r"valid|legal|can|possible|has|any|all|pass|skip|end|next|switch|change|take|undo|print|show"
    r"|click|flip|other|opp|random|best|read|ask",
    re.I,
)
"""What makes another routine of a routine's name: ``canMove`` does not move."""


ALSO: Final[Mapping[str, Sequence[str]]] = {
    "black": ("dark",),
    "white": ("light",),
    "empty": ("none", "free", "nothing", "vacant", "blank"),
}
"""What programs also call the players and an empty square."""


_STATE: Final = "(state)"
"""The role of a first parameter that is the game."""


_JOINED: Final = "(joined)"
"""The role of a parameter that stands for several arguments of the kits."""


_TEXT: Final = re.compile(r"\b(?:[Ss]tring|str|String)\b|\bchar\s*\*")
"""What stands in a parameter that is a text."""


class Program:
    """A program: the file with most of its routines, and the others."""

    def __init__(
        self,
        best: Path,
        sources: Mapping[Path, str],
        words: Words,
        kit: Path,
        routines: Sequence[str],
    ) -> None:
        """``kit`` is the folder into which the kit is written."""
        self.file = best
        self.files = sources
        self.kit = kit
        self._words = words
        self.names = OwnNames(sources[best], words.routines)
        if best.suffix in HEADER_ENDINGS:  # others can call what the headers declare
            sources = {path: text for path, text in sources.items() if path.suffix == best.suffix}
        self.all_names = OwnNames("\n".join(sources.values()), words.routines)
        self._text = "\n".join([self.names.text, *sources.values()])
        self.declares: set[str] = set()
        self.state: StateArgument | None = None
        self.keeps_turn = False
        """Whether the kit holds the player on turn: a move takes the player, none says who."""
        begins, self.changes, *_ = words.routines
        own = [name for name in map(self._own, routines) if name]
        self.own_begin, changes = self._own(begins), self._own(self.changes)
        self.own_first = next(name for name in own if name in self.names.definitions)
        is_class = re.search(rf"\b(?:class|struct) {best.stem}\b", self.names.text)
        self.class_name = best.stem if is_class else self.names.class_of(self.own_first)
        is_plain = self.class_name is None and best.suffix in ENDINGS["cpp"]
        if is_plain or best.suffix in ENDINGS["c"]:
            self.state = c_state(self._text, self.own_begin, changes)
        if best.suffix == ".rs" and self.class_name is None:
            self.state = rust_state(self._text, self.own_begin, changes)
        is_static = re.search(rf"\bstatic\b[^\n;=(]*\b{changes}\s*\(", self._text)
        if best.suffix in _HOLDING and (self.class_name is None or is_static):
            self.state = held = held_state(self._text, self.own_begin, changes)
            self.own_begin = held.begin if held else self.own_begin
            roles = (self._roles(changes) if held and changes else None) or []
            self.keeps_turn = "who" in roles and self._own_mover() is None
        prefix = own[0][: own[0].find("_") + 1]
        self.prefix = prefix if all(name.startswith(prefix) for name in own) else ""

    def element(self, word: str) -> tuple[str, str] | None:
        """Return the enumeration and the member for a player or an empty square, if it has one.

        All are members of one enumeration, which has the first player.
        """
        first, *_ = ALSO
        for each in (word, *ALSO[word]):
            found = self.all_names.element(each)
            player = found if word == first or found is None else self.element(first)
            if found is not None and player is not None and player[0] == found[0]:
                return found
        return None

    def _own(self, routine: str, given: str | None = None) -> str | None:
        """Return what the program calls a routine, if possible one with the given arguments.

        None if every one that it may be takes other arguments.
        """
        found = [
            *definitions(self.names, routine),
            *definitions(self.all_names, routine),
        ]
        fitting = (own for own in found if self._order(routine, own, given or "") is not None)
        unclear = (own for own in found if given is None or not self._is_understood(own))
        return next(chain(fitting, unclear), None)

    def _is_understood(self, own: str) -> bool:
        """Whether it can be told what each parameter is: what does not fit is another routine."""
        parameters = parameters_of(self._text, own) or []
        return parameters != [] and None not in map(self._role, parameters)

    def result(self, routine: str) -> str:
        """Return what stands around the parameters of a routine: the type of its result."""
        own = self._own(routine)
        return (self.names.result(own) or self.all_names.result(own)) if own else ""

    def player_type(self) -> str:
        """Return what stands around a player in the sources: its type, in a language with types."""
        own = self._own(self.changes)
        texts = (parameter_texts(self._text, own) if own else None) or []
        players = [each for each in texts if self._role(parameter_name(each)) == "who"]
        return " ".join([self.result(self._words.mover), *players])

    def place(self, file: Path | None = None) -> str:
        """Return the path of a file, or else of the program's, from the kit's folder."""
        return Path(os.path.relpath(file or self.file, self.kit)).as_posix()

    def files_of(self, *names: str) -> dict[Path, list[str]]:
        """Return the files that define these types; the program's file for what is nowhere."""
        found: dict[Path, list[str]] = {}
        for name in names:
            kind = re.compile(rf"\b(?:class|enum|struct|interface|record|trait) {name}\b")
            files = [path for path, text in self.files.items() if kind.search(text)]
            found.setdefault(next(iter(files), self.file), []).append(name)
        return found

    def traits(self) -> list[str]:
        """Return the traits of a Rust program's type that the program declares itself."""
        found = re.findall(rf"\bimpl\b[^\n]*?(\w+) for {self.class_name}\b", self.names.text)
        return [each for each in found if re.search(rf"\btrait {each}\b", self._text)]

    def line(self, line: str) -> str:
        """Return a line of the kit with the program's names and the order of its parameters."""
        found = ROUTINE.search(line)
        if found is None:
            return line
        routine, done, at = found[1], "", 0
        for call in _CALL.finditer(line):
            if call.start() < at:
                continue
            end = closing_parenthesis(line, call.end())
            done += line[at : call.start()] + self._call(routine, call, line[call.end() : end])
            at = end + 1
        return done + line[at:]

    def _call(self, routine: str, call: re.Match[str], arguments: str) -> str:
        own = self._own(routine, arguments)
        if own is None:
            attribute = None if arguments else self._attribute(routine)
            if attribute is None and isinstance(self.state, HeldState):
                attribute = self._element_of(self.state, arguments)
            if attribute is None:
                return f"{call[0]}{arguments})"
            return self._member(attribute, call)
        if is_property(self._text, own):
            return self._name(own, call)
        order = self._order(routine, own, arguments)
        if order is None:
            return f"{self._name(own, call)}({arguments})"
        given: dict[str | None, str] = {
            self._role(each): each for each in split_arguments(arguments)
        }
        if _JOINED in order:
            given[_JOINED] = self._joined_argument(own, given)
        elif {*given} - {*order}:
            self.declares.add(self._words.on_turn[routine])
        if self.state is not None:
            given[_STATE] = self.state.argument
        if "who" not in given:
            given["who"] = self._mover(call)
        texts = [each for each in parameter_texts(self._text, own) or () if parameter_name(each)]
        shown = [_like(text, given[role]) for text, role in zip(texts, order, strict=False)]
        return f"{self._name(own, call)}({', '.join(shown)})"

    def _name(self, own: str, call: re.Match[str]) -> str:
        """Return the program's name as the kit writes it."""
        return f"MY({own.removeprefix(self.prefix)})" if call["macro"] else f"game.{own}"

    def _member(self, name: str, call: re.Match[str]) -> str:
        """Return how the kit reads a variable of the program."""
        if isinstance(self.state, HeldState):
            return name  # as it is read
        return self.state.member(name) if self.state else self._name(name, call)

    def _element_of(self, state: HeldState, arguments: str) -> str | None:
        """Return how the element of a game is read that the kit asks for; None if it is unclear."""
        joined = self._words.joined
        given = {self._role(each): each for each in split_arguments(arguments)}
        if joined is None or {*given} != joined.arguments:
            return None
        index = r"\[([^\]\[]+)\]"
        member = rf"""\b{state.parameter}((?:\.\w+|\[["']\w+["']\])?)"""
        found = re.findall(rf"{member}{index}(?:{index})?", self._text)
        if not found:
            return None
        place, first, second = next((each for each in found if each[2]), found[0])
        if not second:
            both = ", ".join(given.values())
            number = joined.number.format_map({role: each for role, each in given.items() if role})
            return f"state{place}[{both if ',' in first else number}]"
        order = [self._role(first), self._role(second)]
        one, two = [given[each] for each in (order if {*order} == {*given} else given)]
        return f"state{place}[{one}][{two}]"

    def _attribute(self, routine: str) -> str | None:
        """Return the variable that the program has instead of a routine; None if it has none."""
        wanted = [fold(each) for each in (routine, *self._words.routines.get(routine, ()))]
        if isinstance(self.state, HeldState):
            members = self.state.members
            return next((members[each] for each in wanted if each in members), None)
        typed = r"(?!return\b)(?:(?:[\w<>\[\]]|::)+[ \t]+)*"
        before = rf"(?:\b(?:self|this)\.|^[ \t]*{typed}|, |(?<=[{{;]) *\w+ )"
        words = re.findall(rf"{before}(\w+)\s*(?:[;=]|: ?\w+\s*[,;=])", self.all_names.text, re.M)
        return next((word for each in wanted for word in words if fold(word) == each), None)

    def _mover(self, call: re.Match[str]) -> str:
        """Return how the kit asks whose turn it is."""
        own = self._own_mover_routine()
        if own is None and self.keeps_turn:
            return "player(turn)"
        if own is None:
            return self._member(self._attribute(self._words.mover) or "", call)
        arguments = f"({self.state.argument if self.state else ''})"
        return self._name(own, call) + ("" if is_property(self._text, own) else arguments)

    def _order(self, routine: str, own: str, given: str) -> list[str] | None:
        """Return the roles of a routine's parameters; None if the kit has other arguments.

        The program may take the player where the kit gives none, and none where the kit gives one.
        """
        roles = self._roles(own)
        if roles is None:
            return None
        due = {self._role(each) for each in split_arguments(given)}
        joined = self._words.joined
        if joined is not None and _JOINED in roles and due >= joined.arguments:
            due = due - joined.arguments | {_JOINED}
        missing, added = due - {*roles}, {*roles} - due - {_STATE}
        fits = (
            len(set(roles)) == len(roles)
            and (not missing or (missing == {"who"} and routine in self._words.on_turn))
            and (not added or (added == {"who"} and self._can_give_player(routine)))
        )
        return [role for role in roles if role] if fits else None

    def _roles(self, own: str) -> list[str | None] | None:
        """Return what each parameter of a routine is; None if no text defines the routine."""
        parameters = parameters_of(self._text, own)
        if parameters is None:
            return None
        roles = [self._role(name) for name in parameters]
        if self.state is not None and roles and self.state.is_state(parameters[0]):
            roles[0] = _STATE
        if {*roles} >= {"row", "col", None} and roles.count(None) == 1 and "who" not in roles:
            roles[roles.index(None)] = "who"  # what else is there beside a square?
        return roles

    def _can_give_player(self, routine: str) -> bool:
        """Whether the kit can give a routine the player on turn, whom it does not take itself."""
        return self._own_mover() is not None or (routine == self.changes and self.keeps_turn)

    def _own_mover(self) -> str | None:
        return self._own_mover_routine() or self._attribute(self._words.mover)

    def _own_mover_routine(self) -> str | None:
        """Return the program's routine that says whose turn it is; None if it has none."""
        mover = self._words.mover
        if isinstance(self.state, HeldState):
            found = definitions(self.all_names, mover)
            return next((own for own in found if self._roles(own) == [_STATE]), None)
        return definition(self.all_names, mover)

    def _role(self, argument: str) -> str | None:
        """Return the argument of the kits that a text stands for; None if it cannot be told."""
        for role, others in self._words.arguments.items():
            if re.search(rf"\b{role}\b", argument):
                return role
            if fold(argument) in map(fold, others):
                return role
        joined = self._words.joined
        return _JOINED if joined is not None and fold(argument) in joined.names else None

    def _joined_argument(self, own: str, given: Mapping[str | None, str]) -> str:
        """Return the expression for the argument in place of several; note its convention."""
        joined = self._words.joined
        assert joined is not None
        parts = {role: part for role, part in given.items() if role}
        parameters = parameter_texts(self._text, own) or []
        [parameter] = [each for each in parameters if self._role(parameter_name(each)) == _JOINED]
        name, pair = parameter_name(parameter), joined.pairs.get(self.file.suffix)
        if pair and re.search(rf"\w, *\w+[)\]]? *= *{name}\b|\b{name}\[0\]", self._text):
            return pair.format_map(parts)
        self.declares.add(joined.convention)
        text = joined.texts.get(self.file.suffix) if _TEXT.search(parameter) else None
        return (text or joined.number).format_map(parts)


def _like(parameter: str, argument: str) -> str:
    """Return an argument with the bracket of a parameter that is an end of an array: ``[row``."""
    name = parameter.partition(":")[0].strip()
    before = "[" if name.startswith("[") else ""
    after = "]" if name.endswith("]") and "[" not in name else ""
    return f"{before}{argument}{after}"


def elements_changes(program: Program, joint: str) -> list[Change]:
    """Return the changes for the program's names of the elements of an enumeration."""
    found = {word: program.element(word) for word in ("black", "white", "empty")}
    changes = [
        (rf"\b(?:Player|Disc)(?:\.|::)(?i:{word})\b", joint.join(each) if each[0] else each[1])
        for word, each in found.items()
        if each
    ]
    enumeration = found["black"]
    if enumeration and enumeration[0]:
        changes.append((r"\bDisc\b(?!\[)", enumeration[0]))
    return changes


def constants_of(program: Program, words: Sequence[str] = ("BLACK", "WHITE")) -> list[str]:
    """Return the players, or other words, that a program has as constants."""
    own = r"^(?:pub )?(?:const )?(?:\w+, *)*"
    return [word for word in words if re.search(rf"{own}{word}\b.*=", program.names.text, re.M)]

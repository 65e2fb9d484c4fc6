"""A starter kit with the names of the program beside it: what ``init`` finds in the sources.

The kit calls each routine by a usual name. Where the sources define a routine under another name,
or with its parameters in another order, the kit's line says so before the author reads it. What is
not found, or not understood, stays as it is. The author checks the lines in any case.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, islice
from pathlib import Path
from typing import Final

from modcheck.report.own_names import OwnNames, fold
from modlab.commands.kit_parameters import (
    closing_parenthesis,
    is_property,
    parameter_name,
    parameter_texts,
    parameters_of,
    split_arguments,
)
from modlab.commands.kit_state import (
    Change,
    HeldState,
    StateArgument,
    c_state,
    held_changes,
    held_state,
    rust_state,
)
from modlab.course import JoinedArgument

ENDINGS: Final[Mapping[str, tuple[str, ...]]] = {
    "python": (".py",),
    "java": (".java",),
    "c": (".c", ".h"),
    "cpp": (".cpp", ".hpp", ".cc", ".cxx", ".h"),
    "javascript": (".js", ".mjs", ".cjs"),
    "typescript": (".ts",),
    "rust": (".rs",),
}
"""How the files of a language end."""

_MOST_FILES: Final = 300
_MOST_CHARACTERS: Final = 200_000
_NO_SOURCES: Final = frozenset({"build", "dist", "node_modules", "target", "tests", "test", "venv"})

_ROUTINE: Final = re.compile(r"(?:\"|routines\.|MIS_)(\w+)\b")
"""Where a line of a kit names the routine that it is about."""

_CALL: Final = re.compile(r"\b(?:game\.(?P<member>\w+)|MY\((?P<macro>\w+)\))\(")
"""Where a line of a kit calls the program."""


@dataclass(frozen=True)
class Words:
    """What programs also call the routines and their arguments."""

    routines: Mapping[str, Sequence[str]]
    """By the name of the routine in the specification."""

    arguments: Mapping[str, Sequence[str]]
    """By the name of the argument in the kits."""

    mover: str
    """The routine whose answer is the player that a routine takes although the kit gives none."""

    on_turn: Mapping[str, str]
    """The routines that may take no player although the kit gives one, and the convention then."""

    joined: JoinedArgument | None = None
    """The argument that programs may have in place of several."""


@dataclass(frozen=True)
class Found:
    """A kit's text and the file whose names it has; None if there is none."""

    text: str
    file: Path | None
    convention: str = ""
    """The convention that the program has to declare, as the sources show; empty: none."""


def with_own_names(text: str, language: str, kit: str, target: Path, words: Words) -> Found:
    """Return the text of a kit with the names of the sources around the file ``target``.

    ``kit`` is the name of the file of the kit, which is no source.
    """
    sources = {path: _read(path) for path in _sources(target.parent, ENDINGS[language])}
    sources = {path: code for path, code in sources.items() if path.name != kit}
    text = _replace(text, _build(sources, language, target.parent))
    before, mark, rest = text.partition("-- your part --")
    part, end, after = rest.partition("-- nothing to change below this line --")
    lines = part.split("\n")
    routines = [found[1] for line in lines for found in _ROUTINE.finditer(line)]
    best = _best(sources, routines, words)
    if best is None:
        return Found(text, None)  # the commands name the sources all the same
    program = _Program(best, sources, words, target.parent, routines)
    own = _replace("\n".join(map(program.line, lines)), _HEADERS[language](program))
    if isinstance(program.state, HeldState):
        owner = program.class_name or "game"
        changes = held_changes(program.state, language, owner, program.keeps_turn)
        own = _replace(own, changes)
    if program.class_name and not program.own_begin:
        new_game = _NEW_GAME[language]
        own = _replace(own, [(old, new.replace("@", program.class_name)) for old, new in new_game])
    return Found(before + mark + own + end + after, best, " ".join(sorted(program.declares)))


def _best(sources: Mapping[Path, str], routines: Sequence[str], words: Words) -> Path | None:
    """Return the file that has most of the routines, a header rather than its source.

    None if every file has too few. A file with a routine that changes the game is preferred: the
    others also look at the board. An interface has no routines to call.
    """
    changes = [*words.routines][1]
    found: dict[Path, tuple[bool, bool, bool, int]] = {}
    for path, code in sources.items():
        names = OwnNames(code, words.routines)
        defined = {name for name in routines if _definition(names, name)}
        if len(defined) >= _FEWEST:
            is_header = path.suffix in _HEADER_ENDINGS
            is_program = _ABSTRACT.search(code) is None
            found[path] = changes in defined, is_program, is_header, len(defined)
    return max(found, key=lambda path: found[path], default=None)


_HOLDING: Final = frozenset(
    chain.from_iterable(
        ENDINGS[language] for language in ("python", "java", "javascript", "typescript")
    )
)
"""How the sources end in languages in which the kit can hold the game in a variable."""

_HEADER_ENDINGS: Final = frozenset({".h", ".hpp"})
_ABSTRACT: Final = re.compile(r"\)[^;{}\n]*= 0;|^[^\n\S]*(?:export |public )*interface \w+", re.M)
"""A routine in C++ without a body, or an interface in Java or TypeScript."""


_FEWEST: Final = 3
"""How many routines a file defines at least that is taken for the program."""


def _sources(folder: Path, endings: Sequence[str]) -> Iterator[Path]:
    """Yield the sources below a folder; below the current one if the folder is in it."""
    here = Path()
    inside = folder.absolute().is_relative_to(here.absolute())
    start = here if inside else folder

    def files() -> Iterator[Path]:
        for place, folders, names in os.walk(start):
            folders[:] = sorted(each for each in folders if not _is_no_source(each))
            yield from (Path(place, name) for name in sorted(names))

    found = (path for path in islice(files(), 10 * _MOST_FILES) if path.suffix in endings)
    yield from islice(found, _MOST_FILES)


def _is_no_source(folder: str) -> bool:
    return folder.startswith((".", "_")) or folder in _NO_SOURCES


def _read(path: Path) -> str:
    try:
        with path.open(encoding="utf-8", errors="replace") as stream:
            return stream.read(_MOST_CHARACTERS)
    except OSError:
        return ""


def _definition(names: OwnNames, routine: str) -> str | None:
    """Return what a text calls a routine; None if it defines none."""
    return next(_definitions(names, routine), None)


def _definitions(names: OwnNames, routine: str) -> Iterator[str]:
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


_ALSO: Final[Mapping[str, Sequence[str]]] = {
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


class _Program:
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
        if best.suffix in _HEADER_ENDINGS:  # others can call what the headers declare
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
        first, *_ = _ALSO
        for each in (word, *_ALSO[word]):
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
            *_definitions(self.names, routine),
            *_definitions(self.all_names, routine),
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
        found = _ROUTINE.search(line)
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
            found = _definitions(self.all_names, mover)
            return next((own for own in found if self._roles(own) == [_STATE]), None)
        return _definition(self.all_names, mover)

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


# -- the lines before the routines, by language ----------------------------------------------------


def _replace(part: str, changes: Sequence[Change]) -> str:
    """Replace each pattern in the kit's part."""
    for pattern, text in changes:
        part = re.sub(pattern, text, part, flags=re.M)
    return part


def _elements(program: _Program, joint: str) -> list[Change]:
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


def _python(program: _Program) -> list[Change]:

    def module(file: Path) -> str:
        place = program.place(file).removesuffix(".py").removesuffix("/__init__")
        return place.replace("/", ".")

    if program.class_name is None:
        constants = [(rf"\bPlayer\.{word}\b", f"game.{word}") for word in _constants(program)]
        return [
            (r"from othello import .*", f"import {module(program.file)} as game"),
            (r"^# game = .*\n", ""),
            *constants,
        ]
    element = program.element("black")
    names = [program.class_name, *([element[0]] if element else _constants(program))]
    imports = [
        f"from {module(file)} import {', '.join(some)}"
        for file, some in program.files_of(*names).items()
    ]
    return [
        (r"from othello import .*", "\n# ".join(imports)),
        (r"\bOthello\(\)", f"{program.class_name}()"),
        *([] if element else [(rf"\bPlayer\.{word}\b", word) for word in _constants(program)]),
        *_elements(program, "."),
    ]


def _like(parameter: str, argument: str) -> str:
    """Return an argument with the bracket of a parameter that is an end of an array: ``[row``."""
    name = parameter.partition(":")[0].strip()
    before = "[" if name.startswith("[") else ""
    after = "]" if name.endswith("]") and "[" not in name else ""
    return f"{before}{argument}{after}"


def _constants(program: _Program, words: Sequence[str] = ("BLACK", "WHITE")) -> list[str]:
    """Return the players, or other words, that a program has as constants."""
    own = r"^(?:pub )?(?:const )?(?:\w+, *)*"
    return [word for word in words if re.search(rf"{own}{word}\b.*=", program.names.text, re.M)]


def _java(program: _Program) -> list[Change]:
    element = program.element("black")
    types = [program.class_name or program.file.stem, *([element[0]] if element else [])]
    files = [program.file, *program.files_of(*types)]
    texts = [program.files[file] for file in files]
    packages = [re.search(r"^\s*package\s+([\w.]+)", text, re.M) for text in texts]
    imports = dict.fromkeys(f"import {package[1]}.*;" for package in packages if package)
    name = program.class_name or program.file.stem
    if isinstance(program.state, HeldState):
        game = [(r"^ *// static Othello game = .*\n", ""), (r"\bgame\.", f"{name}.")]
    else:
        game = [(r"\bOthello\b", name)]
    refuses = "boolean" in program.result(program.changes)
    return [
        *([(r"^/\* If your classes .*", "\n".join(imports))] if imports else []),
        *([(rf'("{program.changes}", .* ->) {{ (.*); return null; }}', r"\1 \2")] * refuses),
        *game,
        *(_elements(program, ".") if element else _java_constants(program)),
    ]


def _java_constants(program: _Program) -> list[Change]:
    """Return the changes for a program whose discs are constants, numbers or characters."""
    kind = _NUMBERS.search(program.player_type())
    if kind is None:
        return []
    is_number = _NUMBERS.search(program.result("winner"))
    types = (r"\bDisc (?=player|disc)", f"{kind[0]} ")
    found = [_java_constant(program, word) for word in _ALSO]
    if None in found:
        return [types, *([(r"== null(?= \? \"draw\")", "== 0")] if is_number else [])]
    black, white, empty = found
    name = f'{{ return disc == {black} ? "black" : disc == {white} ? "white" : "empty"; }}'
    return [
        (r"\bDisc\.BLACK\b", f"{black}"),
        (r"\bDisc\.WHITE\b", f"{white}"),
        types,
        (r"\{ return disc\.name\(\).*", name),
        *([(r"== null(?= \? \"draw\")", f"== {empty}")] if is_number else []),
    ]


_NUMBERS: Final = re.compile(r"\b(?:int|char|byte|short|long)\b")


def _java_constant(program: _Program, word: str) -> str | None:
    """Return a player or an empty square as its class has it; None if no class has it."""
    for each in (word.upper(), *map(str.upper, _ALSO[word])):
        for path, text in program.files.items():
            if re.search(rf"\bstatic\b[^;(){{}}]*\b{each}\s*=", text):
                return f"{path.stem}.{each}"
    return None


def _c(program: _Program) -> list[Change]:
    headers = [
        path
        for path, text in program.files.items()
        if path.suffix in _HEADER_ENDINGS and f"{program.own_first}(" in text
    ]
    path = program.file
    if path not in headers:
        path = min(headers, default=path, key=lambda each: len(each.parts))
    place = Path(os.path.relpath(path, program.kit)).as_posix()
    changes = _elements(program, "::")
    element = program.element("black")
    if element and element[0]:
        file = next(iter(program.files_of(element[0])))
        scope = _scope(program.files[file], element[0])
        changes.append((rf"(?<![\w:]){element[0]}::", f"{scope}{element[0]}::"))
    own = f"{program.prefix}##name" if program.prefix else "name"
    changes.append((r"\bothello_##name", own))
    discs = [program.element(word) for word in ("black", "white", "empty")]
    if all(discs):
        names = ", ".join(each[1] for each in discs if each)
        changes.append((r"\bBLACK, WHITE, EMPTY\b", names))
    if program.state is not None:
        changes.append(
            (r"^// Othello game;\n|^(?=// #define MY\()", f"// {program.state.declaration}\n")
        )
        changes.append((r"\bgame\.(\w+\()", r"\1"))
        changes.append((r"(#define MIS_init\(\) )(.*)\(.*\)", rf"\1{program.state.begin}"))
    elif program.class_name:
        own = f"{_scope(program.names.text, program.class_name)}{program.class_name}"
        changes.append((r"\bOthello game", f"{own} game"))
    else:
        changes += [(r"^// Othello game;\n", ""), (r"\bgame\.", "")]
    return [*changes, (r'"othello\.h(?:pp)?"', f'"{place}"')]


def _scope(text: str, name: str) -> str:
    """Return the namespaces and classes in which a C++ text defines a type, each before ``::``."""
    found = re.search(rf"\b(?:class|struct|enum) {name}\b[^;{{]*{{", text)
    opened: list[str] = []
    for brace in re.finditer(
        r"(?:\b(?:namespace|class|struct) ([\w:]+)[^;{}()]*)?{|}",
        text[: found.start() if found else 0],
    ):
        if brace[0] == "}":
            opened = opened[:-1]
        else:
            opened.append(brace[1] or "")
    return "".join(f"{each}::" for each in opened if each)


def _build(sources: Mapping[Path, str], language: str, kit: Path) -> list[Change]:
    """Return the changes of the commands that compile a kit: with the program's own files."""
    if language == "rust":
        package = next((each for each in [kit, *kit.absolute().parents] if _is_package(each)), None)
        if package is None:
            return []
        program = Path(os.path.relpath(package, kit), "target", "release", "othello_mis").as_posix()
        return [
            (r"^// rustc .* && ", "// cargo build --release --quiet && "),
            (r"--impl \./\w+$", f"--impl {program}"),
        ]
    if language not in {"c", "cpp"} or not sources:
        return []

    def place(path: Path) -> str:
        return Path(os.path.relpath(path, kit)).as_posix()

    own = [
        place(path)
        for path, text in sources.items()
        if path.suffix not in _HEADER_ENDINGS and not re.search(r"\bmain\s*\(", text)
    ]
    headers = [path for path in sources if path.suffix in _HEADER_ENDINGS]
    included = {
        header.as_posix().removesuffix(f"/{name}")
        for path, text in sources.items()
        for name in re.findall(r'^\s*#\s*include\s*"([^"]+)"', text, re.M)
        if not (path.parent / name).is_file()
        for header in headers
        if header.as_posix().endswith(f"/{name}")
    }
    folders = "".join(f" -I{place(Path(each))}" for each in sorted(included))
    return [
        (r" -o (?=\w+ othello_mis)", f"{folders} -o "),
        (r"(?<=othello_mis\.)(c|cpp) othello\.\1(?= &&)", " ".join([r"\1", *own])),
    ]


def _is_package(folder: Path) -> bool:
    return (folder / "Cargo.toml").is_file()


def _javascript(program: _Program) -> list[Change]:
    text = program.names.text
    place = program.place() if program.place().startswith(".") else f"./{program.place()}"
    if re.search(r"^export default|\bmodule\.exports\s*=\s*\w", text, re.M):
        return [
            (
                r"\{ Othello \} = await import.*",
                f'{{ default: Othello }} = await import("{place}");',
            )
        ]
    if not re.search(r"^export\b|\bmodule\.exports\b|^exports\.", text, re.M):
        source = f'page("{program.place()}")'
        before = text.partition(f" {program.own_first}(")[0]
        literal = re.findall(r"^(?:const|let|var) (\w+) = \{$", before, re.M)
        if literal and not program.class_name:
            source += f".{literal[-1]}"
        if program.class_name:
            return [(r"= await import.*", f"= {source};"), (r"\bOthello\b", program.class_name)]
        return [(r"^// const \{ Othello \}.*\n", ""), (r"= new Othello\(\);.*", f"= {source};")]
    if program.class_name is None:
        return [
            (r"^// const \{ Othello \}.*\n", ""),
            (r"= new Othello\(\);.*", f'= await import("{place}");'),
        ]
    return [(r'"\./othello\.mjs"', f'"{place}"'), (r"\bOthello\b", program.class_name)]


def _typescript(program: _Program) -> list[Change]:

    def module(file: Path) -> str:
        place = program.place(file).removesuffix(".ts")
        return place if place.startswith(".") else f"./{place}"

    element = program.element("black")
    if program.class_name is None:
        return [
            (
                r"import \{ Disc, Othello \} from .*",
                f'import * as game from "{module(program.file)}";',
            ),
            (r"^// const game = .*\n", ""),
            *_elements(program, "."),
            *([(rf"\b{element[0]}\b(?=[.\[)])", f"game.{element[0]}")] if element else []),
        ]
    names = [*([element[0]] if element else []), program.class_name]
    imports = [
        f'import {{ {", ".join(some)} }} from "{module(file)}";'
        for file, some in program.files_of(*names).items()
    ]
    if re.search(rf"^export default (?:class )?{program.class_name}\b", program.names.text, re.M):
        imports = [
            each.replace(f"{{ {program.class_name} }}", program.class_name) for each in imports
        ]
    words = [] if element else _words(program)
    return [
        *words,
        (r"\bOthello\b", program.class_name),
        *_elements(program, "."),
        (r"import \{ .* \} from .*", "\n// ".join(imports)),
    ]


def _words(program: _Program) -> list[Change]:
    """Return the changes for a program whose players are the words of the specification."""
    if not all(program.all_names.has_text(word) for word in ("black", "white")):
        return []
    return [
        (r"^(// const player = \(who: Player\) =>) .*", r"\1 who;"),
        (r"^(// const name =) .*", r'\1 (disc?: string | null) => disc ?? "empty";'),
    ]


def _rust(program: _Program) -> list[Change]:
    changes = _elements(program, "::")
    if program.state is not None:
        constants = ", ".join(_constants(program, ("BLACK", "WHITE", "EMPTY")))
        changes += [
            (r"\bgame\.(\w+\()", r"\1"),
            (r"(?<=use )othello::.*", "othello::*;"),
            (r"= Othello::new\(\);", f"= {program.own_begin}();"),
            (r'\("init", .*', f'("init", |game, _| say({program.state.begin})),'),
            *([(r"\[Disc::.*", f"[{constants}];")] if constants else []),
        ]
    elif program.class_name is None:
        changes += [
            (r"\bgame\.(\w+\()", r"\1"),
            (r"(?<=use )othello::.*", "othello::*;"),
            (r"^ *// let game = .*\n", ""),
        ]
    if program.class_name:
        changes.append((r"\bOthello\b", program.class_name))
    makers = re.findall(r"\bfn (\w+)\(\s*\)", program.names.text)
    maker = next((each for each in (program.own_begin, "default") if each in makers), None)
    if program.class_name and maker:
        new = f"{program.class_name}::{maker}()"
        changes.append((r"= \w+::new\(\);", f"= {new};"))
        changes.append((r'\("init", .*', f'("init", |game, _| say(*game = {new})),'))
    if program.element("black") and not program.element("empty"):
        changes.append((r", \w+::Empty\]; // .*", "];"))
    crates = {file: _crate_path(file) for file in program.files}
    if crates[program.file]:
        element = program.element("black")
        names = [*([element[0]] if element else []), *filter(None, [program.class_name])]
        names += program.traits()
        uses = [
            f"use {crates[file]}::{{{', '.join(some)}}};"
            for file, some in program.files_of(*names).items()
        ]
        return [*changes, (r"^// mod othello;\n", ""), (r"use othello::.*", "\n// ".join(uses))]
    package = next((each for each in program.file.absolute().parents if _is_package(each)), None)
    if package and program.file.stem != "main" and program.file.parent != program.kit:
        first = program.file.absolute().relative_to(package / "src").parts[0]
        top = package / "src" / first
        file = top / "mod.rs" if (top / "mod.rs").is_file() else top.with_suffix(".rs")
        module = f'#[path = "{program.place(file)}"] mod {top.stem};'
        return [*changes, (r"mod othello;", module), (r"\bothello(?=::)", top.stem)]
    if program.file.stem == "main":
        place = program.place() if "/" in program.place() else f"./{program.place()}"
        module = f'#[path = "{place}"] mod game; // put pub before what is called here'
        return [*changes, (r"mod othello;", module), (r"\bothello(?=::)", "game")]
    if program.file.parent == program.kit:
        changes.append((r"\bothello\b(?!_)", program.file.stem))
    return changes


def _crate_path(file: Path) -> str:
    """Return the path by which other crates use a module of a library; "" if it is of none."""
    folder = next((each for each in file.parents if (each / "Cargo.toml").is_file()), None)
    if folder is None or not (folder / "src" / "lib.rs").is_file():
        return ""
    name = re.search(r'^name\s*=\s*"([^"]+)"', _read(folder / "Cargo.toml"), re.M)
    modules = file.relative_to(folder).with_suffix("").parts[1:]
    inside = [each for each in modules if each not in {"lib", "mod"}]
    return "::".join([(name[1] if name else folder.name).replace("-", "_"), *inside])


_NEW_GAME: Final[Mapping[str, Sequence[Change]]] = {
    "python": [(r"lambda: game\.init\(\)", "lambda: globals().update(game=type(game)())")],
    "java": [(r"\{ game\.init\(\); return", "{ game = new @(); return")],
    "c": [],
    "cpp": [(r"\bgame\.init\(\)", "game = {}")],
    "javascript": [
        (r"^// const game =", "// let game ="),
        (r"=> game\.init\(\);", "=> { game = new game.constructor(); };"),
    ],
    "typescript": [
        (r"^// const game =", "// let game ="),
        (r"=> game\.init\(\);", "=> { game = new @(); };"),
    ],
    "rust": [(r"\bgame\.init\(\)", "*game = @::new()")],
}
"""How a game begins in a program without a routine for it: with a new object of class ``@``."""

_HEADERS: Final[Mapping[str, Callable[[_Program], list[Change]]]] = {
    "python": _python,
    "java": _java,
    "c": _c,
    "cpp": _c,
    "javascript": _javascript,
    "typescript": _typescript,
    "rust": _rust,
}

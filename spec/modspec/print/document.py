"""Documents: text with places where it may be broken into lines.

A pretty printer after Wadler ("A prettier printer", 2003): a group is set on one line if it fits;
otherwise each of its own breaks begins a new line. A label stands at the right margin and ends its
line, so a group with a label in it is always broken.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum


class Face(Enum):
    """The kind of a token, which decides how it is set."""

    VARIABLE = "variable"
    FUNCTION = "function"
    CONSTANT = "constant"
    TYPE = "type"
    KEYWORD = "keyword"
    OPERATOR = "operator"
    NUMBER = "number"
    PLAIN = "plain"


@dataclass(frozen=True)
class Token:
    """A piece of text that is never broken."""

    text: str
    face: Face = Face.PLAIN


class Document:
    """A text that can be laid out in lines."""

    def __add__(self, other: Document) -> Document:
        return Concatenation((self, other))


@dataclass(frozen=True)
class Text(Document):
    """Tokens on one line."""

    tokens: tuple[Token, ...]


@dataclass(frozen=True)
class Concatenation(Document):
    """One document after another."""

    parts: tuple[Document, ...]


@dataclass(frozen=True)
class Break(Document):
    """A place where a line may end; ``flat`` stands there when it does not."""

    flat: str = " "


@dataclass(frozen=True)
class Either(Document):
    """One text where the enclosing group is broken, another where it is not."""

    broken: str
    flat: str


@dataclass(frozen=True)
class Group(Document):
    """Content on one line if it fits; if ``tight``, also where the label beside it does not fit."""

    content: Document
    tight: bool = False


@dataclass(frozen=True)
class Nest(Document):
    """Content whose lines are indented further; by None: to the column where it begins."""

    content: Document
    indent: int | None = None


@dataclass(frozen=True)
class Label(Document):
    """The ids of rules, set at the right margin."""

    rules: tuple[str, ...]


@dataclass
class Line:
    """A line as laid out: its indent, its tokens, and the rule ids at its right."""

    indent: int
    tokens: list[Token]
    rules: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """The line without its labels."""
        return " " * self.indent + "".join(token.text for token in self.tokens)


NOTHING = Concatenation(())


def text(string: str, face: Face = Face.PLAIN) -> Document:
    """Return one token."""
    return Text((Token(string, face),))


def concat(parts: Iterable[Document]) -> Document:
    """Return all documents, one after another."""
    return Concatenation(tuple(parts))


def join(separator: Document, parts: Iterable[Document]) -> Document:
    """Return all documents, with a separator between."""
    result: list[Document] = []
    for part in parts:
        if result:
            result.append(separator)
        result.append(part)
    return concat(result)


def with_label(document: Document, rules: tuple[str, ...]) -> Document:
    """Return the document with the rules, if any, at the right of its last line."""
    return document + Label(rules) if rules else document


def layout(document: Document, width: int) -> list[Line]:
    """Return the document in lines of at most ``width`` characters with labels, if possible."""
    lines = [Line(0, [])]
    column = 0
    stack: list[tuple[int, bool, Document]] = [(0, False, document)]
    while stack:
        indent, flat, item = stack.pop()
        match item:
            case Text(tokens):
                lines[-1].tokens.extend(tokens)
                column += sum(len(token.text) for token in tokens)
            case Concatenation(parts):
                stack.extend((indent, flat, part) for part in reversed(parts))
            case Either(broken, flat_text):
                chosen = flat_text if flat else broken
                lines[-1].tokens.append(Token(chosen))
                column += len(chosen)
            case Break(flat_text):
                if flat:
                    lines[-1].tokens.append(Token(flat_text))
                    column += len(flat_text)
                else:
                    lines.append(Line(indent, []))
                    column = indent
            case Nest(content, None):
                stack.append((column, flat, content))
            case Nest(content, int(by)):
                stack.append((indent + by, flat, content))
            case Label(rules):
                lines[-1].rules += tuple(r for r in rules if r not in lines[-1].rules)
            case Group(content, tight):
                fits = flat or _fits(content, width - column, stack, tight)
                stack.append((indent, fits, content))
    return lines


def _fits(
    content: Document, room: int, rest: list[tuple[int, bool, Document]], tight: bool
) -> bool:
    """Whether a group fits in the room, together with the documents after it on its line."""
    todo = [*((flat, False, item) for _, flat, item in rest), (True, True, content)]
    while todo and room >= 0:
        flat, is_within, item = todo.pop()
        match item:
            case Text(tokens):
                room -= sum(len(token.text) for token in tokens)
            case Concatenation(parts):
                todo.extend((flat, is_within, part) for part in reversed(parts))
            case Either(broken, flat_text):
                room -= len(flat_text if flat else broken)
            case Break(flat_text):
                if not flat:
                    return True
                room -= len(flat_text)
            case Nest(inner, _) | Group(inner, _):
                todo.append((flat, is_within, inner))
            case Label(rules):
                return not is_within and (tight or room >= label_width(rules))
    return room >= 0


def label_width(rules: tuple[str, ...]) -> int:
    """Return the width of a label, with two spaces before it."""
    return sum(len(rule) + 3 for rule in rules) + 1


def has_label(document: Document) -> bool:
    """Whether some line of the document has a label, so that it is always broken there."""
    match document:
        case Label():
            return True
        case Concatenation(parts):
            return any(map(has_label, parts))
        case Nest(content, _) | Group(content, _):
            return has_label(content)
    return False


def flat_width(document: Document) -> int:
    """Return the width of the document on one line, without labels."""
    return sum(len(token.text) for token in tokens(document))


def tokens(document: Document) -> Iterator[Token]:
    """Yield all tokens of the document, set on one line, without labels."""
    match document:
        case Text(own):
            yield from own
        case Concatenation(parts):
            for part in parts:
                yield from tokens(part)
        case Either(_, flat_text) | Break(flat_text):
            yield Token(flat_text)
        case Nest(content, _) | Group(content, _):
            yield from tokens(content)

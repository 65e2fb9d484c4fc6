"""Documents: text that knows where it may be broken into lines.

A pretty printer after Wadler ("A prettier printer", 2003): a group is set on one line if it fits, else
each of its own line breaks is taken. A label stands at the right margin and ends its line, so a group that
holds one is always broken.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum


class Face(Enum):
    """What a token is, which decides how it is set."""

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
    """Something that can be laid out."""

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
    """Set on one line if that fits; a ``tight`` one would rather lose the label beside it than be broken."""

    content: Document
    tight: bool = False


@dataclass(frozen=True)
class Nest(Document):
    """Lines that begin in here are indented further; by None: to where the document begins."""

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
    """One token."""
    return Text((Token(string, face),))


def concat(parts: Iterable[Document]) -> Document:
    """All documents, one after another."""
    return Concatenation(tuple(parts))


def join(separator: Document, parts: Iterable[Document]) -> Document:
    """All documents with a separator between."""
    result: list[Document] = []
    for part in parts:
        if result:
            result.append(separator)
        result.append(part)
    return concat(result)


def with_label(document: Document, rules: tuple[str, ...]) -> Document:
    """The document, and at the right of its last line the rules, if any."""
    return document + Label(rules) if rules else document


def layout(document: Document, width: int) -> list[Line]:
    """The document in lines of at most ``width`` characters, labels included, where that can be."""
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
    """Whether a group fits in the room, together with what follows it on its line."""
    todo = [content]
    while todo and room >= 0:
        item = todo.pop()
        match item:
            case Text(tokens):
                room -= sum(len(token.text) for token in tokens)
            case Concatenation(parts):
                todo.extend(reversed(parts))
            case Either(_, unbroken) | Break(unbroken):
                room -= len(unbroken)
            case Nest(inner, _) | Group(inner, _):
                todo.append(inner)
            case Label():
                return False
    following = [(flat, item) for _, flat, item in rest]
    while following and room >= 0:
        flat, item = following.pop()
        match item:
            case Text(tokens):
                room -= sum(len(token.text) for token in tokens)
            case Concatenation(parts):
                following.extend((flat, part) for part in reversed(parts))
            case Either(broken, flat_text):
                room -= len(flat_text if flat else broken)
            case Break(flat_text):
                if not flat:
                    return True
                room -= len(flat_text)
            case Nest(inner, _) | Group(inner, _):
                following.append((flat, inner))
            case Label(rules):
                return tight or room >= label_width(rules)
    return room >= 0


def label_width(rules: tuple[str, ...]) -> int:
    """The room that a label takes, with two spaces before it."""
    return sum(len(rule) + 3 for rule in rules) + 1


def has_label(document: Document) -> bool:
    """Whether some line of the document bears a label, so that it is always broken there."""
    match document:
        case Label():
            return True
        case Concatenation(parts):
            return any(map(has_label, parts))
        case Nest(content, _) | Group(content, _):
            return has_label(content)
    return False


def flat_width(document: Document) -> int:
    """The width of the document on one line, without labels."""
    return sum(len(token.text) for token in tokens(document))


def tokens(document: Document) -> Iterator[Token]:
    """All tokens of the document, set on one line, without labels."""
    for line in layout(Group(_unlabelled(document)), 1 << 30):
        yield from line.tokens


def _unlabelled(document: Document) -> Document:
    match document:
        case Label():
            return NOTHING
        case Concatenation(parts):
            return Concatenation(tuple(map(_unlabelled, parts)))
        case Group(content, tight):
            return Group(_unlabelled(content), tight)
        case Nest(content, indent):
            return Nest(_unlabelled(content), indent)
    return document

"""Rules: the demands of the documents behind a specification, each under an id.

Clauses of a specification, tests and verdicts cite the id of the rule they come from, so that a
reader can follow each back to a document.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from difflib import get_close_matches

_KEBAB_CASE = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")


@dataclass(frozen=True)
class Source:
    """A document that states rules."""

    id: str
    """The name that citations use, in kebab-case."""

    title: str
    """The title of the document."""

    author: str
    """The person or organisation who wrote it; empty if unknown."""

    note: str
    """The kind of document, and what a reader should know about it; never a quotation."""


@dataclass(frozen=True)
class Citation:
    """A place in a source."""

    source: str
    """The id of the source."""

    place: str
    """The place in the source, for its readers: ``rule 4, figure 4``."""


@dataclass(frozen=True)
class Rule:
    """One demand of the sources."""

    id: str
    """The name that clauses and tests use, in kebab-case."""

    text: str
    """The rule in our own words: one or two sentences."""

    sources: tuple[Citation, ...]
    """The places that state it."""

    scope: str = ""
    """Why no clause states it; empty if a clause does."""


@dataclass(frozen=True)
class Rulebook:
    """Rules and the sources they come from, in the order given.

    ``book["in-order"]`` is the rule of that id, ``"in-order" in book`` says whether there is one,
    and iteration yields the rules. Raises ValueError if two sources or two rules share an id, if an
    id is not in kebab-case, or if a rule cites a source that the book does not have.
    """

    sources: tuple[Source, ...]
    """The documents, each with an id of its own."""

    rules: tuple[Rule, ...]
    """The rules, each with an id of its own."""

    _by_id: dict[str, Rule] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        _check_ids("source", (source.id for source in self.sources))
        _check_ids("rule", (rule.id for rule in self.rules))
        known = {source.id for source in self.sources}
        for rule in self.rules:
            for citation in rule.sources:
                if citation.source not in known:
                    raise ValueError(
                        f"rule {rule.id!r} cites the unknown source {citation.source!r}; "
                        f"the sources are {', '.join(sorted(known)) or 'none'}"
                    )
        object.__setattr__(self, "_by_id", {rule.id: rule for rule in self.rules})

    def __getitem__(self, rule_id: str) -> Rule:
        """Return the rule of that id; KeyError, with similar ids, if there is none."""
        if rule_id not in self._by_id:
            near = ", ".join(get_close_matches(rule_id, self._by_id))
            raise KeyError(f"no rule {rule_id!r}" + (f"; there is {near}" if near else ""))
        return self._by_id[rule_id]

    def __contains__(self, rule_id: object) -> bool:
        return rule_id in self._by_id

    def __iter__(self) -> Iterator[Rule]:
        return iter(self.rules)

    def __len__(self) -> int:
        return len(self.rules)


def _check_ids(kind: str, ids: Iterable[str]) -> None:
    """Raise ValueError for the first id that is not in kebab-case or that has occurred before."""
    seen: set[str] = set()
    for each in ids:
        if not _KEBAB_CASE.fullmatch(each):
            advice = "write lower-case words with hyphens between: 'in-order'"
            raise ValueError(f"{kind} id {each!r} is not kebab-case; {advice}")
        if each in seen:
            raise ValueError(f"{kind} id {each!r} occurs twice; give each {kind} an id of its own")
        seen.add(each)

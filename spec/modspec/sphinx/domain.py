"""The domain ``mis``: what the documents declare, and the references to it."""

from __future__ import annotations

from collections.abc import Iterable, Set
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from docutils import nodes
from sphinx.addnodes import pending_xref
from sphinx.builders import Builder
from sphinx.domains import Domain, Index, IndexEntry, ObjType
from sphinx.environment import BuildEnvironment
from sphinx.roles import XRefRole
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective
from sphinx.util.nodes import make_refnode

from modspec.sphinx.marks import page_of

if TYPE_CHECKING:
    from docutils.nodes import Element
    from sphinx.writers.html5 import HTML5Translator

logger = logging.getLogger(__name__)

ROLES = {
    "module": "module",
    "constant": "constant",
    "type": "type",
    "exception": "exception",
    "variable": "state variable",
    "routine": "access routine",
    "function": "local function",
    "rule": "rule",
    "source": "source",
}
"""The kinds of object by their roles, as a reader calls them."""


class DocumentPlace(NamedTuple):
    """The place in the documents that declares an object, with a line about the object."""

    document: str
    anchor: str
    summary: str


class _Role(XRefRole):
    """A reference; a name without a module is looked up in the module of the page first."""

    def process_link(
        self,
        env: BuildEnvironment,
        refnode: Element,
        has_explicit_title: bool,
        title: str,
        target: str,
    ) -> tuple[str, str]:
        refnode["mis:module"] = env.ref_context.get("mis:module")
        if not has_explicit_title and target.startswith("~"):
            title = target.rpartition(".")[2]
        return title, target.removeprefix("~")


class RoutineIndex(Index):
    """All access routines by their names, without the theorems."""

    name = "routines"
    localname = "Index of access routines"
    shortname = "routines"

    def generate(
        self, docnames: Iterable[str] | None = None
    ) -> tuple[list[tuple[str, list[IndexEntry]]], bool]:
        """Return the routines under their first letters, and that the list never collapses."""
        wanted = None if docnames is None else set(docnames)
        letters: dict[str, list[IndexEntry]] = {}
        assert isinstance(self.domain, MisDomain)
        theorems = {name.rpartition(".")[2] for name in self.domain.env.config.mis_theorems}
        places = self.domain.places.items()
        found = {name: place for (role, name), place in places if role == "routine"}
        for full_name, place in sorted(found.items(), key=lambda item: item[0].split(".")[::-1]):
            module, _, name = full_name.rpartition(".")
            if module not in theorems and (wanted is None or place.document in wanted):
                entry = IndexEntry(name, 0, place.document, place.anchor, module, "", place.summary)
                letters.setdefault(name[0], []).append(entry)
        return sorted(letters.items()), False


class MisDomain(Domain):
    """Module interface specifications."""

    name = "mis"
    label = "Module interface specifications"
    object_types: ClassVar[dict[str, ObjType]] = {
        role: ObjType(title, role) for role, title in ROLES.items()
    }
    roles: ClassVar[dict[str, Any]] = {role: _Role(warn_dangling=True) for role in ROLES}
    indices: ClassVar[list[type[Index]]] = [RoutineIndex]
    initial_data: ClassVar[dict[str, Any]] = {"places": {}}
    data_version = 1

    @property
    def places(self) -> dict[tuple[str, str], DocumentPlace]:
        """The place of every object, by role and full name."""
        places: dict[tuple[str, str], DocumentPlace] = self.data["places"]
        return places

    def find(self, role: str, target: str, module: str | None = None) -> DocumentPlace | None:
        """Return the place of a full name, of a name in the module, or of the only such name."""
        for name in (target, f"{module}.{target}"):
            if (role, name) in self.places:
                return self.places[role, name]
        candidates = {
            place
            for (kind, name), place in self.places.items()
            if kind == role and name.rpartition(".")[2] == target
        }
        return candidates.pop() if len(candidates) == 1 else None

    def clear_doc(self, docname: str) -> None:
        """Forget what a document declares."""
        for key in [key for key, place in self.places.items() if place.document == docname]:
            del self.places[key]

    def merge_domaindata(self, docnames: Set[str], otherdata: dict[str, Any]) -> None:
        """Take over what another process has read."""
        for key, place in otherdata["places"].items():
            if place.document in docnames:
                self.places[key] = place

    def resolve_xref(
        self,
        env: BuildEnvironment,
        fromdocname: str,
        builder: Builder,
        typ: str,
        target: str,
        node: pending_xref,
        contnode: Element,
    ) -> nodes.reference | None:
        """Return the link of a role, or None if no object, or more than one, has the name.

        ``mark`` is no role: its target, ``file::test``, is on the page that shows the file.
        """
        if typ == "mark":
            file, _, test = target.partition("::")
            page = page_of(env.config.mis_tests, file)
            return make_refnode(builder, fromdocname, page, test or None, contnode)
        place = self.find(typ, target, node.get("mis:module"))
        if place is None:
            return None
        return make_refnode(
            builder, fromdocname, place.document, place.anchor, contnode, place.summary
        )

    def resolve_any_xref(
        self,
        env: BuildEnvironment,
        fromdocname: str,
        builder: Builder,
        target: str,
        node: pending_xref,
        contnode: Element,
    ) -> list[tuple[str, nodes.reference]]:
        """Return the links that ``any`` may stand for."""
        links = (
            (role, self.resolve_xref(env, fromdocname, builder, role, target, node, contnode))
            for role in ROLES
        )
        return [(f"mis:{role}", link) for role, link in links if link is not None]

    def get_objects(self) -> Iterable[tuple[str, str, str, str, str, int]]:
        """Yield every object, for the search and for the references of other projects."""
        for (role, name), place in sorted(self.places.items()):
            yield name, name, role, place.document, place.anchor, 1


def note(directive: SphinxDirective, role: str, name: str, anchor: str, summary: str) -> None:
    """Declare an object on the page of a directive; a second declaration elsewhere warns."""
    places, document = domain_of(directive.env).places, directive.env.docname
    other = places.get((role, name))
    if other and other.document != document:
        message = "the %s %s is declared in %s already"
        location = directive.get_location()
        logger.warning(message, ROLES[role], name, other.document, location=location)
    places[role, name] = DocumentPlace(document, anchor, summary)


def domain_of(env: BuildEnvironment) -> MisDomain:
    """Return the domain of a build."""
    domain = env.get_domain("mis")
    assert isinstance(domain, MisDomain)
    return domain


def address(translator: HTML5Translator, role: str, name: str) -> str | None:
    """Return the address of an object, relative to the page that is written, or None."""
    place = domain_of(translator.builder.env).places.get((role, name))
    if place is None:
        return None
    here = translator.builder.current_docname
    is_here = place.document == here
    page = "" if is_here else translator.builder.get_relative_uri(here, place.document)
    return f"{page}#{place.anchor}"

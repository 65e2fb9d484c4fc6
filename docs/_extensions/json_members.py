"""The directive ``json-members``: a table of the members of an object in a JSON schema.

    ```{json-members} modcheck/verdict/verdict.schema.json#/$defs/fault
    ```

Before the ``#`` stand the package and the name of the schema, after it the object's JSON pointer.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from importlib.resources import files
from typing import Any

from docutils import nodes
from docutils.statemachine import StringList
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective
from sphinx.util.typing import ExtensionMetadata


class JsonMembers(SphinxDirective):
    """A table with a row for each member: its name, its values, and its meaning."""

    required_arguments = 1
    final_argument_whitespace = True

    def run(self) -> list[nodes.Node]:
        place, _, pointer = self.arguments[0].partition("#")
        try:
            schema = schema_at(place)
            lines = list(table(schema, resolve(schema, pointer)))
        except (LookupError, OSError, ValueError, ImportError) as error:
            raise self.error(f"no members of {self.arguments[0]}: {error!r}") from error
        parent = nodes.container(classes=["text-columns"])
        self.state.nested_parse(StringList(lines, source=place), self.content_offset, parent)
        return [parent]


def schema_at(place: str) -> dict[str, Any]:
    """Return the schema ``package/name``."""
    package, _, name = place.partition("/")
    schema = json.loads(files(package).joinpath(name).read_text("utf-8"))
    assert isinstance(schema, dict)
    return schema


def resolve(schema: dict[str, Any], pointer: str) -> dict[str, Any]:
    """Return the object at a JSON pointer."""
    at: Any = schema
    for step in pointer.split("/")[1:]:
        at = at[step]
    assert isinstance(at, dict)
    return at


def table(schema: dict[str, Any], of: dict[str, Any]) -> Iterator[str]:
    """Yield the lines of the table, in Markdown."""
    yield "| member | value | meaning |"
    yield "|---|---|---|"
    for name, member in of["properties"].items():
        may_lack = "" if name in of.get("required", ()) else "; may be missing"
        means = member.get("description") or _target(schema, member).get("description", "")
        cells = (f"`{name}`", kind(schema, member) + may_lack, means)
        yield "| " + " | ".join(cell.replace("|", r"\|") for cell in cells) + " |"


def kind(schema: dict[str, Any], of: dict[str, Any]) -> str:
    """Return the values that a schema allows, in a few words."""
    if "const" in of:
        return f"`{json.dumps(of['const'])}`"
    if "enum" in of:
        return ", ".join(f"`{json.dumps(value)}`" for value in of["enum"])
    if "$ref" in of:
        return f"{of['$ref'].rpartition('/')[2]}"
    types = of["type"] if isinstance(of["type"], list) else [of["type"]]
    return " or ".join(_of_type(schema, of, each) for each in types)


def _of_type(schema: dict[str, Any], of: dict[str, Any], name: str) -> str:
    if name == "array":
        return f"list of {_several(kind(schema, of['items']))}"
    if name == "object" and isinstance(of.get("additionalProperties"), dict):
        return f"object of {_several(kind(schema, of['additionalProperties']))}"
    if name == "integer" and "minimum" in of:
        return f"integer from {of['minimum']}"
    return "truth value" if name == "boolean" else name


def _several(kind: str) -> str:
    return f"{kind}s" if kind.isalpha() and not kind.endswith("s") else kind


def _target(schema: dict[str, Any], of: dict[str, Any]) -> dict[str, Any]:
    return resolve(schema, of["$ref"]) if "$ref" in of else of


def setup(app: Sphinx) -> ExtensionMetadata:
    """Add the directive to a Sphinx application."""
    app.add_directive("json-members", JsonMembers)
    return {"parallel_read_safe": True, "parallel_write_safe": True}

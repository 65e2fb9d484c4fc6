"""The page about the verdict's JSON form: its tables are those of the schema, none is missing."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from test_verdict import SCHEMA

DOCS = Path(__file__).parents[1] / "docs"
PAGE = (DOCS / "reference" / "verdict.md").read_text(encoding="utf-8")
SHOWN = re.findall(r"```\{json-members\} modcheck/verdict/verdict\.schema\.json#(\S*)\n", PAGE)


def objects(schema: Any, pointer: str = "") -> Iterator[str]:
    """Where in a schema objects with members of their own are described."""
    if isinstance(schema, dict):
        if "type" in schema and "properties" in schema:
            yield pointer
        for name, inner in schema.items():
            yield from objects(inner, f"{pointer}/{name}")


def test_every_object_of_the_schema_has_a_table() -> None:
    assert sorted(objects(SCHEMA)) == sorted(SHOWN)


def test_an_object_without_a_table_would_be_noticed() -> None:
    more = {**SCHEMA, "$defs": {"new": {"type": "object", "properties": {}}}}
    assert sorted(objects(more)) != sorted(SHOWN)


def test_every_member_has_a_value_and_a_meaning(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("sphinx")
    monkeypatch.setattr(sys, "path", [str(DOCS / "_extensions"), *sys.path])
    from json_members import resolve, table

    rows = [row for pointer in SHOWN for row in [*table(SCHEMA, resolve(SCHEMA, pointer))][2:]]
    assert [] == [row for row in rows if not re.fullmatch(r"\| `\w+` \| [^|]+ \| [^|]+\. \|", row)]
    assert "| `version` | `3` |" in rows[0]
    assert "| `history` | list of calls |" in "\n".join(rows)


def test_the_page_is_about_the_version_that_is_written() -> None:
    assert f"version {SCHEMA['properties']['version']['const']}." in PAGE

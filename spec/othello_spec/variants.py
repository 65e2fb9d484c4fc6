"""Variants: other games, each a few functions of this specification with other texts.

``variants.toml`` has them. A process plays one game: it chooses a variant by :func:`choose`, or by
the environment variable :data:`VARIABLE`, before it imports the modules that the variant changes.
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Mapping
from importlib import resources
from typing import Final

from modspec.syntax.variant import Variant, use_variant

VARIABLE: Final = "OTHELLO_VARIANT"
"""The environment variable that names the variant of a process, and of those that it starts."""

_DATA: Final = tomllib.loads((resources.files(__package__) / "variants.toml").read_text("utf-8"))

VARIANTS: Final[Mapping[str, Variant]] = {
    data["name"]: Variant(
        **{
            **data,
            "functions": {
                module: {name: text.strip() for name, text in texts.items()}
                for module, texts in data["functions"].items()
            },
        }
    )
    for data in _DATA["variants"]
}
"""The variants by name."""


def choose(name: str) -> Variant:
    """Play a variant in this process, and in those that it starts. Return the variant.

    Raises KeyError if there is no variant of that name, SpecificationError if modules that it
    changes are imported already.
    """
    use_variant(VARIANTS[name])
    os.environ[VARIABLE] = name
    return VARIANTS[name]

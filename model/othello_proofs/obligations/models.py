"""The forms of the model that methods put calls to, and the module that each implements."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import Any, Final

from othello_spec import GAME

MODELS: Final = {
    "othello_model.othello_type:Othello": "othello",
    **{f"othello_model.{name}": name for name in GAME},
}
"""The abstract data type and the abstract objects, with the module that each implements."""


def factory(place: str) -> Callable[[], Any]:
    """Return a function that gives the model at a place: a module, or an object of a class."""
    module_name, _, class_name = place.partition(":")
    imported = importlib.import_module(module_name)
    return getattr(imported, class_name) if class_name else lambda: imported

"""The explorer as a page of the documents, if it is asked for: ``sphinx-build -t explorer``.

npm fetches Python for the browser and Node.js packs it, so it is not made without being asked for.
"""

from __future__ import annotations

from pathlib import Path

from sphinx.application import Sphinx
from sphinx.errors import ExtensionError
from sphinx.util.typing import ExtensionMetadata

from modlab.explorer.explorer import ModulePlace
from modlab.explorer.pyodide_package import PyodideError, pyodide_package
from modlab.explorer.self_contained import self_contained_page
from othello_mis.course import COURSE


def write_page(app: Sphinx, exception: Exception | None) -> None:
    """Write ``explorer.html`` beside the front page."""
    if exception is not None or app.builder.format != "html" or "explorer" not in app.tags:
        return
    library = sorted(Path(app.srcdir, "library").glob("*.py"))
    places = [
        *(ModulePlace(COURSE.place, name) for name in COURSE.modules),
        *(ModulePlace("", str(file)) for file in library if "_theorems" not in file.stem),
    ]
    try:
        with pyodide_package(None) as package:
            text = self_contained_page(places, package)
    except PyodideError as error:
        raise ExtensionError(f"the explorer's page cannot be made: {error}") from error
    Path(app.outdir, "explorer.html").write_text(text, encoding="utf-8")


def setup(app: Sphinx) -> ExtensionMetadata:
    """Connect the page with the end of the build."""
    app.connect("build-finished", write_page)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}

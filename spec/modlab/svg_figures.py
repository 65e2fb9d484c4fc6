r"""SVG figures: the pictures of pages, as LaTeX for pdfLaTeX.

What is drawn for a browser is set in a document, so no picture is drawn twice. Of SVG this knows
what our pictures have: groups, rectangles, circles, paths, and text. The shapes become operators of
PDF, which need no package; text needs the package ``color``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from itertools import pairwise
from typing import Final
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

PACKAGES: Final = ("color",)
"""The packages that a figure needs."""

_INHERITED: Final = {"fill": "black", "stroke": "none", "stroke-width": "1", "font-size": "16"}
"""The attributes that a group hands on to what is in it, with their values at the beginning."""

_BEND: Final = 0.5523
"""Where the control points of a quarter of a circle are, in radii."""

_NUMBER: Final = r"-?\d+(?:\.\d+)?"
_COMMAND: Final = re.compile(rf"([A-Za-z])((?:[\s,]*{_NUMBER})*)")

Attributes = Mapping[str, str]


def latex_figure(svg: str, scale: float, prose: Callable[[str], str]) -> str:
    """Return an SVG picture as a ``picture`` of LaTeX, a pixel ``scale`` big points wide.

    ``prose`` writes text as LaTeX. Raises ValueError for an element that it does not know.
    """
    root = ElementTree.fromstring(svg)  # our own picture
    width, height = float(root.attrib["width"]), float(root.attrib["height"])
    lines = [
        rf"{{\setlength{{\unitlength}}{{{scale:g}bp}}%",
        rf"\begin{{picture}}({width:g},{height:g})",
        _shapes(root, scale, height),
        *_texts(root, scale, height, prose),
        r"\end{picture}}",
    ]
    return "\n".join(lines)


def _elements(parent: Element, given: Attributes) -> Iterator[tuple[str, Element, Attributes]]:
    """Yield what is drawn, with its tag and the attributes that it has or inherits."""
    for each in parent:
        tag = each.tag.rpartition("}")[2]
        own = {**given, **each.attrib}
        if tag in ("g", "a"):
            yield from _elements(each, {name: own[name] for name in _INHERITED})
        elif tag in ("rect", "circle", "path", "text"):
            yield tag, each, own
        elif tag not in ("title", "desc"):
            raise ValueError(f"a figure has no element {tag!r}")


def _shapes(root: Element, scale: float, height: float) -> str:
    """Return what draws the shapes: SVG counts from the top, PDF from the bottom."""
    drawn = [rf"\put(0,0){{\pdfliteral{{q {scale:g} 0 0 {-scale:g} 0 {scale * height:g} cm"]
    for tag, _, own in _elements(root, _INHERITED):
        if tag == "text":
            continue
        fill, stroke = _colour(own, "fill"), _colour(own, "stroke")
        colours = " ".join(
            f"{colour} {operator}"
            for colour, operator in ((fill, "rg"), (stroke, "RG"))
            if colour is not None
        )
        paint = "n" if not colours else "B" if fill and stroke else "f" if fill else "S"
        path = _OUTLINES[tag](own)
        drawn.append(f"{colours} {own['stroke-width']} w {path} {paint}")
    return "\n".join([*drawn, "Q}}"])


def _texts(
    root: Element, scale: float, height: float, prose: Callable[[str], str]
) -> Iterator[str]:
    for tag, element, own in _elements(root, _INHERITED):
        if tag != "text":
            continue
        size = scale * float(own["font-size"])
        colour = (_colour(own, "fill") or "0 0 0").replace(" ", ",")
        shown = rf"\textcolor[rgb]{{{colour}}}{{{prose(element.text or '')}}}"
        font = rf"\sffamily\fontsize{{{size:.1f}bp}}{{{size:.1f}bp}}\selectfont "
        place = f"{float(own['x']):g},{height - float(own['y']):g}"
        yield rf"\put({place}){{\makebox[0pt]{{{font}{shown}}}}}"


def _colour(own: Attributes, name: str) -> str | None:
    """Return a colour in parts of red, green and blue, on white paper; None if there is none."""
    value = own[name]
    if value == "none":
        return None
    digits = "000" if value in ("black", "currentColor") else value.removeprefix("#")
    if not re.fullmatch(r"[0-9a-fA-F]{3}|[0-9a-fA-F]{6}", digits):
        raise ValueError(f"a figure has no colour {value!r}")
    pairs = [digits[n : n + 2] for n in (0, 2, 4)] if len(digits) == 6 else [d * 2 for d in digits]
    opacity = float(own.get(f"{name}-opacity", "1"))
    return " ".join(f"{1 - opacity + opacity * int(pair, 16) / 255:.3g}" for pair in pairs)


# -- outlines, in operators of PDF -----------------------------------------------------------------


def _rectangle(own: Attributes) -> str:
    return f"{own.get('x', '0')} {own.get('y', '0')} {own['width']} {own['height']} re"


def _circle(own: Attributes) -> str:
    x, y, r = (float(own[name]) for name in ("cx", "cy", "r"))
    bend = r * _BEND
    ends = [(r, 0.0), (0.0, r), (-r, 0.0), (0.0, -r), (r, 0.0)]
    curves = [f"{x + r:g} {y:g} m"]
    for (a, b), (c, d) in pairwise(ends):
        first = f"{x + a - b * bend / r:g} {y + b + a * bend / r:g}"
        second = f"{x + c + d * bend / r:g} {y + d - c * bend / r:g}"
        curves.append(f"{first} {second} {x + c:g} {y + d:g} c")
    return " ".join([*curves, "h"])


def _path(own: Attributes) -> str:
    operators, x, y = [], 0.0, 0.0
    for command, text in _COMMAND.findall(own["d"]):
        given = [float(number) for number in re.findall(_NUMBER, text)]
        if command == "V":
            given = [x, *given]
        elif command == "l":
            given = [x + given[0], y + given[1]]
        elif command not in "MLCZ":
            raise ValueError(f"a figure has no path command {command!r}")
        if given:
            x, y = given[-2:]
        numbers = " ".join(f"{number:g}" for number in given)
        operators.append(f"{numbers} {_PATH[command]}".strip())
    return " ".join(operators)


_PATH: Final = {"M": "m", "L": "l", "l": "l", "V": "l", "C": "c", "Z": "h"}
_OUTLINES: Final = {"rect": _rectangle, "circle": _circle, "path": _path}

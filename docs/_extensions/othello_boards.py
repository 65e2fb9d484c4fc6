"""The directive ``board``: a picture of a diagram, or of the position after some moves.

    ```{board}
    :after: f5 d6
    :marks: c3
    :caption: What Black may do next.
    ```

Without ``after`` the content is a diagram of eight lines for ``records.diagrams.read_board``, and
``last`` may name the last move. ``granted`` names corners that were granted before the moves.
"""

from __future__ import annotations

from typing import Any, ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective
from sphinx.util.typing import ExtensionMetadata, OptionSpec

from modspec import declare
from modspec.run.machine import Call, Machine
from othello_spec.board import Board, Square
from othello_spec.clock import UNLIMITED
from othello_spec.records.diagrams import read_board
from othello_spec.records.move_lists import move_list, moves
from othello_suite.pictures import diagram, svg


class BoardDirective(SphinxDirective):
    """A board as inline SVG in HTML, as a diagram elsewhere."""

    has_content = True
    option_spec: ClassVar[OptionSpec] = {
        "after": directives.unchanged,
        "granted": directives.unchanged,
        "marks": directives.unchanged,
        "last": directives.unchanged,
        "caption": directives.unchanged,
    }

    def run(self) -> list[nodes.Node]:
        """Return a figure with the picture and its caption."""
        try:
            board, last = self._position()
            marked = moves(self.options.get("marks", ""))
        except ValueError as error:
            raise self.error(str(error)) from error
        caption = self.options.get("caption", "")
        picture = svg(board, marked, last, title=caption or "Othello board")
        figure = nodes.figure(classes=["board"])
        figure += nodes.raw("", picture, format="html")
        text = "\n".join(diagram(board, marked))
        figure += addnodes.only("", nodes.literal_block(text, text), expr="not html")
        if caption:
            inline, messages = self.parse_inline(caption)
            figure += [nodes.caption("", "", *inline), *messages]
        return [figure]

    def _position(self) -> tuple[Board, Square | None]:
        """Return the board, and the last move if it is known."""
        if "after" not in self.options:
            last = moves(self.options.get("last", ""))
            return read_board("\n".join(self.content)), last[-1] if last else None
        game = moves(self.options["after"])
        corners = moves(self.options.get("granted", ""))
        machine = Machine(declare("othello_spec.match"))
        calls = [*(("grant", c) for c in corners), ("begin", (0,))]
        calls += [("move", (*square, 0)) for square in game]
        state: Any = machine.initial(UNLIMITED, 0)
        for routine, arguments in calls:
            outcome = machine.call(state, routine, arguments)
            if outcome.exception:
                call = Call(routine, tuple(arguments))
                raise ValueError(f"{call} of {move_list(game)} raises {outcome.exception}")
            state = outcome.state
        board: Board = state.game.board
        return board, game[-1] if game else None


def setup(app: Sphinx) -> ExtensionMetadata:
    """Add the directive to a Sphinx application."""
    app.add_directive("board", BoardDirective)
    return {"parallel_read_safe": True, "parallel_write_safe": True}

"""Take the pictures of the explorer that the documents show: run this file with Python."""

from __future__ import annotations

import sys
from pathlib import Path
from threading import Thread

TESTS = Path(__file__).parent.parent
sys.path.insert(0, str(TESTS))

from browsing import driven_browser  # noqa: E402  # found by the path above
from modlab.explorer.answering_process import AnsweringProcess  # noqa: E402  # likewise
from modlab.explorer.explorer import ModulePlace  # noqa: E402  # likewise
from modlab.explorer.server import PageServer  # noqa: E402  # likewise
from test_explorer_page import User  # noqa: E402  # likewise

FOLDER = TESTS.parent / "docs" / "_static"


def main() -> None:
    """Write one picture for each colour scheme."""
    answering = AnsweringProcess([ModulePlace("othello_mis.course:COURSE", "othello")])
    with PageServer(answering) as server, driven_browser(1200, 860) as browser:
        Thread(target=server.serve_forever, daemon=True).start()
        for scheme in ("light", "dark"):
            wanted = {"features": [{"name": "prefers-color-scheme", "value": scheme}]}
            browser.execute_cdp_cmd("Emulation.setEmulatedMedia", wanted)
            user = User(browser, server.address)
            user.click_cell("f5")
            user.says("f5: the state is new")
            user.click_cell("a1")
            user.says("raises InvalidMove")
            user.shows("#explanation", "no-gaps")
            browser.save_screenshot(str(FOLDER / f"explorer-{scheme}.png"))
        server.shutdown()
    answering.end()


if __name__ == "__main__":
    main()
